"""The world: all families, what waits to come into force, and who owns what."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import ProposalError, SnapshotError, WiringError, nearest
from seahaven.kernel import DONE, Bound, Part, StorePort
from seahaven.world.binding import call_part
from seahaven.world.bindings import Bindings
from seahaven.world.column import Misfit
from seahaven.world.docket import Addition, Batch, Docket
from seahaven.world.draft import Draft, Write
from seahaven.world.entity import Entity
from seahaven.world.family import Cells, FamilyType, Records
from seahaven.world.ids import IdBlocks
from seahaven.world.label import entity_with_id, is_number
from seahaven.world.shipping import Wants, landed, shipments
from seahaven.world.state import Transfer, WorldState, decode, encode, records
from seahaven.world.storage import Storage
from seahaven.world.stretches import Filling, Inflow, WorldStretch, fillings, inflows
from seahaven.world.table import Table

__all__ = ["World"]

Ids = int | Sequence[int] | NDArray[np.int64]


class World:
    """Everything that exists, as tables; the kernel's store.

        world = World([vehicle])
        lead = world.add("vehicle", name="lead", x=40.0, speed=20.0)
        world.family("vehicle").speed                 the speeds in force, read-only
        world["lead"].speed                           20.0

    Before a run, `add`, `remove` and `grant` work at once. During a run only modules change the world, through their
    ports. What a module proposes at t is checked when the date is complete and comes into force when it is due;
    values of immediate columns come into force when the module's step ends.
    """

    def __init__(self, families: Iterable[FamilyType]) -> None:
        self._storages: dict[str, Storage] = {}
        for family in families:
            if family.name in self._storages:
                raise WiringError(f"two families are called '{family.name}'; extend one of them instead")
            self._storages[family.name] = Storage(family)
        self._versioned = list(self._storages.values())
        self._tables = {name: Table(storage) for name, storage in self._storages.items()}
        self._docket = Docket()
        self._ids = IdBlocks()
        self._names: dict[str, int] = {}
        self._transfers: list[Transfer] = []
        self._bindings = Bindings(self._storages, self._ids, self._docket)
        self.subjects: list[int] = []
        self._era = 0
        self._blanks: dict[str, Storage] = {}

    # Reading

    @property
    def now(self) -> int:
        """The date in force, in nanoseconds."""
        return self._docket.now

    @property
    def families(self) -> tuple[FamilyType, ...]:
        """The declarations of all families, in the order given."""
        return tuple(storage.type for storage in self._storages.values())

    @property
    def names(self) -> dict[str, int]:
        """The ids of the entities that have a name."""
        return dict(self._names)

    def family(self, name: str) -> Table:
        """The committed rows of a family."""
        return self._tables[self._storage(name).type.name]

    def _storage(self, name: str) -> Storage:
        return self._bindings.storage(name)

    def entity(self, entity: int) -> Entity:
        """A handle on an entity that is in the world."""
        return Entity(self._home(entity), int(entity))

    def _home(self, entity: int) -> Storage:
        for storage in self._storages.values():
            if storage.row(entity) >= 0:
                return storage
        why = "it was removed, or is not there yet" if self._ids.was_taken(entity) else "there never was one"
        raise WiringError(f"entity {entity_with_id(entity)} is not in the world: {why}")

    def __getitem__(self, name: str) -> Entity:
        if name not in self._names:
            raise WiringError(f"no entity is called '{name}'{nearest(name, self._names)}")
        return self.entity(self._names[name])

    def __contains__(self, entity: object) -> bool:
        """Whether an id, or the entity of a name, is in the world."""
        entity = self._names.get(entity) if isinstance(entity, str) else entity
        if not isinstance(entity, (int, np.integer)):
            return False
        return any(storage.row(int(entity)) >= 0 for storage in self._storages.values())

    # Set-up

    def add(self, family: str, name: str | None = None, **columns: Any) -> int:
        """Add one entity, in force at once, and give its id; `name` lets it be found as `world[name]`."""
        if name is not None:
            self._refuse_name(name)
        entity = int(self.add_many(family, 1, **columns)[0])
        if name is not None:
            self._names[name] = entity
        return entity

    def call(self, entity: int, name: str) -> None:
        """Give a name to an entity, which may come into the world later."""
        self._refuse_name(name)
        self._names[name] = entity

    def reserve(self, name: str) -> int:
        """An id for an entity that comes into the world later, under this name."""
        self._refuse_name(name)
        entity = self._names[name] = int(self._ids.take("", 1)[0])
        return entity

    def _refuse_name(self, name: str) -> None:
        if name in self:
            raise WiringError(f"entity {entity_with_id(self._names[name])} is already called '{name}'")
        if is_number(name):
            raise WiringError(f"no entity can be called '{name}': entities without a name are written so")

    def add_many(self, family: str, count: int, **columns: Any) -> NDArray[np.int64]:
        """Add entities, in force at once, and give their ids; a column takes one value for all or one for each."""
        self._docket.settle()
        storage = self._storage(family)
        try:
            rows = storage.type.rows(np.zeros(count, np.int64), columns)
        except Misfit as reason:
            raise ProposalError(str(reason)) from None
        ids = rows["ids"] = self._ids.take("", count)
        storage.restructure(np.zeros(0, np.int64), [rows])
        self._docket.epoch += 1
        return ids

    def remove(self, ids: Ids) -> None:
        """Take entities out, in force at once."""
        self._docket.settle()
        for family, chosen in self._by_family(ids).items():
            self._restructure(self._storages[family], chosen, [])
        self._docket.epoch += 1

    def _by_family(self, ids: Ids) -> dict[str, NDArray[np.int64]]:
        """Ids that are in the world, sorted out by family."""
        homes: dict[str, list[int]] = {}
        for entity in np.unique(np.atleast_1d(np.asarray(ids, np.int64))).tolist():
            homes.setdefault(self._home(entity).type.name, []).append(entity)
        return {family: np.array(own, np.int64) for family, own in homes.items()}

    def grant(self, path: str, family: str, *, ids: Ids) -> None:
        """Let the module at `path` own, of the columns it writes, only these entities; call before it is bound."""
        self._docket.settle()
        storage = self._storage(family)
        chosen = np.atleast_1d(np.asarray(ids, np.int64)).tolist()
        for entity in chosen:
            storage.known_row(entity)
        storage.ownership.grant(path, chosen)

    def owner(self, entity: int, column: str) -> str | None:
        """The path of the module that writes a column of an entity; None if no module does."""
        storage = self._home(entity)
        storage.type.column(column)
        return storage.ownership.owner(column, entity)

    def transfer(self, ids: Ids, columns: Sequence[str] = (), *, to: str) -> None:
        """Make the module at path `to` the owner of these columns (all it writes, if none are named), at the next turn.

        Values that the old owner proposed for that turn still count; those for later are dropped.
        """
        self._docket.settle()
        for family, chosen in self._by_family(ids).items():
            agreed = self._storages[family].ownership.check_transfer(to, columns)
            self._transfers.append(Transfer(to, family, agreed, tuple(chosen.tolist())))

    # The kernel's store

    def bind(self, path: str, port: StorePort) -> Bound:
        """Give the module at `path` its working end of `port`; refuse names and owners that do not fit."""
        self._docket.settle()
        return self._bindings.bind(path, port)

    def release(self, path: str) -> None:
        """Forget what the module at `path` reads, writes and owns.

        What it has committed still comes into force, where no other module has become the owner.
        """
        self._docket.settle()
        self._bindings.release(path)
        self._docket.epoch += 1

    def order(self) -> Iterator[tuple[str, str]]:
        """Pairs (writer path, reader path) that must run in this order within one date, by immediate columns."""
        return self._bindings.order()

    def meetings(self) -> Iterator[tuple[str, str]]:
        """Pairs (writer path, reader path) of which one could see at once what the other writes."""
        return self._bindings.meetings()

    def wants(self, paths: Iterable[str]) -> Wants:
        """What modules at these paths, in another process, need to know of what modules here write."""
        return Wants.of(self._bindings.seen_by(paths))

    def ship(self, path: str, wants: Mapping[str, Wants]) -> dict[str, list[Any]]:
        """What the module at `path` has just written, for each process that wants any of it."""
        changes = [change for change in self._docket.sealed if change.path == path]
        return shipments(changes, self._bindings.desks.get(path, ()), wants)

    def take(self, path: str, shipment: Any) -> None:
        """Take in what the module at `path` has written in another process, as if it had been written here."""
        for change in landed(path, shipment, self._storages):
            if isinstance(change, Addition):
                self._ids.claim(change.rows["ids"])
            self._docket.sealed.append(change)

    def turn(self, now: int) -> None:
        """Bring into force whatever is dated `now` or earlier, then hand over what was transferred."""
        docket = self._docket
        if docket.open:
            docket.land(now)
            if docket.open and (self._transfers or any(due <= now for due in docket.waiting)):
                docket.settle()
        for batch in self._docket.ready(now):
            self._hand_over(batch, is_claim=True)
            if batch.removals or batch.additions:
                self._turn_settled(batch)
                self._turn_rows(batch)
            for change in batch.values:
                if isinstance(change, Draft):
                    change.apply()
                else:
                    change.apply(self._storages[change.family])
            self._hand_over(batch, is_claim=False)
        if self._transfers:
            self._turn_owners()

    def _hand_over(self, batch: Batch, *, is_claim: bool) -> None:
        """Let modules have what they claim, or give back what they no longer need; entities that are gone are none."""
        for change in batch.handovers:
            if change.is_claim is is_claim:
                storage = self._storages[change.family]
                here = change.ids[storage.find(change.ids)[1]].tolist()
                hand = storage.ownership.transfer if is_claim else storage.ownership.give_back
                hand(change.path, change.columns, here)
                storage.version += 1

    def _turn_settled(self, batch: Batch) -> None:
        """Bring values into force whose rows have not moved yet: it is quicker, and whoever comes has none of them."""
        waiting = list[Draft | Write]()
        for change in batch.values:
            if isinstance(change, Draft) and change.is_settled:
                change.apply()
            else:
                waiting.append(change)
        batch.values = waiting

    def _turn_rows(self, batch: Batch) -> None:
        touched = {change.family for change in batch.removals} | {change.family for change in batch.additions}
        for family, storage in self._storages.items():
            if family not in touched:
                continue
            removed = [change.ids for change in batch.removals if change.family == family]
            added = [change for change in batch.additions if change.family == family]
            gone = np.array(sorted({entity for ids in removed for entity in ids.tolist()}), np.int64)
            if removed:
                self._docket.cancel(family, gone)
                added = [change.without(gone) for change in added]
            self._restructure(storage, gone, [change.rows for change in added])
            for change in added:
                if change.owner is not None:
                    storage.ownership.adopt(change.owner, change.rows["ids"].tolist())
                    storage.version += 1

    def _restructure(self, storage: Storage, gone: NDArray[np.int64], added: list[Records]) -> None:
        storage.restructure(gone, added)
        if len(gone):
            lost = set(gone.tolist())
            storage.ownership.forget(lost)
            self.subjects = [entity for entity in self.subjects if entity not in lost]

    def _turn_owners(self) -> None:
        """Hand over in an order that does not depend on who asked first."""
        for transfer in sorted(self._transfers):
            storage = self._storages[transfer.family]
            here = [entity for entity in transfer.ids if storage.row(entity) >= 0]
            storage.ownership.transfer(transfer.to, transfer.columns, here)
            storage.version += 1
        self._transfers = []

    def commit(self, now: int) -> None:
        """Check everything sealed at `now` and make it final; if a value is refused, nothing of this date is kept."""
        del now
        self._docket.commit()

    @property
    def version(self) -> int:
        """Rises whenever rows, owners or the memory of a family change."""
        return sum([storage.version for storage in self._versioned])

    @property
    def layout(self) -> int:
        """Rises whenever owners or the memory of a family change."""
        return sum([storage.version - storage.shifts for storage in self._versioned])

    @property
    def next_due(self) -> int | None:
        """The first date at which something comes into force that is known already."""
        return self._docket.next_due

    @property
    def proposals(self) -> int:
        """How many proposals of this date are sealed."""
        return len(self._docket.sealed)

    def wakes(self, part: Part, index: int, now: int, due: int) -> bool:
        """Whether the entry of a part that sleeps asks for a visit at `now`."""
        return call_part(part, index, now, due) != DONE

    def filled(self, bounds: Sequence[Bound]) -> tuple[Filling, ...]:
        """What a part fills by the ports of its module, which has just been asked for it."""
        return fillings(bounds)

    def keeps(self, filled: tuple[Filling, ...]) -> bool:
        """Whether a part may go on filling the same, although rows have come and gone in the same memory."""
        return all(filling.is_good for filling in filled)

    def inlets(self, bounds: Sequence[Bound]) -> tuple[Inflow, ...]:
        """What takes in the values of a module that is visited in the middle of a stretch."""
        return inflows(bounds)

    def pass_to(self, now: int) -> None:
        """Be at a date in the middle of a stretch."""
        self._docket.now = now

    @property
    def is_disturbed(self) -> bool:
        """Whether a visited module has proposed anything that compiled code cannot bring into force."""
        docket = self._docket
        return bool(docket.sealed) or not docket.open

    def stretch(self, parts: Sequence[Part], filled: Sequence[Sequence[Any]], loose: Sequence[bool]) -> WorldStretch:
        """Parts of modules, each with what it fills and whether the module is loose, bound to the columns."""
        return WorldStretch(parts, filled, loose, self._docket)

    # Snapshots

    def save(self) -> WorldState:
        """A copy of everything that running on depends on, at little more than the cost of copying the columns."""
        return self._state({name: storage.copy() for name, storage in self._storages.items()})

    def _state(self, tables: dict[str, Cells]) -> WorldState:
        self._docket.settle()
        if self._docket.sealed:
            who = self._docket.sealed[0].path
            raise SnapshotError(f"the world is between step and commit (module '{who}' has sealed); commit first")
        return WorldState(
            now=self._docket.now,
            tables=tables,
            waiting=self._docket.frozen(),
            transfers=tuple(sorted(self._transfers)),
            names=dict(self._names),
            subjects=tuple(int(entity) for entity in self.subjects),
            owners={name: storage.ownership.save() for name, storage in self._storages.items()},
            blocks=self._ids.save(),
        )

    def load(self, saved: WorldState) -> None:
        """Go back to what `save` gave; what is bound stays bound and shows the restored rows."""
        self._refuse_other_families(saved)
        for name, storage in self._storages.items():
            storage.ownership.load(saved.owners[name])
            storage.replace(saved.tables[name])
        self._docket.restore(saved.now, saved.waiting)
        self._ids.load(saved.blocks)
        self._names = dict(saved.names)
        self._transfers = list(saved.transfers)
        self.subjects = list(saved.subjects)

    @property
    def era(self) -> int:
        """How often the world began anew."""
        return self._era

    def begin_era(self) -> None:
        """Begin anew: tables and handles that were given out show nothing any more, whatever is loaded next."""
        self._era += 1
        for name, storage in self._storages.items():
            storage.era = self._era
            storage.version += 1
            self._tables[name].move(self._blank(name))
            self._tables[name] = Table(storage)

    def _blank(self, family: str) -> Storage:
        """A storage without rows, for tables that are void."""
        if family not in self._blanks:
            self._blanks[family] = Storage(self._storages[family].type)
        return self._blanks[family]

    def _refuse_other_families(self, saved: WorldState) -> None:
        for name, storage in self._storages.items():
            held = {field: array.dtype for field, array in saved.tables.get(name, {}).items()}
            if held != {field: array.dtype for field, array in storage.arena.arrays.items()}:
                raise SnapshotError(
                    f"the saved world declares family '{name}' differently; load it into a world like it"
                )
        for name in sorted(saved.tables.keys() - self._storages.keys()):
            raise SnapshotError(f"the saved world has a family '{name}' that this one lacks")

    def fork(self) -> World:
        """A world of its own in the same state, with nothing bound yet."""
        twin = World(self.families)
        twin.load(self._state({name: storage.every() for name, storage in self._storages.items()}))
        return twin

    def absorb(self, other: World) -> None:
        """Take in the rows that another world has and this one lacks, with what waits to come into force there.

        The other one has come from a `fork` of this one; ids are unique over both as long as only one of them adds
        entities by set-up.
        """
        state = other.save()
        self._docket.settle()
        self._refuse_other_families(state)
        for name, storage in self._storages.items():
            rows = records(state.tables[name])
            storage.restructure(np.zeros(0, np.int64), [rows[~np.isin(rows["ids"], storage.ids)]])
        self._docket.restore(state.now, (*self._docket.frozen(), *state.waiting))
        self._ids.load(state.blocks)

    def encode(self, saved: WorldState) -> dict[str, Any]:
        """What `save` gave as plain values and arrays, for a file."""
        return encode(saved)

    def decode(self, encoded: dict[str, Any]) -> WorldState:
        """Back from `encode` to what `load` takes."""
        return decode(encoded)

    def digest(self) -> str:
        """A fingerprint of the committed state: equal for equal rows, names and subjects, whatever led there."""
        told = sha256()
        for name in sorted(self._storages):
            told.update(f"{name}\n".encode())
            for field, array in sorted(self._storages[name].every().items()):
                told.update(f"{field} {array.dtype.str} {len(array)}\n".encode())
                told.update(np.ascontiguousarray(array).data)
        told.update(json.dumps([sorted(self._names.items()), [int(entity) for entity in self.subjects]]).encode())
        return told.hexdigest()
