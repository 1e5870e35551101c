"""The local controller: keeps a tree of modules in step, date by date (G6).

A date is one turn of six phases: receive, deliver, compute, commit, emit, send. The rules that say which value is seen
when are numbered in `docs/design.md`, with a test and a line of the toy model for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from operator import index
from types import TracebackType
from typing import Any, Self

from seahaven.errors import InputError, SeahavenError, StepError, WiringError, nearest
from seahaven.kernel.activation import Activation
from seahaven.kernel.change import Change, Connect, Disconnect, Link, Set
from seahaven.kernel.dates import in_seconds
from seahaven.kernel.exchange import Exchange
from seahaven.kernel.interpolation import Order
from seahaven.kernel.module import Module
from seahaven.kernel.pacing import Pacer
from seahaven.kernel.port import Event, Role
from seahaven.kernel.random import Draws, Stream
from seahaven.kernel.schedule import Due, Schedule
from seahaven.kernel.split import Split
from seahaven.kernel.store import Store
from seahaven.kernel.wiring import Wiring, run_order

__all__ = ["Controller"]

OnDate = Callable[[int], None]


class Controller:
    """Runs a tree of modules.

        with Controller(Module("root", car), seed=7) as controller:
            controller.run(until=60 * SECOND)

    `now` is the date reached: everything before it has been computed, and values dated `now` are in force. On leaving
    the `with` block every module's `end` runs, also after an error.
    """

    def __init__(self, root: Module, *, seed: int = 0, store: Store | None = None, split: Split | None = None) -> None:
        if root.has_run:
            raise WiringError(f"the tree '{root.name}' has already run; make it anew, or fork the run that it is in")
        self.root = root
        self.seed = seed
        self.store = store
        self.now = 0
        self.is_started = False
        self.is_ended = False
        self.activations: dict[str, Activation] = {}
        self.wiring = Wiring(self.activations)
        self.schedule = Schedule()
        self.requests: list[tuple[str, Change]] = []
        self._split = split
        self._exchange = Exchange(split, self.activations) if split else None
        self._events: list[Event[Any]] = []
        self._free: list[Activation] = []
        self._edges: list[Activation] = []
        for module in root.walk():
            self._activate(module)
        for link in root.all_links():
            self.wiring.connect(link)
        self.rewire()

    # --- running --------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Run every module's `init`; the first advance does so if nobody did before."""
        if self.is_started:
            return
        self.is_started = self.root.has_run = True
        with _OrderlyEnd(self):
            self._begin(self._local())
            if self._exchange:
                self._exchange.note(self._local())
                self._exchange.send(self.now)

    def advance(self, dt: int, *, pacer: Pacer | None = None, on_date: OnDate | None = None) -> None:
        """Visit every date in [now, now + dt), in order, and arrive at now + dt; dt is any count of nanoseconds >= 0.

        Modules without a rate run once, at the beginning, over the whole dt (C4). `on_date` is called when a date is
        complete; it may look, and leaves changes of the tree to the time between two advances.
        """
        self._refuse_advance(dt)
        self.start()
        with _OrderlyEnd(self):
            end = self.now + index(dt)
            for date, free in self._dates(end):
                if pacer:
                    pacer.wait(date)
                self._visit(date, end, free)
                if on_date:
                    on_date(date)
            if pacer:
                pacer.wait(end)
            self._arrive(end)

    def _refuse_advance(self, dt: int) -> None:
        if not hasattr(dt, "__index__"):
            raise InputError(f"time advances by whole nanoseconds, not by {dt!r}; use nanoseconds({dt!r}) for seconds")
        if dt < 0:
            raise InputError(f"time cannot go back by {in_seconds(-dt)} s; restore a snapshot instead")
        if self.is_ended:
            raise SeahavenError(f"the run has ended at {in_seconds(self.now)} s; fork it to go on from there")
        if dt == 0 and self._exchange and self._free:
            raise SeahavenError(
                f"module '{self._free[0].path}' has no rate and cannot run over 0 s in a split tree: the other "
                "processes have been promised that nothing dated now is still to come"
            )

    def _dates(self, end: int) -> Iterator[tuple[int, list[Activation]]]:
        """The dates to visit before `end`, each with the modules without a rate that run at it."""
        if self._free:
            yield self.now, self._free
        while (date := self.schedule.next) is not None and date < end:
            yield date, []

    def run(self, until: int, *, pacer: Pacer | None = None, on_date: OnDate | None = None) -> None:
        """Advance to the date `until` (ns)."""
        self.advance(until - self.now, pacer=pacer, on_date=on_date)

    def end(self) -> None:
        """Run every module's `end`, in reverse order of paths, edge modules after all others; once."""
        if self.is_ended or not self.is_started:
            return
        self.is_ended = True
        inner = [a for a in self._local() if not a.module.is_edge]
        failures = [failure for a in (*reversed(inner), *reversed(self._edges)) if (failure := self._end_one(a))]
        if failures:
            raise failures[0]

    def _end_one(self, activation: Activation) -> SeahavenError | None:
        """One module that fails to end does not keep the others from ending."""
        try:
            activation.end(self.now)
        except SeahavenError as error:
            return error
        return None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self.end()
        else:
            self.end_after(error)

    def end_after(self, error: BaseException) -> None:
        """Let the others end in order after a failure; what goes wrong then is noted on the first error."""
        if not self.is_started or self.is_ended:
            return
        path = error.path if isinstance(error, StepError) else ""
        fault = Event(self.now, f"{path}.fault", 0, str(error) or type(error).__name__)
        tell: list[Callable[[], None]] = [partial(edge.observe, [fault], self.now) for edge in self._edges]
        for finish in (*tell, self.end):
            try:
                finish()
            except SeahavenError as later:
                error.add_note(f"while ending: {later}")

    # --- one date, phase by phase ---------------------------------------------------------------------------------

    def _visit(self, date: int, end: int, free: list[Activation]) -> None:
        """The table of contents of a simulation step."""
        self.now = date
        due = self._due(end, free)
        self.receive(activation for activation, _ in due)
        if self.requests:
            due = self.deliver(due)
        self.compute(due)
        self.commit()
        if self._events:
            self.emit()
        self.send(end)

    def receive(self, producers: Iterable[Activation]) -> None:
        """Bring into force what is dated now: these modules' outputs, other processes' values, the store's."""
        now = self.now
        for activation in producers:
            activation.turn()
        if self._exchange:
            self._hand_out(self._exchange.receive(now))
        if self.store:
            self.store.turn(now)

    def deliver(self, due: Due) -> Due:
        """Make the changes that modules asked for, in the order of their paths; links may change who runs first."""
        requests = sorted(self.requests, key=lambda request: request[0])
        self.requests.clear()
        for path, change in requests:
            with self._on_behalf_of(path):
                self._refuse_remote(change)
                self._make(change)
        links = [path for path, change in requests if not isinstance(change, Set)]
        if links:
            with self._on_behalf_of("', '".join(dict.fromkeys(links))):
                self.rewire()
        return self.schedule.sort(due)

    @contextmanager
    def _on_behalf_of(self, path: str) -> Iterator[None]:
        try:
            yield
        except SeahavenError as error:
            message = f"module '{path}' asked for a change that cannot be made: {error}"
            raise StepError(message, path=path, now=self.now) from error

    def compute(self, due: Due) -> None:
        """Run the modules that are due, each up to its next date."""
        now = self.now
        for activation, due_date in due:
            told = activation.run(now, due_date)
            if told:
                self._events += told
        if self._exchange:
            self._exchange.note(activation for activation, _ in due)

    def commit(self) -> None:
        """Let the store check and keep what was proposed at this date."""
        if self.store:
            self.store.commit(self.now)

    def emit(self) -> None:
        """Put the events of this date into the inboxes of those who listen."""
        events, self._events = sorted(self._events), []
        self._hand_out(events)
        if self._exchange:
            for event in events:
                self._exchange.post(event)
        for edge in self._edges:
            edge.observe(events, self.now)

    def send(self, end: int) -> None:
        """Tell the other processes what they read of ours, and which date we visit next."""
        if self._exchange:
            following = self.schedule.next
            self._exchange.send(end if following is None else min(following, end))

    def _begin(self, activations: list[Activation]) -> None:
        """Bring modules to life at this date, with their initial values in force."""
        for activation in activations:
            self._events += activation.init(self.now)
        self.commit()
        if self.store:
            self.store.turn(self.now)
        if self._events:
            self.emit()

    def _due(self, end: int, free: list[Activation]) -> Due:
        due = self.schedule.pop(self.now) if self.now < end else []
        if free:
            return self.schedule.sort(due + [(activation, end) for activation in free])
        return due

    def _arrive(self, end: int) -> None:
        """Be at `end` with everything dated so in force, but compute nothing there yet."""
        self.now = end
        self.send(end)
        self.receive([*self.schedule.peek(end), *self._free])

    def _hand_out(self, events: list[Event[Any]]) -> None:
        for event in events:
            for activation, name in self.wiring.listeners(event.sender):
                activation.inbox[name].append(event)

    # --- changing the tree ----------------------------------------------------------------------------------------

    def connect(
        self,
        source: str,
        target: str,
        *,
        interpolate: Order | None = None,
        lag: float | Fraction | None = None,
        immediate: bool | None = None,
        replace: bool = False,
    ) -> None:
        """Join an output to an input, by their addresses; seen from the next date on."""
        with self._all_or_nothing():
            self._make(Connect(Link.of(source, target, interpolate, lag, immediate), replace))

    def disconnect(self, target: str, source: str | None = None) -> None:
        """Part an input from one source, or from all; it falls back to its default."""
        with self._all_or_nothing():
            self._make(Disconnect(target, source))

    def set(self, address: str, value: Any) -> None:
        """Give a control parameter a new value; seen from the next date on."""
        self._make(Set(address, value))

    def get(self, address: str) -> Any:
        """The value in force of an output, or of a parameter or state."""
        activation, field = self.wiring.end(address)
        for signal in activation.signals:
            if signal.name == field.name:
                return signal.value
        return activation.fields[field.name]

    def add(self, module: Module, *, under: str = "") -> None:
        """Take a module (with its parts and links) into the running tree; it runs from its first date from now on.

        Links between it and the rest are declared beforehand with `Module.link` on a module above both.
        """
        parent = self.activations.get(under)
        if parent is None:
            raise WiringError(
                f"there is no module '{under}' to add '{module.name}' to{nearest(under, self.activations)}"
            )
        self._refuse_in_split(f"add '{module.name}'")
        parent.module.add(module)
        with self._all_or_nothing(undo=lambda: self._drop(module)):
            added = [self._activate(part) for part in module.walk()]
            for link in self.root.all_links():
                if link.touches(module.path):
                    self.wiring.connect(link)
        if self.is_started:
            with _OrderlyEnd(self):
                self._begin(added)

    def remove(self, path: str) -> None:
        """End a module with its parts and take it out of the tree; links from and to it go too."""
        gone = [a for p, a in self.activations.items() if p == path or p.startswith(f"{path}/")]
        if not path or not gone:
            raise WiringError(f"there is no module '{path}' to remove{nearest(path, filter(None, self.activations))}")
        self._refuse_in_split(f"remove '{path}'")
        with self._all_or_nothing(undo=lambda: self.activations.update((a.path, a) for a in gone)):
            for activation in gone:
                self.wiring.forget(activation.path)
                del self.activations[activation.path]
        failures = [self._end_one(activation) for activation in reversed(gone) if self.is_started]
        self._drop(gone[0].module)
        self.rewire()
        if failure := next(filter(None, failures), None):
            raise failure

    def _drop(self, module: Module) -> None:
        """Forget a module and its parts, wherever they are known."""
        for part in module.walk():
            self.activations.pop(part.path, None)
            if self.store:
                self.store.release(part.path)
        self.root.unlink(module.path)
        module.leave()

    @contextmanager
    def _all_or_nothing(self, undo: Callable[[], None] = lambda: None) -> Iterator[None]:
        """Rewire after a change; one that proves impossible leaves the run as it was."""
        before = self.wiring.saved()
        try:
            yield
            self.rewire()
        except SeahavenError:
            undo()
            self.wiring.load(before)
            self.rewire()
            raise

    def rewire(self) -> None:
        """Work out anew who reads what and who runs when; needed after any change of the tree."""
        self.wiring.apply()
        local = self._local()
        before = [(c.source.rpartition(".")[0], c.target.rpartition(".")[0]) for c in self.wiring if c.immediate]
        if self.store:
            before += self.store.order()
        ranks = run_order(self.activations, before)
        running = [a for a in local if a.module.has_step]
        self._free = [a for a in running if a.module.beat is None]
        self._edges = [a for a in local if a.module.is_edge]
        self.schedule.rebuild(running, ranks, self.now)
        if self._exchange:
            self._exchange.plan(self.wiring)

    def _make(self, change: Change) -> None:
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

    def _refuse_in_split(self, wish: str) -> None:
        if self._split and self.is_started:
            raise WiringError(
                f"cannot {wish}: a split tree keeps its modules while it runs; change it before the start"
            )

    def _refuse_remote(self, change: Change) -> None:
        """A wish of a module is known in its own process only, so it can only concern what runs there."""
        for address in change.addresses if self._split else ():
            activation, _ = self.wiring.end(address)
            if activation.is_mirror:
                raise WiringError(f"'{activation.path}' runs in another process; send it an event instead")

    def _refuse_late_crossing(self, change: Connect) -> None:
        """A mirror has no history from before it was read, so its late reader would see less than in one process."""
        ends = [self.wiring.end(address)[0] for address in change.addresses] if self._split else []
        if self.is_started and len({end.is_mirror for end in ends}) > 1:
            raise WiringError(f"{change.link}: links between processes are made before the start")

    def _activate(self, module: Module) -> Activation:
        path = module.path
        draws = Draws(Stream.named(self.seed, path))
        is_mirror = self._split is not None and module.parent is not None and not self._split.runs(path)
        activation = Activation(module, draws, self.requests, is_mirror=is_mirror)
        self.activations[path] = activation
        for name, port in module.ports.items():
            if self.store is None:
                raise WiringError(f"module '{path}' uses the store by its port '{name}', but the run has no store")
            if not is_mirror:
                module.__dict__[name] = bound = self.store.bind(path, port)
                activation.bound.append(bound)
        return activation

    def _local(self) -> list[Activation]:
        return [self.activations[path] for path in sorted(self.activations) if not self.activations[path].is_mirror]

    def __iter__(self) -> Iterator[Module]:
        return (activation.module for activation in self._local())


class _OrderlyEnd:
    """Whatever goes wrong inside, the other modules end in order before the error goes on."""

    def __init__(self, controller: Controller) -> None:
        self._controller = controller

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            self._controller.end_after(error)
