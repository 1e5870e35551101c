"""Compiled: whims of all drivers."""

from __future__ import annotations

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled
from seahaven.hcsm.compiler.lot_kernels import uniform
from seahaven.roads.lanemap.strips import Integers, Truths

SPREAD = np.sqrt(12.0)
"""Of a number that is anything between two others which are 1 apart, what to multiply it by to have a spread of 1."""


@compiled
def whims(ids: Integers, lots: Integers, no_lot: Truths, key0: int, key1: int, step: int) -> Floats:
    """A number of mean 0 and spread 1 for each vehicle, which the stream draws for its lot, or else for its id."""
    drawn = np.empty(len(ids))
    for row in range(len(ids)):
        entity = ids[row] if no_lot[row] else lots[row]
        drawn[row] = SPREAD * (uniform(key0, key1, entity, step, 0) - 0.5)
    return drawn
