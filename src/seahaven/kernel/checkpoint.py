"""A snapshot in a file: one `.npz` of arrays with a JSON text beside them; reading it runs no code."""

from __future__ import annotations

import json
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from seahaven.errors import SnapshotError
from seahaven.kernel.change import Connect, Disconnect, Link, Set
from seahaven.kernel.codec import decode, encode, kinds_in
from seahaven.kernel.controller import Controller
from seahaven.kernel.port import Event
from seahaven.kernel.snapshot import ModuleState, Snapshot, restore, take_snapshot
from seahaven.kernel.wiring import Connection

__all__ = ["load_checkpoint", "save_checkpoint"]

_FORMAT = 1
_OWN_KINDS = (Connect, Disconnect, Set, Link, Connection, Event, ModuleState)


def save_checkpoint(controller: Controller, path: Path | str) -> None:
    """Write the state of a run to a file, from which the same study can go on elsewhere."""
    snapshot = take_snapshot(controller)
    arrays: list[np.ndarray] = []
    body = {
        "format": _FORMAT,
        "now": snapshot.now,
        "seed": snapshot.seed,
        "modules": {p: _module_text(controller, p, s, arrays) for p, s in snapshot.modules.items()},
        "connections": [asdict(c) for c in snapshot.connections],
        "counts": snapshot.counts,
        "requests": encode(snapshot.requests, arrays),
        "store": encode(controller.store.encode(snapshot.store), arrays) if controller.store else None,
    }
    named = {f"a{i}": array for i, array in enumerate(arrays)}
    text = np.frombuffer(json.dumps(body).encode(), dtype=np.uint8)
    try:
        with Path(path).open("wb") as file:
            np.savez(file, allow_pickle=False, text=text, **named)
    except OSError as error:
        raise SnapshotError(f"cannot write the checkpoint {path}: {error.strerror}") from error


def load_checkpoint(controller: Controller, path: Path | str) -> None:
    """Bring a freshly made run of the same study to the state in a file."""
    body, arrays = _read(Path(path))
    kinds = _kinds(controller)
    modules = {p: _module_state(controller, p, text, arrays, kinds) for p, text in body["modules"].items()}
    store = controller.store.decode(decode(body["store"], arrays, kinds)) if controller.store else None
    snapshot = Snapshot(
        body["now"],
        body["seed"],
        modules,
        tuple(Connection(**c) for c in body["connections"]),
        body["counts"],
        decode(body["requests"], arrays, kinds),
        store,
    )
    if snapshot.seed != controller.seed:
        raise SnapshotError(f"{path} was saved under seed {snapshot.seed}, this run has {controller.seed}")
    restore(controller, snapshot)


def _read(path: Path) -> tuple[Any, list[np.ndarray]]:
    try:
        with np.load(path, allow_pickle=False) as file:
            body = json.loads(file["text"].tobytes())
            arrays = [file[f"a{i}"] for i in range(len(file.files) - 1)]
    except FileNotFoundError:
        raise SnapshotError(f"there is no checkpoint {path}") from None
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise SnapshotError(f"{path} is not a checkpoint, or is damaged: {error}") from error
    if body["format"] != _FORMAT:
        raise SnapshotError(f"{path} has checkpoint format {body['format']}; this version reads {_FORMAT}")
    return body, arrays


def _module_text(controller: Controller, path: str, state: ModuleState, arrays: list[np.ndarray]) -> Any:
    """A module's state, without parameters that still are what the study gave (they may be any object)."""
    given = controller.activations[path].module.given
    changed = {n: v for n, v in state.fields.items() if n not in given or given[n] is not v}
    try:
        return {
            "kind": state.kind,
            "index": state.index,
            "fields": encode(changed, arrays),
            "signals": encode(state.signals, arrays),
            "inbox": encode(state.inbox, arrays),
        }
    except SnapshotError as error:
        raise SnapshotError(f"module '{path}': {error}") from None


def _module_state(
    controller: Controller, path: str, text: Any, arrays: list[np.ndarray], kinds: dict[str, type]
) -> ModuleState:
    fields, signals, inbox = (decode(text[key], arrays, kinds) for key in ("fields", "signals", "inbox"))
    activation = controller.activations.get(path)
    given = activation.module.given if activation else {}
    known = activation.module.fields if activation else {}
    unchanged = {n: v for n, v in given.items() if n not in fields and known[n].role.name == "PARAM"}
    return ModuleState(text["kind"], text["index"], {**unchanged, **fields}, signals, inbox)


def _kinds(controller: Controller) -> dict[str, type]:
    """What may be made from the file: our own records and whatever the modules' ports declare."""
    found: dict[str, type] = {}
    for kind in _OWN_KINDS:
        kinds_in(kind, found)
    for activation in controller.activations.values():
        for field in activation.module.fields.values():
            kinds_in(field.type, found)
    return found
