"""Findings in words."""

from __future__ import annotations

from seahaven.testbed.verdict import Finding

__all__ = ["finding_text", "margin_text", "place_text"]


def margin_text(finding: Finding) -> str:
    """The margin with its unit; a word where nothing came of it.

    >>> margin_text(Finding("speed", True, 1.25, "m/s", 0.0, 0.0, 0.0, "", "", "", (0.0, 1.0)))
    '+1.25 m/s'
    """
    if finding.margin is None:
        return "never came up" if finding.passed else "nothing of the kind"
    return f"{finding.margin:+.4g} {finding.unit}".rstrip()


def place_text(finding: Finding) -> str:
    """When and where it was decided."""
    road = f" on road '{finding.road}'" if finding.road else ""
    return f"at {finding.time:.2f} s, x {finding.x:.1f}, y {finding.y:.1f}{road}"


def finding_text(finding: Finding) -> str:
    """A finding in one line: what was required, by how much it held, when, where, against whom and why."""
    who = f", against '{finding.other}'" if finding.other else ""
    why = f": {finding.reason}" if finding.reason else ""
    states = f"; it reported: {', '.join(finding.states)}" if finding.states and not finding.passed else ""
    subject = f"{finding.subject}: " if finding.subject else ""
    return f"{subject}{finding.requirement}: {margin_text(finding)} {place_text(finding)}{who}{why}{states}"
