"""What is written on the roads: arrows in the direction of travel, and names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, degrees, sin

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
STEP = 20.0
"""Pixels between the places that are tried for a name."""
LETTER = 0.56
"""The width of a letter, as a share of the font's size, on average."""
LEGIBLE, LARGEST = 5.0, 10.0
"""Font sizes in pixels."""

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
    """The names of lanes along them, as large as they allow; where lanes are too narrow, those of roads."""
    lane_map, scale = ribbons.lane_map, ribbons.window.scale
    texts: list[Element] = []
    roads: set[int] = set()
    for lane in np.unique(lane_map.lane_of[ribbons.seen]).tolist():
        name, s = lane_map.name(lane), _middle(ribbons, lane)
        if s is None:
            continue
        room = float(lane_map.width(lane, s)) * scale
        size = min(LARGEST, 0.72 * room, 0.9 * float(lane_map.length[lane]) * scale / (LETTER * len(name)))
        if size >= LEGIBLE:
            look = "lane-name light" if surface(_KINDS[lane_map.kind[lane]]) in LIGHT else "lane-name"
            texts.append(_along(ribbons, lane, s, name, size, look))
        elif room < LEGIBLE / 0.72 and lane_map.junction[lane] < 0:
            roads.add(int(lane_map.road[lane]))
    return new_element("g", {}, [*texts, *_road_names(ribbons, sorted(roads))])


def _middle(ribbons: Ribbons, lane: int) -> float | None:
    """The s somewhat before the middle, where arrows are, of what is seen of a lane; None where too little is."""
    length = float(ribbons.lane_map.length[lane])
    stations = np.linspace(0.0, length, 2 * int(length * ribbons.window.scale / STEP) + 3)[1:-1]
    x, y, *_ = ribbons.lane_map.place(lane, stations)
    seen = stations[ribbons.window.holds(np.column_stack((x, y)))]
    return float(seen[int(BEFORE_MIDDLE * len(seen))]) if len(seen) else None


def _road_names(ribbons: Ribbons, roads: list[int]) -> Iterator[Element]:
    """The ids of roads, on their longest lane."""
    lane_map = ribbons.lane_map
    for road in roads:
        lanes = np.flatnonzero((lane_map.road == road) & np.isin(lane_map.kind, _TRAVELLED))
        lane = int(lanes[lane_map.length[lanes].argmax()]) if len(lanes) else -1
        s = _middle(ribbons, lane) if lane >= 0 else None
        if s is not None:
            yield _along(ribbons, lane, s, lane_map.network.roads[road].id, 8.0, "road-name")


def _along(ribbons: Ribbons, lane: int, s: float, text: str, size: float, look: str) -> Element:
    place = ribbons.lane_map.place(lane, s)
    x, y = ribbons.window.pixels(np.array([place.x, place.y])).tolist()
    angle = -degrees(place.heading)
    upright = (angle + 90.0) % 180.0 - 90.0
    turn = f"translate({number(x)} {number(y)})rotate({number(upright)})"
    return new_element("text", {"class": look, "transform": turn, "font-size": number(size), "dy": "0.35em"}, text=text)
