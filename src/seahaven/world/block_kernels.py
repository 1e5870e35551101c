"""Compiled: whether all values of many columns may be committed, bringing them into force, and spared cells."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry.compiled import compiled

EXPONENT, SHORT_EXPONENT = 0x7FF0000000000000, 0x7F800000
"""These bits are all set in what is not a finite number, of double and of single precision."""


@compiled
def has_offender(
    count: int, doubles: Any, double_starts: Any, singles: Any, single_starts: Any, codes: Any, kinds: Any
) -> bool:  # fmt: skip
    """Whether any of `count` numbers from each start on is not finite, or any code none of its kinds.

    Numbers are told by their bits. Each row of starts has where a column begins, and how many kinds it has.
    """
    many = np.uintp(count)
    for k in range(len(double_starts)):
        strays, start = 0, double_starts[k, 0]
        for i in range(start, start + many):
            strays += (doubles[i] & EXPONENT) == EXPONENT
        if strays:
            return True
    for k in range(len(single_starts)):
        strays, start = 0, single_starts[k, 0]
        for i in range(start, start + many):
            strays += (singles[i] & SHORT_EXPONENT) == SHORT_EXPONENT
        if strays:
            return True
    for k in range(len(kinds)):
        strays, start, most = 0, kinds[k, 0], np.int64(kinds[k, 1])
        for i in range(start, start + many):
            strays += (codes[i] < 0) | (codes[i] >= most)
        if strays:
            return True
    return False


@compiled
def copy_blocks(source: Any, target: Any, moves: Any, count: int) -> None:
    """Copy blocks of `count` rows, each from where and to where a row of `moves` says, and how many bytes a row has.

    Whole words are copied as such. Indices without a sign spare the compiled code a test for negative ones.
    """
    source_words, target_words, zero, word = source.view(np.int64), target.view(np.int64), np.uintp(0), np.uintp(8)
    for k in range(len(moves)):
        start, to, size = moves[k, 0], moves[k, 1], moves[k, 2] * np.uintp(count)
        done = zero
        if start % word == zero and to % word == zero:
            first, at, many = start // word, to // word, size // word
            for i in range(many):
                target_words[at + i] = source_words[first + i]
            done = many * word
        for i in range(done, size):
            target[to + i] = source[start + i]


@compiled
def keep_cells(memory: Any, fields: Any, rows: Any, buffer: Any) -> None:
    """Copy cells of some columns to a buffer, one behind the other.

    Of each column where it starts, the bytes of a row, where its rows begin in `rows`, how many there are, and where
    its cells begin in the buffer.
    """
    for k in range(len(fields)):
        start, size, first, many, at = fields[k]
        for n in range(first, first + many):
            cell = start + rows[n] * size
            for i in range(size):
                buffer[at + i] = memory[cell + i]
            at += size


@compiled
def put_cells(buffer: Any, memory: Any, fields: Any, rows: Any) -> None:
    """Copy cells from a buffer to where `keep_cells` had found them."""
    for k in range(len(fields)):
        start, size, first, many, at = fields[k]
        for n in range(first, first + many):
            cell = start + rows[n] * size
            for i in range(size):
                memory[cell + i] = buffer[at + i]
            at += size
