"""Lane sections and lanes as elements."""

from __future__ import annotations

from collections.abc import Iterator

from seahaven.files import Element, new_element
from seahaven.roads.formats.opendrive.writing.profiles import profile_elements
from seahaven.roads.model import Access, Direction, Lane, LaneKind, Limit, Mark, Section

_KINDS = {
    LaneKind.DRIVING: "driving",
    LaneKind.ENTRY: "entry",
    LaneKind.EXIT: "exit",
    LaneKind.ON_RAMP: "onRamp",
    LaneKind.OFF_RAMP: "offRamp",
    LaneKind.CONNECTING_RAMP: "connectingRamp",
    LaneKind.SLIP: "slipLane",
    LaneKind.BIDIRECTIONAL: "bidirectional",
    LaneKind.BUS: "bus",
    LaneKind.TAXI: "taxi",
    LaneKind.CARPOOL: "HOV",
    LaneKind.SHARED: "shared",
    LaneKind.STOP: "stop",
    LaneKind.SHOULDER: "shoulder",
    LaneKind.PARKING: "parking",
    LaneKind.BIKING: "biking",
    # "walking" is the newer word, which fewer programs know.
    LaneKind.SIDEWALK: "sidewalk",
    LaneKind.CROSSWALK: "sidewalk",
    LaneKind.BORDER: "border",
    LaneKind.CURB: "curb",
    LaneKind.MEDIAN: "median",
    LaneKind.RESTRICTED: "restricted",
    LaneKind.ROAD_WORKS: "roadWorks",
    LaneKind.TRAM: "tram",
    LaneKind.RAIL: "rail",
    LaneKind.SPECIAL: "special1",
    LaneKind.NONE: "none",
}

# The standard's own names stand for themselves; the rest are SUMO's for the same.
_USERS = {
    name: name
    for name in (
        "HOV",
        "autonomousTraffic",
        "bicycle",
        "bus",
        "delivery",
        "emergency",
        "motorcycle",
        "none",
        "passengerCar",
        "pedestrian",
        "simulator",
        "taxi",
        "throughTraffic",
        "truck",
        "trucks",
    )
} | {"passenger": "passengerCar", "hov": "HOV", "private": "passengerCar", "coach": "bus", "trailer": "truck"}


def section_element(section: Section) -> Element:
    """The section with its lanes, from left to right."""
    sides = {
        "left": [lane for lane in section.lanes if lane.id > 0],
        "center": [lane for lane in section.lanes if lane.id == 0],
        "right": [lane for lane in section.lanes if lane.id < 0],
    }
    children = [new_element(side, children=map(_lane, lanes)) for side, lanes in sides.items() if lanes]
    return new_element("laneSection", {"s": section.s}, children)


def _lane(lane: Lane) -> Element:
    usual = Direction.BOTH if lane.kind is LaneKind.BIDIRECTIONAL else Direction.STANDARD
    attributes = {
        "id": lane.id,
        "type": _KINDS[lane.kind],
        "level": lane.is_level,
        "direction": None if lane.direction is usual else lane.direction,
    }
    return new_element("lane", attributes, _parts(lane))


def _parts(lane: Lane) -> Iterator[Element]:
    if lane.before or lane.after:
        before = (new_element("predecessor", {"id": id}) for id in lane.before)
        after = (new_element("successor", {"id": id}) for id in lane.after)
        yield new_element("link", children=(*before, *after))
    yield from profile_elements("width", lane.width, start="sOffset")
    yield from map(_mark, lane.marks)
    yield from (_speed(limit) for limit in lane.limits if limit.speed is not None)
    for access in lane.access:
        yield from _accesses(access)
    for s, inner, outer in lane.heights:
        yield new_element("height", {"sOffset": s, "inner": inner, "outer": outer})


def _mark(mark: Mark) -> Element:
    return new_element(
        "roadMark",
        {
            "sOffset": mark.s,
            "type": mark.kind,
            "weight": mark.weight,
            "color": mark.color,
            "material": mark.material,
            "width": mark.width,
            "laneChange": mark.crossing,
        },
    )


def _speed(limit: Limit) -> Element:
    return new_element("speed", {"sOffset": limit.s, "max": limit.speed, "unit": "m/s"})


def _accesses(access: Access) -> Iterator[Element]:
    """An element for each kind of road users: the newer form with one element for all is known to fewer programs."""
    for rule, names in (("allow", access.allow), ("deny", access.deny)):
        for name in dict.fromkeys(_USERS[name] for name in names if name in _USERS):
            yield new_element("access", {"sOffset": access.s, "rule": rule, "restriction": name})
