"""What a study says of its beacons: where they are, whom they reach, what they tell them, and their streams."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from seahaven.files import Field, Schema, field_validator, model_validator, show
from seahaven.takes.dimensions import (
    Extent,
    LaneNumber,
    Metres,
    Period,
    Share,
    StreamFlow,
    StreamHeadway,
    StreamSpeed,
)
from seahaven.takes.order_entries import Items

__all__ = ["BeaconEntry", "StreamEntry"]

Side = Literal["ahead", "behind", "beside"]
LaneSide = Literal["same", "left", "right"]
SIDES: tuple[Side, ...] = ("ahead", "behind", "beside")
LANES: tuple[LaneSide, ...] = ("same", "left", "right")
Mix = Annotated[dict[str, Share], Field(min_length=1)]


class StreamEntry(Schema):
    """A stream of vehicles, one after the other, that come and go where no subject sees it."""

    from_: Annotated[str, Field(alias="from")]
    """The road or lane at whose beginning it begins."""
    to: str
    """The road or lane at whose end it ends."""
    via: Annotated[list[str], Field(default_factory=list)]
    """Roads or lanes by which it comes on its way."""
    headway: StreamHeadway | None = None
    """From the front of one to that of the next; 3 s by default, or as the rate says."""
    rate: StreamFlow | None = None
    """How many come, `1200/h` say."""
    speed: StreamSpeed | None = None
    """With which they drive; by default, the limit where the stream begins."""
    mix: str | Mix | None = None
    """Of which types they are: one type, or several with their shares; by default, cars."""
    flowing: bool = True
    """Whether it flows from the start."""

    @field_validator("rate", mode="before")
    @classmethod
    def _has_unit(cls, value: Any) -> Any:
        if isinstance(value, int | float) and not isinstance(value, bool):
            raise ValueError(f"{show(value)} has no unit; write, say, '{show(value)}/h'")
        return value

    @model_validator(mode="after")
    def _is_one_density(self) -> Self:
        if self.headway is not None and self.rate is not None:
            raise ValueError("a stream has either a 'headway' or a 'rate'")
        return self

    @property
    def apart(self) -> float:
        """The headway in seconds."""
        return 1.0 / self.rate if self.rate else self.headway or 3.0


class BeaconEntry(Schema):
    """A beacon: it tells vehicles nearby what to do, or it is a stream of vehicles that opens gaps."""

    on: str | None = None
    """A lane, by its name, or a road, by its id, where it is; of a stream, where it opens gaps."""
    at: Metres = 0.0
    """How far along the lane or road."""
    lane: LaneNumber | None = None
    """On a road: one of its lanes, by its number; by default, one that runs as the road was drawn."""
    rides: str | None = None
    """The vehicle that it rides on, by its name, or `subject`."""
    reach: Extent = 100.0
    """How far it reaches, along the roads."""
    sides: Annotated[list[Side], Field(min_length=1, default_factory=lambda: list(SIDES))]
    """Whom it reaches: those ahead of it, behind it, or beside it; all of them by default."""
    lanes: Annotated[list[LaneSide], Field(min_length=1, default_factory=lambda: list(LANES))]
    """Whom it reaches: those on its lane, or to the left or right of it; all of them by default."""
    exempt: Annotated[list[str], Field(default_factory=list)]
    """Vehicles that it passes over, by name."""
    whom: Literal["drivers", "people"] = "drivers"
    """Whom it tells: drivers of vehicles; or people on foot, whichever way they walk, as far as the crow flies."""
    message: Items | None = None
    """Which buttons and dials of their panels it presses."""
    every: Period | None = None
    """How often it tells those in reach; by default, once, when they come into reach."""
    release: bool = True
    """Whether it presses `release` when a vehicle leaves its reach, or it is switched off."""
    active: bool = True
    """Whether it radiates from the start; else something has to press `on`."""
    stream: StreamEntry | None = None
    """A stream instead of a message."""

    @model_validator(mode="after")
    def _is_one_kind(self) -> Self:
        if (self.stream is None) == (self.message is None):
            raise ValueError("a beacon has either a 'message' or a 'stream'")
        if self.stream is None and (self.on is None) == (self.rides is None):
            raise ValueError("a beacon is either 'on' a road or lane, or 'rides' on a vehicle")
        for key in ("lanes", "release") if self.whom == "people" else ():
            if key in self.model_fields_set:
                raise ValueError(f"'{key}' is about vehicles; leave it out of a beacon for people")
        if self.stream is not None and self.whom == "people":
            raise ValueError("a stream consists of vehicles; leave 'whom' out")
        if self.stream is not None and self.rides is not None:
            raise ValueError("a stream does not ride; say 'on' which road or lane it opens gaps, if it is to")
        return self
