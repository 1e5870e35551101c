"""Compiled: what lies ahead on the road: another limit, the curve that binds, lanes that lead onto one's own."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import numpy as np

from seahaven.behaviour.perception.ground import (
    BENDING,
    BOUND,
    CURVATURE,
    CURVES,
    FIRST,
    FOLLOWING,
    LANE,
    LAST,
    LENGTH,
    MERGES,
    NEXT,
    POINTS,
    SHARPEST,
    SHARPEST_S,
    S,
)
from seahaven.geometry import Floats
from seahaven.geometry.compiled import inlined
from seahaven.roads.lanemap.strips import Indices
from seahaven.roads.routing.features import STRAIGHT

MOST_LANES = 1000
"""How many lanes one looks along at most, lest lanes without length lead round for ever."""
LATERAL, BRAKING = CURVES.lateral, CURVES.deceleration
FROM, FROM_S, FROM_REACH, LIMIT_AHEAD, LIMIT_DISTANCE, BEND, BEND_DISTANCE, MERGE_DISTANCE = range(8)
"""The columns of an outlook: from which lane and entry it was taken, from where, and how far one saw; what lies ahead,
NaN where there is nothing."""
STALE = 0.125
"""Once the end of what one sees has moved by this share of the distance to it, an outlook is taken anew."""
LINGER = 1.0
"""A curve binds until one has driven on for so long, in seconds."""
MOST_ENTRIES = float(1 << 27)
"""So many entries there may be, to make one number of lane and entry."""


@inlined
def origin(lane: int, entry: int) -> float:
    """A lane and an entry as one number."""
    return lane * MOST_ENTRIES + entry


@inlined
def onward(lanes: Indices, entries: Indices, lane: int, entry: int) -> tuple[int, int]:
    """The lane and entry by which one goes on: along the route, else along the lane graph; lane -1 where none does."""
    if entry >= 0:
        following = entries[np.uintp(entry), FOLLOWING]
        if following >= 0:
            return int(entries[np.uintp(following), LANE]), int(following)
    return int(lanes[np.uintp(lane), NEXT]), -1


@inlined
def bend_in(
    stretches: Floats, curves: Floats, row: int, low: float, high: float, start: float, bound: float, bend: float,
    distance: float,
) -> tuple[float, float, float]:  # fmt: skip
    """Of a part of a stretch and what binds so far, what binds: the bound, the curvature and the distance."""
    begin, end = stretches[row, S], stretches[row + 1, S]
    low, high = max(low, begin), min(high, end)
    slope = curves[row, BENDING] / (end - begin) if end > begin else 0.0
    turning = np.sign(slope) * np.sqrt(LATERAL * abs(slope) / (2.0 * BRAKING))
    inner = begin + (turning - curves[row, CURVATURE]) / slope if slope != 0.0 else low
    for at in (low, min(max(inner, low), high), high):
        here = curves[row, CURVATURE] + (at - begin) * slope
        if abs(here) >= STRAIGHT:
            other = LATERAL / abs(here) + 2.0 * BRAKING * (start + at)
            if other < bound:
                bound, bend, distance = other, here, start + at
    return bound, bend, distance


@inlined
def bend_ahead(
    stretches: Floats, curves: Floats, lanes: Indices, lane: int, row: int, low: float, start: float, reach: float,
    bound: float, bend: float, distance: float,
) -> tuple[float, float, float]:  # fmt: skip
    """Of a lane from an s on, on a stretch of it, and of what binds so far, what binds within reach.

    What binds from the next stretch on is known. Only if that is out of reach, one stretch after the other is asked.
    """
    last = lanes[lane, LAST]
    if low > stretches[lanes[lane, FIRST], S]:
        high = min(stretches[row + 1, S], reach - start)
        bound, bend, distance = bend_in(stretches, curves, row, low, high, start, bound, bend, distance)
        row += 1
    if row > last or curves[row, BOUND] + 2.0 * BRAKING * start >= bound:
        return bound, bend, distance
    if start + curves[row, SHARPEST_S] <= reach:
        if abs(curves[row, SHARPEST]) >= STRAIGHT:
            bound = curves[row, BOUND] + 2.0 * BRAKING * start
            bend, distance = curves[row, SHARPEST], start + curves[row, SHARPEST_S]
        return bound, bend, distance
    while row <= last and start + stretches[row, S] <= reach:
        high = min(stretches[row + 1, S], reach - start)
        bound, bend, distance = bend_in(
            stretches, curves, row, stretches[row, S], high, start, bound, bend, distance
        )  # fmt: skip
        row += 1
    return bound, bend, distance


@inlined
def look_out(
    stretches: Floats, curves: Floats, lanes: Indices, sizes: Floats, points: Floats, entries: Indices, lane: int,
    entry: int, row: int, s: float, limit: float, reach: float, outlook: Floats, i: Any,
) -> None:  # fmt: skip
    """Take an outlook from a place on a lane, whose stretch and limit are known, along the route."""
    outlook[i, FROM], outlook[i, FROM_S], outlook[i, FROM_REACH] = origin(lane, entry), s, reach
    for k in range(LIMIT_AHEAD, MERGE_DISTANCE + 1):
        outlook[i, k] = nan
    bound, bend, distance = inf, nan, nan
    start, low = -s, s
    for passed in range(MOST_LANES):
        if np.isnan(outlook[i, LIMIT_DISTANCE]):
            for k in range(lanes[lane, POINTS], lanes[lane + 1, POINTS]):
                at = start + points[k, 0]
                if at > reach:
                    break
                if (points[k, 0] > low or passed > 0) and points[k, 1] != limit:
                    outlook[i, LIMIT_AHEAD], outlook[i, LIMIT_DISTANCE] = points[k, 1], at
                    break
        bound, bend, distance = bend_ahead(
            stretches, curves, lanes, lane, row, low, start, reach, bound, bend, distance
        )  # fmt: skip
        start += sizes[lane, LENGTH]
        if start > reach:
            break
        lane, entry = onward(lanes, entries, lane, entry)
        if lane < 0:
            break
        if lanes[lane, MERGES] and np.isnan(outlook[i, MERGE_DISTANCE]):
            outlook[i, MERGE_DISTANCE] = start
        low, row = 0.0, int(lanes[lane, FIRST])
    outlook[i, BEND], outlook[i, BEND_DISTANCE] = bend, distance
