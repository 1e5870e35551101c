"""What leads up to a run: some of its parts begin earlier, and the whole takes over the state that they come to.

    before = prelude(controller, ["traffic"], start=-300 * SECOND, store=world)
    before.run(until=0)
    begin_after(controller, before)

Dates before 0 are counted like all others, k/r with a negative k, so that a part goes on with its next date as if
it had always been part of the whole. Links between the prelude's parts and others are made at the beginning of the
run; what the parts told the others before that is not heard.
"""

from __future__ import annotations

from collections.abc import Collection

from seahaven.errors import SnapshotError, WiringError, nearest
from seahaven.kernel.controller import Controller
from seahaven.kernel.dates import in_seconds
from seahaven.kernel.snapshot import clone, link_of, load_module, take_snapshot
from seahaven.kernel.store import Store

__all__ = ["begin_after", "prelude"]


def prelude(controller: Controller, parts: Collection[str], *, start: int, store: Store | None = None) -> Controller:
    """A run of some modules at the top of a tree that has not begun, with a store of its own, from a date on."""
    if controller.is_started:
        raise WiringError("the run has begun; a prelude comes before that")
    children = [child.name for child in controller.root.children]
    for name in parts:
        if name not in children:
            raise WiringError(f"there is no module '{name}' at the top of the tree{nearest(name, children)}")
    root = clone(controller.root, keep=frozenset(parts))
    known = {module.path for module in root.walk()}
    for connection in controller.tree.wiring:
        if all(address.rpartition(".")[0] in known for address in (connection.source, connection.target)):
            root.links.append(link_of(connection))
    return Controller(root, seed=controller.seed, store=store, start=start)


def begin_after(controller: Controller, before: Controller) -> None:
    """Begin a run where its prelude has come to: the prelude's modules go on, all others begin now.

    Whatever the prelude's store holds has to be in the store of the run by then.
    """
    if before.now != controller.now:
        raise SnapshotError(
            f"the prelude has come to {in_seconds(before.now)} s, and the run begins at {in_seconds(controller.now)} s"
            "; let the prelude run up to there"
        )
    if controller.is_started:
        raise SnapshotError("the run has begun already; begin it after its prelude")
    snapshot = take_snapshot(before)
    known = controller.tree.activations
    going_on = [path for path in snapshot.modules if path]
    for path in going_on:
        load_module(known[path], snapshot.modules[path])
    controller.tree.requests[:] = snapshot.requests
    controller.start(going_on=going_on)
