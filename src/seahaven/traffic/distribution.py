"""Distributions of what differs from driver to driver, and of the time between vehicles.

Each turns a number in [0, 1) into a value, and nothing else: which number a vehicle gets is a pure function of the
run's seed and of who it is, so that nothing depends on who comes when.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, inf, isfinite, log, sqrt
from statistics import NormalDist
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from seahaven.errors import InputError
from seahaven.geometry import Floats, Integers
from seahaven.kernel import Stream

__all__ = [
    "Constant",
    "Distribution",
    "Exponential",
    "Geometric",
    "LogNormal",
    "Normal",
    "Scaled",
    "Uniform",
    "distribution",
    "drawn",
    "shares",
    "shares_of",
    "uniforms",
]


_STANDARD = NormalDist()
_LEAST, _MOST = 1e-12, 1.0 - 1e-12
"""Shares beyond which a normal distribution without bounds is cut off, seven deviations from its mean."""

_FEW = 8
"""Up to so many numbers are drawn faster one by one."""


class Distribution(Protocol):
    """What gives every vehicle a value of its own."""

    def quantile(self, share: Floats) -> Floats:
        """The values below which the given shares, from 0 up to but not including 1, of all values lie."""

    @property
    def mean(self) -> float:
        """The mean, of what lies within the bounds and beyond them."""


def drawn(values: Distribution, stream: Stream, numbers: ArrayLike) -> Floats:
    """The values of vehicles with these numbers, each the same whoever else is asked for."""
    return values.quantile(shares(stream, numbers))


def shares(stream: Stream, numbers: ArrayLike) -> Floats:
    """For vehicles with these numbers, of how many of all others the value lies below theirs."""
    return np.asarray(shares_of([stream], numbers)[0])


def shares_of(streams: Sequence[Stream], numbers: ArrayLike) -> Floats:
    """The same for several values at once: a row for each stream, a column for each number."""
    rows = np.atleast_1d(np.asarray(numbers, np.int64))
    if len(rows) <= _FEW:
        return np.array([[stream.uniform(entity=number) for number in rows.tolist()] for stream in streams])
    import seahaven.traffic.draw_kernels as kernels

    return kernels.uniforms(np.array([stream.address(0, 0) for stream in streams], np.uint64), rows)


def uniforms(stream: Stream, numbers: Integers, *, step: int = 0, draw: int = 0) -> Floats:
    """What `stream.uniforms` gives, quicker where there are many numbers."""
    import seahaven.traffic.draw_kernels as kernels

    return np.asarray(kernels.uniforms(np.array([stream.address(step, draw)], np.uint64), numbers)[0])


def distribution(value: Distribution | float) -> Distribution:
    """A distribution as it is, a plain number as one that always gives it."""
    return Constant(float(value)) if isinstance(value, int | float) else value


@dataclass(frozen=True, slots=True)
class Constant:
    """The same for all."""

    value: float

    def __post_init__(self) -> None:
        _refuse_infinite(self, self.value)

    @property
    def mean(self) -> float:
        """The value itself."""
        return self.value

    def quantile(self, share: Floats) -> Floats:
        """The value, for every share."""
        return np.full(len(share), self.value)


@dataclass(frozen=True, slots=True)
class Uniform:
    """All values from `low` to `high` alike."""

    low: float
    high: float

    def __post_init__(self) -> None:
        _refuse_infinite(self, self.low, self.high)
        _refuse_unless(self, self.low <= self.high, "low at most as large as high")

    @property
    def mean(self) -> float:
        """Half-way."""
        return 0.5 * (self.low + self.high)

    def quantile(self, share: Floats) -> Floats:
        """The values that far from low to high."""
        return self.low + (self.high - self.low) * share


@dataclass(frozen=True, slots=True)
class Normal:
    """Around `mean`, and cut off at the bounds: what lies beyond is spread over what lies within, not put onto them."""

    mean: float
    deviation: float
    low: float = -inf
    high: float = inf

    def __post_init__(self) -> None:
        _refuse_infinite(self, self.mean, self.deviation)
        _refuse_unless(self, self.deviation >= 0.0, "a deviation of 0 or more")
        _refuse_unless(self, self.low <= self.mean <= self.high, "a mean within the bounds")

    def quantile(self, share: Floats) -> Floats:
        """The values below which these shares of what lies within the bounds lie."""
        return _within(share, self.mean, self.deviation, self.low, self.high)


@dataclass(frozen=True, slots=True)
class LogNormal:
    """Above 0 and with a long tail, by the mean and the deviation of the values themselves, cut off at the bounds."""

    mean: float
    deviation: float
    low: float = 0.0
    high: float = inf

    def __post_init__(self) -> None:
        _refuse_infinite(self, self.mean, self.deviation)
        _refuse_unless(self, self.mean > 0.0 and self.deviation >= 0.0, "a mean above 0 and a deviation of 0 or more")
        _refuse_unless(self, 0.0 <= self.low <= self.mean <= self.high, "a mean within the bounds, both from 0 on")

    def quantile(self, share: Floats) -> Floats:
        """The values below which these shares of what lies within the bounds lie."""
        width = sqrt(log(1.0 + (self.deviation / self.mean) ** 2))
        middle = log(self.mean) - 0.5 * width**2
        low, high = (log(bound) if bound > 0.0 else -inf for bound in (self.low, self.high))
        logs = _within(share, min(max(middle, low), high), width, low, high)
        return np.array([exp(value) for value in logs.tolist()])


@dataclass(frozen=True, slots=True)
class Exponential:
    """Times between vehicles that know nothing of each other, but keep a least distance in time.

    With `least` 0 this is Poisson's process; with more, all of `mean` above it is left to chance.
    """

    mean: float
    least: float = 0.0

    def __post_init__(self) -> None:
        _refuse_infinite(self, self.mean, self.least)
        _refuse_unless(self, 0.0 <= self.least <= self.mean, "a least time from 0 up to the mean")

    def quantile(self, share: Floats) -> Floats:
        """The least, and what chance puts on top."""
        return np.asarray(self.least - (self.mean - self.least) * np.log1p(-share), np.float64)


@dataclass(frozen=True, slots=True)
class Geometric:
    """Whole numbers of seconds between vehicles of which one comes in any second with the same probability."""

    probability: float

    def __post_init__(self) -> None:
        _refuse_unless(self, 0.0 < self.probability <= 1.0, "a probability above 0, and 1 at most")

    @property
    def mean(self) -> float:
        """One over the probability."""
        return 1.0 / self.probability

    def quantile(self, share: Floats) -> Floats:
        """The number of seconds up to and with the one that brings somebody."""
        if self.probability == 1.0:
            return np.ones(len(share))
        return np.asarray(np.floor(np.log1p(-share) / np.log1p(-self.probability)) + 1.0, np.float64)


@dataclass(frozen=True, slots=True)
class Scaled:
    """Another distribution with all values multiplied by a factor."""

    of: Distribution
    factor: float

    def __post_init__(self) -> None:
        _refuse_unless(self, isfinite(self.factor) and self.factor > 0.0, "a factor above 0")

    @property
    def mean(self) -> float:
        """That of the other, times the factor."""
        return self.factor * self.of.mean

    def quantile(self, share: Floats) -> Floats:
        """Those of the other, times the factor."""
        return self.factor * self.of.quantile(share)


def _within(share: Floats, mean: float, deviation: float, low: float, high: float) -> Floats:
    """Quantiles of a normal distribution cut off at bounds."""
    if deviation == 0.0:
        return np.full(len(share), mean)
    first, last = _shares_below(mean, deviation, low, high)
    if len(share) > _FEW:
        import seahaven.traffic.draw_kernels as kernels

        return kernels.normal_quantiles(share, first, last, _LEAST, _MOST, mean, deviation, low, high)
    places = np.clip(first + (last - first) * share, _LEAST, _MOST).tolist()
    return np.clip([mean + deviation * _STANDARD.inv_cdf(place) for place in places], low, high)


@cache
def _shares_below(mean: float, deviation: float, low: float, high: float) -> tuple[float, float]:
    """The shares of a normal distribution that lie below two bounds."""
    return _STANDARD.cdf((low - mean) / deviation), _STANDARD.cdf((high - mean) / deviation)


def _refuse_infinite(values: object, *numbers: float) -> None:
    _refuse_unless(values, all(isfinite(number) for number in numbers), "finite numbers")


def _refuse_unless(values: object, is_right: bool, expected: str) -> None:
    if not is_right:
        raise InputError(f"{values!r} is no distribution; expected {expected}")
