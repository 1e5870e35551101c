"""The area of a junction, from the borders of lanes that bound it (since version 1.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import ceil, dist

from seahaven.files import Element
from seahaven.roads.formats.opendrive.cross_section import border_point
from seahaven.roads.formats.opendrive.remarks import Remarks
from seahaven.roads.model import Junction, Road

__all__ = ["with_outline"]

STEP = 2.0
"""How far apart, in metres, points along the border of a lane are taken."""
MOST_STEPS = 1000
APART = 1e-3
"""Within what distance, in metres, the end of one segment and the start of the next are one corner."""


def with_outline(junction: Junction, element: Element, roads: Mapping[str, Road], remarks: Remarks) -> Junction:
    """The junction with the area inside its <boundary>, where it has one."""
    boundary = element.first("boundary")
    if boundary is None:
        return junction
    corners: list[tuple[float, float]] = []
    for segment in boundary.all("segment"):
        road = roads.get(segment.attributes.get("roadId", ""))
        if road is None:
            remarks.note(
                "asam.net:xodr:1.4.0:ids.only_ref_defined_ids",
                segment,
                f"road '{segment.attributes.get('roadId', '')}' is not there; the boundary is left out",
            )
            return junction
        corners.extend(_joint(segment, road) if segment.attributes.get("type") == "joint" else _along(segment, road))
    apart = [corner for k, corner in enumerate(corners) if not k or dist(corner, corners[k - 1]) > APART]
    return replace(junction, outline=tuple(apart))


def _along(segment: Element, road: Road) -> list[tuple[float, float]]:
    """Points along the outer border of a lane, from where to where the segment says."""
    lane = segment.whole("boundaryLane", 0)
    first, last = _station(segment, "sStart", road), _station(segment, "sEnd", road)
    steps = min(max(ceil(abs(last - first) / STEP), 1), MOST_STEPS)
    return [border_point(road, lane, first + (last - first) * k / steps) for k in range(steps + 1)]


def _joint(segment: Element, road: Road) -> list[tuple[float, float]]:
    """The two ends of the cut across a road where it enters the junction."""
    s = road.length if segment.attributes.get("contactPoint") == "end" else 0.0
    lanes = road.sections[road.section_at(s)].lanes
    first = segment.whole("jointLaneStart", lanes[0].id)
    return [border_point(road, lane, s) for lane in (first, segment.whole("jointLaneEnd", lanes[-1].id))]


def _station(segment: Element, name: str, road: Road) -> float:
    """An s of a segment; words stand for the ends of the road."""
    text = segment.word(name, "begin" if name == "sStart" else "end")
    if text in ("begin", "end"):
        return 0.0 if text == "begin" else road.length
    return min(max(segment.number(name), 0.0), road.length)
