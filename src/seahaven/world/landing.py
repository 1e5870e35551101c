"""What compiled code does with what a part fills in: keep cells of others, check values, bring them into force."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from seahaven.world.family import mask_of

if TYPE_CHECKING:
    from seahaven.world.writer import Desk

__all__ = ["WIDTH", "Landing"]

WIDTH = 6
"""The columns of each table: four of its own, where compiled code finds how many rows there are, and the part."""

Lines = Iterator[tuple[int, ...]]


class Landing:
    """Tables of one desk for compiled code, good for as long as draft, table and shared columns are the same.

    Where columns are shared with other writers, a byte for each row says whether its cell belongs to another. Rows may
    move: the bytes are filled in anew, at the same place.
    """

    __slots__ = ("_buffers", "_foreign", "_places", "_tally", "checks", "draft", "home", "moves", "shared", "spares")

    def __init__(self, desk: Desk) -> None:
        self.draft, self.home = desk.draft, desk.home
        self.shared = () if desk.fills_own else shared_columns(desk)
        self._places: NDArray[np.int64] = np.zeros(self.home.capacity if desk.fills_own else 0, np.int64)
        self._tally: NDArray[np.int64] = np.zeros(1, np.int64)
        """In which rows of the table those of the draft lie, and how many there are, if these are the writer's own."""
        capacity = self.home.capacity
        self._foreign: dict[int, NDArray[np.uint8]] = {k: np.zeros(capacity, np.uint8) for k in self.shared}
        """Of each column that is shared, which rows belong to others."""
        self._buffers: list[NDArray[Any]] = []
        self.moves = _table(self._moves(desk))
        self.checks = _table(self._checks(desk))
        self.spares = _table(self._spares(desk))
        self.follow(desk)

    def follow(self, desk: Desk) -> None:
        """Mark the cells that belong to others by now."""
        for index, marks in self._foreign.items():
            marks.fill(0)
            others = desk.held.others[index]
            if others is not None:
                marks[others] = 1
        if desk.fills_own:
            rows = np.arange(desk.storage.count)[desk.held.rows]
            self._places[: len(rows)], self._tally[0] = rows, len(rows)

    def _moves(self, desk: Desk) -> Lines:
        """Of each field that waits in the draft: its address, that in the table, the bytes of a row, the marks."""
        places = {name: index for index, name in enumerate(desk.names)}
        for name, source, target, size in self.draft.moves():
            if desk.fills_own:
                import seahaven.world.stretch_kernels as kernels

                own = size | int(kernels.OWN)
                yield source, target, own, self._places.ctypes.data, self._tally.ctypes.data, 0
                continue
            yield source, target, size, self._marks_at(places[name]), desk.storage.tally_at, 0

    def _checks(self, desk: Desk) -> Lines:
        """Of each column that may offend: where its new values lie, of which sort they are, how many kinds it has."""
        import seahaven.world.stretch_kernels as kernels

        for index, column in enumerate(self.draft.columns):
            if column.can_offend:
                values = desk.room(index)[0]
                sort = kernels.SORTS[str(values.dtype)]
                tally_at = self._tally.ctypes.data if desk.fills_own else desk.storage.tally_at
                yield values.ctypes.data, sort, len(column.kinds), 0, tally_at, 0

    def _spares(self, desk: Desk) -> Lines:
        """Of each field with cells of others: its address, where these cells are kept, the bytes of a row, the marks.

        Those of an immediate column are kept before a step and put back after it; for others, the draft is given what
        is in force.
        """
        for index in self.shared:
            name = desk.names[index]
            for field in (name, mask_of(name)):
                if field not in self.home.arrays:
                    continue
                cells = self.home.arrays[field]
                other = np.zeros_like(cells) if desk.is_immediate[index] else self.draft.field(field)
                self._buffers.append(other)
                sort = (cells.itemsize << 1) | desk.is_immediate[index]
                yield cells.ctypes.data, other.ctypes.data, sort, self._marks_at(index), desk.storage.tally_at, 0

    def _marks_at(self, index: int) -> int:
        return self._foreign[index].ctypes.data if index in self._foreign else 0


def shared_columns(desk: Desk) -> tuple[int, ...]:
    """Which columns of a desk have cells that belong to other writers."""
    return tuple([index for index, others in enumerate(desk.held.others) if others is not None])


def _table(lines: Lines) -> NDArray[np.uintp]:
    return np.array(list(lines), np.uintp).reshape(-1, WIDTH)
