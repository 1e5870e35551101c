"""Compiled: where one lane leads into several that serve a route equally well."""

from __future__ import annotations

from math import inf
from typing import Any

from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.roads.lanemap.strips import Integers

ALIKE = 5.0
"""Metres by which two lanes may differ in how far they can be followed and still serve a route equally well."""


@compiled_part
def outside(arrays: Any, junction: Any, entry: int) -> int:
    """The entry of the first lane outside junctions that one comes to from an entry on; -1 where there is none."""
    while entry >= 0 and junction[arrays.lane[entry]] >= 0:
        entry = arrays.following[entry]
    return entry


@compiled_part
def are_alike(arrays: Any, stage: Integers, e: int, f: int) -> bool:
    """Whether two entries are of lanes side by side from both of which nobody has to change soon."""
    if e < 0 or f < 0 or e == f or stage[e] != stage[f] or arrays.shift[e] != 0 or arrays.shift[f] != 0:
        return False
    a, b = arrays.drop[e], arrays.drop[f]
    return a == b or (a < inf and b < inf and abs(a - b) < ALIKE)  # type: ignore[no-any-return]  # of an array


@compiled
def find_twins(
    arrays: Any, stage: Integers, junction: Any, next_first: Any, next_lane: Any, source: Integers, onto: Integers
) -> int:  # fmt: skip
    """Fill in, for entries whose lanes lead into further lanes as good as the one taken, the entries of those.

    Stages are contiguous. Gives how many there are, also where the arrays are too short for them.
    """
    count, most = 0, len(stage)
    for e in range(most):
        f, lane = arrays.following[e], arrays.lane[e]
        if f < 0 or f >= most or next_first[lane + 1] - next_first[lane] < 2:
            continue
        chosen, d = outside(arrays, junction, f), f
        while d > 0 and stage[d - 1] == stage[f]:
            d -= 1
        while d < most and stage[d] == stage[f]:
            leads_there = False
            for k in range(next_first[lane], next_first[lane + 1]):
                leads_there = leads_there or next_lane[k] == arrays.lane[d]
            if leads_there and d != f and are_alike(arrays, stage, chosen, outside(arrays, junction, d)):
                if count < len(source):
                    source[count], onto[count] = e, d
                count += 1
            d += 1
    return count
