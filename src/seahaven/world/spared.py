"""The cells of other owners, which code that fills whole columns passes over."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from seahaven.world.arena import Arena
from seahaven.world.family import mask_of

__all__ = ["Spared"]

Rows = NDArray[np.intp]


class Spared:
    """Cells of some columns of a table that belong to other writers than the one that fills these columns.

    Compiled code fills a column from its first row to its last. What it puts into the cells of other owners must not
    last: these cells are kept before and put back afterwards. There are few of them as a rule, so that a writer which
    shares its columns with others is as quick as one that does not.
    """

    __slots__ = ("_buffer", "_fields", "_home", "_rows")

    def __init__(self, home: Arena, columns: Iterable[tuple[str, Rows]]) -> None:
        """Of each column the rows that belong to others."""
        lines, rows, seats, first, size = list[tuple[int, ...]](), list[Rows](), dict[int, int](), 0, 0
        for name, others in columns:
            if id(others) not in seats:
                seats[id(others)] = first
                rows.append(others)
                first += len(others)
            for field in (name, mask_of(name)):
                if field in home.arrays:
                    width = home.arrays[field].itemsize
                    lines.append((home.starts[field], width, seats[id(others)], len(others), size))
                    size += width * len(others)
        self._home = home
        self._fields: NDArray[np.int64] = np.array(lines, np.int64).reshape(-1, 5)
        self._rows: NDArray[np.int64] = np.concatenate(rows).astype(np.int64) if rows else np.zeros(0, np.int64)
        self._buffer: NDArray[np.uint8] = np.empty(size, np.uint8)

    def keep(self) -> None:
        """Note what the cells hold."""
        import seahaven.world.block_kernels as kernels

        kernels.keep_cells(self._home.bytes, self._fields, self._rows, self._buffer)

    def put_back(self) -> None:
        """Give the cells what they held when they were kept."""
        import seahaven.world.block_kernels as kernels

        kernels.put_cells(self._buffer, self._home.bytes, self._fields, self._rows)
