"""Signs and lights beside the road, references to them from other roads, and what switches them together."""

from __future__ import annotations

from math import isfinite

from seahaven.files import Element
from seahaven.roads.formats.opendrive.remarks import Remarks
from seahaven.roads.formats.opendrive.speeds import SPEED_UNITS
from seahaven.roads.model import Controller, Facing, Signal, SignalKind, SignalUse, signal_kind, signal_speed

__all__ = ["read_controller", "read_facing", "read_signal", "read_signal_use", "read_validity"]

_FACINGS = {"+": Facing.ALONG, "-": Facing.AGAINST, "none": Facing.BOTH}
_TRUE = frozenset({"yes", "true", "1"})
_SPEEDS = frozenset({SignalKind.SPEED_LIMIT, SignalKind.SPEED_LIMIT_ENDS})


def read_signal(element: Element, remarks: Remarks) -> Signal:
    """One sign or light of a road; where it is put up apart from where it counts, the latter is what is kept."""
    attributes = element.attributes
    country, type_name = attributes.get("country", ""), attributes.get("type", "")
    subtype, name = attributes.get("subtype", ""), attributes.get("name", "")
    kind = signal_kind(country, type_name, subtype, name)
    width, height = element.number("width", None), element.number("height", None)
    return Signal(
        element.word("id"),
        kind,
        element.number("s"),
        element.number("t", 0.0),
        element.number("zOffset", 0.0),
        read_facing(element, remarks),
        read_validity(element),
        _value(element, kind),
        attributes.get("text", ""),
        name,
        attributes.get("dynamic", "no") in _TRUE,
        (country, type_name, subtype),
        element.number("hOffset", 0.0),
        (width, height) if width is not None and height is not None else None,
        element.at,
    )


def read_signal_use(element: Element, remarks: Remarks) -> SignalUse:
    """One reference to a signal that stands on another road."""
    return SignalUse(
        element.word("id"),
        element.number("s"),
        element.number("t", 0.0),
        read_facing(element, remarks),
        read_validity(element),
    )


def read_facing(element: Element, remarks: Remarks, *, default: Facing = Facing.ALONG) -> Facing:
    """For which traffic a thing stands."""
    name = element.attributes.get("orientation")
    if name is None:
        return default
    if name not in _FACINGS:
        remarks.note("seahaven:orientation", element, f"orientation '{name}' is unknown; taken as '{default}'")
    return _FACINGS.get(name, default)


def read_validity(element: Element) -> tuple[tuple[int, int], ...]:
    """The ranges of lanes for which a thing is valid, each from the lowest number to the highest."""
    ranges = [(child.whole("fromLane"), child.whole("toLane")) for child in element.children if child.tag == "validity"]
    return tuple([(min(pair), max(pair)) for pair in ranges])


def read_controller(element: Element) -> Controller:
    """Lights that are switched together."""
    signals = tuple([child.word("signalId") for child in element.children if child.tag == "control"])
    return Controller(
        element.word("id"),
        tuple(dict.fromkeys(signals)),
        name=element.attributes.get("name", ""),
        sequence=element.whole("sequence", None),
        at=element.at,
    )


def _value(element: Element, kind: SignalKind) -> float | None:
    """The value in SI: speeds by their unit, or by their country's; -1 stands for none in what many tools write."""
    value = element.number("value", None)
    unit = element.attributes.get("unit", "")
    attributes = element.attributes
    if kind in _SPEEDS and (unit not in SPEED_UNITS or not unit):
        country, subtype = attributes.get("country", ""), attributes.get("subtype", "")
        return signal_speed(country, attributes.get("type", ""), subtype, value)
    if value is None or value == -1.0:
        return None
    return value * SPEED_UNITS.get(unit, 1.0) if isfinite(value) else None
