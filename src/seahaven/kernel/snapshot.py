"""The whole state of a run at one moment: to go back to, to run on from twice, to keep in a file.

Edge modules (recorders, displays) are left out: they only look. Restoring and running on gives the same bytes as never
having stopped.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from seahaven.errors import SnapshotError, nearest
from seahaven.kernel.activation import Activation
from seahaven.kernel.change import Change, Link
from seahaven.kernel.controller import Controller
from seahaven.kernel.dates import in_seconds
from seahaven.kernel.module import Module
from seahaven.kernel.port import Event, Field, Role
from seahaven.kernel.values import copied
from seahaven.kernel.wiring import Connection

__all__ = [
    "ModuleState", "Snapshot", "clone", "fork", "link_of", "load_module", "restart", "restore",
    "take_blank", "take_snapshot",
]  # fmt: skip

_CARRIED = (Role.OUT, Role.PARAM, Role.STATE)
_PLAIN = frozenset((bool, int, float, str, type(None)))
"""Types of values that need no copy."""


@dataclass(frozen=True, slots=True)
class ModuleState:
    """One module's share of a snapshot."""

    kind: str
    rate: str
    index: int
    fields: dict[str, Any]
    signals: dict[str, dict[str, Any]]
    inbox: dict[str, list[Event[Any]]]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that running on depends on, shared with nobody."""

    now: int
    seed: int
    modules: dict[str, ModuleState]
    connections: tuple[Connection, ...]
    counts: dict[str, int]
    requests: tuple[tuple[str, Change], ...]
    store: Any


def take_snapshot(controller: Controller) -> Snapshot:
    """Copy the state of a run between two dates."""
    controller.start()
    return _taken(controller, controller.store.save() if controller.store else None)


def take_blank(controller: Controller) -> Snapshot:
    """Copy the state of a run that has not begun, to begin it anew from with any seed."""
    if controller.is_started:
        raise SnapshotError(f"the run has begun; its blank state was there before {in_seconds(controller.now)} s")
    return _taken(controller, controller.store.save() if controller.store else None)


def restart(controller: Controller, blank: Snapshot, *, seed: int) -> None:
    """Go back to before a run began, under another seed; it begins anew with `start` or its first advance."""
    if controller.is_ended:
        raise SnapshotError("the run has ended and cannot begin anew; make another one")
    inner = _inner(controller)
    if controller.tree.wired_for is not blank:
        _refuse_other_tree(inner, blank)
    if controller.store:
        controller.store.load(blank.store)
    controller.reseed(seed)
    for module in controller:
        module.forget_inputs()
    _load(controller, blank, inner)
    controller.is_started = controller.root.has_run = False


def restore(controller: Controller, snapshot: Snapshot) -> None:
    """Go back to a snapshot of the same tree."""
    _refuse_other_run(controller, snapshot)
    inner = _inner(controller)
    if controller.tree.wired_for is not snapshot:
        _refuse_other_tree(inner, snapshot)
    if controller.store:
        controller.store.load(snapshot.store)
    _load(controller, snapshot, inner)


def fork(controller: Controller) -> Controller:
    """A run of its own that goes on from here, also from a run that has ended; edge modules stay behind."""
    if controller.is_part:
        raise SnapshotError("a part of a split tree cannot be forked: what the other processes hold would be missing")
    controller.start()
    snapshot = _taken(controller, None)
    store = controller.store.fork() if controller.store else None
    root = clone(controller.root)
    root.links = [link_of(connection) for connection in snapshot.connections]
    twin = Controller(root, seed=controller.seed, store=store)
    _load(twin, snapshot, _inner(twin))
    return twin


def _taken(controller: Controller, store: Any) -> Snapshot:
    inner = _inner(controller)
    return Snapshot(
        controller.now,
        controller.seed,
        {path: _module_state(activation) for path, activation in inner.items()},
        _connections(controller, inner),
        controller.tree.schedule.saved(),
        tuple(controller.tree.requests),
        store,
    )


def _load(controller: Controller, snapshot: Snapshot, inner: dict[str, Activation]) -> None:
    """Bring everything but the store to a snapshot's state."""
    for activation in controller.tree.activations.values():
        if activation.is_mirror:
            continue
        if activation.module.is_edge and controller.is_started:
            activation.module.rewind(snapshot.now)
        elif activation.module.is_edge:
            activation.init(snapshot.now)
    controller.is_started = controller.root.has_run = True
    controller.now = snapshot.now
    controller.tree.requests[:] = snapshot.requests
    is_wired = controller.tree.wired_for is snapshot
    if not is_wired:
        _load_connections(controller, inner, snapshot)
    for path, state in snapshot.modules.items():
        load_module(inner[path], state)
    if not is_wired:
        controller.tree.rewire(controller.now)
    controller.tree.wired_for = snapshot
    controller.tree.schedule.load(snapshot.counts, snapshot.now)
    if controller.tree.exchange:
        controller.tree.exchange.go_on(snapshot.now)


def _inner(controller: Controller) -> dict[str, Activation]:
    inner = {path: a for path, a in sorted(controller.tree.activations.items()) if not a.module.is_edge}
    for activation in inner.values():
        activation.refuse_undeclared()
    return inner


def _module_state(activation: Activation) -> ModuleState:
    module = activation.module
    if not activation.is_mirror:
        module.freeze()
    fields = {f.name: _own(module, f, activation.fields[f.name]) for f in module.fields.values() if f.role in _CARRIED}
    signals = {signal.name: signal.saved() for signal in activation.signals}
    inbox = {name: list(events) for name, events in activation.inbox.items()}
    return ModuleState(_kind(module), _rate(module), activation.tick.index, fields, signals, inbox)


def load_module(activation: Activation, state: ModuleState) -> None:
    """Bring one module to a snapshot's state."""
    module = activation.module
    activation.tick.resume(state.index)
    if module.keeps_spare and module.live is not None:
        module.spare = module.live
    module.live = activation.part = None
    for name, value in state.fields.items():
        activation.fields[name] = _own(module, module.fields[name], value)
    for signal in activation.signals:
        signal.load(state.signals[signal.name])
    activation.inbox = {name: list(events) for name, events in state.inbox.items()}


def _connections(controller: Controller, inner: dict[str, Activation]) -> tuple[Connection, ...]:
    """The connections that feed modules other than edges."""
    return tuple(c for c in controller.tree.wiring if c.target.rpartition(".")[0] in inner)


def _load_connections(controller: Controller, inner: dict[str, Activation], snapshot: Snapshot) -> None:
    present = _connections(controller, inner)
    if present == snapshot.connections:
        return
    for connection in present:
        controller.tree.wiring.disconnect(connection.target, connection.source)
    for c in snapshot.connections:
        controller.tree.wiring.connect(link_of(c))


def link_of(made: Connection) -> Link:
    """The link by which a connection was made."""
    return Link(made.source, made.target, made.interpolate, made.lag, made.immediate)


def _refuse_other_run(controller: Controller, snapshot: Snapshot) -> None:
    if controller.is_ended:
        raise SnapshotError("the run has ended and cannot go back; restore into a new one, or fork it")
    if controller.seed != snapshot.seed:
        raise SnapshotError(f"the snapshot was taken under seed {snapshot.seed}, this run has {controller.seed}")


def _refuse_other_tree(inner: dict[str, Activation], snapshot: Snapshot) -> None:
    for path in sorted(snapshot.modules.keys() ^ inner.keys()):
        where = "the snapshot" if path in snapshot.modules else "this run"
        raise SnapshotError(
            f"module '{path}' is only in {where}{nearest(path, snapshot.modules.keys() & inner.keys())}"
        )
    for path, state in snapshot.modules.items():
        _refuse_other_module(inner[path], state)


def _refuse_other_module(activation: Activation, state: ModuleState) -> None:
    module, path = activation.module, activation.path
    if _kind(module) != state.kind:
        raise SnapshotError(f"module '{path}' is a {_kind(module)}, but was a {state.kind} when saved")
    if _rate(module) != state.rate:
        raise SnapshotError(f"module '{path}' has the rate {_rate(module)}, but had {state.rate} when saved")
    kept = {f.name for f in module.fields.values() if f.role in _CARRIED} | activation.inbox.keys()
    for name in sorted(kept ^ (state.fields.keys() | state.inbox.keys())):
        when = "was not there" if name in kept else "was there"
        raise SnapshotError(f"module '{path}' has changed since the snapshot: its field '{name}' {when} when saved")


def clone(module: Module, *, keep: Collection[str] | None = None) -> Module:
    """A copy of a tree without its edge modules and links (the snapshot brings the connections).

    Of the modules right below, only those of the names in `keep`, if any are named.
    """
    twin = module.__class__.__new__(module.__class__)
    twin.name, twin._parent, twin.children, twin.links, twin.has_run = module.name, None, [], [], False
    twin.live = twin.spare = None
    twin.ports = dict(module.ports)
    twin.beat, twin.given = module.beat, dict(module.given)
    for f in module.fields.values():
        value = module.__dict__[f.name]
        twin.__dict__[f.name] = _own(module, f, value) if f.role in _CARRIED else value
    twin.__dict__.update({f.name: [] for f in module.fields.values() if f.role is Role.EMITS})
    wanted = (child for child in module.children if keep is None or child.name in keep)
    twin.add(*(clone(child) for child in wanted if not child.is_edge))
    return twin


def _own(module: Module, field: Field, value: Any) -> Any:
    """A copy to keep. A parameter that is still what the study gave may be any object: nobody changes it."""
    if type(value) in _PLAIN:
        return value
    if field.role is Role.PARAM and value is module.given.get(field.name) and not isinstance(value, (list, dict)):
        return value
    return copied(value, f"{module.path}.{field.name}")


def _rate(module: Module) -> str:
    return f"{module.beat.rate} Hz" if module.beat else "none"


def _kind(module: Module) -> str:
    return f"{type(module).__module__}:{type(module).__qualname__}"
