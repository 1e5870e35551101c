"""The mission: checkpoints in order, progress, time, and not getting stuck."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from seahaven.errors import InputError
from seahaven.testbed.bounds import HowFar, HowLong
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.goals import Goals
from seahaven.testbed.margins import Margins
from seahaven.testbed.requirement import Over, Requirement, validator

__all__ = ["Checkpoints", "InTime", "KeepMoving", "Progress"]

STANDS = 0.1
"""m/s below which it stands."""


def _goals(evidence: Evidence, name: str) -> Goals:
    if evidence.goals is None:
        raise InputError(f"'{name}' is about a mission, and the drive has none; add 'mission', or leave it out")
    return evidence.goals


@validator("checkpoints")
class Checkpoints(Requirement):
    """It comes by all checkpoints of its mission, in their order. The margin is minus the number of those missing."""

    unit: ClassVar[str] = "checkpoints"
    over: ClassVar[Over] = Over.EVENTUALLY

    def margins(self, evidence: Evidence) -> Margins:
        """How many it has reached by each frame, less all there are."""
        goals, times = _goals(evidence, self.name), evidence.reached
        count = np.searchsorted(np.array(times), evidence.times + 1e-6, side="right")
        names = [goal.name for goal in goals.points]
        reasons = tuple(f"checkpoint {names[k]} was not reached" if k < len(names) else "" for k in count.tolist())
        return self.of(evidence, count - len(names), reasons=reasons)


@validator("in_time")
class InTime(Requirement):
    """It is done with its mission in time: within `at_most`, or within what the mission says."""

    unit: ClassVar[str] = "s"
    usual: ClassVar[str] = "at_most"
    at_most: HowLong | None = None

    def margins(self, evidence: Evidence) -> Margins:
        """The time that was left when it was done, or is left by now."""
        goals, reached = _goals(evidence, self.name), evidence.reached
        allowed = goals.within if self.at_most is None else self.at_most
        if allowed is None:
            raise InputError("'in_time' knows no time; write 'in_time: 3 min', or add 'within' to the mission")
        done = reached[-1] if len(reached) == len(goals.points) else np.inf
        return self.of(evidence, allowed - np.minimum(evidence.times, done))


@validator("progress")
class Progress(Requirement):
    """It drives so far in the end."""

    unit: ClassVar[str] = "m"
    usual: ClassVar[str] = "at_least"
    over: ClassVar[Over] = Over.EVENTUALLY
    at_least: HowFar

    def margins(self, evidence: Evidence) -> Margins:
        """How far it has come, less what is asked for."""
        return self.of(evidence, evidence.travelled - self.at_least)


@validator("keep_moving")
class KeepMoving(Requirement):
    """It does not get stuck: it stands for no longer than this many seconds, unless its mission is done."""

    unit: ClassVar[str] = "s"
    usual: ClassVar[str] = "at_most"
    at_most: HowLong = 60.0

    def margins(self, evidence: Evidence) -> Margins:
        """The time allowed, less that for which it has stood by now."""
        times, stands = evidence.times, np.abs(evidence.mine("speed")) < STANDS
        if evidence.goals is not None and len(evidence.reached) == len(evidence.goals.points):
            stands &= times <= evidence.reached[-1]
        moved = np.maximum.accumulate(np.where(stands, times[0], times))
        return self.of(evidence, self.at_most - (times - moved))
