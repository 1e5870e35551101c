"""When each module is due: one entry per rate, so that a thousand modules at 10 Hz cost one date, not a thousand."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heapreplace

from seahaven.kernel.activation import Activation
from seahaven.kernel.dates import Beat

__all__ = ["Due", "Schedule"]

Due = list[tuple[Activation, int]]
"""The modules to run at a date, in order, each with the date of what it writes."""


class Schedule:
    """The dates of all rates in use, and who runs at them.

    Rates are known by their position here: a heap of (next date, position, count) leads through the dates, and every
    set of rates that fall together has its order of modules worked out once.
    """

    def __init__(self) -> None:
        self._beats: list[Beat] = []
        self._members: list[list[Activation]] = []
        self._heap: list[tuple[int, int, int]] = []
        self._ranks: dict[str, int] = {}
        self._orders: dict[tuple[int, ...], list[tuple[Activation, int]]] = {}
        self._beat_of: dict[str, int] = {}
        self.ready: tuple[int, ...] = ()
        """The rates that were due when modules were last popped."""

    def rebuild(self, activations: list[Activation], ranks: dict[str, int], now: int) -> None:
        """Take in who runs and in which order; rates that are new start at their first date from `now` on."""
        counts = {self._beats[i]: count for _, i, count in self._heap}
        groups: dict[Beat, list[Activation]] = {}
        for activation in activations:
            if activation.module.beat is not None:
                groups.setdefault(activation.module.beat, []).append(activation)
        self._beats = sorted(groups, key=lambda beat: beat.rate)
        self._members = [groups[beat] for beat in self._beats]
        self._ranks = ranks
        self._orders = {}
        self._beat_of = {a.path: i for i, members in enumerate(self._members) for a in members}
        self._refill([counts[b] if b in counts else b.first(now) for b in self._beats])

    def _refill(self, counts: list[int]) -> None:
        self._heap = [(b.date(k), i, k) for i, (b, k) in enumerate(zip(self._beats, counts, strict=True))]
        heapify(self._heap)

    @property
    def next(self) -> int | None:
        """The next date at which anything is due."""
        return self._heap[0][0] if self._heap else None

    def sort(self, due: Due) -> Due:
        """The same modules in the order in which they run within a date."""
        return sorted(due, key=lambda pair: self._ranks[pair[0].path])

    def peek(self, date: int) -> list[Activation]:
        """All modules due at `date`, without moving on."""
        return [a for when, i, _ in self._heap if when == date for a in self._members[i]]

    def pop(self, date: int) -> Due:
        """The modules due at `date`, which move on to their next dates."""
        heap = self._heap
        ready: list[int] = []
        dues: list[int] = []
        while heap and heap[0][0] == date:
            _, i, count = heap[0]
            due = self._beats[i].date(count + 1)
            heapreplace(heap, (due, i, count + 1))
            ready.append(i)
            dues.append(due)
        self.ready = tuple(ready)
        return [(activation, dues[j]) for activation, j in self._ordered(self.ready)]

    def next_of(self, ready: tuple[int, ...]) -> int:
        """The next date at which any of these rates is due."""
        return min([when for when, i, _ in self._heap if i in ready])

    def beat_of(self, activation: Activation) -> int:
        """The position of a module's rate."""
        return self._beat_of[activation.path]

    def ahead(
        self, ready: tuple[int, ...], limit: int, most: int
    ) -> Iterator[tuple[int, tuple[int, ...], dict[int, int]]]:
        """The dates to come, without moving on: at most so many, before `limit`, at which only these rates are due.

        Each with the rates that are due there, and when each of them is due next.
        """
        heap = [entry for entry in self._heap if entry[1] in ready]
        limit = min([limit, *(when for when, i, _ in self._heap if i not in ready)])
        heapify(heap)
        for _ in range(most):
            date, at, following = heap[0][0], [], {}
            if date >= limit:
                return
            while heap[0][0] == date:
                _, i, count = heap[0]
                due = self._beats[i].date(count + 1)
                heapreplace(heap, (due, i, count + 1))
                at.append(i)
                following[i] = due
            yield date, tuple(at), following

    def move_on(self, rates: list[tuple[int, ...]]) -> None:
        """Pass over dates, at each of which these rates were due."""
        counts = {i: count for _, i, count in self._heap}
        for at in rates:
            for i in at:
                counts[i] += 1
        self._refill([counts[i] for i in range(len(self._beats))])

    def _ordered(self, ready: tuple[int, ...]) -> list[tuple[Activation, int]]:
        if ready not in self._orders:
            pairs = [(activation, j) for j, i in enumerate(ready) for activation in self._members[i]]
            self._orders[ready] = self.sort(pairs)
        return self._orders[ready]

    def saved(self) -> dict[str, int]:
        """How far each rate has come."""
        return {str(self._beats[i].rate): count for _, i, count in sorted(self._heap, key=lambda entry: entry[1])}

    def load(self, saved: dict[str, int], now: int) -> None:
        """Go back to what `saved` gave; a rate that was not in use then starts at its first date from `now` on."""
        self._refill([saved.get(str(beat.rate), beat.first(now)) for beat in self._beats])
