"""How far along its way a body is at a time, if it passes some places with given speeds or at given times."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats

__all__ = ["Progress"]


class Progress(NamedTuple):
    """Places along a way, with the time and the speed at each; the movement in between follows from these.

    If speeds were given, the acceleration is constant from place to place. If times were given, the distance is a
    monotone cubic of time: the body never moves back, and its speed has no jumps (F. N. Fritsch and R. E. Carlson,
    *SIAM Journal on Numerical Analysis* 17, 1980, with the weighted harmonic means of F. N. Fritsch and J. Butland).
    """

    stations: tuple[float, ...]
    """m"""
    dates: tuple[float, ...]
    """s"""
    speeds: tuple[float, ...]
    """m/s"""
    is_timed: bool

    @classmethod
    def by_speeds(cls, stations: Floats, speeds: tuple[float, ...]) -> Progress:
        """Passes each place with a speed; the first at time 0."""
        dates = [0.0]
        for k, (here, there) in enumerate(pairwise(speeds)):
            pace = 0.5 * (here + there)
            if pace <= 0.0:
                raise InputError(
                    f"a string of pearls does not get from gate {k} to gate {k + 1}: the speed is 0 at both; "
                    "expected more at one of them"
                )
            dates.append(dates[-1] + float(stations[k + 1] - stations[k]) / pace)
        return cls(tuple(stations.tolist()), tuple(dates), speeds, is_timed=False)

    @classmethod
    def by_times(cls, stations: Floats, dates: tuple[float, ...]) -> Progress:
        """Passes each place at a time."""
        for k, (earlier, later) in enumerate(pairwise(dates)):
            if not earlier < later:
                raise InputError(
                    f"gates {k} and {k + 1} are passed at {earlier!r} and {later!r} s; expected rising times"
                )
        spans = np.diff(dates)
        return cls(tuple(stations.tolist()), dates, _slopes(spans, np.diff(stations) / spans), is_timed=True)

    @property
    def paces(self) -> Floats:
        """The mean speed from each place to the next (m/s)."""
        return np.asarray(np.diff(self.stations) / np.diff(self.dates))

    def at(self, time: float) -> tuple[float, float, float]:
        """Distance along the way, speed and acceleration at a time from the first date to the last."""
        k = min(bisect_right(self.dates, time), len(self.dates) - 1) - 1
        span, passed = self.dates[k + 1] - self.dates[k], time - self.dates[k]
        begin, end = self.stations[k : k + 2]
        first, second = self.speeds[k : k + 2]
        if not self.is_timed:
            faster = (second - first) / span
            return min(begin + passed * (first + 0.5 * faster * passed), end), first + faster * passed, faster
        f, way = passed / span, end - begin
        square, cube = 3.0 * way - (2.0 * first + second) * span, (first + second) * span - 2.0 * way
        s = begin + f * (first * span + f * (square + f * cube))
        speed = first + f * (2.0 * square + 3.0 * f * cube) / span
        return min(max(s, begin), end), max(speed, 0.0), (2.0 * square + 6.0 * f * cube) / span**2


def _slopes(spans: Floats, paces: Floats) -> tuple[float, ...]:
    """The speed at each place for which the distance is monotone: 0 if the body stands before or after it."""
    slopes = [float(paces[0])]
    for (a, b), (before, after) in zip(pairwise(spans.tolist()), pairwise(paces.tolist()), strict=True):
        if before <= 0.0 or after <= 0.0:
            slopes.append(0.0)
        else:
            slopes.append(3.0 * (a + b) / ((2.0 * b + a) / before + (b + 2.0 * a) / after))
    return (*slopes, float(paces[-1]))
