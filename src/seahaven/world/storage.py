"""The rows of one family that are in force, in ascending order of id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import WiringError
from seahaven.world.arena import Arena
from seahaven.world.family import Cells, FamilyType, Records, join_records, mask_of
from seahaven.world.following import Following
from seahaven.world.label import entity_with_id
from seahaven.world.moves import Moves
from seahaven.world.ownership import Ownership

__all__ = ["Storage"]

SMALLEST: Final = 16


class Face(Protocol):
    """Something that shows the arrays of a storage and has to follow when they move."""

    def refresh(self) -> None:
        """Take the arrays anew."""


class Shown(dict[str, NDArray[Any]]):
    """The fields of an arena as far as rows are in use, each cut to length when it is first asked for."""

    __slots__ = ("_count", "_whole")

    def __init__(self, whole: dict[str, NDArray[Any]], count: int) -> None:
        super().__init__()
        self._whole, self._count = whole, count

    def __missing__(self, field: str) -> NDArray[Any]:
        array = self[field] = self._whole[field][: self._count]
        return array


class Storage:
    """A family's committed rows, with who owns them.

    `arrays` are the fields in use, writable, for this room alone; `views` the same, read-only, for everybody. Rows are
    always sorted by id, so that no result can depend on the order in which entities came. `version` rises whenever
    rows or owners change; as long as it stands, row numbers and arrays stay valid. Rows that come and go are moved in
    place: as long as the `arena` is the same object, every column begins where it did.
    """

    __slots__ = (
        "_faces", "_held", "arena", "arrays", "count", "era", "following", "ids", "moves", "ownership", "shifts",
        "tally", "tally_at", "type", "version", "views",
    )  # fmt: skip

    def __init__(self, family: FamilyType) -> None:
        self.type = family
        self.ownership = Ownership(family)
        self._faces: list[ref[Face]] = []
        self.version = self.shifts = 0
        """`shifts` counts how often rows have moved within the same memory, all that follows them too, and nothing else
        has changed."""
        self.following = Following()
        """Arrays of others that are moved with the rows."""
        self.era = 0
        """How often the world began anew; handles of an earlier era find nothing."""
        self.tally: NDArray[np.int64] = np.zeros(1, np.int64)
        """How many rows there are, for compiled code, which finds it at the same address for good."""
        self.tally_at = self.tally.ctypes.data
        self.arena = Arena(family.fields(), SMALLEST)
        """The memory that holds the columns, with spare rows."""
        self._settle(0)
        self.moves = Moves.unknown(self.held_ids)
        """How rows moved when they last did."""

    def _settle(self, count: int) -> None:
        """Show `count` rows from now on."""
        self.count = self.tally[0] = count
        self.version += 1
        self.arrays = Shown(self.arena.arrays, count)
        self.views = Shown(self.arena.views, count)
        self.ids: NDArray[np.int64] = self.views["ids"]
        self._held: NDArray[np.int64] | None = None
        for face in self._faces:
            if (alive := face()) is not None:
                alive.refresh()

    @property
    def held_ids(self) -> NDArray[np.int64]:
        """A copy of the ids that nothing changes: a proposal may outlive the rows that it was made for."""
        if self._held is None:
            self._held = self.ids.copy()
            self._held.flags.writeable = False
        return self._held

    def every(self) -> Cells:
        """All fields, as they are in use."""
        return {field: self.arrays[field] for field in self.type.fields()}

    def show(self, face: Face) -> None:
        """Keep a face up to date as long as it lives; held weakly, so that a dropped world is freed at once."""
        self._faces = [*(known for known in self._faces if known() is not None), ref(face)]

    def hide(self, face: Face) -> None:
        """Keep a face up to date no longer."""
        self._faces = [known for known in self._faces if known() is not face]

    def row(self, entity: int) -> int:
        """The row of an entity, or -1 if it is not here."""
        row = int(self.ids.searchsorted(entity))
        return row if row < self.count and self.ids[row] == entity else -1

    def known_row(self, entity: int) -> int:
        """The row of an entity that has to be here."""
        row = self.row(entity)
        if row < 0:
            raise WiringError(
                f"entity {entity_with_id(entity)} is not in family '{self.type.name}' (never added, or removed)"
            )
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

    def restructure(self, removed: NDArray[np.int64], added: Sequence[Records]) -> None:
        """Take rows out, by ascending ids, and put rows in, all columns in place; ids that are not here are ignored."""
        new, before, home = _joined(self.type, added), self.held_ids, self.arena
        self._make_room(self.count + len(new))
        count, runs, places, targets = self.arena.restructure(self.count, removed, new)
        if count == self.count and not len(new):
            return
        self._settle(count)
        self.moves = Moves(before, self.held_ids, runs, places, targets)
        is_ample = self.following.move(self.moves)
        self.shifts += self.arena is home and is_ample

    def _make_room(self, count: int) -> None:
        """Have room for so many rows; all that move are in need of a larger arena."""
        if count <= self.arena.capacity:
            return
        old = self.every()
        self.arena = Arena(self.type.fields(), max(SMALLEST, 1 << (count - 1).bit_length()))
        for field, array in old.items():
            self.arena.arrays[field][: self.count] = array
        self.arrays = Shown(self.arena.arrays, self.count)

    def copy(self) -> Cells:
        """A tight copy of all rows."""
        return {field: array.copy() for field, array in self.every().items()}

    def replace(self, cells: Cells) -> None:
        """Hold exactly these rows, which are sorted by id; where there is no room, take no more than they need."""
        count = len(cells["ids"])
        if count > self.arena.capacity:
            self.arena = Arena(self.type.fields(), count, is_blank=False)
        for field, array in cells.items():
            self.arena.arrays[field][:count] = array
        self._settle(count)
        self.moves = Moves.unknown(self.held_ids)


def _joined(family: FamilyType, added: Sequence[Records]) -> Records:
    """Several batches of new rows as one, sorted by id."""
    if len(added) == 1:
        return added[0]
    if not added:
        return family.blank(0)
    joined = join_records(added)
    return joined[joined["ids"].argsort()]
