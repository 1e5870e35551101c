"""What OpenDRIVE has no words for, kept in <userData>, so that a file that was written here is read back whole.

Phases of lights, priorities lane by lane, zones, lanes by their points: each is the value of a field of the model, as
JSON, inside the element that stands for what has the field. Other programs pass it over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeVar, cast

from seahaven.errors import InputError, nearest
from seahaven.files import Element, add_children, new_element
from seahaven.roads.formats.opendrive.values import field_types, from_text, to_text
from seahaven.roads.model import Junction, Road, RoadNetwork, Section

__all__ = ["VENDOR", "add_user_data", "restored"]

VENDOR = "Seahaven"
"""Who wrote a file, as its header has it; only such files are searched."""

_PREFIX = "seahaven:"
_DRAWN = "line"
"""The one field that is never kept: the plan view says it all."""

T = TypeVar("T")


def add_user_data(network: RoadNetwork, understood: RoadNetwork, root: Element) -> None:
    """Add to a file's elements whatever would be lost, given how they are understood without it."""
    _add(network, understood, root)


def restored(network: RoadNetwork, root: Element) -> RoadNetwork:
    """The network with what <userData> of the file adds to it; as it is for files that others wrote."""
    header = root.first("header")
    if header is None or header.attributes.get("vendor") != VENDOR:
        return network
    return _restored(network, root)


def _add(thing: Any, understood: Any, element: Element) -> None:
    below, kind = dict(_below(thing, element)), cast("type", type(thing))
    for name in field_types(kind):
        wanted, found = getattr(thing, name), getattr(understood, name)
        if wanted == found or name == _DRAWN:
            continue
        elements = below.get(name, [])
        if _match(wanted, found, elements):
            for child, other, inner in zip(wanted, found, elements, strict=True):
                _add(child, other, inner)
        else:
            add_children(element, [new_element("userData", {"code": _PREFIX + name, "value": to_text(wanted)})])


def _match(wanted: Any, found: Any, elements: list[Element]) -> bool:
    """Whether things, what became of them, and elements belong together one by one."""
    return bool(elements) and len(wanted) == len(found) and _stand_for(elements, wanted) and _stand_for(elements, found)


def _stand_for(elements: list[Element], things: Any) -> bool:
    """Whether elements stand for things one by one, told by their ids; sections have none."""
    if len(elements) != len(things):
        return False
    pairs = zip(elements, things, strict=True)
    return all(isinstance(thing, Section) or element.word("id", "") == str(thing.id) for element, thing in pairs)


def _below(thing: object, element: Element) -> Iterator[tuple[str, list[Element]]]:
    """The fields that hold things with elements of their own, and these elements."""
    match thing:
        case RoadNetwork():
            yield "roads", element.all("road")
            yield "junctions", element.all("junction")
            yield "controllers", element.all("controller")
            yield "groups", element.all("junctionGroup")
        case Road():
            yield "sections", element.below("lanes", "laneSection")
            yield "signals", element.below("signals", "signal")
            yield "signal_uses", element.below("signals", "signalReference")
            yield "objects", [child for box in element.all("objects") for child in box if child.tag in _OBJECTS]
        case Section():
            yield "lanes", [lane for side in element if side.tag in _SIDES for lane in side.all("lane")]
        case Junction():
            yield "connections", element.all("connection")


_OBJECTS = ("object", "tunnel", "bridge")
_SIDES = ("left", "center", "right")


def _restored(thing: T, element: Element) -> T:
    changes: dict[str, Any] = {}
    types = field_types(cast("type", type(thing)))
    for name, elements in _below(thing, element):
        things = getattr(thing, name)
        if _stand_for(elements, things):
            changes[name] = tuple([_restored(child, inner) for child, inner in zip(things, elements, strict=True)])
    for child in element.children:
        if child.tag == "userData" and child.attributes.get("code", "").startswith(_PREFIX):
            name = child.attributes["code"].removeprefix(_PREFIX)
            changes[name] = _kept(child, name, types)
    return replace(thing, **changes) if changes else thing  # type: ignore[type-var]  # every thing is a dataclass


def _kept(element: Element, name: str, types: dict[str, Any]) -> Any:
    if name not in types:
        element.refuse(f"<userData> keeps '{name}', which nothing here has{nearest(name, types)}")
    try:
        return from_text(element.word("value"), types[name])
    except InputError as error:
        element.refuse(f"<userData> keeps '{name}' in a way that cannot be read: {error.message}")
