"""Compiled: which of several lanes that serve them equally well drivers take."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.kernel.part import VISIT
from seahaven.roads.lanemap.strips import Integers

NEAR = 40.0
"""Metres before it has to choose from which on a driver compares the lanes beyond the end of its own."""
HORIZON = 10.0
"""It prefers the one on which it would be further ahead after so many seconds (s)."""
FAR = 150.0
"""Metres beyond which nobody matters."""
WORTH = 5.0
"""Metres that another lane than the one it is about to take has to be better by."""
SPACE = 2.5
"""Metres between vehicles in a queue."""
PROMPTLY, GENTLY = 1.0, 2.0
"""Seconds before it brakes, and the deceleration (m/s²) with which it could still stop before the end of its lane:
after that it may have set out."""
MOST_LANES = 12
"""Lanes that are looked along."""


@compiled_part
def may_choose(entry: int, s: float, speed: float, length: float, twin: Any, lane_length: Floats, lane: int) -> bool:
    """Whether a vehicle comes to where its lane opens, and can still choose."""
    if entry < 0 or twin[entry] < 0:
        return False
    left = lane_length[lane] - s - 0.5 * length - PROMPTLY * speed - speed * speed / (2.0 * GENTLY)
    return bool(0.0 < left < NEAR)


@compiled_part
def outlook(
    entry: int, following: Any, lanes: Any, lane_length: Floats, rears: Floats, speeds: Floats
) -> float:  # fmt: skip
    """Where the last vehicle ahead from an entry on will be after a while, in metres from its beginning, up to FAR."""
    far = 0.0
    for _ in range(MOST_LANES):
        if entry < 0 or far > FAR:
            break
        lane = lanes[entry]
        if rears[lane] < inf:
            return float(min(far + rears[lane] + HORIZON * speeds[lane], FAR))
        far += lane_length[lane]
        entry = following[entry]
    return FAR


@compiled
def choose(
    lane: Any, s: Floats, speed: Floats, length: Floats, entry: Any, arrays: Any, lane_length: Floats, rows: Integers,
    chosen: Integers,
) -> int:  # fmt: skip
    """List the rows of those who had better go on by a twin of their entry, and that twin."""
    count, most = 0, len(lane_length)
    rears, speeds = np.full(most, inf), np.zeros(most)
    for row in range(len(lane)):
        here, rear = lane[row], s[row] - 0.5 * length[row]
        if here >= 0 and rear < rears[here]:
            rears[here], speeds[here] = rear, speed[row]
    for row in range(len(lane)):
        e, here = entry[row], lane[row]
        if here < 0 or not may_choose(e, s[row], speed[row], length[row], arrays.twin, lane_length, here):
            continue
        best, most_ahead, at, first = e, -inf, e, True
        while first or at != e:
            onto = arrays.following[at]
            ahead = outlook(onto, arrays.following, arrays.lane, lane_length, rears, speeds)
            for other in range(len(lane)):
                if lane[other] == here and s[other] > s[row] and entry[other] >= 0:
                    its = arrays.following[entry[other]]
                    if its >= 0 and arrays.lane[its] == arrays.lane[onto]:
                        ahead -= length[other] + SPACE
            if first or ahead > most_ahead + (WORTH if best == e else 0.0):
                best, most_ahead = at, ahead
            at, first = arrays.twin[at], False
        if best != e:
            rows[count], chosen[count] = row, best
            count += 1
    return count


@compiled_entry
def watch_openings(hand: Any, _index: int, _now: int, _due: int) -> int:
    """Wake the module where any vehicle comes to where its lane opens."""
    tally, (lane, s, speed, length, entry), twin, lane_length = taken(hand)
    for row in range(tally[0]):
        if lane[row] >= 0 and may_choose(entry[row], s[row], speed[row], length[row], twin, lane_length, lane[row]):
            return VISIT
    return 0
