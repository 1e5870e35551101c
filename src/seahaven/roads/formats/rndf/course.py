"""Smooth courses through waypoints."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from math import atan2, cos, dist, hypot, sin
from typing import Final, TypeAlias

from seahaven.geometry import angle_between

__all__ = ["Course", "Point", "bend", "through"]

Point: TypeAlias = tuple[float, float]

STRAIGHT: Final = 0.02
"""Radians by which a course may turn at a waypoint and still run straight from one to the next."""
FACET: Final = 2.0
"""Metres between the points of a bend, about."""
TURNS_BACK: Final = 2.5
"""Radians from which on a bend leads back: it then swings out by `ROOM` metres at least, as a car has to."""
ROOM: Final = 6.0
SAME: Final = 1e-3
"""Metres below which two points are one."""


@dataclass(frozen=True)  # without slots, for the sake of what is worked out once
class Course:
    """Points one after the other, with no two at one place; `s` counts along it in metres."""

    points: tuple[Point, ...]

    @cached_property
    def stations(self) -> tuple[float, ...]:
        """The s of each point."""
        return tuple(accumulate((dist(a, b) for a, b in pairwise(self.points)), initial=0.0))

    @property
    def length(self) -> float:
        """Its whole length."""
        return self.stations[-1]

    def point(self, s: float) -> Point:
        """The place at s; before its beginning and behind its end it goes on straight."""
        k = min(max(bisect_right(self.stations, s) - 1, 0), len(self.points) - 2)
        (x, y), (u, v) = self.points[k], self.points[k + 1]
        share = (s - self.stations[k]) / (self.stations[k + 1] - self.stations[k])
        return x + share * (u - x), y + share * (v - y)

    def heading(self, s: float) -> float:
        """The direction at s."""
        k = min(max(bisect_right(self.stations, s) - 1, 0), len(self.points) - 2)
        (x, y), (u, v) = self.points[k], self.points[k + 1]
        return atan2(v - y, u - x)

    def cut(self, begin: float, end: float) -> Course:
        """The stretch from one s to another; beyond its ends, straight."""
        inner = (p for p, s in zip(self.points, self.stations, strict=True) if begin + SAME < s < end - SAME)
        return Course((self.point(begin), *inner, self.point(end)))

    def locate(self, point: Point) -> tuple[float, float]:
        """The s nearest to a point, and how far to the left of it the point lies; beyond the ends by their lines."""
        best = (float("inf"), 0.0, 0.0)
        last = len(self.points) - 2
        for k, ((x, y), (u, v)) in enumerate(pairwise(self.points)):
            length = self.stations[k + 1] - self.stations[k]
            ahead = ((point[0] - x) * (u - x) + (point[1] - y) * (v - y)) / length
            low, high = float("-inf") if k == 0 else 0.0, float("inf") if k == last else length
            on = min(max(ahead, low), high)
            left = ((u - x) * (point[1] - y) - (v - y) * (point[0] - x)) / length
            away = hypot(left, ahead - on)
            if away < best[0]:
                best = away, self.stations[k] + on, left
        return best[1], best[2]


def _single(points: Iterable[Point]) -> tuple[Point, ...]:
    kept: list[Point] = []
    for point in points:
        if not kept or dist(kept[-1], point) > SAME:
            kept.append(point)
    return tuple(kept)


def through(waypoints: Sequence[Point]) -> Course:
    """The course through waypoints: straight where they lie in line, and bent in between where they do not.

    A bend is a cubic whose direction at a waypoint is a mean of those to its neighbours, so that it has no corners.
    """
    points = _single(waypoints)
    headings = _headings(points)
    course: list[Point] = [points[0]]
    for (start, end), (into, out) in zip(pairwise(points), pairwise(headings), strict=True):
        course += bend(start, into, end, out)[1:]
    return Course(_single(course))


def _headings(points: Sequence[Point]) -> list[float]:
    """The direction at each point: the mean of those before and behind it, each weighed by its length.

    A long straight thus stays straight up to where it ends, and the curve behind it does the bending.
    """
    runs = [(atan2(b[1] - a[1], b[0] - a[0]), dist(a, b)) for a, b in pairwise(points)]
    inner = [
        first + angle_between(first, second) * after / (before + after)
        for (first, before), (second, after) in pairwise(runs)
    ]
    return [_end(runs, inner, 0), *inner, _end(runs, inner, -1)]


def _end(runs: Sequence[tuple[float, float]], inner: Sequence[float], k: int) -> float:
    """The direction at an end: that of the circle through the next waypoint in its direction, up to 30 degrees off."""
    if not inner:
        return runs[k][0]
    return runs[k][0] - min(max(angle_between(runs[k][0], inner[k]), -0.5), 0.5)


def bend(start: Point, into: float, end: Point, out: float) -> tuple[Point, ...]:
    """Points from one place and direction to another, on a cubic with handles of a third of the way."""
    way = dist(start, end)
    chord = atan2(end[1] - start[1], end[0] - start[0])
    turns = abs(angle_between(chord, into)), abs(angle_between(chord, out))
    if max(turns) < STRAIGHT:
        return start, end
    handle = way / 3.0 * (1.0 + 0.5 * (1.0 - cos(max(turns))))
    if abs(angle_between(into, out)) > TURNS_BACK:
        handle = max(handle, ROOM)
    a = start[0] + handle * cos(into), start[1] + handle * sin(into)
    b = end[0] - handle * cos(out), end[1] - handle * sin(out)
    count = max(2, round(way / FACET), round(sum(turns) / 0.12))
    return (start, *(_cubic(start, a, b, end, k / count) for k in range(1, count)), end)


def _cubic(p: Point, a: Point, b: Point, q: Point, t: float) -> Point:
    u = 1.0 - t
    weights = u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t
    x, y = (sum(w * c for w, c in zip(weights, axis, strict=True)) for axis in zip(p, a, b, q, strict=True))
    return x, y
