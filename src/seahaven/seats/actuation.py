"""Actuation: from controls to the columns of a vehicle and of its cockpit."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from seahaven.motion import Chassis
from seahaven.seats.controls import LaneControls, MotionControls, PedalControls

__all__ = ["FREE", "HANDLED", "OWNED", "cockpit_columns", "lane_columns", "shown_columns"]

FREE: Final = ("pedals", "motion", "trajectory")
"""Kinds of controls with which a vehicle is driven freely, by the columns of its cockpit."""
SHOWN: Final = ("turn_light", "brake_light", "goes")
OWNED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "pedals": (*SHOWN, "headlamps"), "motion": SHOWN, "trajectory": SHOWN,
        "lane": ("wish", "aim", "lean", *SHOWN), "panel": (),
    }
)  # fmt: skip
"""The columns of its vehicle that a seat owns, by the kind of its controls; the driver machine keeps the others.

`goes`, whether a driver has set out onto its way through a junction, is false of an occupant: nobody asks it. A vehicle
counts as being on its way as soon as it is past the waiting line.
"""
HANDLED: Final = (
    "wheel", "throttle", "brake", "hand_brake", "gear", "by_demand", "demand", "turn_light", "headlamps", "horn",
)  # fmt: skip
"""The columns of the cockpit of a vehicle that is driven freely; its seat owns all of them."""
BRAKES: Final = -0.5
"""m/s². Brake lights are on below this wish, as they are of other drivers."""


def lane_columns(controls: LaneControls) -> dict[str, Any]:
    """The columns of the vehicle for a lane-level wish."""
    return {
        "wish": float(controls.acceleration),
        "aim": int(controls.shift),
        "lean": float(controls.offset),
        **shown_columns(controls),
    }


def shown_columns(controls: LaneControls | MotionControls | PedalControls) -> dict[str, Any]:
    """The columns of the vehicle that show others what its driver does."""
    if isinstance(controls, PedalControls):
        shown = {"turn_light": controls.turn_light, "brake_light": controls.brake > 0.0}
        return {**shown, "goes": False, "headlamps": controls.headlamps}
    return {"turn_light": controls.turn_light, "brake_light": controls.acceleration < BRAKES, "goes": False}


def cockpit_columns(controls: MotionControls | PedalControls, chassis: Chassis, speed: float) -> dict[str, Any]:
    """The columns of the cockpit; a curvature becomes the angle of the wheel that drives it at this speed."""
    if isinstance(controls, PedalControls):
        lights = {"turn_light": controls.turn_light, "headlamps": controls.headlamps}
        pedals = {"wheel": controls.wheel, "throttle": controls.throttle, "brake": controls.brake}
        rest = {"hand_brake": controls.hand_brake, "gear": controls.gear, "horn": controls.horn}
        return {**{name: float(value) for name, value in pedals.items()}, **rest, **lights}
    wheel = chassis.steering_ratio * chassis.steering_angle(float(controls.curvature), speed)
    demand = {"by_demand": True, "demand": float(controls.acceleration)}
    return {"wheel": wheel, **demand, "turn_light": controls.turn_light}
