"""Compiled: which of the vehicles that come to a way matter to others.

Most vehicles in a town wait in queues and at red lights. Short vehicles need not heed them. They are left out here,
once for each vehicle, before pairs of vehicles are looked at, of which there are many more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.behaviour.junctions.crossroads import INCOMING, STOP
from seahaven.behaviour.junctions.judge_kernels import ALL, OFF, SOME, STANDING, is_kept_back, light_of
from seahaven.behaviour.junctions.passages import NEVER
from seahaven.behaviour.junctions.register_kernels import ROW, SHORT
from seahaven.geometry import Floats
from seahaven.geometry.compiled import inlined
from seahaven.roads.lanemap.strips import Indices


@inlined
def is_out_of_account(
    q: Any, way: Any, shown: int, ways: Floats, links: Indices, speed: Floats, length: Floats, comers: Indices,
    places: Floats, grants: Any, heads: Indices,
) -> bool:  # fmt: skip
    """Whether a vehicle that comes to a way, whose light shows this, cannot matter to any short vehicle.

    That is a short vehicle that has not set out, whose front is not on the way yet, and which either its light keeps
    back or the first vehicle in line, which stands. `heed_own` and `heed_ahead` note nothing of it, since no stretch
    where two short vehicles meet begins before the way does.
    """
    other = int(comers[q, ROW])
    j = np.uintp(other)
    if grants[q, 0] != NEVER or places[q] > 0.0 or length[j] > SHORT:
        return False
    head = int(heads[np.uintp(links[way, INCOMING])])
    if head >= 0 and head != other and speed[np.uintp(head)] < STANDING:
        return True
    return is_kept_back(shown, speed[j], ways[way, STOP] - places[q])


@inlined
def sift(
    ways: Floats, links: Indices, lights: Indices, states: Any, speed: Floats, length: Floats, comers: Indices,
    places: Floats, grants: Any, first: Indices, order: Indices, heads: Indices, bounds: Indices, listed: Indices,
) -> None:  # fmt: skip
    """Fill in all vehicles that come to each way, in their order, and once more without those out of account."""
    count = len(first) - 1
    kept = first[count]
    for way in range(count):
        w = np.uintp(way)
        bounds[ALL, w], bounds[SOME, w] = first[w], kept
        if first[w] == first[way + 1]:
            continue
        lit = light_of(links, lights, states, way)
        shown = int(states[lit]) if lit >= 0 else OFF
        for p in range(first[w], first[way + 1]):
            q = np.uintp(order[np.uintp(p)])
            listed[np.uintp(p)] = q
            if not is_out_of_account(q, w, shown, ways, links, speed, length, comers, places, grants, heads):
                listed[np.uintp(kept)] = q
                kept += 1
    bounds[ALL, count], bounds[SOME, count] = first[count], kept
