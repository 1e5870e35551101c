"""Junctions: red lights, stop signs and rights of way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import numpy as np

from seahaven.testbed.bounds import SpeedSize
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.margins import NOBODY, Margins
from seahaven.testbed.requirement import Requirement, validator

__all__ = ["RedLight", "RightOfWayKept", "StopSign"]

Moment = tuple[float, float, int, str]
"""When something was decided (s), its margin, the opponent and the reason."""


def _at(requirement: Requirement, evidence: Evidence, moments: Iterable[Moment]) -> Margins:
    """Margins at single moments; infinite at all other frames."""
    count = len(evidence.frames)
    values, who, reasons = np.full(count, np.inf), np.full(count, NOBODY), [""] * count
    for time, margin, other, reason in moments:
        k = evidence.at(time)
        if margin < values[k]:
            values[k], who[k], reasons[k] = margin, other, reason
    return requirement.of(evidence, values, others=who, reasons=tuple(reasons))


@validator("red_light")
class RedLight(Requirement):
    """It stops at red (measure `light_at`). The margin is minus the speed with which it passed the stop line."""

    unit: ClassVar[str] = "m/s"
    amber_too: bool = False
    """Whether it may not pass at amber, either."""

    def margins(self, evidence: Evidence) -> Margins:
        """At each stop line that it passed wrongly."""
        drive = evidence.junctions
        passed = [(time, "red") for time in drive.red] + [(time, "amber") for time in drive.amber if self.amber_too]
        speed = evidence.mine("speed")
        moments = ((t, -max(float(speed[evidence.at(t)]), 0.1), NOBODY, f"the light was {c}") for t, c in passed)
        return _at(self, evidence, moments)


@validator("stop_sign")
class StopSign(Requirement):
    """It comes to a stand at stop signs (measure `stop_passed`)."""

    unit: ClassVar[str] = "m/s"
    usual: ClassVar[str] = "at_most"
    at_most: SpeedSize = 0.3
    """The speed at which it counts as standing."""

    def margins(self, evidence: Evidence) -> Margins:
        """At each stop sign, the speed of standing less its least speed before the line."""
        moments = (
            (stop.time, self.at_most - stop.least_speed, NOBODY, f"least speed {stop.least_speed:.1f} m/s")
            for stop in evidence.junctions.stops
        )
        return _at(self, evidence, moments)


@validator("right_of_way")
class RightOfWayKept(Requirement):
    """It takes nobody's right of way (measure `is_right_of_way_taken`)."""

    unit: ClassVar[str] = "s"

    def margins(self, evidence: Evidence) -> Margins:
        """At each right of way that it took, by how much the other one missed it, less the second that it needs."""
        moments = (
            (taken.time, -max(1.0 - taken.margin, 0.01), taken.entity, "it had to yield")
            for taken in evidence.junctions.taken
        )
        return _at(self, evidence, moments)
