"""A road as an element."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from seahaven.files import Element, new_element
from seahaven.roads.formats.opendrive.writing.lanes import section_element
from seahaven.roads.formats.opendrive.writing.objects import objects_element
from seahaven.roads.formats.opendrive.writing.plan_view import geometry_elements
from seahaven.roads.formats.opendrive.writing.profiles import profile_elements
from seahaven.roads.formats.opendrive.writing.signals import signals_element
from seahaven.roads.model import JunctionLink, Limit, Road, RoadKind, RoadLink

_KINDS = {
    RoadKind.UNKNOWN: "unknown",
    RoadKind.MOTORWAY: "motorway",
    RoadKind.RURAL: "rural",
    RoadKind.TOWN: "town",
    RoadKind.RESIDENTIAL: "lowSpeed",
    RoadKind.PEDESTRIAN: "pedestrian",
    RoadKind.BICYCLE: "bicycle",
}

_OUTSIDE = "-1"


def road_element(road: Road) -> Element:
    """The road with all that lies along it."""
    attributes = {
        "name": road.name or None,
        "length": road.length,
        "id": road.id,
        "junction": _OUTSIDE if road.junction is None else road.junction,
        "rule": "LHT" if road.is_left_hand else "RHT",
    }
    return new_element("road", attributes, _parts(road))


def _parts(road: Road) -> Iterator[Element]:
    yield from _boxed("link", _links(road))
    yield from _types(road)
    yield new_element("planView", children=geometry_elements(road.line))
    yield from _boxed("elevationProfile", profile_elements("elevation", road.elevation))
    yield from _boxed("lateralProfile", profile_elements("superelevation", road.superelevation))
    offsets, sections = profile_elements("laneOffset", road.lane_offset), map(section_element, road.sections)
    yield new_element("lanes", children=(*offsets, *sections))
    yield from objects_element(road.objects)
    yield from signals_element(road.signals, road.signal_uses)


def _boxed(tag: str, children: Iterable[Element]) -> Iterator[Element]:
    """The elements inside one, which is left out without them."""
    if inside := list(children):
        yield new_element(tag, children=inside)


def _links(road: Road) -> Iterator[Element]:
    for side, link in (("predecessor", road.before), ("successor", road.after)):
        match link:
            case RoadLink():
                attributes = {"elementType": "road", "elementId": link.road, "contactPoint": link.end}
                yield new_element(side, attributes)
            case JunctionLink():
                yield new_element(side, {"elementType": "junction", "elementId": link.junction})


def _types(road: Road) -> Iterator[Element]:
    """The kinds of road along it, written anew wherever the limit changes: each carries the limit from there on."""
    for s in sorted({s for s, _ in road.kinds} | {limit.s for limit in road.limits}):
        kind = next((kind for start, kind in reversed(road.kinds) if start <= s), RoadKind.UNKNOWN)
        yield new_element("type", {"s": s, "type": _KINDS[kind]}, _speed(road.limits, s))


def _speed(limits: tuple[Limit, ...], s: float) -> Iterator[Element]:
    count = bisect_right(limits, s, key=lambda limit: limit.s)
    if not count:
        return
    limit = limits[count - 1]
    if limit.speed is not None:
        yield new_element("speed", {"max": limit.speed, "unit": "m/s"})
    elif limit.is_stated:
        yield new_element("speed", {"max": "no limit"})
