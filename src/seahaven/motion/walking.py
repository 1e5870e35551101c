"""What moves people on foot from one date to the next, and sees whom vehicles hit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError
from seahaven.geometry import Floats, Integers
from seahaven.kernel import Emits, Module, Param, State, Tick, port
from seahaven.motion.bystanders import hulls_of_pair
from seahaven.motion.cockpit_family import COCKPIT
from seahaven.motion.collision import Collision, Push, collision_of
from seahaven.motion.impact import collide
from seahaven.motion.onward import Line, laid, on_beside, way_to
from seahaven.motion.struck import Fallen, thrown
from seahaven.roads.walking import FootRoutes, Stand
from seahaven.world import ROAD_VEHICLE, WalkPhase, entity_with_id, reads, writes

if TYPE_CHECKING:
    from seahaven.motion.walking_kernels import Walked

__all__ = ["NoWayOnFoot", "Walking"]

_CROSSING, _HESITATING, _FALLEN = (int(p) for p in (WalkPhase.CROSSING, WalkPhase.HESITATING, WalkPhase.FALLEN))
"""Plain numbers: arrays are compared with these in a quarter of the time that members of an enumeration take."""
_FILLED = (
    "x", "y", "z", "heading", "speed", "progress", "offset", "crosswalk", "across", "toward", "room", "far", "rest",
)  # fmt: skip
_READ = ("x", "y", "z", "heading", "speed", "path", "progress", "offset", "stride", "lean", "dodge", "strays")
_BOX = ("x", "y", "heading", "length", "width")
Handles: TypeAlias = tuple[Integers, NDArray[np.bool_]]
"""Ids, and where there is none."""
ROLLS = 0.3
"""Speed (m/s) below which a vehicle hits nobody; who stands beside it only touches it."""
ACROSS = 0.15
"""Metres from the other side of a road within which somebody has crossed it away from crosswalks."""
NO_PAIRS: Integers = np.empty((0, 2), np.int64)


@dataclass(frozen=True, slots=True)
class NoWayOnFoot:
    """Somebody was told to walk to a place to which no way on foot leads from where it is."""

    person: int
    stand: float
    """The number of the place."""


class Walking(Module):
    """Moves people along their routes as fast as they wish, and sideways as they lean.

        Walking("walking", rate=10, routes=routes)

    Whoever has no route stays where it is. People whom a vehicle touches have it in `contact`, and each contact is told
    once. They are thrown by the impulse of the impact, slide to rest and lie there; `pushed` tells how the vehicle
    moves on, for `FreeMotion` to take it over. Somebody who has crossed a road away from crosswalks walks on along its
    other side; one with a `goal` takes the shortest way there, from the end of a crosswalk that it is on. These ways
    are numbered on from the routes. Vehicles that are bound to lanes touch people on roadways only: where
    the box of a long one reaches over a kerb in a narrow turn, its wheels do not. Vehicles with a cockpit are left to
    `FreeMotion`, which sees at its own rate whom they strike.
    """

    routes: Param[FootRoutes]
    collided: Emits[Collision]
    pushed: Emits[Push]
    lost: Emits[NoWayOnFoot]
    touching: State[tuple[tuple[int, int], ...]] = ()
    ways: State[tuple[Line, ...]] = port((), doc="laid meanwhile; numbers of those that nobody takes are taken again")
    sent: State[dict[int, float]] = port({}, doc="by person, the number of the stand to which it is to walk next")

    people = reads(
        "person", *_READ, "goal", "far", "leaves", "crosswalk", "phase", "length", "width", "height", "struck"
    )
    traffic = reads(ROAD_VEHICLE, *_BOX, "z", "height", "speed", "kind", "motion")
    cockpits = reads(COCKPIT, "vehicle")
    body = writes("person", *_FILLED, "path", "contact", "struck")

    def step(self, tick: Tick) -> None:
        """Move everybody on by one period, and see whom vehicles touch by now."""
        import seahaven.motion.walking_kernels as kernels

        if not len(self.people):
            return
        people, rows = self.people, np.arange(len(self.people))
        *filled, (path, _), (contact, nulls), (struck, unhurt) = self.body.all_cells()
        live, walkers = self._live(rows), {name: getattr(people, name) for name in _READ}
        self._send_on(live, walkers)
        path[: len(rows)] = walkers["path"]
        bad = kernels.walk_all(
            live.routes.arrays, kernels.Walkers(**walkers), rows, tick.dt,
            kernels.Walked(*(values for values, _ in filled)), live.hints,
        )  # fmt: skip
        if bad:
            who, path = people.ids[bad - 1], people.path[bad - 1]
            raise InputError(
                f"person {entity_with_id(who)} has path {path}, but there are {len(self.routes)} routes, "
                "numbered from 0"
            )
        walked = kernels.Walked(*(values for values, _ in filled))
        self._slide(walked, tick.dt)
        contact.fill(0)
        struck[: len(rows)] = self.people.struck
        if nulls is not None and unhurt is not None:
            nulls.fill(True)
            unhurt[: len(rows)] = self.people.null("struck")
            self._touch((contact, nulls), (struck, unhurt), walked, tick.dt)

    def _live(self, rows: Integers) -> _Live:
        if self.live is None or self.live.ways is not self.ways:
            self.live = _Live(self.routes, self.ways)
        live: _Live = self.live
        live.follow(self.people.ids, len(rows))
        return live

    def _send_on(self, live: _Live, walkers: dict[str, Any]) -> None:
        """Put people on new ways: those who have crossed a road away from crosswalks, and those who were sent."""
        people, told = self.people, ~self.people.null("goal")
        if not self.sent and not told.any() and not people.strays.any():
            return
        for i in np.flatnonzero(told).tolist():
            self.sent[int(people.ids[i])] = float(people.goal[i])
        is_well = people.null("struck") & (people.phase != _FALLEN) & (people.path >= 0)
        is_over = people.strays & is_well & (people.far != 0.0) & (np.abs(people.far - people.offset) < ACROSS)
        for i in np.flatnonzero(is_over).tolist():
            way = on_beside(
                live.routes, int(people.path[i]), float(people.progress[i]), float(people.offset[i]),
                has_door=bool(people.leaves[i]),
            )  # fmt: skip
            self._lead_on(live, walkers, i, way)
        if not self.sent:
            return
        rows = {int(people.ids[i]): int(i) for i in np.flatnonzero(np.isin(people.ids, list(self.sent)))}
        for person, number in list(self.sent.items()):
            i = rows.get(person, -1)
            if i >= 0 and (not is_well[i] or people.strays[i] or live.is_crossing(people.path[i], people.progress[i])):
                continue
            del self.sent[person]
            if i >= 0:
                self._send(live, walkers, i, number)

    def _send(self, live: _Live, walkers: dict[str, Any], i: int, number: float) -> None:
        """Have somebody walk to a stand from where it is."""
        goal, people, network = Stand.of_number(number), self.people, self.routes.network
        try:
            network.refuse_unknown(goal)
            way = way_to(network, float(people.x[i]), float(people.y[i]), goal, has_door=bool(people.leaves[i]))
        except InputError:
            way = None
        if way is None:
            self.lost.append(NoWayOnFoot(int(people.ids[i]), number))
        else:
            self._lead_on(live, walkers, i, way)

    def _lead_on(self, live: _Live, walkers: dict[str, Any], i: int, way: Line) -> None:
        """Put somebody at the beginning of a way, in this very step."""
        taken = set(walkers["path"].tolist())
        first = len(self.routes)
        place = next((k for k in range(len(self.ways)) if first + k not in taken), len(self.ways))
        self.ways = (*self.ways[:place], way, *self.ways[place + 1 :])
        offset = live.lay(self.ways, place)
        for name in ("path", "progress", "offset", "lean", "strays"):
            walkers[name] = walkers[name].copy()
        walkers["path"][i], walkers["progress"][i], walkers["strays"][i] = first + place, 0.0, False
        walkers["offset"][i] = walkers["lean"][i] = offset
        live.hints[i] = -1

    def _slide(self, walked: Walked, dt: float) -> None:
        """Let people who were struck slide to rest, wherever their routes lead."""
        rows = np.flatnonzero(~self.people.null("struck"))
        if len(rows):
            lying = Fallen(*[getattr(self.people, name)[rows] for name in Fallen._fields])
            walked.x[rows], walked.y[rows], walked.speed[rows] = lying.slid(dt)
            walked.heading[rows] = lying.heading

    def _touch(self, contact: Handles, struck: Handles, walked: Walked, dt: float) -> None:
        """Note who is touched, and tell of those who were not before."""
        pairs = self._pairs()
        people, cars = self.people, self.traffic
        for i, j in pairs[::-1].tolist():
            contact[0][i], contact[1][i] = cars.ids[j], False
        for i, j in pairs.tolist():
            if struck[1][i]:
                struck[0][i], struck[1][i] = cars.ids[j], False
                self._throw(i, j, walked, dt)
        touching = tuple((int(people.ids[i]), int(cars.ids[j])) for i, j in pairs.tolist())
        for pair, (i, j) in zip(touching, pairs.tolist(), strict=True):
            if pair not in self.touching:
                self._tell(pair, i, j)
        if touching != self.touching:
            self.touching = touching

    def _throw(self, i: int, j: int, walked: Walked, dt: float) -> None:
        """Throw somebody whom a vehicle has struck."""
        hulls, before = hulls_of_pair(self.people, i, self.traffic, j, dt)
        impacts = collide(before, hulls, dt) if dt > 0.0 else []
        if impacts:
            for name, values in thrown(hulls, np.array([1])).items():
                getattr(walked, name)[i] = values[0]
            change = max(hit.changes[0] for hit in impacts)
            self.pushed.append(Push.of(int(self.traffic.ids[j]), hulls, 0, change))

    def _pairs(self) -> Integers:
        """The pairs of rows of people and of vehicles that touch."""
        import seahaven.motion.walking_kernels as kernels

        people, cars = self.people, self.traffic
        is_loose = (people.path < 0) | people.strays | (people.phase == _FALLEN)
        on_road = is_loose | (people.phase == _CROSSING) | (people.phase == _HESITATING)
        roams = cars.motion != 0
        looked_at = np.arange(len(people)) if roams.any() else np.flatnonzero(on_road)
        if not len(looked_at) or not len(cars):
            return NO_PAIRS
        levels, heights = np.concatenate((people.z, cars.z)), np.concatenate((people.height, cars.height))
        pairs = kernels.touching(_boxes(people), looked_at, _boxes(cars), levels, heights)
        if not len(pairs):
            return NO_PAIRS
        i, j = pairs.T
        is_hit = (
            (np.abs(cars.speed[j]) > ROLLS) & (on_road[i] | roams[j]) & ~np.isin(cars.ids[j], self.cockpits.vehicle)
        )
        hit: Integers = pairs[is_hit]
        return hit[np.lexsort((hit[:, 1], hit[:, 0]))]

    def _tell(self, pair: tuple[int, int], i: int, j: int) -> None:
        people, cars = self.people, self.traffic
        boxes = np.vstack((_boxes(people)[i], _boxes(cars)[j]))
        speeds = np.array([people.speed[i], cars.speed[j]])
        if pair[0] > pair[1]:
            pair, boxes, speeds = (pair[1], pair[0]), boxes[::-1], speeds[::-1]
        self.collided.append(collision_of(pair, boxes, speeds))


class _Live:
    """The routes with those that were laid meanwhile, and the stretches on which people were after the last step."""

    def __init__(self, routes: FootRoutes, ways: tuple[Line, ...]) -> None:
        self._base = routes
        self._laid = [laid(routes.network, way)[0] for way in ways]
        self.ways = ways
        self.routes = routes.joined(self._laid)
        self.hints: Integers = np.empty(0, np.int64)
        self._ids: object = None

    def follow(self, ids: object, count: int) -> None:
        """Forget the stretches when people come or go: they are guesses, which may be wrong."""
        if self._ids is not ids or len(self.hints) != count:
            self._ids, self.hints = ids, np.full(count, -1, np.int64)

    def lay(self, ways: tuple[Line, ...], place: int) -> float:
        """Take over the way at a place; gives how far to its left one is who is where it begins."""
        route, offset = laid(self._base.network, ways[place])
        self._laid = [*self._laid[:place], route, *self._laid[place + 1 :]]
        self.ways, self.routes = ways, self._base.joined(self._laid)
        return offset

    def is_crossing(self, path: int, progress: float) -> bool:
        """Whether a place on a route is on a crosswalk."""
        return any(begin < progress < end for begin, end, _ in self.routes.legs(int(path)))


def _boxes(table: object) -> Floats:
    boxes: Floats = np.column_stack([getattr(table, name) for name in _BOX])
    return boxes
