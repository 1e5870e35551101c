"""How many drivers an engine ticks in a second, all engines in one race."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from seahaven.bench.drivers import Driver, Frame, TalkingDriver, addressees, inputs, sights, traffic
from seahaven.bench.stopwatch import race, wall_seconds
from seahaven.hcsm import CompiledMachine, Crowd, Interpreter, Machine

__all__ = ["Course", "TickRates", "thread_rates", "tick_rates"]

Lap = tuple[Callable[[], object], int]
"""Some ticks, and how many."""


@dataclass(frozen=True, slots=True)
class Course:
    """How much each engine has to do in a round.

    A crowd of `drivers` makes `steps` steps, the period of its traffic; of those drivers, the first few make `rounds`
    periods one by one in each peer, and ten times as many in the interpreter, to take about as long. A `share` of the
    talking crowd sends a message in each step.
    """

    drivers: int = 100_000
    steps: int = 32
    rounds: int = 2
    singles: int = 8
    share: float = 0.01


class TickRates:
    """Ticks per second, by engine and round."""

    def __init__(self, rates: Mapping[str, list[float]]) -> None:
        self._rates = rates

    def __getitem__(self, engine: str) -> float:
        return median(self._rates[engine])

    def ratio(self, engine: str, other: str) -> float:
        """How many times as fast one engine is as another, round by round."""
        return median(a / b for a, b in zip(self._rates[engine], self._rates[other], strict=True))

    def best(self, engines: Iterable[str]) -> str:
        """The fastest of several."""
        return max(engines, key=self.__getitem__)


def tick_rates(course: Course, *, cache: Path, repeats: int) -> TickRates:
    """Race them all by CPU time; generated code is kept in the cache folder."""
    laps = _laps(course, cache)
    return _rates(laps, race(*(work for work, _ in laps.values()), repeats=repeats))


def thread_rates(course: Course, *, threads: int, cache: Path, repeats: int) -> TickRates:
    """Race a compiled crowd on one thread against the same one on several, by the clock on the wall."""
    import numba  # loads a compiler, as above

    crowds = {"one": _crowd(Driver, course, cache), "several": _crowd(Driver, course, cache, parallel=True)}
    frames = traffic(course.drivers, steps=course.steps)
    laps = {name: _crowded(course, frames, crowd) for name, crowd in crowds.items()}
    before = numba.get_num_threads()
    numba.set_num_threads(min(threads, before))
    try:
        rounds = race(*(work for work, _ in laps.values()), repeats=repeats, seconds=wall_seconds)
    finally:
        numba.set_num_threads(before)
    return _rates(laps, rounds)


def _rates(laps: Mapping[str, Lap], rounds: list[tuple[float, ...]]) -> TickRates:
    return TickRates(
        {
            engine: [ticks / seconds for seconds in times]
            for (engine, (_, ticks)), times in zip(laps.items(), zip(*rounds, strict=True), strict=True)
        }
    )


def _laps(course: Course, cache: Path) -> dict[str, Lap]:
    from seahaven.bench.drivers.by_hand import HandWrittenDrivers  # loads a compiler, as only this comparison needs
    from seahaven.bench.drivers.peers import IN_PYTHON, PEERS  # extras

    frames = traffic(course.drivers, steps=course.steps)
    singles = {"py_trees, states in Python": IN_PYTHON, **PEERS}
    return {
        "interpreter": _interpreted(course, frames),
        **{peer: _alone(course, frames, make) for peer, make in singles.items()},
        "compiled": _crowded(course, frames, _crowd(Driver, course, cache)),
        "hand-written": _by_hand(course, frames, HandWrittenDrivers(course.drivers).step),
        "talking": _talking(course, frames, _crowd(TalkingDriver, course, cache)),
    }


def _alone(course: Course, frames: list[Frame], make: Callable[[], Callable[[Any], object]]) -> Lap:
    """A few drivers one by one."""
    drivers = [(make(), sights(frames, row) * course.rounds) for row in range(course.singles)]

    def lap() -> None:
        for tick, seen in drivers:
            for sight in seen:
                tick(sight)

    return lap, course.singles * course.steps * course.rounds


def _interpreted(course: Course, frames: list[Frame]) -> Lap:
    interpreter, rounds = Interpreter(Driver.program), 10 * course.rounds
    numbers = count()
    drivers = [
        (interpreter.machine(row), [inputs(frame, row) for frame in frames] * rounds) for row in range(course.singles)
    ]

    def lap() -> None:
        for instance, seen in drivers:
            for sight in seen:
                interpreter.step(instance, sight, step=next(numbers))

    return lap, course.singles * course.steps * rounds


def _crowd(machine: type[Machine], course: Course, cache: Path, *, parallel: bool = False) -> Crowd:
    return CompiledMachine(machine.program, cache=cache, parallel=parallel).crowd(np.arange(course.drivers))


def _crowded(course: Course, frames: list[Frame], crowd: Crowd) -> Lap:
    numbers = count()

    def lap() -> None:
        for frame in frames:
            crowd.step(frame.columns, step=next(numbers), nulls=frame.nulls)

    return lap, course.drivers * course.steps


def _by_hand(course: Course, frames: list[Frame], step: Callable[[Frame], None]) -> Lap:
    def lap() -> None:
        for frame in frames:
            step(frame)

    return lap, course.drivers * course.steps


def _talking(course: Course, frames: list[Frame], crowd: Crowd) -> Lap:
    """The same with messages, which are there in the next step."""
    asked = addressees(course.drivers, steps=course.steps, share=course.share)
    told = [
        Frame({**frame.columns, "addressee": to}, {**frame.nulls, "addressee": silent})
        for frame, (to, silent) in zip(frames, asked, strict=True)
    ]
    numbers = count()

    def lap() -> None:
        for frame in told:
            crowd.post(crowd.step(frame.columns, step=next(numbers), nulls=frame.nulls))

    return lap, course.drivers * course.steps
