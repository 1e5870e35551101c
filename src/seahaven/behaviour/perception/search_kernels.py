"""Compiled: who is ahead and who is behind, beyond the ends of a lane."""

from __future__ import annotations

from math import inf, nan
from typing import Any

import numpy as np

from seahaven.behaviour.perception.ground import (
    FIRST,
    LAST,
    LEFT,
    LEFT_ENTRY,
    LENGTH,
    MERGES,
    PREVIOUS,
    RIGHT,
    RIGHT_ENTRY,
)
from seahaven.behaviour.perception.order_kernels import HALF, ITS_LEFT, LIT, OWN, counterpart, share_of, stretch_at
from seahaven.behaviour.perception.outlook_kernels import MOST_LANES, onward
from seahaven.geometry import Floats
from seahaven.geometry.compiled import inlined
from seahaven.roads.lanemap.strips import Indices

ONE = np.uintp(1)
"""Indices without a sign spare a test for negative ones."""
REACH, OPENED, OPENING = 250.0, 50.0, 0.2
"""So far before a merge (m) those on the other lane count; so far before it the gap to whoever goes first should be
open, and how much of the way to there counts as one: there is time to open it."""
MOST_HOPS = 16
"""How many lanes before a merge somebody may be to be heeded."""
MOST_BRANCHES = 64
"""How many lanes wait to be searched backwards at most; those that lead in beyond that are left out."""
WIDEST = 16
"""How many lanes to either side one looks for a partner."""
PARTNER_REACH = 2000.0
"""How far along the road, in metres, one knows where a partner is."""


@inlined
def sees_unlit(lamps: Any, row: Any, then: Any, beam: float, darkness: float) -> float:
    """How far ahead a driver sees what has no light."""
    return darkness if beam < inf and lamps[row, then] & LIT == 0 else beam


@inlined
def is_hidden(bodies: Floats, lamps: Any, row: int, then: Any, far: float, dim: float) -> bool:
    """Whether somebody so far away, from centre to centre, is not seen for want of any light, beyond `dim` metres."""
    return far > dim and far - bodies[np.uintp(row), HALF] > dim and lamps[np.uintp(row), then] == 0


@inlined
def ahead(
    lanes: Indices, sizes: Floats, entries: Indices, bounds: Indices, codes: Indices, along: Floats, bodies: Floats,
    lamps: Any, then: Any, dim: float, lane: int, entry: int, to_end: float, reach: float, own: int,
) -> tuple[int, float]:  # fmt: skip
    """The place in line, and the distance, of the first one seen beyond the end of a lane; -1 where there is none."""
    for _ in range(MOST_LANES):
        if to_end > reach:
            break
        lane, entry = onward(lanes, entries, lane, entry)
        if lane < 0:
            break
        here = np.uintp(lane)
        first, at = int(bounds[here]), int(bounds[here + ONE]) - 1
        if at >= first and codes[np.uintp(at)] >> 2 == own:
            at -= 1
        while at >= first and is_hidden(
            bodies, lamps, codes[np.uintp(at)] >> 2, then, to_end + along[np.uintp(at)], dim
        ):
            at -= 1
        if at >= first:
            distance = to_end + along[np.uintp(at)]
            if distance <= reach:
                return at, distance
            break
        to_end += sizes[here, LENGTH]
    return -1, inf


@inlined
def push(
    lanes: Indices, previous: Indices, lane: int, distance: float, waiting: Indices, distances: Floats, count: int
) -> int:
    """Let the lanes before one wait to be searched; how many are waiting then."""
    here = np.uintp(lane)
    for k in range(lanes[here, PREVIOUS], lanes[here + ONE, PREVIOUS]):
        if count < MOST_BRANCHES:
            waiting[np.uintp(count)], distances[np.uintp(count)] = previous[np.uintp(k)], distance
            count += 1
    return count


@inlined
def behind(
    lanes: Indices, sizes: Floats, previous: Indices, bounds: Indices, codes: Indices, along: Floats, bodies: Floats,
    lamps: Any, then: Any, dim: float, lane: int, from_start: float, reach: float, own: int, waiting: Indices,
    distances: Floats,
) -> tuple[int, float]:  # fmt: skip
    """The place in line, and the distance, of the nearest one seen before the beginning of a lane, on any that lead to
    it.

    Of two equally near ones it is the one with the lower id.
    """
    best, nearest = -1, inf
    count = push(lanes, previous, lane, from_start, waiting, distances, 0)
    for _ in range(MOST_LANES):
        if count == 0:
            break
        count -= 1
        lane, start = int(waiting[np.uintp(count)]), distances[np.uintp(count)]
        if start > reach or start > nearest:
            continue
        here = np.uintp(lane)
        at, first, end = start + sizes[here, LENGTH], int(bounds[here]), int(bounds[here + ONE])
        if first < end and codes[np.uintp(first)] >> 2 == own:
            first += 1
        while first < end and is_hidden(
            bodies, lamps, codes[np.uintp(first)] >> 2, then, at - along[np.uintp(first)], dim
        ):
            first += 1
        if first == end:
            count = push(lanes, previous, lane, at, waiting, distances, count)
            continue
        distance = at - along[np.uintp(first)]
        if distance <= reach and (distance < nearest or (distance == nearest and codes[first] < codes[best])):
            best, nearest = first, distance
    return best, nearest


@inlined
def leads_to(lanes: Indices, entries: Indices, entry: Indices, code: int, lane: int, goal: int) -> bool:
    """Whether one in the line of a lane will come onto another lane soon."""
    e = int(entry[code >> 2])
    if e >= 0 and code & 3 != OWN:
        e = int(entries[e, LEFT_ENTRY if code & 3 == ITS_LEFT else RIGHT_ENTRY])
    for _ in range(MOST_HOPS):
        lane, e = onward(lanes, entries, lane, e)
        if lane == goal:
            return True
        if lane < 0:
            break
    return False


@inlined
def merging(
    lanes: Indices, sizes: Floats, entries: Indices, previous: Indices, entry: Indices, bounds: Indices, codes: Indices,
    along: Floats, lane: int, own_entry: int, to_end: float, own: int, waiting: Indices, distances: Floats,
) -> tuple[int, float]:  # fmt: skip
    """The place in line of the one who goes before one at the next merge, and how far ahead of one it counts as being.

    Whoever is nearer to where the lanes meet goes first, and of two equally near ones the one with the lower id. Of
    those who go first, on other lanes that lead there, it is the last.
    """
    via = lane
    for _ in range(MOST_LANES):
        via = lane
        lane, own_entry = onward(lanes, entries, lane, own_entry)
        if lane < 0 or lanes[lane, MERGES] or to_end > REACH:
            break
        to_end += sizes[lane, LENGTH]
    if lane < 0 or to_end > REACH:
        return -1, inf
    goal, best, furthest = lane, -1, -inf
    count = push(lanes, previous, goal, 0.0, waiting, distances, 0)
    for _ in range(MOST_LANES):
        if count == 0:
            break
        count -= 1
        lane, start = int(waiting[count]), distances[count]
        if lane == via:
            continue
        end = start + sizes[lane, LENGTH]
        for at in range(bounds[lane], bounds[lane + 1]):
            distance, row = end - along[at], codes[at] >> 2
            if distance > to_end or (distance == to_end and row >= own):
                break
            is_last = distance > furthest or (distance == furthest and row > codes[best] >> 2)
            if row != own and is_last and leads_to(lanes, entries, entry, codes[at], lane, goal):
                best, furthest = at, distance
        if end <= to_end:
            count = push(lanes, previous, lane, end, waiting, distances, count)
    return best, to_end - furthest + OPENING * max(to_end - OPENED, 0.0)


@inlined
def abreast(stretches: Floats, lanes: Indices, lane: int, other: int, other_s: float) -> tuple[int, float]:
    """How many lanes to the left another lane lies beside one, and the counterpart there of an s on it.

    The s is NaN where they do not lie side by side.
    """
    side, found = 0, lane == other
    for sign in (1, -1):
        beside = lane
        for k in range(1, WIDEST):
            beside = int(lanes[beside, LEFT if sign > 0 else RIGHT])
            if beside < 0 or found:
                break
            if beside == other:
                side, found = sign * k, True
    if not found:
        return 0, nan
    row = stretch_at(stretches, int(lanes[other, FIRST]), int(lanes[other, LAST]), other_s)
    return side, counterpart(stretches, lanes, other, row, lane, share_of(stretches, row, other_s))


@inlined
def along_road(
    stretches: Floats, lanes: Indices, sizes: Floats, entries: Indices, previous: Indices, lane: int, entry: int,
    s: float, other: int, other_s: float, waiting: Indices, distances: Floats,
) -> tuple[float, int]:  # fmt: skip
    """How far ahead along the road a place on another lane is, and how many lanes to the left; NaN if not found.

    Forwards along the route, or backwards over all lanes that lead here, whichever is nearer.
    """
    best, best_side, nearest, start, here = nan, 0, PARTNER_REACH, -s, lane
    for _ in range(MOST_LANES):
        side, at = abreast(stretches, lanes, here, other, other_s)
        if abs(start + at) <= nearest and not abs(start + at) >= abs(best):
            best, best_side, nearest = start + at, side, abs(start + at)
        start += sizes[here, LENGTH]
        here, entry = onward(lanes, entries, here, entry)
        if start > nearest or here < 0:
            break
    count = push(lanes, previous, lane, s, waiting, distances, 0)
    for _ in range(MOST_LANES):
        if count == 0:
            break
        count -= 1
        here, start = int(waiting[count]), distances[count]
        if start > nearest:
            continue
        end = start + sizes[here, LENGTH]
        side, at = abreast(stretches, lanes, here, other, other_s)
        if end - at <= nearest and not end - at >= abs(best):
            best, best_side, nearest = at - end, side, end - at
        count = push(lanes, previous, here, end, waiting, distances, count)
    return best, best_side
