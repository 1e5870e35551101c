"""Distance to other vehicles."""

from __future__ import annotations

from typing import ClassVar

from seahaven.testbed.bounds import HowFar
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.margins import Margins
from seahaven.testbed.requirement import Requirement, validator

__all__ = ["Distance"]

LOOK = 60.0
"""Metres within which other vehicles are looked at, besides the distance that is asked for."""


@validator("distance")
class Distance(Requirement):
    """How far the outlines of others are away, in any direction (measure `box_distance`)."""

    unit: ClassVar[str] = "m"
    usual: ClassVar[str] = "at_least"
    at_least: HowFar

    def margins(self, evidence: Evidence) -> Margins:
        """The distance of the nearest outline, less what is asked for."""
        away, who = evidence.nearest(within=LOOK + self.at_least)
        return self.of(evidence, away - self.at_least, others=who)
