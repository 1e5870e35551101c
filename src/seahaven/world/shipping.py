"""What a module writes in one process, on its way to the copies of the world in others.

Rows that come and go, and changes of owners, concern every copy. Values go where some module reads their column: of all
entities, or of a single one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import ParcelError
from seahaven.world.desk import Desk
from seahaven.world.docket import Addition, Change, Frozen, Handover, Removal
from seahaven.world.draft import Draft, Write
from seahaven.world.family import FamilyType, mask_of
from seahaven.world.storage import Storage

__all__ = ["Wants", "landed", "shipments"]

Ids = NDArray[np.int64]
Bytes = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Wants:
    """The columns that a process wants to know, by family: of these entities, or (None) of all."""

    columns: Mapping[str, Mapping[str, Ids | None]]

    @classmethod
    def of(cls, seen: Iterable[tuple[str, tuple[str, ...], int | None]]) -> Self:
        """What follows from what modules see: columns of a family, of one entity or of all."""
        found: dict[str, dict[str, set[int] | None]] = {}
        for family, columns, entity in seen:
            known = found.setdefault(family, {})
            for column in columns:
                ids = known.setdefault(column, set())
                if entity is None:
                    known[column] = None
                elif ids is not None:
                    ids.add(entity)
        return cls({family: {c: _sorted(ids) for c, ids in known.items()} for family, known in found.items()})

    def cells(self, family: str, column: str, ids: Ids) -> NDArray[np.intp] | slice | None:
        """Which of some entities are wanted of a column; None if none are."""
        known = self.columns.get(family)
        if known is None or column not in known:
            return None
        wanted = known[column]
        if wanted is None:
            return slice(None) if len(ids) else None
        cells = np.flatnonzero(np.isin(ids, wanted))
        return cells if len(cells) else None


def _sorted(ids: set[int] | None) -> Ids | None:
    return None if ids is None else np.array(sorted(ids), np.int64)


def shipments(changes: Sequence[Change], desks: Sequence[Desk], wants: Mapping[str, Wants]) -> dict[str, list[Any]]:
    """What a module has proposed, and what it has written at once, for each process that wants any of it."""
    frozen: list[Frozen] = []
    for change in changes:
        frozen += change.writes() if isinstance(change, Draft) else [change]
    at_once = [values for desk in desks for values in _at_once(desk)]
    if not (frozen or at_once):
        return {}
    ready = {name: [*_proposed(frozen, wanted), *_written(at_once, wanted)] for name, wanted in wants.items()}
    return {name: shipment for name, shipment in ready.items() if shipment}


def _proposed(changes: Iterable[Frozen], wants: Wants) -> Iterator[list[Any]]:
    """Proposals, values of one step and the same entities together."""
    group: list[tuple[Write, NDArray[np.intp] | slice]] = []
    for change in changes:
        if isinstance(change, Write):
            cells = wants.cells(change.family, change.column, change.ids)
            if cells is None:
                continue
            if group and not _go_together(group[-1], (change, cells)):
                yield _packed(group)
                group = []
            group.append((change, cells))
            continue
        if group:
            yield _packed(group)
            group = []
        yield _structural(change)
    if group:
        yield _packed(group)


def _go_together(
    one: tuple[Write, NDArray[np.intp] | slice], other: tuple[Write, NDArray[np.intp] | slice]
) -> bool:  # fmt: skip
    (first, cells), (second, others) = one, other
    if (first.family, first.due) != (second.family, second.due):
        return False
    if isinstance(cells, slice) or isinstance(others, slice):
        return isinstance(cells, slice) and isinstance(others, slice) and np.array_equal(first.ids, second.ids)
    return np.array_equal(first.ids[cells], second.ids[others])


def _packed(group: list[tuple[Write, NDArray[np.intp] | slice]]) -> list[Any]:
    """Values of several columns of the same entities: names, ids, and all values one behind the other."""
    first, cells = group[0]
    parts = [part for write, own in group for part in _bytes(write.values[own], write.nulls, own)]
    return ["write", first.family, first.due, [write.column for write, _ in group], first.ids[cells], _joined(parts)]


def _bytes(values: NDArray[Any], nulls: NDArray[np.bool_] | None, cells: Any) -> Iterator[bytes]:
    yield values.tobytes()
    if nulls is not None:
        yield nulls[cells].tobytes()


def _joined(parts: Iterable[bytes]) -> Bytes:
    return np.frombuffer(b"".join(parts), np.uint8)


def _structural(change: Addition | Removal | Handover) -> list[Any]:
    if isinstance(change, Addition):
        return ["add", change.family, change.due, change.owner, _joined([change.rows.tobytes()])]
    if isinstance(change, Removal):
        return ["remove", change.family, change.due, change.ids]
    word = "claim" if change.is_claim else "give back"
    return [word, change.family, change.due, list(change.columns), change.ids]


def _at_once(desk: Desk) -> Iterator[tuple[FamilyType, str, Ids, NDArray[Any], NDArray[np.bool_] | None]]:
    """Of each immediate column of a writer the entities that it owns, with what is in force for them."""
    storage, names = desk.storage, desk.names
    if not any(desk.is_immediate):
        return
    held = desk.holding
    if held.version != storage.version:
        held = storage.ownership.holding(desk.path, names, storage.held_ids, storage.version)
    rows = np.arange(storage.count)[held.rows]
    for index, name in enumerate(names):
        if desk.is_immediate[index]:
            picks = held.picks(index)
            own = rows if picks is None else rows[picks]
            nulls = storage.arrays[mask_of(name)][own] if storage.type.columns[name].nullable else None
            yield storage.type, name, storage.ids[own], storage.arrays[name][own], nulls


def _written(
    at_once: Iterable[tuple[FamilyType, str, Ids, NDArray[Any], NDArray[np.bool_] | None]], wants: Wants
) -> Iterator[list[Any]]:
    """What was written at once, the columns of the same entities together."""
    waiting: list[tuple[FamilyType, str, Ids, list[bytes]]] = []
    for family, name, ids, values, nulls in at_once:
        cells = wants.cells(family.name, name, ids)
        if cells is None:
            continue
        own = ids[cells]
        if waiting and not (waiting[-1][0] is family and np.array_equal(waiting[-1][2], own)):
            yield _together(waiting)
            waiting = []
        waiting.append((family, name, own, [*_bytes(values[cells], nulls, cells)]))
    if waiting:
        yield _together(waiting)


def _together(waiting: list[tuple[FamilyType, str, Ids, list[bytes]]]) -> list[Any]:
    family, _, ids, _ = waiting[0]
    parts = (part for *_, own in waiting for part in own)
    return ["now", family.name, [name for _, name, _, _ in waiting], ids, _joined(parts)]


def landed(path: str, shipment: Any, storages: Mapping[str, Storage]) -> list[Frozen]:
    """The proposals of a shipment; what was written at once is in force by then. Raises `ParcelError` if it is none."""
    changes: list[Frozen] = []
    try:
        for word, family, *rest in shipment:
            storage = storages[family]
            if word == "now":
                _bring_into_force(path, storage, *rest)
            else:
                changes += _read(word, path, storage.type, *rest)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ParcelError(
            f"what module '{path}' wrote elsewhere cannot be read: {type(error).__name__}: {error}"
        ) from None
    return changes


def _read(word: str, path: str, family: FamilyType, due: int, *rest: Any) -> Iterator[Frozen]:
    match word:
        case "write":
            columns, ids, content = rest
            for name, values, nulls in _unpacked(family, columns, len(ids), content):
                yield Write(path, family.name, name, due, ids, values, nulls)
        case "add":
            owner, content = rest
            rows = np.frombuffer(bytearray(content.tobytes()), list(family.fields().items()))
            yield Addition(path, family.name, due, rows, owner)
        case "remove":
            yield Removal(path, family.name, due, *rest)
        case "claim" | "give back":
            columns, ids = rest
            yield Handover(path, family.name, due, tuple(columns), ids, is_claim=word == "claim")
        case _:
            raise ValueError(f"'{word}' is no change")


def _unpacked(
    family: FamilyType, columns: Sequence[str], count: int, content: Bytes
) -> Iterator[tuple[str, NDArray[Any], NDArray[np.bool_] | None]]:
    """The columns that lie one behind the other."""
    whole, start = content.tobytes(), 0
    for name in columns:
        column = family.columns[name]
        values = np.frombuffer(whole, column.dtype, count, start)
        start += values.nbytes
        nulls = None
        if column.nullable:
            nulls = np.frombuffer(whole, np.bool_, count, start)
            start += count
        yield name, values, nulls
    if start != len(whole):
        raise ValueError(f"{len(whole)} bytes for {start} bytes of {', '.join(columns)}")


def _bring_into_force(path: str, storage: Storage, columns: Sequence[str], ids: Ids, content: Bytes) -> None:
    """Put down values of immediate columns, but for entities that are gone or have another owner by now."""
    rows, found = storage.find(ids)
    for name, values, nulls in _unpacked(storage.type, columns, len(ids), content):
        keep = found & storage.ownership.allows(path, name, ids)
        storage.arrays[name][rows[keep]] = values[keep]
        if nulls is not None:
            storage.arrays[mask_of(name)][rows[keep]] = nulls[keep]
