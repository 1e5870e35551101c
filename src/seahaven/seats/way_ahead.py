"""What lies ahead on the ways of some tracks: waiting lines, lights, crosswalks and turns; looked up once per lane."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from seahaven.geometry import Integers
from seahaven.roads.junctions import TURNS, Conflict, ConflictKind, JunctionLogic, Sign, SignalPlan, Verdict
from seahaven.roads.model import LaneKind
from seahaven.roads.routing import Tracks
from seahaven.seats.view import TurnAhead
from seahaven.seats.view_arrays import Lanes
from seahaven.world import LightState

__all__ = ["Line", "Outlook", "WayAhead"]

FURTHEST: Final = 600.0
"""m. How far ahead of the beginning of a lane things are listed; a turn that is further is no concern yet."""
APPROACH: Final = 80.0
"""m. How far before a junction vehicles on another approach count as having the right of way: 6 s at 50 km/h."""
MOST_TURNS: Final = 8
YIELDING: Final = frozenset({Verdict.YIELD, Verdict.STOP_AND_YIELD})
_NOWHERE: Integers = np.empty(0, np.int64)


class Line(NamedTuple):
    """A waiting line, `far` metres from the beginning of the lane whose outlook it is in."""

    kind: str
    far: float
    way: int
    """Through the junction behind it; -1 elsewhere."""
    lights: tuple[int, ...]
    """Rows of the signals that hold there."""
    sign: str
    turn: str
    through: float


class Outlook(NamedTuple):
    """What lies ahead of the beginning of a lane of a route, in order."""

    lines: tuple[Line, ...]
    turns: tuple[tuple[float, str], ...]


class WayAhead:
    """The ways of some tracks; what was looked up is kept, since roads do not change.

    An entry is one of the tracks, or, for a vehicle without a route, that of its lane (`entry_of`).
    """

    def __init__(self, tracks: Tracks) -> None:
        self.tracks = tracks
        self.logic = JunctionLogic.of(tracks.lane_map)
        self.plan = SignalPlan.of(self.logic)
        self.lanes = _lanes(tracks)
        self._outlooks: dict[int, Outlook] = {}
        self._rivals: dict[tuple[int, tuple[int, ...]], Integers] = {}
        self._conflicts: dict[tuple[int, bool], tuple[Conflict, ...]] = {}

    @classmethod
    def of(cls, tracks: Tracks) -> WayAhead:
        """The ways of some tracks as all seats share them."""
        return tracks.known(cls)

    def entry_of(self, entry: int, lane: int) -> int:
        """The entry of a vehicle: its own, or that of its lane if it is off its route."""
        return entry if entry >= 0 else len(self.tracks.arrays.lane) + lane

    def outlook(self, entry: int) -> Outlook:
        """What lies ahead of the beginning of an entry's lane."""
        known = self._outlooks.get(entry)
        if known is None:
            lines = tuple(sorted(self._lines(entry), key=lambda line: line.far))
            turns = tuple(self._turns(entry))[:MOST_TURNS]
            known = self._outlooks[entry] = Outlook(lines, turns)
        return known

    def light(self, line: Line, states: Integers) -> tuple[str, int]:
        """What the light at a line shows, `none` without one, and its row."""
        for row in line.lights:
            if row < len(states) and states[row] != LightState.OFF:
                return LightState(int(states[row])).name.lower(), row
        return ("off" if line.lights else "none"), -1

    def rivals(self, line: Line, light: str, states: Integers) -> Integers:
        """The lanes on which vehicles may go first at a line, given what lights show; in ascending order.

        At green these are the ways that have green as well, such as that of oncoming vehicles for one that turns left.
        """
        if line.way < 0:
            return _NOWHERE
        is_dark = light in ("off", "blinking")
        foes = tuple(
            conflict.foe
            for conflict in self._yielded(line.way, is_dark=is_dark)
            if light != "green" or self._has_green(conflict.foe, states)
        )
        if (line.way, foes) not in self._rivals:
            self._rivals[line.way, foes] = self._lanes_of(foes)
        return self._rivals[line.way, foes]

    def _yielded(self, way: int, *, is_dark: bool) -> tuple[Conflict, ...]:
        """The conflicts of a way in which others go first."""
        known = self._conflicts.get((way, is_dark))
        if known is None:
            found = self.logic.conflicts(way)
            verdicts = ((one, one.dark_verdict if is_dark and one.is_lit else one.verdict) for one in found)
            known = tuple(one for one, verdict in verdicts if verdict in YIELDING)
            self._conflicts[way, is_dark] = known
        return known

    def _has_green(self, way: int, states: Integers) -> bool:
        """Whether the light of a way shows green."""
        rows = self.plan.way_row[self.plan.way_first[way] : self.plan.way_first[way + 1]]
        shown = states[rows[rows < len(states)]]
        return bool((shown == LightState.GREEN).any())

    def _lanes_of(self, ways: tuple[int, ...]) -> Integers:
        lanes = set[int]()
        for way in ways:
            lanes.update(self._approach(self.logic.ways[way].incoming))
            lanes.update(self.logic.ways[way].lanes)
        return np.array(sorted(lanes), np.int64)

    def _approach(self, lane: int) -> set[int]:
        """A lane, and those before it within `APPROACH`."""
        found, waiting = set[int](), [(lane, 0.0)]
        while waiting:
            at, far = waiting.pop()
            if at >= 0 and at not in found:
                found.add(at)
                further = far + float(self.tracks.lane_map.length[at])
                if further < APPROACH:
                    waiting += [(before, further) for before in self.tracks.lane_map.predecessors(at)]
        return found

    def _stages(self, entry: int) -> Iterator[tuple[int, float]]:
        """The entries ahead, and how far the beginning of each lane is."""
        far, length = 0.0, self.lanes.length
        while entry >= 0 and far < FURTHEST:
            yield entry, far
            far += max(float(length[self.lanes.lane[entry]]), 0.01)
            entry = int(self.lanes.following[entry])

    def _lines(self, entry: int) -> Iterator[Line]:
        tables, plan = self.logic.tables, self.plan
        for at, far in self._stages(entry):
            lane = int(self.lanes.lane[at])
            end = far + float(self.lanes.length[lane])
            way = self._way(at)
            if way >= 0 and self._matters(way):
                rows = plan.way_row[plan.way_first[way] : plan.way_first[way + 1]].tolist()
                turn, sign = TURNS[tables.way_turn[way]].value, self.logic.sign(way).value
                stop, through = float(tables.way_stop[way]), float(tables.way_length[way])
                yield Line("junction", end + stop, way, tuple(rows), sign, turn, through)
            for k in range(plan.lane_first[lane], plan.lane_first[lane + 1]):
                row, s = int(plan.lane_row[k]), float(plan.lane_s[k])
                yield Line("light", far + s, -1, (row,), Sign.NONE.value, "straight", 0.0)
            for k in range(tables.crossing_first[lane], tables.crossing_first[lane + 1]):
                s = float(tables.crossing_wait[k])
                yield Line("crosswalk", far + s, -1, (), Sign.NONE.value, "straight", 0.0)

    def _matters(self, way: int) -> bool:
        """Whether one may have to wait before a way: by a light, a sign, or for others."""
        plan = self.plan
        return bool(plan.way_first[way + 1] > plan.way_first[way]) or any(
            conflict.verdict is not Verdict.GO_FIRST or conflict.dark_verdict is not Verdict.GO_FIRST
            for conflict in self.logic.conflicts(way)
            if conflict.kind is not ConflictKind.DIVERGE
        )

    def _turns(self, entry: int) -> Iterator[tuple[float, str]]:
        for at, far in self._stages(entry):
            way = self._way(at)
            if way >= 0:
                yield far + float(self.lanes.length[self.lanes.lane[at]]), self.logic.ways[way].turn.value

    def _way(self, entry: int) -> int:
        """The way that begins at the end of an entry's lane and leads where the entries do; -1 for none."""
        lanes = self.lanes
        for way in self.logic.ways_from(int(lanes.lane[entry])):
            at, fits = int(lanes.following[entry]), True
            for lane in way.lanes:
                fits = fits and at >= 0 and int(lanes.lane[at]) == lane
                at = int(lanes.following[at]) if fits else -1
            if fits and at >= 0 and int(lanes.lane[at]) == way.outgoing:
                return way.index
        return -1

    def turns(self, entry: int, s: float) -> tuple[TurnAhead, ...]:
        """The turns ahead of a place on an entry's lane."""
        return tuple(TurnAhead(far - s, turn) for far, turn in self.outlook(entry).turns if far >= s)


def _lanes(tracks: Tracks) -> Lanes:
    """The lanes as compiled code takes them: entries of the tracks first, then one for each lane."""
    lane_map = tracks.lane_map
    lane, following = tracks.with_lanes()
    is_driven = np.array([kind.is_driving for kind in LaneKind])[lane_map.kind]
    lookup, strips = lane_map.strips.lookup, lane_map.strips
    table = Lanes(
        *lookup, lane_map.left, lane_map.right, lane_map.left_opposite, lane_map.right_opposite, following, lane,
        strips.limit, strips.may_change, is_driven,
    )  # fmt: skip
    for each in table:
        each.setflags(write=False)
    return table
