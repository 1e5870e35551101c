"""A snapshot in a file: one `.npz` of arrays with a JSON text beside them; reading it runs no code."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from seahaven.disk import replacing
from seahaven.errors import SnapshotError
from seahaven.kernel.archive import DamagedArchive, read_archive, write_archive
from seahaven.kernel.change import Connect, Disconnect, Link, Set
from seahaven.kernel.codec import decode, encode, kinds_in
from seahaven.kernel.controller import Controller
from seahaven.kernel.port import Event, Role
from seahaven.kernel.snapshot import ModuleState, Snapshot, restore, take_snapshot
from seahaven.kernel.wiring import Connection

__all__ = ["CheckpointHeader", "load_checkpoint", "read_checkpoint", "save_checkpoint"]

_FORMAT = 2
_HEAD = {"now": int, "seed": int, "notes": dict, "modules": dict, "connections": list, "counts": dict}
_MISFITS = (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError)
"""What comes of a state that fits in its outline but not inside."""
_ANEW = "; play from the beginning"
_OWN_KINDS = (Connect, Disconnect, Set, Link, Connection, Event, ModuleState)
_PLAIN = (bool, int, float, str, type(None))
_NOTHING = object()


@dataclass(frozen=True, slots=True)
class CheckpointHeader:
    """What a checkpoint says about itself: the date (ns) and seed, and what its maker noted."""

    now: int
    seed: int
    notes: dict[str, Any]


def save_checkpoint(controller: Controller, path: Path | str, *, notes: Mapping[str, Any] | None = None) -> None:
    """Write the state of a run to a file, from which the same study can go on elsewhere.

    `notes` are plain values that tell what it was made from, for `read_checkpoint`. The file is on the disk whole, or
    is as it was before.
    """
    snapshot = take_snapshot(controller)
    arrays: list[np.ndarray] = []
    kinds = _kinds(controller)
    body = {
        "format": _FORMAT,
        "now": snapshot.now,
        "seed": snapshot.seed,
        "notes": dict(notes or {}),
        "modules": {p: _module_text(controller, p, s, arrays, kinds) for p, s in snapshot.modules.items()},
        "connections": [asdict(c) for c in snapshot.connections],
        "counts": snapshot.counts,
        "requests": encode(snapshot.requests, arrays, kinds),
        "store": encode(controller.store.encode(snapshot.store), arrays, kinds) if controller.store else None,
    }
    try:
        with replacing(Path(path)) as file:
            write_archive(file, json.dumps(body).encode(), arrays)
    except OSError as error:
        raise SnapshotError(f"cannot write the checkpoint {path}: {error.strerror}") from None


def read_checkpoint(path: Path | str) -> CheckpointHeader:
    """What a checkpoint was made from, and when; reads the file, changes nothing."""
    body, _ = _read(Path(path))
    return CheckpointHeader(body["now"], body["seed"], body["notes"])


def load_checkpoint(controller: Controller, path: Path | str) -> None:
    """Bring a freshly made run of the same study to the state in a file.

    If that fails, the run is good for nothing more; make it anew.
    """
    body, arrays = _read(Path(path))
    try:
        restore(controller, _snapshot(controller, body, arrays))
    except SnapshotError as error:
        raise SnapshotError(f"{path}: {error}") from None
    except _MISFITS as error:
        raise SnapshotError(f"{path} holds no state of such a run ({type(error).__name__}: {error}){_ANEW}") from None


def _snapshot(controller: Controller, body: Any, arrays: list[np.ndarray]) -> Snapshot:
    kinds = _kinds(controller)
    return Snapshot(
        body["now"],
        body["seed"],
        {p: _module_state(controller, p, text, arrays, kinds) for p, text in body["modules"].items()},
        tuple(Connection(**c) for c in body["connections"]),
        body["counts"],
        decode(body["requests"], arrays, kinds),
        controller.store.decode(decode(body["store"], arrays, kinds)) if controller.store else None,
    )


def _read(path: Path) -> tuple[dict[str, Any], list[np.ndarray]]:
    """The content of a checkpoint, with what every one has in the types that it has to have."""
    try:
        text, arrays = read_archive(path)
        body = json.loads(text)
    except FileNotFoundError:
        raise SnapshotError(f"there is no checkpoint {path}, nor a folder of that name") from None
    except (DamagedArchive, RecursionError, ValueError) as error:
        raise SnapshotError(f"{path} is not a checkpoint, or is damaged: {error or 'nested too deep'}{_ANEW}") from None
    found = body.get("format") if isinstance(body, dict) else None
    if found != _FORMAT:
        raise SnapshotError(f"{path} has checkpoint format {found!s:.20}; this version reads {_FORMAT}{_ANEW}")
    for name, kind in _HEAD.items():
        if type(body.get(name)) is not kind:
            raise SnapshotError(f"{path} is damaged: its '{name}' is {body.get(name)!r:.40}{_ANEW}")
    return body, arrays


def _module_text(
    controller: Controller, path: str, state: ModuleState, arrays: list[np.ndarray], kinds: dict[str, type]
) -> Any:
    """A module's state. Parameters that are as the study gave them may be any object, and only plain ones are kept."""
    given = controller.tree.activations[path].module.given
    kept = {n: v for n, v in state.fields.items() if given.get(n, _NOTHING) is not v or isinstance(v, _PLAIN)}
    try:
        return {
            "kind": state.kind,
            "rate": state.rate,
            "index": state.index,
            "fields": encode(kept, arrays, kinds),
            "signals": encode(state.signals, arrays, kinds),
            "inbox": encode(state.inbox, arrays, kinds),
        }
    except SnapshotError as error:
        raise SnapshotError(f"module '{path}': {error}") from None


def _module_state(
    controller: Controller, path: str, text: Any, arrays: list[np.ndarray], kinds: dict[str, type]
) -> ModuleState:
    fields, signals, inbox = (decode(text[key], arrays, kinds) for key in ("fields", "signals", "inbox"))
    if type(text["index"]) is not int or not all(isinstance(part, dict) for part in (fields, signals, inbox)):
        raise SnapshotError(f"the state of module '{path}' is damaged")
    activation = controller.tree.activations.get(path)
    given = activation.module.given if activation else {}
    known = activation.module.fields if activation else {}
    unchanged = {n: v for n, v in given.items() if n not in fields and known[n].role is Role.PARAM}
    return ModuleState(text["kind"], text["rate"], text["index"], {**unchanged, **fields}, signals, inbox)


def _kinds(controller: Controller) -> dict[str, type]:
    """What may be made from the file: our own records and whatever the modules' ports declare."""
    found: dict[str, type] = {}
    for kind in _OWN_KINDS:
        kinds_in(kind, found)
    for activation in controller.tree.activations.values():
        for field in activation.module.fields.values():
            kinds_in(field.type, found)
    return found
