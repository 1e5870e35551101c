"""Along the roads around a place: how far ahead or behind lanes are, and how many lanes to the side."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import ClassVar, Literal

import numpy as np

from seahaven.geometry import Floats, Indices
from seahaven.roads import LaneMap

__all__ = ["Vicinities", "Vicinity"]

MOST = 64
"""Around so many lanes the roads are kept in mind at once."""

_Step = tuple[float, int, int, float]
"""How far away, which lane, how many lanes to the left, and how far ahead it begins."""


class Vicinity:
    """The lanes that lead to a lane, and those to which it leads, with the lanes beside them that run the same way.

        vicinity = Vicinity(lane_map, lane, reach=300.0)
        ahead = vicinity.offset[table.lane] + table.s - s

    `offset` has for each lane of the map how many metres ahead of the beginning of `lane` it begins, NaN where it is
    further than the reach, as for the lane -1 of those who are on none; `side` how many lanes to the left it lies.
    Where there are several ways, the shortest counts. It never changes.
    """

    is_immutable: ClassVar[bool] = True

    offset: Floats
    side: Indices

    def __init__(self, lane_map: LaneMap, lane: int, *, reach: float) -> None:
        self.offset = np.full(len(lane_map) + 1, np.nan)
        self.side = np.zeros(len(lane_map) + 1, np.int32)
        for way in (1, -1):
            self._walk(lane_map, lane, reach, way)

    def _walk(self, lane_map: LaneMap, lane: int, reach: float, way: int) -> None:
        """Go along the lanes in one direction, the nearest first."""
        queue: list[_Step] = [(0.0, lane, 0, 0.0)]
        seen = set[int]()
        while queue:
            away, here, side, offset = heappop(queue)
            if here in seen or away > reach:
                continue
            seen.add(here)
            if np.isnan(self.offset[here]):
                self.offset[here], self.side[here] = offset, side
            for beside, to_left in _beside(lane_map, here):
                heappush(queue, (away, beside, side + to_left, offset))
            length = float(lane_map.length[here])
            for onward in lane_map.successors(here) if way > 0 else lane_map.predecessors(here):
                begins = offset + length if way > 0 else offset - float(lane_map.length[onward])
                further = begins - float(lane_map.length[lane]) if way > 0 else -offset
                heappush(queue, (further, onward, side, begins))


def _beside(lane_map: LaneMap, lane: int) -> list[tuple[int, Literal[1, -1]]]:
    """The lanes beside a lane that run the same way, with 1 for the left one and -1 for the right one."""
    found: list[tuple[int, Literal[1, -1]]] = []
    if lane_map.left[lane] >= 0 and not lane_map.left_opposite[lane]:
        found.append((int(lane_map.left[lane]), 1))
    if lane_map.right[lane] >= 0 and not lane_map.right_opposite[lane]:
        found.append((int(lane_map.right[lane]), -1))
    return found


class Vicinities:
    """The roads around lanes, kept for those that were asked for lately."""

    __slots__ = ("_known", "_lane_map", "_reach")

    def __init__(self, lane_map: LaneMap, reach: float) -> None:
        self._lane_map = lane_map
        self._reach = reach
        self._known: dict[int, Vicinity] = {}

    def around(self, lane: int) -> Vicinity:
        """The roads around a lane."""
        if lane not in self._known:
            if len(self._known) >= MOST:
                self._known.clear()
            self._known[lane] = Vicinity(self._lane_map, lane, reach=self._reach)
        return self._known[lane]
