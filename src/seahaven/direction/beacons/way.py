"""The way of a stream: lanes one after the other, and how far along them everybody is."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats
from seahaven.roads import LaneMap
from seahaven.roads.routing import Route

__all__ = ["Way"]


class Way:
    """Metres along the lanes of a route, from where it begins to where it ends.

    way = Way(lane_map, route)
    way.along(table.lane, table.s)
    """

    is_immutable: ClassVar[bool] = True

    begin: float
    end: float

    def __init__(self, lane_map: LaneMap, route: Route) -> None:
        self._lane_map = lane_map
        self._offset = np.full(len(lane_map) + 1, np.nan)
        self._lanes = list[int]()
        offset = 0.0
        for k, lane in enumerate(route.lanes):
            before = route.lanes[k - 1] if k else None
            if before is not None and lane in lane_map.successors(before):
                offset += float(lane_map.length[before])
            elif before is not None:
                self._lanes.pop()
            self._offset[lane] = offset
            self._lanes.append(lane)
        self._starts = self._offset[self._lanes]
        self.begin, self.end = route.start_s, offset + route.end_s

    def along(self, lane: Any, s: Any) -> Any:
        """How far along the way places on lanes are; NaN where they are not on it."""
        return self._offset[lane] + s

    def place(self, along: Floats) -> tuple[Any, Floats]:
        """The lanes, and the s on them, of places along the way."""
        rows = np.clip(np.searchsorted(self._starts, along, side="right") - 1, 0, len(self._lanes) - 1)
        return np.array(self._lanes)[rows], along - self._starts[rows]

    def at(self, lane: int, s: float) -> float:
        """How far along the way a place is, which may lie on a lane beside it."""
        lane_map, near = self._lane_map, [lane, *_beside(self._lane_map, lane)]
        found = [self._offset[one] for one in near if not np.isnan(self._offset[one])]
        if not found:
            raise InputError(f"lane '{lane_map.name(lane)}' is not on the way of the stream, nor beside it")
        return float(found[0]) + s


def _beside(lane_map: LaneMap, lane: int) -> list[int]:
    """The lanes beside a lane."""
    return [
        one
        for one in range(len(lane_map))
        if lane_map.road[one] == lane_map.road[lane]
        and lane_map.section[one] == lane_map.section[lane]
        and lane_map.along[one] == lane_map.along[lane]
    ]
