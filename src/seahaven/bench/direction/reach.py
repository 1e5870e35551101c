"""Where somebody may be by now who keeps to what looks natural: its speed, its acceleration, and its jerk.

From a convex set of places, speeds and accelerations one reaches a convex set of them. So for each speed and each
acceleration an interval of places is enough, which is followed step by step.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf

import numpy as np

from seahaven.bench.direction.reach_kernels import step_on
from seahaven.direction.coach import ACCELERATION, BRAKING, FASTEST, JERK, PARKED_ACCELERATION, SLOWEST
from seahaven.geometry import Floats

__all__ = ["DT", "Reach", "Source"]

DT, DV = 0.5, 0.05
"""Seconds from one step to the next, and m/s from one speed to the next."""
DA = 2.0 * DV / DT
"""From one acceleration to the next (m/s²): as much as makes one speed more of the mean of two of them."""
GRAIN = 0.5
"""Metres by which nature may get further than steps of this size do."""


def _levels(acceleration: float) -> int:
    """So many steps of acceleration, rather one too many."""
    return ceil(acceleration / DA - 1e-9)


LOWEST, HIGHEST, JUMP = -_levels(BRAKING), _levels(ACCELERATION), _levels(JERK * DT)
SETTING_OUT = min(_levels(PARKED_ACCELERATION), HIGHEST)


@dataclass(frozen=True, slots=True)
class Source:
    """Where somebody comes from: between which places relative to the drive, and how fast, from which time on."""

    time: float
    low: float
    high: float
    speed: float | None = None
    """None for any that is natural, 0 for one that is parked and sets out when it likes."""
    is_ahead: bool = True
    """Whether it stays ahead of the subject, on its lane."""
    acceleration: float | None = None
    """None for any that is natural."""


class Reach:
    """Where somebody from a source may be by now; apart for those who are slower than others and still setting out."""

    def __init__(self, limit: float, source: Source) -> None:
        self._speeds = np.arange(0.0, FASTEST * limit + DV, DV)
        self._slowest = int(np.searchsorted(self._speeds, SLOWEST * limit))
        self._low, self._high = self._empty(HIGHEST - LOWEST + 1)
        self._next = self._empty(HIGHEST - LOWEST + 1)
        self._out_low, self._out_high = (column[0] for column in self._empty(1))
        self._parked = (source.low, source.high) if source.speed == 0.0 else (inf, -inf)
        if source.speed != 0.0:
            self._put(source)

    def _empty(self, levels: int) -> tuple[Floats, Floats]:
        shape = levels, len(self._speeds)
        return np.full(shape, inf), np.full(shape, -inf)

    def _put(self, source: Source) -> None:
        """Somebody who drives; whoever is slower than others first has to come up to their speed."""
        columns = slice(self._slowest, None)
        if source.speed is not None:
            nearest = int(np.abs(self._speeds - source.speed).argmin())
            columns = slice(nearest, nearest + 1)
            if nearest < self._slowest:
                self._out_low[columns], self._out_high[columns] = source.low, source.high
                return
        levels = slice(None)
        if source.acceleration is not None:
            level = round(min(max(source.acceleration, DA * LOWEST), DA * HIGHEST) / DA) - LOWEST
            levels = slice(level, level + 1)
        self._low[levels, columns], self._high[levels, columns] = source.low, source.high

    def has(self, low: float, high: float) -> bool:
        """Whether it may be between two places, driving."""
        return bool(((self._low <= high + GRAIN) & (self._high >= low - GRAIN) & (self._low <= self._high)).any())

    def keep_above(self, place: float) -> None:
        """It is ahead of a place; whoever is parked there still was brought in further on."""
        for low, high in ((self._low, self._high), (self._out_low, self._out_high)):
            np.maximum(low, place, out=low)
            is_behind = low > high
            low[is_behind], high[is_behind] = inf, -inf
        self._parked = max(self._parked[0], place), self._parked[1]

    def advance(self) -> None:
        """One step on."""
        step_on(self._low, self._high, *self._next, LOWEST, JUMP, self._slowest, DT, DV)
        (self._low, self._high), self._next = self._next, (self._low, self._high)
        self._set_out()

    def _set_out(self) -> None:
        """Those who are parked may set out in this step; those who have go on until they are as fast as others."""
        low, high = self._out_low, self._out_high
        if self._parked[0] <= self._parked[1]:
            low[0], high[0] = self._parked
        shift, slowest = 2 * SETTING_OUT, self._slowest
        metres = 0.5 * DT * (2.0 * self._speeds[:slowest] + DV * shift)
        self._out_low, self._out_high = (column[0] for column in self._empty(1))
        self._out_low[shift : slowest + shift] = low[:slowest] + metres
        self._out_high[shift : slowest + shift] = high[:slowest] + metres
        row = SETTING_OUT - LOWEST
        np.minimum(self._low[row, slowest:], self._out_low[slowest:], out=self._low[row, slowest:])
        np.maximum(self._high[row, slowest:], self._out_high[slowest:], out=self._high[row, slowest:])
