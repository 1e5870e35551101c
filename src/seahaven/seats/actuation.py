"""Actuation: from controls to the columns of a vehicle and of its cockpit."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from seahaven.motion import Chassis
from seahaven.seats.controls import AssistedControls, LaneControls, MotionControls, PedalControls

__all__ = [
    "ASSISTING", "FREE", "HANDLED", "OWNED", "assisted_columns", "cockpit_columns", "free_columns", "lane_columns",
]  # fmt: skip

FREE: Final = ("pedals", "motion", "trajectory")
"""Kinds of controls with which a vehicle is driven freely, by the columns of its cockpit."""
WISHED: Final = ("wish", "aim", "lean")
SHOWN: Final = ("turn_light", "brake_light", "goes", "gaze", "horn")
OWNED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "pedals": (*WISHED, *SHOWN, "headlamps"), "motion": (*WISHED, *SHOWN), "trajectory": (*WISHED, *SHOWN),
        "lane": (*WISHED, *SHOWN), "assisted": ("wish", "lean", "brake_light"), "panel": (),
    }
)  # fmt: skip
"""The columns of its vehicle that a seat owns, by the kind of its controls; the driver machine keeps the others.

`goes`, whether a driver has set out onto its way through a junction, is false of an occupant that finds its way by
itself: nobody asks it. A vehicle counts as being on its way as soon as it is past the waiting line. `gaze` is what the
occupant reports, and straight ahead where it reports nothing; whether it did, its cockpit knows. `horn` sounds for
pedals only: no other controls have one, and the driver machine does not sound it on behalf of an occupant.

A vehicle that is driven freely is not moved by its wishes. They belong to its occupant all the same, lest others take a
lane change that the driver machine would like to make for one that is coming.
"""
ASSISTING: Final = ("advice", "leeway", "berth")
"""The columns in which the driver machine and perception say what an occupant with `assisted` controls goes by."""
HANDLED: Final = (
    "wheel", "throttle", "brake", "hand_brake", "gear", "by_demand", "demand", "turn_light", "headlamps", "horn",
    "gaze",
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


def assisted_columns(controls: AssistedControls, advice: float, leeway: float, berth: float) -> dict[str, Any]:
    """The columns of the vehicle for an occupant with a driver of ours beside it.

    The vehicle never accelerates more than lanes, curves, junctions and people allow, nor comes nearer to somebody who
    comes towards it than our driver would.
    """
    asked = controls.acceleration
    wish = advice if asked is None else min(float(asked), leeway)
    return {"wish": wish, "lean": float(controls.offset) + berth, "brake_light": wish < BRAKES}


def free_columns(controls: MotionControls | PedalControls) -> dict[str, Any]:
    """The columns of a vehicle that is driven freely; what pedals wish for is not known, and counts as 0."""
    wish = 0.0 if isinstance(controls, PedalControls) else float(controls.acceleration)
    return {"wish": wish, "aim": 0, "lean": 0.0, **shown_columns(controls)}


def shown_columns(controls: LaneControls | MotionControls | PedalControls) -> dict[str, Any]:
    """The columns of the vehicle that show others what its driver does."""
    shown = {"turn_light": controls.turn_light, "goes": False, "gaze": float(controls.gaze or 0.0)}
    if isinstance(controls, PedalControls):
        lit = {"brake_light": controls.brake > 0.0, "headlamps": controls.headlamps}
        return {**shown, **lit, "horn": controls.horn}
    return {**shown, "brake_light": controls.acceleration < BRAKES, "horn": False}


def cockpit_columns(controls: MotionControls | PedalControls, chassis: Chassis, speed: float) -> dict[str, Any]:
    """The columns of the cockpit; a curvature becomes the angle of the wheel that drives it at this speed.

    A driver that asks for an acceleration has no pedals, so these are null.
    """
    gaze = {"gaze": None if controls.gaze is None else float(controls.gaze)}
    if isinstance(controls, PedalControls):
        lights = {"turn_light": controls.turn_light, "headlamps": controls.headlamps}
        pedals = {"wheel": controls.wheel, "throttle": controls.throttle, "brake": controls.brake}
        rest = {"hand_brake": controls.hand_brake, "gear": controls.gear, "horn": controls.horn}
        return {**{name: float(value) for name, value in pedals.items()}, **rest, **lights, **gaze}
    wheel = chassis.steering_ratio * chassis.steering_angle(float(controls.curvature), speed)
    demand = {"by_demand": True, "demand": float(controls.acceleration), "throttle": None, "brake": None}
    return {"wheel": wheel, **demand, "gear": controls.gear, "turn_light": controls.turn_light, **gaze}
