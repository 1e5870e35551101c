"""Comfort: accelerations and jerk."""

from __future__ import annotations

from typing import ClassVar, Final

import numpy as np

from seahaven.geometry import Floats
from seahaven.testbed.bounds import AccelerationSize, JerkSize
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.margins import Margins
from seahaven.testbed.requirement import Requirement, validator

__all__ = ["Accelerations", "JerkLimit"]

SMOOTHED: Final = 0.5
"""Seconds over which accelerations are averaged before they are differentiated: what passengers feel."""


@validator("acceleration")
class Accelerations(Requirement):
    """Its accelerations stay within what passengers bear."""

    unit: ClassVar[str] = "m/s²"
    usual: ClassVar[str] = "at_most"
    at_most: AccelerationSize | None = None
    """In all directions that are not named."""
    forward: AccelerationSize | None = None
    braking: AccelerationSize | None = None
    sideways: AccelerationSize | None = None

    def margins(self, evidence: Evidence) -> Margins:
        """The least room to any of its bounds."""
        along = evidence.mine("acceleration")
        across = np.abs(evidence.mine("speed") * evidence.turning)
        sizes = ((self.forward, along), (self.braking, -along), (self.sideways, across))
        values = np.full(len(evidence.frames), np.inf)
        for bound, size in sizes:
            allowed = self.at_most if bound is None else bound
            if allowed is not None:
                values = np.minimum(values, allowed - size)
        return self.of(evidence, values)


@validator("jerk")
class JerkLimit(Requirement):
    """Its acceleration changes no faster than passengers bear, along its way, averaged over half a second."""

    unit: ClassVar[str] = "m/s³"
    usual: ClassVar[str] = "at_most"
    at_most: JerkSize

    def margins(self, evidence: Evidence) -> Margins:
        """The bound less the size of the jerk."""
        return self.of(evidence, self.at_most - np.abs(_jerk(evidence.times, evidence.mine("acceleration"))))


def _jerk(times: Floats, acceleration: Floats) -> Floats:
    """The change between the means of the half second before each frame and that behind it."""
    if len(times) < 2:
        return np.zeros(len(times))
    sums = np.concatenate(([0.0], np.cumsum(acceleration)))
    rows = np.arange(len(times))
    low = np.searchsorted(times, times - SMOOTHED + 1e-9)
    high = np.searchsorted(times, times + SMOOTHED - 1e-9, side="right")
    before = (sums[rows + 1] - sums[low]) / (rows + 1 - low)
    behind = (sums[high] - sums[rows]) / (high - rows)
    jerk: Floats = (behind - before) / SMOOTHED
    jerk[(low == 0) | (high == len(times))] = 0.0
    return jerk
