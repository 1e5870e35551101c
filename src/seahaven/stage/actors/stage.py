"""The stage: the place where a scene is played, the arms on which actors come, and the student's way there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import NamedTuple

import numpy as np

from seahaven.direction import Outlook
from seahaven.geometry import Floats, Integers
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.model import Turn
from seahaven.roads.places import Place, PlaceArm
from seahaven.roads.routing import Tracks
from seahaven.stage.mark import Mark
from seahaven.world import Table

__all__ = ["Path", "Stage", "Student"]

MOST_LANES = 40
"""So many lanes ahead a way is followed."""


class Path(NamedTuple):
    """A way to a line: by which route and entry, how far it is, over how many junctions before that of the line, and
    which turn is taken there (None: none)."""

    route: int
    entry: int
    metres: float
    junctions: int
    turn: Turn | None


@dataclass(slots=True)
class Student:
    """The student as seen from outside: how far before the line of the place, beyond it below 0."""

    entity: int
    outlook: Outlook
    way: float

    def time(self, mark: Mark) -> float:
        """Seconds until the student is at a mark; 0 or less once it is there, infinite for one that stands."""
        if mark.is_time:
            time = self.outlook.likely(self.way) if self.way > 0.0 else self.way / max(self.outlook.speed, 1.0)
            return time - mark.value
        metres = self.way - mark.value
        return self.outlook.likely(metres) if metres > 0.0 else metres / max(self.outlook.speed, 1.0)


class Stage:
    """Where a scene is played, as actors know it: in one step, with the tables of that step."""

    def __init__(
        self,
        place: Place,
        logic: JunctionLogic,
        tracks: Tracks,
        student: Student,
        seen: Table,
        controllers: Table,
        taken: frozenset[int],
        dt: float,
    ) -> None:
        self.place, self.logic, self.tracks = place, logic, tracks
        self.student, self.seen, self.taken, self.dt = student, seen, taken, dt
        self._controllers = controllers
        self._stops: dict[str, Floats] = {}

    # --- arms -----------------------------------------------------------------------------------------------------

    def arm(self, approaching: str) -> PlaceArm | None:
        """The arm on which somebody comes, as the student sees it; None where there is none."""
        if self.place.arrival is None:
            return None
        if approaching == "from the right":
            return self.place.from_right()
        if approaching == "from the left":
            return self.place.from_left()
        return self.place.opposite() if approaching == "oncoming" else self.place.arrival

    def stops(self, approaching: str) -> Floats:
        """Of each lane, the s of the line that who comes from there stops at; NaN for lanes without."""
        if approaching not in self._stops:
            found = np.full(len(self.logic.lane_map), np.nan)
            arm = self.arm(approaching)
            spots = arm.stops if arm is not None else self.place.entries if self.place.arrival is None else ()
            for spot in spots:
                found[spot.lane] = spot.s
            self._stops[approaching] = found
        return self._stops[approaching]

    # --- ways -----------------------------------------------------------------------------------------------------

    def paths(self, row: int, approaching: str, furthest: float) -> list[Path]:
        """The ways by which a vehicle can come to its line: by its own route first, then by those to other goals."""
        seen = self.seen
        route, entry, s = int(seen.route[row]), int(seen.entry[row]), float(seen.s[row])
        if entry < 0 or seen.lane[row] < 0:
            return []
        routes, entries = self.tracks.others_from(route, int(seen.lane[row]))
        return self._walk(np.append(route, routes), np.append(entry, entries), s, approaching, furthest)

    def own_path(self, row: int, approaching: str, furthest: float = 1000.0) -> Path | None:
        """The way of a vehicle's front to its line, by its own route; None where it does not come by there."""
        seen = self.seen
        route, entry = int(seen.route[row]), int(seen.entry[row])
        if entry < 0 or seen.lane[row] < 0:
            return None
        found = self._walk(np.array([route]), np.array([entry]), float(seen.s[row]), approaching, furthest)
        return found[0]._replace(metres=found[0].metres - 0.5 * float(seen.length[row])) if found else None

    def _walk(self, routes: Integers, entries: Integers, s: float, approaching: str, furthest: float) -> list[Path]:
        arrays, length, stops = self.tracks.arrays, self.logic.lane_map.length, self.stops(approaching)
        at, metres = entries.copy(), np.full(len(entries), -s)
        found = list[Path]()
        rows, junctions = np.arange(len(entries)), np.zeros(len(entries), np.int64)
        is_inside, was_inside = self.logic.lane_map.junction >= 0, np.zeros(len(entries), np.bool_)
        for _ in range(MOST_LANES):
            lanes = arrays.lane[at]
            line = metres + stops[lanes]
            onward = self._onward(at)
            with np.errstate(invalid="ignore"):
                arrived = line >= 0.0
            for k in np.flatnonzero(arrived & (line <= furthest)).tolist():
                turn = self._turn(int(lanes[k]), int(arrays.lane[onward[k]]) if onward[k] >= 0 else -1)
                found.append(Path(int(routes[rows[k]]), int(entries[rows[k]]), float(line[k]), int(junctions[k]), turn))
            junctions = junctions + (is_inside[lanes] & ~was_inside)
            was_inside, metres = is_inside[lanes], metres + length[lanes]
            goes = ~arrived & (onward >= 0) & (metres <= furthest)
            if not goes.any():
                break
            at, metres, rows = onward[goes], metres[goes], rows[goes]
            junctions, was_inside = junctions[goes], was_inside[goes]
        return sorted(found, key=lambda path: (path.route != int(routes[0]), path.route))

    def _onward(self, entries: Integers) -> Integers:
        """The entries by which one goes on, from the lane beside where one's own does not lead there."""
        arrays = self.tracks.arrays
        following = arrays.following[entries].astype(np.int64)
        for side in (arrays.left, arrays.right):
            beside = side[entries]
            other = np.where(beside >= 0, arrays.following[np.maximum(beside, 0)], -1)
            following = np.where(following < 0, other, following)
        return following

    def _turn(self, lane: int, onto: int) -> Turn | None:
        for way in self.logic.ways_from(lane):
            if onto in (way.lanes[0] if way.lanes else way.outgoing, way.outgoing):
                return way.turn
        return None

    # --- lights ---------------------------------------------------------------------------------------------------

    @cached_property
    def plan(self) -> SignalPlan:
        """The lights of the network."""
        return SignalPlan.of(self.logic)

    def own_letters(self) -> tuple[int, Integers] | None:
        """The controller of the student's light, and the letters that hold for the student; None without lights."""
        arm = self.place.arrival
        if arm is None:
            return None
        ways = [way.index for stop in arm.stops for way in self.logic.ways_from(stop.lane)]
        rows = sorted({int(row) for way in ways for row in self._rows(way)})
        if not rows:
            return None
        controller = int(np.searchsorted(self.plan.row_first, rows[0], side="right")) - 1
        return controller, np.array(rows) - int(self.plan.row_first[controller])

    def controller_id(self, number: int) -> int:
        """The id of the controller with this number in the plan."""
        return int(self._controllers.ids[number])

    def _rows(self, way: int) -> Integers:
        return self.plan.way_row[self.plan.way_first[way] : self.plan.way_first[way + 1]].astype(np.int64)


def limit_at(stage: Stage, row: int) -> float:
    """The speed limit where a vehicle is; 40 m/s where there is none."""
    lane, s = int(stage.seen.lane[row]), float(stage.seen.s[row])
    found = float(stage.logic.lane_map.limit(lane, s)) if lane >= 0 else inf
    return min(found, 40.0)
