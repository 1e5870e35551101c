"""The family of everything that drives: one table, with a kind column."""

from __future__ import annotations

from enum import Enum

from seahaven.world.column import Column
from seahaven.world.family import FamilyType

__all__ = [
    "HEADLAMPS",
    "MOTIONS",
    "OBSTACLE_KINDS",
    "ROAD_VEHICLE",
    "SCRIPTED",
    "STEERING",
    "TURN_LIGHTS",
    "VEHICLE",
    "PilotState",
]


OBSTACLE_KINDS = ("cone", "barrier")
"""Kinds of rows that are no vehicles: they stand on the road, and nobody drives them."""


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
        "kind": Column(
            kinds=("car", "truck", "bus", "motorcycle", "bicycle", *OBSTACLE_KINDS), default="car", doc="what it is"
        ),
        "x": Column(unit="m", doc="east of the origin, centre of the box"),
        "y": Column(unit="m", doc="north of the origin, centre of the box"),
        "heading": Column(unit="rad", default=0.0, doc="counter-clockwise from east"),
        "speed": Column(unit="m/s", default=0.0, doc="along the heading"),
        "acceleration": Column(unit="m/s²", default=0.0, doc="along the heading"),
        "length": Column(unit="m", default=4.6, doc="of the box"),
        "width": Column(unit="m", default=1.9, doc="of the box"),
        "steering": Column(unit="rad", default=0.0, doc="angle of the front wheels, left is positive"),
        "brake_light": Column("bool", default=False, doc="whether the brake lights are on"),
        "horn": Column("bool", default=False, doc="whether the horn sounds"),
        "leader": Column.entity(immediate=True, doc="the vehicle ahead that its driver sees"),
        "gap": Column(unit="m", nullable=True, immediate=True, doc="from its front bumper to the leader's rear bumper"),
        "pilot": Column(kinds=tuple(s.value for s in PilotState), default="idle", doc="the state of whoever drives"),
        "gaze": Column(unit="rad", default=0.0, doc="where its driver looks, from straight ahead"),
    },
)

STEERING = ("lane", "wheel")
"""What turns the front wheels of a vehicle that is not bound to lanes: the course of its lane, with `aim` and `lean`,
or the steering wheel, with `steer`."""
SCRIPTED = ("trajectory", "key frames", "reel")
"""Behaviours by which a vehicle is moved as was written down beforehand: through gates, from pose to pose, or as it was
recorded."""
MOTIONS = ("lane", "kinematic", "dynamic", *SCRIPTED)
"""Along its lane with continuous sideways movement; as a bicycle whose wheels do not slip; as one whose wheels do;
or by a script."""
TURN_LIGHTS = ("off", "left", "right", "hazard")
HEADLAMPS = ("off", "dipped")
"""Rear lights are lit with them. There is no main beam: drivers rarely use it, and it would dazzle nobody here."""

ROAD_VEHICLE = VEHICLE.extended(
    {
        # its place on the roads, which whoever moves it keeps up
        "z": Column(unit="m", default=0.0, doc="of the road below its centre"),
        "height": Column(unit="m", default=1.5, doc="of the box"),
        # off all lanes `x`, `y` and `z` alone say where it is
        "lane": Column("int32", default=-1, doc="the lane of the map that its centre is on; -1 off all lanes"),
        "s": Column(unit="m", default=0.0, doc="how far along its lane its centre is; 0 off all lanes"),
        "offset": Column(
            unit="m", default=0.0, doc="of its centre from the lane's centre, left is positive; 0 off all lanes"
        ),
        "drift": Column(unit="m/s", default=0.0, doc="speed across the lane, left is positive; 0 off all lanes"),
        "line": Column("int32", default=0, doc="lanes crossed to the left so far, less those to the right"),
        "route": Column("int32", default=-1, doc="its route, in the tracks of the run; -1 for none"),
        "entry": Column("int32", default=-1, doc="its lane among the entries of the tracks; -1 off its route"),
        "motion": Column(kinds=MOTIONS, default="lane", doc="what moves it"),
        "yaw_rate": Column(unit="rad/s", default=0.0, doc="counter-clockwise"),
        "contact": Column.entity(doc="a vehicle that it touches"),
        "towed_by": Column.entity(doc="the vehicle that pulls it, of a trailer"),
        # what it can do
        "power": Column(unit="W/kg", default=60.0, doc="of its engine, by its mass"),
        "traction": Column(unit="m/s²", default=4.0, doc="the most acceleration that its tyres put down on dry road"),
        "braking": Column(unit="m/s²", default=9.0, doc="the most deceleration on dry road"),
        "drag": Column(unit="1/m", default=3e-4, doc="deceleration by air, over the square of the speed"),
        # what its driver, or whoever else steers it, wishes for
        "wish": Column(unit="m/s²", default=0.0, immediate=True, doc="wished acceleration"),
        "aim": Column(
            "int8", default=0, immediate=True, doc="the lane it wishes to be on: 1 the left one, -1 the right"
        ),
        "lean": Column(unit="m", default=0.0, immediate=True, doc="wished offset from the centre of that lane"),
        "steer": Column(
            unit="rad",
            nullable=True,
            immediate=True,
            doc="wished angle of the front wheels, if it is steered by the wheel; null: as they are",
        ),
        "steered_by": Column(
            kinds=STEERING,
            default="lane",
            immediate=True,
            is_passing=True,
            doc="what turns its front wheels, unless it is bound to its lane: the course of its lane, or `steer`",
        ),
        "turn_light": Column(kinds=TURN_LIGHTS, default="off", doc="which turn lights are on"),
        "headlamps": Column(kinds=HEADLAMPS, default="off", doc="whether headlamps and rear lights are lit"),
    }
)
"""Vehicles on a lane map. `route` and `entry` are rows of `seahaven.roads.routing.Tracks`."""
