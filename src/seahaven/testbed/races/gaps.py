"""How the racers of a heat draw apart, as SVG that takes its colours from the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

import numpy as np

from seahaven.geometry import Floats
from seahaven.testbed.races.heat import Run

__all__ = ["COLOURS", "gap_chart"]

COLOURS: Final = ("#2f6fb0", "#d1642a", "#3a8f5c", "#8a4fb5", "#b8324f", "#7a6a2f", "#2b8c96", "#9a5b7d")
"""Of racers, told apart by people who see colours otherwise, too, in their lightness."""
WIDE, TALL, LEFT, BOTTOM = 1040.0, 220.0, 64.0, 34.0


def gap_chart(runs: Sequence[Run], colours: Mapping[str, str]) -> str:
    """For each racer a line: how many metres less than the one ahead it has driven since the start, over time."""
    end = max((run.trace[-1][0] for run in runs if run.trace), default=0.0)
    if end <= 0.0:
        return ""
    times = np.linspace(0.0, end, 240)
    ways = {run.name: _way(run, times) for run in runs}
    best = np.max(list(ways.values()), axis=0)
    behind = {name: best - way for name, way in ways.items()}
    until = {run.name: run.trace[-1][0] for run in runs}
    most = max(float(np.max(each[times <= until[name]], initial=1.0)) for name, each in behind.items())

    def x_of(time: float) -> float:
        return LEFT + (WIDE - LEFT - 90.0) * time / end

    def y_of(metres: float) -> float:
        return 10.0 + (TALL - BOTTOM - 10.0) * metres / most

    parts = [f'<svg viewBox="0 0 {WIDE:g} {TALL:g}" role="img" aria-label="metres behind over time">']
    for metres in (0.0, 0.5 * most, most):
        y = y_of(metres)
        parts.append(f'<line x1="{LEFT:g}" x2="{WIDE - 90:g}" y1="{y:.1f}" y2="{y:.1f}" stroke="var(--line)"/>')
        parts.append(f'<text class="soft" x="{LEFT - 8:g}" y="{y + 4:.1f}" text-anchor="end">{metres:.0f} m</text>')
    for time in (0.0, 0.25 * end, 0.5 * end, 0.75 * end, end):
        x = x_of(time)
        parts.append(f'<text class="soft" x="{x:.1f}" y="{TALL - 12:g}" text-anchor="middle">{time:.0f} s</text>')
    labels: list[float] = []
    for run in runs:
        shown = times <= run.trace[-1][0]
        points = [(x_of(t), y_of(m)) for t, m in zip(times[shown], behind[run.name][shown], strict=True)]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colours[run.name]}" stroke-width="2.2"/>')
        x, y = points[-1]
        while any(abs(y - other) < 13.0 for other in labels):
            y += 13.0
        labels.append(y)
        parts.append(
            f'<text x="{x + 6:.1f}" y="{y + 4:.1f}" style="fill:{colours[run.name]}">{escape(run.name[:14])}</text>'
        )
    return "".join([*parts, "</svg>"])


def _way(run: Run, times: Floats) -> Floats:
    """How far a racer had driven by some times; to its end where it was done."""
    rows = np.array(run.trace)
    found: Floats = np.interp(times, rows[:, 0], rows[:, 1])
    return found
