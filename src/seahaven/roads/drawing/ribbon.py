"""Lanes as ribbons: two borders each, in the order of the road's s, as far as the window shows them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads.drawing.window import Window
from seahaven.roads.lanemap import LaneMap


class Ribbons:
    """The borders of all lanes of a map, as seen through a window; `seen` tells which vertices may be in sight.

    Left and right are those of the road seen along its s, whichever way traffic runs.
    """

    def __init__(self, lane_map: LaneMap, window: Window) -> None:
        self.lane_map, self.window = lane_map, window
        strips = lane_map.strips
        self._centre = np.column_stack((strips.x, strips.y))
        half = 0.5 * strips.width * np.where(lane_map.along[lane_map.lane_of], 1.0, -1.0)
        self._to_left = half[:, np.newaxis] * np.column_stack((strips.normal_x, strips.normal_y))
        self.seen = self._near(self._centre, float(strips.width.max(initial=0.0)), lane_map.lane_of)
        self._in_sight = np.bincount(lane_map.lane_of[self.seen], minlength=len(lane_map)) > 0
        self._lanes = {
            (road, section, number): lane
            for lane, (road, section, number) in enumerate(
                zip(lane_map.road.tolist(), lane_map.section.tolist(), lane_map.number.tolist(), strict=True)
            )
        }

    def lane(self, road: int, section: int, number: int) -> int | None:
        """The lane of that road, by its index, section and number."""
        return self._lanes.get((road, section, number))

    def sees(self, lanes: Integers) -> bool:
        """Whether some of the lanes are in sight."""
        return bool(self._in_sight[lanes].any())

    def across(self, lane: int, s: float) -> Floats:
        """The ends of a line across a lane at an s of its road, from left to right, as rows of x, y in metres."""
        rows = self._rows(lane)
        ends = (self._centre[rows] + self._to_left[rows], self._centre[rows] - self._to_left[rows])
        stations = self.lane_map.road_s[rows]
        return np.array([[np.interp(s, stations, end[:, axis]) for axis in (0, 1)] for end in ends])

    def along(self, lane: int, start: float, end: float) -> Floats:
        """The middle of a lane between two s in the direction of travel, in pixels."""
        rows = slice(*self.lane_map.first[lane : lane + 2].tolist())
        s = self.lane_map.s[rows]
        stations = np.concatenate(([start], s[(s > start) & (s < end)], [end]))
        points = [np.interp(stations, s, self._centre[rows, axis]) for axis in (0, 1)]
        return self.window.pixels(np.column_stack(points))

    def pieces(self, lane: int) -> Iterator[tuple[Floats, Floats]]:
        """The left and the right border of each stretch of a lane that is seen, in pixels."""
        rows = self._rows(lane)
        for run in _runs(self.seen[rows]):
            here = rows[run]
            middle, out = self._centre[here], self._to_left[here]
            yield self.window.pixels(middle + out), self.window.pixels(middle - out)

    def border(self, lane: int, side: float, start: float, end: float, aside: float = 0.0) -> Iterator[Floats]:
        """The seen stretches of a line along a lane, in pixels, between two s of its road.

        Side 1 is the left border, -1 the right one, 0 the middle; the line lies `aside` metres further to the left.
        """
        rows = self._rows(lane)
        s = self.lane_map.road_s[rows]
        inner = (s > start) & (s < end)
        stations = np.concatenate(([max(start, s[0])], s[inner], [min(end, s[-1])]))
        if stations[-1] <= stations[0]:
            return
        line = self._centre[rows] + self._to_left[rows] * side
        length = np.hypot(*self._to_left[rows].T)[:, np.newaxis]
        if aside:
            normal = np.column_stack((self.lane_map.normal_x[rows], self.lane_map.normal_y[rows]))
            line = line + aside * (normal if self.lane_map.along[lane] else -normal)
        points = np.column_stack([np.interp(stations, s, line[:, axis]) for axis in (0, 1)])
        for run in _runs(self._near(points, float(length.max()))):
            yield self.window.pixels(points[run])

    def _near(self, points: Floats, margin: float, line: NDArray[np.int32] | None = None) -> Truths:
        """Which points of a line, or of several, have a stretch before or after them that may be in sight."""
        low, high = np.minimum(points[:-1], points[1:]), np.maximum(points[:-1], points[1:])
        window = self.window
        left, bottom = window.left - margin, window.bottom - margin
        right, top = window.right + margin, window.top + margin
        seen = (high[:, 0] >= left) & (low[:, 0] <= right) & (high[:, 1] >= bottom) & (low[:, 1] <= top)
        if line is not None:
            seen &= line[1:] == line[:-1]
        near: Truths = (np.append(seen, False) | np.append(False, seen))[: len(points)]
        return near

    def _rows(self, lane: int) -> Integers:
        first, last = self.lane_map.first[lane : lane + 2].tolist()
        return np.arange(first, last) if self.lane_map.along[lane] else np.arange(last - 1, first - 1, -1)


def _runs(near: Truths) -> Iterator[slice]:
    """Where a line is in sight, from point to point."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], near, [False])).astype(np.int8)))
    yield from (slice(low, high) for low, high in edges.reshape(-1, 2).tolist() if high - low > 1)
