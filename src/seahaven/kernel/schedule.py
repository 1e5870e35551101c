"""When each module is due: one entry per rate, so that a thousand modules at 10 Hz cost one date, not a thousand."""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from seahaven.kernel.activation import Activation
from seahaven.kernel.dates import Beat

__all__ = ["Due", "Schedule"]

Due = list[tuple[Activation, int]]
"""The modules to run at a date, in order, each with the date of what it writes."""


class Schedule:
    """The dates of all rates in use, and who runs at them."""

    def __init__(self) -> None:
        self._groups: dict[Beat, list[Activation]] = {}
        self._counts: dict[Beat, int] = {}
        self._heap: list[tuple[int, int, int]] = []
        self._beats: list[Beat] = []
        self._ranks: dict[str, int] = {}
        self._orders: dict[tuple[int, ...], list[tuple[Activation, int]]] = {}

    def rebuild(self, activations: list[Activation], ranks: dict[str, int], now: int) -> None:
        """Take in who runs and in which order; rates that are new start at their first date from `now` on."""
        self._groups = {}
        for activation in activations:
            beat = activation.module.beat
            if beat is not None:
                self._groups.setdefault(beat, []).append(activation)
        self._beats = sorted(self._groups, key=lambda beat: beat.rate)
        self._counts = {b: self._counts[b] if b in self._counts else b.first(now) for b in self._beats}
        self._ranks = ranks
        self._orders = {}
        self._refill()

    def _refill(self) -> None:
        self._heap = [(b.date(self._counts[b]), i, self._counts[b]) for i, b in enumerate(self._beats)]
        heapify(self._heap)

    @property
    def next(self) -> int | None:
        """The next date at which anything is due."""
        return self._heap[0][0] if self._heap else None

    def rank(self, activation: Activation) -> int:
        """Where a module stands in the order within a date."""
        return self._ranks[activation.path]

    def peek(self, date: int) -> list[Activation]:
        """All modules due at `date`, without moving on."""
        return [a for when, i, _ in self._heap if when == date for a in self._groups[self._beats[i]]]

    def pop(self, date: int) -> Due:
        """The modules due at `date`, which move on to their next dates."""
        ready: list[int] = []
        dues: list[int] = []
        while self._heap and self._heap[0][0] == date:
            _, i, count = heappop(self._heap)
            due = self._beats[i].date(count + 1)
            self._counts[self._beats[i]] = count + 1
            heappush(self._heap, (due, i, count + 1))
            ready.append(i)
            dues.append(due)
        return [(activation, dues[j]) for activation, j in self._ordered(tuple(ready))]

    def _ordered(self, ready: tuple[int, ...]) -> list[tuple[Activation, int]]:
        if ready not in self._orders:
            pairs = [(a, j) for j, i in enumerate(ready) for a in self._groups[self._beats[i]]]
            self._orders[ready] = sorted(pairs, key=lambda pair: self._ranks[pair[0].path])
        return self._orders[ready]

    def saved(self) -> dict[str, int]:
        """How far each rate has come."""
        return {str(beat.rate): count for beat, count in self._counts.items()}

    def load(self, saved: dict[str, int], now: int) -> None:
        """Go back to what `saved` gave; a rate that was not in use then starts at its first date from `now` on."""
        self._counts = {beat: saved.get(str(beat.rate), beat.first(now)) for beat in self._beats}
        self._refill()
