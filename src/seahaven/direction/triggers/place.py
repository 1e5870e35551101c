"""Places of triggers: a line across lanes, a stretch of road, or an area; and who is there."""

from __future__ import annotations

from math import cos, hypot, sin
from typing import ClassVar, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError, nearest
from seahaven.geometry import Box, Floats, Truths
from seahaven.roads import LaneMap
from seahaven.world import Table

__all__ = ["OnLanes", "Place", "Rectangle", "Round", "lanes_across", "lanes_along"]

Rows = NDArray[np.intp]
Outline: TypeAlias = tuple[tuple[float, float], ...]
STEP = 25.0
"""Metres from one point of a stretch to the next, to find a circle around it."""
ACROSS = 1.0
"""Stretches shorter than this (m) are drawn as lines across their lanes."""


class Place(Protocol):
    """Somewhere that vehicles can be."""

    @property
    def circle(self) -> tuple[float, float, float]:
        """A circle that holds all of it: x, y and radius."""
        ...

    @property
    def outlines(self) -> tuple[Outline, ...]:
        """What it looks like from above: lines of points, x and y."""
        ...

    def holds(self, table: Table, rows: Rows, dt: float) -> Truths:
        """Of each of some rows of the table of vehicles, whether it is there, or was within the last `dt` seconds."""
        ...


class Round:
    """Everything within a radius of a point: a vehicle is there when its centre is."""

    is_immutable: ClassVar[bool] = True

    def __init__(self, x: float, y: float, radius: float) -> None:
        if not radius > 0.0:
            raise InputError(f"a round place got radius {radius!r}; expected metres above 0")
        self.circle = (float(x), float(y), float(radius))

    @property
    def outlines(self) -> tuple[Outline, ...]:
        """None besides the circle itself."""
        return ()

    def holds(self, table: Table, rows: Rows, dt: float) -> Truths:
        """Of each row, whether its centre lies inside."""
        x, y, radius = self.circle
        inside: Truths = np.hypot(table.x[rows] - x, table.y[rows] - y) <= radius
        return inside


class Rectangle:
    """A rectangle: a vehicle is there when its centre is."""

    is_immutable: ClassVar[bool] = True

    def __init__(self, box: Box) -> None:
        self._box = box
        self.circle = (box.pose.x, box.pose.y, 0.5 * hypot(box.length, box.width))

    @property
    def outlines(self) -> tuple[Outline, ...]:
        """Its four sides."""
        corners = [(float(x), float(y)) for x, y in self._box.corners]
        return ((*corners, corners[0]),)

    def holds(self, table: Table, rows: Rows, dt: float) -> Truths:
        """Of each row, whether its centre lies inside."""
        pose = self._box.pose
        east, north = table.x[rows] - pose.x, table.y[rows] - pose.y
        along = east * cos(pose.heading) + north * sin(pose.heading)
        across = north * cos(pose.heading) - east * sin(pose.heading)
        inside: Truths = (np.abs(along) <= 0.5 * self._box.length) & (np.abs(across) <= 0.5 * self._box.width)
        return inside


class OnLanes:
    """Stretches of lanes, from one s to another each; where the two are the same it is a line across the lane.

    A vehicle is there as long as any part of it is, and nobody is too fast for a line.
    """

    is_immutable: ClassVar[bool] = True

    def __init__(self, lane_map: LaneMap, stretches: dict[int, tuple[float, float]]) -> None:
        self._first = np.full(len(lane_map) + 1, np.inf)
        self._last = np.full(len(lane_map) + 1, -np.inf)
        for lane, (first, last) in stretches.items():
            self._first[lane], self._last[lane] = first, last
        self.stretches = dict(stretches)
        self.circle = _circle(lane_map, stretches)
        self._lane_map = lane_map

    @property
    def outlines(self) -> tuple[Outline, ...]:
        """Of each stretch its middle, or of a line what lies across its lane."""
        return tuple(_outline(self._lane_map, lane, *ends) for lane, ends in self.stretches.items())

    def holds(self, table: Table, rows: Rows, dt: float) -> Truths:
        """Of each row, whether any part of it is on one of the stretches, or has just driven over it."""
        lane, s, half = table.lane[rows], table.s[rows], 0.5 * table.length[rows]
        rear = s - half - table.speed[rows] * dt
        there: Truths = (s + half >= self._first[lane]) & (rear < self._last[lane])
        return there


def lanes_across(
    lane_map: LaneMap, road: str, road_s: float, lane: int | None = None
) -> dict[int, tuple[float, float]]:
    """A line across a road, or across one of its lanes by number."""
    return lanes_along(lane_map, road, road_s, road_s, lane)


def lanes_along(
    lane_map: LaneMap, road: str, begin: float, end: float, lane: int | None = None
) -> dict[int, tuple[float, float]]:
    """A stretch of a road, or of one of its lanes by number, from one s of the road to another."""
    ids = [one.id for one in lane_map.network.roads]
    if road not in ids:
        raise InputError(f"there is no road '{road}'{nearest(road, ids)}")
    length = lane_map.network.road(road).length
    if not 0.0 <= begin <= end <= length:
        at = f"s={begin:g}" if begin == end else f"stretch from {begin:g} to {end:g} m"
        raise InputError(f"road '{road}' has no {at}; it is {length:g} m long")
    if lane is not None:
        lane_map.lane_at(road, lane, begin)
    own = np.flatnonzero((lane_map.road == ids.index(road)) & ((lane_map.number == lane) | (lane is None)))
    found = {int(one): _part(lane_map, int(one), begin, end) for one in own}
    return {one: part for one, part in found.items() if part is not None}


def _part(lane_map: LaneMap, lane: int, begin: float, end: float) -> tuple[float, float] | None:
    """From where to where, in s of a lane, it lies on a stretch of its road; None where it does not."""
    rows = slice(int(lane_map.first[lane]), int(lane_map.first[lane + 1]))
    road_s, own = lane_map.road_s[rows], lane_map.s[rows]
    flip = 1.0 if lane_map.along[lane] else -1.0
    if end < road_s.min() or begin > road_s.max():
        return None
    ends = np.interp(flip * np.array([begin, end]), flip * road_s, own)
    return float(ends.min()), float(ends.max())


def _outline(lane_map: LaneMap, lane: int, first: float, last: float) -> Outline:
    if last - first < ACROSS:
        half = 0.5 * float(lane_map.width(lane, first))
        ends = [lane_map.place(lane, first, offset) for offset in (half, -half)]
        return tuple((float(place.x), float(place.y)) for place in ends)
    s = np.linspace(first, last, int((last - first) / STEP) + 2)
    place = lane_map.place(np.full(len(s), lane), s)
    return tuple(zip(place.x.tolist(), place.y.tolist(), strict=True))


def _circle(lane_map: LaneMap, stretches: dict[int, tuple[float, float]]) -> tuple[float, float, float]:
    """A circle around stretches of lanes."""
    xs, ys = list[Floats](), list[Floats]()
    for lane, (first, last) in stretches.items():
        s = np.linspace(first, last, int((last - first) / STEP) + 2)
        place = lane_map.place(np.full(len(s), lane), s)
        xs.append(place.x)
        ys.append(place.y)
    x, y = np.concatenate(xs), np.concatenate(ys)
    middle = 0.5 * (x.min() + x.max()), 0.5 * (y.min() + y.max())
    radius = np.hypot(x - middle[0], y - middle[1]).max() + STEP
    return float(middle[0]), float(middle[1]), float(radius)
