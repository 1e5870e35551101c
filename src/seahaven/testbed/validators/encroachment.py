"""Post-encroachment time where paths cross."""

from __future__ import annotations

from typing import ClassVar, Final

import numpy as np

from seahaven.geometry import Floats
from seahaven.measures import encroachment_time
from seahaven.testbed.bounds import HowLong
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.margins import NOBODY, Integers, Margins
from seahaven.testbed.requirement import Requirement, validator

__all__ = ["PostEncroachment"]

NEAR: Final = 20.0
"""Metres; vehicles that never come nearer cross no path of the subject's within seconds."""
CROSSING: Final = 0.9
"""Cosine of the angle between headings, and of opposite ones, beyond which paths run along each other."""
AROUND: Final = 10.0
"""Seconds before and behind the closest approach in which paths are looked at."""


@validator("post_encroachment")
class PostEncroachment(Requirement):
    """Time between one leaving a spot and the other one arriving there (measure `encroachment_time`).

    It is asked of vehicles whose paths cross that of the software at an angle, and counts where the two were closest.
    """

    unit: ClassVar[str] = "s"
    usual: ClassVar[str] = "at_least"
    at_least: HowLong

    def margins(self, evidence: Evidence) -> Margins:
        """Infinite but at the closest approach to each vehicle whose path crosses."""
        values, who = np.full(len(evidence.frames), np.inf), np.full(len(evidence.frames), NOBODY)
        for other in _near(evidence):
            rows = evidence.frames.rows_of(other)
            k, time = _crossed(evidence, rows)
            if k >= 0 and time - self.at_least < values[k]:
                values[k], who[k] = time - self.at_least, other
        return self.of(evidence, values, others=who)


def _near(evidence: Evidence) -> list[int]:
    _, others = evidence.frames.pairs(within=NEAR)
    found: list[int] = np.unique(evidence.frames.cells["id"][others]).tolist()
    return found


def _crossed(evidence: Evidence, rows: Integers) -> tuple[int, float]:
    """The frame at which a vehicle was closest, and the post-encroachment time; -1 where paths do not cross."""
    there = np.flatnonzero(rows >= 0)
    mine = evidence.frames.boxes(evidence.frames.me[there])
    their = evidence.frames.boxes(rows[there])
    best = int(np.argmin(np.hypot(*(mine[:, :2] - their[:, :2]).T)))
    times = evidence.times[there]
    around = np.abs(times - times[best]) <= AROUND
    if abs(np.cos(mine[best, 2] - their[best, 2])) > CROSSING:
        return -1, np.inf
    return int(there[best]), _time(times[around], mine[around], their[around])


def _time(times: Floats, mine: Floats, their: Floats) -> float:
    return encroachment_time(times, mine, their)
