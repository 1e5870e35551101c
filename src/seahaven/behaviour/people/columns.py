"""What people on foot may know, and what drivers may know of people: the columns that perception fills in."""

from __future__ import annotations

from collections.abc import Mapping

from seahaven.world import Column

__all__ = ["AFOOT", "FOOT_SENSED"]


def _seen(unit: str, doc: str) -> Column:
    return Column(unit=unit, nullable=True, immediate=True, is_passing=True, doc=doc)


AFOOT: Mapping[str, Column] = {
    "kerb": _seen("m", "to where the roadway of the crosswalk ahead begins; null on it, and where none is near"),
    "breadth": _seen("m", "across that roadway, to a refuge or to the other side"),
    "spare": _seen("s", "by which the first vehicle comes later than it would be across; null where nobody comes"),
    "edge": _seen("m", "to the next lane of the roadway that somebody comes along who does not slow down"),
    "blocked": _seen("m", "to a vehicle that stands in its way"),
    "crossing_light": Column(
        "int8", default=0, immediate=True, is_passing=True, doc="what the light of the crosswalk shows: a LightState"
    ),
    "ahead_gap": _seen("m", "to whoever is before it on foot"),
    "ahead_speed": _seen("m/s", "of that one, in its own direction"),
    "ahead_aside": _seen("m", "how far to the left of it that one is"),
    "left_leeway": Column(
        unit="m", default=0.0, immediate=True, is_passing=True, doc="to the left of its route's line, up to a vehicle"
    ),
    "right_leeway": Column(
        unit="m", default=0.0, immediate=True, is_passing=True, doc="to the right of its route's line, likewise"
    ),
    "escape": _seen("m", "along its way out of that of a vehicle that comes at it, negative back, 0 aside"),
    "verge": _seen("m", "to the other side of the road beside it, from its route's line; left is positive"),
}
"""What somebody on foot knows in a step."""

FOOT_SENSED: Mapping[str, Column] = {
    "walker": _seen("m", "from its front to where it has to wait because of somebody on foot"),
    "walker_time": _seen("s", "until that one will be out of the way; null: nobody knows"),
}
"""What a driver knows of people on foot in a step."""
