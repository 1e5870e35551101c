"""Conditions compared: means with their intervals, and changes from one condition to another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np

__all__ = ["LEVEL", "Change", "Estimate", "change", "estimate"]

LEVEL: Final = 0.95
"""Confidence of all intervals. By chance alone one interval in twenty misses the true value."""


FEWEST: Final = 3
"""Values that an interval needs; of two it would be so wide that it says nothing."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its interval; both ends are None with fewer than three values."""

    mean: float
    low: float | None
    high: float | None
    count: int


@dataclass(frozen=True, slots=True)
class Change:
    """How much greater a mean is under one condition than under another, with its interval.

    `is_paired` says that the same participants drove under both, so that each was compared with itself. `share` is the
    change as a share of the first mean, None where that is 0.
    """

    mean: float
    low: float | None
    high: float | None
    count: int
    is_paired: bool
    share: float | None

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out 0."""
        return self.low is not None and self.high is not None and (self.low > 0.0 or self.high < 0.0)


def estimate(values: Sequence[float]) -> Estimate | None:
    """The mean of some values with its interval by Student's distribution; None without values.

    >>> mean = estimate([1.0, 2.0, 3.0])
    >>> mean.mean, round(mean.low, 3), round(mean.high, 3)
    (2.0, -0.484, 4.484)
    """
    if not values:
        return None
    sample = np.asarray(values, dtype=np.float64)
    mean = float(sample.mean())
    if len(sample) < FEWEST:
        return Estimate(mean, None, None, len(sample))
    reach = _quantile(len(sample) - 1) * float(sample.std(ddof=1)) / sqrt(len(sample))
    return Estimate(mean, mean - reach, mean + reach, len(sample))


def change(first: Mapping[str, float], second: Mapping[str, float]) -> Change | None:
    """The change from a first condition to a second, from the values of each participant; None without values.

    If at least two participants have values in both, each is compared with itself (a paired t-test); else the groups
    are compared as wholes (Welch's t-test).
    """
    both = sorted(first.keys() & second.keys())
    if len(both) >= 2:
        differences = [second[name] - first[name] for name in both]
        told = estimate(differences)
        base = float(np.mean([first[name] for name in both]))
        return None if told is None else _change(told.mean, told.low, told.high, told.count, True, base)
    one, other = list(first.values()), list(second.values())
    if not one or not other:
        return None
    mean, base = float(np.mean(other) - np.mean(one)), float(np.mean(one))
    if min(len(one), len(other)) < FEWEST:
        return _change(mean, None, None, len(one) + len(other), False, base)
    parts = float(np.var(one, ddof=1)) / len(one), float(np.var(other, ddof=1)) / len(other)
    spread = sum(parts)
    freedom = spread * spread / sum(
        part * part / (count - 1) for part, count in zip(parts, (len(one), len(other)), strict=True)
    ) if spread else 1.0  # fmt: skip
    reach = _quantile(freedom) * sqrt(spread)
    return _change(mean, mean - reach, mean + reach, len(one) + len(other), False, base)


def _change(
    mean: float, low: float | None, high: float | None, count: int, is_paired: bool, base: float
) -> Change:  # fmt: skip
    return Change(mean, low, high, count, is_paired, mean / base if base else None)


def _quantile(freedom: float) -> float:
    """By how many standard errors an interval reaches to either side, with so many degrees of freedom."""
    from scipy.special import stdtrit  # only who compares waits for it

    return float(stdtrit(freedom, 0.5 + 0.5 * LEVEL))
