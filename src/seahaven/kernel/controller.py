"""The local controller: keeps a tree of modules in step, date by date (G6).

A date is one turn of six phases: receive, deliver, compute, commit, emit, send. The rules that say which value is seen
when are numbered in `docs/design.md`, with a test and a line of the toy model for each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from operator import index
from types import TracebackType
from typing import Any, ClassVar, Self, Unpack

from seahaven.errors import InputError, SeahavenError, StepError, WiringError, nearest
from seahaven.kernel.activation import Activation
from seahaven.kernel.change import Connect, Disconnect, Link, LinkOptions, Set
from seahaven.kernel.dates import in_seconds
from seahaven.kernel.exchange import Exchange
from seahaven.kernel.module import Module
from seahaven.kernel.pacing import Pacer
from seahaven.kernel.part import Visits
from seahaven.kernel.port import Event, Role
from seahaven.kernel.schedule import Due
from seahaven.kernel.sleep import run_checked
from seahaven.kernel.split import Split
from seahaven.kernel.store import Store
from seahaven.kernel.stretch import MOST
from seahaven.kernel.tree import RunningTree

__all__ = ["Controller"]

OnDate = Callable[[int], None]


class Controller:
    """Runs a tree of modules.

        with Controller(Module("root", car), seed=7) as controller:
            controller.run(until=60 * SECOND)

    `now` is the date reached: everything before it has been computed, and values dated `now` are in force. On leaving
    the `with` block every module's `end` runs, also after an error. `start` is the date (ns) at which it begins: below
    0 for what leads up to a run, such as a warm-up. `visits` says which modules are visited in Python; it cannot change
    a value.
    """

    usual_visits: ClassVar[Visits] = Visits.NEEDED
    """What holds where nothing is said."""

    def __init__(
        self,
        root: Module,
        *,
        seed: int = 0,
        store: Store | None = None,
        split: Split | None = None,
        start: int = 0,
        visits: Visits | None = None,
    ) -> None:
        if root.has_run:
            raise WiringError(f"the tree '{root.name}' has already run; make it anew, or fork the run that it is in")
        self.root = root
        self.seed = seed
        self.store = store
        self.visits = self.usual_visits if visits is None else visits
        self.now = index(start)
        self.is_started = False
        self.is_ended = False
        self.is_beyond = False
        """Whether the store is one date further, which is so at the end of a part of a split tree."""
        self._has_failed = False
        self.tree = RunningTree(root, seed, store, split, self.now)
        self._schedule = self.tree.schedule
        self._exchange = self.tree.exchange
        self._events: list[Event[Any]] = []

    @property
    def is_part(self) -> bool:
        """Whether other processes run other modules of the tree."""
        return self._exchange is not None

    def reseed(self, seed: int) -> None:
        """Draw all random numbers under another seed from now on."""
        self.seed = self.tree.seed = seed
        for activation in self.tree.activations.values():
            activation.tick.reseed(seed)

    # --- running --------------------------------------------------------------------------------------------------

    def start(self, *, going_on: Collection[str] = ()) -> None:
        """Run every module's `init`, those of edge modules last; the first advance does so if no one did before.

        So where a module cannot begin, no recorder has overwritten anything yet. Modules at the paths `going_on` have
        begun already, in a run that led up to this one.
        """
        if self.is_started:
            return
        self.is_started = self.root.has_run = True
        with _OrderlyEnd(self):
            beginners = [activation for activation in self.tree.local() if activation.path not in going_on]
            self._begin(sorted(beginners, key=lambda activation: activation.module.is_edge))
            if self._exchange:
                self._exchange.send(self.now - 1, self.now)

    def advance(self, dt: int, *, pacer: Pacer | None = None, on_date: OnDate | None = None) -> None:
        """Visit every date in [now, now + dt), in order, and arrive at now + dt; dt is any count of nanoseconds >= 0.

        Modules without a rate run once, at the beginning, over the whole dt (C4). `on_date` is called with the date
        that is complete: each one in a paced run, else the last one of each stretch. It may look, and leaves changes
        of the tree to the time between two advances.
        """
        self._refuse_advance(dt)
        self.start()
        with _OrderlyEnd(self):
            end, most = self.now + index(dt), 1 if pacer else MOST
            for date, free in self._dates(end):
                if pacer:
                    pacer.wait(date)
                self._visit(date, end, free, most=most)
                if on_date:
                    on_date(self.now)
            if pacer:
                pacer.wait(end)
            self._arrive(end)

    def _refuse_advance(self, dt: int) -> None:
        if not hasattr(dt, "__index__"):
            raise InputError(
                f"time advances by whole nanoseconds, not by {dt!r}; give an int, such as nanoseconds(0.1)"
            )
        if dt < 0:
            raise InputError(f"time cannot go back by {in_seconds(-dt)} s; restore a snapshot instead")
        if self.is_ended:
            raise SeahavenError(f"the run has ended at {in_seconds(self.now)} s; fork it to go on from there")
        if dt == 0 and self._exchange and self.tree.free:
            raise SeahavenError(
                f"module '{self.tree.free[0].path}' has no rate and cannot run over 0 s in a split tree: the other "
                "processes have been promised that nothing dated now is still to come"
            )

    def _dates(self, end: int) -> Iterator[tuple[int, list[Activation]]]:
        """The dates to visit before `end`, each with the modules without a rate that run at it."""
        if self.tree.free:
            yield self.now, self.tree.free
        while (date := self._schedule.next) is not None and date < end:
            yield date, []

    def run(self, until: int, *, pacer: Pacer | None = None, on_date: OnDate | None = None) -> None:
        """Advance to the date `until` (ns)."""
        self.advance(until - self.now, pacer=pacer, on_date=on_date)

    def end(self) -> None:
        """Run every module's `end`, in reverse order of paths, edge modules after all others; once.

        Before that, edge modules may take a last look.
        """
        if self.is_ended or not self.is_started:
            return
        if self._exchange and not self._has_failed:
            self._go_beyond(self._exchange)
        failures = [_failure_of(partial(edge.finish, self, self.now)) for edge in self.tree.edges]
        self.is_ended = True
        inner = [a for a in self.tree.local() if not a.module.is_edge]
        failures += [_failure_of(partial(a.end, self.now)) for a in (*reversed(inner), *reversed(self.tree.edges))]
        if failure := next(filter(None, failures), None):
            raise failure

    def _go_beyond(self, exchange: Exchange) -> None:
        """Compute the date that a part of a split tree has reached, as all other parts do now, for edges to look at.

        A part cannot be forked. What is told there is not observed, and edges are not visited: the run ends here.
        """
        if not any(type(a.module).finish is not Module.finish for a in self.tree.activations.values()):
            return
        reached, end = self.now, self.now + 1
        due = (
            [pair for pair in self._due(end, []) if not pair[0].module.is_edge]
            if self._schedule.next == end - 1
            else []
        )
        self.receive(activation for activation, _ in due)
        self.compute(due, end, 1)
        self.commit()
        self._events.clear()
        exchange.send(reached, end)
        exchange.receive(end)
        exchange.forget()
        self.is_beyond = True

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
        self._has_failed = True
        path = error.path if isinstance(error, StepError) else ""
        fault = Event(self.now, f"{path}.fault", 0, str(error) or type(error).__name__)
        tell: list[Callable[[], None]] = [partial(edge.observe, [fault], self.now) for edge in self.tree.edges]
        for finish in (*tell, self.end):
            try:
                finish()
            except SeahavenError as later:
                error.add_note(f"while ending: {later}")

    # --- one date, phase by phase ---------------------------------------------------------------------------------

    def _visit(self, date: int, end: int, free: list[Activation], *, most: int) -> None:
        """The table of contents of a simulation step.

        Where modules run as parts, one visit may go over up to `most` dates.
        """
        self.now = date
        due = self._due(end, free)
        self.receive(activation for activation, _ in due)
        if self.tree.requests:
            due = self.deliver(due)
        self.compute(due, end, most)
        self.commit()
        if self._events:
            self.emit(self.now)
        self.send(end)

    def receive(self, producers: Iterable[Activation]) -> None:
        """Bring into force what is dated now: these modules' outputs, other processes' values, the store's."""
        now = self.now
        for activation in producers:
            if activation.signals:
                activation.turn()
        if self._exchange:
            self._hand_out(self._exchange.receive(now))
            self._show_events(now)
        if self.store:
            self.store.turn(now)

    def deliver(self, due: Due) -> Due:
        """Make the changes that modules asked for, in the order of their paths; links may change who runs first."""
        requests = sorted(self.tree.requests, key=lambda request: request[0])
        self.tree.requests.clear()
        for path, change in requests:
            with self._on_behalf_of(path):
                self.tree.refuse_remote(change)
                self.tree.make(change)
        links = [path for path, change in requests if not isinstance(change, Set)]
        if links:
            with self._on_behalf_of("', '".join(dict.fromkeys(links))):
                self.tree.rewire(self.now)
        return self._schedule.sort(due)

    @contextmanager
    def _on_behalf_of(self, path: str) -> Iterator[None]:
        try:
            yield
        except SeahavenError as error:
            message = f"module '{path}' asked for a change that cannot be made: {error}"
            raise StepError(message, path=path, now=self.now) from None

    def compute(self, due: Due, end: int, most: int) -> None:
        """Run the modules that are due, each up to its next date: as parts where they can, else one by one."""
        if self._exchange:
            self._compute_part(due, self._exchange)
            return
        stretches = self.tree.stretches if self.visits is Visits.NEEDED and not self.tree.free else None
        ready = self._schedule.ready
        plan = stretches.standing(due, ready, self.now) if stretches else None
        visits, left = stretches.visited(due, ready, self.now) if stretches and not plan else ([], due)
        is_first = not visits
        while left:
            if stretches and not plan:
                plan = stretches.plan(left, ready, self.now, is_first=is_first)
            is_first = False
            if stretches and plan:
                reached = stretches.run(plan, left, ready, self.now, end, most)
                self.now, left, ready = reached.date, reached.left, reached.ready
                events, plan = stretches.finish(plan, reached), None
            else:
                (activation, due_date), left = left[0], left[1:]
                if stretches and stretches.sleeps(activation, self.now, due_date):
                    continue
                events = self._run(activation, due_date)
            if events:
                self._events += events
        for activation, due_date in visits:
            self._events += self._run(activation, due_date)

    def _compute_part(self, due: Due, exchange: Exchange) -> None:
        """Run the modules of this process, between those of others that run before and after them."""
        for activation, due_date in due:
            exchange.wait_for_others(activation, self.now)
            self._events += self._run(activation, due_date)
            exchange.note(activation, self.now)

    def _run(self, activation: Activation, due: int) -> list[Event[Any]]:
        """Visit one module."""
        if self.visits is Visits.CHECKED and activation.may_part and self.store:
            return run_checked(activation, self.now, due, self.store)
        return activation.run(self.now, due)

    def commit(self) -> None:
        """Let the store check and keep what was proposed at this date."""
        if self.store:
            self.store.commit(self.now)

    def emit(self, date: int) -> None:
        """Put the events of a date into the inboxes of those who listen."""
        events, self._events = sorted(self._events), []
        self._hand_out(events)
        if self._exchange:
            for event in events:
                self._exchange.post(event, date)
            return
        for edge in self.tree.edges:
            edge.observe(events, self.now)
            edge.part = None

    def send(self, end: int) -> None:
        """Tell the other processes what they read of ours, and which date we visit next."""
        if self._exchange:
            following = self._schedule.next
            self._exchange.send(self.now, end if following is None else min(following, end))

    def _begin(self, activations: list[Activation]) -> None:
        """Bring modules to life at this date, with their initial values in force."""
        for activation in activations:
            self._events += activation.init(self.now)
            if self._exchange:
                self._exchange.note(activation, self.now - 1)
        self.commit()
        if self.store:
            self.store.turn(self.now)
        if self._events:
            self.emit(self.now - 1)

    def _due(self, end: int, free: list[Activation]) -> Due:
        due = self._schedule.pop(self.now) if self.now < end else []
        if free:
            return self._schedule.sort(due + [(activation, end) for activation in free])
        return due

    def _arrive(self, end: int) -> None:
        """Be at `end` with everything dated so in force, but compute nothing there yet."""
        self.now = end
        self.send(end)
        self.receive([*self._schedule.peek(end), *self.tree.free])

    def _hand_out(self, events: list[Event[Any]]) -> None:
        for event in events:
            for activation, name in self.tree.wiring.listeners(event.sender):
                if not activation.is_mirror:
                    activation.inbox[name].append(event)
                    activation.part = None

    def _show_events(self, before: int) -> None:
        """Show edge modules what the processes of a split tree have emitted, now that it is complete."""
        exchange = self._exchange
        for date, events in exchange.observed(before) if exchange else ():
            for edge in self.tree.edges:
                edge.observe(events, date)
                edge.part = None

    # --- changing the tree ----------------------------------------------------------------------------------------

    def connect(self, source: str, target: str, *, replace: bool = False, **options: Unpack[LinkOptions]) -> None:
        """Join an output to an input, by their addresses; seen from the next date on."""
        self.tree.change(Connect(Link.of(source, target, options), replace), self.now)

    def disconnect(self, target: str, source: str | None = None) -> None:
        """Part an input from one source, or from all; it falls back to its default."""
        self.tree.change(Disconnect(target, source), self.now)

    def set(self, address: str, value: Any) -> None:
        """Give a control parameter a new value; seen from the next date on."""
        self.tree.make(Set(address, value))

    def answer_of(self, path: str, answer: Callable[[], Any]) -> Any:
        """What is answered where the module at `path` runs, whose process alone may know.

        In a split tree all processes have to ask the same between the same two advances. Answers are plain values.
        """
        if self._exchange is None:
            return answer()
        self.start()
        return self._exchange.answered(path, self.now, answer)

    def get(self, address: str) -> Any:
        """The value in force of an output, or of a parameter or state."""
        return self.tree.get(address)

    def post(self, address: str, value: Any, *, index: int = 0) -> None:
        """Emit an event from outside, by an event output of a module; it is dated now, and heard from now on.

        `index` puts several events of one output and one date in order.
        """
        _, field = self.tree.wiring.end(address)
        if field.role is not Role.EMITS:
            raise WiringError(f"{address} is the {field}; only an event output can emit an event")
        try:
            event = Event(self.now, address, index, field.check(value))
        except TypeError as error:
            raise WiringError(f"{address}: {error}") from None
        self.start()
        with _OrderlyEnd(self):
            self._events.append(event)
            self.emit(self.now)

    def add(self, module: Module, *, under: str = "") -> None:
        """Take a module (with its parts and links) into the running tree; it runs from its first date from now on.

        Links between it and the rest are declared beforehand with `Module.link` on a module above both.
        """
        added = self.tree.add(module, under, self.now)
        if self.is_started:
            with _OrderlyEnd(self):
                self._begin(added)

    def remove(self, path: str) -> None:
        """End a module with its parts and take it out of the tree; links from and to it go too."""
        failures: list[SeahavenError | None] = []

        def end(activation: Activation) -> None:
            if self.is_started:
                failures.append(_failure_of(partial(activation.end, self.now)))

        self.tree.remove(path, self.now, end)
        if failure := next(filter(None, failures), None):
            raise failure

    def __getitem__(self, path: str) -> Module:
        """The module at a path, to look into or to tell something between two advances."""
        if path not in self.tree.activations:
            raise WiringError(f"there is no module '{path}'{nearest(path, filter(None, self.tree.activations))}")
        activation = self.tree.activations[path]
        activation.part = None
        return activation.module

    def __iter__(self) -> Iterator[Module]:
        return (activation.module for activation in self.tree.local())


def _failure_of(finish: Callable[[], None]) -> SeahavenError | None:
    """What goes wrong when one module ends; it does not keep the others from ending."""
    try:
        finish()
    except SeahavenError as error:
        return error
    return None


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
