"""A drive as one picture: where everybody went, how fast, and how far behind whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import ReelError
from seahaven.geometry import Curve
from seahaven.kernel import Module, Param, State, Tick, port
from seahaven.world import reads

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Picture", "Trail", "draw_drive"]

_COLOURS = ("#c8452d", "#1f6f8b", "#6a8d2f", "#8a5a9e", "#d08a1d", "#4a4a4a")
_ROAD, _EDGE, _INK, _PAPER = "#dcd8cf", "#b9b3a5", "#3b3a36", "#fbfaf7"
_ROAD_WIDTH = 7.0
_STAMP_EVERY = 10.0
_KMH = 3.6


@dataclass(slots=True)
class Trail:
    """One vehicle's way through a drive: a row (time, x, y, heading, speed, gap) per look, NaN for no gap."""

    label: str
    rows: list[tuple[float, float, float, float, float, float]] = field(default_factory=list)

    def columns(self) -> NDArray[np.float64]:
        """The rows as one array per column."""
        return np.array(self.rows).T


class Picture(Module, edge=True):
    """Looks at the vehicles at its own rate and, at the end, draws the drive as `drive.svg` in its folder."""

    course: Param[Curve | None] = None
    title: Param[str] = "Drive"
    folder: Param[Path] = Path(".")
    names: Param[dict[str, int]] = port({}, doc="of entities; whoever has none is shown by its id")
    trails: State[dict[int, Trail]] = port({})

    seen = reads("vehicle", "x", "y", "heading", "speed", "gap")

    def step(self, tick: Tick) -> None:
        """Note where everybody is."""
        table = self.seen
        labels = {entity: name for name, entity in self.names.items()}
        gaps = np.where(table.null("gap"), np.nan, table.gap)
        for row, entity in enumerate(table.ids.tolist()):
            trail = self.trails.get(entity)
            if trail is None:
                trail = self.trails[entity] = Trail(labels.get(entity, f"{entity}"))
            place = (float(table.x[row]), float(table.y[row]), float(table.heading[row]))
            trail.rows.append((tick.seconds, *place, float(table.speed[row]), float(gaps[row])))

    def end(self, tick: Tick) -> None:
        """Draw."""
        if not self.trails:
            return
        trails = [self.trails[entity] for entity in sorted(self.trails)]
        draw_drive(trails, self.folder / "drive.svg", title=self.title, course=self.course)


def draw_drive(trails: list[Trail], path: Path, *, title: str, course: Curve | None = None) -> None:
    """Write an SVG with a map of the drive above its speeds and gaps over time; same trails, same bytes."""
    import matplotlib  # takes a good part of a second to load, and only who draws should wait for it
    from matplotlib.figure import Figure

    style: Any = {"svg.hashsalt": "seahaven", "svg.fonttype": "path", "font.family": "DejaVu Sans", "font.size": 9}
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(10, 6.8), facecolor=_PAPER, layout="constrained")
        grid = figure.add_gridspec(2, 2, height_ratios=(1.9, 1))
        _draw_map(figure.add_subplot(grid[0, :]), trails, course, title)
        _draw_speeds(figure.add_subplot(grid[1, 0]), trails)
        _draw_gaps(figure.add_subplot(grid[1, 1]), trails)
        _save(figure, path)


def _save(figure: Figure, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, format="svg", metadata={"Date": None})
    except OSError as error:
        raise ReelError(f"cannot write the picture {path}: {error.strerror}") from error


def _draw_map(axes: Axes, trails: list[Trail], course: Curve | None, title: str) -> None:
    axes.set_title(title, loc="left", fontsize=15, color=_INK, pad=10)
    axes.set_aspect("equal")
    axes.set_axis_off()
    if course is not None:
        _draw_road(axes, course)
    weights = np.linspace(4.0, 1.6, len(trails)) if len(trails) > 1 else [2.0]
    for trail, colour, weight in zip(trails, _cycle(len(trails)), weights, strict=True):
        _draw_trail(axes, trail, colour, float(weight))
    _draw_times(axes, trails[0])
    axes.margins(0.05)
    _draw_scale(axes)


def _draw_road(axes: Axes, course: Curve) -> None:
    s = course.stations(0.05)
    left, right = course.offset_point(s, 0.5 * _ROAD_WIDTH), course.offset_point(s, -0.5 * _ROAD_WIDTH)
    outline = np.concatenate((left, right[::-1]))
    axes.fill(outline[:, 0], outline[:, 1], color=_ROAD, linewidth=0)
    for side in (left, right):
        axes.plot(side[:, 0], side[:, 1], color=_EDGE, linewidth=0.8)


def _draw_trail(axes: Axes, trail: Trail, colour: str, weight: float) -> None:
    """The line driven, with a dot every ten seconds."""
    time, x, y, *_ = trail.columns()
    axes.plot(x, y, color=colour, linewidth=weight, solid_capstyle="butt")
    dots = _moments(time)
    axes.plot(x[dots], y[dots], "o", color=colour, markersize=5, markeredgecolor=_PAPER, markeredgewidth=0.8, zorder=4)


def _draw_times(axes: Axes, trail: Trail) -> None:
    """The seconds beside the dots of one trail, on its left."""
    time, x, y, heading, _, _ = trail.columns()
    for i in _moments(time).tolist():
        shift = (-13 * np.sin(heading[i]), 13 * np.cos(heading[i]))
        axes.annotate(f"{time[i]:.0f} s", (x[i], y[i]), shift, textcoords="offset points", ha="center", va="center",
                      fontsize=7.5, color=_INK)  # fmt: skip


def _moments(time: NDArray[np.float64]) -> NDArray[np.intp]:
    """Where the full ten seconds are, as far as the vehicle was there."""
    wanted = np.arange(np.ceil(time[0] / _STAMP_EVERY) * _STAMP_EVERY, time[-1] + 1e-9, _STAMP_EVERY)
    return np.searchsorted(time, wanted - 1e-9)


def _draw_scale(axes: Axes) -> None:
    """A bar that says how long a round number of metres is."""
    low, high = axes.get_xlim()
    length = 10.0 ** np.floor(np.log10(max(high - low, 10.0) / 3))
    bar = [0.0, length / (high - low)]
    axes.plot(bar, [0.02, 0.02], transform=axes.transAxes, color=_INK, linewidth=1.5)
    axes.text(0.0, 0.04, f"{length:,.0f} m", transform=axes.transAxes, color=_INK)


def _draw_speeds(axes: Axes, trails: list[Trail]) -> None:
    for trail, colour in zip(trails, _cycle(len(trails)), strict=True):
        time, _, _, _, speed, _ = trail.columns()
        axes.plot(time, _KMH * speed, color=colour, linewidth=1.4, label=trail.label)
    axes.legend(frameon=False, loc="lower center", ncols=4)
    _finish(axes, "Speed in km/h")


def _draw_gaps(axes: Axes, trails: list[Trail]) -> None:
    for trail, colour in zip(trails, _cycle(len(trails)), strict=True):
        time, _, _, _, _, gap = trail.columns()
        axes.plot(time, gap, color=colour, linewidth=1.4)
    _finish(axes, "Gap to the vehicle ahead in m")


def _finish(axes: Axes, title: str) -> None:
    axes.set_title(title, loc="left", fontsize=10, color=_INK)
    axes.set_facecolor(_PAPER)
    axes.set_xlabel("s", color=_INK)
    axes.set_ylim(bottom=0.0)
    axes.margins(x=0.0)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color=_EDGE, linewidth=0.4)


def _cycle(count: int) -> list[Any]:
    return [_COLOURS[i % len(_COLOURS)] for i in range(count)]
