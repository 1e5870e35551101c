"""The plots of a report, as SVG whose colours are those of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.reels.charts import chart_text
from seahaven.trials.comparison import Estimate, estimate
from seahaven.trials.report.markup import asked_of
from seahaven.trials.row import Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["COLOURS", "INK", "LINE", "Measure", "interval_plot", "reached_plot", "strip_plot", "themed"]

INK: Final = "#3b3a36"
LINE: Final = "#b9b3a5"
BAND: Final = "#dfe8d2"
COLOURS: Final = ("#c8452d", "#1f6f8b", "#6a8d2f", "#8a5a9e", "#d08a1d", "#4a4a4a")
"""Of conditions, in their order; the page has a darker or lighter one of each."""
_NAMES: Final = {INK: "--ink", LINE: "--line", BAND: "--band", **{c: f"--plot-{k + 1}" for k, c in enumerate(COLOURS)}}
_WIDTH: Final = 9.6
_ROW: Final = 0.34
_SPREAD: Final = 0.3
_BESIDE: Final = 3
_ABREAST: Final = 2
_SOME: Final = 3
"""How many dots have a median or mean worth drawing."""
_LINE: Final = 0.6
"""How high the line of a condition is, as a share of that of a situation without conditions."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A column to be plotted, with its title and unit; values beyond `most` are drawn at the edge."""

    column: str
    title: str
    unit: str
    most: float | None = None


def reached_plot(groups: Mapping[str, Sequence[Row]], conditions: Sequence[str]) -> str:
    """For each situation a strip of what was reached, against what was wanted and its tolerance."""
    shown = {name: rows for name, rows in groups.items() if any(row.reached is not None for row in rows)}
    if not shown:
        return ""

    def draw(figure: Figure) -> None:
        lines = -(-len(shown) // _BESIDE)
        axes = figure.subplots(lines, _BESIDE, squeeze=False).ravel()
        for one, (name, rows) in zip(axes, shown.items(), strict=False):
            _draw_reached(one, name, [row for row in rows if row.reached is not None], conditions)
        for one in axes[len(shown) :]:
            one.set_axis_off()

    return themed(chart_text(draw, width=_WIDTH, height=1.7 * -(-len(shown) // _BESIDE)))


def strip_plot(groups: Mapping[str, Sequence[Row]], measures: Sequence[Measure], conditions: Sequence[str]) -> str:
    """Measures beside each other, with all situations below each other in each; each drive is a dot.

    With several conditions each has a line of its own within a situation, with its mean and interval.
    """
    shown = {
        name: rows for name, rows in groups.items() if any(_values(rows, measure.column).size for measure in measures)
    }
    if not shown:
        return ""
    lines = -(-len(measures) // _ABREAST)

    def draw(figure: Figure) -> None:
        grid = figure.subplots(lines, _ABREAST, squeeze=False, sharey=True)
        for axes, measure in zip(grid.ravel(), measures, strict=False):
            for line, rows in enumerate(shown.values()):
                _draw_situation(axes, line, rows, measure, conditions)
            _finish(axes, f"{measure.title} in {measure.unit}")
            low, high = axes.get_xlim()
            axes.set_xlim(min(0.0, low), high + 0.02 * (high - min(0.0, low)))
        axes.set_yticks(range(len(shown)), list(shown))
        axes.set_ylim(len(shown) - 0.4, -0.6)

    row = _ROW * max(1.0, _LINE * len(conditions))
    return themed(chart_text(draw, width=_WIDTH, height=lines * (0.75 + row * len(shown))))


def interval_plot(lines: Sequence[tuple[Measure, Sequence[Estimate | None]]], conditions: Sequence[str]) -> str:
    """Measures beside each other, in each the mean of every condition with its interval."""
    shown = [(measure, means) for measure, means in lines if any(means)]
    if not shown:
        return ""
    count = -(-len(shown) // _BESIDE)

    def draw(figure: Figure) -> None:
        grid = figure.subplots(count, _BESIDE, squeeze=False)
        for axes, (measure, means) in zip(grid.ravel(), shown, strict=False):
            for k, mean in enumerate(means):
                if mean is not None:
                    _draw_interval(axes, k, mean, COLOURS[k % len(COLOURS)], dot=True)
            _finish(axes, f"{measure.title} in {measure.unit}" if measure.unit != "share" else measure.title)
            axes.set_yticks(range(len(conditions)), conditions if axes in grid[:, 0] else [""] * len(conditions))
            axes.set_ylim(len(conditions) - 0.4, -0.6)
            axes.margins(x=0.15)
        for axes in grid.ravel()[len(shown) :]:
            axes.set_axis_off()

    return themed(chart_text(draw, width=_WIDTH, height=count * (0.75 + _ROW * len(conditions))))


def _draw_interval(axes: Axes, line: float, mean: Estimate, colour: str, *, dot: bool = False) -> None:
    """A mean with its interval, on one line."""
    if mean.low is not None and mean.high is not None:
        axes.plot([mean.low, mean.high], [line, line], color=colour, linewidth=2.0, solid_capstyle="butt")
    axes.plot(mean.mean, line, "o" if dot else "|", color=colour, markersize=6 if dot else 11, markeredgewidth=2.0)


def _draw_situation(axes: Axes, line: int, rows: Sequence[Row], measure: Measure, conditions: Sequence[str]) -> None:
    """One situation: all its drives on one line, or a line for each condition."""
    if len(conditions) < 2:
        _draw_strip(axes, line, rows, measure, conditions, spread=_SPREAD)
        return
    for k, condition in enumerate(conditions):
        own = [row for row in rows if row.condition == condition]
        place = line + 0.8 * (k - 0.5 * (len(conditions) - 1)) / len(conditions)
        _draw_strip(axes, place, own, measure, conditions, spread=_SPREAD / len(conditions))
        mean = estimate(_values(own, measure.column).tolist())
        if mean is not None and mean.count >= _SOME:
            _draw_interval(axes, place, mean, INK)


def _draw_reached(axes: Axes, name: str, rows: Sequence[Row], conditions: Sequence[str]) -> None:
    wanted, tolerance = rows[0].wanted, rows[0].tolerance
    if wanted is not None and tolerance is not None:
        axes.axvspan(wanted - tolerance, wanted + tolerance, color=BAND, linewidth=0)
        axes.axvline(wanted, color=INK, linewidth=1.0)
    values = np.array([row.reached for row in rows], dtype=np.float64)
    heights = _heights(len(rows)) * _SPREAD
    for value, height, row in zip(values, heights, rows, strict=True):
        colour = _colour(row, conditions)
        axes.plot(value, height, "o", markersize=5, color=colour if row.is_met else "none", markeredgecolor=colour,
                  markeredgewidth=1.1)  # fmt: skip
    _finish(axes, f"{name}\n{asked_of(rows)}{f' in {rows[0].unit}' if rows[0].unit else ''}")
    axes.set_yticks([])
    axes.set_ylim(-0.5, 0.5)
    axes.margins(x=0.15)


def _draw_strip(
    axes: Axes, line: float, rows: Sequence[Row], measure: Measure, conditions: Sequence[str], *, spread: float
) -> None:  # fmt: skip
    told = [row for row in rows if getattr(row, measure.column) is not None]
    if not told:
        return
    values = _values(told, measure.column)
    shown = np.minimum(values, measure.most) if measure.most else values
    for value, height, row in zip(shown, _heights(len(told)) * spread, told, strict=True):
        axes.plot(
            value, line + height, "o", markersize=5, color=_colour(row, conditions), alpha=0.75, markeredgewidth=0
        )
    if len(told) >= _SOME and len(conditions) < 2:
        axes.plot([np.median(shown)] * 2, [line - spread, line + spread], color=INK, linewidth=2.0)


def _values(rows: Sequence[Row], column: str) -> NDArray[np.float64]:
    return np.array([value for row in rows if (value := getattr(row, column)) is not None], dtype=np.float64)


def _heights(count: int) -> NDArray[np.float64]:
    """Where dots lie across a line, from -1 to 1, so that they do not hide each other: the same each time."""
    golden = np.remainder(np.arange(count, dtype=np.float64) * 0.618034, 1.0)
    return np.asarray((2.0 * golden - 1.0) * (1.0 if count > 1 else 0.0), dtype=np.float64)


def _colour(row: Row, conditions: Sequence[str]) -> str:
    return COLOURS[conditions.index(row.condition) % len(COLOURS)] if row.condition in conditions else COLOURS[1]


def _finish(axes: Axes, title: str) -> None:
    axes.set_title(title, loc="left", fontsize=9, color=INK)
    axes.set_facecolor("none")
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(LINE)
    axes.tick_params(length=2.5, labelsize=8, colors=INK)
    axes.grid(axis="x", color=LINE, linewidth=0.4)
    axes.set_axisbelow(True)


def themed(svg: str) -> str:
    """The picture in the colours of the page, which may be light or dark."""
    for colour, name in _NAMES.items():
        svg = svg.replace(colour, f"var({name})")
    return svg
