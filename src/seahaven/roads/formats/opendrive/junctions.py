"""Junctions, and groups of them."""

from __future__ import annotations

from seahaven.files import Element
from seahaven.roads.formats.opendrive.remarks import Remarks
from seahaven.roads.model import Connection, End, Junction, JunctionGroup, JunctionKind, Priority

__all__ = ["read_group", "read_junction"]

_KINDS = {
    "default": JunctionKind.COMMON,
    "common": JunctionKind.COMMON,
    "direct": JunctionKind.DIRECT,
    "virtual": JunctionKind.VIRTUAL,
    "crossing": JunctionKind.CROSSING,
}
ENDS = {"start": End.START, "end": End.END}


def read_junction(element: Element, remarks: Remarks) -> Junction:
    """One junction, less what refers to roads' geometry."""
    kind = _KINDS.get(element.attributes.get("type", "default"))
    if kind is None:
        name = element.attributes["type"]
        remarks.note("seahaven:junction.type", element, f"junction type '{name}' is unknown; taken as default")
        kind = JunctionKind.COMMON
    return Junction(
        element.word("id"),
        element.attributes.get("name", ""),
        kind,
        tuple([_connection(child, kind) for child in element.children if child.tag == "connection"]),
        tuple(
            [_priority(child) for child in element.children if child.tag == "priority" and len(child.attributes) > 1]
        ),
        controllers=tuple([child.word("id") for child in element.children if child.tag == "controller"]),
        main_road=_main_road(element) if kind is JunctionKind.VIRTUAL else None,
        at=element.at,
    )


def _connection(element: Element, kind: JunctionKind) -> Connection:
    attributes = element.attributes
    incoming = attributes.get("incomingRoad") or _end_of(element, "predecessor")
    other = attributes.get("linkedRoad") if kind is JunctionKind.DIRECT else attributes.get("connectingRoad")
    connecting = other or attributes.get("connectingRoad") or attributes.get("linkedRoad")
    connecting = connecting or _end_of(element, "successor")
    return Connection(
        attributes.get("id", ""),
        incoming or "",
        connecting or "",
        element.choice("contactPoint", ENDS, End.START),
        tuple([(child.whole("from"), child.whole("to")) for child in element.children if child.tag == "laneLink"]),
        element.at,
    )


def _end_of(element: Element, side: str) -> str | None:
    """The road at a side of a virtual connection, which names both as roads do their links."""
    link = element.first(side)
    return link.attributes.get("elementId") if link else None


def _priority(element: Element) -> Priority:
    return Priority(element.word("high"), element.word("low"))


def _main_road(element: Element) -> tuple[str, float, float] | None:
    if "mainRoad" not in element.attributes:
        return None
    return element.word("mainRoad"), element.number("sStart", 0.0), element.number("sEnd", 0.0)


def read_group(element: Element) -> JunctionGroup:
    """Junctions that belong together."""
    return JunctionGroup(
        element.word("id"),
        tuple([child.word("junction") for child in element.children if child.tag == "junctionReference"]),
        element.attributes.get("type") == "roundabout",
        element.attributes.get("name", ""),
    )
