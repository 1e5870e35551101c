"""Compiled: who has come to the end of its route, or of the road."""

from __future__ import annotations

from typing import Any

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled
from seahaven.roads.lanemap.strips import Integers


@compiled
def list_leavers(
    entry: Any, lane: Any, s: Floats, speed: Floats, dt: float, near: float, remaining: Floats, length: Floats,
    next_first: Any, rows: Integers,
) -> int:  # fmt: skip
    """List the rows of those who will be `near` the end of their route by the next step, or of the road without one."""
    count = 0
    for row in range(len(entry)):
        at, here = entry[row], lane[row]
        if at >= 0:
            ahead = remaining[at] - s[row]
        elif here >= 0 and next_first[here + 1] == next_first[here]:
            ahead = length[here] - s[row]
        else:
            continue
        if ahead <= speed[row] * dt + near:
            rows[count] = row
            count += 1
    return count
