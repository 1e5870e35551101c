"""Compiled: whims of the drivers of many worlds, each with a seed and a beginning of its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.behaviour.whim_kernels import SPREAD
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.hcsm.compiler.lot_kernels import uniform


@compiled_entry
def draw_for_worlds(hand: Any, _index: int, now: int, _due: int) -> int:
    """Draw for the vehicles of those worlds of which a whole number of periods has passed since they began."""
    tally, ids, lots, no_lot, keys, begun, spans, period, drawn = taken(hand)
    for world in range(len(begun)):
        past = now - begun[world]
        if past % period != 0:
            continue
        first = np.searchsorted(ids[: tally[0]], spans[world, 0])
        for row in range(first, first + spans[world, 1]):
            entity = ids[row] if no_lot[row] else lots[row]
            drawn[row] = SPREAD * (uniform(keys[world, 0], keys[world, 1], entity, past // period, 0) - 0.5)
    return 0
