"""The software itself: faults, late answers and how long its answers took."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from seahaven.errors import InputError
from seahaven.testbed.bounds import HowLong, HowMany
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.margins import Margins
from seahaven.testbed.requirement import Requirement, validator

__all__ = ["AnswerTime", "NoFault", "Punctual"]


@validator("no_fault")
class NoFault(Requirement):
    """The software does not fail: it does not raise, hang, end or send what means nothing."""

    def margins(self, evidence: Evidence) -> Margins:
        """Minus the number of faults by each frame."""
        faults = [fault for fault in evidence.faults if not fault.is_late]
        count = np.searchsorted(np.array([fault.time for fault in faults]), evidence.times + 1e-6, side="right")
        count[-1] = len(faults)
        reasons = tuple(faults[k - 1].what if k else "" for k in count.tolist())
        return self.of(evidence, -count.astype(np.float64), reasons=reasons)


@validator("punctual")
class Punctual(Requirement):
    """In a paced run, no more than this number of answers come late."""

    unit: ClassVar[str] = "answers"
    usual: ClassVar[str] = "at_most"
    at_most: HowMany = 0

    def margins(self, evidence: Evidence) -> Margins:
        """How many may still come late."""
        late = np.array([fault.time for fault in evidence.faults if fault.is_late])
        return self.of(evidence, self.at_most - np.searchsorted(late, evidence.times + 1e-6, side="right"))


@validator("answer_time")
class AnswerTime(Requirement):
    """By the wall clock, answers take no longer than this; it depends on the computer, unlike all others."""

    unit: ClassVar[str] = "s"
    usual: ClassVar[str] = "at_most"
    at_most: HowLong
    share: float = 1.0
    """Of what share of all answers that is asked: 0.99 passes over the slowest hundredth."""

    def margins(self, evidence: Evidence) -> Margins:
        """The time allowed less that of the answer to the view at each frame; the slowest ones may be passed over."""
        answers = evidence.answers
        if answers is None:
            raise InputError("'answer_time' needs the times of answers, which are kept by 'seahaven test' only")
        took = np.sort(answers.seconds)
        longest = took[min(int(self.share * len(took)), len(took) - 1)] if len(took) else 0.0
        rows = np.clip(np.searchsorted(answers.dates, evidence.times + 1e-6, side="right") - 1, 0, None)
        own = answers.seconds[rows] if len(took) else np.zeros(len(evidence.frames))
        return self.of(evidence, self.at_most - np.minimum(own, longest))
