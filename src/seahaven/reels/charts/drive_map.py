"""A drive from above, north up: its road and the way of each vehicle, with a dot every ten seconds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Curve
from seahaven.reels.charts.trail import EDGE, INK, PAPER, Trail, colours

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["View", "bar_of", "draw_bar", "draw_map", "draw_north", "length_text", "round_bar"]

_ROAD: Final = "#dcd8cf"
_ROAD_WIDTH: Final = 7.0
_MARGIN: Final = 0.05
_NARROWEST: Final = 0.3
_SMALLEST: Final = 20.0
_STAMP_EVERY: Final = 10.0
_APART: Final = 0.02
_ROUND: Final = (1.0, 2.0, 5.0, 10.0)


@dataclass(frozen=True, slots=True)
class View:
    """The part of the plane (m) that a map shows: its middle and its extent."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def of(cls, trails: Sequence[Trail], course: Curve | None) -> Self:
        """Everything, with a margin around; never so narrow that a straight road becomes a hair."""
        points = [trail.columns()[1:3].T for trail in trails]
        if course is not None:
            points.append(course.offset_point(course.stations(0.05), 0.0))
        low, high = np.concatenate(points).min(axis=0), np.concatenate(points).max(axis=0)
        extent = (high - low) * (1 + 2 * _MARGIN) + 2 * _ROAD_WIDTH
        width, height = np.maximum(extent, max(_SMALLEST, _NARROWEST * extent.max())).tolist()
        x, y = (0.5 * (low + high)).tolist()
        return cls(x, y, width, height)

    def scale(self, width: float, height: float) -> float:
        """How large the map becomes on paper of this size."""
        return min(width / self.width, height / self.height)


def bar_of(width: float) -> float:
    """A round length (m), about a fifth of the width of a map."""
    return round_bar(0.2 * width)


def round_bar(wanted: float) -> float:
    """The length (m), 1, 2 or 5 times a power of ten, that is nearest to the one wanted.

    >>> round_bar(230.0), round_bar(4.1)
    (200.0, 5.0)
    """
    power = 10.0 ** np.floor(np.log10(wanted))
    return float(min((power * digit for digit in _ROUND), key=lambda length: abs(np.log(length / wanted))))


def length_text(metres: float) -> str:
    """A length as a scale bar names it.

    >>> length_text(200.0), length_text(5000.0)
    ('200 m', '5 km')
    """
    return f"{metres / 1000:g} km" if metres >= 1000 else f"{metres:g} m"


def draw_north(axes: Axes, *, colour: str = INK) -> None:
    """Draw an arrow to the north, which is up, in the upper right corner of a map."""
    axes.annotate("", (0.985, 1.0), (0, -24), xycoords="axes fraction", textcoords="offset points",
                  arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 1.4, "shrinkA": 0, "shrinkB": 0},
                  annotation_clip=False)  # fmt: skip
    axes.annotate("N", (0.985, 1.0), (0, -26), xycoords="axes fraction", textcoords="offset points", ha="center",
                  va="top", fontsize=8.5, fontweight="bold", color=colour, annotation_clip=False)  # fmt: skip


def draw_map(axes: Axes, trails: Sequence[Trail], course: Curve | None, view: View) -> None:
    """Draw the road, the way of each vehicle, a scale bar and an arrow to the north."""
    axes.set_aspect("equal")
    axes.set_axis_off()
    if course is not None:
        _draw_road(axes, course)
    weights = np.linspace(4.0, 1.6, len(trails)) if len(trails) > 1 else [2.0]
    for trail, colour, weight in zip(trails, colours(len(trails)), weights, strict=True):
        _draw_trail(axes, trail, colour, float(weight))
    _draw_times(axes, trails[0], apart=_APART * max(view.width, view.height))
    axes.set_xlim(view.x - 0.5 * view.width, view.x + 0.5 * view.width)
    axes.set_ylim(view.y - 0.5 * view.height, view.y + 0.5 * view.height)
    draw_bar(axes, view.width)
    draw_north(axes)


def _draw_road(axes: Axes, course: Curve) -> None:
    s = course.stations(0.05)
    left, right = course.offset_point(s, 0.5 * _ROAD_WIDTH), course.offset_point(s, -0.5 * _ROAD_WIDTH)
    outline = np.concatenate((left, right[::-1]))
    axes.fill(outline[:, 0], outline[:, 1], color=_ROAD, linewidth=0)
    for side in (left, right):
        axes.plot(side[:, 0], side[:, 1], color=EDGE, linewidth=0.8)


def _draw_trail(axes: Axes, trail: Trail, colour: str, weight: float) -> None:
    """The line driven, with a dot every ten seconds."""
    time, x, y, *_ = trail.columns()
    axes.plot(x, y, color=colour, linewidth=weight, solid_capstyle="butt")
    dots = _moments(time)
    axes.plot(x[dots], y[dots], "o", color=colour, markersize=5, markeredgecolor=PAPER, markeredgewidth=0.8, zorder=4)


def _draw_times(axes: Axes, trail: Trail, *, apart: float) -> None:
    """The seconds beside the dots of one trail, on its left; of a vehicle that waits, the first of them."""
    time, x, y, heading, _, _ = trail.columns()
    last = np.full(2, np.inf)
    for i in _moments(time).tolist():
        if np.hypot(x[i] - last[0], y[i] - last[1]) < apart:
            continue
        last[:] = x[i], y[i]
        shift = (-13 * np.sin(heading[i]), 13 * np.cos(heading[i]))
        axes.annotate(f"{time[i]:.0f} s", (x[i], y[i]), shift, textcoords="offset points", ha="center", va="center",
                      fontsize=7.5, color=INK)  # fmt: skip


def _moments(time: NDArray[np.float64]) -> NDArray[np.intp]:
    """Where the full ten seconds are, as far as the vehicle was there."""
    wanted = np.arange(np.ceil(time[0] / _STAMP_EVERY) * _STAMP_EVERY, time[-1] + 1e-9, _STAMP_EVERY)
    return np.searchsorted(time, wanted - 1e-9)


def draw_bar(axes: Axes, width: float) -> None:
    """Draw a scale bar below a map that is so many metres wide, where no road can cross it."""
    length = bar_of(width)
    end = length / width
    axes.plot([0.0, end], [-0.01, -0.01], transform=axes.transAxes, color=INK, linewidth=1.5, clip_on=False)
    axes.annotate(length_text(length), (end, -0.01), (5, 0), xycoords="axes fraction", textcoords="offset points",
                  va="center", color=INK)  # fmt: skip
