"""Things on and beside the road: crosswalks, parking spaces, what blocks sight, tunnels and bridges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

from seahaven.files import Element
from seahaven.roads.formats.opendrive.remarks import Remarks
from seahaven.roads.formats.opendrive.signals import read_facing, read_validity
from seahaven.roads.model import Facing, ObjectKind, Outline, RoadObject, object_kind

__all__ = ["read_objects"]

MOST_COPIES = 10_000
"""Of a repeated object; a row of posts along a motorway has hundreds."""
STEP = 10.0
"""How far apart, in metres, the corners of a long object lie along a road."""


def read_objects(road: Element, remarks: Remarks) -> tuple[RoadObject, ...]:
    """All things of a road; one that is repeated comes once for each copy, or as a whole where it has no gaps."""
    found: list[RoadObject] = []
    for element in road.below("objects"):
        for child in element.children:
            match child.tag:
                case "object":
                    found.extend(_objects(child, remarks))
                case "tunnel":
                    found.append(_passage(child, ObjectKind.TUNNEL))
                case "bridge":
                    found.append(_passage(child, ObjectKind.BRIDGE))
    return tuple(found)


def _objects(element: Element, remarks: Remarks) -> Iterator[RoadObject]:
    thing = _object(element, remarks)
    repeats = element.all("repeat")
    if not repeats:
        yield thing
    for number, repeat in enumerate(repeats):
        yield from _repeated(thing, repeat, "" if len(repeats) == 1 else f"{number}.", remarks)


def _object(element: Element, remarks: Remarks) -> RoadObject:
    attributes = element.attributes
    type_name, subtype = attributes.get("type", ""), attributes.get("subtype", "")
    return RoadObject(
        attributes.get("id", ""),
        object_kind(type_name, subtype, attributes.get("name", "")),
        element.number("s"),
        element.number("t", 0.0),
        element.number("zOffset", 0.0),
        element.number("hdg", 0.0),
        element.number("length", None, least=0.0),
        element.number("width", None, least=0.0),
        element.number("height", None),
        element.number("radius", None, least=0.0),
        element.number("validLength", 0.0),
        _outlines(element),
        read_facing(element, remarks, default=Facing.BOTH),
        read_validity(element),
        attributes.get("name", ""),
        type_name,
        subtype,
        element.at,
    )


def _outlines(element: Element) -> tuple[Outline, ...]:
    """The outlines, in their own frame since 1.5 and directly inside the object before that."""
    found = element.all("outline") + element.below("outlines", "outline")
    return tuple([outline for outline in map(_outline, found) if outline.corners])


def _outline(element: Element) -> Outline:
    local = [child for child in element.children if child.tag == "cornerLocal"]
    road = [child for child in element.children if child.tag == "cornerRoad"]
    is_closed = element.attributes.get("closed", "true") in ("true", "1")
    if road:
        return Outline(tuple([_corner(child, "s", "t", "dz") for child in road]), True, is_closed)
    return Outline(tuple([_corner(child, "u", "v", "z") for child in local]), False, is_closed)


def _corner(element: Element, along: str, left: str, above: str) -> tuple[float, float, float, float]:
    height = element.number("height", 0.0)
    return element.number(along), element.number(left), element.number(above, 0.0), height


def _repeated(thing: RoadObject, repeat: Element, prefix: str, remarks: Remarks) -> Iterator[RoadObject]:
    s, length, distance = repeat.number("s", thing.s), repeat.number("length"), repeat.number("distance", 0.0)
    if length < 0.0 or distance < 0.0:
        repeat.refuse(f"<repeat> has length {length:g} and distance {distance:g}; expected at least 0 for both")
    if not distance:
        yield _drawn_out(thing, repeat, s, length, prefix)
    elif length / distance > MOST_COPIES:
        remarks.note("seahaven:object.repeat", repeat, f"more than {MOST_COPIES} copies; the object is left out")
    else:
        for k in range(int(length / distance) + 1):
            share = k * distance / length if length else 0.0
            yield _copy(thing, repeat, f"{thing.id}#{prefix}{k}", s + k * distance, share)


def _copy(thing: RoadObject, repeat: Element, id: str, s: float, share: float) -> RoadObject:
    return replace(
        thing,
        id=id,
        s=s,
        t=_between(repeat, "t", thing.t, share) or 0.0,
        height_above=_between(repeat, "zOffset", thing.height_above, share) or 0.0,
        length=_between(repeat, "length", thing.length, share),
        width=_between(repeat, "width", thing.width, share),
        height=_between(repeat, "height", thing.height, share),
        radius=_between(repeat, "radius", thing.radius, share),
    )


def _between(repeat: Element, name: str, default: float | None, share: float) -> float | None:
    first = repeat.number(f"{name}Start", default)
    if first is None:
        return None
    last = repeat.number(f"{name}End", first)
    return first + (last - first) * share


def _drawn_out(thing: RoadObject, repeat: Element, s: float, length: float, prefix: str) -> RoadObject:
    """An object without gaps: its outline on the road, from where the repetition begins to where it ends."""
    steps = min(max(ceil(length / STEP), 1), MOST_COPIES)
    ends = [_copy(thing, repeat, "", s + length * k / steps, k / steps) for k in range(steps + 1)]
    left = [_edge(end, 0.5) for end in ends]
    right = [_edge(end, -0.5) for end in ends]
    whole = replace(ends[0], id=f"{thing.id}#{prefix}" if prefix else thing.id, span=length)
    return replace(whole, outlines=(Outline((*right, *reversed(left)), on_road=True),))


def _edge(end: RoadObject, side: float) -> tuple[float, float, float, float]:
    width = end.width if end.width is not None else 2.0 * (end.radius or 0.0)
    return end.s, end.t + side * width, end.height_above, end.height or 0.0


def _passage(element: Element, kind: ObjectKind) -> RoadObject:
    """A tunnel or a bridge, which takes in the whole road for a stretch."""
    attributes = element.attributes
    return RoadObject(
        attributes.get("id", ""),
        kind,
        element.number("s"),
        span=element.number("length", least=0.0),
        lanes=read_validity(element),
        name=attributes.get("name", ""),
        code=attributes.get("type", ""),
        at=element.at,
    )
