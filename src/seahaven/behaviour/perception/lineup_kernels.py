"""Compiled: all vehicles in line, lane by lane from front to rear.

The line-up of the step before is nearly right for this one, so putting it in order again costs little more than
walking along it. From then on neighbours are neighbours in memory.
"""

from __future__ import annotations

from typing import Any

from seahaven.behaviour.perception.ground import (
    FIRST,
    HALF_WIDTH,
    LAST,
    LEFT,
    NARROWEST,
    RIGHT,
    WIDENING,
    S,
)
from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, compiled_in_parallel, compiled_part, prange
from seahaven.roads.lanemap.strips import Bytes, Indices

SLOWLY = 0.01
"""Sideways, in m/s: whoever moves so towards where its turn light shows is changing lanes."""
QUICKLY = 0.4
"""Sideways, in m/s: whoever moves so is changing lanes, whatever its lights show."""
MIDDLE = 0.3
"""So near to the middle of its lane, in metres, or beyond it, whoever moves sideways moves away from it."""
SHARE = 1024
"""So many rows are one round of a parallel loop."""
MAIN, TO_LEFT, TO_RIGHT = 1, 2, 4
"""Bits: on which lanes a vehicle is in line: its own, and those beside onto which it is changing."""


@compiled_part
def stretch_at(stretches: Floats, low: int, last: int, s: float) -> int:
    """The row, from one to another, of the stretch that holds s; the first or last one beyond their ends."""
    while low < last:
        middle = (low + last + 1) >> 1
        if stretches[middle, S] <= s:
            low = middle
        else:
            last = middle - 1
    return low


@compiled_part
def counterpart(stretches: Floats, lanes: Indices, lane: int, row: int, other: int, share: float) -> float:
    """The s on a lane beside: the same share of the stretch that lies beside."""
    beside = lanes[other, FIRST] + row - lanes[lane, FIRST]
    begin = stretches[beside, S]
    return float(begin + share * (stretches[beside + 1, S] - begin))


@compiled_part
def share_of(stretches: Floats, row: int, s: float) -> float:
    """How far along a stretch s is, as a share of its length."""
    begin, end = stretches[row, S], stretches[row + 1, S]
    return float((s - begin) / (end - begin)) if end > begin else 0.0


@compiled_part
def reach_over(
    stretches: Floats, lanes: Indices, lane: int, s: float, offset: float, drift: float, width: float, light: int,
    aside: Floats, i: int,
) -> int:  # fmt: skip
    """On which lanes beside its own a vehicle counts as well; its s there is noted in `aside`."""
    row = stretch_at(stretches, int(lanes[lane, FIRST]), int(lanes[lane, LAST]), s)
    share, bits = share_of(stretches, row, s), MAIN
    border = stretches[row, HALF_WIDTH] + share * stretches[row, WIDENING] - 0.5 * width
    for side in range(2):
        other, sign = int(lanes[lane, LEFT + side]), 1.0 - 2.0 * side
        # Whoever has come over the border on the other side only comes to the middle of this lane.
        towards = sign * drift if sign * offset > -MIDDLE else 0.0
        if other >= 0 and (sign * offset > border or towards > QUICKLY or (towards > SLOWLY and light == 1 + side)):
            aside[i, side] = counterpart(stretches, lanes, lane, row, other, share)
            bits |= TO_LEFT << side
    return bits


@compiled_part
def attend(
    stretches: Floats, lanes: Indices, sizes: Floats, lane: Indices, s: Floats, offset: Floats, drift: Floats,
    width: Floats, light: Any, brakes: Any, speed: Floats, acceleration: Floats, past: Any, lamps: Any, now: int,
    wanted: Bytes, aside: Floats, low: int, high: int,
) -> None:  # fmt: skip
    """Of some rows, note on which lanes they are to be in line, and remember what they do now."""
    for i in range(low, high):
        past[now, i, 0], past[now, i, 1] = speed[i], acceleration[i]
        lamps[now, i] = light[i] + (4 if brakes[i] else 0)
        here, bits = int(lane[i]), 0
        if here >= 0:
            bits = MAIN
            moves = abs(drift[i]) > (SLOWLY if light[i] == 1 or light[i] == 2 else QUICKLY)
            if moves or abs(offset[i]) + 0.5 * width[i] > sizes[here, NARROWEST]:
                bits = reach_over(
                    stretches, lanes, here, s[i], offset[i], drift[i], width[i], light[i], aside, i
                )  # fmt: skip
        wanted[i] = bits


@compiled_part
def lay_out(lanes: Indices, lane: Indices, wanted: Bytes, bounds: Indices, ends: Indices) -> int:
    """Where the line of each lane begins; their length in all."""
    bounds[:] = 0
    for i in range(len(lane)):
        bits = wanted[i]
        if bits != 0:
            here = lane[i]
            bounds[here + 1] += 1
            if bits & TO_LEFT:
                bounds[lanes[here, LEFT] + 1] += 1
            if bits & TO_RIGHT:
                bounds[lanes[here, RIGHT] + 1] += 1
    for here in range(len(bounds) - 1):
        bounds[here + 1] += bounds[here]
        ends[here] = bounds[here]
    return int(bounds[-1])


@compiled_part
def put(bounds: Indices, ends: Indices, rows: Indices, along: Floats, lane: int, row: int, s: float) -> None:
    """Put a vehicle into the line of a lane: at its end, and from there forward to its place."""
    at, begin = int(ends[lane]), int(bounds[lane])
    ends[lane] += 1
    while at > begin and (along[at - 1] < s or (along[at - 1] == s and rows[at - 1] > row)):
        along[at], rows[at] = along[at - 1], rows[at - 1]
        at -= 1
    along[at], rows[at] = s, row


@compiled_part
def fall_in(
    lanes: Indices, lane: Indices, s: Floats, wanted: Bytes, aside: Floats, old_rows: Indices, old_lanes: Indices,
    old_count: int, bounds: Indices, ends: Indices, rows: Indices, along: Floats,
) -> None:  # fmt: skip
    """Line everybody up: first those that stay on a lane, in the old order, then those that have come onto it.

    What is done is no longer wanted.
    """
    for k in range(old_count):
        row, was = int(old_rows[k]), int(old_lanes[k])
        here, bits = int(lane[row]), wanted[row]
        if bits == 0:
            continue
        if here == was and bits & MAIN:
            put(bounds, ends, rows, along, was, row, s[row])
            wanted[row] = bits ^ MAIN
        elif bits & TO_LEFT and lanes[here, LEFT] == was:
            put(bounds, ends, rows, along, was, row, aside[row, 0])
            wanted[row] = bits ^ TO_LEFT
        elif bits & TO_RIGHT and lanes[here, RIGHT] == was:
            put(bounds, ends, rows, along, was, row, aside[row, 1])
            wanted[row] = bits ^ TO_RIGHT
    for row in range(len(lane)):
        missing = wanted[row]
        if missing != 0:
            here = int(lane[row])
            if missing & MAIN:
                put(bounds, ends, rows, along, here, row, s[row])
            if missing & TO_LEFT:
                put(bounds, ends, rows, along, int(lanes[here, LEFT]), row, aside[row, 0])
            if missing & TO_RIGHT:
                put(bounds, ends, rows, along, int(lanes[here, RIGHT]), row, aside[row, 1])


@compiled_part
def look_around(
    stretches: Floats, lanes: Indices, here: int, lane: Indices, length: Floats, bounds: Indices, rows: Indices,
    along: Floats, line_lanes: Indices, records: Floats, shares: Floats, spots: Indices,
) -> None:  # fmt: skip
    """Go along the line of a lane, and beside it along those to its left and right.

    Notes the record of everybody in line; and, of those whose own lane it is, the place in line, the stretch, and on
    either side the counterpart of s and the place of the first in line there that is not ahead.
    """
    first, stretch = int(lanes[here, FIRST]), int(lanes[here, LAST])
    left, right = int(lanes[here, LEFT]), int(lanes[here, RIGHT])
    left_at, left_end, right_at, right_end = 0, 0, 0, 0
    if left >= 0:
        left_at, left_end = int(bounds[left]), int(bounds[left + 1])
    if right >= 0:
        right_at, right_end = int(bounds[right]), int(bounds[right + 1])
    for k in range(bounds[here], bounds[here + 1]):
        row, s = int(rows[k]), along[k]
        own = lane[row]
        line_lanes[k] = here
        records[k, 0], records[k, 1], records[k, 2] = s, 0.5 * length[row], row
        records[k, 3] = 0.0 if own == here else (1.0 if lanes[own, LEFT] == here else -1.0)
        if own != here:
            continue
        while stretch > first and stretches[stretch, S] > s:
            stretch -= 1
        share = share_of(stretches, stretch, s)
        shares[row, 0] = share
        spots[row, 0], spots[row, 1] = k, stretch
        if left >= 0:
            there = counterpart(stretches, lanes, here, stretch, left, share)
            while left_at < left_end and (along[left_at] > there or (along[left_at] == there and rows[left_at] < row)):
                left_at += 1
            shares[row, 1], spots[row, 2] = there, left_at
        if right >= 0:
            there = counterpart(stretches, lanes, here, stretch, right, share)
            while right_at < right_end and (
                along[right_at] > there or (along[right_at] == there and rows[right_at] < row)
            ):
                right_at += 1
            shares[row, 2], spots[row, 3] = there, right_at


@compiled
def line_up(
    stretches: Floats, lanes: Indices, sizes: Floats, lane: Indices, s: Floats, offset: Floats, drift: Floats,
    length: Floats, width: Floats, light: Any, brakes: Any, speed: Floats, acceleration: Floats, past: Any,
    lamps: Any, now: int, wanted: Bytes, aside: Floats, old_rows: Indices, old_lanes: Indices, old_count: int,
    bounds: Indices, ends: Indices, rows: Indices, along: Floats, line_lanes: Indices, records: Floats,
    shares: Floats, spots: Indices,
) -> int:  # fmt: skip
    """Line everybody up anew; how many places there are in the lines."""
    attend(
        stretches, lanes, sizes, lane, s, offset, drift, width, light, brakes, speed, acceleration, past, lamps, now,
        wanted, aside, 0, len(lane),
    )  # fmt: skip
    count = lay_out(lanes, lane, wanted, bounds, ends)
    fall_in(lanes, lane, s, wanted, aside, old_rows, old_lanes, old_count, bounds, ends, rows, along)
    for here in range(len(bounds) - 1):
        if bounds[here] < bounds[here + 1]:
            look_around(
                stretches, lanes, here, lane, length, bounds, rows, along, line_lanes, records, shares, spots
            )  # fmt: skip
    return count


@compiled_in_parallel
def line_up_in_parallel(
    stretches: Floats, lanes: Indices, sizes: Floats, lane: Indices, s: Floats, offset: Floats, drift: Floats,
    length: Floats, width: Floats, light: Any, brakes: Any, speed: Floats, acceleration: Floats, past: Any,
    lamps: Any, now: int, wanted: Bytes, aside: Floats, old_rows: Indices, old_lanes: Indices, old_count: int,
    bounds: Indices, ends: Indices, rows: Indices, along: Floats, line_lanes: Indices, records: Floats,
    shares: Floats, spots: Indices,
) -> int:  # fmt: skip
    """Line everybody up anew, on several threads but for the sorting."""
    for k in prange((len(lane) + SHARE - 1) // SHARE):
        attend(
            stretches, lanes, sizes, lane, s, offset, drift, width, light, brakes, speed, acceleration, past, lamps,
            now, wanted, aside, k * SHARE, min(k * SHARE + SHARE, len(lane)),
        )  # fmt: skip
    count = lay_out(lanes, lane, wanted, bounds, ends)
    fall_in(lanes, lane, s, wanted, aside, old_rows, old_lanes, old_count, bounds, ends, rows, along)
    for here in prange(len(bounds) - 1):
        if bounds[here] < bounds[here + 1]:
            look_around(
                stretches, lanes, here, lane, length, bounds, rows, along, line_lanes, records, shares, spots
            )  # fmt: skip
    return count
