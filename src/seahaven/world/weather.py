"""The weather: a family of its own with one row, which touches sight and grip (H19)."""

from __future__ import annotations

from seahaven.world.column import Column
from seahaven.world.family import FamilyType

__all__ = ["WEATHER"]

WEATHER = FamilyType(
    "weather",
    {
        "visibility": Column(unit="m", default=10_000.0, doc="how far one sees"),
        "grip": Column(default=1.0, doc="friction of the road as a share of that of a dry one"),
        "rain": Column(unit="mm/h", default=0.0, doc="how hard it rains"),
        "daylight": Column(default=1.0, doc="1 at noon, 0 in the darkest night"),
    },
    doc="one row; a world without it has a clear, dry day",
)
