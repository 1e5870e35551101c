"""What a chassis can do, measured on a virtual proving ground: level dry asphalt, one driver, no wind."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, tan

import numpy as np

from seahaven.geometry import Floats
from seahaven.motion.chassis import Chassis, chassis_table
from seahaven.motion.free import drive
from seahaven.motion.free_columns import Cockpit, FreeState, Ground

__all__ = ["Performance", "braking_distance", "measure_performance", "turning_circle"]

HUNDRED = 100.0 / 3.6
"""m/s, 100 km/h"""
_DT = 0.05
"""s, between two looks at the speedometer; times are interpolated"""
_LONGEST = 400.0
"""s, after which a vehicle is at its top speed"""


@dataclass(frozen=True, slots=True)
class Performance:
    """Figures by which a chassis is compared with a real vehicle."""

    to_fifty: float | None
    """s, from rest to 50 km/h; None if it never gets there"""
    to_hundred: float | None
    """s, from rest to 100 km/h; None if it never gets there"""
    top_speed: float
    """m/s"""
    braking_speed: float
    """m/s, from which braking is measured: 100 km/h, or the top speed if that is lower"""
    braking: float
    """m, from that speed to a standstill, pedal to the floor"""
    turning_circle: float
    """m, the diameter of the circle that the outermost corner describes at full lock"""


def measure_performance(chassis: Chassis) -> Performance:
    """Measure one chassis; takes a tenth of a second."""
    speeds = _full_throttle(chassis)
    top = float(speeds[-1])
    from_speed = min(HUNDRED, top)
    return Performance(
        _time_to(speeds, 50.0 / 3.6), _time_to(speeds, HUNDRED), top, from_speed,
        braking_distance(chassis, from_speed), turning_circle(chassis),
    )  # fmt: skip


def _full_throttle(chassis: Chassis) -> Floats:
    """Speeds at full throttle from rest, one every `_DT` seconds."""
    table, state, cockpit, ground = chassis_table(chassis), FreeState.of(1), Cockpit.of(1), Ground.of(1)
    cockpit.throttle[0] = 1.0
    speeds = [0.0]
    while len(speeds) * _DT < _LONGEST:
        drive(table, state, cockpit, ground, _DT)
        speeds.append(float(state.speed[0]))
    return np.array(speeds)


def _time_to(speeds: Floats, speed: float) -> float | None:
    """When the speed is first reached, s."""
    reached = np.flatnonzero(speeds >= speed)
    if not len(reached):
        return None
    k = int(reached[0])
    return float(_DT * (k - (speeds[k] - speed) / (speeds[k] - speeds[k - 1])))


def braking_distance(chassis: Chassis, speed: float, *, grip: float = 1.0, hand_brake: bool = False) -> float:
    """How far a vehicle goes until it stands, braked as hard as possible by the pedal or by the hand brake (m)."""
    table, state, cockpit, ground = chassis_table(chassis), FreeState.of(1), Cockpit.of(1), Ground.of(1)
    state.speed[0], state.ratio[0], ground.grip[0] = speed, len(chassis.ratios), grip
    (cockpit.hand_brake if hand_brake else cockpit.brake)[0] = 1.0
    while state.speed[0] > 0.0 and state.x[0] < 1e5:
        drive(table, state, cockpit, ground, _DT)
    return float(state.x[0])


def turning_circle(chassis: Chassis) -> float:
    """The diameter of the circle of the front corner on the outside at full lock, while wheels roll (m)."""
    nose = chassis.rear + chassis.ahead + 0.5 * chassis.length
    radius = chassis.wheelbase / tan(chassis.lock)
    return 2.0 * hypot(radius + 0.5 * chassis.width, nose)
