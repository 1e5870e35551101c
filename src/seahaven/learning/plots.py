"""Learning curves, as SVG in the colours of the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from seahaven.learning.curve import Curve, Figures
from seahaven.reels.charts import chart_text
from seahaven.trials.report import COLOURS, INK, LINE, themed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Strand", "curve_plot"]

POINTS: Final = 60
"""So many points are drawn of a curve; stretches are put together."""
WIDTH: Final = 9.6
ABREAST: Final = 3
HOUR: Final = 3600.0


@dataclass(frozen=True, slots=True)
class Strand:
    """A curve in a plot, with what the legend calls it; it begins at `start` (s)."""

    label: str
    curve: Curve
    start: float = 0.0


def curve_plot(strands: Sequence[Strand]) -> str:
    """How driving changed while vehicles learned: collisions, speed, lane, people, and what each goal earned."""
    goals = max((strand.curve.goals for strand in strands), key=len)
    panels: list[tuple[str, Callable[[Figures], float]]] = [
        ("Ran into another vehicle, per 1,000 km", lambda figures: figures.hits),
        ("Mean speed in m/s", lambda figures: figures.speed),
        ("Share of time on the rightmost lane", lambda figures: figures.rightmost),
    ]
    if any(stretch.sums[:, 5].any() for strand in strands for stretch in strand.curve.stretches):
        panels.append(("Hit people, per 1,000 km", lambda figures: figures.people))
    for k, goal in enumerate(goals):
        panels.append((f"“{goal}”, points per decision", _reward_of(k)))

    def draw(figure: Figure) -> None:
        grid = figure.subplots(-(-len(panels) // ABREAST), ABREAST, squeeze=False)
        for axes, (title, value) in zip(grid.ravel(), panels, strict=False):
            for k, strand in enumerate(strands):
                _draw(axes, strand, value, COLOURS[k % len(COLOURS)])
            _finish(axes, title)
        for axes in grid.ravel()[len(panels) :]:
            axes.set_axis_off()
        if len(strands) > 1:
            handles, labels = grid[0, 0].get_legend_handles_labels()
            figure.legend(handles, labels, loc="outside lower left", ncols=len(labels), frameon=False, fontsize=9)

    return themed(chart_text(draw, width=WIDTH, height=2.1 * -(-len(panels) // ABREAST) + 0.4))


def _reward_of(goal: int) -> Callable[[Figures], float]:
    return lambda figures: figures.rewards[goal] if goal < len(figures.rewards) else float("nan")


def _draw(axes: Axes, strand: Strand, value: Callable[[Figures], float], colour: str) -> None:
    stretches = strand.curve.stretches
    parts = [part for part in np.array_split(np.arange(len(stretches)), min(POINTS, len(stretches))) if len(part)]
    times = [strand.start + stretches[int(part[-1])].time for part in parts]
    sums = [np.sum([stretches[int(k)].sums for k in part], axis=0).sum(axis=0) for part in parts]
    values = [value(Figures.of(each)) for each in sums]
    axes.plot(np.array(times) / HOUR, values, color=colour, linewidth=1.4, label=strand.label)


def _finish(axes: Axes, title: str) -> None:
    axes.set_title(title, loc="left", fontsize=9, color=INK)
    axes.set_facecolor("none")
    axes.set_xlabel("hours", fontsize=8, color=INK)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["bottom", "left"]].set_color(LINE)
    axes.tick_params(length=2.5, labelsize=8, colors=INK)
    axes.grid(axis="y", color=LINE, linewidth=0.4)
    low, high = axes.get_ylim()
    if low >= 0.0 or high / max(high - low, 1e-9) > 0.9:
        axes.set_ylim(bottom=min(low, 0.0))
