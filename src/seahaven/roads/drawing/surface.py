"""Lanes, junctions and open areas as coloured areas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from seahaven.files import Element, new_element
from seahaven.geometry import Floats
from seahaven.roads.drawing.meeting import CELL, DRIVEN, GREEN, PAVED, meeting_area
from seahaven.roads.drawing.outline import TOLERANCE, number, path_data, simplified
from seahaven.roads.drawing.palette import SURFACES, surface
from seahaven.roads.drawing.ribbon import Ribbons
from seahaven.roads.drawing.window import Window
from seahaven.roads.drawing.words import speed_text
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind, ParkingSpot

EDGE = 0.5
"""Pixels by which an area is drawn too large, in its own colour, so that no light comes through between two of them."""
FAR, FAR_EDGE = 0.5, 1.0
"""Below so many pixels per metre it is more, so that a road is still seen."""
_KINDS = tuple(LaneKind)


class Meeting(NamedTuple):
    """The area of a junction in pixels: all that is paved, and what is driven on."""

    road: int | None
    """The first of the roads in it, which says on which level it lies."""
    paved: str
    driven: str


def meetings(ribbons: Ribbons) -> Iterator[Meeting]:
    """The areas of the junctions in sight: what their lanes cover together; of those without lanes, as stated.

    From afar the lanes alone will do.
    """
    window, lane_map = ribbons.window, ribbons.lane_map
    # A raster has steps, which the eye must not see.
    coarse = max(TOLERANCE, CELL * window.scale)
    for index, junction in enumerate(lane_map.network.junctions):
        lanes = np.flatnonzero(lane_map.junction == index)
        if len(lanes) and ribbons.sees(lanes) and window.scale >= FAR:
            paved = meeting_area(lane_map, index, PAVED)
            driven = meeting_area(lane_map, index, DRIVEN, spared=GREEN)
            rings = ([simplified(window.pixels(ring), coarse) for ring in area] for area in (paved, driven))
            yield Meeting(int(lane_map.road[lanes[0]]), *(path_data(area, closed=True) for area in rings))
        elif junction.outline and not len(lanes):
            yield Meeting(None, path_data(_seen(window, [_ring(junction.outline)]), closed=True), "")


def lane_areas(ribbons: Ribbons, lanes: Sequence[int], meetings: Sequence[Meeting]) -> Element:
    """The lanes as areas, each with a tooltip, grouped by surface in the order in which surfaces cover each other.

    What is paved at a junction lies below all of them, what is driven on there below the lanes for driving.
    """
    grouped: dict[str, list[Element]] = {name: [] for name in SURFACES}
    driven, paved = "".join(each.driven for each in meetings), "".join(each.paved for each in meetings)
    if driven:
        grouped["road"].append(new_element("path", {"d": driven}))
    for lane in lanes:
        name = surface(_KINDS[ribbons.lane_map.kind[lane]])
        if name and (data := path_data(_around(ribbons, lane), closed=True)):
            title = new_element("title", text=lane_title(ribbons.lane_map, lane))
            grouped[name].append(new_element("path", {"d": data}, [title]))
    groups = [new_element("g", {"class": name}, areas) for name, areas in grouped.items() if areas]
    ground = [new_element("path", {"class": "road", "d": paved})] if paved else []
    edge = number(FAR_EDGE if ribbons.window.scale < FAR else EDGE)
    return new_element("g", {"class": "surfaces", "stroke-width": edge}, [*ground, *groups])


def surfaces_seen(ribbons: Ribbons) -> set[str]:
    """The surfaces that the window shows."""
    lanes = np.unique(ribbons.lane_map.lane_of[ribbons.seen])
    names = {surface(_KINDS[kind]) for kind in np.unique(ribbons.lane_map.kind[lanes]).tolist()}
    return {name for name in names if name}


def _around(ribbons: Ribbons, lane: int) -> Iterator[Floats]:
    for left, right in ribbons.pieces(lane):
        yield np.concatenate((simplified(left), simplified(right)[::-1]))


def lane_title(lane_map: LaneMap, lane: int) -> str:
    """What a tooltip tells of a lane: its name, kind, length, and how fast one may go there."""
    limits = lane_map.strips.limit[lane_map.first[lane] : lane_map.first[lane + 1] - 1]
    limit = "" if np.isinf(limits).all() else f", {speed_text(float(limits.min()))}"
    return f"{lane_map.name(lane)}: {_KINDS[lane_map.kind[lane]]}, {lane_map.length[lane]:.1f} m{limit}"


def zone_areas(ribbons: Ribbons) -> Element:
    """Open areas, with the parking spots in them."""
    window, zones = ribbons.window, ribbons.lane_map.network.zones
    paths = []
    for on_foot, name in ((False, "parking"), (True, "pavement")):
        rings = [_ring(zone.corners) for zone in zones if zone.on_foot is on_foot]
        data = path_data(map(simplified, _seen(window, rings)), closed=True)
        paths.append(new_element("path", {"class": name, "d": data}))
    spots = [_spot_ring(spot) for zone in zones for spot in zone.spots]
    look = {"class": "space", "stroke-width": number(max(0.1 * window.scale, 0.5))}
    paths.append(new_element("path", {**look, "d": path_data(_seen(window, spots), closed=True)}))
    return new_element("g", {"class": "surfaces"}, [path for path in paths if path.attributes["d"]])


def _spot_ring(spot: ParkingSpot) -> Floats:
    ahead, aside = 0.5 * spot.length, 0.5 * spot.width
    return spot.pose.to_world(np.array([[ahead, aside], [-ahead, aside], [-ahead, -aside], [ahead, -aside]]))


def _ring(corners: Sequence[tuple[float, float]]) -> Floats:
    return np.array((*corners, corners[0]), dtype=np.float64)


def _seen(window: Window, rings: Sequence[Floats]) -> Iterator[Floats]:
    """In pixels, those of which some corner may be in sight."""
    return (window.pixels(ring) for ring in rings if window.holds(ring, margin=50.0).any())
