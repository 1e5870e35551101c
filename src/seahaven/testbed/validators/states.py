"""What the software says of its own states: which it has to report, which it may not, in which order, by which steps.

The software is believed here: these requirements are for states that it names itself, such as those of its machines.
Everything else is judged by what it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, ClassVar

import numpy as np

from seahaven.errors import InputError
from seahaven.files import Field
from seahaven.geometry import Floats
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.margins import Margins
from seahaven.testbed.requirement import Over, Requirement, validator
from seahaven.testbed.states import ReportedStates, report_rows

__all__ = ["NeverReports", "Reports", "ReportsInOrder", "StateTransitions"]

StateName = Annotated[str, Field(min_length=1)]


def _said(evidence: Evidence, name: str) -> tuple[ReportedStates, ...]:
    if not evidence.states:
        raise InputError(
            f"'{name}' is about states that the software reports, and it reported none; have its driver return a Reply "
            "with `states`, or leave it out"
        )
    return evidence.states


def _words(report: ReportedStates) -> str:
    return f"it reported {', '.join(report.states) or 'no state'} from {report.time:g} s on"


@validator("reports")
class Reports(Requirement):
    """The software reports this state at some time; inside `within`, `after` and `until`, at the moment."""

    usual: ClassVar[str] = "state"
    over: ClassVar[Over] = Over.EVENTUALLY
    state: StateName

    def margins(self, evidence: Evidence) -> Margins:
        """1 while it is in the state, else -1."""
        return _while_in(self, evidence, self.state, 1.0)


@validator("never_reports")
class NeverReports(Requirement):
    """The software never reports this state."""

    usual: ClassVar[str] = "state"
    state: StateName

    def margins(self, evidence: Evidence) -> Margins:
        """-1 while it is in the state, else 1."""
        return _while_in(self, evidence, self.state, -1.0)


@validator("reports_in_order")
class ReportsInOrder(Requirement):
    """The software comes into these states one after the other; others may lie between. Minus the number missing."""

    unit: ClassVar[str] = "states"
    usual: ClassVar[str] = "states"
    over: ClassVar[Over] = Over.EVENTUALLY
    states: Annotated[list[StateName], Field(min_length=1)]

    def margins(self, evidence: Evidence) -> Margins:
        """How many it has come into by each frame, less all."""
        times = list(self._entered(_said(evidence, self.name)))
        count = np.searchsorted(np.array(times), evidence.times + 1e-6, side="right")
        reasons = tuple(
            f"it did not report {self.states[k]}{f' after {self.states[k - 1]}' if k else ''}"
            if k < len(self.states)
            else ""
            for k in count.tolist()
        )
        return self.of(evidence, count - len(self.states), reasons=reasons)

    def _entered(self, said: tuple[ReportedStates, ...]) -> Iterator[float]:
        """When each of them was come into, as far as they were."""
        left, before = list(self.states), frozenset[str]()
        for report in said:
            while left and left[0] in report.states and left[0] not in before:
                yield report.time
                before |= {left.pop(0)}
            before = frozenset(report.states)


@validator("transitions")
class StateTransitions(Requirement):
    """From each state that is named, the software passes only to those that are allowed behind it."""

    allowed: Annotated[dict[StateName, list[StateName]], Field(min_length=1)]

    def margins(self, evidence: Evidence) -> Margins:
        """Minus the number of transitions by each frame that were not allowed."""
        bad = list(self._forbidden(_said(evidence, self.name)))
        count = np.searchsorted(np.array([time for time, _ in bad]), evidence.times + 1e-6, side="right")
        reasons = tuple(bad[k - 1][1] if k else "" for k in count.tolist())
        return self.of(evidence, -count.astype(np.float64), reasons=reasons)

    def _forbidden(self, said: tuple[ReportedStates, ...]) -> Iterator[tuple[float, str]]:
        for before, after in pairwise(said):
            left = [state for state in before.states if state not in after.states]
            entered = [state for state in after.states if state not in before.states]
            for state in left:
                for other in entered:
                    if state in self.allowed and other not in self.allowed[state]:
                        yield after.time, f"it passed from {state} to {other} at {after.time:g} s"


def _while_in(requirement: Requirement, evidence: Evidence, state: str, inside: float) -> Margins:
    """One value while the software is in a state, and its opposite while it is not."""
    said = _said(evidence, requirement.name)
    rows = report_rows(said, evidence.times)
    values: Floats = np.array([inside if k >= 0 and state in said[k].states else -inside for k in rows.tolist()])
    reasons = tuple(_words(said[k]) if k >= 0 else "it had reported no state yet" for k in rows.tolist())
    return requirement.of(evidence, values, reasons=reasons)
