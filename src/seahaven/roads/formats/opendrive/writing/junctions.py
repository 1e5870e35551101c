"""Junctions, and groups of them, as elements."""

from __future__ import annotations

from collections.abc import Iterator

from seahaven.files import Element, new_element
from seahaven.roads.model import Connection, Junction, JunctionGroup, JunctionKind

_KINDS = {JunctionKind.DIRECT: "direct", JunctionKind.VIRTUAL: "virtual", JunctionKind.CROSSING: "crossing"}


def junction_element(junction: Junction) -> Element:
    """The junction with its connections."""
    main_road, start, end = junction.main_road or (None, None, None)
    attributes = {
        "id": junction.id,
        "name": junction.name or None,
        "type": _KINDS.get(junction.kind),
        "mainRoad": main_road,
        "sStart": start,
        "sEnd": end,
    }
    return new_element("junction", attributes, _parts(junction))


def _parts(junction: Junction) -> Iterator[Element]:
    yield from (_connection(connection, junction.kind) for connection in junction.connections)
    yield from _priorities(junction)
    yield from (new_element("controller", {"id": id}) for id in junction.controllers)


def _connection(connection: Connection, kind: JunctionKind) -> Element:
    attributes = {
        "id": connection.id,
        "incomingRoad": connection.incoming,
        "linkedRoad" if kind is JunctionKind.DIRECT else "connectingRoad": connection.connecting,
        "contactPoint": connection.contact,
    }
    links = (new_element("laneLink", {"from": start, "to": end}) for start, end in connection.lanes)
    return new_element("connection", attributes, links)


def _priorities(junction: Junction) -> Iterator[Element]:
    """Which road goes before which, where that is the same for all of their lanes."""
    pairs = dict.fromkeys((priority.high, priority.low) for priority in junction.priorities)
    return (new_element("priority", {"high": a, "low": b}) for a, b in pairs if (b, a) not in pairs)


def group_element(group: JunctionGroup) -> Element:
    """The junctions that belong together."""
    attributes = {
        "id": group.id,
        "name": group.name or None,
        "type": "roundabout" if group.is_roundabout else "unknown",
    }
    return new_element(
        "junctionGroup", attributes, (new_element("junctionReference", {"junction": id}) for id in group.junctions)
    )
