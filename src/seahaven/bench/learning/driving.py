"""Driving learned in several ways, and judged on roads and under seeds that were not learned on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from seahaven.bench.learning.course import JUDGED, LEARNT, Ring, take_of
from seahaven.bench.learning.tabular import TabularDrivers, ValueTable
from seahaven.classifiers import RuleBase
from seahaven.kernel import SECOND, Module, Param, State, Tick, port
from seahaven.seats.learned import LearnedDrivers
from seahaven.takes import Take
from seahaven.world import reads

__all__ = ["FORMS", "Driven", "drive_by_machine", "drive_by_rules", "drive_by_table", "learn_rules", "learn_table"]

FORMS: Final = ("random", "driver machine", "Q-learning", "alphaCS without priorities", "alphaCS with priorities")
ALPHA: Final = (
    "bid_rate: 0.05, bid_tax: 0.0, life_tax: 0.0, initial_strength: 560, exploration: 0.1, capacity: 400, period: 0, "
    "wildcard: 0.0, covering: 1.0"
)
"""The terms on which both forms of alphaCS learn: harm is remembered for hours."""
LEARNING_SEED, JUDGING_SEED = 1, 1001
DRIVE: Final = 200
"""Seconds of a drive. Ordinary drivers who are in one another after a collision stand, and all behind them; and routes
round a ring end after some rounds."""


@dataclass(frozen=True, slots=True)
class Driven:
    """What judged vehicles did: kilometres, their collisions, seconds, and seconds on the rightmost lane."""

    kilometres: float = 0.0
    collisions: float = 0.0
    seconds: float = 0.0
    rightmost: float = 0.0

    def __add__(self, other: Driven) -> Driven:
        pairs = zip(self._values, other._values, strict=True)
        return Driven(*(one + two for one, two in pairs))

    @property
    def _values(self) -> tuple[float, ...]:
        return self.kilometres, self.collisions, self.seconds, self.rightmost

    @property
    def speed(self) -> float:
        """m/s, in the mean."""
        return 1000.0 * self.kilometres / max(self.seconds, 1e-9)

    @property
    def right_share(self) -> float:
        """Of the time, on the rightmost lane."""
        return self.rightmost / max(self.seconds, 1e-9)


def learn_rules(drives: int, *, prioritised: bool) -> list[RuleBase]:
    """The mixed rules of vehicles that have learned as alphaCS in so many drives, on the rings for learning in turn."""
    bases: list[RuleBase] = []
    for k, ring in enumerate(_in_turn(LEARNT, drives)):
        terms = f"{ALPHA}, prioritised: {str(prioritised).lower()}"
        take = take_of(ring, seed=LEARNING_SEED + k, terms=terms, learns=True, bases=bases)
        take.controller().advance(DRIVE * SECOND)
        module = _module(take.root)
        bases = [module.rules(seat) for seat in range(ring.learners)]
    return [bases[0].merged(bases[1:])]


def learn_table(drives: int) -> ValueTable:
    """What vehicles have learned by Q-learning in the same drives, with one table for all."""
    table: ValueTable | None = None
    for k, ring in enumerate(_in_turn(LEARNT, drives)):
        take = take_of(ring, seed=LEARNING_SEED + k, learns=True)
        table = table or ValueTable.blank(_module(take.root).driver)
        share = k / drives
        _seat(take, table, epsilon=0.3 - 0.25 * share, learning_rate=0.1 * (1.0 - 0.9 * share), draws=LEARNING_SEED + k)
        take.controller().advance(DRIVE * SECOND)
    assert table is not None
    return table


def drive_by_rules(bases: Sequence[RuleBase], kilometres: float, *, prioritised: bool) -> Driven:
    """Judge drivers who go by their strongest rules."""
    terms = f"capacity: 400, prioritised: {str(prioritised).lower()}"
    return _judged(
        lambda ring, seed: _by_tally(take_of(ring, seed=seed, terms=terms, learns=False, bases=bases)), kilometres
    )


def drive_by_table(table: ValueTable | None, kilometres: float) -> Driven:
    """Judge drivers who go by a table, or at random without one."""

    def drive(ring: Ring, seed: int) -> Driven:
        take = take_of(ring, seed=seed, learns=True)
        known = table or ValueTable.blank(_module(take.root).driver)
        _seat(take, known, epsilon=0.0 if table else 1.0, learning_rate=0.0, draws=seed)
        return _by_tally(take)

    return _judged(drive, kilometres)


def drive_by_machine(kilometres: float) -> Driven:
    """Judge the driver machine in the same places."""

    def drive(ring: Ring, seed: int) -> Driven:
        take = take_of(ring, seed=seed, learns=True, kind="car")
        own = tuple(take.world[f"judged {number + 1}"].id for number in range(ring.learners))
        take.root.add(observer := Observer("observer", rate=10, ids=own))
        take.controller().advance(DRIVE * SECOND)
        metres, collisions, seconds, rightmost = observer.sums
        return Driven(metres / 1000.0, collisions, seconds, rightmost)

    return _judged(drive, kilometres)


class Observer(Module):
    """Counts for some vehicles what learned drivers count for theirs, by the same definitions."""

    ids: Param[tuple[int, ...]] = ()
    sums: State[list[float]] = port(
        [0.0, 0.0, 0.0, 0.0], doc="metres, collisions, seconds, seconds on the rightmost lane"
    )
    touching: State[list[int]] = port([], doc="whom each touches, -1 for nobody")

    seen = reads("vehicle", "speed", "contact", "right_open")

    def step(self, tick: Tick) -> None:
        """Add up one step."""
        rows = np.searchsorted(self.seen.ids, self.ids)
        contact = np.where(self.seen.null("contact")[rows], -1, self.seen.contact[rows])
        before = np.array(self.touching or [-1] * len(rows))
        begun = np.count_nonzero((contact >= 0) & (before < 0))
        added = (
            self.seen.speed[rows].sum() * tick.dt,
            begun,
            len(rows) * tick.dt,
            (~self.seen.right_open[rows]).sum() * tick.dt,
        )
        self.sums = [one + float(more) for one, more in zip(self.sums, added, strict=True)]
        self.touching = contact.tolist()


def _by_tally(take: Take) -> Driven:
    """What the vehicles of the learned driver do in one drive."""
    take.controller().advance(DRIVE * SECOND)
    tally = _module(take.root).tally
    sums = (float(values.sum()) for values in (tally.metres, tally.collisions, tally.seconds, tally.rightmost))
    metres, collisions, seconds, rightmost = sums
    return Driven(metres / 1000.0, collisions, seconds, rightmost)


def _judged(drive: Callable[[Ring, int], Driven], kilometres: float) -> Driven:
    """Drives on the rings for judging in turn, each under a seed of its own, until so many kilometres are driven."""
    whole, k = Driven(), 0
    while whole.kilometres < kilometres:
        whole, k = whole + drive(JUDGED[k % len(JUDGED)], JUDGING_SEED + k), k + 1
    return whole


def _in_turn(rings: Sequence[Ring], drives: int) -> Iterator[Ring]:
    return (rings[k % len(rings)] for k in range(drives))


def _module(root: Module) -> LearnedDrivers:
    return next(module for module in root.walk() if isinstance(module, LearnedDrivers))


def _seat(take: Take, table: ValueTable, **terms: Any) -> None:
    """Put drivers who go by a table into the place of those who go by rules."""
    before = _module(take.root)
    assert before.beat is not None
    module = TabularDrivers(
        before.name, rate=before.beat.rate, driver=before.driver, number=before.number, table=table, **terms
    )
    take.root.children.remove(before)
    take.root.add(module)
