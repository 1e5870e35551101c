"""The map of a report: where subjects drove, and where each situation had its critical moments. North is up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.reels.charts import chart_text, draw_north, length_text, round_bar
from seahaven.trials.report.plots import COLOURS, INK, LINE, themed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["map_plot"]

WIDTH: Final = 9.6
"""Inches, as wide as the other plots of a report."""
HEIGHTS: Final = (2.4, 7.6)
"""Inches from the lowest map to the highest; a route that goes north stands in the middle of one."""
MARGIN: Final = 0.1
"""Of the route's longer side, around it."""
SMALLEST: Final = 100.0
"""Metres across a map at least."""
POINT: Final = 72.0
"""To the inch."""
LETTER: Final = 5.2
"""Points that a letter of a name is wide."""
LINE_HEIGHT: Final = 11.0
"""Points that a name is high."""
DISTANCES: Final = (13.0, 26.0, 39.0, 52.0)
"""Points from a moment to its name: the nearest at which it hides nothing."""

Floats = NDArray[np.float64]


def map_plot(
    trails: Sequence[Sequence[tuple[float, float]]], marks: Mapping[str, Sequence[tuple[float, float]]]
) -> str:  # fmt: skip
    """Where subjects drove (m to the east and north), and the moments of each situation, named at the middle one."""
    points = [np.array(trail) for trail in trails if len(trail) > 1]
    if not points:
        return ""
    view = _View.of(np.concatenate(points))

    def draw(figure: Figure) -> None:
        axes = figure.add_subplot()
        axes.set_axis_off()
        axes.set_aspect("equal")
        for trail in points:
            axes.plot(*trail.T, color=LINE, linewidth=5.0, solid_capstyle="round")
        for trail in points:
            axes.plot(*trail.T, color=INK, linewidth=0.7)
        names = _Names(view, [view.on_paper(trail) for trail in points])
        _draw_moment(axes, "start", points[0][0], INK, 5.0, names)
        for name, places in marks.items():
            moments = np.array(places)
            axes.plot(*moments.T, "o", color=COLOURS[0], markersize=4, alpha=0.35, markeredgewidth=0)
            _draw_moment(axes, name, moments[len(moments) // 2], COLOURS[0], 7.0, names)
        view.frame(axes)

    return themed(chart_text(draw, width=WIDTH, height=view.inches))


@dataclass(frozen=True, slots=True)
class _View:
    """The part of the plane (m) that a map shows, of the same shape as the paper, and the paper's height in inches."""

    left: float
    bottom: float
    right: float
    top: float
    inches: float

    @classmethod
    def of(cls, points: Floats) -> _View:
        """All points with a margin around; the side that is too short for the paper shows more of the plane."""
        low, high = points.min(axis=0), points.max(axis=0)
        extent = np.maximum(high - low, SMALLEST)
        wide, tall = (extent + 2.0 * MARGIN * extent.max()).tolist()
        inches = float(np.clip(WIDTH * tall / wide, *HEIGHTS))
        wide, tall = max(wide, tall * WIDTH / inches), max(tall, wide * inches / WIDTH)
        x, y = (0.5 * (low + high)).tolist()
        return cls(x - 0.5 * wide, y - 0.5 * tall, x + 0.5 * wide, y + 0.5 * tall, inches)

    @property
    def scale(self) -> float:
        """Points of the paper to the metre."""
        return WIDTH * POINT / (self.right - self.left)

    def on_paper(self, places: Floats) -> Floats:
        """Places in points from the lower left corner of the paper."""
        return (places - (self.left, self.bottom)) * self.scale

    def frame(self, axes: Axes) -> None:
        """Show this part, with a bar of a round length and an arrow to the north."""
        axes.set_xlim(self.left, self.right)
        axes.set_ylim(self.bottom, self.top)
        wide = self.right - self.left
        length = round_bar(0.2 * wide)
        x, y = self.left + 0.01 * wide, self.bottom + 0.015 * wide
        axes.plot([x, x + length], [y, y], color=INK, linewidth=2.0)
        axes.annotate(length_text(length), (x + length, y), (6, 0), textcoords="offset points", va="center",
                      fontsize=8, color=INK)  # fmt: skip
        draw_north(axes, colour=INK)


class _Spot(NamedTuple):
    """Where a name stands: its shift from its moment in points, and which side of it is there."""

    shift: tuple[float, float]
    horizontal: str
    vertical: str

    def box(self, x: float, y: float, width: float) -> tuple[float, float, float, float]:
        """Its left, lower, right and upper edges for a moment at a place on the paper (points)."""
        left = x + self.shift[0] - {"left": 0.0, "center": 0.5, "right": 1.0}[self.horizontal] * width
        low = y + self.shift[1] - {"bottom": 0.0, "center": 0.5, "top": 1.0}[self.vertical] * LINE_HEIGHT
        return left, low, left + width, low + LINE_HEIGHT


_STACKED: Final = {
    distance: (_Spot((0, distance), "center", "bottom"), _Spot((0, -distance), "center", "top"))
    for distance in DISTANCES
}
"""Above a moment and below it."""


@dataclass(slots=True)
class _Names:
    """Finds room for names, so that they hide neither each other nor the route."""

    view: _View
    trails: Sequence[Floats]
    taken: list[tuple[float, float, float, float]] = field(default_factory=list)

    def spot(self, name: str, place: Floats) -> _Spot:
        """The first spot at which the name hides nothing; if there is none, the nearest."""
        ((x, y),) = self.view.on_paper(place[np.newaxis]).tolist()
        width = LETTER * len(name)
        spots = list(self._spots(np.array((x, y))))
        spot = next((one for one in spots if self._is_free(one.box(x, y, width))), spots[0])
        self.taken.append(spot.box(x, y, width))
        return spot

    def _spots(self, place: Floats) -> Iterator[_Spot]:
        """Beside the route, the nearest first: above or below where it leads across, else to its right or left."""
        across, up = np.abs(_direction(place, self.trails[0])).tolist()
        for distance in DISTANCES:
            beside = [_Spot((distance, 0), "left", "center"), _Spot((-distance, 0), "right", "center")]
            yield from (*_STACKED[distance], *beside) if across >= up else (*beside, *_STACKED[distance])
            for rise in (distance, -distance):
                yield _Spot((DISTANCES[0], rise), "left", "center")
                yield _Spot((-DISTANCES[0], rise), "right", "center")

    def _is_free(self, box: tuple[float, float, float, float]) -> bool:
        left, low, right, high = box
        if left < 0.0 or low < 0.0 or right > WIDTH * POINT or high > self.view.inches * POINT:
            return False
        if any(left < one[2] and one[0] < right and low < one[3] and one[1] < high for one in self.taken):
            return False
        return not any(
            ((trail > (left - 3.0, low - 3.0)) & (trail < (right + 3.0, high + 3.0))).all(axis=1).any()
            for trail in self.trails
        )


def _draw_moment(axes: Axes, name: str, place: Floats, colour: str, size: float, names: _Names) -> None:
    """A dot, with its name beside the route and a line from one to the other."""
    spot = names.spot(name, place)
    axes.annotate(
        name, tuple(place), spot.shift, textcoords="offset points", ha=spot.horizontal, va=spot.vertical, fontsize=8.5,
        color=INK, arrowprops={"arrowstyle": "-", "color": INK, "linewidth": 0.8, "shrinkB": 3}, annotation_clip=False,
    )  # fmt: skip
    axes.plot(*place, "o", color=colour, markersize=size, zorder=5)


def _direction(place: Floats, trail: Floats) -> Floats:
    """Which way a trail leads where it is nearest to a place."""
    near = int(np.argmin(np.hypot(*(trail - place).T)))
    ahead, back = trail[min(near + 2, len(trail) - 1)], trail[max(near - 2, 0)]
    way: Floats = ahead - back
    return way
