"""The state of a world between two dates, as a value; and as plain arrays and values for a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from seahaven.errors import SnapshotError
from seahaven.world.docket import Addition, Frozen, Handover, Removal
from seahaven.world.draft import Write
from seahaven.world.family import Cells, Records

__all__ = ["Transfer", "WorldState", "decode", "encode", "records"]


@dataclass(frozen=True, slots=True, order=True)
class Transfer:
    """Entities whose columns are to belong to the module at path `to` from the next date on."""

    to: str
    family: str
    columns: tuple[str, ...]
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WorldState:
    """Everything that running on depends on: tables, what waits to come into force, names, owners and ids."""

    now: int
    tables: dict[str, Cells]
    waiting: tuple[Frozen, ...]
    transfers: tuple[Transfer, ...]
    names: dict[str, int]
    subjects: tuple[int, ...]
    owners: dict[str, dict[str, Any]]
    blocks: list[tuple[str, int]]


def encode(state: WorldState) -> dict[str, Any]:
    """A state as dicts and lists of plain values, with NumPy arrays as leaves; no objects."""
    return {
        "now": state.now,
        "tables": state.tables,
        "waiting": [_encode_change(change) for change in state.waiting],
        "transfers": [[t.to, t.family, list(t.columns), list(t.ids)] for t in state.transfers],
        "names": state.names,
        "subjects": list(state.subjects),
        "owners": state.owners,
        "blocks": [list(block) for block in state.blocks],
    }


def decode(encoded: dict[str, Any]) -> WorldState:
    """Back from `encode`."""
    try:
        return WorldState(
            now=int(encoded["now"]),
            tables={name: dict(cells) for name, cells in encoded["tables"].items()},
            waiting=tuple(_decode_change(change) for change in encoded["waiting"]),
            transfers=tuple(Transfer(to, f, tuple(cols), tuple(ids)) for to, f, cols, ids in encoded["transfers"]),
            names=dict(encoded["names"]),
            subjects=tuple(encoded["subjects"]),
            owners=dict(encoded["owners"]),
            blocks=[(path, int(used)) for path, used in encoded["blocks"]],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise SnapshotError(f"this is not the state of a world: {type(error).__name__}: {error}") from None


def _encode_change(change: Frozen) -> dict[str, Any]:
    plain: dict[str, Any] = {"path": change.path, "family": change.family, "due": change.due}
    if isinstance(change, Addition):
        cells = {name: np.ascontiguousarray(change.rows[name]) for name in change.rows.dtype.names or ()}
        return {**plain, "change": "add", "cells": cells, "owner": change.owner}
    if isinstance(change, Removal):
        return {**plain, "change": "remove", "ids": change.ids}
    if isinstance(change, Handover):
        word = "claim" if change.is_claim else "give back"
        return {**plain, "change": word, "columns": list(change.columns), "ids": change.ids}
    write = {"column": change.column, "ids": change.ids, "values": change.values}
    return {**plain, "change": "write", **write, **({} if change.nulls is None else {"nulls": change.nulls})}


def _decode_change(encoded: dict[str, Any]) -> Frozen:
    plain = {"path": encoded["path"], "family": encoded["family"], "due": int(encoded["due"])}
    match encoded["change"]:
        case "add":
            return Addition(**plain, rows=records(encoded["cells"]), owner=encoded["owner"])
        case "remove":
            return Removal(**plain, ids=np.asarray(encoded["ids"]))
        case "claim" | "give back" as word:
            ids = np.asarray(encoded["ids"])
            return Handover(**plain, columns=tuple(encoded["columns"]), ids=ids, is_claim=word == "claim")
        case "write":
            arrays = {"ids": encoded["ids"], "values": encoded["values"], "nulls": encoded.get("nulls")}
            return Write(**plain, column=encoded["column"], **arrays)
        case other:
            raise ValueError(f"'{other}' is no change")


def records(cells: Cells) -> Records:
    """Arrays of equal length as whole rows."""
    rows = np.zeros(len(cells["ids"]), [(name, array.dtype) for name, array in cells.items()])
    for name, array in cells.items():
        rows[name] = array
    return rows
