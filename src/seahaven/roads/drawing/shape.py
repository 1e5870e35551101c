"""A map as plain shapes, for pages and programs that draw it themselves, at any zoom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from seahaven.files import Element
from seahaven.roads.drawing.level import road_levels
from seahaven.roads.drawing.marks import mark_lines
from seahaven.roads.drawing.paint import crosswalks, stop_lines
from seahaven.roads.drawing.palette import SURFACES, THINGS
from seahaven.roads.drawing.ribbon import Ribbons
from seahaven.roads.drawing.surface import lane_areas, meetings, zone_areas
from seahaven.roads.drawing.thing import covers, thing_areas
from seahaven.roads.drawing.window import Window
from seahaven.roads.lanemap import LaneMap

__all__ = ["Shape", "map_shapes"]

LINES = frozenset({"line", "rail-line", "tunnel-line"})
"""Looks that are drawn with a pen; all others are filled."""


class Shape(NamedTuple):
    """Something to fill or to draw along, as SVG path data in the window's pixels.

    `look` is the name of a surface or thing, or "line" for paint, which has a `colour`, a `width` and `dashes`, in
    pixels too; no dashes make a solid line.
    """

    look: str
    data: str
    colour: str = ""
    width: float = 0.0
    dashes: tuple[float, ...] = ()

    @property
    def fill(self) -> str:
        """The colour of a surface or thing; empty for anything else."""
        return SURFACES.get(self.look) or THINGS.get(self.look, ("",))[0]


def map_shapes(lane_map: LaneMap, window: Window) -> Iterator[Shape]:
    """What a map shows inside the window, from the ground up: a shape for each lane, mark of a road, and thing.

    Lanes and marks of lower roads come first, so that whoever draws in this order has bridges cover what they cross.
    """
    ribbons = Ribbons(lane_map, window)
    yield from _flat(zone_areas(ribbons))
    yield from _roads(ribbons)
    for drawn in (crosswalks(ribbons), stop_lines(ribbons), covers(ribbons), thing_areas(ribbons)):
        yield from _flat(drawn)


def _roads(ribbons: Ribbons) -> Iterator[Shape]:
    levels = road_levels(ribbons.lane_map)
    lane_roads = ribbons.lane_map.road.tolist()
    met = [(each, 0 if each.road is None else levels[each.road]) for each in meetings(ribbons)]
    for level in sorted(set(levels)):
        lanes = [lane for lane, road in enumerate(lane_roads) if levels[road] == level]
        yield from _flat(lane_areas(ribbons, lanes, [each for each, known in met if known == level]))
        for road, known in enumerate(levels):
            if known == level:
                yield from _flat(mark_lines(ribbons, [road]))


def _flat(element: Element, look: str = "", pen: dict[str, str] | None = None) -> Iterator[Shape]:
    """The paths of a drawing, each with the look and the pen that it has or inherits."""
    look = element.attributes.get("class", look)
    pen = {**(pen or {}), **{key: text for key, text in element.attributes.items() if key.startswith("stroke")}}
    data = element.attributes.get("d")
    if data and look in LINES:
        dashes = tuple(float(word) for word in pen.get("stroke-dasharray", "").split())
        yield Shape(look, data, pen.get("stroke", ""), float(pen.get("stroke-width", 0.0)), dashes)
    elif data:
        yield Shape(look, data)
    for child in element.children:
        yield from _flat(child, look, pen)
