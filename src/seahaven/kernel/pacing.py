"""The one place that looks at a wall clock: holding a run to real time, or to any multiple of it.

Nothing here reaches a result. A pacer only waits, and counts how often the simulation came too late.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from seahaven.errors import InputError
from seahaven.kernel.dates import MILLISECOND, SECOND

__all__ = ["Deadline", "Pacer", "Pacing", "Stopwatch"]

_TOLERANCE: Final = 1 * MILLISECOND


@dataclass(frozen=True, slots=True)
class Pacing:
    """How a paced run went: dates visited, how many came late, and by how much at worst (s)."""

    dates: int
    overruns: int
    worst: float

    def __str__(self) -> str:
        if not self.overruns:
            return f"{self.dates:,} dates, all in time"
        return f"{self.dates:,} dates, {self.overruns:,} late, at worst by {self.worst * 1e3:.1f} ms"


class Deadline:
    """How long something outside the run, such as a program that drives, may still take by the wall clock.

    Whether it is kept decides only between going on and giving up; no value of a run comes of it.
    """

    __slots__ = ("_clock", "_end", "seconds")

    def __init__(self, seconds: float, clock: Callable[[], int] = time.perf_counter_ns) -> None:
        self.seconds = seconds
        self._clock = clock
        self._end = clock() + round(seconds * SECOND)

    @property
    def left(self) -> float:
        """Seconds until it has passed; 0 from then on."""
        return max(self._end - self._clock(), 0) / SECOND

    @property
    def has_passed(self) -> bool:
        """Whether the time is up."""
        return self._clock() >= self._end


class Stopwatch:
    """How long something outside the run has taken by the wall clock, in seconds; no value of a run comes of it."""

    __slots__ = ("_begin", "_clock")

    def __init__(self, clock: Callable[[], int] = time.perf_counter_ns) -> None:
        self._clock = clock
        self._begin = clock()

    @property
    def seconds(self) -> float:
        """Seconds since it was made."""
        return (self._clock() - self._begin) / SECOND


@dataclass(slots=True)
class Pacer:
    """Waits before each date until the wall clock has come as far, times `factor`.

    Factor 1 is real time, 2 twice as fast, 0.1 slow motion. A run without a pacer goes as fast as it can. A date
    that is reached late is an overrun; the schedule is kept, so that the run catches up as soon as it can.
    """

    factor: float = 1.0
    clock: Callable[[], int] = time.perf_counter_ns
    sleep: Callable[[float], None] = time.sleep
    _origin: tuple[int, int] | None = field(default=None, init=False)
    _last: int | None = field(default=None, init=False)
    _late: int | None = field(default=None, init=False)
    _dates: int = field(default=0, init=False)
    _overruns: int = field(default=0, init=False)
    _worst: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        if not 0 < self.factor < float("inf"):
            raise InputError(f"a pace must be a positive factor of real time, not {self.factor}")

    def wait(self, date: int) -> None:
        """Return when it is time for `date`, at once if it is late already; a date that comes twice counts once."""
        if self._origin is None:
            self._origin = (self.clock(), date)
        wall, start = self._origin
        late = self.clock() - wall - round((date - start) / self.factor)
        self._dates += date != self._last
        self._last = date
        if late < 0:
            self.sleep(-late / SECOND)
        elif late > _TOLERANCE:
            self._overruns += date != self._late
            self._late = date
            self._worst = max(self._worst, late)

    @property
    def report(self) -> Pacing:
        """How it went so far."""
        return Pacing(self._dates, self._overruns, self._worst / SECOND)
