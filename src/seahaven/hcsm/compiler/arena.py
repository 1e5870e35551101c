"""The memory of a crowd: all columns of all types in one buffer."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.hcsm.compiler.layout import BANKS, Bank, Column, Layout

__all__ = ["Arena"]

_TYPES: dict[Bank, Any] = {"floats": np.float64, "ints": np.int64, "marks": np.int8}
_PAGE, _STAGGER = 4096, 320
"""Columns a whole number of pages apart would meet in the same few sets of the processor's cache; a crowd's columns
would evict each other. So each begins five cache lines further on."""


class Arena:
    """Columns for a number of rows, at their initial values, with room for `capacity` rows."""

    def __init__(self, layout: Layout, count: int, capacity: int = 0) -> None:
        self.count, self.capacity = count, max(count, capacity)
        self.strides = {bank: self._stride(bank) for bank in BANKS}
        self.pitches = np.array(list(self.strides.values()))
        """The strides as an array, for compiled code."""
        sizes = {bank: layout.width(bank) * self.strides[bank] * np.dtype(_TYPES[bank]).itemsize for bank in BANKS}
        self.buffer = buffer = np.zeros(sum(sizes.values()) + _PAGE, dtype=np.uint8)
        begin = -buffer.ctypes.data % 64
        self.bytes = buffer[begin : begin + sum(sizes.values())]
        self.banks: dict[Bank, NDArray[Any]] = {}
        self._initial: dict[Bank, NDArray[Any]] = {}
        starts, offset = dict[Bank, int](), 0
        for bank in BANKS:
            starts[bank] = offset
            self.banks[bank] = self.bytes[offset : offset + sizes[bank]].view(_TYPES[bank])
            self._initial[bank] = np.array([c.initial for c in layout.columns if c.bank == bank], _TYPES[bank])
            offset += sizes[bank]
        first = [np.array([column.initial], _TYPES[column.bank]).view(np.uint8) for column in layout.columns]
        self.blank = np.concatenate([np.empty(0, np.uint8), *first])
        """What a row begins with, column behind column."""
        self.fields = np.array([self._field(column, starts[column.bank]) for column in layout.columns], np.int64)
        self.begin(slice(0, count))

    def _field(self, column: Column, start: int) -> tuple[int, int]:
        """Where a column starts, and the bytes of a row."""
        size = int(self.banks[column.bank].itemsize)
        return start + column.index * self.strides[column.bank] * size, size

    def begin(self, rows: slice | NDArray[np.int64]) -> None:
        """Set rows to their initial values."""
        for bank in BANKS:
            self._lines(bank)[:, rows] = self._initial[bank][:, None]

    def _lines(self, bank: Bank) -> NDArray[Any]:
        """All columns of a type, one below the other, with what lies between them."""
        return self.banks[bank].reshape(len(self._initial[bank]), self.strides[bank])

    def column(self, column: Column) -> NDArray[Any]:
        """One column, to read or write."""
        begin = column.index * self.strides[column.bank]
        return self.banks[column.bank][begin : begin + self.count]

    def whole_column(self, column: Column) -> NDArray[Any]:
        """One column with its spare rows."""
        begin = column.index * self.strides[column.bank]
        return self.banks[column.bank][begin : begin + self.capacity]

    def fill(self, other: Arena, rows: NDArray[np.int64]) -> None:
        """Take over the state of another arena's rows; -1 leaves a row as it is."""
        known = np.flatnonzero(rows >= 0)
        taken = rows[known]
        for bank in BANKS:
            self._lines(bank)[:, known] = other._lines(bank)[:, taken]

    def rearrange(self, rows: NDArray[np.int64]) -> None:
        """Have the state of these of its own rows instead, which are in ascending order but for -1, a new row."""
        import seahaven.geometry.row_kernels as kernels

        kernels.move_rows(self.bytes, self.fields, rows, len(rows))
        self.count = len(rows)
        new = np.flatnonzero(rows < 0)
        if len(new):
            self.begin(new)

    def follow(self, ids: NDArray[np.int64], wanted: NDArray[np.int64]) -> None:
        """Have rows for some ids instead of others; both ascend, and there is room for them."""
        import seahaven.geometry.row_kernels as kernels

        kernels.follow_rows(self.bytes, self.fields, self.blank, ids, wanted, np.empty(len(wanted), np.int64))
        self.count = len(wanted)

    def apply(self, runs: NDArray[np.int64], places: NDArray[np.int64]) -> None:
        """Move rows as those of a table were moved; new ones, at these places, begin."""
        import seahaven.geometry.row_kernels as kernels

        kernels.apply_moves(self.bytes, self.fields, self.blank, runs, places)

    def _stride(self, bank: Bank) -> int:
        size = int(np.dtype(_TYPES[bank]).itemsize)
        if self.capacity * size < _PAGE:
            return -(-self.capacity * size // 64) * 64 // size
        return (-(-self.capacity * size // _PAGE) * _PAGE + _STAGGER) // size
