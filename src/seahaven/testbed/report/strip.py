"""Strips of pictures around what did not hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from seahaven.measures import Lanes, lanes_of
from seahaven.reels import Body, Panel, Reel, draw_strip
from seahaven.testbed.outcome import DriveOutcome
from seahaven.testbed.report.wording import finding_text
from seahaven.testbed.verdict import Finding

__all__ = ["MOST_STRIPS", "draw_strips", "strip_name"]

MOST_STRIPS: Final = 3
"""Of a drive: the first few failures lead to the others."""
MOMENTS: Final = (-4.0, -2.0, -1.0, -0.5, 0.0, 1.0)
"""Seconds from the moment that decided, at which there are pictures."""
_COLUMNS: Final = ("time", "id", "x", "y", "heading", "length", "width", "speed")


def strip_name(number: int) -> str:
    """The file of the strip of a failure, counted from 1."""
    return f"failure-{number}.png"


def draw_strips(outcome: DriveOutcome, folder: Path, known: dict[str | None, Lanes] | None = None) -> list[Path]:
    """Draw the first failures of a drive into its folder; of one without a recording there is nothing to draw."""
    for old in folder.glob("failure-*.png"):
        old.unlink()
    if outcome.verdict is None or not outcome.reel:
        return []
    reel = Reel.open(folder / outcome.reel)
    if not len(reel.times):
        return []
    lanes = lanes_of(reel, {} if known is None else known)
    paths = []
    for number, finding in enumerate(outcome.verdict.failures[:MOST_STRIPS], start=1):
        paths.append(folder / strip_name(number))
        panels, words = list(_panels(reel, finding)), finding_text(finding)
        lane_map = lanes.lane_map if lanes else None
        draw_strip(paths[-1], panels, title=outcome.name, words=words, lane_map=lane_map)
    return paths


def _panels(reel: Reel, finding: Finding) -> Iterator[Panel]:
    """Pictures before and behind the moment that decided, as far as the recording goes."""
    times, last = reel.times, -1
    for offset in MOMENTS:
        frame = int(np.abs(times - (finding.time + offset)).argmin())
        if frame > last:
            last = frame
            yield _panel(reel, float(times[frame]), finding, is_moment=offset == 0.0)


def _panel(reel: Reel, time: float, finding: Finding, *, is_moment: bool) -> Panel:
    bodies, around, speed = [], (finding.x, finding.y), None
    subjects = {reel.manifest.names.get(finding.subject, next(iter(reel.manifest.subjects), -1))}
    for family in ("person", "vehicle"):
        for row in _rows(reel, family, time) if family in reel.families else ():
            is_subject = row["id"] in subjects
            if is_subject:
                around, speed = (row["x"], row["y"]), row["speed"]
            label = reel.label(row["id"])
            name = label if is_subject or label == finding.other else ""
            x, y, heading, length, width = (row[key] for key in ("x", "y", "heading", "length", "width"))
            bodies.append(Body(x, y, heading, length, width, name, is_subject, family == "person"))
    words = f"{time:.1f} s" + ("" if speed is None else f", {3.6 * speed:.0f} km/h")
    return Panel(words, bodies, around, is_moment)


def _rows(reel: Reel, family: str, time: float) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = reel.table(family, _COLUMNS, time=(time - 1e-6, time + 1e-6)).to_pylist()
    return found
