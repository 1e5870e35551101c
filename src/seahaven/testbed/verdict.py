"""Verdicts: what was required of a drive, whether it held, by how much, and where that was decided."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any, Final

from seahaven.testbed.evidence import Evidence
from seahaven.testbed.margins import NOBODY
from seahaven.testbed.requirement import Judging

__all__ = ["DriveVerdict", "Finding", "judge"]

BEFORE, BEHIND = 5.0, 2.0
"""Seconds of the clip before and behind the moment that decided: what led to it, and what came of it."""
DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one requirement: whether it held, by how much, when and where that was decided, against whom.

    `margin` is null where it is infinite: nothing of the kind came up, or something was missing altogether. `clip` is
    from when to when (s) in the recording it can be seen. `states` are those that the software reported to be in then.
    `subject` is about whom it is where several are judged.
    """

    requirement: str
    passed: bool
    margin: float | None
    unit: str
    time: float
    x: float
    y: float
    road: str
    other: str
    reason: str
    clip: tuple[float, float]
    states: tuple[str, ...] = ()
    subject: str = ""

    def has_passed(self) -> bool:
        """Whether the requirement held."""
        return self.passed


@dataclass(frozen=True, slots=True)
class DriveVerdict:
    """The findings on a drive, in the order of its requirements."""

    findings: tuple[Finding, ...]

    def has_passed(self) -> bool:
        """Whether all requirements held."""
        return all(finding.passed for finding in self.findings)

    @property
    def failures(self) -> tuple[Finding, ...]:
        """What did not hold."""
        return tuple(finding for finding in self.findings if not finding.passed)

    def of(self, subject: str) -> DriveVerdict:
        """What was found on one of several subjects."""
        return DriveVerdict(tuple(finding for finding in self.findings if finding.subject == subject))

    def as_dict(self) -> dict[str, Any]:
        """It as JSON has it."""
        return {"passed": self.has_passed(), "findings": [asdict(finding) for finding in self.findings]}


def judge(requirements: Iterable[Judging], evidence: Evidence, *, subject: str = "") -> DriveVerdict:
    """The verdict on a drive; `subject` names the one who is judged where there are several."""
    return DriveVerdict(tuple(_finding(one, evidence, subject) for one in requirements))


def _finding(requirement: Judging, evidence: Evidence, subject: str) -> Finding:
    margin, frame, cause = requirement.over_drive(evidence).decided()
    time, lane = float(evidence.times[frame]), int(evidence.lane[frame])
    other = NOBODY if cause.others is None else int(cause.others[frame])
    road = evidence.lanes.road(lane) if evidence.lanes and lane >= 0 else ""
    return Finding(
        requirement=requirement.text(),
        passed=margin >= 0.0,
        margin=round(margin, DIGITS) + 0.0 if isfinite(margin) else None,
        unit=cause.unit,
        time=round(time, DIGITS),
        x=round(float(evidence.mine("x")[frame]), DIGITS),
        y=round(float(evidence.mine("y")[frame]), DIGITS),
        road=road,
        other=evidence.label(other) if other != NOBODY else "",
        reason=cause.reasons[frame] if cause.reasons else "",
        clip=(round(max(time - BEFORE, float(evidence.times[0])), DIGITS), round(time + BEHIND, DIGITS)),
        states=evidence.states_at(frame),
        subject=subject,
    )
