"""What is written on the roads: arrows in the direction of travel, and names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, degrees, sin
from typing import NamedTuple

import numpy as np

from seahaven.files import Element, new_element
from seahaven.geometry import Floats
from seahaven.roads.drawing.outline import number, path_data
from seahaven.roads.drawing.palette import LIGHT, surface
from seahaven.roads.drawing.ribbon import Ribbons
from seahaven.roads.lanemap import DRIVING
from seahaven.roads.model import LaneKind

SPACING = 130.0
"""Pixels between two arrows on a lane."""
NARROWEST = 3.0
"""Pixels; lanes that are drawn narrower have no arrows."""
BEFORE_MIDDLE = 0.36
"""At which share of what is seen of a lane its name stands best, as an arrow is often in the middle."""
STEP = 3.0
"""Pixels between the places that are tried for a name."""
LETTER = 0.56
"""The width of a letter, as a share of the font's size, on average."""
LEGIBLE, LEGIBLE_INSIDE, LARGEST = 5.0, 7.0, 10.0
"""Font sizes in pixels: the least, the least inside junctions, and the largest."""
SHRUNK = (1.0, 0.85, 0.7)
"""Shares of its size that are tried for a name."""
CELL = 4.0
"""Pixels along the side of a cell that no two things are written into."""

_KINDS = tuple(LaneKind)
_TRAVELLED = [index for index, kind in enumerate(_KINDS) if kind in DRIVING | {LaneKind.BUS, LaneKind.BIKING}]
_ARROW = np.array([[1.0, 0.0], [0.2, 0.38], [0.2, 0.1], [-1.0, 0.1], [-1.0, -0.1], [0.2, -0.1], [0.2, -0.38]])


def arrows(ribbons: Ribbons, lanes: Sequence[int]) -> Element:
    """Arrows in the direction of travel, a few on each of the lanes outside of junctions."""
    data = path_data(_arrow_shapes(ribbons, lanes), closed=True)
    return new_element("g", {}, [new_element("path", {"class": "arrow", "d": data})] if data else [])


def _arrow_shapes(ribbons: Ribbons, lanes: Sequence[int]) -> Iterator[Floats]:
    lane_map, scale = ribbons.lane_map, ribbons.window.scale
    wanted = np.isin(lane_map.kind, _TRAVELLED) & (lane_map.junction < 0) & ~lane_map.two_way
    for lane in (lane for lane in lanes if wanted[lane]):
        length = float(lane_map.length[lane])
        count = round(length * scale / SPACING) or int(length * scale > 0.4 * SPACING)
        s = (np.arange(count) + 0.5) * (length / max(count, 1))
        widths = lane_map.width(np.full(count, lane), s) * scale
        x, y, _, heading, *_ = lane_map.place(lane, s)
        points = np.column_stack((x, y))
        shown = ribbons.window.holds(points) & (widths >= NARROWEST)
        rows = zip(ribbons.window.pixels(points), heading, widths.tolist(), shown.tolist(), strict=True)
        for place, angle, width, is_shown in rows:
            if is_shown:
                size = min(0.9 * width, 1.8 * scale, 14.0)
                yield place + size * _turned(_ARROW, float(angle))


def _turned(shape: Floats, angle: float) -> Floats:
    """A shape that points right, turned; y runs down in pictures."""
    c, s = cos(angle), sin(angle)
    return np.column_stack((c * shape[:, 0] - s * shape[:, 1], -s * shape[:, 0] - c * shape[:, 1]))


def lane_names(ribbons: Ribbons) -> Element:
    """The names of lanes along them, as large as they allow; where lanes are too narrow, those of roads.

    The largest come first; what would lie over an arrow or another name is left out. Names of lanes inside junctions,
    which lie over each other, have to be larger to be written at all.
    """
    taken = _Taken()
    for shape in _arrow_shapes(ribbons, range(len(ribbons.lane_map))):
        taken.take(shape)
    lanes = np.unique(ribbons.lane_map.lane_of[ribbons.seen]).tolist()
    named = sorted((name for lane in lanes if (name := _name(ribbons, lane)) is not None), key=lambda name: name.rank)
    roads = _nameless(ribbons, lanes)
    texts = (_set(ribbons, name, taken) for name in (*named, *_road_names(ribbons, roads)))
    return new_element("g", {}, [text for text in texts if text is not None])


class _Name(NamedTuple):
    """A text to be written along a lane."""

    lane: int
    text: str
    size: float
    look: str
    is_inside: bool = False

    @property
    def is_legible(self) -> bool:
        return self.size >= (LEGIBLE_INSIDE if self.is_inside else LEGIBLE)

    @property
    def rank(self) -> tuple[bool, float, int]:
        return self.is_inside, -self.size, self.lane


class _Taken:
    """What is written on already, as cells of a grid."""

    def __init__(self) -> None:
        self._cells: set[tuple[int, int]] = set()

    def take(self, points: Floats) -> bool:
        """Take the cells of some points, in pixels; False, and nothing taken, where one of them is not free."""
        cells = {(int(x), int(y)) for x, y in np.floor(points / CELL).tolist()}
        is_free = not cells & self._cells
        if is_free:
            self._cells |= cells
        return is_free


def _room(ribbons: Ribbons, lane: int) -> float:
    """How wide a lane is half-way, in pixels."""
    half_way = 0.5 * float(ribbons.lane_map.length[lane])
    return float(ribbons.lane_map.width(lane, half_way)) * ribbons.window.scale


def _name(ribbons: Ribbons, lane: int) -> _Name | None:
    lane_map = ribbons.lane_map
    text, length = lane_map.name(lane), float(lane_map.length[lane]) * ribbons.window.scale
    size = min(LARGEST, 0.72 * _room(ribbons, lane), 0.9 * length / (LETTER * len(text)))
    look = "lane-name light" if surface(_KINDS[lane_map.kind[lane]]) in LIGHT else "lane-name"
    name = _Name(lane, text, size, look, is_inside=bool(lane_map.junction[lane] >= 0))
    return name if name.is_legible else None


def _nameless(ribbons: Ribbons, lanes: Sequence[int]) -> list[int]:
    """The roads that have lanes too narrow for names."""
    outside = (lane for lane in lanes if ribbons.lane_map.junction[lane] < 0)
    return sorted({int(ribbons.lane_map.road[lane]) for lane in outside if _room(ribbons, lane) < LEGIBLE / 0.72})


def _road_names(ribbons: Ribbons, roads: list[int]) -> Iterator[_Name]:
    """The ids of roads, on their longest lane."""
    lane_map = ribbons.lane_map
    for road in roads:
        lanes = np.flatnonzero((lane_map.road == road) & np.isin(lane_map.kind, _TRAVELLED))
        if len(lanes):
            lane = int(lanes[lane_map.length[lanes].argmax()])
            yield _Name(lane, lane_map.network.roads[road].id, 8.0, "road-name")


def _set(ribbons: Ribbons, name: _Name, taken: _Taken) -> Element | None:
    """A name at the first place along its lane that is free, somewhat smaller if need be."""
    for smaller in (name._replace(size=share * name.size) for share in SHRUNK):
        for s in _places(ribbons, smaller) if smaller.is_legible else ():
            place = ribbons.lane_map.place(name.lane, s)
            middle = ribbons.window.pixels(np.array([place.x, place.y]))
            if taken.take(middle + _turned(_block(smaller), float(place.heading))):
                return _along(ribbons, name.lane, s, name.text, smaller.size, name.look)
    return None


def _block(name: _Name) -> Floats:
    """Points all over a text that is written to the right, around its middle."""
    half = 0.5 * LETTER * name.size * len(name.text)
    along = np.linspace(-half, half, int(4.0 * half / CELL) + 2)
    return np.array([[x, y] for x in along for y in (-0.35 * name.size, 0.0, 0.35 * name.size)])


def _places(ribbons: Ribbons, name: _Name) -> list[float]:
    """Every s to try for a name on what is seen of its lane, the best first; where it can, it stays within the lane."""
    length = float(ribbons.lane_map.length[name.lane])
    stations = np.linspace(0.0, length, int(length * ribbons.window.scale / STEP) + 3)[1:-1]
    half = 0.5 * LETTER * name.size * len(name.text) / ribbons.window.scale
    fitting = stations[(stations >= half) & (stations <= length - half)]
    stations = fitting if len(fitting) else np.array([0.5 * length])
    x, y, *_ = ribbons.lane_map.place(name.lane, stations)
    seen = stations[ribbons.window.holds(np.column_stack((x, y)))].tolist()
    best = seen[int(BEFORE_MIDDLE * len(seen))] if seen else 0.0
    return sorted(seen, key=lambda s: (abs(s - best), s))


def _along(ribbons: Ribbons, lane: int, s: float, text: str, size: float, look: str) -> Element:
    place = ribbons.lane_map.place(lane, s)
    x, y = ribbons.window.pixels(np.array([place.x, place.y])).tolist()
    angle = -degrees(place.heading)
    upright = (angle + 90.0) % 180.0 - 90.0
    turn = f"translate({number(x)} {number(y)})rotate({number(upright)})"
    return new_element("text", {"class": look, "transform": turn, "font-size": number(size), "dy": "0.35em"}, text=text)
