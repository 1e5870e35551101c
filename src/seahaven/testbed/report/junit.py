"""Drives as JUnit XML, the form in which continuous integration reads the results of tests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from seahaven.testbed.outcome import DriveOutcome
from seahaven.testbed.report.wording import finding_text

__all__ = ["junit_text"]

_UNWRITABLE: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML cannot hold."""


def junit_text(outcomes: Sequence[DriveOutcome], *, suite: str = "seahaven") -> str:
    """The text of a JUnit XML file: a test case for each drive, with what did not hold as its failure."""
    counts = {state: sum(one.state == state for one in outcomes) for state in ("failed", "error")}
    head = f'name="{_safe(suite)}" tests="{len(outcomes)}" failures="{counts["failed"]}" errors="{counts["error"]}"'
    cases = "".join(line for outcome in outcomes for line in _case(outcome))
    suites = f"<testsuites>\n<testsuite {head}>\n{cases}</testsuite>\n</testsuites>\n"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{suites}'


def _case(outcome: DriveOutcome) -> Iterator[str]:
    yield f'<testcase classname="{_safe(outcome.source)}" name="{_safe(outcome.name)}">\n'
    told = {"seed": str(outcome.seed), "driver": outcome.driver, "simulated seconds": f"{outcome.duration:g}"}
    told |= {"staged": "; ".join(outcome.staged)} if outcome.staged else {}
    rows = "".join(f'<property name="{name}" value="{_safe(value)}"/>' for name, value in told.items())
    yield f"<properties>{rows}</properties>\n"
    if outcome.verdict is None:
        yield f'<error message="{_safe(outcome.error)}">{_safe(outcome.command)}</error>\n'
    elif not outcome.verdict.has_passed():
        lines = [finding_text(finding) for finding in outcome.verdict.failures]
        body = "\n".join((*lines, f"again: {outcome.command}"))
        yield f'<failure message="{_safe("; ".join(lines))}">{_safe(body)}</failure>\n'
    yield "</testcase>\n"


def _safe(text: str) -> str:
    return escape(_UNWRITABLE.sub("\ufffd", text))
