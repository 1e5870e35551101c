"""Speeds as OpenDRIVE writes them: a number and a unit, or words for none."""

from __future__ import annotations

from seahaven.files import Element
from seahaven.roads.formats.opendrive.remarks import Remarks
from seahaven.roads.model import Limit

__all__ = ["SPEED_UNITS", "read_limit"]

SPEED_UNITS = {"m/s": 1.0, "km/h": 1.0 / 3.6, "mph": 0.44704, "kmh": 1.0 / 3.6, "": 1.0}
"""What one of a unit is in m/s; without a unit, numbers are in m/s (the standard's clause on units)."""

_NO_LIMIT, _UNDEFINED = "no limit", "undefined"


def read_limit(speed: Element, s: float, remarks: Remarks) -> Limit | None:
    """The limit from s on that a <speed> gives; None where it cannot be told."""
    if speed.word("max") in (_NO_LIMIT, _UNDEFINED):
        return Limit(s, None, is_stated=speed.word("max") == _NO_LIMIT)
    unit = speed.word("unit", "")
    if unit not in SPEED_UNITS:
        remarks.note("seahaven:speed.unit", speed, f"speed unit '{unit}' is unknown; the limit is left out")
        return None
    value = speed.number("max") * SPEED_UNITS[unit]
    if value < 0.0:
        remarks.note("seahaven:speed.max", speed, f"speed limit {value:g} is below 0 and left out")
        return None
    return Limit(s, value)
