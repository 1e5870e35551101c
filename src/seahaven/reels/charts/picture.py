"""A drive as one picture: where everybody went, how fast, and how far behind whom."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from seahaven.errors import ReelError
from seahaven.geometry import Curve
from seahaven.kernel import Module, Param, State, Tick, port
from seahaven.reels.charts.chart import chart, finish
from seahaven.reels.charts.drive_map import View, draw_map
from seahaven.reels.charts.trail import Trail, colours
from seahaven.world import entity_label, reads

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Picture", "Trail", "draw_drive"]

_KMH: Final = 3.6
_WIDTH: Final = 10.0
_HEIGHT: Final = 6.8
_PLOT_WIDTH: Final = 4.6
_PLOT_HEIGHT: Final = 2.15
_TITLE: Final = 0.6
_LEGEND_LETTERS: Final = 36


class Picture(Module, edge=True):
    """Looks at the vehicles at its own rate and, at the end, draws the drive as `drive.svg` in its folder."""

    course: Param[Curve | None] = None
    title: Param[str] = "Drive"
    folder: Param[Path] = Path(".")
    names: Param[dict[str, int]] = port({}, doc="of entities; an entity without one is shown by its number")
    trails: State[dict[int, Trail]] = port({})

    seen = reads("vehicle", "x", "y", "heading", "speed", "gap")

    def init(self, tick: Tick) -> None:
        """Take away the picture of an earlier run, which nobody should take for one of this."""
        try:
            self._path.unlink(missing_ok=True)
        except NotADirectoryError:
            return  # then there is none, and drawing will say what is in the way
        except OSError as error:
            raise ReelError(f"cannot take away the old picture {self._path}: {error.strerror}") from None

    def step(self, tick: Tick) -> None:
        """Note where everybody is."""
        table = self.seen
        labels = {entity: name for name, entity in self.names.items()}
        gaps = np.where(table.null("gap"), np.nan, table.gap)
        for row, entity in enumerate(table.ids.tolist()):
            trail = self.trails.get(entity)
            if trail is None:
                trail = self.trails[entity] = Trail(entity_label(entity, labels))
            place = (float(table.x[row]), float(table.y[row]), float(table.heading[row]))
            trail.rows.append((tick.seconds, *place, float(table.speed[row]), float(gaps[row])))

    def end(self, tick: Tick) -> None:
        """Draw."""
        if not self.trails:
            return
        trails = [self.trails[entity] for entity in sorted(self.trails)]
        draw_drive(trails, self._path, title=self.title, course=self.course, until=tick.seconds)

    @property
    def _path(self) -> Path:
        return self.folder / "drive.svg"


def draw_drive(
    trails: Sequence[Trail], path: Path, *, title: str, course: Curve | None = None, until: float | None = None
) -> None:
    """Write an SVG with a map of the drive, and its speeds and gaps over time; same trails, same bytes.

    `until` is when the drive ended (s), if that was after everybody was last seen.
    """
    with chart(path, title=title, width=_WIDTH, height=_HEIGHT) as figure:
        view = View.of(trails, course)
        above, speeds, gaps = _lay_out(figure, view)
        draw_map(above, trails, course, view)
        _draw_speeds(speeds, trails)
        _draw_gaps(gaps, trails)
        for axes in (speeds, gaps):
            axes.set_xlim(*_duration(trails, until))


def _lay_out(figure: Figure, view: View) -> tuple[Axes, Axes, Axes]:
    """The map above both plots or on their left, whichever makes it larger; they get what it leaves, and no less."""
    height = _HEIGHT - _TITLE
    wide, tall = (_WIDTH, height - _PLOT_HEIGHT), (_WIDTH - _PLOT_WIDTH, height)
    if view.scale(*wide) >= view.scale(*tall):
        used = min(wide[1], max(_PLOT_HEIGHT, view.height * view.scale(*wide)))
        grid = figure.add_gridspec(2, 2, height_ratios=(used, height - used))
        places = grid[0, :], grid[1, 0], grid[1, 1]
    else:
        used = min(tall[0], max(0.25 * _WIDTH, view.width * view.scale(*tall)))
        grid = figure.add_gridspec(2, 2, width_ratios=(used, _WIDTH - used))
        places = grid[:, 0], grid[0, 1], grid[1, 1]
    above, speeds, gaps = (figure.add_subplot(place) for place in places)
    return above, speeds, gaps


def _duration(trails: Sequence[Trail], until: float | None) -> tuple[float, float]:
    """From when to when somebody was there (s), or until the drive ended."""
    first = min(trail.rows[0][0] for trail in trails)
    last = max(trail.rows[-1][0] for trail in trails)
    end = last if until is None else max(last, until)
    return first, end if end > first else first + 1.0


def _draw_speeds(axes: Axes, trails: Sequence[Trail]) -> None:
    for trail, colour in zip(trails, colours(len(trails)), strict=True):
        time, _, _, _, speed, _ = trail.columns()
        axes.plot(time, _KMH * speed, color=colour, linewidth=1.4, label=trail.label)
    finish(axes, "Speed in km/h", "s")
    if min(trail.columns()[4].min() for trail in trails) >= 0.0:
        axes.set_ylim(bottom=0.0)
    beside = _LEGEND_LETTERS // (max(len(trail.label) for trail in trails) + 5)
    axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1.0, 1.01), ncols=max(1, min(beside, len(trails))),
                borderaxespad=0.0, columnspacing=1.2, handlelength=1.4)  # fmt: skip


def _draw_gaps(axes: Axes, trails: Sequence[Trail]) -> None:
    for trail, colour in zip(trails, colours(len(trails)), strict=True):
        time, _, _, _, _, gap = trail.columns()
        axes.plot(time, gap, color=colour, linewidth=1.4)
    finish(axes, "Gap to the vehicle ahead in m", "s")
    if not any((trail.columns()[5] < 0.0).any() for trail in trails):
        axes.set_ylim(bottom=0.0)
