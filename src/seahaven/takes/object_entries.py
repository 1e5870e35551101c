"""What a study file may say of objects on the roads: cones, barriers, road works, vehicles that nobody drives."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from seahaven.files import Field, Schema, model_validator
from seahaven.takes.dimensions import Coordinate, Extent, Heading, LaneNumber, Metres

__all__ = ["ObjectEntry"]

ROWS = ("cones", "road works")
"""Objects that reach from one place to another."""
VEHICLES = ("parked", "broken down")


class ObjectEntry(Schema):
    """Something that stands on the roads from the beginning.

    objects:
      cone: {use: cone, on: main, at: 120 m, lane: -1, offset: 1 m}
      works: {use: road works, on: main, at: 200 m, to: 260 m, lane: -2}
      closed: {use: blocked road, on: mill, at: 80 m}
      wreck: {use: broken down, type: truck, on: main, at: 400 m, lane: -1}
    """

    use: Literal["cone", "barrier", "cones", "road works", "blocked road", "parked", "broken down"]
    """What it is: one cone or barrier; a row of cones; a lane that cones and a barrier close; barriers across the whole
    road; a vehicle beside the traffic, or one with hazard lights in a lane."""
    on: str
    """A lane, by its name, or a road, by its id."""
    at: Metres
    """How far along the lane in the direction of travel, or along the road as it was drawn."""
    to: Metres | None = None
    """Of cones and road works: up to where."""
    lane: LaneNumber | None = None
    """On a road: the number of the lane."""
    offset: Coordinate | None = None
    """Of its middle to the left of that of the lane; 0 unless told, and of a parked vehicle at the right border."""
    until_offset: Coordinate | None = None
    """Of a row of cones: the offset of the last one, for rows that lead across the lane."""
    turned: Heading = 0.0
    """How far it is turned to the left of the lane's direction."""
    spacing: Extent = 5.0
    """From one cone to the next."""
    type: Annotated[str, Field(min_length=1)] = "car"
    """Of a vehicle: one of the presets, or of the study's own types."""
    open: Literal["left", "right"] = "left"
    """Of road works: the side on which traffic passes."""

    @model_validator(mode="after")
    def _fits_its_use(self) -> Self:
        stated = self.model_fields_set
        if (self.to is None) == (self.use in ROWS):
            what = "needs 'to': how far it reaches" if self.to is None else "stands at one place; leave 'to' out"
            raise ValueError(f"'{self.use}' {what}")
        if self.to is not None and self.to == self.at:
            raise ValueError("it ends where it begins; give it a 'to' further on")
        for keys, uses in (
            (("spacing",), ROWS),
            (("until_offset",), ("cones",)),
            (("type",), VEHICLES),
            (("open",), ("road works",)),
        ):
            for key in keys:
                if key in stated and self.use not in uses:
                    raise ValueError(f"'{key}' is for {' and '.join(uses)}, not for '{self.use}'")
        if self.use == "blocked road" and stated & {"lane", "offset", "turned"}:
            raise ValueError("'blocked road' closes all lanes; leave 'lane', 'offset' and 'turned' out")
        return self
