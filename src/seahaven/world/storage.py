"""The rows of one family that are in force, in ascending order of id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import WiringError
from seahaven.world.arena import Arena
from seahaven.world.family import Cells, FamilyType, mask_of
from seahaven.world.ownership import Ownership

__all__ = ["Storage"]

SMALLEST: Final = 16


class Face(Protocol):
    """Something that shows the arrays of a storage and has to follow when they move."""

    def refresh(self) -> None:
        """Take the arrays anew."""


class Storage:
    """A family's committed rows, with who owns them.

    `arrays` are the fields in use, writable, for this room alone; `views` the same, read-only, for everybody. Rows are
    always sorted by id, so that no result can depend on the order in which entities came. `version` rises whenever
    rows or owners change; as long as it stands, row numbers and arrays stay valid.
    """

    __slots__ = ("_arena", "_faces", "_spare", "arrays", "count", "ids", "ownership", "type", "version", "views")

    def __init__(self, family: FamilyType) -> None:
        self.type = family
        self.ownership = Ownership(family)
        self._faces: list[ref[Face]] = []
        self.version = 0
        self._spare: Arena | None = None
        self._arena = Arena(family.fields(), SMALLEST)
        self._settle(0)

    @property
    def arena(self) -> Arena:
        """The memory that holds the columns, as long as `version` stands."""
        return self._arena

    def _settle(self, count: int) -> None:
        """Show `count` rows from now on."""
        self.count = count
        self.version += 1
        self.arrays = {field: array[:count] for field, array in self._arena.arrays.items()}
        self.views = {field: array.view() for field, array in self.arrays.items()}
        for view in self.views.values():
            view.flags.writeable = False
        self.ids: NDArray[np.int64] = self.views["ids"]
        for face in self._faces:
            if (alive := face()) is not None:
                alive.refresh()

    def show(self, face: Face) -> None:
        """Keep a face up to date as long as it lives; held weakly, so that a dropped world is freed at once."""
        self._faces = [*(known for known in self._faces if known() is not None), ref(face)]

    def row(self, entity: int) -> int:
        """The row of an entity, or -1 if it is not here."""
        row = int(self.ids.searchsorted(entity))
        return row if row < self.count and self.ids[row] == entity else -1

    def known_row(self, entity: int) -> int:
        """The row of an entity that has to be here."""
        row = self.row(entity)
        if row < 0:
            raise WiringError(f"there is no entity {entity} in family '{self.type.name}' (never added, or removed)")
        return row

    def find(self, ids: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """The rows of many entities, and which of them are here (the row of any other is meaningless)."""
        rows = self.ids.searchsorted(ids)
        if not self.count:
            return rows, np.zeros(len(ids), np.bool_)
        return rows, self.ids[np.minimum(rows, self.count - 1)] == ids

    def cell(self, name: str, row: int) -> Any:
        """One value as a person reads it: None for null, a name for a category."""
        column = self.type.columns[name]
        is_null = column.nullable and bool(self.arrays[mask_of(name)][row])
        return column.read(self.arrays[name].item(row), is_null)

    def restructure(self, removed: NDArray[np.int64], added: Sequence[Cells]) -> None:
        """Take rows out and put rows in, each column in one pass; ids that are not here are not removed."""
        rows, found = self.find(removed)
        new = _joined(self.type, added)
        if not found.any() and (not self.count or not len(new["ids"]) or new["ids"][0] > self.ids[-1]):
            self._append(new)
            return
        keep = np.ones(self.count, np.bool_)
        keep[rows[found]] = False
        self._merge(np.flatnonzero(keep), new)

    def _append(self, new: Cells) -> None:
        old, count = self.arrays, self.count + len(new["ids"])
        if count > self._arena.capacity:
            self._arena, self._spare = self._room(count), None
            for field, array in old.items():
                self._arena.arrays[field][: self.count] = array
        for field, array in new.items():
            self._arena.arrays[field][self.count : count] = array
        if count > self.count:
            self._settle(count)

    def _merge(self, kept: NDArray[np.intp], new: Cells) -> None:
        """Gather the kept rows into the spare arena, leaving room for the new ones in id order."""
        places = self.ids[kept].searchsorted(new["ids"]) + np.arange(len(new["ids"]))
        count = len(kept) + len(new["ids"])
        source = np.zeros(count, np.intp)
        is_old = np.ones(count, np.bool_)
        is_old[places] = False
        source[is_old] = kept
        target = self._spare if self._spare and self._spare.capacity >= count else self._room(count)
        for field, array in self._arena.arrays.items():
            array.take(source, out=target.arrays[field][:count], mode="clip")
            target.arrays[field][places] = new[field]
        self._spare = self._arena if self._arena.capacity == target.capacity else None
        self._arena = target
        self._settle(count)

    def _room(self, count: int) -> Arena:
        return Arena(self.type.fields(), max(SMALLEST, 1 << (count - 1).bit_length(), self._arena.capacity))

    def copy(self) -> Cells:
        """A tight copy of all rows."""
        return {field: array.copy() for field, array in self.arrays.items()}

    def replace(self, cells: Cells) -> None:
        """Hold exactly these rows, which are sorted by id; where there is no room, take no more than they need."""
        count = len(cells["ids"])
        if count > self._arena.capacity:
            self._arena, self._spare = Arena(self.type.fields(), count), None
        for field, array in cells.items():
            self._arena.arrays[field][:count] = array
        self._settle(count)


def _joined(family: FamilyType, added: Sequence[Cells]) -> Cells:
    """Several batches of new rows as one, sorted by id."""
    if len(added) == 1:
        return added[0]
    if not added:
        return {field: np.zeros(0, dtype) for field, dtype in family.fields().items()}
    joined = {field: np.concatenate([cells[field] for cells in added]) for field in family.fields()}
    order = joined["ids"].argsort()
    return {field: array[order] for field, array in joined.items()}
