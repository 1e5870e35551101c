"""Columns of some rows of a table, copied side by side for code that goes through all rows of its arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.world.arena import Arena
from seahaven.world.family import mask_of
from seahaven.world.table import Table

__all__ = ["Apart"]


class Apart:
    """Room for some columns of so many rows of a table, and for where they are null, with spare rows."""

    __slots__ = ("_home", "_moves", "_own", "_table", "rows")

    def __init__(self, table: Table, columns: Iterable[str], count: int) -> None:
        self._table, self._home = table, table.memory
        sources = {name: table.spacious(name) for name in columns}
        sources |= {mask_of(name): table.spacious_null(name) for name in sources if table.column(name).nullable}
        fields = {name: str(source.dtype) for name, source in sources.items()}
        self._own = Arena(fields, 1 << max(count - 1, 0).bit_length())
        lines = [
            (source.ctypes.data, array.ctypes.data, source.itemsize)
            for source, array in zip(sources.values(), self._own.arrays.values(), strict=True)
        ]
        self._moves: NDArray[np.uintp] = np.array(lines, np.uintp).reshape(-1, 3)
        self.rows: NDArray[np.int64] = np.zeros(0, np.int64)
        """The rows of the table that were copied last."""

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """The copies by the names of the fields, with spare rows."""
        return self._own.arrays

    def fits(self, table: Table, count: int) -> bool:
        """Whether it is for this table as it lies now, and has room for so many rows."""
        return self._table is table and self._home is table.memory and count <= self._own.capacity

    def fill(self, ids: NDArray[np.int64]) -> None:
        """Copy what the table holds for these entities, all of which it has."""
        import seahaven.geometry.row_kernels as kernels

        if len(self.rows) != len(ids):
            self.rows = np.empty(len(ids), np.int64)
        kernels.find_rows(self._table.ids, ids, self.rows)
        kernels.gather_rows(self._moves, self.rows)
