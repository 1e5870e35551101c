"""What sensors and goals of learned drivers can be about: perception columns, what follows from them, and events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from seahaven.behaviour import AT_JUNCTIONS, FOOT_SENSED, SENSED
from seahaven.errors import InputError, nearest
from seahaven.world import ROAD_VEHICLE, Column

__all__ = ["DERIVED", "EVENTS", "PERCEIVED", "Condition", "Quantity", "Term", "quantity_named"]

OWN: Final = ("speed", "acceleration", "offset", "gap", "honked")
"""Columns besides those of perception: what a driver knows of its own vehicle, and the gap ahead."""
PERCEIVED: Final[Mapping[str, Column]] = MappingProxyType(
    {
        name: column
        for name, column in {**ROAD_VEHICLE.columns, **SENSED, **AT_JUNCTIONS, **FOOT_SENSED}.items()
        if name in OWN or name in SENSED or name in AT_JUNCTIONS or name in FOOT_SENSED
    }
)
"""The columns that conditions can name."""
COLUMN, TIME_GAP, TIME_TO_COLLISION, BRAKING_NEEDED = range(4)
"""How a quantity comes of columns; compiled code knows these numbers."""
_WAYS: Final = ("", "rear_", "left_", "right_", "left_rear_", "right_rear_")


class Quantity(NamedTuple):
    """A number that a vehicle's driver knows, and its unit; null where there is nothing to see."""

    name: str
    unit: str
    sort: int
    columns: tuple[str, ...]
    is_truth: bool = False
    """Whether it is true or false, and is not compared with anything."""


def _derived() -> dict[str, Quantity]:
    """What follows from the gap to a vehicle and its closing speed, in every direction."""
    found = {}
    for way in _WAYS:
        gap, closing = f"{way}gap", f"{way}closing"
        for name, unit, sort, columns in (
            ("time_gap", "s", TIME_GAP, (gap, "speed")),
            ("time_to_collision", "s", TIME_TO_COLLISION, (gap, closing)),
            ("braking_needed", "m/s²", BRAKING_NEEDED, (gap, closing)),
        ):
            found[f"{way}{name}"] = Quantity(f"{way}{name}", unit, sort, columns)
    return found


DERIVED: Final[Mapping[str, Quantity]] = MappingProxyType(_derived())
"""Time gap (gap over own speed), time to collision (gap over closing speed) and the braking that would just do (closing
speed squared over twice the gap); the last two are null where nothing comes nearer."""
EVENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "collides": "has begun to touch another vehicle since its last decision",
        "hits": "has run into another vehicle, or moved into its side, since its last decision",
        "hits_person": "has begun to touch a person since its last decision",
        "moves_left": "has begun to change to the left lane with its last decision",
        "moves_right": "has begun to change to the right lane with its last decision",
        "honks": "sounds its horn",
        "no_lane_right": "is on the rightmost lane that it may use",
    }
)
"""What happens to a vehicle, or what it does, as truths."""


def quantity_named(name: str) -> Quantity:
    """The quantity of a name."""
    if name in PERCEIVED:
        column = PERCEIVED[name]
        return Quantity(name, column.unit, COLUMN, (name,), column.dtype == "bool")
    if name in DERIVED:
        return DERIVED[name]
    if name in EVENTS:
        return Quantity(name, "", COLUMN, (name,), True)
    raise InputError(f"a driver does not perceive '{name}'{nearest(name, [*PERCEIVED, *DERIVED, *EVENTS])}")


@dataclass(frozen=True, slots=True)
class Term:
    """A quantity compared with a limit, in SI, or a truth; a comparison with null does not hold."""

    quantity: Quantity
    relation: str = "is"
    """`<`, `<=`, `>`, `>=`, `=`, or `is` for a truth."""
    limit: float = 0.0
    is_negated: bool = False
    """Whether it has not to hold."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Terms that all have to hold; without any, it always holds."""

    terms: tuple[Term, ...] = ()
