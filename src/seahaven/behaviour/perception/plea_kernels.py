"""Compiled: who is asked to let somebody in who stands at the head of a queue and has to come over.

Whoever drives beside a queue sees the next one in it, but not that the first one of it waits for a gap. So the ones in
need look for somebody: the first on the other lane, from their own rear on, who could still stop gently behind them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.behaviour.perception.ground import FIRST, LAST, LEFT
from seahaven.behaviour.perception.look_kernels import first_behind
from seahaven.behaviour.perception.order_kernels import OWN, counterpart, share_of, stretch_at
from seahaven.behaviour.senses import GENTLY, SPACE
from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, inlined
from seahaven.roads.lanemap.strips import Indices, Integers

STANDING = 1.0
"""Below this speed (m/s) one cannot come over without being let in."""
REACH = 40.0
"""Metres behind its rear in which one looks for somebody."""


@inlined
def seat_of(own: Integers, row: int) -> int:
    """Where the columns of a row are; -1 if they are somebody else's. Rows ascend, and mostly all of them are own."""
    if row < len(own) and own[np.uintp(row)] == row:
        return int(np.int64(row))
    at = np.searchsorted(own, row)
    return int(at) if at < len(own) and own[at] == row else -1


@compiled
def plead(
    lanes: Indices, stretches: Floats, bounds: Indices, codes: Indices, along: Floats, lane: Indices, s: Floats,
    length: Floats, speed: Floats, light: Any, own: Integers, shift: Any, plea: Floats, no_plea: Any,
) -> None:  # fmt: skip
    """Fill in, for those who are asked, the gap to the rear of whoever asks; null for all others."""
    plea[: len(own)], no_plea[: len(own)] = 0.0, True
    for row in range(len(lane)):
        i = np.uintp(row)
        if speed[i] >= STANDING or lane[i] < 0 or (light[i] != 1 and light[i] != 2):
            continue
        here, side = int(lane[i]), int(light[i]) - 1
        other, seat = int(lanes[here, LEFT + side]), seat_of(own, row)
        # A light may also be on for a turn; of ours it is known whether they have to come over.
        if other < 0 or (seat >= 0 and shift[seat] * (1 - 2 * side) <= 0):
            continue
        stretch = stretch_at(stretches, int(lanes[here, FIRST]), int(lanes[here, LAST]), s[i])
        there = counterpart(stretches, lanes, here, stretch, other, share_of(stretches, stretch, s[i]))
        rear = there - 0.5 * length[i]
        begin, end = int(bounds[other]), int(bounds[other + 1])
        for k in range(first_behind(codes, along, begin, end, there, row), end):
            asked = np.uintp(codes[k] >> 2)
            gap = rear - along[k] - 0.5 * length[asked]
            if gap > REACH:
                break
            v = speed[asked]
            if codes[k] & 3 != OWN or gap < 0.0 or v * v > 2.0 * GENTLY * max(gap - SPACE, 0.0) + 0.01:
                continue
            at = seat_of(own, int(asked))
            if at >= 0 and (no_plea[at] or gap < plea[at]):
                plea[at], no_plea[at] = gap, False
            break
