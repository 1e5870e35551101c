"""A campaign in ten lines, for mail or chat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from seahaven.testbed.history.comparison import Comparison, entry_text
from seahaven.testbed.history.entry import Entry
from seahaven.testbed.history.history import line_of

__all__ = ["MOST_LINES", "never_held", "summary_lines"]

MOST_LINES: Final = 10
KINDS: Final = ("worse", "better", "flaky", "drifted", "new", "gone")
FEW: Final = 3
"""The least number of drives for which the summary names a requirement that held in none of them."""


def summary_lines(name: str, entries: Sequence[Entry], comparison: Comparison | None = None) -> list[str]:
    """What came of a campaign, the most important first, in at most ten lines."""
    line = line_of(name, entries)
    share = 100.0 * line.passed / max(line.drives, 1)
    counts = f"{line.failed} failed, {line.errors} could not be played"
    lines = [f"{name}: {line.passed} of {line.drives} drives passed ({share:.1f} %), {counts}"]
    lines.append(f"software: {line.software or 'unknown'}")
    if comparison:
        kinds = Counter(change.kind for change in comparison.changes)
        lines.append(f"against {comparison.before}: " + ", ".join(f"{kinds[kind]} {kind}" for kind in KINDS))
        lines += [f"worse: {change}" for change in comparison.of("worse")[:2]]
    failed = Counter(note.requirement for entry in entries for note in entry.notes if not note.passed)
    lines += [f"failed in {count}: {requirement}" for requirement, count in failed.most_common(2)]
    lines += [f"never held, so check whether it can: {each}" for each in never_held(entries)[:1]]
    worst = min(entries, key=lambda entry: entry.rank, default=None)
    if worst and worst.state != "passed":
        margin = "" if worst.margin is None else f" by {worst.margin:.3g}"
        why = worst.error.splitlines()[0] if worst.error else f"{worst.worst}{margin}"
        lines += [f"worst: {entry_text(worst)}: {why:.120}", f"again: {worst.command}"]
    return lines[:MOST_LINES]


def never_held(entries: Sequence[Entry]) -> list[str]:
    """Requirements that held in none of several drives: perhaps no driver can meet them."""
    held: dict[str, list[bool]] = {}
    for entry in entries:
        for note in entry.notes:
            held.setdefault(note.requirement, []).append(note.passed)
    return [requirement for requirement, passed in held.items() if len(passed) >= FEW and not any(passed)]
