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
    """Columns for a number of rows, at their initial values."""

    def __init__(self, layout: Layout, count: int) -> None:
        self.count = count
        self.strides = {bank: self._stride(bank) for bank in BANKS}
        sizes = {bank: layout.width(bank) * self.strides[bank] * np.dtype(_TYPES[bank]).itemsize for bank in BANKS}
        self.buffer = buffer = np.zeros(sum(sizes.values()) + _PAGE, dtype=np.uint8)
        self.banks: dict[Bank, NDArray[Any]] = {}
        offset = -buffer.ctypes.data % 64
        for bank in BANKS:
            self.banks[bank] = buffer[offset : offset + sizes[bank]].view(_TYPES[bank])
            offset += sizes[bank]
        self._widths = {bank: layout.width(bank) for bank in BANKS}
        for bank in BANKS:
            initial = np.array([column.initial for column in layout.columns if column.bank == bank], _TYPES[bank])
            self._lines(bank)[:, :count] = initial[:, None]

    def _lines(self, bank: Bank) -> NDArray[Any]:
        """All columns of a type, one below the other, with what lies between them."""
        return self.banks[bank].reshape(self._widths[bank], self.strides[bank])

    def column(self, column: Column) -> NDArray[Any]:
        """One column, to read or write."""
        begin = column.index * self.strides[column.bank]
        return self.banks[column.bank][begin : begin + self.count]

    def fill(self, other: Arena, rows: NDArray[np.int64]) -> None:
        """Take over the state of another arena's rows; -1 leaves a row as it is."""
        known = np.flatnonzero(rows >= 0)
        taken = rows[known]
        for bank in BANKS:
            self._lines(bank)[:, known] = other._lines(bank)[:, taken]

    def _stride(self, bank: Bank) -> int:
        size = int(np.dtype(_TYPES[bank]).itemsize)
        if self.count * size < _PAGE:
            return -(-self.count * size // 64) * 64 // size
        return (-(-self.count * size // _PAGE) * _PAGE + _STAGGER) // size
