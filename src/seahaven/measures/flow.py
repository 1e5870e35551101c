"""What traffic is measured by: density, flow, speed, waves, passages and lane changes, from samples of vehicles.

A sample is a moment of a vehicle: a date in seconds, how far along the road it is (`Chainage` tells), its speed.
Samples are given as arrays, one value each, in any order: rows of a reel, or of a family's table step by step.
Everything is SI: densities are per metre, flows per second; `PER_KM` and `PER_HOUR` make them legible.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from seahaven.errors import InputError
from seahaven.geometry import Floats

__all__ = [
    "PER_HOUR",
    "PER_KM",
    "SpaceTime",
    "Wave",
    "greatest_flow",
    "lane_changes",
    "passing_times",
    "space_time",
    "wave_speed",
]

PER_KM: Final = 1e3
"""What a density in 1/m is multiplied by to be one per kilometre."""
PER_HOUR: Final = 3600.0
"""What a flow in 1/s is multiplied by to be one per hour."""

SLOWEST_WAVE: Final = 1.0
FASTEST_WAVE: Final = 30.0
SPEED_STEP: Final = 0.05
"""In m/s: which speeds of waves are looked at."""
LEAST_SHARE: Final = 0.1


@dataclass(frozen=True, slots=True)
class SpaceTime:
    """A road through time in cells: row k is the time from `time[k]` to `time[k + 1]`, column j likewise in space.

    By Edie's definitions (1963): in a cell, density is the time that vehicles spent there, and flow the way that they
    made there, over the cell's area; speed is way over time, NaN where nobody was. Density and flow are per lane.
    """

    time: Floats
    place: Floats
    density: Floats
    flow: Floats
    speed: Floats

    def points(self) -> tuple[Floats, Floats, Floats]:
        """Density, flow and speed of the cells in which somebody was: the points of a fundamental diagram."""
        used = self.density > 0.0
        return self.density[used], self.flow[used], self.speed[used]


def space_time(
    time: ArrayLike,
    place: ArrayLike,
    speed: ArrayLike,
    *,
    every: float,
    cell_time: float,
    cell_length: float,
    begin: float = 0.0,
    end: float | None = None,
    start: float = 0.0,
    length: float | None = None,
    lanes: int = 1,
) -> SpaceTime:
    """Give density, flow and speed by cells of the road and of time, from samples taken every so many seconds.

    Cells begin at the date `begin` and at the place `start`; those after `end`, or further on than `length` metres,
    are left out, and so are cells that would be cut off. Without `end` and `length`, all samples are covered.
    """
    t, x, v = _samples(time, place, speed)
    for name, value in (("every", every), ("cell_time", cell_time), ("cell_length", cell_length), ("lanes", lanes)):
        if not value > 0.0:
            raise InputError(f"space_time got {name} {value!r}; expected a number above 0")
    rows = _cells(t, begin, cell_time, None if end is None else end - begin)
    columns = _cells(x, start, cell_length, length)
    spent = _summed(t, x, np.full(len(t), every), rows, columns)
    driven = _summed(t, x, every * v, rows, columns)
    area = cell_time * cell_length * lanes
    average = np.divide(driven, spent, out=np.full(spent.shape, np.nan), where=spent > 0.0)
    return SpaceTime(rows, columns, spent / area, driven / area, average)


def _samples(*given: ArrayLike) -> tuple[NDArray[Any], ...]:
    arrays = tuple(np.asarray(one).ravel() for one in given)
    if len({len(one) for one in arrays}) != 1:
        raise InputError(f"samples got arrays of {[len(one) for one in arrays]} values; expected as many of each")
    return arrays


def _cells(values: Floats, first: float, size: float, reach: float | None) -> Floats:
    """The borders of cells: as many as fit within `reach`, or as the values need."""
    if reach is None:
        count = 1 + int(np.floor((values.max(initial=first) - first) / size + 1e-9))
    else:
        count = int(np.floor(reach / size + 1e-9))
    borders: Floats = first + size * np.arange(max(count, 0) + 1, dtype=np.float64)
    return borders


def _summed(t: Floats, x: Floats, weights: Floats, rows: Floats, columns: Floats) -> Floats:
    """Weights summed up by cells; whatever lies on a border counts for the cell after it."""
    row = np.searchsorted(rows, t + 1e-9, side="right") - 1
    column = np.searchsorted(columns, x, side="right") - 1
    height, width = len(rows) - 1, len(columns) - 1
    inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)
    cell = row[inside] * width + column[inside]
    sums = np.bincount(cell, weights=weights[inside], minlength=height * width).astype(np.float64)
    return sums.reshape(height, width)


class Wave(NamedTuple):
    """How fast a pattern of speeds moves along the road, in m/s, against traffic if negative; NaN where there is none.

    `share` says how much of all that speeds deviate from their averages moves along like this: 1 for a wave that does
    not change, 0 for chance.
    """

    speed: float
    share: float


def wave_speed(field: SpaceTime, *, closed: bool = False) -> Wave:
    """Give the speed at which slow and fast stretches move along the road.

    Whoever moves with a wave sees the same all the time. So for many speeds, deviations from each place's average are
    averaged along lines of that speed through space and time; the speed for which most is left of them is the wave's.
    Speeds up to 30 m/s are looked at; what moves slower than 1 m/s stands, and is no wave. On a `closed` road lines go
    round. Cells in which nobody was count as their place's average.
    """
    deviations = _deviations(field.speed)
    speeds = np.arange(SLOWEST_WAVE, FASTEST_WAVE, SPEED_STEP)
    speeds = np.concatenate((-speeds[::-1], speeds))
    distance, every = (float(edges[1] - edges[0]) for edges in (field.place, field.time))
    if not np.sum(deviations**2) > 1e-9:
        return Wave(np.nan, 0.0)
    cells = speeds * every / distance
    shares = np.array([_share_along(deviations, float(pace), closed=closed) for pace in cells])
    best = int(np.argmax(shares))
    return Wave(float(speeds[best]) if shares[best] >= LEAST_SHARE else np.nan, max(float(shares[best]), 0.0))


def _deviations(speed: Floats) -> Floats:
    """Speeds as deviations from each place's average over time, 0 where nobody was."""
    known = np.isfinite(speed)
    count = np.maximum(known.sum(axis=0), 1)
    average = np.where(known, speed, 0.0).sum(axis=0) / count
    return np.where(known, speed - average, 0.0)


def _share_along(deviations: Floats, pace: float, *, closed: bool) -> float:
    """Which share of the squares of deviations is left when they are averaged along lines of so many cells a row.

    By chance alone as many shares are left as there are lines, among all cells; that is taken off.
    """
    rows, columns = deviations.shape
    begin = np.arange(columns) - pace * np.arange(rows)[:, np.newaxis]
    line = np.floor(begin).astype(np.int64)
    near = (begin - line).ravel()
    line = (line % columns if closed else line - line.min()).ravel()
    after = (line + 1) % columns if closed else line + 1
    lines, weight = np.concatenate((line, after)), np.concatenate((1.0 - near, near))
    sums = np.bincount(lines, weights=weight * np.tile(deviations.ravel(), 2))
    weights = np.bincount(lines, weights=weight)
    used = weights > 1e-9
    left = float(np.sum(sums[used] ** 2 / weights[used]) / np.sum(deviations**2))
    chance = np.count_nonzero(used) / deviations.size
    return (left - chance) / (1.0 - chance) if chance < 1.0 else 0.0


def passing_times(
    time: ArrayLike, vehicle: ArrayLike, place: ArrayLike, *, at: float, around: float | None = None
) -> Floats:
    """Give the dates at which vehicles pass a place, in order, as a detector across the road would.

    Between two samples of a vehicle it is taken to drive evenly. On a closed road `around` is how long it is: a vehicle
    whose place falls by more than half of that has gone round.
    """
    t, who, x = _samples(time, vehicle, place)
    order = np.lexsort((t, who))
    t, who, x = t[order], who[order], x[order]
    is_same = who[1:] == who[:-1]
    behind, way = x[:-1] - at, np.diff(x)
    if around is not None:
        way = np.where(way < -0.5 * around, way + around, way)
        behind = np.where(behind >= 0.0, behind - around, behind)
    passes = is_same & (behind < 0.0) & (behind + way >= 0.0)
    share = -behind[passes] / way[passes]
    return np.sort(t[:-1][passes] + share * np.diff(t)[passes])


def greatest_flow(times: ArrayLike, *, window: float) -> float:
    """Give the most passages per second that any `window` of seconds among these dates has; 0 without passages.

    Windows lie within the time from the first passage to the last; if that is shorter, there is none.
    """
    dates = np.sort(np.asarray(times, np.float64))
    if len(dates) == 0 or dates[-1] - dates[0] < window:
        return 0.0
    counts = np.searchsorted(dates, dates + window, side="left") - np.arange(len(dates))
    return float(counts[dates + window <= dates[-1]].max(initial=0)) / window


def lane_changes(time: ArrayLike, vehicle: ArrayLike, line: ArrayLike) -> int:
    """Give how many lanes vehicles crossed over, in either direction, by their column `line`."""
    t, who, lines = _samples(time, vehicle, line)
    order = np.lexsort((t, who))
    who, lines = who[order], lines[order].astype(np.int64)
    return int(np.abs(np.diff(lines))[who[1:] == who[:-1]].sum())
