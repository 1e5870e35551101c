"""Compiled: who of those that halt on their way has to be seen to now."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, inlined
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.kernel.part import VISIT
from seahaven.roads.lanemap.strips import Integers

ROUTE, REST, PLACE, SOON = range(4)
"""The columns of `plans`: the route (-1: there is no more place), until when one stands (infinite: it does not), how
much is left of the route at its next place, and from how many metres before it on one is seen to in any case."""


@inlined
def is_busy(
    k: int, row: int, entry: Any, s: Floats, speed: Floats, length: Floats, comfort: Floats, route_of: Any,
    remaining: Floats, plans: Floats, least: float, dt: float, later: float,
) -> bool:  # fmt: skip
    """Whether a vehicle has to be seen to: its time is up, it is off its route, or near to its next place."""
    at = entry[row]
    if plans[k, REST] < np.inf:
        return not plans[k, REST] > later
    if at < 0 or route_of[at] != plans[k, ROUTE]:
        return True
    left = remaining[at] - s[row] - plans[k, PLACE] - 0.5 * length[row]
    room = left - speed[row] * dt
    return not (room > plans[k, SOON] and speed[row] * speed[row] < 2.0 * room * least * comfort[row])


@compiled
def list_busy(
    ids: Any, entry: Any, s: Floats, speed: Floats, length: Floats, comfort: Floats, route_of: Any, remaining: Floats,
    entities: Integers, plans: Floats, least: float, dt: float, later: float, busy: Integers,
) -> int:  # fmt: skip
    """List all but those who stand longer than `later`, and those on their route who are far from their next place.

    Far is who could stop there with the share `least` of the braking that it likes. Ids ascend. Gives how many.
    """
    count = 0
    for k in range(len(entities)):
        row = np.searchsorted(ids, entities[k])
        is_here = row < len(ids) and ids[row] == entities[k]
        if not is_here or is_busy(
            k, row, entry, s, speed, length, comfort, route_of, remaining, plans, least, dt, later
        ):  # fmt: skip
            busy[count] = entities[k]
            count += 1
    return count


@compiled_entry
def watch_halts(hand: Any, _index: int, now: int, due: int) -> int:
    """Note which vehicles have to be seen to, and wake the module if there are any."""
    tally, columns, (route_of, remaining), entities, plans, least, (busy, noted) = taken(hand)
    ids, entry, s, speed, length, comfort = columns
    dt, seconds = (due - now) / 1e9, now / 1e9
    noted[0], noted[1] = now, list_busy(
        ids[: tally[0]], entry, s, speed, length, comfort, route_of, remaining, entities[: noted[2]],
        plans[: noted[2]], least, dt, seconds + dt, busy,
    )  # fmt: skip
    return VISIT if noted[1] else 0
