"""Compiled: who of those that halt on their way has to be seen to now."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled
from seahaven.roads.lanemap.strips import Integers

ROUTE, REST, PLACE, SOON = range(4)
"""The columns of `plans`: the route (-1: there is no more place), until when one stands (infinite: it does not), how
much is left of the route at its next place, and from how many metres before it on one is seen to in any case."""


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
        if row < len(ids) and ids[row] == entities[k]:
            at = entry[row]
            if plans[k, REST] < np.inf:
                if plans[k, REST] > later:
                    continue
            elif at >= 0 and route_of[at] == plans[k, ROUTE]:
                left = remaining[at] - s[row] - plans[k, PLACE] - 0.5 * length[row]
                room = left - speed[row] * dt
                if room > plans[k, SOON] and speed[row] * speed[row] < 2.0 * room * least * comfort[row]:
                    continue
        busy[count] = entities[k]
        count += 1
    return count
