"""A running world from above at one moment: the roads, everything that moves, and who is who."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError
from seahaven.geometry import Floats
from seahaven.reels.charts.chart import chart
from seahaven.reels.charts.drive_map import draw_bar, draw_north
from seahaven.reels.charts.trail import INK, PAPER
from seahaven.roads import LaneMap
from seahaven.roads.drawing import LAND, Window, map_shapes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Body", "draw_inside", "draw_scene"]

REACH: Final = 100.0
"""Metres to the left and right of the place around which a scene is drawn."""
_FLAT: Final = 0.6
"""How high a picture around a place is, as a share of its width."""
_SIZE: Final = 8.0
_HEAD: Final = 0.7
_SUBJECT, _NAMED, _OTHER, _PERSON = "#c8452d", "#1f6f8b", "#fbfaf7", "#e3a03c"
_POINT: Final = 72.0
_DOT: Final = 4.0
"""In points, the length of a box below which a dot is drawn instead."""
_TOKEN: Final = re.compile(r"[Mlz]|-?\d*\.?\d+")


@dataclass(frozen=True, slots=True)
class Body:
    """Something to be drawn: its box, what it is called if it has a name, and whether it is the subject or a person."""

    x: float
    y: float
    heading: float
    length: float
    width: float
    name: str = ""
    is_subject: bool = False
    is_person: bool = False

    @property
    def colour(self) -> str:
        """What it is filled with."""
        return _PERSON if self.is_person else _SUBJECT if self.is_subject else _NAMED if self.name else _OTHER

    @property
    def outline(self) -> Floats:
        """The corners of its box, with a nose that shows where it is heading."""
        ahead, side = 0.5 * self.length, 0.5 * self.width
        nose = 0.12 * self.length
        own = np.array([(ahead, 0.0), (ahead - nose, side), (-ahead, side), (-ahead, -side), (ahead - nose, -side)])
        c, s = np.cos(self.heading), np.sin(self.heading)
        turned: Floats = own @ np.array([(c, s), (-s, c)]) + (self.x, self.y)
        return turned


def draw_scene(
    path: Path,
    bodies: list[Body],
    *,
    title: str,
    lane_map: LaneMap | None = None,
    around: tuple[float, float] | None = None,
    reach: float = REACH,
) -> None:
    """Write a picture, as PNG or SVG by the ending of its name; the same world gives the same bytes.

    It reaches so many metres `around` a place; without one it shows all roads, or all bodies where there are none.
    """
    if not (isfinite(reach) and reach > 0.0):
        raise InputError(f"a picture cannot reach {reach!r} m; expected some metres")
    window = _window(bodies, lane_map, around, reach)
    wide, tall = window.right - window.left, window.top - window.bottom
    inches = _SIZE / max(wide, tall)
    with chart(path, title=title, width=max(3.0, wide * inches), height=max(1.5, tall * inches) + _HEAD) as figure:
        axes = figure.add_subplot()
        _draw(axes, bodies, lane_map, window, points_per_metre=_POINT * inches)
        draw_bar(axes, wide)
        draw_north(axes)


def draw_inside(
    axes: Axes,
    bodies: list[Body],
    lane_map: LaneMap | None,
    *,
    around: tuple[float, float],
    reach: float,
    inches: float,
) -> None:
    """Draw what is around a place into axes that are so many inches wide."""
    window = _window(bodies, lane_map, around, reach)
    near = [body for body in bodies if abs(body.x - around[0]) < reach + 20.0 and abs(body.y - around[1]) < reach]
    _draw(axes, near, lane_map, window, points_per_metre=_POINT * inches / (window.right - window.left))


def _draw(axes: Axes, bodies: list[Body], lane_map: LaneMap | None, window: Window, *, points_per_metre: float) -> None:
    from matplotlib.patches import Rectangle

    axes.set_aspect("equal")
    axes.set_axis_off()
    if lane_map is not None:
        wide, tall = window.right - window.left, window.top - window.bottom
        axes.add_patch(Rectangle((window.left, window.bottom), wide, tall, facecolor=LAND, edgecolor="none"))
        _draw_roads(axes, lane_map, window, points_per_metre=points_per_metre)
    for body in bodies:
        _draw_body(axes, body, points_per_metre=points_per_metre)
    axes.set_xlim(window.left, window.right)
    axes.set_ylim(window.bottom, window.top)


def _window(
    bodies: list[Body], lane_map: LaneMap | None, around: tuple[float, float] | None, reach: float
) -> Window:  # fmt: skip
    if around is not None:
        square = Window.around(*around, reach)
        return replace(square, bottom=around[1] - _FLAT * reach, top=around[1] + _FLAT * reach)
    if lane_map is not None:
        return Window.of_roads(lane_map)
    x, y = (np.array([getattr(body, axis) for body in bodies]) for axis in "xy")
    far = 20.0
    return Window.of(np.concatenate((x - far, x + far)), np.concatenate((y - far, y + far)))


def _draw_roads(axes: Axes, lane_map: LaneMap, window: Window, *, points_per_metre: float) -> None:
    from matplotlib.patches import PathPatch

    for shape in map_shapes(lane_map, window):
        outline = _outline(shape.data, window)
        if shape.width:
            width = shape.width / window.scale * points_per_metre
            axes.add_patch(PathPatch(outline, fill=False, edgecolor=shape.colour, linewidth=width, **_dashes(shape)))
        elif shape.fill:
            axes.add_patch(PathPatch(outline, facecolor=shape.fill, edgecolor="none"))


def _dashes(shape: Any) -> Mapping[str, Any]:
    lengths = tuple(length / shape.width for length in shape.dashes)
    return {"linestyle": (0, lengths if len(lengths) % 2 == 0 else 2 * lengths)} if lengths else {}


def _outline(data: str, window: Window) -> Any:
    """The path of a shape in metres; its text has the commands M, l and z."""
    from matplotlib.path import Path as Outline

    points, codes = list[NDArray[np.float64]](), list[int]()
    for part in data.split("M")[1:]:
        numbers = [float(word) for word in _TOKEN.findall(part) if word not in "lz"]
        line = np.cumsum(np.array(numbers).reshape(-1, 2), axis=0)
        is_closed = part.endswith("z")
        points.append(np.concatenate((line, line[:1])) if is_closed else line)
        codes += [int(Outline.MOVETO), *[int(Outline.LINETO)] * (len(line) - 1), *[int(Outline.CLOSEPOLY)] * is_closed]
    pixels = np.concatenate(points) if points else np.zeros((0, 2))
    places = np.stack((window.left + pixels[:, 0] / window.scale, window.top - pixels[:, 1] / window.scale), axis=-1)
    return Outline(places, codes)


def _draw_body(axes: Axes, body: Body, *, points_per_metre: float) -> None:
    """Draw a box, or a dot where a box would be too small to see, with its name above it."""
    from matplotlib.patches import Polygon

    outline = body.outline
    if body.length * points_per_metre < _DOT:
        axes.plot(body.x, body.y, "o", color=body.colour, markersize=3, markeredgecolor=INK, markeredgewidth=0.4)
    else:
        axes.add_patch(Polygon(outline, facecolor=body.colour, edgecolor=INK, linewidth=0.6, zorder=3))
    if body.name:
        box = {"facecolor": PAPER, "edgecolor": "none", "alpha": 0.8, "pad": 1.0}
        axes.annotate(body.name, (body.x, float(outline[:, 1].max())), (0, 4), textcoords="offset points", ha="center",
                      fontsize=8, color=INK, bbox=box, zorder=4, annotation_clip=True)  # fmt: skip
