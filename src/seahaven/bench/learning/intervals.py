"""How sure one can be of a rate of rare events."""

from __future__ import annotations

from scipy.stats import chi2

__all__ = ["poisson_interval"]


def poisson_interval(count: float, *, level: float = 0.95) -> tuple[float, float]:
    """The exact interval (Garwood 1936) of the mean number of events, of which so many were counted."""
    rest = 0.5 * (1.0 - level)
    low = 0.5 * float(chi2.ppf(rest, 2.0 * count)) if count else 0.0
    return low, 0.5 * float(chi2.ppf(1.0 - rest, 2.0 * count + 2.0))
