"""What moves people on foot from one date to the next, and sees whom vehicles hit."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError
from seahaven.geometry import Floats, Integers
from seahaven.kernel import Emits, Module, Param, State, Tick
from seahaven.motion.bystanders import hulls_of_pair
from seahaven.motion.cockpit_family import COCKPIT
from seahaven.motion.collision import Collision, Push, collision_of
from seahaven.motion.impact import collide
from seahaven.motion.struck import Fallen, thrown
from seahaven.roads.walking import FootRoutes
from seahaven.world import ROAD_VEHICLE, WalkPhase, entity_with_id, reads, writes

if TYPE_CHECKING:
    from seahaven.motion.walking_kernels import Walked

__all__ = ["Walking"]

_CROSSING, _HESITATING, _FALLEN = (int(p) for p in (WalkPhase.CROSSING, WalkPhase.HESITATING, WalkPhase.FALLEN))
"""Plain numbers: arrays are compared with these in a quarter of the time that members of an enumeration take."""
_FILLED = ("x", "y", "z", "heading", "speed", "progress", "offset", "crosswalk", "across", "toward", "room", "far")
_READ = ("x", "y", "z", "heading", "speed", "path", "progress", "offset", "stride", "lean", "dodge", "strays")
_BOX = ("x", "y", "heading", "length", "width")
Handles: TypeAlias = tuple[Integers, NDArray[np.bool_]]
"""Ids, and where there is none."""
ROLLS = 0.3
"""Speed (m/s) below which a vehicle hits nobody; who stands beside it only touches it."""
NO_PAIRS: Integers = np.empty((0, 2), np.int64)


class Walking(Module):
    """Moves people along their routes as fast as they wish, and sideways as they lean.

        Walking("walking", rate=10, routes=routes)

    Whoever has no route stays where it is. People whom a vehicle touches have it in `contact`, and each contact is told
    once. They are thrown by the impulse of the impact, slide to rest and lie there; `pushed` tells how the vehicle
    moves on, for `FreeMotion` to take it over. Vehicles that are bound to lanes touch people on roadways only: where
    the box of a long one reaches over a kerb in a narrow turn, its wheels do not. Vehicles with a cockpit are left to
    `FreeMotion`, which sees at its own rate whom they strike.
    """

    routes: Param[FootRoutes]
    collided: Emits[Collision]
    pushed: Emits[Push]
    touching: State[tuple[tuple[int, int], ...]] = ()

    people = reads("person", *_READ, "crosswalk", "phase", "length", "width", "height", "struck")
    traffic = reads(ROAD_VEHICLE, *_BOX, "z", "height", "speed", "kind", "motion")
    cockpits = reads(COCKPIT, "vehicle")
    body = writes("person", *_FILLED, "contact", "struck")

    def step(self, tick: Tick) -> None:
        """Move everybody on by one period, and see whom vehicles touch by now."""
        import seahaven.motion.walking_kernels as kernels

        if not len(self.people):
            return
        people, rows = self.people, np.arange(len(self.people))
        *filled, (contact, nulls), (struck, unhurt) = self.body.all_cells()
        bad = kernels.walk_all(
            self.routes.arrays, kernels.Walkers(*(getattr(people, name) for name in _READ)), rows, tick.dt,
            kernels.Walked(*(values for values, _ in filled)), self._hints(rows),
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

    def _hints(self, rows: Integers) -> Integers:
        """For each row the stretch that it was on after the last step: a guess, which may be wrong."""
        if self.live is None or self.live[0] is not self.people.ids or len(self.live[1]) != len(rows):
            self.live = self.people.ids, np.full(len(rows), -1, np.int64)
        hints: Integers = self.live[1]
        return hints

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


def _boxes(table: object) -> Floats:
    boxes: Floats = np.column_stack([getattr(table, name) for name in _BOX])
    return boxes
