"""The plots of a report, as SVG whose colours are those of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.reels.chart import chart_text
from seahaven.trials.report.markup import asked_of
from seahaven.trials.row import Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["COLOURS", "Measure", "map_plot", "reached_plot", "strip_plot"]

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
"""How many dots have a median worth drawing."""


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

    return _themed(chart_text(draw, width=_WIDTH, height=1.7 * -(-len(shown) // _BESIDE)))


def strip_plot(groups: Mapping[str, Sequence[Row]], measures: Sequence[Measure], conditions: Sequence[str]) -> str:
    """Measures beside each other, with all situations below each other in each; each drive is a dot."""
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
                _draw_strip(axes, line, rows, measure, conditions)
            _finish(axes, f"{measure.title} in {measure.unit}")
            low, high = axes.get_xlim()
            axes.set_xlim(min(0.0, low), high + 0.02 * (high - min(0.0, low)))
        axes.set_yticks(range(len(shown)), list(shown))
        axes.set_ylim(len(shown) - 0.4, -0.6)

    return _themed(chart_text(draw, width=_WIDTH, height=lines * (0.75 + _ROW * len(shown))))


def map_plot(
    trails: Sequence[Sequence[tuple[float, float]]], marks: Mapping[str, Sequence[tuple[float, float]]]
) -> str:  # fmt: skip
    """Where everybody drove, and where each situation came to its moments, named at the one in the middle."""
    points = [np.array(trail) for trail in trails if len(trail) > 1]
    if not points:
        return ""
    extent = np.ptp(np.concatenate(points), axis=0)
    is_turned = bool(extent[1] > 1.3 * extent[0])
    points = [_turned(trail, is_turned) for trail in points]
    view = _View.of(np.concatenate(points))

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        axes.set_axis_off()
        axes.set_aspect("equal")
        for trail in points:
            axes.plot(*trail.T, color=LINE, linewidth=5.0, solid_capstyle="round")
        for trail in points:
            axes.plot(*trail.T, color=INK, linewidth=0.7)
        axes.plot(*points[0][0], "o", color=INK, markersize=5)
        axes.annotate(
            "start", tuple(points[0][0]), (0, 7), textcoords="offset points", ha="center", fontsize=8.5, color=INK
        )
        for k, (name, places) in enumerate(marks.items()):
            moments = _turned(np.array(places), is_turned)
            axes.plot(*moments.T, "o", color=COLOURS[0], markersize=4, alpha=0.35, markeredgewidth=0)
            _mark(axes, name, moments[len(moments) // 2], points, side=1 if k % 2 == 0 else -1)
        view.frame(axes, "right" if is_turned else "up")

    return _themed(chart_text(draw, width=_WIDTH, height=view.height_for(_WIDTH)))


@dataclass(frozen=True, slots=True)
class _View:
    """The part of the plane (m) that a map shows, with room for names above and below."""

    left: float
    bottom: float
    right: float
    top: float

    @classmethod
    def of(cls, points: NDArray[np.float64]) -> _View:
        (left, bottom), (right, top) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
        wide = max(right - left, 100.0)
        return cls(left - 0.06 * wide, bottom - 0.1 * wide, left + 1.14 * wide, top + 0.07 * wide)

    def height_for(self, width: float) -> float:
        """How high a picture of a width becomes."""
        return max(1.2, min(5.0, width * (self.top - self.bottom) / (self.right - self.left)))

    def frame(self, axes: Axes, north: str) -> None:
        """Show this part, with a bar of a round length and where north is."""
        axes.set_xlim(self.left, self.right)
        axes.set_ylim(self.bottom, self.top)
        wide = self.right - self.left
        power = 10.0 ** np.floor(np.log10(0.2 * wide))
        length = float(max(step * power for step in (1.0, 2.0, 5.0) if step * power <= 0.2 * wide))
        x, y = self.left + 0.01 * wide, self.bottom + 0.012 * wide
        text = f"{length / 1000:g} km" if length >= 1000 else f"{length:g} m"
        axes.plot([x, x + length], [y, y], color=INK, linewidth=2.0)
        axes.annotate(f"{text} · north is {north}", (x + length, y), (6, 0), textcoords="offset points", va="center",
                      fontsize=8, color=INK)  # fmt: skip


def _turned(points: NDArray[np.float64], is_turned: bool) -> NDArray[np.float64]:
    """A drive that goes north is drawn from left to right, as pages are wider than high: west is up then."""
    return np.stack((points[:, 1], -points[:, 0]), axis=-1) if is_turned else points


def _mark(
    axes: Axes, name: str, place: NDArray[np.float64], trails: Sequence[NDArray[np.float64]], *, side: int
) -> None:  # fmt: skip
    """A dot with a name beside the way there: above or below where it leads across, else to the left or right."""
    across, up = np.abs(_direction(place, trails[0]))
    shift, where = ((0, 15 * side), ("center", "bottom" if side > 0 else "top"))
    if up > across:
        shift, where = ((15 * side, 0), ("left" if side > 0 else "right", "center"))
    axes.annotate(
        name, tuple(place), shift, textcoords="offset points", ha=where[0], va=where[1], fontsize=8.5, color=INK,
        arrowprops={"arrowstyle": "-", "color": INK, "linewidth": 0.8, "shrinkB": 3}, annotation_clip=False,
    )  # fmt: skip
    axes.plot(*place, "o", color=COLOURS[0], markersize=7, zorder=5)


def _direction(place: NDArray[np.float64], trail: NDArray[np.float64]) -> NDArray[np.float64]:
    """Which way a trail leads where it is nearest to a place."""
    near = int(np.argmin(np.hypot(*(trail - place).T)))
    ahead, back = trail[min(near + 2, len(trail) - 1)], trail[max(near - 2, 0)]
    way: NDArray[np.float64] = ahead - back
    return way


def _draw_reached(axes: Axes, name: str, rows: Sequence[Row], conditions: Sequence[str]) -> None:
    wanted, tolerance = rows[0].wanted, rows[0].tolerance
    if wanted is not None and tolerance is not None:
        axes.axvspan(wanted - tolerance, wanted + tolerance, color=BAND, linewidth=0)
        axes.axvline(wanted, color=INK, linewidth=1.0)
    values = np.array([row.reached for row in rows], dtype=np.float64)
    heights = _heights(len(rows))
    for value, height, row in zip(values, heights, rows, strict=True):
        colour = _colour(row, conditions)
        axes.plot(value, height, "o", markersize=5, color=colour if row.is_met else "none", markeredgecolor=colour,
                  markeredgewidth=1.1)  # fmt: skip
    _finish(axes, f"{name}\n{asked_of(rows)}{f' in {rows[0].unit}' if rows[0].unit else ''}")
    axes.set_yticks([])
    axes.set_ylim(-0.5, 0.5)
    axes.margins(x=0.15)


def _draw_strip(axes: Axes, line: int, rows: Sequence[Row], measure: Measure, conditions: Sequence[str]) -> None:
    told = [row for row in rows if getattr(row, measure.column) is not None]
    if not told:
        return
    values = _values(told, measure.column)
    shown = np.minimum(values, measure.most) if measure.most else values
    for value, height, row in zip(shown, _heights(len(told)), told, strict=True):
        axes.plot(
            value, line + height, "o", markersize=5, color=_colour(row, conditions), alpha=0.75, markeredgewidth=0
        )
    if len(told) >= _SOME:
        axes.plot([np.median(shown)] * 2, [line - _SPREAD, line + _SPREAD], color=INK, linewidth=2.0)


def _values(rows: Sequence[Row], column: str) -> NDArray[np.float64]:
    return np.array([value for row in rows if (value := getattr(row, column)) is not None], dtype=np.float64)


def _heights(count: int) -> NDArray[np.float64]:
    """Dots beside each other are told apart by their height: by turns above and below, the same each time."""
    golden = np.remainder(np.arange(count, dtype=np.float64) * 0.618034, 1.0)
    return np.asarray((2.0 * golden - 1.0) * (_SPREAD if count > 1 else 0.0), dtype=np.float64)


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


def _themed(svg: str) -> str:
    """The picture in the colours of the page, which may be light or dark."""
    for colour, name in _NAMES.items():
        svg = svg.replace(colour, f"var({name})")
    return svg
