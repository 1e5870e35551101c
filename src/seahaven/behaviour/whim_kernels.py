"""Compiled: whims of all drivers."""

from __future__ import annotations

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled
from seahaven.hcsm.compiler.lot_kernels import uniform
from seahaven.roads.lanemap.strips import Integers

SPREAD = np.sqrt(12.0)
"""Of a number that is anything between two others which are 1 apart, what to multiply it by to have a spread of 1."""


@compiled
def whims(ids: Integers, key0: int, key1: int, step: int) -> Floats:
    """A number of mean 0 and spread 1 for each id, the same as its stream draws for it."""
    drawn = np.empty(len(ids))
    for row in range(len(ids)):
        drawn[row] = SPREAD * (uniform(key0, key1, ids[row], step, 0) - 0.5)
    return drawn
