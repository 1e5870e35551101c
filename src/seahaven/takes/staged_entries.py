"""What a study file may say of impossible situations that are staged on purpose."""

from __future__ import annotations

from typing import Annotated, Self

from seahaven.files import Field, Schema, model_validator
from seahaven.takes.dimensions import Coordinate, Heading, LaneNumber, Metres, Time, Velocity

__all__ = ["StagedEntry"]


class StagedEntry(Schema):
    """Something that appears in sight of the subject from one moment to the next.

    staged:
      truck from nowhere: {type: truck, ahead: 10 m, time: 6 s}
      barrier: {type: barrier, on: main, at: 300 m, lane: -1, driven: 120 m}
    """

    type: Annotated[str, Field(min_length=1)]
    """What it is: a preset or one of the study's own types of vehicles, `cone` or `barrier`."""
    ahead: Metres | None = None
    """How far ahead of the subject, along its way: from its front bumper to the rear of what appears."""
    on: str | None = None
    """Instead: on a lane, by its name, or a road, by its id."""
    at: Metres | None = None
    """How far along that."""
    lane: LaneNumber | None = None
    """On a road: the number of the lane."""
    offset: Coordinate = 0.0
    """Of its middle to the left of that of the lane."""
    turned: Heading = 0.0
    """How far it is turned to the left of the lane's direction."""
    speed: Velocity | None = None
    """With which it drives on from there; it stands there unless told."""
    time: Time | None = None
    """When it appears."""
    driven: Metres | None = None
    """Instead: once the subject has driven so far."""

    @model_validator(mode="after")
    def _is_somewhere_at_some_time(self) -> Self:
        if (self.ahead is None) == (self.on is None):
            raise ValueError("say where: so far 'ahead' of the subject, or 'on' a road or lane")
        if (self.on is None) != (self.at is None):
            raise ValueError("'on' and 'at' go together: where, and how far along it")
        if (self.time is None) == (self.driven is None):
            raise ValueError("say when: at a 'time', or once the subject has 'driven' so far")
        return self
