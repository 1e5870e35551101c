"""Compiled: which lanes one comes to from where."""

from __future__ import annotations

import numpy as np

from seahaven.geometry.compiled import compiled
from seahaven.roads.lanemap.strips import Integers, Truths


@compiled
def reached_lanes(
    next_first: Integers, next_lane: Integers, reach_first: Integers, reach_lane: Integers, source_first: Integers,
    source_lane: Integers, found: Truths,
) -> None:  # fmt: skip
    """Mark, for each group of lanes to set out from, the lanes that one comes to, changes of lane included."""
    waiting = np.empty(len(next_first), np.int64)
    for group in range(len(source_first) - 1):
        count = 0
        for k in range(source_first[group], source_first[group + 1]):
            if not found[group, source_lane[k]]:
                found[group, source_lane[k]] = True
                waiting[count] = source_lane[k]
                count += 1
        while count > 0:
            count -= 1
            lane = waiting[count]
            for j in range(reach_first[lane], reach_first[lane + 1]):
                leaving = reach_lane[j]
                for k in range(next_first[leaving], next_first[leaving + 1]):
                    onward = next_lane[k]
                    if not found[group, onward]:
                        found[group, onward] = True
                        waiting[count] = onward
                        count += 1
