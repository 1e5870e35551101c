"""Compiled: who of those that halt on their way has to be seen to now."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, inlined
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.kernel.part import VISIT
from seahaven.roads.lanemap.strips import Integers

ROUTE, REST, PLACE, STATE, SLACK, LANE = range(6)
"""The columns of `plans`: the route (-1: there is no more place), until when one stands (infinite: it does not), how
much is left of the route at its next place, what it does there, how far before its place it may stop if it is held up,
and the entry of the lane of its place (-1: no vehicle is ordered there)."""
DRIVING, BRAKING, STOPPING = range(3)
"""What a vehicle does: it has not begun to brake for its place, it brakes, it was told to stop there."""


class Way(NamedTuple):
    """What is read of the entries of tracks."""

    route: Any
    remaining: Floats
    left: Any
    right: Any


@inlined
def is_beside(entry: Any, place: Any, way: Way) -> bool:
    """Whether a place lies on a lane to the left or to the right of an entry."""
    for beside in (way.left, way.right):
        at = beside[entry]
        while at >= 0:
            if at == place:
                return True
            at = beside[at]
    return False


@inlined
def is_busy(
    k: int, row: int, entry: Any, s: Floats, speed: Floats, length: Floats, comfort: Floats, way: Way,
    plans: Floats, manner: Any, dt: float, later: float,
) -> bool:  # fmt: skip
    """Whether there is something to do for a vehicle, as `Halts` would do it."""
    at, state = entry[row], plans[k, STATE]
    if plans[k, REST] < np.inf:
        return not plans[k, REST] > later
    if state == STOPPING:
        return bool(speed[row] < manner.standing)
    if plans[k, ROUTE] < 0.0:
        return True
    if at < 0:
        return False
    if way.route[at] != plans[k, ROUTE]:
        return True
    left = way.remaining[at] - s[row] - plans[k, PLACE] - 0.5 * length[row]
    needed = speed[row] * speed[row] / (2.0 * max(left - speed[row] * dt, manner.least_way))
    if needed >= (manner.ease if state == DRIVING else manner.least) * comfort[row]:
        return True
    if left < max(manner.near, speed[row] * dt) or (speed[row] < manner.standing and left <= plans[k, SLACK]):
        return True
    place = np.int64(plans[k, LANE])
    is_ordered = place >= 0 and manner.near < left < manner.soon
    return bool(is_ordered) and at != place and is_beside(at, place, way)


@compiled
def list_busy(
    ids: Any, entry: Any, s: Floats, speed: Floats, length: Floats, comfort: Floats, way: Way, entities: Integers,
    plans: Floats, manner: Any, dt: float, later: float, busy: Integers,
) -> int:  # fmt: skip
    """List the vehicles that are gone, and those for which there is something to do. Ids ascend. Gives how many."""
    count = 0
    for k in range(len(entities)):
        row = np.searchsorted(ids, entities[k])
        is_here = row < len(ids) and ids[row] == entities[k]
        if not is_here or is_busy(k, row, entry, s, speed, length, comfort, way, plans, manner, dt, later):
            busy[count] = entities[k]
            count += 1
    return count


@compiled_entry
def watch_halts(hand: Any, _index: int, now: int, due: int) -> int:
    """Note which vehicles have to be seen to, and wake the module if there are any."""
    tally, columns, way, entities, plans, manner, (busy, noted) = taken(hand)
    ids, entry, s, speed, length, comfort = columns
    dt, seconds = (due - now) / 1e9, now / 1e9
    noted[0], noted[1] = now, list_busy(
        ids[: tally[0]], entry, s, speed, length, comfort, way, entities[: noted[2]], plans[: noted[2]], manner, dt,
        seconds + dt, busy,
    )  # fmt: skip
    return VISIT if noted[1] else 0
