"""Compiled searches along a chain of points."""

from __future__ import annotations

from math import copysign, sqrt

import numpy as np

from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.geometry.measure import Floats, Integers


@compiled_part
def nearest_on(points: Floats, i: int, x: float, y: float) -> tuple[float, float]:
    """How far along segment i, from 0 to 1, the place nearest to the point lies, and its distance squared."""
    ax, ay = points[i, 0], points[i, 1]
    dx, dy = points[i + 1, 0] - ax, points[i + 1, 1] - ay
    span = dx * dx + dy * dy
    # Far from the origin two stations of a short curve may round to the same point.
    t = min(max(((x - ax) * dx + (y - ay) * dy) / span, 0.0), 1.0) if span > 0.0 else 0.0
    ex, ey = x - (ax + t * dx), y - (ay + t * dy)
    return t, ex * ex + ey * ey


@compiled
def bound(bounds: Floats, k: int, x: float, y: float) -> float:
    """The least distance squared at which anything in run k can be from the point."""
    dx: float = max(max(bounds[k, 0] - x, x - bounds[k, 2]), 0.0)
    dy: float = max(max(bounds[k, 1] - y, y - bounds[k, 3]), 0.0)
    return dx * dx + dy * dy


@compiled_part
def nearest_run(bounds: Floats, x: float, y: float) -> int:
    """The run whose box is nearest to the point."""
    best, least = 0, np.inf
    for k in range(len(bounds)):
        distance = bound(bounds, k, x, y)
        if distance < least:
            best, least = k, distance
    return best


@compiled
def search(points: Floats, bounds: Floats, x: float, y: float) -> tuple[int, float]:
    """The nearest of all segments and the fraction along it; the first one of several equally near.

    The most promising run goes first, so that its nearest segment rules most others out.
    """
    segments = len(points) - 1
    size = int(sqrt(segments))  # as the chain that made the bounds has it
    first = nearest_run(bounds, x, y)
    best, fraction, least = 0, 0.0, np.inf
    for turn in range(-1, len(bounds)):
        k = first if turn < 0 else turn
        if turn == first or bound(bounds, k, x, y) > least:
            continue
        for i in range(k * size, min((k + 1) * size, segments)):
            t, distance = nearest_on(points, i, x, y)
            if distance < least or (distance == least and i < best):
                best, fraction, least = i, t, distance
    return best, fraction


@compiled
def descend(points: Floats, x: float, y: float, start: int) -> tuple[int, float]:
    """The segment at which walking downhill from the start comes to rest, and the fraction along it."""
    here = start
    t, least = nearest_on(points, here, x, y)
    for way in (1, -1):
        there = here + way
        while 0 <= there < len(points) - 1:
            fraction, distance = nearest_on(points, there, x, y)
            if not distance < least:
                break
            here, t, least = there, fraction, distance
            there += way
    return here, t


@compiled_part
def segment_of(stations: Floats, s: float) -> int:
    """The segment that holds s, given the s of every point; the last one holds its end."""
    after = int(np.searchsorted(stations, s, side="right"))
    return min(max(after - 1, 0), len(stations) - 2)


@compiled
def place(points: Floats, stations: Floats, bounds: Floats, x: float, y: float, hint: float) -> tuple[int, float]:
    """The nearest segment and the fraction along it: of all when the hint is NaN, else downhill from the hint."""
    if np.isnan(hint):
        return search(points, bounds, x, y)
    return descend(points, x, y, segment_of(stations, hint))


@compiled
def place_each(
    points: Floats,
    stations: Floats,
    bounds: Floats,
    x: Floats,
    y: Floats,
    hint: Floats,
    segment: Integers,
    fraction: Floats,
) -> None:
    """Fill in the nearest segment and the fraction along it for each point."""
    for k in range(len(x)):
        segment[k], fraction[k] = place(points, stations, bounds, x[k], y[k], hint[k])


@compiled
def side(points: Floats, i: int, t: float, x: float, y: float) -> float:
    """A number whose sign says on which side of the chain the point lies: positive or 0 is left.

    Where a vertex is nearest, both segments that meet there have a say.
    """
    dx, dy = points[i + 1, 0] - points[i, 0], points[i + 1, 1] - points[i, 1]
    other, vertex = (i + 1, i + 1) if t >= 1.0 else (i - 1, i)
    if (t <= 0.0 or t >= 1.0) and 0 <= other < len(points) - 1:
        fx, fy = points[other + 1, 0] - points[other, 0], points[other + 1, 1] - points[other, 1]
        here, there = sqrt(dx * dx + dy * dy), sqrt(fx * fx + fy * fy)
        dx, dy = dx / here + fx / there, dy / here + fy / there
    east, north = x - points[vertex, 0], y - points[vertex, 1]
    return float(dx * north - dy * east)


@compiled
def project(points: Floats, stations: Floats, bounds: Floats, x: float, y: float, hint: float) -> tuple[float, float]:
    """The s and the offset of the point from the chain; s runs on straight beyond the ends."""
    i, t = place(points, stations, bounds, x, y, hint)
    dx, dy = points[i + 1, 0] - points[i, 0], points[i + 1, 1] - points[i, 1]
    length = stations[i + 1] - stations[i]
    ahead = ((x - points[i, 0]) * dx + (y - points[i, 1]) * dy) / length
    left = (dx * (y - points[i, 1]) - dy * (x - points[i, 0])) / length
    if (i == 0 and ahead < 0.0) or (i == len(points) - 2 and ahead > length):
        return stations[i] + ahead, left
    ex, ey = x - (points[i, 0] + t * dx), y - (points[i, 1] + t * dy)
    return stations[i] + t * length, copysign(sqrt(ex * ex + ey * ey), side(points, i, t, x, y))


@compiled
def project_each(
    points: Floats,
    stations: Floats,
    bounds: Floats,
    x: Floats,
    y: Floats,
    hint: Floats,
    s: Floats,
    offset: Floats,
) -> None:
    """Fill in the s and the offset of each point from the chain."""
    for k in range(len(x)):
        s[k], offset[k] = project(points, stations, bounds, x[k], y[k], hint[k])


@compiled
def evaluate(points: Floats, stations: Floats, headings: Floats, s: float) -> tuple[float, float, float]:
    """The place and direction at s."""
    i = segment_of(stations, s)
    t = (s - stations[i]) / (stations[i + 1] - stations[i])
    x = points[i, 0] + t * (points[i + 1, 0] - points[i, 0])
    y = points[i, 1] + t * (points[i + 1, 1] - points[i, 1])
    return x, y, headings[i]


@compiled
def evaluate_each(
    points: Floats, stations: Floats, headings: Floats, s: Floats, x: Floats, y: Floats, heading: Floats
) -> None:
    """Fill in the place and direction at each s."""
    for k in range(len(s)):
        x[k], y[k], heading[k] = evaluate(points, stations, headings, s[k])
