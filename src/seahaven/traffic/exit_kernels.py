"""Compiled: who has come to the end of its route, or of the road."""

from __future__ import annotations

from typing import Any

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, inlined
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.kernel.part import VISIT
from seahaven.roads.lanemap.strips import Integers


@inlined
def is_leaving(
    at: int, here: int, s: float, speed: float, long: float, dt: float, near: float, remaining: Floats, length: Floats,
    next_first: Any,
) -> bool:  # fmt: skip
    """Whether a vehicle will be `near` the end of its route by the next step, or of the road without one.

    Where the road goes on behind the end of its route, its front counts and it leaves a step earlier: beyond the end
    others cross, and where a vehicle is in its last step they may hit it.
    """
    if at >= 0:
        ahead = remaining[at] - s
        if here >= 0 and next_first[here + 1] > next_first[here]:
            ahead -= 0.5 * long + speed * dt
    elif here >= 0 and next_first[here + 1] == next_first[here]:
        ahead = length[here] - s
    else:
        return False
    return ahead <= speed * dt + near  # type: ignore[no-any-return]  # an element of an array


@compiled
def list_leavers(
    entry: Any, lane: Any, s: Floats, speed: Floats, long: Floats, dt: float, near: float, remaining: Floats,
    length: Floats, next_first: Any, rows: Integers,
) -> int:  # fmt: skip
    """List the rows of those who will be `near` the end of their route by the next step, or of the road without one."""
    count = 0
    for row in range(len(entry)):
        if is_leaving(entry[row], lane[row], s[row], speed[row], long[row], dt, near, remaining, length, next_first):
            rows[count] = row
            count += 1
    return count


@compiled_entry
def watch_exits(hand: Any, _index: int, now: int, due: int) -> int:
    """Wake the module if any vehicle will be at the end of its route, or if many that are known are gone."""
    tally, (entry, lane, s, speed, long), near, (remaining, length, next_first), known, many = taken(hand)
    if known[0] > 2 * tally[0] + many:
        return VISIT
    dt = (due - now) / 1e9
    for row in range(tally[0]):
        if is_leaving(entry[row], lane[row], s[row], speed[row], long[row], dt, near, remaining, length, next_first):
            return VISIT
    return 0
