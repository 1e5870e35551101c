"""Compiled: the slots of lanes that vehicles cover, of which collisions are made out.

Slots are short pieces of a lane. A vehicle covers slots of its own lane, and where it reaches over a border or an end
also some of one lane beyond; of a vehicle for which that does not say enough, nothing is said.
"""

from __future__ import annotations

from math import hypot, inf
from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled_part
from seahaven.motion.stretch_kernels import (
    BEGIN,
    HALF,
    HEADING,
    LEFT,
    ONLY_NEXT,
    ONLY_PREVIOUS,
    PER_SPAN,
    RIGHT,
    SLOTS,
    SPAN,
    TURN,
    WHATEVER,
    WIDENING,
    X,
    Y,
    across,
    point_at,
    short_way,
)
from seahaven.motion.ways import SLOT
from seahaven.roads.lanemap.query_kernels import ONE
from seahaven.roads.lanemap.strips import Indices, Integers

PER_SLOT = 1.0 / SLOT
CLEARANCE = 0.05
"""Metres that a vehicle is taken to be longer and wider all round when it is asked which slots it covers."""
WIDEST_SEAM, SHARPEST_SEAM = 2.0, 0.3
"""Metres and radians by which the ends of lanes that lead into each other may differ."""
STRAY, NONE = -2, -1
"""Instead of a first slot: that of a vehicle which is to be tested against all who are near; and that of no slots."""
FIRST, LAST, BEYOND_FIRST, BEYOND_LAST = 0, 1, 2, 3
"""Columns of the slots that vehicles cover: on their own lane, and on one beyond."""


@compiled_part
def slots_beside(
    first: Integers, length: Floats, stretches: Floats, lanes: Indices, lane: Any, row: Any, f: float, side: int,
    along: float, over: float,
) -> tuple[int, int]:  # fmt: skip
    """The first and last slot that a vehicle covers on the lane beside, reaching over by so many metres.

    STRAY where there is no lane, or it covers more than that.
    """
    beside, place, g = lanes[lane, WHATEVER + side], np.int64(row) - first[lane], f
    if beside == -1:
        return STRAY, STRAY
    if beside < -1:
        beside = -2 - beside
        place, g = first[beside + 1] - first[beside] - 2 - place, 1.0 - f
    there = np.uintp(first[beside] + place)
    width = 2.0 * (stretches[there, HALF] + g * stretches[there, WIDENING])
    narrowing = 2.0 * abs(stretches[there, WIDENING]) * stretches[there, PER_SPAN] * along
    at = stretches[there, BEGIN] + g * stretches[there, SPAN]
    reach = along * max(stretches[there, SPAN] * stretches[row, PER_SPAN], 1.0) + CLEARANCE
    if over > width - narrowing or at < reach or at + reach > length[beside]:
        return STRAY, STRAY
    slot = lanes[beside, SLOTS]
    return slot + np.int32((at - reach) * PER_SLOT), slot + np.int32((at + reach) * PER_SLOT)


@compiled_part
def seam(first: Integers, stretches: Floats, lane: Any, onto: Any, long: float, aside: float) -> float:
    """Metres between the end of a lane and the beginning of another, for a vehicle that reaches over both.

    Infinite unless it stays within both lanes, so many metres long and reaching so many aside; a bend at the seam makes
    it reach further.
    """
    last, begin = np.uintp(first[lane + ONE] - 2), np.uintp(first[onto])
    x, y = point_at(stretches, last, 1.0, 0.0)
    gap = hypot(stretches[begin, X] - x, stretches[begin, Y] - y)
    beside = abs(across(stretches, begin, 0.0, x, y))
    turn = abs(short_way(stretches[last, HEADING] + stretches[last, TURN] - stretches[begin, HEADING]))
    room = min(stretches[last, HALF] + stretches[last, WIDENING], stretches[begin, HALF])
    if gap > WIDEST_SEAM or turn > SHARPEST_SEAM or aside + beside + long * turn > room:
        return inf
    return gap


@compiled_part
def slots_beyond(
    first: Integers, length: Floats, stretches: Floats, lanes: Indices, lane: Any, rear: float, front: float,
    aside: float,
) -> tuple[int, int]:  # fmt: skip
    """The first and last slot that a vehicle covers on the lane before or after its own, over whose end it reaches.

    STRAY where that is not one lane, or it covers more than that.
    """
    if front > length[lane]:
        onto = lanes[lane, ONLY_NEXT]
        if onto < 0 or rear < 0.0:
            return STRAY, STRAY
        end = front - length[lane] + seam(first, stretches, lane, np.uintp(onto), front - rear, aside)
        slot = lanes[onto, SLOTS]
        return (slot, slot + np.int32(end * PER_SLOT)) if end <= length[onto] else (STRAY, STRAY)
    other = lanes[lane, ONLY_PREVIOUS]
    if other < 0:
        return STRAY, STRAY
    begin = length[other] + rear - seam(first, stretches, np.uintp(other), lane, front - rear, aside)
    slot = lanes[other, SLOTS]
    last = slot + np.int32(length[other] * PER_SLOT)
    return (slot + np.int32(begin * PER_SLOT), last) if begin >= 0.0 else (STRAY, STRAY)


@compiled_part
def reach(
    first: Integers, length: Floats, stretches: Floats, lanes: Indices, slots: Indices, i: Any, lane: Any, row: Any,
    f: float, d: float, along: float, aside: float, room: float, rear: float, front: float,
) -> None:  # fmt: skip
    """Fill in the slots that a vehicle covers which reaches over its lane's borders or ends."""
    low, high = STRAY, STRAY
    is_within = rear >= 0.0 and front <= length[lane]
    if not is_within and aside <= room:
        low, high = slots_beyond(first, length, stretches, lanes, lane, rear, front, aside)
    elif is_within and aside - 2.0 * abs(d) <= room:
        side = LEFT if d > 0.0 else RIGHT
        low, high = slots_beside(first, length, stretches, lanes, lane, row, f, side, along, aside - room)
    slots[i, BEYOND_FIRST], slots[i, BEYOND_LAST] = low, high
    slots[i, FIRST] = lanes[lane, SLOTS] + np.int32(max(rear, 0.0) * PER_SLOT) if low != STRAY else STRAY
    slots[i, LAST] = lanes[lane, SLOTS] + np.int32(min(front, length[lane]) * PER_SLOT)
