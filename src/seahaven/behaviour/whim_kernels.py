"""Compiled: whims of all drivers."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.hcsm.compiler.lot_kernels import uniform

SPREAD = np.sqrt(12.0)
"""Of a number that is anything between two others which are 1 apart, what to multiply it by to have a spread of 1."""


@compiled_entry
def draw_whims(hand: Any, index: int, _now: int, _due: int) -> int:
    """A number of mean 0 and spread 1 for each vehicle, which the stream draws for its lot, or else for its id."""
    tally, ids, lots, no_lot, keys, drawn = taken(hand)
    for row in range(tally[0]):
        entity = ids[row] if no_lot[row] else lots[row]
        drawn[row] = SPREAD * (uniform(keys[0], keys[1], entity, index, 0) - 0.5)
    return 0
