"""A road network as an SVG map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from seahaven.files import Element, new_element, xml_text
from seahaven.roads.drawing.furniture import (
    LEAST_WIDTH,
    MARGIN,
    Entry,
    foot,
    foot_height,
    head,
    head_height,
    surface_entries,
    thing_entries,
)
from seahaven.roads.drawing.lettering import arrows, lane_names
from seahaven.roads.drawing.level import road_levels
from seahaven.roads.drawing.marks import mark_lines
from seahaven.roads.drawing.outline import number
from seahaven.roads.drawing.paint import crosswalks, stop_lines
from seahaven.roads.drawing.palette import style_sheet
from seahaven.roads.drawing.ribbon import Ribbons
from seahaven.roads.drawing.sign import signs
from seahaven.roads.drawing.surface import lane_areas, meetings, surfaces_seen, zone_areas
from seahaven.roads.drawing.thing import covers, thing_areas
from seahaven.roads.drawing.window import Window
from seahaven.roads.drawing.yielding import ConflictLayer, conflict_layer
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.lanemap import LaneMap

__all__ = ["draw_map"]


def draw_map(
    lane_map: LaneMap,
    *,
    title: str = "",
    window: Window | None = None,
    names: bool = False,
    logic: JunctionLogic | None = None,
) -> str:
    """The text of an SVG map, complete in itself, and the same bytes each time.

    Lanes are areas coloured by what they are for, with road marks as painted, arrows in the direction of travel,
    crosswalks, stop lines, signs and lights. North is up. Tooltips tell the names of lanes and signs; `names` writes
    those of lanes on them. With the junctions' logic, stretches where ways meet are coloured by who yields. Without a
    window the whole network is shown.
    """
    window = window or Window.of_roads(lane_map)
    ribbons = Ribbons(lane_map, window)
    conflicts = conflict_layer(ribbons, logic) if logic else None
    things = thing_areas(ribbons)
    described, land = _land(ribbons, things, names=names, conflicts=conflicts)
    entries = [*_entries(ribbons, things), *(conflicts.entries if conflicts else ())]
    return xml_text(_sheet(window, title, entries, described, land))


def _entries(ribbons: Ribbons, things: Element) -> list[Entry]:
    """What colours mean; parking spaces look like lanes for parking, and are told of once."""
    surfaces = surfaces_seen(ribbons)
    told = {"space"} if "parking" in surfaces else set()
    seen = {path.attributes["class"] for path in things.children}
    return [*surface_entries(surfaces), *thing_entries(seen - told)]


def _sheet(
    window: Window, title: str, entries: Sequence[Entry], described: list[Element], land: list[Element]
) -> Element:
    """The land as a picture in the picture, which clips it, with the words around it."""
    width, top = max(window.width, LEAST_WIDTH), head_height(title)
    bottom = top + window.height
    size = {"width": number(width + 2.0 * MARGIN), "height": number(bottom + foot_height(entries, width))}
    inner = {"x": number(MARGIN), "y": number(top), "width": number(window.width), "height": number(window.height)}
    parts = (
        new_element("style", text=style_sheet()),
        new_element("defs", {}, described),
        new_element("rect", {"class": "paper", **size}),
        *head(title),
        new_element("svg", inner, land),
        *foot(entries, top=bottom + 8.0, width=width, scale=window.scale),
    )
    view = {"viewBox": f"0 0 {size['width']} {size['height']}", "class": "roads"}
    return new_element("svg", {"xmlns": "http://www.w3.org/2000/svg", **size, **view}, parts)


def _land(
    ribbons: Ribbons, things: Element, *, names: bool, conflicts: ConflictLayer | None
) -> tuple[list[Element], list[Element]]:
    """What is described once, and what is drawn, from the ground up."""
    described, boards = signs(ribbons)
    layers = [
        new_element("rect", {"class": "land", "width": "100%", "height": "100%"}),
        zone_areas(ribbons),
        *_levels(ribbons),
        crosswalks(ribbons),
        stop_lines(ribbons),
        covers(ribbons),
        things,
        boards,
    ]
    if conflicts:
        layers.insert(-1, conflicts.drawing)
    if names:
        layers.append(lane_names(ribbons))
    return described, [layer for layer in layers if layer.children or layer.tag == "rect"]


def _levels(ribbons: Ribbons) -> Iterator[Element]:
    """Lanes with their marks, lower roads first."""
    levels = road_levels(ribbons.lane_map)
    lane_roads = ribbons.lane_map.road.tolist()
    met = [(each, 0 if each.road is None else levels[each.road]) for each in meetings(ribbons)]
    for level in sorted(set(levels)):
        lanes = [lane for lane, road in enumerate(lane_roads) if levels[road] == level]
        yield lane_areas(ribbons, lanes, [each for each, known in met if known == level])
        yield mark_lines(ribbons, [road for road, known in enumerate(levels) if known == level])
        yield arrows(ribbons, lanes)
