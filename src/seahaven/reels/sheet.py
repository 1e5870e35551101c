"""Rows of one table on their way into its stream."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.reels.arrow import pa
from seahaven.reels.message import BatchHead
from seahaven.reels.stream import Stream

__all__ = ["Sheet"]


class Sheet:
    """Memory for the rows of some frames, to which compiled code appends, and how they become a message in a stream.

    A frame has the columns of the stream behind each other, without the date, and then the nulls of those that may be
    null. `kinds` names the categories of the columns that have some.
    """

    __slots__ = ("_columns", "_head", "_kinds", "_message", "bytes", "cells", "nulls", "stream")

    def __init__(self, stream: Stream, kinds: Mapping[str, tuple[str, ...]] | None = None) -> None:
        import seahaven.reels.sheet_kernels as kernels

        self.stream = stream
        self._kinds = kinds or {}
        self.cells = {field.name: _cell_of(field) for field in stream.schema if field.name != "time"}
        """The columns in a frame, and how a cell of each lies there."""
        self.nulls = [field.name for field in stream.schema if field.nullable]
        self._columns = self._places(kernels.DATE)
        self.bytes = np.empty(kernels.ROOM * self.bytes_of_row, np.uint8)
        self._head: BatchHead | None = None
        self._message = np.empty(0, np.uint8)

    def _places(self, date: int) -> NDArray[np.int64]:
        """The columns as `write_batch` takes them, and the bytes of a row behind them."""
        sizes = [cell.itemsize for cell in self.cells.values()]
        ends = np.cumsum([0, *sizes, *(1 for _ in self.nulls)]).tolist()
        nulls = dict(zip(self.nulls, ends[len(sizes) :], strict=False))
        places = [(date, 8, 0)]
        for (name, cell), start in zip(self.cells.items(), ends, strict=False):
            places.append((start, 0 if cell == np.bool_ else cell.itemsize, nulls.get(name, 0)))
        return np.array([*places, (ends[-1], 0, 0)], np.int64)

    @property
    def bytes_of_row(self) -> int:
        """How many bytes a row takes."""
        return int(self._columns[-1, 0])

    def flush(self, counts: NDArray[np.int64], dates: NDArray[np.float64], rows: int) -> None:
        """Hand frames of so many rows, `rows` in all, to the operating system; they may be overwritten afterwards."""
        import seahaven.reels.sheet_kernels as kernels

        if not rows:
            return
        head = self._head or self._begin()
        start = self.bytes.ctypes.data
        size = kernels.write_batch(start, self._columns, counts, dates, self._message, head.places, head.body)
        self.stream.send(self._message[:size], rows)

    def _begin(self) -> BatchHead:
        """Have Arrow write the schema and the names of the categories, and make the head of a batch."""
        self.stream.write(self._blank(0))
        self._head = BatchHead.of(self._blank(1))
        rows, columns = self.bytes.nbytes // max(1, self.bytes_of_row), len(self._columns)
        self._message = self._head.message(self.bytes.nbytes + 8 * rows + 16 * columns)
        return self._head

    def _blank(self, rows: int) -> pa.RecordBatch:
        return self.batch({name: np.zeros(rows, cell) for name, cell in self.cells.items()}, {}, np.zeros(rows))

    def batch(
        self,
        values: Mapping[str, NDArray[Any]],
        nulls: Mapping[str, NDArray[np.bool_]],
        dates: NDArray[np.float64],
    ) -> pa.RecordBatch:
        """Columns of any length as Arrow holds them; numbers without nulls are not copied."""
        cells = [self._arrow(name, values[name], nulls.get(name)) for name in self.cells]
        return pa.RecordBatch.from_arrays([pa.array(dates), *cells], schema=self.stream.schema)

    def _arrow(self, name: str, values: NDArray[Any], nulls: NDArray[np.bool_] | None) -> pa.Array:
        cells = pa.array(values, mask=nulls)
        kinds = self._kinds.get(name)
        return pa.DictionaryArray.from_arrays(cells, pa.array(kinds, pa.utf8())) if kinds else cells


def _cell_of(field: pa.Field) -> np.dtype[Any]:
    """How a cell lies in memory: a category as its code, a truth as a byte."""
    kind = field.type.index_type if pa.types.is_dictionary(field.type) else field.type
    cell: np.dtype[Any] = np.dtype(kind.to_pandas_dtype())
    return cell
