"""The family of everything that drives: one table, with a kind column."""

from __future__ import annotations

from enum import Enum

from seahaven.world.column import Column
from seahaven.world.family import FamilyType

__all__ = ["VEHICLE", "PilotState"]


class PilotState(Enum):
    """The state of whoever drives (G9): waiting, driving off, driving, arrived, or in an accident."""

    IDLE = "idle"
    SEMI_ACTIVE = "semi-active"
    ACTIVE = "active"
    TERMINATED = "terminated"
    ACCIDENT = "accident"


VEHICLE = FamilyType(
    "vehicle",
    {
        "kind": Column(kinds=("car", "truck", "bus", "motorcycle"), default="car", doc="what it is"),
        "x": Column(unit="m", doc="east of the origin, centre of the box"),
        "y": Column(unit="m", doc="north of the origin, centre of the box"),
        "heading": Column(unit="rad", default=0.0, doc="counter-clockwise from east"),
        "speed": Column(unit="m/s", default=0.0, doc="along the heading"),
        "acceleration": Column(unit="m/s²", default=0.0, doc="along the heading"),
        "length": Column(unit="m", default=4.6, doc="of the box"),
        "width": Column(unit="m", default=1.9, doc="of the box"),
        "steering": Column(unit="rad", default=0.0, doc="angle of the front wheels, left is positive"),
        "brake_light": Column("bool", default=False, doc="whether the brake lights are on"),
        "leader": Column.entity(doc="the vehicle ahead that its driver sees"),
        "gap": Column(unit="m", nullable=True, doc="from its front bumper to the leader's rear bumper"),
        "pilot": Column(kinds=tuple(s.value for s in PilotState), default="idle", doc="the state of whoever drives"),
        "gaze": Column(unit="rad", default=0.0, doc="where its driver looks, from straight ahead"),
    },
)
