"""What one writer proposes in one step, from the first assignment until it is in force."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import ProposalError
from seahaven.kernel import in_seconds
from seahaven.world.family import mask_of
from seahaven.world.ownership import Holding
from seahaven.world.storage import Storage

__all__ = ["Draft", "Write", "at_seconds"]

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

    The values lie here from assignment on, so the module may reuse its own arrays at once. All float64 columns share
    one block, because one pass over it tells whether every value is finite. Once in force, the draft goes
    back to the `shelf` it was taken from.
    """

    __slots__ = (
        "_apart", "_block", "columns", "due", "given", "holding", "is_empty", "names", "now", "nulls", "path",
        "shelf", "storage", "values",
    )  # fmt: skip

    def __init__(self, path: str, storage: Storage, names: Sequence[str], holding: Holding) -> None:
        self.path = path
        self.storage = storage
        self.names = names
        self.holding = holding
        self.columns = [storage.type.columns[name] for name in names]
        count = len(holding.ids)
        is_wide = [column.dtype == "float64" for column in self.columns]
        block = np.zeros((sum(is_wide), count))
        lines = iter(block)
        self._block = block.reshape(-1)
        self._apart = [i for i, column in enumerate(self.columns) if column.can_offend and not is_wide[i]]
        self.values: list[NDArray[Any]] = [
            next(lines) if wide else np.zeros(count, column.dtype)
            for wide, column in zip(is_wide, self.columns, strict=True)
        ]
        self.nulls = [np.zeros(count, np.bool_) if column.nullable else None for column in self.columns]
        self.now = self.due = 0
        self.shelf: list[Draft] | None = None
        self.clear()

    def clear(self) -> None:
        """Forget what was given, for the next step."""
        self.given: list[Given] = [False] * len(self.names)
        self.is_empty = True

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
                f"of entity {self.holding.ids[position]} {at_seconds(now)}; {column.expected}"
            )

    def apply(self) -> None:
        """Bring everything given into force; give the buffers back to the writer if they still fit its rows."""
        if self.holding.version != self.storage.version:
            self._apply_moved()
            return
        for index in self._given_columns():
            self.apply_column(index)
        self._go_home()

    def _go_home(self) -> None:
        """Be ready to be filled again. No reference to the shelf is kept: in a circle, a dropped world would linger."""
        shelf, self.shelf = self.shelf, None
        self.clear()
        if shelf is not None:
            shelf.append(self)

    def apply_column(self, index: int) -> None:
        """Bring one column into force in rows that have not moved since it was given."""
        arrays, name, nulls = self.storage.arrays, self.names[index], self.nulls[index]
        rows, values = self.holding.rows, self.values[index]
        if self.given[index] is not True or self.holding.picks[index] is not None:
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

    def _cells(self, index: int) -> slice | NDArray[np.intp]:
        """The cells of one column that were given and belong to the writer."""
        pick, given = self.holding.picks[index], self.given[index]
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
