"""The committed rows of a family, as everybody may read them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import WiringError, nearest
from seahaven.world.column import Column, NoColumn
from seahaven.world.entity import Entity
from seahaven.world.family import FamilyType, mask_of
from seahaven.world.following import Follower
from seahaven.world.moves import Moves
from seahaven.world.storage import Storage

__all__ = ["Reader", "Table"]

ALWAYS = 4
"""How many attributes a table has of which no column was asked for."""


NO_ROWS: NDArray[np.intp] = np.empty(0, np.intp)


class Table:
    """Read-only columns of one family: `table.speed` is an array with a value for each of `table.ids`.

    Rows are in ascending order of id. The arrays show what is in force and change in place as values are committed;
    when entities come or go, rows move and there are others, so fetch them again at every step (a plain attribute
    look-up). Keep an id or an `at` handle, never a row number.

    Compiled code may go by addresses: `spacious` columns begin where they do as long as `memory` is the same object,
    whoever comes or goes.
    """

    ids: NDArray[np.int64]
    _storage: Storage
    _columns: tuple[str, ...]
    _known: frozenset[str]

    def __init__(self, storage: Storage, columns: tuple[str, ...] = ()) -> None:
        own = self.__dict__
        own["_storage"], own["_columns"] = storage, columns or tuple(storage.type.columns)
        own["_known"] = frozenset(own["_columns"])
        storage.show(self)
        self.refresh()

    def refresh(self) -> None:
        """Take the arrays of the storage anew; the world calls this when rows have come or gone."""
        own = self.__dict__
        storage, columns, known = own["_storage"], own["_columns"], own["_known"]
        if len(own) > ALWAYS:
            own.clear()
        own["_storage"], own["_columns"], own["_known"], own["ids"] = storage, columns, known, storage.ids

    def move(self, storage: Storage) -> None:
        """Show the rows of another storage of the same family, as they are now."""
        self._storage.hide(self)
        self.__dict__["_storage"] = storage
        self.refresh()

    @property
    def type(self) -> FamilyType:
        """The family's declaration."""
        return self._storage.type

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns that can be read here."""
        return self._columns

    def __len__(self) -> int:
        return self._storage.count

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        own = self.__dict__
        if name in own["_known"]:
            storage = own["_storage"]
            array = own[name] = storage.arena.views[name][: storage.count]
            return array
        raise NoColumn(f"'{self.type.name}' has no column '{name}' here{nearest(name, self._columns)}")

    def __setattr__(self, name: str, value: Any) -> None:
        raise WiringError(f"{self.type.name}.{name} cannot be assigned here: a table is read-only; declare `writes`")

    def column(self, name: str) -> Column:
        """The declaration of a column that can be read here."""
        if name not in self._columns:
            getattr(self, name)
        return self.type.columns[name]

    def null(self, name: str) -> NDArray[np.bool_]:
        """Where a nullable column is null; its array holds 0 there."""
        if not self.column(name).nullable:
            raise NoColumn(f"{self.type.name}.{name} is not nullable, so there is no mask")
        return self._storage.views[mask_of(name)]

    @property
    def memory(self) -> object:
        """What holds the columns: as long as it is the same object, they lie where they did."""
        return self._storage.arena

    @property
    def tally(self) -> NDArray[np.int64]:
        """How many rows there are, as an array of one that stays where it is, for compiled code."""
        return self._storage.tally

    @property
    def moves(self) -> Moves:
        """How the rows moved when they last did."""
        return self._storage.moves

    def lead(self, follower: Follower) -> None:
        """Have arrays follow the rows from now on, for as long as they are kept."""
        self._storage.following.join(follower)

    def spacious(self, name: str) -> NDArray[Any]:
        """A column, or the ids, together with spare rows at its end, which hold anything."""
        return self._storage.arena.views[name]

    def spacious_null(self, name: str) -> NDArray[np.bool_]:
        """Where a nullable column is null, together with spare rows at its end."""
        return self._storage.arena.views[mask_of(name)]

    def claimed(self, name: str) -> NDArray[np.intp]:
        """The rows of which a column belongs to a module in particular, not to the one that has the rest of them."""
        self.column(name)
        ownership = self._storage.ownership
        owners, rest = ownership.owners.get(name), ownership.rest.get(name)
        if not owners:
            return NO_ROWS
        ids = np.array(sorted(one for one, owner in owners.items() if owner != rest), np.int64)
        rows, found = self._storage.find(ids)
        return rows[found]

    def row(self, entity: int) -> int:
        """The row of an entity; refused if it is not in the world."""
        return self._storage.known_row(entity)

    def at(self, entity: int) -> Entity:
        """A handle on one entity with the columns that can be read here."""
        self._storage.known_row(entity)
        return Entity(self._storage, int(entity), self._columns)

    def __repr__(self) -> str:
        return f"<{self.type.name}: {len(self)} rows, {', '.join(self._columns)}>"


class Reader(Table):
    """A table as a port of a module: the columns that the module has declared it reads."""

    def seal(self, now: int, due: int) -> None:
        """Nothing: reading proposes nothing."""
