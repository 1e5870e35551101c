"""What a study says of its triggers: where they are, for whom, what they wait for, and what they press."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from seahaven.files import Field, Schema, field_validator, model_validator
from seahaven.takes.dimensions import (
    ArrivalTime,
    CollisionTime,
    Coordinate,
    Extent,
    Heading,
    LaneNumber,
    Metres,
    Time,
    TimeGap,
    Velocity,
)
from seahaven.takes.order_entries import OrderEntry

__all__ = [
    "AfterEntry",
    "AreaEntry",
    "ArrivalEntry",
    "CollisionEntry",
    "ConditionsEntry",
    "HeadwayEntry",
    "KindEntry",
    "LightEntry",
    "NearEntry",
    "PlaceEntry",
    "TriggerEntry",
]

Shown = Literal["green", "yielding", "amber", "red", "off"]


class AreaEntry(Schema):
    """A circle, or a rectangle, around a point."""

    x: Coordinate
    y: Coordinate
    radius: Extent | None = None
    """Of the circle."""
    length: Extent | None = None
    """Of the rectangle, along its heading."""
    width: Extent | None = None
    """Of the rectangle."""
    heading: Heading = 0.0
    """Of the rectangle."""

    @model_validator(mode="after")
    def _is_one_shape(self) -> Self:
        has_box = self.length is not None and self.width is not None
        if (self.radius is not None) == has_box or (self.length is None) != (self.width is None):
            raise ValueError("an area has either 'radius', or 'length' and 'width'")
        return self


class PlaceEntry(Schema):
    """A place on a road or lane."""

    on: str
    """A lane, by its name, or a road, by its id."""
    at: Metres = 0.0
    """How far along the lane in the direction of travel, or along the road as it was drawn."""
    lane: LaneNumber | None = None
    """On a road: one of its lanes, by its number; by default, all of them."""


class KindEntry(Schema):
    """Vehicles of a kind, or people on foot."""

    kind: Literal["car", "truck", "bus", "motorcycle", "bicycle", "person"]
    """What they are, as in the column `kind`; or `person`, anybody on foot."""


class NearEntry(Schema):
    """A distance to a vehicle, or to somebody on foot."""

    distance: Extent
    to: str


class ArrivalEntry(PlaceEntry):
    """A time until one arrives at a place."""

    below: ArrivalTime


class HeadwayEntry(Schema):
    """A time headway, behind the vehicle ahead, or behind a named one."""

    below: TimeGap
    to: str | None = None


class CollisionEntry(Schema):
    """A time to collision, if everybody keeps to its speed and lane."""

    below: CollisionTime
    to: str = "leader"
    """With whom: `leader`, a vehicle by its name, `subject`, or `any` vehicle."""


class LightEntry(Schema):
    """What a certain light shows."""

    of: str
    """Its controller, or its junction."""
    light: str
    """Which of the controller's lights, by its name, with or without that of the controller."""
    shows: Shown


class AfterEntry(Schema):
    """Some time after another trigger has fired."""

    trigger: str
    by: Time = 0.0


class ConditionsEntry(Schema):
    """What has to hold of the vehicle that is to make a trigger fire."""

    stopped: bool | Time | None = None
    """It stands; or has stood for so long."""
    speed_above: Velocity | None = None
    speed_below: Velocity | None = None
    closer_than: NearEntry | None = None
    """It is nearer to a vehicle, or to somebody on foot, from centre to centre."""
    time_to_arrival: ArrivalEntry | None = None
    """It arrives at a place within so long."""
    headway: TimeGap | HeadwayEntry | None = None
    """It is closer behind the vehicle ahead, in seconds, or behind one by name."""
    time_to_collision: CollisionTime | CollisionEntry | None = None
    """It would hit the vehicle ahead within so long, or one by name, or any."""
    light: Shown | LightEntry | None = None
    """What the light shows that it comes up to, or a certain light."""
    after: str | AfterEntry | None = None
    """Another trigger has fired."""
    at: Time | None = None
    """It is that late, from the start."""


class TriggerEntry(Schema):
    """A trigger: at a place, or anywhere, it waits for a vehicle or a condition, and then presses buttons."""

    on: str | None = None
    """A lane, by its name, or a road, by its id."""
    at: Metres | None = None
    """A line across it, so far along the lane or the road."""
    from_: Annotated[Metres | None, Field(alias="from", default=None)]
    """A stretch of it, from here."""
    to: Metres | None = None
    """To here."""
    lane: LaneNumber | None = None
    """On a road: one of its lanes, by its number; by default, all of them."""
    area: AreaEntry | None = None
    """A place that is no road: a circle or a rectangle."""
    who: str | Annotated[list[str], Field(min_length=1)] | KindEntry = "any"
    """Whom it heeds: `any` vehicle, `subject`, a vehicle or somebody on foot by name, several of either,
    `{kind: truck}`, `{kind: person}`, or `nobody` where it only waits for times, lights and other triggers."""
    when: ConditionsEntry | None = None
    """What has to hold besides."""
    match: Literal["all", "any"] = "all"
    """Whether all of that has to hold, or anything of it."""
    for_: Annotated[Time, Field(alias="for", default=0.0)]
    """For how long that has to hold, of the same one."""
    delay: Time = 0.0
    """How long after that it fires."""
    repeat: bool = False
    """Whether it fires more than once: for each who comes."""
    rest: Time = 0.0
    """How long after it has fired it heeds nobody."""
    armed: bool = True
    """Whether it is ready from the start; else another trigger has to press `arm`."""
    orders: Annotated[list[OrderEntry], Field(default_factory=list)]
    """What it presses."""

    @field_validator("who", mode="before")
    @classmethod
    def _is_somebody(cls, value: Any) -> Any:
        if value is None:
            raise ValueError("'who' is empty; write 'any', 'subject', 'nobody' or a name")
        return value

    @model_validator(mode="after")
    def _is_one_place(self) -> Self:
        is_stretch = self.from_ is not None or self.to is not None
        if self.area is not None and (self.on is not None or self.at is not None or is_stretch):
            raise ValueError("a trigger is either 'on' a road or lane, or in an 'area'")
        if self.on is None and (self.at is not None or is_stretch or self.lane is not None):
            raise ValueError("'at', 'from', 'to' and 'lane' need a road or lane to be on: add 'on: ROAD'")
        if self.on is not None and (self.at is not None) == is_stretch:
            raise ValueError("a trigger on a road or lane is either 'at' a place, or 'from' one 'to' another")
        return self
