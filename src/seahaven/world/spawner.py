"""A module's way to bring entities into the world and to take them out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import ProposalError, WiringError
from seahaven.world.column import Misfit
from seahaven.world.docket import Addition, Docket, Removal
from seahaven.world.draft import at_seconds
from seahaven.world.family import Records
from seahaven.world.ids import IdBlocks
from seahaven.world.label import entity_with_id
from seahaven.world.storage import Storage

__all__ = ["Spawner"]


class Spawner:
    """Adds and removes entities of one family, in force when the module's step is due.

    Ids are known at once, so that a module can remember whom it has added.
    """

    __slots__ = ("_added", "_docket", "_epoch", "_ids", "_path", "_removed", "_storage", "_storages")

    def __init__(self, path: str, family: str, storages: Mapping[str, Storage], ids: IdBlocks, docket: Docket) -> None:
        self._path = path
        self._storage = storages[family]
        self._storages = storages
        self._ids = ids
        self._docket = docket
        self._epoch = -1
        self._added: list[tuple[Records, str | None]] = []
        self._removed: list[NDArray[np.int64]] = []
        ids.reserve(path)

    def _begin(self) -> None:
        """At a new date, drop what a step left unsealed."""
        if self._epoch != self._docket.epoch:
            self._epoch = self._docket.epoch
            self._added, self._removed = [], []

    def add(
        self,
        count: int = 1,
        *,
        owner: str | None = None,
        like: Records | None = None,
        ids: NDArray[np.int64] | None = None,
        **columns: Any,
    ) -> NDArray[np.int64]:
        """Add `count` entities and give their ids.

        A column takes one value for all or one for each; what is left out takes its default, or what the rows hold that
        they are to be `like`, as `rows` has made them. `owner` is the path of the module that is to write them; without
        it they belong to whoever writes the rest of the family. `ids` chooses the ids, in ascending order, of entities
        that are not in the world: for a replay, whose entities have ids already.
        """
        self._begin()
        rows = self.rows(count, like=like, **columns)
        ids = rows["ids"] = self._ids.take(self._path, count) if ids is None else self._chosen(ids)
        self._added.append((rows, owner))
        return ids

    def _chosen(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        """Ids that a module has chosen; refuses those that cannot be had."""
        if len(ids) and (ids[0] < 1 or not (np.diff(ids) > 0).all()):
            raise ProposalError(f"{self._who} cannot add entities with the ids {ids[:5]}; they go up from 1")
        for family, storage in self._storages.items():
            for entity in ids[storage.find(ids)[1]].tolist():
                raise ProposalError(
                    f"{self._who} cannot add entity {entity_with_id(entity)}: there is a {family} with this id"
                )
        self._ids.claim(ids)
        return ids

    def rows(self, count: int, *, like: Records | None = None, **columns: Any) -> Records:
        """Make rows that nobody has yet, for whoever is going to add many that have much in common."""
        if count < 0:
            raise ProposalError(f"{self._who} cannot add {count} entities; expected 0 or more")
        try:
            return self._storage.type.rows(np.zeros(count, np.int64), columns, like=like)
        except Misfit as reason:
            raise ProposalError(f"{self._who}: {reason}") from None
        except WiringError as reason:
            raise type(reason)(f"{self._who}: {reason}") from None

    def remove(self, ids: int | Sequence[int] | NDArray[np.int64]) -> None:
        """Take entities out of the world; one that is gone already is no error, one that never was is."""
        self._begin()
        chosen = np.atleast_1d(np.asarray(ids, np.int64))
        _, found = self._storage.find(chosen)
        for entity in chosen[~found].tolist():
            self._refuse_stranger(entity)
        self._removed.append(chosen.copy())

    def _refuse_stranger(self, entity: int) -> None:
        if not self._ids.was_taken(entity):
            raise ProposalError(f"{self._who} cannot remove entity {entity_with_id(entity)}: there never was one")
        for family, storage in self._storages.items():
            if storage.row(entity) >= 0:
                raise ProposalError(
                    f"{self._who} cannot remove entity {entity_with_id(entity)}: it is a {family}; "
                    "declare `spawns` for it"
                )

    @property
    def _who(self) -> str:
        return f"module '{self._path}' {at_seconds(self._docket.now)}"

    def seal(self, now: int, due: int) -> None:
        """Take what was added and removed in the step at `now`, to be in force at `due`; the kernel calls this."""
        del now
        self._begin()
        family = self._storage.type.name
        for rows, owner in self._added:
            self._docket.sealed.append(Addition(self._path, family, due, rows, owner))
        for ids in self._removed:
            self._docket.sealed.append(Removal(self._path, family, due, ids))
        self._added, self._removed = [], []
