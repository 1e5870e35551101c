"""Compiled: whether all values of many columns may be committed, and bringing them into force, in one call each."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry.compiled import compiled

Integers = NDArray[np.int64]

EXPONENT, SHORT_EXPONENT = 0x7FF0000000000000, 0x7F800000
"""These bits are all set in what is not a finite number, of double and of single precision."""


@compiled
def has_offender(
    count: int, doubles: Any, double_starts: Any, singles: Any, single_starts: Any, codes: Any, kinds: Any
) -> bool:  # fmt: skip
    """Whether any of `count` numbers from each start on is not finite, or any code none of its kinds.

    Numbers are told by their bits. Each row of starts has where a column begins, and how many kinds it has.
    """
    for k in range(len(double_starts)):
        strays = 0
        for i in range(double_starts[k, 0], double_starts[k, 0] + count):
            strays += (doubles[i] & EXPONENT) == EXPONENT
        if strays:
            return True
    for k in range(len(single_starts)):
        strays = 0
        for i in range(single_starts[k, 0], single_starts[k, 0] + count):
            strays += (singles[i] & SHORT_EXPONENT) == SHORT_EXPONENT
        if strays:
            return True
    for k in range(len(kinds)):
        start, most = kinds[k]
        strays = 0
        for i in range(start, start + count):
            strays += (codes[i] < 0) | (codes[i] >= most)
        if strays:
            return True
    return False


@compiled
def copy_blocks(source: Any, target: Any, moves: Integers) -> None:
    """Copy blocks of bytes, each from where and to where a row says, and how many."""
    for k in range(len(moves)):
        start, to, size = moves[k]
        for i in range(size):
            target[to + i] = source[start + i]
