"""One family's part of a running recording."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from seahaven.reels.schema import arrow_column, family_schema
from seahaven.reels.stream import Stream
from seahaven.world import FamilyType, Table

__all__ = ["Track"]

CHUNK: Final = 16_384
LARGE: Final = 4_096


class Track:
    """Takes frames of one family.

    Small frames are copied into a chunk of fixed size, which is written when it is full or flushed; large ones are
    written as they are.
    """

    __slots__ = ("_held", "_ids", "_nulls", "_table", "_times", "_values", "family", "stream")

    def __init__(self, folder: Path, family: FamilyType, table: Table) -> None:
        self.family = family
        self.stream = Stream(folder, family.name, family_schema(family))
        self._table = table
        self._held = 0
        self._times = np.empty(CHUNK, np.float64)
        self._ids = np.empty(CHUNK, np.int64)
        self._values = {name: np.empty(CHUNK, column.dtype) for name, column in family.columns.items()}
        self._nulls = {name: np.empty(CHUNK, np.bool_) for name, column in family.columns.items() if column.nullable}

    def take(self, seconds: float, other: Table | None = None) -> int:
        """Take a frame of the rows in force, or of those in another table, and say how many there are."""
        table = self._table if other is None else other
        count = len(table)
        if count >= LARGE:
            self._write_large(seconds, table)
        elif count:
            self._copy(seconds, table)
        return count

    def _copy(self, seconds: float, table: Table) -> None:
        count = len(table)
        if self._held + count > CHUNK:
            self.flush()
        cells = slice(self._held, self._held + count)
        self._times[cells] = seconds
        self._ids[cells] = table.ids
        for name, values in self._values.items():
            values[cells] = getattr(table, name)
        for name, nulls in self._nulls.items():
            nulls[cells] = table.null(name)
        self._held += count

    def _write_large(self, seconds: float, table: Table) -> None:
        self.flush()
        values = {name: getattr(table, name) for name in self._values}
        nulls = {name: table.null(name) for name in self._nulls}
        self._write(np.full(len(table), seconds), table.ids, values, nulls)

    def flush(self) -> None:
        """Hand everything taken so far to the operating system."""
        if not self._held:
            return
        cells = slice(0, self._held)
        values = {name: chunk[cells] for name, chunk in self._values.items()}
        nulls = {name: chunk[cells] for name, chunk in self._nulls.items()}
        self._write(self._times[cells], self._ids[cells], values, nulls)
        self._held = 0

    def _write(
        self,
        times: NDArray[np.float64],
        ids: NDArray[np.int64],
        values: dict[str, NDArray[Any]],
        nulls: dict[str, NDArray[np.bool_]],
    ) -> None:
        own = [arrow_column(c, values[name], nulls.get(name)) for name, c in self.family.columns.items()]
        self.stream.write([pa.array(times), pa.array(ids), *own])
