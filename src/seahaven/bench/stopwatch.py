"""CPU time, which other programs on the machine disturb least; the one place of the bench that reads a clock."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Any

__all__ = ["cpu_seconds", "race"]

Work = Callable[[], Any]


def cpu_seconds(work: Work) -> float:
    """Give the CPU time of one call in seconds, of all threads of this process together.

    Garbage that earlier calls left is collected before, so that nobody pays for another's.
    """
    gc.collect()
    start = time.process_time()
    result = work()
    seconds = time.process_time() - start
    del result
    return seconds


def race(*works: Work, repeats: int) -> list[tuple[float, ...]]:
    """Give the CPU times in seconds of each piece of work, round by round.

    They take turns, so that a machine that slows down for a while slows all of them: compare within a round, then take
    the median of the rounds. A first round, in which caches fill and code is loaded, does not count.
    """
    for work in works:
        work()
    return [tuple(cpu_seconds(work) for work in works) for _ in range(repeats)]
