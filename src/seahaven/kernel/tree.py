"""Who runs, who feeds whom, and how both are changed while they run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from seahaven.errors import SeahavenError, WiringError, nearest
from seahaven.kernel.activation import Activation
from seahaven.kernel.change import Change, Connect, Disconnect
from seahaven.kernel.exchange import Exchange
from seahaven.kernel.module import Module
from seahaven.kernel.port import Role
from seahaven.kernel.schedule import Schedule
from seahaven.kernel.split import Split
from seahaven.kernel.store import Store
from seahaven.kernel.stretch import Stretches
from seahaven.kernel.wiring import Wiring, run_order

__all__ = ["RunningTree"]


class RunningTree:
    """A tree of modules brought to life: an activation for each, their links, and the dates at which they are due.

    `free` are the modules without a rate, `edges` those that only look. A change that proves impossible leaves
    everything as it was.
    """

    def __init__(self, root: Module, seed: int, store: Store | None, split: Split | None, start: int = 0) -> None:
        self.root = root
        self.seed = seed
        self.store = store
        self.activations: dict[str, Activation] = {}
        self.wiring = Wiring(self.activations)
        self.schedule = Schedule()
        self.stretches = Stretches(self.schedule, store) if store and not split else None
        self.requests: list[tuple[str, Change]] = []
        self.free: list[Activation] = []
        self.edges: list[Activation] = []
        self.wired_for: object = None
        """The blank state whose connections it has, as long as nothing is rewired."""
        self._split = split
        self.exchange = Exchange(split, self.activations, store) if split else None
        for module in root.walk():
            self._activate(module)
        for link in root.all_links():
            self.wiring.connect(link)
        self.rewire(start)

    def local(self) -> list[Activation]:
        """The modules that run in this process, in the order of their paths."""
        return [self.activations[path] for path in sorted(self.activations) if not self.activations[path].is_mirror]

    def get(self, address: str) -> Any:
        """The value in force of an output, or of a parameter or state."""
        activation, field = self.wiring.end(address)
        for signal in activation.signals:
            if signal.name == field.name:
                return signal.value
        return activation.fields[field.name]

    def change(self, change: Change, now: int) -> None:
        """Make one change from outside."""
        with self._all_or_nothing(now):
            self.make(change)

    def add(self, module: Module, under: str, now: int) -> list[Activation]:
        """Take a module with its parts and links into the tree; gives what has to be begun."""
        parent = self.activations.get(under)
        if parent is None:
            raise WiringError(
                f"there is no module '{under}' to add '{module.name}' to{nearest(under, self.activations)}"
            )
        self._refuse_in_split(f"add '{module.name}'")
        parent.module.add(module)
        with self._all_or_nothing(now, undo=lambda: self._drop(module)):
            added = [self._activate(part) for part in module.walk()]
            for link in self.root.all_links():
                if link.touches(module.path):
                    self.wiring.connect(link)
        return added

    def remove(self, path: str, now: int, end: Callable[[Activation], None]) -> None:
        """Take a module with its parts out of the tree, last first; `end` lets each of them finish."""
        gone = [a for p, a in self.activations.items() if p == path or p.startswith(f"{path}/")]
        if not path or not gone:
            raise WiringError(f"there is no module '{path}' to remove{nearest(path, filter(None, self.activations))}")
        self._refuse_in_split(f"remove '{path}'")
        with self._all_or_nothing(now, undo=lambda: self.activations.update((a.path, a) for a in gone)):
            for activation in gone:
                self.wiring.forget(activation.path)
                del self.activations[activation.path]
        for activation in reversed(gone):
            end(activation)
        self._drop(gone[0].module)
        self.rewire(now)

    def _drop(self, module: Module) -> None:
        """Forget a module and its parts, wherever they are known."""
        for part in module.walk():
            self.activations.pop(part.path, None)
            if self.store:
                self.store.release(part.path)
        self.root.unlink(module.path)
        module.leave()

    @contextmanager
    def _all_or_nothing(self, now: int, undo: Callable[[], None] = lambda: None) -> Iterator[None]:
        """Rewire after a change; one that proves impossible leaves the run as it was."""
        before = self.wiring.saved()
        try:
            yield
            self.rewire(now)
        except SeahavenError:
            undo()
            self.wiring.load(before)
            self.rewire(now)
            raise

    def rewire(self, now: int) -> None:
        """Work out anew who reads what and who runs when; needed after any change of the tree."""
        self.wired_for = None
        self.wiring.apply()
        local = self.local()
        before = [(c.source.rpartition(".")[0], c.target.rpartition(".")[0]) for c in self.wiring if c.immediate]
        if self.store:
            before += self.store.order()
        ranks = run_order(self.activations, before)
        running = [a for a in local if a.module.has_step]
        self.free = [a for a in running if a.module.beat is None]
        self.edges = [a for a in local if a.module.is_edge]
        self.schedule.rebuild(running, ranks, now)
        awaited = {first for first, _ in before}
        for activation in running:
            activation.look_over()
            activation.is_loose = activation.path not in awaited
        if self.stretches:
            self.stretches.forget()
        if self.exchange:
            self.exchange.plan(self.wiring, ranks)

    def make(self, change: Change) -> None:
        """Make a change; whoever does has to rewire afterwards."""
        if isinstance(change, Connect):
            self._refuse_late_crossing(change)
            self.wiring.connect(change.link, replace=change.replace)
        elif isinstance(change, Disconnect):
            self.wiring.disconnect(change.target, change.source)
        else:
            activation, field = self.wiring.end(change.address)
            if field.role is not Role.PARAM:
                raise WiringError(f"{change.address} is the {field}; only control parameters can be set")
            activation.fields[field.name] = activation.module.checked(field, change.value)
            activation.part = None

    def _refuse_in_split(self, wish: str) -> None:
        if self._split and self.root.has_run:
            raise WiringError(
                f"cannot {wish}: a split tree keeps its modules while it runs; change it before the start"
            )

    def refuse_remote(self, change: Change) -> None:
        """Refuse a module's wish that concerns another process, where nobody would hear of it."""
        for address in change.addresses if self._split else ():
            activation, _ = self.wiring.end(address)
            if activation.is_mirror:
                raise WiringError(f"'{activation.path}' runs in another process; send it an event instead")

    def _refuse_late_crossing(self, change: Connect) -> None:
        """A mirror has no history from before it was read, so its late reader would see less than in one process."""
        ends = [self.wiring.end(address)[0] for address in change.addresses] if self._split else []
        if self.root.has_run and len({end.is_mirror for end in ends}) > 1:
            raise WiringError(f"{change.link}: links between processes are made before the start")

    def _activate(self, module: Module) -> Activation:
        path = module.path
        is_mirror = self._split is not None and module.parent is not None and not self._split.runs(path)
        activation = Activation(module, self.seed, self.requests, is_mirror=is_mirror)
        self.activations[path] = activation
        for name, port in module.ports.items():
            if self.store is None:
                raise WiringError(f"module '{path}' uses the store by its port '{name}', but the run has no store")
            module.__dict__[name] = bound = self.store.bind(path, port)
            activation.bound.append(bound)
        return activation
