"""Compiled: all vehicles in line, lane by lane from front to rear.

The line-up of the step before is nearly right for this one, so putting it in order again costs little more than
walking along it. From then on neighbours are neighbours in memory.
"""

from __future__ import annotations

from math import cos, pi, sin, tau
from typing import Any

import numpy as np

from seahaven.behaviour.perception.columns import (
    HAS_CHANGED,
    LEADER_ROW,
    LEFT_SIGNS,
    NO_FRONT,
    NO_REAR,
    OWN_SIGNS,
    RIGHT_SIGNS,
    SPEED_LIMIT,
    VIEW,
)
from seahaven.behaviour.perception.ground import (
    FIRST,
    HALF_WIDTH,
    HEADING,
    LAST,
    LEFT,
    NARROWEST,
    OVER_LEFT,
    OVER_RIGHT,
    TURN,
    WIDENING,
    S,
)
from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, inlined
from seahaven.roads.lanemap.strips import Indices

SLOWLY = 0.01
"""Sideways, in m/s: whoever moves so towards where its turn light shows is changing lanes."""
QUICKLY = 0.4
"""Sideways, in m/s: whoever moves so is changing lanes, whatever its lights show."""
MIDDLE = 0.3
"""So near to the middle of its lane, in metres, or beyond it, whoever moves sideways moves away from it."""
CRAWLING, ASIDE = 2.0, 0.1
"""At less than this speed (m/s), and so far from the middle of its lane (m), somebody may have stopped askew."""
MAIN, TO_LEFT, TO_RIGHT = 1, 2, 4
"""Bits: on which lanes a vehicle is in line: its own, and those beside onto which it is changing."""
ALL, HOME = 7, 3
"""All of these bits; and by how many a vehicle's lane is shifted to make room for them."""
OWN, ITS_LEFT, ITS_RIGHT = 0, 1, 2
"""In line, a row is shifted by two bits, which say whose lane it is: the vehicle's own, that to its left or right."""
HALF, SIGHT, SPEED, THEN = range(4)
"""The columns of `bodies`: half the length, how far it sees, its speed, and the slot of the past that it knows now."""
BODY = 4
BOUND = 0
"""The behaviour of vehicles that are bound to lanes."""
ASKEW = 0.35
"""By so much (rad, 20°) the heading of a vehicle that is not bound to lanes may differ from that of its lane; beyond,
others judge it as it lies across their lane: more than any driver on its lane does, also in a change of lanes."""
BRAKES, LIT = 4, 8
"""Bits of `lamps`, above the two of the turn light: whether the brake lights are on, and the headlamps. At night any
lamp gives a vehicle away."""


@inlined
def stretch_at(stretches: Floats, low: int, last: int, s: float) -> int:
    """The row, from one to another, of the stretch that holds s; the first or last one beyond their ends."""
    while low < last:
        middle = (low + last + 1) >> 1
        if stretches[middle, S] <= s:
            low = middle
        else:
            last = middle - 1
    return low


@inlined
def counterpart(stretches: Floats, lanes: Indices, lane: int, row: int, other: int, share: float) -> float:
    """The s on a lane beside: the same share of the stretch that lies beside."""
    beside = lanes[other, FIRST] + row - lanes[lane, FIRST]
    begin = stretches[beside, S]
    return float(begin + share * (stretches[beside + 1, S] - begin))


@inlined
def share_of(stretches: Floats, row: int, s: float) -> float:
    """How far along a stretch s is, as a share of its length."""
    begin, end = stretches[row, S], stretches[row + 1, S]
    return float((s - begin) / (end - begin)) if end > begin else 0.0


@inlined
def reach_over(
    stretches: Floats, lanes: Indices, lane: int, s: float, offset: float, drift: float, heading: float, width: float,
    length: float, is_askew: bool, light: int, aside: Floats, i: int,
) -> int:  # fmt: skip
    """On which lanes beside its own a vehicle counts as well; its s there is noted in `aside`."""
    row = stretch_at(stretches, int(lanes[lane, FIRST]), int(lanes[lane, LAST]), s)
    share, bits = share_of(stretches, row, s), MAIN
    border = stretches[row, HALF_WIDTH] + share * stretches[row, WIDENING] - 0.5 * width
    askew = (heading - stretches[row, HEADING] - share * stretches[row, TURN] + pi) % tau - pi if is_askew else 0.0
    border -= 0.5 * length * min(abs(askew), 0.5)
    for side in range(2):
        other, sign = int(lanes[lane, OVER_LEFT + side]), 1.0 - 2.0 * side
        # In a junction it reaches over, from the lane that it comes from, as long as its rear is there.
        is_beside = lanes[lane, LEFT + side] >= 0
        if not is_beside and s > 0.5 * length:
            continue
        # Whoever has come over the border on the other side only comes to the middle of this lane.
        towards = sign * drift if sign * offset > -MIDDLE else 0.0
        if other >= 0 and (sign * offset > border or towards > QUICKLY or (towards > SLOWLY and light == 1 + side)):
            end = stretches[lanes[other, LAST] + 1, S]
            aside[i, side] = counterpart(stretches, lanes, lane, row, other, share) if is_beside else end + s
            bits |= TO_LEFT << side
    return bits


@inlined
def askew_on(stretches: Floats, lanes: Indices, lane: int, s: float, heading: float) -> float:
    """By how much a heading differs from the direction of a lane, to the left (rad)."""
    row = stretch_at(stretches, int(lanes[lane, FIRST]), int(lanes[lane, LAST]), s)
    there = stretches[row, HEADING] + share_of(stretches, row, s) * stretches[row, TURN]
    return float((heading - there + pi) % tau - pi)


@inlined
def face(
    stretches: Floats, lanes: Indices, lane: int, s: float, heading: float, length: float, width: float, speeds: Any,
    accelerations: Any, now: int, bodies: Floats, i: Any,
) -> None:  # fmt: skip
    """Of a vehicle that does not keep to lanes, note its speed along its lane, and how much of that it takes up."""
    askew = askew_on(stretches, lanes, lane, s, heading)
    if abs(askew) > ASKEW:
        along = cos(askew)
        speeds[i, now] *= along
        accelerations[i, now] *= along
        bodies[i, HALF] = 0.5 * (length * abs(along) + width * abs(sin(askew)))


@inlined
def see_nothing(views: Floats, i: Any) -> None:
    """Note that somebody is on no lane, from where there is nothing to see."""
    for c in range(VIEW):
        views[i, c] = 0.0
    views[i, SPEED_LIMIT], views[i, LEADER_ROW], views[i, HAS_CHANGED] = np.inf, -1.0, 1.0
    for c in (OWN_SIGNS, LEFT_SIGNS, RIGHT_SIGNS):
        views[i, c] = NO_FRONT + NO_REAR


@inlined
def attend(
    stretches: Floats, lanes: Indices, sizes: Floats, lane: Indices, s: Floats, offset: Floats, drift: Floats,
    heading: Floats, length: Floats, width: Floats, light: Any, brakes: Any, speed: Floats, acceleration: Floats,
    reaction: Floats, sight: Floats, headlamps: Any, speeds: Any, accelerations: Any, lamps: Any, now: int,
    per_second: float, visibility: float, homes: Indices, aside: Floats, bodies: Floats, views: Floats,
    motion: Any, claimed: Any, has_claims: bool, low: int, high: int,
) -> None:  # fmt: skip
    """Of some rows, note on which lanes they are to be in line, and remember what they do now."""
    slots = speeds.shape[1]
    for row in range(low, high):
        i = np.uintp(row)
        speeds[i, now], accelerations[i, now] = speed[i], acceleration[i]
        lamps[i, now] = light[i] + (BRAKES if brakes[i] else 0) + (LIT if headlamps[i] else 0)
        then = now - min(int(reaction[i] * per_second + 0.5), slots - 1)
        bodies[i, HALF], bodies[i, SIGHT], bodies[i, SPEED] = 0.5 * length[i], min(sight[i], visibility), speed[i]
        bodies[i, THEN] = then + slots if then < 0 else then
        here = int(lane[i])
        if here < 0:
            homes[i] = 0
            see_nothing(views, i)
            continue
        if motion[i] != BOUND or (has_claims and claimed[i] != 0):
            face(stretches, lanes, here, s[i], heading[i], length[i], width[i], speeds, accelerations, now, bodies, i)
        bits = MAIN
        moves = abs(drift[i]) > (SLOWLY if light[i] == 1 or light[i] == 2 else QUICKLY)
        is_askew = speed[i] < CRAWLING and abs(offset[i]) > ASIDE
        if moves or is_askew or abs(offset[i]) + 0.5 * width[i] > sizes[np.uintp(here), NARROWEST]:
            bits = reach_over(
                stretches, lanes, here, s[i], offset[i], drift[i], heading[i], width[i], length[i], is_askew, light[i],
                aside, row,
            )  # fmt: skip
        homes[i] = (here << HOME) | bits


@compiled
def rename(rows: Any, new: Any, count: int, bounds: Indices, codes: Indices, views: Floats) -> None:
    """Give everybody in line its new row, and close up where somebody has gone; so with leaders in views.

    `rows` has for each row the new one, negative if it is gone. The `count` views have moved already; those of `new`
    rows are blank. A vehicle whose leader is gone has another from now on.
    """
    for row in new:
        views[row, LEADER_ROW], views[row, HAS_CHANGED] = -1.0, 1.0
    for i in range(count):
        leader = int(views[i, LEADER_ROW])
        if leader >= 0:
            views[i, LEADER_ROW] = rows[leader]
            if rows[leader] < 0:
                views[i, HAS_CHANGED] = 1.0
    filled, begin = 0, 0
    for lane in range(len(bounds) - 1):
        end = bounds[lane + 1]
        for k in range(begin, end):
            row = rows[codes[k] >> 2]
            if row >= 0:
                codes[filled] = row << 2
                filled += 1
        begin = end
        bounds[lane + 1] = filled


@inlined
def keep(bounds: Indices, codes: Indices, old_bounds: Indices, old_codes: Indices) -> None:
    """Keep the old order while the new one is made."""
    for k in range(bounds[-1]):
        old_codes[k] = codes[k]
    for k in range(len(bounds)):
        old_bounds[k] = bounds[k]


@inlined
def lay_out(lanes: Indices, homes: Indices, bounds: Indices, ends: Indices) -> None:
    """Find where the line of each lane begins."""
    bounds[:] = 0
    for i in range(len(homes)):
        home = homes[i]
        if home != 0:
            here, bits = home >> HOME, home & ALL
            bounds[np.uintp(here) + np.uintp(1)] += 1
            if bits != MAIN:
                if bits & TO_LEFT:
                    bounds[lanes[here, OVER_LEFT] + 1] += 1
                if bits & TO_RIGHT:
                    bounds[lanes[here, OVER_RIGHT] + 1] += 1
    for here in range(len(bounds) - 1):
        bounds[here + 1] += bounds[here]
        ends[here] = bounds[here]


@inlined
def put(begin: int, end: int, codes: Indices, along: Floats, code: int, s: float) -> None:
    """Put a vehicle into a line: at its end, and from there forward to its place."""
    at = np.uintp(end)
    one = np.uintp(1)
    while at > np.uintp(begin) and (along[at - one] < s or (along[at - one] == s and codes[at - one] > code)):
        along[at], codes[at] = along[at - one], codes[at - one]
        at -= one
    along[at], codes[at] = s, code


@inlined
def stay(
    lanes: Indices, s: Floats, homes: Indices, aside: Floats, old_codes: Indices, first: int, last: int, here: int,
    begin: int, codes: Indices, along: Floats,
) -> int:  # fmt: skip
    """Line up those that stay on a lane, in the old order; where their line ends. What is done is no longer wanted."""
    end = begin
    for k in range(first, last):
        row = old_codes[np.uintp(k)] >> 2
        i = np.uintp(row)
        home = homes[i]
        lane, bits = home >> HOME, home & ALL
        if lane == here and bits & MAIN:
            at, code, done = s[i], row << 2, MAIN
        elif bits & TO_LEFT and lanes[lane, OVER_LEFT] == here:
            at, code, done = aside[i, 0], (row << 2) + ITS_LEFT, TO_LEFT
        elif bits & TO_RIGHT and lanes[lane, OVER_RIGHT] == here:
            at, code, done = aside[i, 1], (row << 2) + ITS_RIGHT, TO_RIGHT
        else:
            continue
        homes[i] = home ^ done
        put(begin, end, codes, along, code, at)
        end += 1
    return end


@inlined
def join(bounds: Indices, ends: Indices, codes: Indices, along: Floats, lane: int, code: int, s: float) -> None:
    """Put a vehicle that was not there before into the line of a lane."""
    put(bounds[lane], ends[lane], codes, along, code, s)
    ends[lane] += 1


@inlined
def fall_in(
    lanes: Indices, s: Floats, homes: Indices, aside: Floats, old_bounds: Indices, old_codes: Indices,
    bounds: Indices, ends: Indices, codes: Indices, along: Floats,
) -> None:  # fmt: skip
    """Line everybody up: first those that stay on a lane, in the old order, then those that have come onto it."""
    for here in range(len(ends)):
        first, last = int(old_bounds[here]), int(old_bounds[here + 1])
        if first < last:
            ends[here] = stay(
                lanes, s, homes, aside, old_codes, first, last, here, int(bounds[here]), codes, along
            )  # fmt: skip
    for row in range(len(homes)):
        missing = homes[row] & ALL
        if missing != 0:
            here = homes[row] >> HOME
            if missing & MAIN:
                join(bounds, ends, codes, along, here, row << 2, s[row])
            if missing & TO_LEFT:
                join(bounds, ends, codes, along, int(lanes[here, OVER_LEFT]), (row << 2) + ITS_LEFT, aside[row, 0])
            if missing & TO_RIGHT:
                join(bounds, ends, codes, along, int(lanes[here, OVER_RIGHT]), (row << 2) + ITS_RIGHT, aside[row, 1])
