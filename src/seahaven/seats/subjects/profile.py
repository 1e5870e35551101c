"""Speed over the distance, as it might have been recorded of somebody: slow drifts, dips and stops."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from seahaven.kernel import Stream

__all__ = ["Profile", "profile"]

SPACING, LENGTH = 20.0, 24_000.0
"""Metres from one value to the next, and until it begins anew."""
WAVES = ((4000.0, 9000.0, 0.09), (1200.0, 3000.0, 0.06), (250.0, 700.0, 0.03))
"""Shortest and longest wave (m) of each of the drifts, and by what share they change the speed."""
DIPS, DEEPEST, WIDEST = 12, 0.65, 220.0
"""How many dips there are, what share of the speed the deepest takes away, and how long the widest is (m)."""
STOPS, SHORTEST, LONGEST = 4, 3.0, 18.0
"""How many stops there are, and for how many seconds."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Shares of the person's usual speed, one every `SPACING` metres; and stops: where, and for how long."""

    shares: tuple[float, ...]
    stops: tuple[tuple[float, float], ...]

    def share(self, distance: float) -> float:
        """The share at a distance from where it began."""
        return self.shares[int(distance / SPACING) % len(self.shares)]

    def stop(self, number: int) -> tuple[float, float]:
        """The distance of a stop, counted from the first, and how long it lasts."""
        lap, which = divmod(number, len(self.stops))
        at, seconds = self.stops[which]
        return lap * LENGTH + at, seconds


@cache
def profile(number: int) -> Profile:
    """The profile of a number: the same one in every run."""
    stream = Stream.named(0, "recorded speed")
    draws = iter(stream.uniforms(np.arange(1000), step=number).tolist())
    along = np.arange(0.0, LENGTH, SPACING)
    shares = np.ones_like(along)
    for shortest, longest, change in WAVES:
        count = round(LENGTH / (shortest + (longest - shortest) * next(draws)))
        shares += change * np.sin(2.0 * np.pi * (along * count / LENGTH + next(draws)))
    for _ in range(DIPS):
        middle, depth, width = LENGTH * next(draws), DEEPEST * next(draws), 40.0 + (WIDEST - 40.0) * next(draws)
        shares *= 1.0 - depth * np.exp(-(((along - middle) / width) ** 2))
    stops = [(LENGTH * (k + 0.15 + 0.7 * next(draws)) / STOPS, next(draws)) for k in range(STOPS)]
    return Profile(tuple(shares.tolist()), tuple((at, SHORTEST + (LONGEST - SHORTEST) * u) for at, u in stops))
