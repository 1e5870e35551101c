"""Lane sections and their lanes."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Protocol, TypeVar

from seahaven.files import Element
from seahaven.roads.formats.opendrive.marks import read_mark
from seahaven.roads.formats.opendrive.profiles import combined, read_profile
from seahaven.roads.formats.opendrive.remarks import Remarks
from seahaven.roads.formats.opendrive.single_side import completed
from seahaven.roads.formats.opendrive.speeds import read_limit
from seahaven.roads.model import ZERO, Access, Direction, Lane, LaneKind, Piece, Profile, Section

__all__ = ["KINDS", "lane_elements", "read_sections", "section_elements"]

KINDS = {
    "none": LaneKind.NONE,
    "driving": LaneKind.DRIVING,
    "stop": LaneKind.STOP,
    "shoulder": LaneKind.SHOULDER,
    "biking": LaneKind.BIKING,
    "sidewalk": LaneKind.SIDEWALK,
    "walking": LaneKind.SIDEWALK,
    "border": LaneKind.BORDER,
    "restricted": LaneKind.RESTRICTED,
    "parking": LaneKind.PARKING,
    "bidirectional": LaneKind.BIDIRECTIONAL,
    "median": LaneKind.MEDIAN,
    "special1": LaneKind.SPECIAL,
    "special2": LaneKind.SPECIAL,
    "special3": LaneKind.SPECIAL,
    "roadWorks": LaneKind.ROAD_WORKS,
    "tram": LaneKind.TRAM,
    "rail": LaneKind.RAIL,
    "entry": LaneKind.ENTRY,
    "mwyEntry": LaneKind.ENTRY,
    "exit": LaneKind.EXIT,
    "mwyExit": LaneKind.EXIT,
    "offRamp": LaneKind.OFF_RAMP,
    "onRamp": LaneKind.ON_RAMP,
    "connectingRamp": LaneKind.CONNECTING_RAMP,
    "slipLane": LaneKind.SLIP,
    "bus": LaneKind.BUS,
    "taxi": LaneKind.TAXI,
    "HOV": LaneKind.CARPOOL,
    "shared": LaneKind.SHARED,
    "curb": LaneKind.CURB,
    "crosswalk": LaneKind.CROSSWALK,
}
"""OpenDRIVE's names for kinds of lanes, those of all versions."""

_DIRECTIONS = {direction.value: direction for direction in Direction}
_TRUE = frozenset({"true", "1"})
_SIDES = frozenset({"left", "center", "right"})


class _Placed(Protocol):
    @property
    def s(self) -> float: ...


P = TypeVar("P", bound=_Placed)


def read_sections(road: Element, length: float, remarks: Remarks) -> tuple[Section, ...]:
    """The sections on a road of a length, in rising order; without any, one that has the middle lane alone."""
    stated = road.below("lanes", "laneSection")
    if not stated:
        rule = "asam.net:xodr:1.4.0:road.lane_section.lane_sect_req"
        remarks.note(rule, road, "the road has no <laneSection> and so no lanes; it is kept as a line")
        return (Section(0.0, (Lane(0, LaneKind.NONE),)),)
    _remark_on_order(stated, remarks)
    elements = section_elements(road)
    single = [element.attributes.get("singleSide", "false") in _TRUE for element in elements]
    whole = completed([_section(element, remarks) for element in elements], single)
    sections = [section for section in whole if section.s <= length]
    if len(sections) < len(stated):
        beyond = f"{len(stated) - len(sections)} of {len(stated)} sections do not lie between 0 and {length:g}"
        remarks.note("asam.net:xodr:1.4.0:road.lane_section.valid_length", road, f"{beyond} and are left out")
    sections = sections or [_section(elements[0], remarks)]
    if not 0.0 <= sections[0].s <= length:
        sections[0] = replace(sections[0], s=0.0)
    return tuple(sections)


def _remark_on_order(elements: list[Element], remarks: Remarks) -> None:
    for before, after in pairwise(elements):
        if after.number("s", 0.0) < before.number("s", 0.0):
            where = f"at s {after.number('s', 0.0):g}, before the one ahead of it at {before.number('s', 0.0):g}"
            message = f"<laneSection> begins {where}; sections are taken in rising order"
            remarks.note("asam.net:xodr:1.4.0:road.lane_section.elem_asc_order", after, message)
            return


def section_elements(road: Element) -> list[Element]:
    """The elements of a road's sections, in the order of the sections; of those before the road's start the last."""
    ordered = sorted(road.below("lanes", "laneSection"), key=lambda element: element.number("s", 0.0))
    before = sum(element.number("s", 0.0) <= 0.0 for element in ordered)
    return ordered[max(before - 1, 0) :]


def lane_elements(section: Element) -> dict[int, Element]:
    """The elements of a section's lanes by number."""
    sides = (side for side in section.children if side.tag in _SIDES)
    return {lane.whole("id"): lane for side in sides for lane in side.children if lane.tag == "lane"}


def _section(element: Element, remarks: Remarks) -> Section:
    elements: dict[int, Element] = {}
    lanes: dict[int, Lane] = {}
    for side in element.children:
        for child in side.children if side.tag in _SIDES else ():
            if child.tag == "lane":
                lane = _lane(child, remarks)
                if lane.id in lanes:
                    child.refuse(f"lane {lane.id} comes twice in a section; first in line {elements[lane.id].line}")
                lanes[lane.id], elements[lane.id] = lane, child
    if any(child.tag == "border" for lane_element in elements.values() for child in lane_element.children):
        lanes = _with_widths(lanes, elements, remarks)
    lanes.setdefault(0, Lane(0, LaneKind.NONE))
    ordered = tuple([lanes[id] for id in sorted(lanes, reverse=True)])
    return Section(element.number("s", 0.0), ordered, element.at)


def _lane(element: Element, remarks: Remarks) -> Lane:
    """One lane, in one pass over what it holds: lanes are most of a file."""
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()
    widths, marks, limits, accesses, heights = [], [], [], [], []
    for child in element.children:
        match child.tag:
            case "width":
                widths.append(child)
            case "roadMark":
                marks.append(read_mark(child, remarks))
            case "link":
                before, after = _links(child)
            case "speed":
                limits.append(read_limit(child, child.number("sOffset", 0.0), remarks))
            case "access":
                accesses.append(child)
            case "height":
                heights.append(child.numbers("sOffset", "inner", "outer"))
    kind = _kind(element, remarks)
    attributes = element.attributes
    return Lane(
        element.whole("id"),
        kind,
        read_profile(widths, remarks, start="sOffset") if widths else ZERO,
        before,
        after,
        _rising(marks),
        _rising([limit for limit in limits if limit]),
        _accesses(accesses) if accesses else (),
        _direction(element, kind, remarks),
        attributes.get("level", "false") in _TRUE,
        tuple(sorted(heights)) if heights else (),  # type: ignore[arg-type]  # three numbers each
        at=element.at,
    )


def _links(link: Element) -> tuple[tuple[int, ...], tuple[int, ...]]:
    before = tuple([child.whole("id") for child in link.children if child.tag == "predecessor"])
    return before, tuple([child.whole("id") for child in link.children if child.tag == "successor"])


def _rising(items: list[P]) -> tuple[P, ...]:
    if len(items) > 1:
        items.sort(key=lambda item: item.s)
    return tuple(items)


def _kind(element: Element, remarks: Remarks) -> LaneKind:
    name = element.attributes.get("type", "none")
    kind = KINDS.get(name)
    if kind is None:
        remarks.note("seahaven:lane.type", element, f"lane type '{name}' is unknown; taken as none")
        return LaneKind.NONE
    return kind


def _direction(element: Element, kind: LaneKind, remarks: Remarks) -> Direction:
    name = element.attributes.get("direction")
    if name is None:
        return Direction.BOTH if kind is LaneKind.BIDIRECTIONAL else Direction.STANDARD
    if name not in _DIRECTIONS:
        remarks.note("seahaven:lane.direction", element, f"lane direction '{name}' is unknown; taken as standard")
    return _DIRECTIONS.get(name, Direction.STANDARD)


def _accesses(elements: list[Element]) -> tuple[Access, ...]:
    """Who may use a lane; what is said at the same place by several elements is put together."""
    found: dict[float, tuple[list[str], list[str]]] = {}
    for element in elements:
        allow, deny = found.setdefault(element.number("sOffset", 0.0), ([], []))
        names = [child.word("type", "") for child in element.children if child.tag == "restriction"]
        if "restriction" in element.attributes:
            names.append(element.attributes["restriction"])
        # Before 1.6 nobody could be denied: the element named those who are allowed.
        (deny if element.attributes.get("rule") == "deny" else allow).extend(names)
    return tuple(Access(s, tuple(allow), tuple(deny)) for s, (allow, deny) in sorted(found.items()))


def _with_widths(lanes: dict[int, Lane], elements: dict[int, Element], remarks: Remarks) -> dict[int, Lane]:
    """Lanes given by their outer borders, with widths: what lies between a border and the next one inwards."""
    result = dict(lanes)
    for sign in (1, -1):
        inner: tuple[Piece, ...] = ()
        for id in sorted((id for id in lanes if id * sign > 0), key=abs):
            borders = elements[id].all("border")
            if borders and not lanes[id].width.pieces:
                outer = read_profile(borders, remarks, start="sOffset").pieces
                result[id] = replace(lanes[id], width=Profile(combined(sign, outer, -sign, inner)))
            inner = combined(1.0, inner, sign, result[id].width.pieces)
    return result
