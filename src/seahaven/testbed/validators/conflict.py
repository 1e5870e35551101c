"""Time to collision with vehicles on any path."""

from __future__ import annotations

from typing import ClassVar

from seahaven.measures import conflict_times
from seahaven.testbed.bounds import HowLong
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.margins import Margins
from seahaven.testbed.requirement import Requirement, validator

__all__ = ["TimeToCollision"]


@validator("time_to_collision")
class TimeToCollision(Requirement):
    """Time to the first contact if all go on along their paths at their speeds (measure `contact_time`)."""

    unit: ClassVar[str] = "s"
    usual: ClassVar[str] = "at_least"
    at_least: HowLong

    def margins(self, evidence: Evidence) -> Margins:
        """The least contact time with any vehicle, less what is asked for; infinite without a conflict."""
        times, rows = conflict_times(evidence.frames, evidence.lanes)
        return self.of(evidence, times - self.at_least, others=evidence.ids(rows))
