"""Responsibility-sensitive safety: the distance behind the leader that a follower answers for."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from seahaven.geometry import Floats, Truths
from seahaven.measures import safe_distance
from seahaven.testbed.bounds import AccelerationSize, HowLong
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.margins import Margins
from seahaven.testbed.requirement import Requirement, validator

__all__ = ["SafeDistance"]

SHORTFALL = 0.3
"""m/s² by which braking may fall short of the proper one: recorded accelerations are those of a step."""


@validator("safe_distance")
class SafeDistance(Requirement):
    """The safe distance of responsibility-sensitive safety (measure `safe_distance`), along the lane.

    A vehicle that comes nearer, because another one cut in or brakes, say, has the response time to begin braking by
    `braking`; as long as it does, it has done its part.
    """

    unit: ClassVar[str] = "m"
    response: HowLong = 0.5
    """The response time."""
    acceleration: AccelerationSize = 2.0
    """How much it may still accelerate within that time."""
    braking: AccelerationSize = 4.0
    """With how much it brakes at least then."""
    leader_braking: AccelerationSize = 8.0
    """With how much the leader may brake at most."""

    def margins(self, evidence: Evidence) -> Margins:
        """The gap less the safe distance; not below 0 while the response is proper."""
        gaps, rows = evidence.leaders
        leader = np.where(rows >= 0, evidence.frames.cells["speed"][rows], 0.0)
        wanted = safe_distance(
            evidence.mine("speed"), leader, response=self.response, acceleration=self.acceleration,
            braking=self.braking, leader_braking=self.leader_braking,
        )  # fmt: skip
        short = np.where(np.isnan(gaps), np.inf, gaps - wanted)
        values = np.where(self._responds(evidence, short), np.maximum(short, 0.0), short)
        return self.of(evidence, values, others=evidence.ids(rows))

    def _responds(self, evidence: Evidence, short: Floats) -> Truths:
        """Where it is too near, but has just become so, stands, or brakes as it should."""
        since, dangerous = np.full(len(short), -np.inf), short < 0.0
        for k in range(len(short)):
            since[k] = since[k - 1] if k and dangerous[k] and dangerous[k - 1] else evidence.times[k]
        braking = -evidence.mine("acceleration") >= self.braking - SHORTFALL
        stands = evidence.mine("speed") < 0.1
        found: Truths = (evidence.times - since <= self.response) | braking | stands
        return found
