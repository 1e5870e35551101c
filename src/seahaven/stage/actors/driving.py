"""Actors at a steering wheel or handlebars: they choose a way to their line, and the speed that brings them there."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, inf, isfinite
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Self

import numpy as np

from seahaven.motion import Rerouted
from seahaven.roads.model import Turn
from seahaven.stage.actors.actor import Actor, Orders
from seahaven.stage.actors.stage import Path, Stage, limit_at
from seahaven.world import MOTIONS, Press, Table

if TYPE_CHECKING:
    from seahaven.stage.mark import Mark
    from seahaven.stage.scene import CastRole, Scene, Shot

__all__ = ["BusActor", "CarActor", "CyclistActor", "DriverActor", "MotorcycleActor", "TruckActor"]

LANE_BOUND: Final = MOTIONS.index("lane")
FURTHEST, NEAREST = 600.0, 25.0
"""Metres to its line within which a vehicle is asked."""
SLOWEST, FASTEST = 0.35, 1.12
"""Shares of the speed limit between which an actor drives without being noticed."""
CALMEST, QUICKEST = 0.5, 0.95
"""The same when a role is taken: what is left makes up for the student's changes."""
DELAY = 4.0
"""s that each junction on the way takes besides driving over it."""
FOLLOWS: Final = 25.0
"""m of gap up to which the vehicle ahead says how fast it goes, worth `BEHIND` s of waiting."""
BEHIND: Final = 4.0
PER_JUNCTION = 5.0
"""s of waiting that each junction on the way to its own is worth: what waits there cannot be foreseen."""
TOP_OF_BICYCLES = 6.5
"""m/s."""
LATE, SOON = 2.5, 4.0
"""s by which an actor may be about to miss its mark before it says so; and s before a shot from which speed counts."""
SETTLES = 1.5
"""s after it has taken a role before which an actor has no excuse: its new way is only known then."""
ALONE: Final = 25.0
"""Metres around the place within which there may be nobody but the student when an actor forgets to yield."""
OVER: Final = 5.0
"""m to its line within which an actor without a way to it is taken to be over it, and no more on its way."""
PER_SECOND = 2
"""Times a second that a speed is told."""
BETTER_OWN = 3.0
"""s of waiting that keeping its own route is worth."""
STRONG = 6.0
"""m/s² of `brake hard`."""
USUAL: Final = {"keeps_lane": 0.0, "runs_lights": 0.0, "is_reckless": 0.0}
DIRECTED: Final = {"adjust_acceleration": 1.5, "keeps_lane": 1.0}


class _Offer(NamedTuple):
    """How well a vehicle fits a role: smaller is better; its row, and its way."""

    cost: float
    entity: int
    path: Path


class DriverActor(Actor):
    """A driver with a role."""

    def __init__(self, role: CastRole, entity: int, path: Path | None = None) -> None:
        super().__init__(role, entity)
        self._path = path
        self._since_told, self._since_cast = inf, 0.0
        self._metres = inf

    # --- can it play? ---------------------------------------------------------------------------------------------

    @classmethod
    def candidates(cls, role: CastRole, scene: Scene, stage: Stage) -> Iterator[Self]:
        """Vehicles of its kind that can be at their first mark in time, driving naturally."""
        approaching = getattr(role.wish, "approaching", "ahead")
        offers = list[_Offer]()
        for row in cls._rows(stage):
            offer = cls._offer(row, role, scene, stage, approaching)
            if offer is not None:
                offers.append(offer)
        for offer in sorted(offers):
            yield cls(role, offer.entity, offer.path)

    @classmethod
    def _rows(cls, stage: Stage) -> list[int]:
        """The rows of vehicles near the place that have nothing else to do."""
        seen, (x, y) = stage.seen, stage.place.position
        kinds = seen.type.columns["kind"].kinds
        known = {kinds.index(kind) for kind in cls.kinds}
        return [
            row
            for row in range(len(seen.ids))
            if int(seen.kind[row]) in known
            and int(seen.motion[row]) == LANE_BOUND
            and bool(seen.null("contact")[row])
            and int(seen.ids[row]) not in stage.taken
            and float(seen.speed[row]) > 1.0
            and hypot(float(seen.x[row]) - x, float(seen.y[row]) - y) < FURTHEST
        ]

    @classmethod
    def _offer(cls, row: int, role: CastRole, scene: Scene, stage: Stage, approaching: str) -> _Offer | None:
        first = next((shot for shot in scene.shots if _mark(shot, role.name)), None)
        mark = _mark(first, role.name) if first else None
        if first is None or mark is None:
            return None
        time = stage.student.time(first.student)
        wanted = _turns(scene, role.name, approaching)
        best: _Offer | None = None
        for number, path in enumerate(stage.paths(row, approaching, FURTHEST)):
            metres = path.metres - 0.5 * float(stage.seen.length[row])
            if not metres > NEAREST or (wanted and path.turn not in wanted):
                continue
            if approaching == "ahead" and metres > stage.student.way - 12.0:
                continue
            if approaching == "behind" and metres < stage.student.way + 8.0:
                continue
            pace = cls._pace(metres, mark, time - DELAY * path.junctions)
            low, high = cls._range(stage, row)
            if not low * CALMEST / SLOWEST <= pace <= high * QUICKEST / FASTEST:
                continue
            off = abs(metres / max(pace, 0.1) - metres / max(float(stage.seen.speed[row]), 2.0))
            is_behind = not bool(stage.seen.null("gap")[row]) and float(stage.seen.gap[row]) < FOLLOWS
            is_other = number > 0 and path.route != int(stage.seen.route[row])
            cost = off + PER_JUNCTION * path.junctions + BEHIND * is_behind + BETTER_OWN * is_other
            if best is None or cost < best.cost:
                best = _Offer(cost, int(stage.seen.ids[row]), path)
        return best

    @classmethod
    def _range(cls, stage: Stage, row: int) -> tuple[float, float]:
        """The speeds between which it drives naturally."""
        limit = limit_at(stage, row)
        return SLOWEST * limit, FASTEST * limit

    @staticmethod
    def _pace(metres: float, mark: Mark, time: float) -> float:
        """The mean speed that brings it to a mark in so many seconds."""
        if mark.is_time:
            return metres / max(time + mark.value, 0.1)
        return (metres - mark.value) / max(time, 0.1)

    # --- play -----------------------------------------------------------------------------------------------------

    @property
    def approaching(self) -> str:
        """From where it comes."""
        return str(getattr(self.role.wish, "approaching", "ahead"))

    def begin(self, stage: Stage, orders: Orders) -> float:
        """Take its way, and drive as directed."""
        row = _row(stage, self.entity)
        path = self._path
        if path is not None and path.route != int(stage.seen.route[row]):
            orders.rerouted.append(Rerouted(self.entity, path.route, path.entry))
        orders.engaged.append(self.entity)
        orders.presses.extend(Press((self.entity,), dial, value) for dial, value in (USUAL | DIRECTED).items())
        return path.metres if path is not None else 0.0

    def play(self, stage: Stage, shot: Shot, following: Shot | None, controllers: Table, orders: Orders) -> None:
        """Drive at the speed that brings it to its next mark when the student comes to its own."""
        self._since_told += stage.dt
        self._since_cast += stage.dt
        row, mark = _row(stage, self.entity), _mark(shot, self.role.name)
        if row >= 0:
            self._metres -= float(stage.seen.speed[row]) * stage.dt
        if mark is None and following is not None:
            shot, mark = following, _mark(following, self.role.name)
        if row < 0 or mark is None or self._since_told < 1.0 / PER_SECOND:
            return
        path, time = stage.own_path(row, self.approaching), stage.student.time(shot.student)
        if path is None or not isfinite(time):
            return
        self._metres = path.metres
        low, high = self._range(stage, row)
        wanted = getattr(shot.states[self.role.name], "speed", None)
        pace = self._pace(path.metres, mark, time - DELAY * path.junctions)
        if wanted is not None and time < SOON:
            pace = float(wanted) + 0.5 * (pace - float(wanted))
        orders.presses.append(Press((self.entity,), "adjust_speed", min(max(pace, low), high)))
        self._since_told = 0.0

    def act(self, stage: Stage, shot: Shot, orders: Orders) -> None:
        """Begin to do what the shot says."""
        state = shot.states.get(self.role.name)
        act = state.act if state is not None else ""
        told = {
            "run the light": [("runs_lights", 1.0)],
            "forget to yield": [("is_reckless", 1.0)] if self._is_alone(stage) else [],
            "cross": [],
            "stop": [("stop", 1.0)],
            "brake hard": [("brake", STRONG)],
            "drive on": [("go", 1.0)],
        }.get(act, [])
        orders.presses.extend(Press((self.entity,), item, value) for item, value in told)

    def _is_alone(self, stage: Stage) -> bool:
        """Whether nobody but the student is near the place: only the student may be frightened."""
        seen, (x, y) = stage.seen, stage.place.position
        is_near = (seen.x - x) ** 2 + (seen.y - y) ** 2 < ALONE**2
        return not is_near[~np.isin(seen.ids, [self.entity, stage.student.entity])].any()

    def off(self, stage: Stage, shot: Shot, controllers: Table) -> float | None:
        """How far it is off its mark: in s if the mark is, by its present speed."""
        row, mark = _row(stage, self.entity), _mark(shot, self.role.name)
        if mark is None:
            return None
        path = stage.own_path(row, self.approaching) if row >= 0 else None
        metres = path.metres if path is not None else self._metres
        if row < 0 or (path is None and metres > OVER):
            return inf
        return metres / max(float(stage.seen.speed[row]), 0.5) - mark.value if mark.is_time else metres - mark.value

    def excuse(self, stage: Stage, shot: Shot) -> str:
        """Why it cannot make its next mark."""
        row, mark = _row(stage, self.entity), _mark(shot, self.role.name)
        if row < 0:
            return "it has left the roads"
        if not bool(stage.seen.null("contact")[row]):
            return "it has collided"
        if mark is None or self._since_cast < SETTLES:
            return ""
        path, time = stage.own_path(row, self.approaching), stage.student.time(shot.student)
        if path is None:
            return "" if mark.value <= 0.0 else "it does not come by there any more"
        if not isfinite(time) or time < 0.5:
            return ""
        low, high = self._range(stage, row)
        soonest = (path.metres - (0.0 if mark.is_time else mark.value)) / max(high, 0.1)
        needed = time + (mark.value if mark.is_time else 0.0)
        if soonest > needed + LATE:
            return f"it would be {soonest - needed:.1f} s late{self._blocked(stage, row)}"
        latest = path.metres / max(low, 0.1)
        return f"it would be {needed - latest:.1f} s early" if needed > latest + LATE and time > SOON else ""

    def _blocked(self, stage: Stage, row: int) -> str:
        """What stands in its way."""
        seen = stage.seen
        if not bool(seen.null("gap")[row]) and float(seen.gap[row]) < 15.0:
            return ", behind a slower vehicle"
        return ", since it stands" if float(seen.speed[row]) < 0.5 else ""

    def end(self, stage: Stage, orders: Orders) -> None:
        """Forget all orders."""
        if _row(stage, self.entity) >= 0:
            orders.presses.append(Press((self.entity,), "release"))
            orders.presses.extend(Press((self.entity,), dial, value) for dial, value in USUAL.items())
            orders.discharged.append(self.entity)

    def state(self) -> dict[str, Any]:
        """The role, the vehicle, and when it was told a speed."""
        return {
            **super().state(),
            "since": [self._since_told if isfinite(self._since_told) else -1.0, self._since_cast],
        }

    def load(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        told, self._since_cast = state["since"]
        self._since_told = inf if told < 0.0 else told
        self._metres = inf if state["metres"] is None else state["metres"]


class CarActor(DriverActor):
    """The driver of a car."""

    kinds: ClassVar[tuple[str, ...]] = ("car",)


class TruckActor(DriverActor):
    """The driver of a truck."""

    kinds: ClassVar[tuple[str, ...]] = ("truck",)


class BusActor(DriverActor):
    """The driver of a bus."""

    kinds: ClassVar[tuple[str, ...]] = ("bus",)


class MotorcycleActor(DriverActor):
    """Somebody on a motorcycle."""

    kinds: ClassVar[tuple[str, ...]] = ("motorcycle",)


class CyclistActor(DriverActor):
    """A cyclist."""

    kinds: ClassVar[tuple[str, ...]] = ("bicycle",)

    @classmethod
    def _range(cls, stage: Stage, row: int) -> tuple[float, float]:
        low, high = super()._range(stage, row)
        return min(low, 0.5 * TOP_OF_BICYCLES), min(high, TOP_OF_BICYCLES)


def _mark(shot: Shot, name: str) -> Mark | None:
    state = shot.states.get(name)
    return None if state is None else state.mark


def _row(stage: Stage, entity: int) -> int:
    ids = stage.seen.ids
    place = int(ids.searchsorted(entity))
    return place if place < len(ids) and int(ids[place]) == entity else -1


def _turns(scene: Scene, name: str, approaching: str) -> frozenset[Turn]:
    """The turns at the line by which it can do what the scene wants of it; none for any."""
    acts = {shot.states[name].act for shot in scene.shots if name in shot.states}
    for act, turn in (("turn left", Turn.LEFT), ("turn right", Turn.RIGHT), ("go straight on", Turn.STRAIGHT)):
        if act in acts:
            return frozenset({turn})
    if acts & {"cross", "run the light", "forget to yield"}:
        return frozenset({Turn.LEFT}) if approaching == "oncoming" else frozenset({Turn.LEFT, Turn.STRAIGHT})
    return frozenset()
