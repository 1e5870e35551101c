"""The traffic between the parts of a split tree: which samples and events go where, and what came in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from seahaven.kernel.activation import Activation
from seahaven.kernel.port import Event, Role
from seahaven.kernel.signal import Signal
from seahaven.kernel.split import Parcel, Split
from seahaven.kernel.wiring import Wiring

__all__ = ["Exchange"]


class Exchange:
    """One process's end of a split: collects during a date, sends at its end, receives at the next one's beginning."""

    def __init__(self, split: Split, activations: dict[str, Activation]) -> None:
        self._split = split
        self._activations = activations
        self._routes: dict[str, list[str]] = {}
        self._mirrors: dict[str, Signal] = {}
        self._samples: dict[str, list[tuple[str, int, Any]]] = {}
        self._events: dict[str, list[Event[Any]]] = {}

    def plan(self, wiring: Wiring) -> None:
        """Find out which of our ports are read in which other process, and which of theirs are read here."""
        self._routes, self._mirrors = {}, {}
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

    def note(self, activations: Iterable[Activation]) -> None:
        """Take the newest samples of modules that have just run."""
        for activation in activations:
            for signal in activation.signals:
                for process in self._routes.get(signal.address, ()):
                    self._samples.setdefault(process, []).append((signal.address, signal.due, signal.latest))

    def post(self, event: Event[Any]) -> None:
        """Take an event for those who listen elsewhere."""
        for process in self._routes.get(event.sender, ()):
            self._events.setdefault(process, []).append(event)

    def send(self, complete_before: int) -> None:
        """Send what was collected, with the promise that nothing dated earlier will follow."""
        parcels = {
            name: Parcel(complete_before, self._samples.get(name, []), self._events.get(name, []))
            for name in self._split.channels
        }
        self._samples, self._events = {}, {}
        self._split.spread(parcels)

    def receive(self, now: int) -> list[Event[Any]]:
        """Wait for all that is dated `now` or earlier, bring it into force, and give the events that came."""
        events: list[Event[Any]] = []
        for parcel in self._split.gather(now):
            events += parcel.events
            for address, date, value in parcel.samples:
                if address in self._mirrors:
                    self._mirrors[address].arrivals.append((date, value))
        for signal in self._mirrors.values():
            signal.receive(now)
        return events
