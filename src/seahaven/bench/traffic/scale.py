"""What more vehicles cost, what more threads bring, and that neither changes a byte."""

from __future__ import annotations

import os
from functools import partial
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.bench.stopwatch import race, wall_seconds
from seahaven.bench.sumo.course import Course, Drive
from seahaven.bench.sumo.fleet import Fleet
from seahaven.kernel import Stream

__all__ = ["Difference", "Threads", "cost_ratio", "differing_dates", "order_differences", "two_threads"]

STATE = (
    "x", "y", "z", "heading", "lane", "s", "offset", "drift", "line", "entry", "speed", "acceleration", "wish", "aim",
    "turn_light", "brake_light", "pilot", "gap", "whim",
)  # fmt: skip
"""Where each vehicle is, what it does and what it wishes. Where its driver looks (`gaze`) is left out: a machine draws
that for each id, and it has no effect on anything else."""


def cost_ratio(small: tuple[Course, Fleet], large: tuple[Course, Fleet], *, steps: int, repeats: int) -> float:
    """Give how many times as much CPU time a vehicle of a large fleet takes in a step as one of a small fleet.

    The small fleet makes more steps, so that both take about as long.
    """
    drives = [Drive.of_fleet(*small), Drive.of_fleet(*large)]
    more = max(1, round(len(large[1]) / len(small[1])))
    for drive in drives:
        drive.advance(steps)
    rounds = race(lambda: drives[0].advance(more * steps), lambda: drives[1].advance(steps), repeats=repeats)
    updates = more * steps * len(small[1]), steps * len(large[1])
    return median((b / updates[1]) / (a / updates[0]) for a, b in rounds)


class Threads(NamedTuple):
    """How many times as fast two threads are as one on the wall clock, updates per second, and who else was there.

    A machine that others use as well has less than two cores for us: then two threads cannot be twice as fast.
    """

    speed_up: float
    rate: float
    others: float
    """How many programs wanted a core just before, on the average of a minute."""


def two_threads(course: Course, fleet: Fleet, *, steps: int, repeats: int) -> Threads:
    """Race the same traffic on one thread and on two."""
    import numba  # loads a compiler, as those who drive do

    drives = [Drive.of_fleet(course, fleet), Drive.of_fleet(course, fleet, parallel=True)]
    before, others = numba.get_num_threads(), os.getloadavg()[0]
    numba.set_num_threads(min(2, before))
    try:
        for drive in drives:
            drive.advance(steps)
        rounds = race(*(partial(drive.advance, steps) for drive in drives), repeats=repeats, seconds=wall_seconds)
    finally:
        numba.set_num_threads(before)
    rate = median(steps * len(fleet) / two for _, two in rounds)
    return Threads(median(one / two for one, two in rounds), rate, others)


def differing_dates(course: Course, fleet: Fleet, *, dates: int, steps: int) -> int:
    """Give at how many of so many dates, some steps apart, one thread and two have not the same bytes."""
    import numba

    one, two = Drive.of_fleet(course, fleet), Drive.of_fleet(course, fleet, parallel=True)
    before, differing = numba.get_num_threads(), 0
    for _ in range(dates):
        numba.set_num_threads(1)
        one.advance(steps)
        numba.set_num_threads(min(2, before))
        two.advance(steps)
        differing += one.world.digest() != two.world.digest()
    numba.set_num_threads(before)
    return differing


class Difference(NamedTuple):
    """A date at which the same fleet added in another order is not the same, and in which columns."""

    seconds: float
    columns: tuple[str, ...]

    def __str__(self) -> str:
        return f"at {self.seconds:g} s in {', '.join(self.columns)}"


def order_differences(course: Course, fleet: Fleet, *, dates: int, steps: int) -> list[Difference]:
    """Give where the same fleet added in another order is not the same, of so many dates, some steps apart.

    Added in another order, vehicles have other ids and other rows. What each is and does has to be the same, byte for
    byte.
    """
    order = np.argsort(Stream.named(1, "order").uniforms(np.arange(len(fleet))), kind="stable")
    columns = {name: column[order] for name, column in fleet.columns.items()}
    moved = Fleet(columns, fleet.lane[order], fleet.share[order], fleet.speed[order])
    drive, other = Drive.of_fleet(course, fleet), Drive.of_fleet(course, moved)
    found = []
    for _ in range(dates):
        drive.advance(steps)
        other.advance(steps)
        differing = tuple(name for name in STATE if _bytes(drive, name, order) != _bytes(other, name))
        if differing:
            found.append(Difference(drive.seconds, differing))
    return found


def _bytes(drive: Drive, column: str, order: NDArray[np.int64] | None = None) -> bytes:
    """A column of all vehicles, and where it is null, in the order of rows or another one."""
    vehicles = drive.vehicles
    parts = [getattr(vehicles, column), *([vehicles.null(column)] if vehicles.type.columns[column].nullable else [])]
    return b"".join(part.tobytes() if order is None else part[order].tobytes() for part in parts)
