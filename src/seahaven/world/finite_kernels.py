"""Compiled: whether all numbers of many columns are finite, in one call."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry.compiled import compiled

Integers = NDArray[np.int64]

EXPONENT = 0x7FF0000000000000
"""These bits are all set in what is not a finite number."""


@compiled
def has_strays(bits: Integers, starts: Integers, count: int) -> bool:
    """Whether any of `count` numbers from each start on is infinite or not a number, told from their bits."""
    for start in starts:
        strays = 0
        for i in range(start, start + count):
            strays += (bits[i] & EXPONENT) == EXPONENT
        if strays:
            return True
    return False
