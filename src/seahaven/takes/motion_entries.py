"""What a study says of how a vehicle is moved: by a behaviour, or by a script of its author's."""

from __future__ import annotations

from typing import Annotated, Literal, Self, TypeAlias

from seahaven.files import Field, Schema, model_validator
from seahaven.takes.dimensions import Coordinate, Date, Heading, Time, Velocity

__all__ = ["FrameEntry", "GateEntry", "MotionEntry", "ScriptEntry"]

PointEntry: TypeAlias = tuple[Coordinate, Coordinate]
"""East and north of the origin; of a relative script, ahead of the vehicle and to its left."""
KINDS = ("trajectory", "key_frames", "reel")
CURVES = {"trajectory": ("b-spline", "linear"), "key_frames": ("cubic", "linear"), "reel": ()}
"""How a script of each kind may lead from place to place, the usual way first."""


class GateEntry(Schema):
    """A gate that the vehicle passes in the middle: two pearls, and how fast or when it passes."""

    left: PointEntry
    """The left pearl: `[x, y]`."""
    right: PointEntry
    """The right pearl."""
    speed: Velocity | None = None
    """With which it passes; all gates have a speed, or all a time."""
    time: Time | None = None
    """When it passes, counted from the start of the script."""

    @model_validator(mode="after")
    def _is_paced(self) -> Self:
        if (self.speed is None) == (self.time is None):
            raise ValueError("a gate has either a 'speed' or a 'time'")
        return self


class FrameEntry(Schema):
    """A key frame: where the vehicle is at a time."""

    time: Time
    """Counted from the start of the script."""
    x: Coordinate
    y: Coordinate
    heading: Heading = 0.0


class ScriptEntry(Schema):
    """A script: gates, key frames, or the recording of a vehicle."""

    trajectory: Annotated[list[GateEntry], Field(min_length=2)] | None = None
    """Gates that the vehicle passes one after the other: a string of pearls."""
    key_frames: Annotated[list[FrameEntry], Field(min_length=2)] | None = None
    """Instead: poses at times."""
    reel: str | None = None
    """Instead: a reel beside the study."""
    vehicle: str | None = None
    """Of the reel: whose movement, by name or number; the same name, unless the study says another."""
    from_: Annotated[Time | None, Field(alias="from", default=None)]
    """Of the reel: the time at which its part begins; by default, when the vehicle is first seen."""
    curve: Literal["b-spline", "cubic", "linear"] | None = None
    """From place to place: straight on (`linear`), or smoothly, by a B-spline of third order through gates or a cubic
    through key frames."""
    start: Date = 0
    """When the script begins; until then the vehicle is driven."""
    trigger: str | None = None
    """Instead: the trigger whose firing begins it."""
    relative: bool = False
    """Whether coordinates are ahead of the vehicle, and to its left, when the script begins."""
    then: Literal["stand", "lane", "kinematic", "dynamic"] = "stand"
    """What comes after it: the vehicle stands there, or goes on by another behaviour."""

    @property
    def begins_at_once(self) -> bool:
        """Whether the vehicle never is driven before its script."""
        return self.start == 0 and self.trigger is None

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        told = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(told) != 1:
            raise ValueError("a script is one of 'trajectory', 'key_frames' and 'reel'")
        kind = told[0]
        if self.curve is not None and self.curve not in CURVES[kind]:
            choice = " or ".join(f"'{curve}'" for curve in CURVES[kind])
            raise ValueError(f"'curve' of '{kind}' is {choice}" if choice else f"'curve' is not for a '{kind}'")
        if kind != "reel" and (self.vehicle is not None or self.from_ is not None):
            raise ValueError(f"'vehicle' and 'from' are for a 'reel', not for '{kind}'")
        if self.trigger is not None and self.start:
            raise ValueError("a script begins by a 'trigger' or at its 'start', not by both")
        return self


MotionEntry: TypeAlias = Literal["lane", "kinematic", "dynamic"] | ScriptEntry
"""A behaviour that follows the driver's wishes, or a script."""
