"""Signs and lights as elements, and what switches them together."""

from __future__ import annotations

from collections.abc import Iterator

from seahaven.files import Element, new_element
from seahaven.roads.model import Controller, Facing, Signal, SignalKind, SignalUse, signal_code

ORIENTATIONS = {Facing.ALONG: "+", Facing.AGAINST: "-", Facing.BOTH: "none"}
"""For which traffic something stands, in the standard's signs."""

_SPEEDS = (SignalKind.SPEED_LIMIT, SignalKind.SPEED_LIMIT_ENDS)


def signals_element(signals: tuple[Signal, ...], uses: tuple[SignalUse, ...]) -> Iterator[Element]:
    """All signals of a road, and those of other roads that count on it."""
    if signals or uses:
        yield new_element("signals", children=(*map(_signal, signals), *map(_use, uses)))


def _signal(signal: Signal) -> Element:
    country, type_name, subtype = signal.code if any(signal.code) else signal_code(signal.kind)
    width, height = signal.size or (None, None)
    attributes = {
        "s": signal.s,
        "t": signal.t,
        "id": signal.id,
        "name": signal.name or None,
        "dynamic": "yes" if signal.is_dynamic else "no",
        "orientation": ORIENTATIONS[signal.facing],
        "zOffset": signal.height,
        "country": country or None,
        "type": type_name,
        "subtype": subtype,
        "value": signal.value,
        "unit": "m/s" if signal.value is not None and signal.kind in _SPEEDS else None,
        "height": height,
        "width": width,
        "text": signal.text or None,
        "hOffset": signal.heading,
    }
    return new_element("signal", attributes, validity_elements(signal.lanes))


def _use(use: SignalUse) -> Element:
    attributes = {"s": use.s, "t": use.t, "id": use.id, "orientation": ORIENTATIONS[use.facing]}
    return new_element("signalReference", attributes, validity_elements(use.lanes))


def validity_elements(lanes: tuple[tuple[int, int], ...]) -> Iterator[Element]:
    """For which lanes something is valid, by ranges."""
    return (new_element("validity", {"fromLane": lowest, "toLane": highest}) for lowest, highest in lanes)


def controller_element(controller: Controller) -> Element:
    """The signals that are switched together."""
    attributes = {"id": controller.id, "name": controller.name or None, "sequence": controller.sequence}
    return new_element(
        "controller", attributes, (new_element("control", {"signalId": id}) for id in controller.signals)
    )
