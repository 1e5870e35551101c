"""Compiled: looking ahead, behind and aside along the lines.

A line is gone along three times, portion by portion, each time for one thing: its own lane, that to the left and that
to the right. What
somebody sees is noted in its view. Where in line one's neighbours are, and on which stretch one is, has hardly changed
since the step before: what was so then is tried first, so that the processor rarely guesses wrong.
"""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from seahaven.behaviour.perception.columns import (
    CLOSING,
    GAP,
    GRADE_HERE,
    HAS_CHANGED,
    LAMP,
    LEADER_ACCELERATION,
    LEADER_FAR,
    LEADER_ROW,
    LEFT_SIDE,
    LEFT_SIGNS,
    LEFT_THERE,
    NO_FRONT,
    NO_REAR,
    OWN_SIGNS,
    PERMITS,
    REAR_CLOSING,
    REAR_GAP,
    RIGHT_SIDE,
    SIDE_CLOSING,
    SIDE_GAP,
    SIDE_REAR_CLOSING,
    SIDE_REAR_GAP,
    SPEED_LIMIT,
)
from seahaven.behaviour.perception.ground import (
    FIRST,
    GRADE,
    LAST,
    LEFT,
    LEFT_ENTRY,
    LENGTH,
    LIMIT_HERE,
    MAY_CHANGE,
    RIGHT,
    STEEPENING,
)
from seahaven.behaviour.perception.order_kernels import HALF, OWN, SIGHT, SPEED, THEN
from seahaven.behaviour.perception.search_kernels import ahead, behind, is_hidden, sees_unlit
from seahaven.geometry import Floats
from seahaven.geometry.compiled import bring_near, inlined
from seahaven.roads.lanemap.strips import Indices

MIRROR = 200.0
"""How far behind, in metres from centre to centre, one looks."""
PORTION = 64
"""So many places in line are gone along three times before the next ones are: what they need fits the nearest cache."""
SOON, LINE = 10, 8
"""So many places before it is their turn, vehicles' views are fetched from memory, in lines of so many numbers."""
NO_LANE = NO_FRONT + NO_REAR
"""The signs of a lane that is not there."""
STRETCH, SKIPS = 0, 1
"""The columns of `hints`: the stretch one is on; how many on the lane to the left, and to the right, one comes by
between the one ahead and oneself."""


@inlined
def mark_before(marks: Floats, first: int, last: int, hint: int, s: float) -> int:
    """The stretch, from one to another, that holds s; a hint says where it was a moment ago."""
    if hint < first or hint > last:
        hint = first
        low = last
        while hint < low:
            middle = (hint + low + 1) >> 1
            if marks[middle] <= s:
                hint = middle
            else:
                low = middle - 1
        return hint
    while hint < last and marks[hint + 1] <= s:
        hint += 1
    while hint > first and marks[hint] > s:
        hint -= 1
    return hint


@inlined
def bring_next(
    place: int, last: int, entries: Indices, entry: Indices, codes: Indices, bodies: Floats, hints: Indices,
    views: Floats,
) -> None:  # fmt: skip
    """Have what is known of a vehicle further on in line, or on a later lane, fetched from memory.

    Rows are in the order of ids, lines in that of places, so that each row is somewhere else.
    """
    row = np.uintp(codes[np.uintp(min(place + SOON, last))] >> 2)
    for column in (0, LINE, 2 * LINE):
        bring_near(views, row, column)
    bring_near(bodies, row, 0)
    bring_near(hints, row, 0)
    bring_near(entries, np.uintp(max(entry[row], 0)), 0)


@inlined
def find_places(
    here: int, low: int, high: int, marks: Floats, sorts: Indices, roads: Floats, lanes: Indices, entries: Indices,
    entry: Indices, bounds: Indices, codes: Indices, along: Floats, bodies: Floats, hints: Indices, shares: Floats,
    spots: Indices, views: Floats,
) -> None:  # fmt: skip
    """Note on which stretch everybody in line is, and what the road is like there."""
    first, last, end = int(lanes[here, FIRST]), int(lanes[here, LAST]), int(bounds[-1]) - 1
    one = np.uintp(1)
    for place in range(low, high):
        bring_next(place, end, entries, entry, codes, bodies, hints, views)
        k = np.uintp(place)
        code, s = codes[k], along[k]
        if code & 3 != OWN:
            continue
        i = np.uintp(code >> 2)
        hint = int(hints[i, STRETCH])
        if hint < first or hint >= last - 1:
            at = np.uintp(mark_before(marks, first, last, hint, s))
        else:
            at = np.uintp(hint)
            at += np.uintp(marks[at + one] <= s)
            at += np.uintp(marks[at + one] <= s)
            if marks[at] > s or marks[at + one] <= s:
                at = np.uintp(mark_before(marks, first, last, hint, s))
        hints[i, STRETCH] = at
        begin, end = marks[at], marks[at + one]
        share = (s - begin) / (end - begin) if end > begin else 0.0
        shares[k], spots[k] = share, at
        j = np.uintp(sorts[at])
        limit, permits = roads[j, LIMIT_HERE], roads[j, MAY_CHANGE]
        if limit != views[i, SPEED_LIMIT] or permits != views[i, PERMITS]:
            views[i, SPEED_LIMIT], views[i, PERMITS], views[i, HAS_CHANGED] = limit, permits, 1.0
        views[i, GRADE_HERE] = roads[j, GRADE] + share * roads[j, STEEPENING]


@inlined
def nearest_rear(
    codes: Indices, along: Floats, bodies: Floats, lamps: Any, then: Any, dim: float, front: int, begin: int,
    far: float, s: float, row: int,
) -> tuple[int, float]:  # fmt: skip
    """Whose rear is nearest of the two next ahead in line, and how far away it is: where somebody reaches over from the
    lane beside, that may be the second one."""
    if front <= begin:
        return front, far
    next_code, code = codes[np.uintp(front - 1)], codes[np.uintp(front)]
    if (code & 3 == OWN and next_code & 3 == OWN) or next_code >> 2 == row:
        return front, far
    further = along[np.uintp(front - 1)] - s
    if is_hidden(bodies, lamps, next_code >> 2, then, further, dim):
        return front, far
    if further - bodies[np.uintp(next_code >> 2), HALF] < far - bodies[np.uintp(code >> 2), HALF]:
        return front - 1, float(further)
    return front, far


@inlined
def past_unlit(
    front: int, rear: int, begin: int, end: int, s: float, then: Any, dim: float, darkness: float, codes: Indices,
    along: Floats, bodies: Floats, lamps: Any,
) -> tuple[int, int]:  # fmt: skip
    """The places in line of the next ones ahead and behind who are seen from an s in the dark."""
    while front >= begin and is_hidden(bodies, lamps, codes[front] >> 2, then, along[front] - s, dim):
        front -= 1
    while rear < end and is_hidden(bodies, lamps, codes[rear] >> 2, then, s - along[rear], darkness):
        rear += 1
    return front, rear


@inlined
def look_along(
    here: int, low: int, high: int, lanes: Indices, sizes: Floats, previous: Indices, entries: Indices, entry: Indices,
    bounds: Indices, codes: Indices, along: Floats, bodies: Floats, speeds: Any, accelerations: Any, lamps: Any,
    views: Floats, visibility: float, beam: float, darkness: float, waiting: Indices, distances: Floats,
) -> None:  # fmt: skip
    """Note who is ahead and behind on the own lane."""
    begin, end = int(bounds[here]), int(bounds[here + 1])
    rear_reach, is_dark = min(MIRROR, visibility), min(beam, darkness) < inf
    for k in range(low, high):
        code, s = codes[np.uintp(k)], along[np.uintp(k)]
        if code & 3 != OWN:
            continue
        row = code >> 2
        i = np.uintp(row)
        half, reach, v, then = bodies[i, HALF], bodies[i, SIGHT], bodies[i, SPEED], np.uintp(bodies[i, THEN])
        dim = sees_unlit(lamps, i, then, beam, darkness)
        front, rear = k - 1, k + 1
        if is_dark:
            front, rear = past_unlit(front, rear, begin, end, s, then, dim, darkness, codes, along, bodies, lamps)
        if front >= begin:
            front, far = nearest_rear(
                codes, along, bodies, lamps, then, dim, front, begin, along[np.uintp(front)] - s, s, row
            )  # fmt: skip
        else:
            front, far = ahead(
                lanes, sizes, entries, bounds, codes, along, bodies, lamps, then, dim, here, int(entry[i]),
                sizes[here, LENGTH] - s, reach, row,
            )  # fmt: skip
            front = max(front, 0)
        if rear < end:
            rear_far = s - along[np.uintp(rear)]
        else:
            rear, rear_far = behind(
                lanes, sizes, previous, bounds, codes, along, bodies, lamps, then, darkness, here, s, rear_reach, row,
                waiting, distances,
            )  # fmt: skip
            rear = max(rear, 0)
        f, r = np.uintp(codes[np.uintp(front)] >> 2), np.uintp(codes[np.uintp(rear)] >> 2)
        is_seen, is_seen_behind = far <= reach, rear_far <= rear_reach
        views[i, GAP] = far - half - bodies[f, HALF] if is_seen else 0.0
        views[i, CLOSING] = v - speeds[f, then] if is_seen else 0.0
        views[i, LEADER_ACCELERATION] = accelerations[f, then] if is_seen else 0.0
        views[i, REAR_GAP] = rear_far - half - bodies[r, HALF] if is_seen_behind else 0.0
        views[i, REAR_CLOSING] = speeds[r, then] - v if is_seen_behind else 0.0
        leader = float(f) if is_seen else -1.0
        signs = (LAMP * lamps[f, then] if is_seen else float(NO_FRONT)) + (0.0 if is_seen_behind else float(NO_REAR))
        views[i, LEADER_FAR] = far
        if leader != views[i, LEADER_ROW] or signs != views[i, OWN_SIGNS]:
            views[i, LEADER_ROW], views[i, OWN_SIGNS], views[i, HAS_CHANGED] = leader, signs, 1.0


@inlined
def first_behind(codes: Indices, along: Floats, at: int, end: int, there: float, row: int) -> int:
    """The first place in line from one on that is not ahead of s; of those at the same s lower rows are ahead."""
    while at < end and (along[at] > there or (along[at] == there and codes[at] >> 2 < row)):
        at += 1
    return at


@inlined
def look_aside(
    here: int, side: int, low: int, high: int, at: int, marks: Floats, lanes: Indices, sizes: Floats, previous: Indices,
    entries: Indices, entry: Indices, bounds: Indices, codes: Indices, along: Floats, shares: Floats, spots: Indices,
    bodies: Floats, speeds: Any, lamps: Any, hints: Indices, views: Floats, visibility: float, beam: float,
    darkness: float, waiting: Indices, distances: Floats,
) -> int:  # fmt: skip
    """Note who is ahead and behind on the lane to one side: 0 the left, 1 the right.

    Begins at a place in line there, and gives the one at which it has come out.
    """
    other = int(lanes[here, LEFT + side])
    begin, end = int(bounds[other]), int(bounds[other + 1])
    shift = lanes[other, FIRST] - lanes[here, FIRST]
    is_dark = min(beam, darkness) < inf
    rear_reach, column = min(MIRROR, visibility), LEFT_SIDE + side * (RIGHT_SIDE - LEFT_SIDE)
    one = np.uintp(1)
    for k in range(low, high):
        code = codes[np.uintp(k)]
        if code & 3 != OWN:
            continue
        row = code >> 2
        i = np.uintp(row)
        beside = np.uintp(spots[np.uintp(k)] + shift)
        there = marks[beside] + shares[np.uintp(k)] * (marks[beside + one] - marks[beside])
        guess = at + hints[i, SKIPS + side]
        if (
            guess <= end and (guess == begin or along[np.uintp(guess) - one] > there)
            and (guess == end or along[np.uintp(guess)] < there)
        ):  # fmt: skip
            at = guess
        else:
            guess = first_behind(codes, along, at, end, there, row)
            hints[i, SKIPS + side] = guess - at
            at = guess
        front, rear = at - 1, at
        if front >= begin and codes[np.uintp(front)] >> 2 == row:
            front -= 1
        if rear < end and codes[np.uintp(rear)] >> 2 == row:
            rear += 1
        half, reach, v, then = bodies[i, HALF], bodies[i, SIGHT], bodies[i, SPEED], np.uintp(bodies[i, THEN])
        dim = sees_unlit(lamps, i, then, beam, darkness)
        if is_dark:
            front, rear = past_unlit(front, rear, begin, end, there, then, dim, darkness, codes, along, bodies, lamps)
        if front >= begin:
            front, far = nearest_rear(
                codes, along, bodies, lamps, then, dim, front, begin, along[np.uintp(front)] - there, there, row
            )  # fmt: skip
        else:
            e = int(entry[i])
            front, far = ahead(
                lanes, sizes, entries, bounds, codes, along, bodies, lamps, then, dim, other,
                int(entries[e, LEFT_ENTRY + side]) if e >= 0 else -1, sizes[other, LENGTH] - there, reach, row,
            )  # fmt: skip
            front = max(front, 0)
        if rear < end:
            rear_far = there - along[np.uintp(rear)]
        else:
            rear, rear_far = behind(
                lanes, sizes, previous, bounds, codes, along, bodies, lamps, then, darkness, other, there, rear_reach,
                row, waiting, distances,
            )  # fmt: skip
            rear = max(rear, 0)
        f, r = np.uintp(codes[np.uintp(front)] >> 2), np.uintp(codes[np.uintp(rear)] >> 2)
        is_seen, is_seen_behind = far <= reach, rear_far <= rear_reach
        views[i, column + SIDE_GAP] = far - half - bodies[f, HALF] if is_seen else 0.0
        views[i, column + SIDE_CLOSING] = v - speeds[f, then] if is_seen else 0.0
        views[i, column + SIDE_REAR_GAP] = rear_far - half - bodies[r, HALF] if is_seen_behind else 0.0
        views[i, column + SIDE_REAR_CLOSING] = speeds[r, then] - v if is_seen_behind else 0.0
        views[i, LEFT_THERE + side] = there
        signs = (LAMP * lamps[f, then] if is_seen else float(NO_FRONT)) + (0.0 if is_seen_behind else float(NO_REAR))
        if signs != views[i, LEFT_SIGNS + side]:
            views[i, LEFT_SIGNS + side], views[i, HAS_CHANGED] = signs, 1.0
    return at


@inlined
def see_no_lane(side: int, low: int, high: int, codes: Indices, views: Floats) -> None:
    """Note that there is no lane to one side."""
    column = LEFT_SIDE + side * (RIGHT_SIDE - LEFT_SIDE)
    for k in range(low, high):
        i = np.uintp(codes[k] >> 2)
        if codes[k] & 3 == OWN and views[i, LEFT_SIGNS + side] != NO_LANE:
            for c in range(4):
                views[i, column + c] = 0.0
            views[i, LEFT_SIGNS + side], views[i, LEFT_THERE + side], views[i, HAS_CHANGED] = NO_LANE, 0.0, 1.0


@inlined
def look_around(
    low: int, high: int, marks: Floats, sorts: Indices, roads: Floats, lanes: Indices, sizes: Floats, previous: Indices,
    entries: Indices, entry: Indices, bounds: Indices, codes: Indices, along: Floats, shares: Floats, spots: Indices,
    bodies: Floats, speeds: Any, accelerations: Any, lamps: Any, hints: Indices, views: Floats, visibility: float,
    beam: float, darkness: float, waiting: Indices, distances: Floats,
) -> None:  # fmt: skip
    """Note what those see who are on some lanes."""
    for here in range(low, high):
        left, right = lanes[here, LEFT], lanes[here, RIGHT]
        left_at, right_at = int(bounds[max(left, 0)]), int(bounds[max(right, 0)])
        for begin in range(bounds[here], bounds[here + 1], PORTION):
            end = min(begin + PORTION, int(bounds[here + 1]))
            find_places(
                here, begin, end, marks, sorts, roads, lanes, entries, entry, bounds, codes, along, bodies, hints,
                shares, spots, views,
            )  # fmt: skip
            look_along(
                here, begin, end, lanes, sizes, previous, entries, entry, bounds, codes, along, bodies, speeds,
                accelerations, lamps, views, visibility, beam, darkness, waiting, distances,
            )  # fmt: skip
            if left >= 0:
                left_at = look_aside(
                    here, 0, begin, end, left_at, marks, lanes, sizes, previous, entries, entry, bounds, codes, along,
                    shares, spots, bodies, speeds, lamps, hints, views, visibility, beam, darkness, waiting, distances,
                )  # fmt: skip
            else:
                see_no_lane(0, begin, end, codes, views)
            if right >= 0:
                right_at = look_aside(
                    here, 1, begin, end, right_at, marks, lanes, sizes, previous, entries, entry, bounds, codes, along,
                    shares, spots, bodies, speeds, lamps, hints, views, visibility, beam, darkness, waiting, distances,
                )  # fmt: skip
            else:
                see_no_lane(1, begin, end, codes, views)
