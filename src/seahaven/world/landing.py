"""What compiled code does with what a part fills in: keep cells of others, check values, bring them into force."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from seahaven.world.family import mask_of

if TYPE_CHECKING:
    from seahaven.world.desk import Desk

__all__ = ["WIDTH", "Landing", "Lines", "table_of"]

WIDTH = 6
"""The columns of each table: four of its own, where compiled code finds how many rows there are, and the part."""

Lines = Iterator[tuple[int, ...]]


class Landing:
    """Tables of one desk for compiled code, good for as long as draft, table and shared columns are the same.

    Where columns are shared with other writers, a list says how many rows belong to others, and which. Rows may move:
    the list is filled in anew, at the same place.
    """

    __slots__ = ("_buffers", "_foreign", "_places", "_tally", "checks", "draft", "home", "moves", "shared", "spares")

    def __init__(self, desk: Desk) -> None:
        self.draft, self.home = desk.draft, desk.home
        self.shared = () if desk.fills_own else shared_columns(desk)
        self._places: NDArray[np.int64] = np.zeros(self.home.capacity if desk.fills_own else 0, np.int64)
        self._tally: NDArray[np.int64] = np.zeros(1, np.int64)
        """In which rows of the table those of the draft lie, and how many there are, if these are the writer's own."""
        capacity = self.home.capacity
        self._foreign: dict[int, NDArray[np.int64]] = {k: np.zeros(capacity + 1, np.int64) for k in self.shared}
        """Of each column that is shared, how many rows belong to others, and which, in ascending order."""
        self._buffers: list[NDArray[Any]] = []
        self.moves = table_of(self._moves(desk))
        self.checks = table_of(self._checks(desk))
        self.spares = table_of(self._spares(desk))
        self.follow(desk)

    def follow(self, desk: Desk) -> None:
        """Note the cells that belong to others by now."""
        for index, rows in self._foreign.items():
            others = desk.held.others[index]
            rows[0] = 0 if others is None else len(others)
            if others is not None:
                rows[1 : 1 + len(others)] = others
        if desk.fills_own:
            own = np.arange(desk.storage.count)[desk.held.rows]
            self._places[: len(own)], self._tally[0] = own, len(own)

    def _moves(self, desk: Desk) -> Lines:
        """Of each field that waits in the draft: its address, that in the table, a row's bytes, the rows of others."""
        places = {name: index for index, name in enumerate(desk.names)}
        for name, source, target, size in self.draft.moves():
            if desk.fills_own:
                import seahaven.world.stretch_kernels as kernels

                own = size | int(kernels.OWN)
                yield source, target, own, self._places.ctypes.data, self._tally.ctypes.data, 0
                continue
            yield source, target, size, self._others_at(places[name]), desk.storage.tally_at, 0

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
        """Of each field with cells of others: its address, where these cells are kept, a row's bytes, their rows.

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
                yield cells.ctypes.data, other.ctypes.data, sort, self._others_at(index), desk.storage.tally_at, 0

    def _others_at(self, index: int) -> int:
        return self._foreign[index].ctypes.data if index in self._foreign else 0


def shared_columns(desk: Desk) -> tuple[int, ...]:
    """Which columns of a desk have cells that belong to other writers."""
    return tuple([index for index, others in enumerate(desk.held.others) if others is not None])


def table_of(lines: Lines) -> NDArray[np.uintp]:
    """Lines as a table for compiled code."""
    return np.array(list(lines), np.uintp).reshape(-1, WIDTH)
