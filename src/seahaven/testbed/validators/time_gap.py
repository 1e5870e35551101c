"""Time gap to the leader."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from seahaven.measures import time_gap
from seahaven.testbed.bounds import HowLong, SpeedSize
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.margins import Margins
from seahaven.testbed.requirement import Requirement, validator

__all__ = ["TimeGap"]


@validator("time_gap")
class TimeGap(Requirement):
    """Time gap to the vehicle ahead (measure `time_gap`)."""

    unit: ClassVar[str] = "s"
    usual: ClassVar[str] = "at_least"
    at_least: HowLong
    above: SpeedSize = 2.0
    """Below this speed the gap does not count: vehicles that crawl up to one that stands have none."""

    def margins(self, evidence: Evidence) -> Margins:
        """The gap less what is asked for; infinite without a leader."""
        gaps, rows = evidence.leaders
        speed = evidence.mine("speed")
        times = time_gap(gaps, speed)
        values = np.where(np.isnan(gaps) | (speed < self.above), np.inf, times - self.at_least)
        return self.of(evidence, values, others=evidence.ids(rows))
