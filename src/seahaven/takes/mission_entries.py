"""What a study file may say of the mission of its subject: checkpoints in driving order, and the time for them."""

from __future__ import annotations

from typing import Annotated, Self

from seahaven.files import Field, Schema, model_validator
from seahaven.takes.dimensions import CheckpointNumber, LaneNumber, Lasting, Metres

__all__ = ["CheckpointEntry", "MissionEntry"]


class CheckpointEntry(Schema):
    """A place by which the subject has to come: on a road, or on one of its lanes."""

    on: str
    """A road by its id, or a lane by its name."""
    at: Metres
    """How far along the road as it was drawn, or along the lane in its direction of travel."""
    lane: LaneNumber | None = None
    """On a road: the number of the lane that has to be driven on; any lane will do by default."""
    name: Annotated[str, Field(min_length=1)] | None = None
    """What it is called; its place in the list, from 1, by default."""


class MissionEntry(Schema):
    """The mission of each subject, which lays its route.

    mission:
      checkpoints: [{on: main, at: 200 m}, {on: station, at: 40 m, lane: -1}]
      within: 3 min
    """

    checkpoints: Annotated[list[CheckpointEntry | CheckpointNumber | str], Field(min_length=1)] | None = None
    """Places in driving order, or the numbers of checkpoints of the road file (RNDF)."""
    file: str | None = None
    """Instead: a Mission Data File (`.mdf`) beside the study."""
    within: Lasting | None = None
    """The time allowed."""

    @model_validator(mode="after")
    def _has_one_list(self) -> Self:
        if (self.checkpoints is None) == (self.file is None):
            raise ValueError("say where to come by: 'checkpoints' in driving order, or the 'file' of a mission (.mdf)")
        return self
