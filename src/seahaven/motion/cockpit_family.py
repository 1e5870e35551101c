"""The family of cockpits: what the drivers of free vehicles do with hands and feet, and what comes of it."""

from __future__ import annotations

from seahaven.motion.fleet import FLEET
from seahaven.motion.free_columns import Gear
from seahaven.world import HEADLAMPS, TURN_LIGHTS, Column, FamilyType

__all__ = ["COCKPIT", "GEAR_NAMES"]

GEAR_NAMES = {Gear.P: "park", Gear.R: "reverse", Gear.N: "neutral", Gear.D: "drive"}
"""The positions of the selector, by the words that seats and reels use; codes are those of `Gear`."""

COCKPIT = FamilyType(
    "cockpit",
    {
        "vehicle": Column.entity(doc="the vehicle that it belongs to"),
        "chassis": Column(kinds=tuple(FLEET), default="sedan", doc="what the vehicle is made of"),
        # what its driver does
        "wheel": Column(unit="rad", default=0.0, immediate=True, doc="angle of the steering wheel, left is positive"),
        "throttle": Column(
            nullable=True,
            default=0.0,
            immediate=True,
            doc="0 released, 1 to the floor; null of a driver that asks for an acceleration: see `push`",
        ),
        "brake": Column(
            nullable=True,
            default=0.0,
            immediate=True,
            doc="0 released, 1 to the floor; null of a driver that asks for an acceleration: see `pressure`",
        ),
        "hand_brake": Column("bool", default=False, immediate=True, doc="whether it is on"),
        "gear": Column(
            kinds=tuple(GEAR_NAMES[gear] for gear in Gear), default="drive", immediate=True, doc="of the selector"
        ),
        "by_demand": Column("bool", default=False, immediate=True, doc="whether `demand` replaces the pedals"),
        "demand": Column(unit="m/s²", default=0.0, immediate=True, doc="wished acceleration along the path"),
        "turn_light": Column(kinds=TURN_LIGHTS, default="off", immediate=True, doc="of the indicator lever"),
        "headlamps": Column(kinds=HEADLAMPS, default="off", immediate=True, doc="of their switch"),
        "horn": Column("bool", default=False, immediate=True, doc="whether it sounds"),
        "gaze": Column(
            unit="rad",
            nullable=True,
            immediate=True,
            doc="where the driver looks, from straight ahead, left is positive; null where that is not known",
        ),
        # what becomes of it in the vehicle
        "aside": Column(unit="m/s", default=0.0, doc="speed of the centre of gravity to the left"),
        "push": Column(default=0.0, doc="what the engine makes of the throttle, 0 to 1"),
        "pressure": Column(default=0.0, doc="what the brakes make of the pedal, 0 to 1"),
        "ratio": Column("int8", default=1, doc="the forward gear that is in, from 1"),
        "shift": Column(unit="s", default=0.0, doc="until the gear is changed"),
        "engine": Column(unit="rad/s", default=0.0, doc="speed of the engine"),
        "hitch": Column(unit="rad", default=0.0, doc="heading of the vehicle less that of its trailer"),
        "wrecked": Column("bool", default=False, doc="whether its wheels are locked for good"),
        # of ordinary vehicles that were struck
        "adrift": Column("bool", default=False, doc="whether it was struck, and no driver has it in hand"),
        "stands": Column(unit="s", default=0.0, doc="for how long one adrift has stood"),
    },
    doc="a row for each vehicle that is driven freely, with pedals and wheel, or was struck",
)
