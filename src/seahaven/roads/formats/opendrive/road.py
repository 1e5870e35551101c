"""One road, with all that lies along it."""

from __future__ import annotations

from seahaven.files import Element
from seahaven.roads.formats.opendrive.junctions import ENDS
from seahaven.roads.formats.opendrive.lanes import read_sections
from seahaven.roads.formats.opendrive.objects import read_objects
from seahaven.roads.formats.opendrive.plan_view import FURTHEST, MISFIT, read_line
from seahaven.roads.formats.opendrive.profiles import read_profile
from seahaven.roads.formats.opendrive.remarks import Remarks
from seahaven.roads.formats.opendrive.signals import read_signal, read_signal_use
from seahaven.roads.formats.opendrive.speeds import read_limit
from seahaven.roads.model import End, JunctionLink, Limit, Road, RoadKind, RoadLink

__all__ = ["read_road"]

_KINDS = {
    "unknown": RoadKind.UNKNOWN,
    "rural": RoadKind.RURAL,
    "motorway": RoadKind.MOTORWAY,
    "town": RoadKind.TOWN,
    "lowSpeed": RoadKind.RESIDENTIAL,
    "pedestrian": RoadKind.PEDESTRIAN,
    "bicycle": RoadKind.BICYCLE,
    "townExpressway": RoadKind.TOWN,
    "townCollector": RoadKind.TOWN,
    "townArterial": RoadKind.TOWN,
    "townPrivate": RoadKind.RESIDENTIAL,
    "townLocal": RoadKind.RESIDENTIAL,
    "townPlayStreet": RoadKind.RESIDENTIAL,
}


def read_road(element: Element, remarks: Remarks) -> Road:
    """One road as it stands; whether what it refers to exists is seen when all are read."""
    attributes = element.attributes
    junction = attributes.get("junction", "-1")
    kinds, limits = _kinds(element, remarks)
    line = read_line(element, remarks)
    length = _length(element, line.length, remarks)
    return Road(
        element.word("id"),
        line,
        read_sections(element, length, remarks),
        attributes.get("name", ""),
        length,
        read_profile(element.below("elevationProfile", "elevation"), remarks),
        read_profile(element.below("lateralProfile", "superelevation"), remarks),
        read_profile(element.below("lanes", "laneOffset"), remarks),
        _link(element, "predecessor"),
        _link(element, "successor"),
        None if junction in ("-1", "") else junction,
        element.choice("rule", _RULES, default=False),
        kinds,
        limits,
        tuple([read_signal(child, remarks) for child in element.below("signals", "signal")]),
        tuple([read_signal_use(child, remarks) for child in element.below("signals", "signalReference")]),
        read_objects(element, remarks),
        element.at,
    )


def _length(road: Element, drawn: float, remarks: Remarks) -> float:
    """The length of a road as stated, which is what every s on it refers to."""
    stated = road.number("length", 0.0, least=0.0)
    if stated > FURTHEST:
        road.refuse(f"<road> has length {stated:g}; expected at most {FURTHEST:g} m")
    if stated and abs(stated - drawn) > MISFIT:
        what = "goes on straight" if stated > drawn else "ends early"
        message = f"road of length {stated:g} has a reference line of {drawn:g} m; it {what}"
        remarks.note("asam.net:xodr:1.9.0:road.length_sum_geometries", road, message)
    return stated or drawn


_RULES = {"RHT": False, "LHT": True}


def _link(road: Element, side: str) -> RoadLink | JunctionLink | None:
    for element in road.below("link", side):
        if element.attributes.get("elementType") == "junction":
            return JunctionLink(element.word("elementId"))
        if "elementS" in element.attributes:
            # Into the middle of a road that runs on: the virtual junction there says the rest.
            return None
        # Where the contact point is missing, the nearer end is found once all roads are read.
        return RoadLink(element.word("elementId"), element.choice("contactPoint", ENDS, End.START))
    return None


def _kinds(road: Element, remarks: Remarks) -> tuple[tuple[tuple[float, RoadKind], ...], tuple[Limit, ...]]:
    """The kinds of road along it, and the limits that go with them; a kind without a limit ends the one before it.

    Files state one anew where only the other changes, since neither can be stated alone.
    """
    kinds: list[tuple[float, RoadKind]] = []
    limits: list[Limit] = []
    for element in sorted(road.all("type"), key=lambda element: element.number("s", 0.0)):
        s, name = element.number("s", 0.0), element.attributes.get("type", "unknown")
        if name not in _KINDS:
            remarks.note("seahaven:road.type", element, f"road type '{name}' is unknown")
        kind = _KINDS.get(name, RoadKind.UNKNOWN)
        if not kinds or kinds[-1][1] is not kind:
            kinds.append((s, kind))
        speed = element.first("speed")
        limit = (read_limit(speed, s, remarks) if speed else None) or Limit(s, None, is_stated=False)
        before = limits[-1] if limits else Limit(0.0, None, is_stated=False)
        if (limit.speed, limit.is_stated) != (before.speed, before.is_stated):
            limits.append(limit)
    return tuple(kinds), tuple(limits)
