"""What one writer proposes in one step, from the first assignment until it is in force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import ProposalError
from seahaven.kernel import in_seconds
from seahaven.world.arena import Arena
from seahaven.world.family import mask_of
from seahaven.world.label import entity_with_id
from seahaven.world.ownership import Holding, Rows
from seahaven.world.spared import Spared
from seahaven.world.storage import Storage

__all__ = ["Draft", "Room", "Write", "at_seconds"]

Room = tuple[NDArray[Any], NDArray[np.bool_] | None]
"""Arrays for the values of a column, and for where they are null."""

Given = bool | NDArray[np.bool_]
"""Which cells of a column were proposed: all, none, or those marked."""

SHORT: Final = 4096
EVERYTHING: Final = slice(None)
ZEROS: Final = np.zeros(SHORT)
ZEROS.flags.writeable = False


def at_seconds(now: int) -> str:
    """A date for an error message."""
    return f"at {in_seconds(now):.9g} s"


@dataclass(frozen=True, slots=True)
class Write:
    """Values for one column of some entities, due at a date: a proposal without its writer, as a snapshot keeps it."""

    path: str
    family: str
    column: str
    due: int
    ids: NDArray[np.int64]
    values: NDArray[Any]
    nulls: NDArray[np.bool_] | None

    def apply(self, storage: Storage) -> None:
        """Bring the values into force, but for entities that are gone or have another owner by now."""
        self.land(storage, *storage.find(self.ids))

    def land(self, storage: Storage, rows: NDArray[np.intp], found: NDArray[np.bool_]) -> None:
        """`apply`, with the rows of the entities looked up already."""
        keep = found & storage.ownership.allows(self.path, self.column, self.ids)
        storage.arrays[self.column][rows[keep]] = self.values[keep]
        if self.nulls is not None:
            storage.arrays[mask_of(self.column)][rows[keep]] = self.nulls[keep]


class Draft:
    """Buffers for the values of one step of a writer, and which of them were given.

    The values lie here from assignment on, so the module may reuse its own arrays at once. All float64 columns come
    first, because one pass over them tells whether every value is finite. There are spare rows, so that a draft can
    `follow` rows that come and go. Once in force, it goes back to the `shelf` it was taken from.

    A draft `is_whole` if compiled code was given `rooms` for every column and every row of the table, either here or,
    if the column is immediate, in the table. It is then checked, and brought into force, by compiled code as well, and
    what it holds for cells of other owners is passed over.
    """

    __slots__ = (
        "_apart",
        "_fields",
        "_has_offender",
        "_home",
        "_memory",
        "_moves",
        "_nulls",
        "_room",
        "_values",
        "columns",
        "due",
        "given",
        "holding",
        "is_empty",
        "is_whole",
        "names",
        "now",
        "path",
        "rooms",
        "shelf",
        "spared",
        "storage",
        "waits",
    )  # fmt: skip

    def __init__(self, path: str, storage: Storage, names: tuple[str, ...], holding: Holding) -> None:
        self.path = path
        self.storage = storage
        self.names = names
        self.columns = [storage.type.columns[name] for name in names]
        wide = [name for name in names if storage.type.columns[name].dtype == "float64"]
        self._fields = {name: storage.type.columns[name].dtype for name in (*wide, *names)}
        self._fields |= {mask_of(name): "bool" for name in names if storage.type.columns[name].nullable}
        self._room = 1 << max(len(holding.ids) - 1, 0).bit_length()
        self._memory: Arena | None = None
        self._apart = [i for i, c in enumerate(self.columns) if c.can_offend and c.dtype != "float64"]
        self._has_offender: Callable[[int], bool] | None = None
        self.rooms: tuple[Room, ...] | None = None
        self.now = self.due = 0
        self.shelf: list[Draft] | None = None
        self._home = storage.arena
        self._moves: NDArray[np.uintp] | None = None
        self.waits = {name: not storage.type.columns[name].immediate for name in names}
        """Of each column, whether its values wait here until they are due."""
        self.holding = holding
        self.follow(holding)

    def follow(self, holding: Holding) -> None:
        """Be empty, and for these rows."""
        self.holding = holding
        self._values: list[NDArray[Any]] | None = None
        self._nulls: list[NDArray[np.bool_] | None] | None = None
        self.spared: Spared | None = None
        self.clear()

    def has_room_for(self, count: int) -> bool:
        """Whether it can be for so many rows."""
        return count <= self._room

    @property
    def _arena(self) -> Arena:
        """The memory that holds the values, from the first time on that it is asked for: a fork may never be."""
        if self._memory is None:
            self._memory = Arena(self._fields, self._room, stagger=0)
        return self._memory

    @property
    def _block(self) -> NDArray[np.float64]:
        """All float64 columns, which lie before all others."""
        others = [start for name, start in self._arena.starts.items() if self._fields[name] != "float64"]
        return self._arena.numbers[: others[0] // 8] if others else self._arena.numbers

    def look_around(self) -> None:
        """Forget what was known of where the table's columns lie, if they have moved to other memory."""
        if self._home is not self.storage.arena:
            self._home, self._moves, self.rooms, self.spared = self.storage.arena, None, None, None

    @property
    def values(self) -> list[NDArray[Any]]:
        """The values of each column."""
        if self._values is None:
            self._values = [self._arena.arrays[name][: len(self.holding.ids)] for name in self.names]
        return self._values

    @property
    def nulls(self) -> list[NDArray[np.bool_] | None]:
        """Where each column is null; None if it cannot be."""
        if self._nulls is None:
            count, arrays = len(self.holding.ids), self._arena.arrays
            masks = [arrays.get(mask_of(name)) for name in self.names]
            self._nulls = [None if mask is None else mask[:count] for mask in masks]
        return self._nulls

    def room(self, index: int) -> Room:
        """Where to put the values and the nulls of a column, with the spare rows."""
        name = self.names[index]
        return self._arena.arrays[name], self._arena.arrays.get(mask_of(name))

    def clear(self) -> None:
        """Forget what was given, for the next step."""
        self.given: list[Given] = [False] * len(self.names)
        self.is_empty = True
        self.is_whole = False

    def fill_spared(self) -> None:
        """Put what is in force into the cells of other owners, for which compiled code may have put in anything."""
        for index, others in enumerate(self.holding.others):
            if others is not None and self.waits[self.names[index]]:
                self.values[index][others] = self.storage.arrays[self.names[index]][others]

    def is_sound(self) -> bool:
        """Whether compiled code has found that all values may be committed; if not, `check` tells what is wrong."""
        if not self.is_whole:
            return False
        if self._has_offender is None:
            self._has_offender = self._arena.checker(dict(zip(self.names, self.columns, strict=True)))
        return not self._has_offender(len(self.holding.ids))

    def check(self) -> None:
        """Refuse values that must not be committed, naming the first one in id order.

        Runs under `np.errstate(invalid="ignore")`: zero times anything finite is zero, so the product tells.
        """
        block = self._block
        size = len(block)
        is_fine = block.dot(ZEROS[:size]) == 0.0 if size <= SHORT else np.isfinite(block).all()
        for index in self._apart if is_fine else range(len(self.names)):
            if self.given[index] is not False:
                self.check_column(index)

    def check_column(self, index: int) -> None:
        """Refuse the first value of one column that must not be committed.

        Cells that were not given need no care: they hold 0, or what was in force once.
        """
        self.refuse_offender(index, self.values[index], self.now)

    def refuse_offender(self, index: int, values: NDArray[Any], now: int) -> None:
        """Refuse the first of some values for a column, one for each row held, that must not be committed."""
        column = self.columns[index]
        position = column.offender(values)
        if position is not None:
            raise ProposalError(
                f"module '{self.path}' proposed {values[position]} for {self.storage.type.name}.{self.names[index]} "
                f"of entity {entity_with_id(self.holding.ids[position])} {at_seconds(now)}; {column.expected}"
            )

    @property
    def is_settled(self) -> bool:
        """Whether it is whole, and its rows are where they were when it was filled."""
        return self.is_whole and self.holding.version == self.storage.version

    def apply(self) -> None:
        """Bring everything given into force, and give the buffers back to the writer."""
        if self.is_whole:
            self._apply_whole()
        elif self.holding.version != self.storage.version:
            self._apply_moved()
        else:
            for index in self._given_columns():
                self.apply_column(index)
        self.go_home()

    def _apply_whole(self) -> None:
        """Bring every column into force that waited here, but for cells that belong to other writers."""
        spared = self._spared()
        if spared:
            spared.keep()
        if self.holding.version == self.storage.version:
            self._copy()
        else:
            self._scatter()
        if spared:
            spared.put_back()

    def _copy(self) -> None:
        """Copy every column that waited here into rows that have not moved."""
        import seahaven.world.block_kernels as kernels

        kernels.copy_blocks(self._arena.bytes, self.storage.arena.bytes, self._planned(), len(self.holding.ids))

    def _spared(self) -> Spared | None:
        """The cells of the columns that waited here which belong to others, now or when they were given."""
        storage, held = self.storage, self.holding
        if held.is_whole and storage.ownership.owns_whole(self.path, self.names):
            return None
        if held.version == storage.version:
            if self.spared is None:
                self.spared = self._spared_of(held)
            return self.spared
        now = storage.ownership.holding(self.path, self.names, storage.held_ids, storage.version, of_all=True)
        moved = replace(held, ids=now.ids, others=tuple(map(self._where, held.others)))
        return self._spared_of(now, moved)

    def _spared_of(self, *holdings: Holding) -> Spared:
        """The cells of the columns that waited here which belong to others by any of these."""
        cells = [cell for held in holdings for cell in zip(self.names, held.others, strict=True)]
        return Spared(
            self.storage.arena, [(name, rows) for name, rows in cells if rows is not None and self.waits[name]]
        )

    def _where(self, others: Rows | None) -> Rows | None:
        """In which rows those are by now that belonged to others when the draft was filled in."""
        if others is None:
            return None
        rows, found = self.storage.find(self.holding.ids[others])
        return rows[found]

    def _planned(self) -> NDArray[np.uintp]:
        """Of each field that waits here where it begins, where it begins in the table, and the bytes of a row."""
        self.look_around()
        if self._moves is None:
            own, table = self._arena, self._home
            fields = [f for name in self.names if self.waits[name] for f in (name, mask_of(name)) if f in own.arrays]
            lines = [(own.starts[field], table.starts[field], own.arrays[field].itemsize) for field in fields]
            self._moves = np.array(lines, np.uintp).reshape(-1, 3)
        return self._moves

    def moves(self) -> Iterator[tuple[str, int, int, int]]:
        """Of each field that waits here its column, its address, that in the table, and the bytes of a row."""
        own, table = self._arena, self.storage.arena
        for name in self.names:
            for field in (name, mask_of(name)):
                if self.waits[name] and field in own.arrays:
                    cells = own.arrays[field]
                    yield name, cells.ctypes.data, table.arrays[field].ctypes.data, cells.itemsize

    def fields(self) -> Iterator[tuple[str, NDArray[Any], int]]:
        """Each field with its cells and the byte at which these begin, in the order in which they lie."""
        for field, start in self._arena.starts.items():
            yield field, self._arena.arrays[field], start

    @property
    def bytes(self) -> NDArray[np.uint8]:
        """All cells as bytes."""
        return self._arena.bytes

    def field(self, field: str) -> NDArray[Any]:
        """The cells of a field, with spare rows."""
        return self._arena.arrays[field]

    def go_home(self) -> None:
        """Be ready to be filled again. No reference to the shelf is kept: in a circle, a dropped world would linger."""
        shelf, self.shelf = self.shelf, None
        self.clear()
        if shelf is not None:
            shelf.append(self)

    def apply_column(self, index: int) -> None:
        """Bring one column into force in rows that have not moved since it was given."""
        arrays, name, nulls = self.storage.arrays, self.names[index], self.nulls[index]
        rows, values = self.holding.rows, self.values[index]
        if self.given[index] is not True or self.holding.picks(index) is not None:
            cells = self._cells(index)
            rows, values = np.arange(self.storage.count)[rows][cells], values[cells]
            nulls = None if nulls is None else nulls[cells]
        arrays[name][rows] = values
        if nulls is not None:
            arrays[mask_of(name)][rows] = nulls

    def _apply_moved(self) -> None:
        """Bring everything into force in rows that have moved, changed owner or gone; they are looked up once."""
        rows, found = self.storage.find(self.holding.ids)
        for index in self._given_columns():
            cells = self._cells(index)
            self._write(index, cells).land(self.storage, rows[cells], found[cells])

    def _scatter(self) -> None:
        """Bring every column into force that waited here, each row wherever it is now."""
        import seahaven.geometry.row_kernels as kernels

        rows = np.empty(len(self.holding.ids), np.int64)
        kernels.find_rows(self.storage.ids, self.holding.ids, rows)
        kernels.scatter_rows(self._arena.bytes, self.storage.arena.bytes, self._planned().view(np.int64), rows)

    def _cells(self, index: int) -> slice | NDArray[np.intp]:
        """The cells of one column that were given and belong to the writer."""
        pick, given = self.holding.picks(index), self.given[index]
        if isinstance(given, bool):
            return EVERYTHING if pick is None else pick
        return np.flatnonzero(given) if pick is None else pick[given[pick]]

    def _given_columns(self) -> list[int]:
        return [index for index, given in enumerate(self.given) if given is not False]

    def _write(self, index: int, cells: slice | NDArray[np.intp]) -> Write:
        nulls = self.nulls[index]
        return Write(
            path=self.path,
            family=self.storage.type.name,
            column=self.names[index],
            due=self.due,
            ids=self.holding.ids[cells],
            values=self.values[index][cells],
            nulls=None if nulls is None else nulls[cells],
        )

    def writes(self) -> list[Write]:
        """What was given, column by column, as copies of their own."""
        cells = np.arange(len(self.holding.ids))
        return [self._write(index, cells[self._cells(index)]) for index in self._given_columns()]
