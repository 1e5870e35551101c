"""Speed: the limit of the road, and limits of one's own."""

from __future__ import annotations

from math import inf
from typing import ClassVar

import numpy as np

from seahaven.testbed.bounds import SpeedSize
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.margins import Margins
from seahaven.testbed.requirement import Requirement, validator

__all__ = ["SpeedLimit", "SpeedRange"]


@validator("speed_limit")
class SpeedLimit(Requirement):
    """It heeds the speed limit."""

    unit: ClassVar[str] = "m/s"
    usual: ClassVar[str] = "tolerance"
    tolerance: SpeedSize = 0.5
    """By how much it may be faster."""

    def margins(self, evidence: Evidence) -> Margins:
        """The limit with its tolerance, less the speed; infinite off all lanes."""
        return self.of(evidence, evidence.on_lanes.limit + self.tolerance - evidence.mine("speed"))


@validator("speed")
class SpeedRange(Requirement):
    """Its speed is within bounds; inside `within`, `after` and `until` it is a condition: `speed: {at_most: 0.1}`."""

    unit: ClassVar[str] = "m/s"
    usual: ClassVar[str] = "at_most"
    at_most: SpeedSize | None = None
    at_least: SpeedSize | None = None

    def margins(self, evidence: Evidence) -> Margins:
        """How far the speed is from the nearer bound."""
        speed = evidence.mine("speed")
        above = inf if self.at_most is None else self.at_most - speed
        below = inf if self.at_least is None else speed - self.at_least
        return self.of(evidence, np.minimum(above, below))
