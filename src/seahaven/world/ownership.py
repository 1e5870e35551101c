"""Who may write which column of which entity: one module at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import OwnershipError, WiringError, nearest
from seahaven.world.family import FamilyType
from seahaven.world.label import entity_with_id

__all__ = ["Holding", "Ownership", "Rows"]

Ids = NDArray[np.int64]
Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Holding:
    """The rows that a writer fills, as long as the storage's version stands.

    `rows` selects them in the table's arrays (a slice where they are neighbours, which is much faster). `others` says,
    for each of the writer's columns, which positions of `ids` belong to other writers; None means none. The ids are a
    copy, since a proposal may outlive the table's rows.
    """

    version: int
    ids: Ids
    rows: slice | Rows
    others: tuple[Rows | None, ...]
    is_whole: bool
    """Whether all columns of all these rows are the writer's."""

    @classmethod
    def of(cls, version: int, ids: Ids, rows: slice | Rows, others: Sequence[Rows | None]) -> Holding:
        """The holding of a writer that shares columns with others."""
        return cls(version, ids, rows, tuple(others), all(other is None for other in others))

    @property
    def first(self) -> int:
        """The first of the rows, where they are neighbours."""
        return self.rows.start if isinstance(self.rows, slice) else 0

    def picks(self, column: int) -> Rows | None:
        """The positions of `ids` of which the writer owns a column; None means all."""
        others = self.others[column]
        return None if others is None else np.delete(np.arange(len(self.ids)), others)


@dataclass(frozen=True, slots=True)
class Share:
    """What one writer owns of one column: these entities, or all but these."""

    ids: Ids
    is_rest: bool

    def rows(self, ids: Ids) -> Rows:
        """The positions among sorted ids of those that are named here."""
        rows = ids.searchsorted(self.ids)
        return rows[ids[np.minimum(rows, len(ids) - 1)] == self.ids] if len(ids) else rows[:0]

    def foreign(self, ids: Ids) -> Rows:
        """The positions among sorted ids of those that belong to others."""
        if not self.is_rest:
            return np.flatnonzero(~np.isin(ids, self.ids))
        return self.rows(ids)


@dataclass(slots=True)
class Ownership:
    """The owners in one family.

    A module that was granted entities owns its declared columns of these alone. A module without a grant owns the
    rest: every row, present and future, that is nobody's in particular. `owners` holds what belongs to somebody in
    particular; it and `grants` name modules by path, so they outlive a snapshot, while `writers` and `rest` follow
    from what is bound.
    """

    family: FamilyType
    grants: dict[str, set[int]] = field(default_factory=dict)
    settled: set[tuple[str, str]] = field(default_factory=set)
    owners: dict[str, dict[int, str]] = field(default_factory=dict)
    shares: dict[tuple[str, str], set[int]] = field(default_factory=dict)
    writers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rest: dict[str, str] = field(default_factory=dict)
    _whole: dict[tuple[str, tuple[str, ...]], bool] = field(default_factory=dict)
    """What `owns_whole` has said; forgotten when an owner changes."""
    _known: dict[tuple[str, str], Share] = field(default_factory=dict)
    """What `share` has said; likewise."""

    def grant(self, path: str, ids: Iterable[int]) -> None:
        """Note that the module at `path` is to own these entities, once it is bound."""
        if path in self.writers:
            raise OwnershipError(
                f"module '{path}' already writes family '{self.family.name}': "
                "grant before it is bound, transfer afterwards"
            )
        self.grants.setdefault(path, set()).update(ids)

    def declare(self, path: str, columns: Sequence[str]) -> None:
        """Make the module at `path` a writer of `columns`; refuse a second owner of any cell."""
        for column in columns:
            self._refuse_second(path, column)
        self._forget_known()
        self.writers[path] = (*self.writers.get(path, ()), *columns)
        for column in columns:
            if path not in self.grants:
                self.rest[column] = path
            elif (path, column) not in self.settled:
                self._give(path, column, self.grants[path])
                self.settled.add((path, column))

    def _refuse_second(self, path: str, column: str) -> None:
        address = f"{self.family.name}.{column}"
        if column in self.writers.get(path, ()):
            raise OwnershipError(f"module '{path}' declares {address} in two of its ports; one is enough")
        if path not in self.grants:
            if (other := self.rest.get(column)) is not None:
                raise OwnershipError(
                    f"modules '{other}' and '{path}' both write {address} of all entities; "
                    "grant one of them the entities it is to own"
                )
            return
        if (path, column) in self.settled:
            return
        owners = self.owners.get(column, {})
        for entity in sorted(self.grants[path]):
            if owners.get(entity, path) != path:
                raise OwnershipError(
                    f"modules '{owners[entity]}' and '{path}' both write {address} of entity {entity_with_id(entity)}; "
                    "transfer it from one to the other instead"
                )

    def _give(self, path: str, column: str, ids: Iterable[int]) -> None:
        self._forget_known()
        owners = self.owners.setdefault(column, {})
        share = self.shares.setdefault((path, column), set())
        for entity in ids:
            if (before := owners.get(entity)) is not None:
                self.shares[before, column].discard(entity)
            owners[entity] = path
            share.add(entity)

    def adopt(self, path: str, ids: Iterable[int]) -> None:
        """Give new entities to the module at `path`: at once if it is bound, else when it will be."""
        if path not in self.writers:
            self.grants.setdefault(path, set()).update(ids)
            return
        ids = list(ids)
        for column in self.writers[path]:
            self._give(path, column, ids)

    def check_transfer(self, path: str, columns: Sequence[str]) -> tuple[str, ...]:
        """The columns to hand to the module at `path` (all it writes, if none are named); refuse what it cannot own."""
        if path not in self.writers:
            hint = nearest(path, self.writers)
            raise WiringError(f"no module '{path}' writes family '{self.family.name}'{hint}")
        for column in columns:
            self.family.column(column)
            if column not in self.writers[path]:
                raise WiringError(f"module '{path}' does not write {self.family.name}.{column}; declare it in its port")
        return tuple(columns) or self.writers[path]

    def transfer(self, path: str, columns: Sequence[str], ids: Iterable[int]) -> None:
        """Make the module at `path` the owner, whoever was before."""
        ids = list(ids)
        for column in columns:
            self._give(path, column, ids)

    def give_back(self, path: str, columns: Sequence[str], ids: Iterable[int]) -> None:
        """Let entities of the module at `path` fall to whichever module writes the rest."""
        self._forget_known()
        ids = list(ids)
        for column in columns:
            owners, share = self.owners.get(column, {}), self.shares.get((path, column), set())
            for entity in share.intersection(ids):
                share.discard(entity)
                del owners[entity]

    def forget(self, ids: Iterable[int]) -> None:
        """Drop entities that were removed."""
        gone = set(ids)
        for column, owners in self.owners.items():
            for entity in gone & owners.keys():
                self._forget_known()
                self.shares[owners.pop(entity), column].discard(entity)
        for granted in self.grants.values():
            granted -= gone

    def _forget_known(self) -> None:
        """Forget what followed from the owners, since one of them changes."""
        self._whole.clear()
        self._known.clear()

    def release(self, path: str) -> None:
        """Forget everything about the module at `path`; its entities fall to the rest."""
        self._forget_known()
        self.grants.pop(path, None)
        self.writers.pop(path, None)
        for column in self.family.columns:
            self.settled.discard((path, column))
            for entity in self.shares.pop((path, column), ()):
                del self.owners[column][entity]
            if self.rest.get(column) == path:
                del self.rest[column]

    def owner(self, column: str, entity: int) -> str | None:
        """The module that writes this cell, if any."""
        return self.owners.get(column, {}).get(entity, self.rest.get(column))

    def share(self, path: str, column: str) -> Share:
        """What the module at `path` owns of a column; equal shares of one module are the same object."""
        known = self._known.get((path, column))
        if known is None:
            is_rest = self.rest.get(column) == path
            ids = self._of_others(path, column) if is_rest else self.shares.get((path, column), ())
            known = Share(np.array(sorted(ids), np.int64), is_rest)
            for (other, _), like in self._known.items():
                if other == path and like.is_rest == is_rest and np.array_equal(like.ids, known.ids):
                    known = like
                    break
            self._known[path, column] = known
        return known

    def owns_whole(self, path: str, columns: tuple[str, ...]) -> bool:
        """Whether these columns of every row, present and future, belong to `path`."""
        known = self._whole.get((path, columns))
        if known is None:
            known = all(self.rest.get(name) == path and not self._of_others(path, name) for name in columns)
            self._whole[path, columns] = known
        return known

    def _of_others(self, path: str, column: str) -> list[int]:
        """The entities of which another module than `path` was given a column."""
        return [entity for entity, owner in self.owners.get(column, {}).items() if owner != path]

    def allows(self, path: str, column: str, ids: Ids) -> NDArray[np.bool_]:
        """Where a value proposed earlier by `path` may still come into force: no other module owns the cell now."""
        if self.rest.get(column, path) != path:
            own = self.share(path, column).ids
            is_all = len(ids) == len(own) and bool((ids == own).all())  # ten times as quick as to look each of them up
            return np.ones(len(ids), np.bool_) if is_all else np.isin(ids, own)
        return ~np.isin(ids, np.array(self._of_others(path, column), np.int64))

    def holding(
        self, path: str, columns: tuple[str, ...], ids: Ids, version: int, *, of_all: bool = False
    ) -> Holding:  # fmt: skip
        """The rows of `ids` (a table's, sorted, for good) of which `path` owns at least one of `columns`, or all."""
        everything = slice(0, len(ids))
        if self.owns_whole(path, columns):
            return Holding(version, ids, everything, _nobody(len(columns)), is_whole=True)
        shares = [self.share(path, column) for column in columns]
        if not (of_all or shares[0].is_rest) and all(share is shares[0] for share in shares):
            rows = shares[0].rows(ids)
            return Holding(version, _frozen(ids[rows]), _as_slice(rows), _nobody(len(columns)), is_whole=True)
        foreign = {id(share): share.foreign(ids) for share in shares}
        others = [foreign[id(share)] for share in shares]
        strangers = ids[:0] if of_all else _common([*foreign.values()])
        if not len(strangers):
            return Holding.of(version, ids, everything, [rows if len(rows) else None for rows in others])
        rows = np.delete(np.arange(len(ids)), strangers)
        left = {id(share): _among(foreign[id(share)], rows) for share in shares}
        return Holding.of(version, _frozen(ids[rows]), _as_slice(rows), [left[id(share)] for share in shares])

    def save(self) -> dict[str, Any]:
        """What outlives the bindings, as plain values."""
        return {
            "grants": {path: sorted(ids) for path, ids in sorted(self.grants.items())},
            "settled": [list(pair) for pair in sorted(self.settled)],
            "shares": [[path, column, sorted(ids)] for (path, column), ids in sorted(self.shares.items()) if ids],
        }

    def load(self, saved: dict[str, Any]) -> None:
        """Go back to what `save` gave; the modules that are bound stay writers."""
        writers, self.writers, self.rest = self.writers, {}, {}
        self._forget_known()
        self.grants = {path: set(ids) for path, ids in saved["grants"].items()}
        self.settled = {(path, column) for path, column in saved["settled"]}
        self.owners, self.shares = {}, {}
        for path, column, ids in saved["shares"]:
            self._give(path, column, ids)
        for path in sorted(writers):
            self.declare(path, writers[path])


@cache
def _nobody(columns: int) -> tuple[None, ...]:
    """Of so many columns, that none has other owners."""
    return (None,) * columns


def _common(parts: Sequence[Rows]) -> Rows:
    """The rows that are in all parts, each of which is sorted."""
    common = parts[0]
    for part in parts[1:]:
        common = common[_are_in(common, part)]
    return common


def _among(part: Rows, rows: Rows) -> Rows | None:
    """Where among some sorted rows those of a part are; None if nowhere."""
    found = rows.searchsorted(part[_are_in(part, rows)])
    return found if len(found) else None


def _are_in(rows: Rows, others: Rows) -> NDArray[np.bool_]:
    """Which rows are among others, which are sorted; quicker than `np.isin`, where there are few."""
    if not len(others):
        return np.zeros(len(rows), np.bool_)
    found: NDArray[np.bool_] = others[np.minimum(others.searchsorted(rows), len(others) - 1)] == rows
    return found


def _frozen(ids: Ids) -> Ids:
    ids.flags.writeable = False
    return ids


def _as_slice(rows: NDArray[np.intp]) -> slice | NDArray[np.intp]:
    if len(rows) and rows[-1] - rows[0] == len(rows) - 1:
        return slice(int(rows[0]), int(rows[-1]) + 1)
    return rows
