"""Who may write which column of which entity: one module at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import OwnershipError, WiringError, nearest
from seahaven.world.family import FamilyType
from seahaven.world.label import entity_with_id

__all__ = ["Holding", "Ownership"]

Ids = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Holding:
    """The rows that a writer may write, as long as the storage's version stands.

    `rows` selects them in the table's arrays (a slice where they are neighbours, which is much faster). `picks` says,
    for each of the writer's columns, which positions of `ids` it owns; None means all. The ids are a copy, since a
    proposal may outlive the table's rows.
    """

    version: int
    ids: Ids
    rows: slice | NDArray[np.intp]
    picks: tuple[NDArray[np.intp] | None, ...]
    is_whole: bool
    """Whether all columns of all these rows are the writer's."""

    @property
    def first(self) -> int:
        """The first of the rows, where they are neighbours."""
        return self.rows.start if isinstance(self.rows, slice) else 0


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
        self._whole.clear()
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
        self._whole.clear()
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

    def forget(self, ids: Iterable[int]) -> None:
        """Drop entities that were removed."""
        gone = set(ids)
        if self.owners:
            self._whole.clear()
        for column, owners in self.owners.items():
            for entity in gone & owners.keys():
                self.shares[owners.pop(entity), column].discard(entity)
        for granted in self.grants.values():
            granted -= gone

    def release(self, path: str) -> None:
        """Forget everything about the module at `path`; its entities fall to the rest."""
        self._whole.clear()
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

    def others(self, path: str, column: str) -> Ids | None:
        """The entities whose `column` belongs to another module than `path`, sorted; None means all of them."""
        owners = self.owners.get(column, {})
        if self.rest.get(column, path) != path:
            return None
        return np.array(sorted(e for e, owner in owners.items() if owner != path), np.int64)

    def owns_whole(self, path: str, columns: tuple[str, ...]) -> bool:
        """Whether these columns of every row, present and future, belong to `path`."""
        known = self._whole.get((path, columns))
        if known is None:
            known = all(self.rest.get(name) == path and not self._has_others(path, name) for name in columns)
            self._whole[path, columns] = known
        return known

    def _has_others(self, path: str, column: str) -> bool:
        return any(owner != path for owner in self.owners.get(column, {}).values())

    def allows(self, path: str, column: str, ids: Ids) -> NDArray[np.bool_]:
        """Where a value proposed earlier by `path` may still come into force: no other module owns the cell now."""
        own = np.array(sorted(self.shares.get((path, column), ())), np.int64)
        others = self.others(path, column)
        return np.isin(ids, own) if others is None else ~np.isin(ids, others)

    def holding(self, path: str, columns: tuple[str, ...], ids: Ids, version: int) -> Holding:
        """The rows of `ids` (a table's, sorted, for good) of which `path` owns at least one of `columns`."""
        if self.owns_whole(path, columns):
            return Holding(version, ids, slice(0, len(ids)), (None,) * len(columns), is_whole=True)
        held = [self._held(path, column, ids) for column in columns]
        parts = [np.arange(len(ids)) if part is None else part for part in held]
        rows = np.unique(np.concatenate(parts))
        picks = tuple(None if len(part) == len(rows) else rows.searchsorted(part) for part in parts)
        is_whole = all(pick is None for pick in picks)
        return Holding(version, _frozen(ids[rows]), _as_slice(rows), picks, is_whole)

    def _held(self, path: str, column: str, ids: Ids) -> NDArray[np.intp] | None:
        """The rows whose `column` belongs to `path`; None means all."""
        if self.rest.get(column) == path:
            others = self.others(path, column)
            return None if others is None or not len(others) else np.flatnonzero(~np.isin(ids, others))
        own = np.array(sorted(self.shares.get((path, column), ())), np.int64)
        rows = ids.searchsorted(own)
        return rows[ids[np.minimum(rows, len(ids) - 1)] == own] if len(ids) else rows[:0]

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
        self._whole.clear()
        self.grants = {path: set(ids) for path, ids in saved["grants"].items()}
        self.settled = {(path, column) for path, column in saved["settled"]}
        self.owners, self.shares = {}, {}
        for path, column, ids in saved["shares"]:
            self._give(path, column, ids)
        for path in sorted(writers):
            self.declare(path, writers[path])


def _frozen(ids: Ids) -> Ids:
    ids.flags.writeable = False
    return ids


def _as_slice(rows: NDArray[np.intp]) -> slice | NDArray[np.intp]:
    if len(rows) and rows[-1] - rows[0] == len(rows) - 1:
        return slice(int(rows[0]), int(rows[-1]) + 1)
    return rows
