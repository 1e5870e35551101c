"""Things on and beside the road as elements."""

from __future__ import annotations

from collections.abc import Iterator

from seahaven.files import Element, new_element
from seahaven.roads.formats.opendrive.writing.signals import ORIENTATIONS, validity_elements
from seahaven.roads.model import ObjectKind, Outline, RoadObject, object_code

_PASSAGES = {ObjectKind.TUNNEL: "tunnel", ObjectKind.BRIDGE: "bridge"}


def objects_element(objects: tuple[RoadObject, ...]) -> Iterator[Element]:
    """All things of a road: first those that stand or lie there, then tunnels, then bridges, as the schema asks."""
    if objects:
        things = [_thing(thing) for thing in objects if thing.kind not in _PASSAGES]
        tunnels = [_passage(thing) for thing in objects if thing.kind is ObjectKind.TUNNEL]
        bridges = [_passage(thing) for thing in objects if thing.kind is ObjectKind.BRIDGE]
        yield new_element("objects", children=(*things, *tunnels, *bridges))


def _thing(thing: RoadObject) -> Element:
    type_name, subtype = (thing.code, thing.subtype) if thing.code else object_code(thing.kind, thing.subtype)
    attributes = {
        "id": thing.id,
        "type": type_name,
        "subtype": subtype or None,
        "name": thing.name or None,
        "s": thing.s,
        "t": thing.t,
        "zOffset": thing.height_above,
        "hdg": thing.heading,
        "length": thing.length,
        "width": thing.width,
        "height": thing.height,
        "radius": thing.radius,
        "validLength": thing.span or None,
        "orientation": ORIENTATIONS[thing.facing],
    }
    return new_element("object", attributes, (*_outlines(thing.outlines), *validity_elements(thing.lanes)))


def _outlines(outlines: tuple[Outline, ...]) -> Iterator[Element]:
    if outlines:
        yield new_element("outlines", children=(_outline(k, outline) for k, outline in enumerate(outlines)))


def _outline(id: int, outline: Outline) -> Element:
    tag, names = (
        ("cornerRoad", ("s", "t", "dz", "height")) if outline.on_road else ("cornerLocal", ("u", "v", "z", "height"))
    )
    corners = (
        new_element(tag, {"id": k, **dict(zip(names, corner, strict=True))}) for k, corner in enumerate(outline.corners)
    )
    return new_element("outline", {"id": id, "closed": outline.is_closed}, corners)


def _passage(thing: RoadObject) -> Element:
    attributes = {
        "id": thing.id,
        "type": thing.code or object_code(thing.kind)[0],
        "name": thing.name or None,
        "s": thing.s,
        "length": thing.span,
    }
    return new_element(_PASSAGES[thing.kind], attributes, validity_elements(thing.lanes))
