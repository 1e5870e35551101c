"""What a study says of bus stops, and of the halts that vehicles make on their way."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from seahaven.files import Field, Schema, model_validator
from seahaven.takes.dimensions import LaneNumber, Metres, Time

__all__ = ["HALT_SECONDS", "HaltEntry", "StopEntry"]

HALT_SECONDS = 20.0
"""How long a vehicle stands at a halt that says nothing of it."""


class StopEntry(Schema):
    """A stop beside a road, by which vehicles halt: from here to there, or at one place.

    stops:
      station: {on: High_Street.3, from: 60 m, to: 90 m}
      school: {on: "School_Lane.2:0:-1", at: 80 m, duration: 30 s}
    """

    on: str
    """A road, by its id, or a lane, by its name."""
    from_: Annotated[Metres | None, Field(alias="from", default=None)]
    """Where it begins: how far along the road as it was drawn, or along the lane in the direction of travel."""
    to: Metres | None = None
    """Where it ends. A vehicle stands with its front at the end that it comes to last."""
    at: Metres | None = None
    """Instead of both: where the front of a vehicle stands."""
    lane: LaneNumber | Literal["left", "right"] | None = None
    """On a road: the leftmost or rightmost lane, or one by its number; by default, the one at the kerb."""
    direction: Literal["forward", "backward"] | None = None
    """On a road: whether it is for those who drive as the road was drawn, or against that; by default, for both, each
    on its own side."""
    duration: Time = HALT_SECONDS
    """How long a vehicle stands there, unless its halt says otherwise."""

    @model_validator(mode="after")
    def _is_a_place(self) -> Self:
        _refuse_shapeless(self.from_, self.to, self.at)
        if self.on.count(":") >= 2 and (self.lane is not None or self.direction is not None):
            raise ValueError(f"'{self.on}' is a lane already; leave 'lane' and 'direction' out, or name a road")
        return self


class HaltEntry(Schema):
    """A halt on a vehicle's way: at a named stop, or at a place of its own."""

    stop: str | None = None
    """The name of a stop under `stops`."""
    on: str | None = None
    """Instead: a road, by its id, or a lane, by its name,"""
    at: Metres | None = None
    """and how far along it the front of the vehicle stands."""
    lane: LaneNumber | Literal["left", "right"] | None = None
    """On a road: the leftmost or rightmost lane, or one by its number; by default, the one at the kerb."""
    duration: Time | None = None
    """How long it stands; by default, as the stop says, or 20 s."""
    until: Time | None = None
    """It does not leave before this time of the drive; of a trip that is repeated, later by as much each time."""

    @model_validator(mode="after")
    def _is_somewhere(self) -> Self:
        if (self.stop is None) == (self.on is None):
            raise ValueError("say where: 'stop' with the name of a stop, or 'on' a road or lane with 'at' along it")
        if self.stop is not None and not (self.at is None and self.lane is None):
            raise ValueError("the stop says where it is; leave out 'at' and 'lane', or use 'on' instead of 'stop'")
        if self.on is not None and self.at is None:
            raise ValueError(f"say where on '{self.on}': add, say, 'at: 60 m'")
        return self

    def as_stop(self, stops: dict[str, StopEntry]) -> StopEntry:
        """Where it is."""
        if self.stop is not None:
            return stops[self.stop]
        return StopEntry.model_validate({"on": self.on, "at": self.at, "lane": self.lane})


def _refuse_shapeless(begin: float | None, end: float | None, at: float | None) -> None:
    """Refuse a stop that is neither a stretch nor a place."""
    if at is not None and not (begin is None and end is None):
        raise ValueError("a stop is a stretch ('from' and 'to') or a place ('at'), not both")
    if at is None and (begin is None or end is None):
        raise ValueError("say where along it: 'from' and 'to', or 'at'")
    if begin is not None and end is not None and end < begin:
        raise ValueError(f"it ends at {end:g} m, before it begins at {begin:g} m; exchange 'from' and 'to'")
