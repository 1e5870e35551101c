"""Compiled: routes taken apart into stages, with the lanes that may be driven on in each.

A stage is the part of a route in one section of one road: the lanes side by side there that run the same way. Through a
junction lanes that lead from the same road to the same road count, too, though each be a road of its own.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.roads.lanemap.strips import Integers

MOST_INSIDE = 128
"""As many lanes as are looked at side by side, and inside one junction."""


@compiled
def along(sides: Any, values: Floats, lane: int, other: int, at: float) -> Any:
    """The value that grows along a lane, beside the place at `at` on another of the same section."""
    low, high = sides.first[lane], sides.first[lane + 1] - 2
    while low < high:
        middle = (low + high + 1) // 2
        if sides.s[middle] <= at:
            low = middle
        else:
            high = middle - 1
    span = sides.s[low + 1] - sides.s[low]
    share = min(max((at - sides.s[low]) / span, 0.0), 1.0) if span > 0.0 else 0.0
    there = sides.first[other] + low - sides.first[lane]
    return values[there] + share * (values[there + 1] - values[there])


@compiled
def stages(
    sides: Any, clock: Floats, first: Integers, lanes: Integers, moves: Integers, start_s: Floats, end_s: Floats
) -> tuple[Integers, Integers, Integers, Floats, Floats, Floats, Integers]:  # fmt: skip
    """Where the stages of each route begin; the places among the lanes of each stage's first and last one; how far
    along the route each begins; and of each route its length, time and number of changes.
    """
    routes, count = len(first) - 1, 0
    stage_first = np.zeros(routes + 1, np.int64)
    enter, depart = np.empty(len(lanes), np.int64), np.empty(len(lanes), np.int64)
    begin = np.empty(len(lanes))
    length, time, changes = np.zeros(routes), np.zeros(routes), np.zeros(routes, np.int64)
    for r in range(routes):
        at, is_new = start_s[r], True
        for i in range(first[r], first[r + 1]):
            lane, is_last = lanes[i], i + 1 == first[r + 1]
            if is_new:
                enter[count], begin[count] = i, length[r] - at
            is_new = moves[i] == 0
            if is_new:
                end = end_s[r] if is_last else sides.length[lane]
                length[r] += end - at
                time[r] += along(sides, clock, lane, lane, end) - along(sides, clock, lane, lane, at)
                depart[count], at = i, 0.0
                count += 1
            else:
                changes[r] += 1
                at = along(sides, sides.s, lane, lanes[i + 1], at)
        stage_first[r + 1] = count
    return stage_first, enter[:count].copy(), depart[:count].copy(), begin[:count].copy(), length, time, changes


@compiled_part
def leftmost(left: Integers, lane: int) -> int:
    """The last lane to the left that may be driven on beside a lane."""
    while left[lane] >= 0:
        lane = left[lane]
    return lane


@compiled_part
def entry_of(entry_first: Integers, entry_lane: Integers, stage: int, lane: int) -> int:
    """The entry of a lane in a stage, or -1."""
    for e in range(entry_first[stage], entry_first[stage + 1]):
        if entry_lane[e] == lane:
            return e
    return -1


@compiled_part
def far_side(junction: Integers, lanes: Integers, enter: Integers, stage: int, end: int) -> int:
    """The next stage, or behind a junction that begins there the first one outside again; the last one if none is."""
    stage += 1
    while stage + 1 < end and junction[lanes[enter[stage]]] >= 0:
        stage += 1
    return min(stage, end - 1)


@compiled
def through(
    next_first: Integers, next_lane: Integers, junction: Integers, near: Integers, far: Integers, found: Integers
) -> int:  # fmt: skip
    """Fill in the lanes inside junctions by which one gets from any of some lanes to any of others; their count."""
    count = 0
    for i in range(-len(near), MOST_INSIDE):
        if i >= count:
            break
        lane = near[i + len(near)] if i < 0 else found[i]
        for k in range(next_first[lane], next_first[lane + 1]):
            inside = next_lane[k]
            if junction[inside] >= 0 and count < MOST_INSIDE and not (found[:count] == inside).any():
                found[count] = inside
                count += 1
    is_good, changed = np.zeros(count, np.bool_), True
    while changed:
        changed = False
        for i in range(count):
            for k in range(next_first[found[i]], next_first[found[i] + 1]):
                onward = next_lane[k]
                if not is_good[i] and ((far == onward).any() or (is_good & (found[:count] == onward)).any()):
                    is_good[i], changed = True, True
    kept = 0
    for i in range(count):
        if is_good[i]:
            found[kept] = found[i]
            kept += 1
    return kept


@compiled
def entries(
    sides: Any, next_first: Integers, next_lane: Integers, junction: Integers, stage_first: Integers, lanes: Integers,
    enter: Integers,
) -> tuple[Integers, Integers, Integers, Integers]:  # fmt: skip
    """The lanes of every stage: where those of each begin, how many lie side by side, which they are, and their stages.

    Those side by side come first, from left to right. Of a stage inside a junction there follow the lanes by which
    one gets from the lanes before the junction to those behind it, as the route does, on roads of their own.
    """
    first, abreast = np.zeros(len(enter) + 1, np.int64), np.zeros(len(enter), np.int64)
    lane_of, stage_of = np.empty(4 * len(enter) + 64, np.int64), np.empty(4 * len(enter) + 64, np.int64)
    room, count = np.empty(MOST_INSIDE, np.int64), 0
    for r in range(len(stage_first) - 1):
        for stage in range(stage_first[r], stage_first[r + 1]):
            if count + 2 * MOST_INSIDE > len(lane_of):
                lane_of = np.concatenate((lane_of, np.empty(len(lane_of) + 2 * MOST_INSIDE, np.int64)))
                stage_of = np.concatenate((stage_of, np.empty(len(stage_of) + 2 * MOST_INSIDE, np.int64)))
            lane = leftmost(sides.left, lanes[enter[stage]])
            while lane >= 0 and count - first[stage] < MOST_INSIDE:
                lane_of[count], stage_of[count] = lane, stage
                lane = sides.right[lane]
                count += 1
            abreast[stage] = count - first[stage]
            is_inside = junction[lanes[enter[stage]]] >= 0
            if is_inside and stage > stage_first[r] and junction[lanes[enter[stage - 1]]] < 0:
                far = far_side(junction, lanes, enter, stage, stage_first[r + 1])
                beyond = lanes[enter[far]]
                if junction[beyond] < 0:
                    behind, n = leftmost(sides.left, beyond), 0
                    while behind >= 0 and n < MOST_INSIDE:
                        room[n] = behind
                        behind = sides.right[behind]
                        n += 1
                    found = np.empty(MOST_INSIDE, np.int64)
                    near = lane_of[first[stage - 1] : first[stage - 1] + abreast[stage - 1]]
                    kept = through(next_first, next_lane, junction, near, room[:n], found)
                    for i in range(kept):
                        is_own = False
                        for k in range(stage, far):
                            own = leftmost(sides.left, lanes[enter[k]])
                            while own >= 0:
                                is_own = is_own or own == found[i]
                                own = sides.right[own]
                        if not is_own:
                            lane_of[count], stage_of[count] = found[i], stage
                            count += 1
            first[stage + 1] = count
    return first, abreast, lane_of[:count].copy(), stage_of[:count].copy()


@compiled
def follow(
    next_first: Integers, next_lane: Integers, entry_lane: Integers, low: int, high: int, reach: Integers,
    offset: Integers, lane: int, own: int,
) -> int:  # fmt: skip
    """Of the entries in a range onto which a lane leads the one that can be followed longest, or -1.

    Of equal ones the route's own, then the one nearest to the best lanes.
    """
    best = -1
    for i in range(next_first[lane], next_first[lane + 1]):
        for d in range(low, high):
            if entry_lane[d] != next_lane[i] or reach[d] < 0:
                continue
            is_better = best < 0 or reach[d] > reach[best]
            if not is_better and reach[d] == reach[best] and entry_lane[best] != own:
                is_better = entry_lane[d] == own or abs(offset[d]) < abs(offset[best])
            if is_better:
                best = d
    return best


@compiled
def best(
    sides: Any, next_first: Integers, next_lane: Integers, junction: Integers, stage_first: Integers,
    entry_first: Integers, abreast: Integers, entry_lane: Integers, lanes: Integers, enter: Integers, depart: Integers,
    must_lane: Integers, must_s: Floats,
) -> tuple[Floats, Integers, Integers, Integers]:  # fmt: skip
    """For every entry how many metres it can be followed, up to which stage, by which entry next, and how many lanes
    to the left the nearest of the best ones lies (negative to the right).

    A lane that has to be driven on in a stage (-1 where any will do) ends what can be followed of those beside it.
    """
    metres, reach = np.zeros(len(entry_lane)), np.zeros(len(entry_lane), np.int64)
    onward, offset = np.full(len(entry_lane), -1, np.int64), np.zeros(len(entry_lane), np.int64)
    for r in range(len(stage_first) - 1):
        end = stage_first[r + 1]
        for stage in range(end - 1, stage_first[r] - 1, -1):
            is_last, low, high = stage + 1 == end, entry_first[stage], entry_first[stage + 1]
            middle = low + abreast[stage]
            ahead = high if is_last else entry_first[far_side(junction, lanes, enter, stage, end) + 1]
            own = -1 if is_last else lanes[enter[stage + 1]]
            # Lanes through a junction lead onto each other: first those are known that lead out of it.
            reach[middle:high] = -1
            for _ in range(high - middle):
                for e in range(middle, high):
                    if onward[e] >= 0:
                        continue
                    lane = entry_lane[e]
                    onward[e] = follow(next_first, next_lane, entry_lane, middle, ahead, reach, offset, lane, -1)
                    if onward[e] >= 0:
                        metres[e], reach[e] = sides.length[lane] + metres[onward[e]], reach[onward[e]]
            for e in range(low, middle):
                lane = entry_lane[e]
                metres[e], reach[e] = sides.length[lane], stage
                is_right = lane == must_lane[stage]
                if must_lane[stage] >= 0 and (is_last or not is_right):
                    metres[e] = along(sides, sides.s, must_lane[stage], lane, must_s[stage])
                    reach[e] = stage + 1 if is_right else stage
                elif not is_last:
                    onward[e] = follow(next_first, next_lane, entry_lane, high, ahead, reach, offset, lane, own)
                    if onward[e] >= 0:
                        metres[e], reach[e] = sides.length[lane] + metres[onward[e]], reach[onward[e]]
            furthest = reach[low:middle].max()
            for e in range(low, middle):
                nearest = high - low
                for f in range(low, middle):
                    is_own = abs(f - e) == nearest and entry_lane[f] == lanes[depart[stage]]
                    if reach[f] == furthest and (abs(f - e) < nearest or is_own):
                        nearest, offset[e] = abs(f - e), e - f
    return metres, reach, onward, offset


@compiled
def locate(
    stage_first: Integers, entry_first: Integers, entry_lane: Integers, entry_stage: Integers, route: Integers,
    lane: Integers, hint: Integers, found: Integers,
) -> int:  # fmt: skip
    """Fill in the entries of lanes on routes: the first from the hint's stage on, else from the beginning on; or -1.

    What comes back is the first row whose route there is not, or -1.
    """
    for i in range(len(route)):
        found[i] = -1
        if not 0 <= route[i] < len(stage_first) - 1:
            return i
        low, high = stage_first[route[i]], stage_first[route[i] + 1]
        start = low
        if len(hint) and 0 <= hint[i] < len(entry_stage):
            start = max(entry_stage[hint[i]], low)
        for k in range(high - low):
            stage = start + k if start + k < high else start + k - (high - low)
            e = entry_of(entry_first, entry_lane, stage, lane[i])
            if e >= 0:
                found[i] = e
                break
    return -1
