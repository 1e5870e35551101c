"""Finding where drawn roads meet."""

from __future__ import annotations

from math import cos, dist, sin

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats, Path, Point
from seahaven.roads.builder.plan import RoadPlan

CLOSE = 1.0
"""A road that ends so near to another, in metres, ends on it."""


def meeting(first: RoadPlan, second: RoadPlan, near: Point | None) -> tuple[float, float]:
    """The distance along each of two roads at which they meet: where they cross, or one ends on the other.

    Roads that meet more than once need `near`, a place close to the one that is meant.
    """
    lines = Chords(first.line), Chords(second.line)
    found = places(*lines)
    if not found:
        raise InputError(_apart(first, second, lines[0]))
    if near is not None:
        return min(found, key=lambda pair: dist(first.line.point(pair[0]), near))
    if len(found) > 1:
        shown = "; ".join("({:.0f}, {:.0f})".format(*first.at(s).point) for s, _ in found)
        raise InputError(
            f"roads '{first.name}' and '{second.name}' meet {len(found)} times, at {shown}; "
            "say with near=(x, y) which is meant"
        )
    return found[0]


class Chords:
    """A line as straight stretches between places on it, for finding roughly what lies where."""

    def __init__(self, line: Path) -> None:
        self.line = line
        self.s = line.stations(0.2)
        self.points = line.point(self.s)
        self.steps = np.diff(self.points, axis=0)

    def nearest(self, place: Point) -> tuple[float, float]:
        """The s of the nearest place on the line, and how far away it is.

        Lines have their own way to find it, which loads a compiler first: too slow for a handful of places.
        """
        gap = np.asarray(place) - self.points[:-1]
        share = np.clip((gap * self.steps).sum(axis=1) / (self.steps**2).sum(axis=1), 0.0, 1.0)
        away = np.hypot(*(gap - share[:, np.newaxis] * self.steps).T)
        k = int(np.argmin(away))
        s = float(self.s[k] + share[k] * (self.s[k + 1] - self.s[k]))
        for _ in range(6):
            ahead, _ = self.line.pose(s).to_local(place)
            s = min(max(s + ahead, 0.0), self.line.length)
        return s, dist(self.line.point(s), place)


def places(first: Chords, second: Chords) -> list[tuple[float, float]]:
    """Every pair of distances along two lines at which they cross, or one ends on the other."""
    pairs: list[tuple[float, float]] = []
    for guess in (*_crossings(first, second), *_touches(first, second)):
        pair = _refined(first.line, second.line, *guess)
        if not any(abs(pair[0] - s) < 5.0 and abs(pair[1] - u) < 5.0 for s, u in pairs):
            pairs.append(pair)
    return sorted(pairs)


def _crossings(first: Chords, second: Chords) -> list[tuple[float, float]]:
    """Where the chords of the two lines cross, roughly."""
    s, u, d, e = first.s, second.s, first.steps[:, np.newaxis], second.steps[np.newaxis]
    gap = second.points[np.newaxis, :-1] - first.points[:-1, np.newaxis]
    area = _cross(d, e)
    with np.errstate(divide="ignore", invalid="ignore"):
        x, y = _cross(gap, e) / area, _cross(gap, d) / area
    hits = np.argwhere((x >= 0.0) & (x <= 1.0) & (y >= 0.0) & (y <= 1.0))
    return [(float(s[i] + x[i, j] * (s[i + 1] - s[i])), float(u[j] + y[i, j] * (u[j + 1] - u[j]))) for i, j in hits]


def _touches(first: Chords, second: Chords) -> list[tuple[float, float]]:
    """Where an end of one line lies on the other."""
    found = []
    for u in (0.0, second.line.length):
        s, distance = first.nearest(second.line.point(u))
        if distance < CLOSE:
            found.append((s, u))
    for s in (0.0, first.line.length):
        u, distance = second.nearest(first.line.point(s))
        if distance < CLOSE:
            found.append((s, u))
    return found


def _refined(first: Path, second: Path, s: float, u: float) -> tuple[float, float]:
    """The exact crossing near a guess, kept on both lines; ends that merely touch stay as they are."""
    for _ in range(8):
        a, b = first.pose(s), second.pose(u)
        area = sin(b.heading - a.heading)
        if abs(area) < 1e-3:
            break
        east, north = b.x - a.x, b.y - a.y
        s += (east * sin(b.heading) - north * cos(b.heading)) / area
        u += (east * sin(a.heading) - north * cos(a.heading)) / area
    return min(max(s, 0.0), first.length), min(max(u, 0.0), second.length)


def _cross(one: Floats, other: Floats) -> Floats:
    return one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]


def _apart(first: RoadPlan, second: RoadPlan, line: Chords) -> str:
    ends = [second.line.point(0.0), second.line.point(second.length)]
    nearest = min(line.nearest(end)[1] for end in ends)
    return (
        f"roads '{first.name}' and '{second.name}' do not meet (the nearest end of '{second.name}' is {nearest:.1f} m "
        "away); draw one across the other, or up to its line"
    )
