"""Runs the parts of modules: several in one compiled call, over as many dates as nothing else is due."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from seahaven.kernel.activation import Activation
from seahaven.kernel.part import FAILED, NEVER, VISIT, Dates, Halt, Part, Stretch
from seahaven.kernel.port import Event
from seahaven.kernel.schedule import Due, Schedule
from seahaven.kernel.store import Store

__all__ = ["Stretches"]

MOST = 64
"""How many dates one stretch has at most: those who watch for Ctrl-C do not wait for long."""


MOST_PLANS = 64
"""How many plans are kept at most."""
_Beginning: TypeAlias = tuple[tuple[int, ...], str, int]
"""The rates that are due, the path of the first module, and how many there are."""


class _Plan:
    """Modules that run one after the other at a date, all as parts."""

    __slots__ = (
        "_next",
        "activations",
        "beats",
        "begins",
        "covers",
        "pairs",
        "reach",
        "statuses",
        "stretch",
        "until",
    )  # fmt: skip

    def __init__(self, due: Due, parts: list[Part], store: Store, *, covers: bool) -> None:
        self.activations = [activation for activation, _ in due[: len(parts)]]
        self.begins = [part.begin for part in parts if part.begin is not None]
        self.covers = covers
        """Whether these are all modules that are due."""
        self._next = due[len(parts)][0] if len(parts) < len(due) else None
        """The module that had to be visited."""
        self.beats: list[int] | None = None
        """The rate of each module, by its position in the schedule; looked up when it is first needed."""
        self.reach = MOST
        """How many dates are worth looking ahead for: twice as many as were reached the last time. At most it halves,
        since a single early end, as when a recorder flushes, says little about the next time."""
        filled, loose = zip(*((activation.filled, activation.is_loose) for activation in self.activations), strict=True)
        self.stretch: Stretch = store.stretch(parts, filled, loose)
        self.statuses: Dates = np.zeros(len(parts), np.int64)
        self.renew(parts)

    def renew(self, parts: list[Part]) -> None:
        """Be for these parts, which have the same entries and fill the same."""
        self.pairs = [
            (activation, part, activation.filled) for activation, part in zip(self.activations, parts, strict=True)
        ]
        self.until = _first_end(parts)

    def may_run(self, due: Due, *, is_first: bool) -> bool:
        """Whether it runs the first of the modules that are due; some may have been left out of these."""
        if is_first:
            return True
        runs = zip(self.activations, due, strict=False)
        return not self.covers and all(activation is pair[0] for activation, pair in runs)

    def stands(self, due: Due, now: int, store: Store, version: int, layout: int) -> bool:
        """Whether all modules that are due can run as parts, with the same entries and filling the same as before.

        Parts that are others, as when one sleeps until another date, are taken over.
        """
        pairs, is_other = self.pairs, False
        for place, (activation, part, filled) in enumerate(pairs):
            own = activation.part
            if own is None or activation.version != version:
                own = activation.ask(now, due[place][1], store, version, layout)
                if own is None:
                    return False
            if own.until is not None and own.until <= now:
                return False
            if activation.filled is not filled:
                return False
            if own is not part:
                if own.code != part.code or own.hand != part.hand:
                    return False
                pairs[place], is_other = (activation, own, filled), True
        if is_other:
            self.until = _first_end(pair[1] for pair in pairs)
        return True

    def is_good(self, version: int, now: int) -> bool:
        """Whether nothing has changed since it was made, no part is to be visited now, and none can be added."""
        if self.until is not None and self.until <= now:
            return False
        if self._next is not None and self._next.part is not None:
            return False
        for activation, part, filled in self.pairs:
            if activation.part is not part or activation.version != version or activation.filled is not filled:
                return False
        return True


class Reached(NamedTuple):
    """Where a plan has come to: the date, which modules are still due there, and at which rates."""

    date: int
    left: Due
    ready: tuple[int, ...]
    halt: Halt
    dues: list[int]


class Stretches:
    """Finds modules that can run as parts, and runs them.

    The same plans come again and again: the last one of the rates that are due and the first module is tried first, and
    all are kept by their modules, by the entries of their parts and by what these fill.
    """

    def __init__(self, schedule: Schedule, store: Store) -> None:
        self._schedule, self._store = schedule, store
        self._last: dict[_Beginning, _Plan] = {}
        self._covered: dict[tuple[int, ...], bool] = {}
        self._parted: dict[tuple[int, ...], bool] = {}
        self._version = self._layout = -1
        self._plans: dict[tuple[_Beginning, bool, tuple[tuple[str, int, int, Any], ...]], _Plan] = {}

    def forget(self) -> None:
        """Forget all plans, after a change of the tree."""
        self._last.clear()
        self._plans.clear()
        self._covered.clear()
        self._parted.clear()

    def _standing(self) -> tuple[int, int]:
        """The version of the store, and its layout."""
        version = self._store.version
        if version != self._version:
            self._version, self._layout = version, self._store.layout
        return version, self._layout

    def standing(self, due: Due, ready: tuple[int, ...], now: int) -> _Plan | None:
        """The last plan for the modules that are due, if it runs all of them and is still good."""
        plan = self._last.get((ready, due[0][0].path, len(due))) if due else None
        if plan is None or not plan.covers:
            return None
        return plan if plan.stands(due, now, self._store, *self._standing()) else None

    def visited(self, due: Due, ready: tuple[int, ...], now: int) -> tuple[Due, Due]:
        """The loose modules that have to be visited after all others of this date, and those others.

        Modules without a part of their own that can be visited in the middle of a stretch are among the others.
        """
        if ready not in self._parted:
            self._parted[ready] = any(activation.may_part and activation.has_part for activation, _ in due)
        if not self._parted[ready]:
            return [], due
        (version, layout), visits, others = self._standing(), Due(), Due()
        for pair in due:
            activation, date = pair
            part = activation.part
            if activation.may_part and (part is None or activation.version != version):
                part = activation.ask(now, date, self._store, version, layout)
            has_to = part is None or (part.until is not None and part.until <= now)
            (visits if has_to and activation.is_loose else others).append(pair)
        return visits, others

    def plan(self, due: Due, ready: tuple[int, ...], now: int, *, is_first: bool) -> _Plan | None:
        """A plan for as many of the modules due as can run as parts, from the first on; None if nothing is gained."""
        first = due[0][0]
        if not first.may_part or not self._parted.get(ready, True):
            return None
        (version, layout), beginning = self._standing(), (ready, first.path, len(due))
        plan = self._last.get(beginning)
        if plan is not None and plan.may_run(due, is_first=is_first) and plan.is_good(version, now):
            return plan
        parts = self._parts(due, now, version, layout)
        covers = is_first and self._may_cover(due, ready) and len(parts) == len(due)
        if not _is_worthwhile(parts, covers=covers):
            return None
        runs = zip(due, parts, strict=False)
        key = beginning, covers, tuple([(a.path, p.code, p.hand, a.filled) for (a, _), p in runs])
        plan = self._plans.get(key)
        if plan is None:
            if len(self._plans) >= MOST_PLANS:
                self._plans.clear()
            plan = self._plans[key] = _Plan(due, parts, self._store, covers=covers)
        else:
            plan.renew(parts)
        self._last[beginning] = plan
        return plan

    def _may_cover(self, due: Due, ready: tuple[int, ...]) -> bool:
        """Whether all modules of these rates may run as parts."""
        if ready not in self._covered:
            self._covered[ready] = all(activation.may_part for activation, _ in due)
        return self._covered[ready]

    def _parts(self, due: Due, now: int, version: int, layout: int) -> list[Part]:
        """The parts of the modules that are due, up to the first one that has to be visited."""
        parts = list[Part]()
        for activation, date in due:
            part = activation.ask(now, date, self._store, version, layout) if activation.may_part else None
            if part is None or (part.until is not None and part.until <= now):
                break
            parts.append(part)
        return parts

    def sleeps(self, activation: Activation, now: int, due: int) -> bool:
        """Whether a module sleeps through a date; if so, the step is counted."""
        part = activation.part
        if part is None or not part.is_asleep or (part.until is not None and part.until <= now):
            return False
        if activation.version != self._store.version:
            return False
        if part.code and self._store.wakes(part, activation.tick.index, now, due):
            return False
        activation.count(1, now, due)
        return True

    def run(self, plan: _Plan, due: Due, ready: tuple[int, ...], now: int, end: int, most: int) -> Reached:
        """Run a plan, which is to be finished then.

        Where the plan covers all that is due, it goes on to the dates that follow, as long as nothing else is due.
        """
        activations, many = plan.activations, len(plan.pairs)
        dates, dues, rates = [now], [[date for _, date in due[:many]]], [ready]
        if plan.covers and most > 1 and self._schedule.next_of(ready) < end:
            self._look_ahead(plan, ready, end, min(most, plan.reach), (dates, dues, rates))
        before = [activation.tick.index for activation in activations]
        indices: Dates = np.array(before, np.int64)
        for begin in plan.begins:
            begin()
        halt = plan.stretch.run(np.array(dates, np.int64), np.array(dues, np.int64), indices, plan.statuses)
        statuses, row = plan.statuses.tolist(), dues[halt.date]
        if len(dates) > 1:
            plan.reach = min(MOST, max(2 * halt.date + 2, plan.reach // 2))
        if not halt.date and halt.part == many:
            for activation, status, date in zip(activations, statuses, row, strict=True):
                if status != VISIT:
                    activation.count(1, now, date)
            return Reached(now, [] if plan.covers else due[many:], ready, halt, row)
        if halt.date:
            self._schedule.move_on(rates[1 : halt.date + 1])
        for place, (activation, index) in enumerate(zip(activations, indices.tolist(), strict=True)):
            activation.tick.index = before[place]  # visits have set it
            if made := index - before[place]:
                has_run = place < halt.part and statuses[place] != VISIT
                at = _last_of(dues, place, halt.date if has_run else halt.date - 1)
                activation.count(made, dates[at], dues[at][place])
        left = [(activations[place], row[place]) for place in range(halt.part + 1, many) if row[place] != NEVER]
        left = left if plan.covers else left + due[many:]
        return Reached(dates[halt.date], left, rates[halt.date], halt, row)

    def _look_ahead(
        self, plan: _Plan, ready: tuple[int, ...], end: int, most: int, found: tuple[list[int], list[Any], list[Any]]
    ) -> None:
        """Add the dates that follow at which only modules of the plan are due."""
        limit = end if plan.until is None else min(end, plan.until)
        waiting = self._store.next_due
        limit = limit if waiting is None else min(limit, waiting)
        if plan.beats is None:
            plan.beats = [self._schedule.beat_of(activation) for activation in plan.activations]
        beats, (dates, dues, rates) = plan.beats, found
        for date, at, following in self._schedule.ahead(ready, limit, most - 1):
            dates.append(date)
            dues.append([following.get(beat, NEVER) for beat in beats])
            rates.append(at)

    def finish(self, plan: _Plan, reached: Reached) -> list[Event[Any]]:
        """See to parts that have something left to do, or have asked for a visit, and to what has ended a stretch.

        Gives the events that were emitted.
        """
        events, now = list[Event[Any]](), reached.date
        _, place, status = reached.halt
        statuses = plan.statuses.tolist()
        if any(statuses):
            plan.statuses.fill(0)
            for (activation, part, _), left, due in zip(plan.pairs, statuses, reached.dues, strict=True):
                if left == VISIT:
                    events += activation.run(now, due)
                elif left:
                    events += activation.told_in_visit() if part.is_visit else activation.settle(now, left)
        if status == VISIT:
            events += plan.activations[place].run(now, reached.dues[place])
        elif status == FAILED:
            plan.activations[place].raise_failure(now)
        elif status:
            for position, activation in enumerate(plan.activations):
                activation.guard(now, _sealing(plan.stretch, position))
        return events


def _is_worthwhile(parts: list[Part], *, covers: bool) -> bool:
    """Whether compiled code gains anything: it has a step to make, or whole dates to sleep through."""
    if covers:
        return not all(part.is_visit for part in parts)
    return not all(part.is_visit or part.is_asleep for part in parts)


def _first_end(parts: Iterable[Part]) -> int | None:
    """When the first of some parts asks for a visit; None if none of them knows."""
    return min((part.until for part in parts if part.until is not None), default=None)


def _last_of(dues: list[list[int]], place: int, last: int) -> int:
    """Which date was the last, up to a given one, at which a part ran."""
    while dues[last][place] == NEVER:
        last -= 1
    return last


def _sealing(stretch: Stretch, position: int) -> Callable[[], None]:
    return lambda: stretch.seal(position)
