"""People on foot: a family of their own."""

from __future__ import annotations

from seahaven.world.column import Column
from seahaven.world.family import FamilyType

__all__ = ["PERSON"]

PERSON = FamilyType(
    "person",
    {
        "x": Column(unit="m", doc="east of the origin"),
        "y": Column(unit="m", doc="north of the origin"),
        "z": Column(unit="m", default=0.0, doc="of the ground below"),
        "heading": Column(unit="rad", default=0.0, doc="counter-clockwise from east"),
        "speed": Column(unit="m/s", default=0.0, doc="along the heading"),
        "length": Column(unit="m", default=0.4, doc="of the box, front to back"),
        "width": Column(unit="m", default=0.5, doc="of the box"),
        "height": Column(unit="m", default=1.75, doc="of the box"),
    },
)
