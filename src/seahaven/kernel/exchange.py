"""The traffic between the parts of a split tree: what goes where, what came in, and when it takes effect here.

A process that mirrors modules makes up for the dates at which only these run: whatever they wrote at a date before the
present one is brought into force date by date, as it was where they ran. What they write at the present date takes
effect at their place in the order of modules. A module that has to run after one of another process, because an
immediate link or column joins them, waits for it there.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from seahaven.kernel.activation import Activation
from seahaven.kernel.parcel import Parcel
from seahaven.kernel.port import Event, Role
from seahaven.kernel.signal import Signal
from seahaven.kernel.split import LONG_AGO, Split
from seahaven.kernel.store import Store
from seahaven.kernel.wiring import Wiring

__all__ = ["Exchange"]

_date = itemgetter(0)


class Exchange:
    """One process's end of a split: collects during a date, sends at its end, receives at the next one's beginning."""

    def __init__(self, split: Split, activations: dict[str, Activation], store: Store | None) -> None:
        self._split = split
        self._activations = activations
        self._store = store
        self._routes: dict[str, list[str]] = {}
        self._mirrors: dict[str, Signal] = {}
        self._fresh: set[str] = set()
        self._newest: dict[str, Any] = {}
        self._answers: list[Any] = []
        self._awaited: dict[str, list[Activation]] = {}
        self._awaiting: dict[str, dict[str, list[Activation]]] = {}
        self._ranks: Mapping[str, int] = {}
        self._wants: dict[str, Any] = {}
        self._observers: list[str] = []
        self._samples: dict[str, list[tuple[str, int, Any]]] = {}
        self._events: dict[str, list[Event[Any]]] = {}
        self._runs: dict[str, list[tuple[str, Any]]] = {}
        self._last_run: dict[str, int] = {}
        self._waiting: list[tuple[int, int, int, str, Any]] = []
        self._count = 0
        self._arrived: list[Event[Any]] = []
        self._told: dict[int, list[Event[Any]]] = {}

    # --- who needs what -------------------------------------------------------------------------------------------

    def plan(self, wiring: Wiring, ranks: Mapping[str, int]) -> None:
        """Find out what of ours is needed in which other process, what of theirs is needed here, and how soon."""
        self._ranks = ranks
        self._routes, self._mirrors, self._fresh = {}, {}, set()
        self._awaited, self._awaiting = {}, {}
        for connection in wiring:
            source, field = wiring.end(connection.source)
            target, _ = wiring.end(connection.target)
            if source.is_mirror and not target.is_mirror and field.role is Role.OUT:
                self._mirrors[connection.source] = next(s for s in source.signals if s.name == field.name)
            elif target.is_mirror and not source.is_mirror:
                readers = self._routes.setdefault(connection.source, [])
                process = self._split.place(target.path)
                if process not in readers:
                    readers.append(process)
            if connection.immediate and source.is_mirror != target.is_mirror:
                self._tie(source, target)
                if source.is_mirror:
                    self._fresh.add(connection.source)
        self._plan_store()
        self._observers = sorted(
            {self._split.place(a.path) for a in self._activations.values() if a.module.is_edge and a.is_mirror}
        )

    def _plan_store(self) -> None:
        """Find out what the modules of each other process need of the store."""
        if self._store is None:
            return
        homes: dict[str, list[str]] = {name: [] for name in self._split.channels}
        for path, activation in self._activations.items():
            if activation.is_mirror:
                homes[self._split.place(path)].append(path)
        self._wants = {name: self._store.wants(paths) for name, paths in homes.items()}
        for first, second in self._store.meetings():
            one, other = self._activations[first], self._activations[second]
            if one.is_mirror != other.is_mirror and self._ranks[first] < self._ranks[second]:
                self._tie(one, other)

    def _tie(self, first: Activation, second: Activation) -> None:
        """Note that one module, of another process, runs before or after one of ours if both are due."""
        if first.is_mirror:
            awaited = self._awaited.setdefault(second.path, [])
            if first not in awaited:
                awaited.append(first)
        else:
            process = self._split.place(second.path)
            awaiting = self._awaiting.setdefault(first.path, {}).setdefault(process, [])
            if second not in awaiting:
                awaiting.append(second)

    # --- out ------------------------------------------------------------------------------------------------------

    def note(self, activation: Activation, now: int) -> None:
        """Take what a module that has just run has put out and written; send it at once if it is waited for."""
        path = activation.path
        for signal in activation.signals:
            for process in self._routes.get(signal.address, ()):
                self._samples.setdefault(process, []).append((signal.address, signal.due, signal.latest))
        awaiting = self._awaiting.get(path, {})
        shipments = self._store.ship(path, self._wants) if self._store and activation.bound else {}
        for process in self._split.channels:
            if process in awaiting or process in shipments:
                self._runs.setdefault(process, []).append((path, shipments.get(process)))
        for process, others in awaiting.items():
            if any(_is_due(other, now) for other in others):
                self._split.spread({process: self._parcel(process, now, now)})

    def post(self, event: Event[Any], now: int) -> None:
        """Take an event for those who listen or observe elsewhere, and for those who observe here."""
        for process in dict.fromkeys((*self._routes.get(event.sender, ()), *self._observers)):
            self._events.setdefault(process, []).append(event)
        self._told.setdefault(now, []).append(event)

    def send(self, now: int, complete_before: int) -> None:
        """Send what was collected, with the promise that nothing dated earlier will follow."""
        self._split.spread({name: self._parcel(name, now, complete_before) for name in self._split.channels})

    def _parcel(self, process: str, now: int, complete_before: int) -> Parcel:
        samples, events = self._samples.pop(process, []), self._events.pop(process, [])
        return Parcel(complete_before, samples, events, now, self._runs.pop(process, []))

    # --- in -------------------------------------------------------------------------------------------------------

    def receive(self, now: int) -> list[Event[Any]]:
        """Wait for all that is dated `now` or earlier, bring it into force, and give the events that came."""
        for parcel in self._split.gather(now):
            self._take(parcel)
        self._make_up(now)
        for signal in self._mirrors.values():
            signal.receive(now)
        for address, value in self._newest.items():
            self._mirrors[address].latest = value
        events, self._arrived = self._arrived, []
        return events

    def _take(self, parcel: Parcel) -> None:
        """Sort out what came."""
        date = parcel.date
        for address, due, value in parcel.samples:
            if address in self._mirrors:
                self._mirrors[address].arrivals.append((due, value))
                if address in self._fresh:
                    self._keep(date, address.rpartition(".")[0], (address, value))
        for path, shipment in parcel.runs:
            if not path:
                self._answers.append(shipment)
                continue
            self._last_run[path] = date
            if shipment is not None:
                self._keep(date, path, shipment)
        self._arrived += parcel.events
        if parcel.events:
            self._told.setdefault(date, []).extend(parcel.events)

    def _keep(self, date: int, path: str, content: Any) -> None:
        """Let something wait for its place in the order; what one module wrote at one date stays in sequence."""
        if path in self._ranks:
            self._count += 1
            insort(self._waiting, (date, self._ranks[path], self._count, path, content))

    def _make_up(self, now: int) -> None:
        """Go through the dates before the present one that only the others have seen whole."""
        stop = next((k for k, entry in enumerate(self._waiting) if entry[0] >= now), len(self._waiting))
        past, self._waiting = self._waiting[:stop], self._waiting[stop:]
        for date, entries in groupby(past, _date):
            if self._store:
                self._store.turn(date)
            for entry in entries:
                self._apply(entry)
            if self._store:
                self._store.commit(date)

    def wait_for_others(self, activation: Activation, now: int) -> None:
        """Wait for the modules elsewhere that run before this one; bring into force what comes before it at this date.

        What others do later in the date waits, although it may have come already.
        """
        for other in self._awaited.get(activation.path, ()):
            if _is_due(other, now):
                process = self._split.place(other.path)
                if self._last_run.get(other.path, LONG_AGO) < now:
                    self._split.come_to(now)
                while self._last_run.get(other.path, LONG_AGO) < now:
                    self._take(self._split.receive(process))
        rank = self._ranks[activation.path]
        while self._waiting and self._waiting[0][:2] < (now, rank):
            self._apply(self._waiting.pop(0))

    def _apply(self, entry: tuple[int, int, int, str, Any]) -> None:
        *_, path, content = entry
        if isinstance(content, tuple):
            address, value = content
            self._newest[address] = self._mirrors[address].latest = value
        elif self._store:
            self._store.take(path, content)

    # --- between two advances -------------------------------------------------------------------------------------

    def answered(self, path: str, now: int, answer: Callable[[], Any]) -> Any:
        """What the process in which a module runs answers; all processes have to ask the same at the same date."""
        if self._split.runs(path):
            value = answer()
            self._split.spread({n: Parcel(now, date=now, runs=[("", value)]) for n in self._split.channels})
            return value
        process = self._split.place(path)
        self._split.come_to(now)
        while not self._answers:
            self._take(self._split.receive(process))
        return self._answers.pop(0)

    def go_on(self, now: int) -> None:
        """Take up the exchange at a date from which a saved run goes on."""
        for address in self._fresh:
            self._newest[address] = self._mirrors[address].latest
        self.send(now - 1, now)

    def observed(self, before: int) -> Iterator[tuple[int, list[Event[Any]]]]:
        """The events of all processes, by the date at which they were emitted, once it is complete everywhere."""
        for date in sorted(date for date in self._told if date < before):
            yield date, sorted(self._told.pop(date))

    def forget(self) -> None:
        """Leave out of account what was told, but not observed yet."""
        self._told.clear()


def _is_due(activation: Activation, now: int) -> bool:
    beat = activation.module.beat
    return beat is not None and beat.date(beat.first(now)) == now
