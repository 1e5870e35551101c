"""CPU time, which other programs on the machine disturb least, and wall time; the one file here that reads a clock."""

from __future__ import annotations

import gc
import resource
import time
from collections.abc import Callable, Iterable
from typing import Any

__all__ = ["Tally", "all_cpu_seconds", "cpu_seconds", "race", "wall_seconds", "wall_seconds_of_each"]

Work = Callable[[], Any]


def cpu_seconds(work: Work) -> float:
    """Give the CPU time of one call in seconds, of all threads of this process together.

    Garbage that earlier calls left is collected before, so that nobody pays for another's.
    """
    return _seconds(work, time.process_time)


def all_cpu_seconds(work: Work) -> float:
    """Give the CPU time of one call in seconds, with that of the programs which it starts and waits for."""
    return _seconds(work, _with_children)


def _with_children() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + spent.ru_utime + spent.ru_stime


def wall_seconds(work: Work) -> float:
    """Give the time of one call in seconds as it passes for everybody: what threads are there to shorten."""
    return _seconds(work, time.perf_counter)


def wall_seconds_of_each(works: Iterable[Work]) -> list[float]:
    """Give the time of each of many short calls in seconds, one right after the other, as in a run."""
    gc.collect()
    found = []
    for work in works:
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return found


def _seconds(work: Work, clock: Callable[[], float]) -> float:
    gc.collect()
    start = clock()
    result = work()
    seconds = clock() - start
    del result
    return seconds


def race(*works: Work, repeats: int, seconds: Callable[[Work], float] = cpu_seconds) -> list[tuple[float, ...]]:
    """Give the times in seconds of each piece of work, round by round.

    They take turns, so that a machine that slows down for a while slows all of them: compare within a round, then take
    the median of the rounds. A first round, in which caches fill and code is loaded, does not count.
    """
    for work in works:
        work()
    return [tuple(seconds(work) for work in works) for _ in range(repeats)]


class Tally:
    """Adds up the CPU time of functions, by name."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function with its time noted at every call."""
        self.seconds.setdefault(name, 0.0)

        def noted(*given: Any, **named: Any) -> Any:
            start = time.process_time()
            try:
                return function(*given, **named)
            finally:
                self.seconds[name] += time.process_time() - start

        return noted
