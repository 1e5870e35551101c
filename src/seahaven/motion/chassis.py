"""What a vehicle of free driving is made of: masses, tyres, engine, brakes, and a trailer if it pulls one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import atan, cos, isfinite, sin, sqrt
from types import MappingProxyType
from typing import Any

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats, Pose

__all__ = ["CHASSIS_LAYOUT", "GRAVITY", "MOST_RATIOS", "Chassis", "Trailer", "chassis_table", "trailer_pose"]

GRAVITY = 9.81
"""m/s²"""
MOST_RATIOS = 12
"""The most forward gears of a gearbox; heavy trucks have twelve."""


@dataclass(frozen=True, slots=True)
class Trailer:
    """What a vehicle pulls: a body on its own axle that follows a hitch.

    Its wheels roll where they point and do not slip sideways. The part of its mass that rests on the hitch moves with
    the towing vehicle; the rest is pulled along.
    """

    mass: float
    """kg, all of it"""
    share: float
    """How much of the mass rests on the hitch, 0 to 1"""
    hitch: float
    """m, from the towing vehicle's centre of gravity back to the hitch"""
    wheelbase: float
    """m, from the hitch back to the trailer's axle, the middle one of several"""
    length: float
    """m"""
    width: float
    """m"""
    overhang: float
    """m, from the hitch forward to the trailer's front"""
    braking: float
    """N, with the pedal to the floor"""
    rolling: float = 0.006
    """Rolling resistance by load"""
    fold: float = 1.4
    """rad, the hitch angle at which the trailer touches the cab"""

    def __post_init__(self) -> None:
        for name in ("mass", "wheelbase", "length", "width", "braking", "fold"):
            _require_positive("a trailer", name, getattr(self, name))
        if not 0.0 <= self.share < 1.0:
            raise InputError(f"a trailer's share is {self.share!r}; expected 0 or more, and less than 1")


@dataclass(frozen=True, slots=True)
class Chassis:
    """The parameters of the vehicle model: one value per kind of vehicle, in SI units.

    `FLEET` has ready ones with their sources; `dataclasses.replace` varies them. What each parameter does is written in
    `docs/vehicle-model.md`.
    """

    kind: str
    """One of the kinds of the column of that name"""
    mass: float
    """kg, as it drives: with its driver and half its load"""
    inertia: float
    """kg m², about the vertical axis"""
    front: float
    """m, from the centre of gravity forward to the front axle"""
    rear: float
    """m, from the centre of gravity back to the rear axle"""
    mass_height: float
    """m, of the centre of gravity above the ground"""
    length: float
    """m"""
    width: float
    """m, without mirrors"""
    ahead: float
    """m, from the centre of gravity forward to the middle of the box"""
    power: float
    """W, the most at the crankshaft"""
    torque: float
    """N m, the most at the crankshaft"""
    ratios: tuple[float, ...]
    """Turns of the engine per turn of the driven wheels in each forward gear, final drive included"""
    wheel_radius: float
    """m, rolling"""
    drag_area: float
    """m², drag coefficient times front area"""
    braking: float
    """N, at the tyres with the pedal to the floor, if they hold"""
    hand_brake: float
    """N, at the rear tyres with the hand brake fully on"""
    stiffness: float = 14.0
    """1/rad, cornering stiffness of the front tyres by the most they hold"""
    rear_stiffness: float = 20.0
    """1/rad, cornering stiffness of the rear tyres by the most they hold; more than in front makes it understeer"""
    grip: float = 1.0
    """The most that tyres hold on dry asphalt, by their load"""
    lock: float = 0.6
    """rad, the most that the front wheels turn"""
    steering_ratio: float = 15.0
    """Angle of the steering wheel by the angle of the front wheels"""
    steering_rate: float = 0.9
    """rad/s, how fast the front wheels turn at most"""
    rolling: float = 0.010
    """Rolling resistance on asphalt by load"""
    idle: float = 80.0
    """rad/s, of the engine at rest; 0 for a motor that starts from rest"""
    torque_from: float = 160.0
    """rad/s, from which the engine gives its full torque"""
    top_engine: float = 620.0
    """rad/s, where the engine is cut off"""
    launch: float = 200.0
    """rad/s, to which the engine revs behind a slipping clutch or converter at full throttle"""
    reverse_ratio: float = 13.0
    """Turns of the engine per turn of the driven wheels in reverse"""
    efficiency: float = 0.9
    """Of the drive train"""
    shift_time: float = 0.25
    """s, a change of gear, during which the engine hardly pulls"""
    throttle_lag: float = 0.12
    """s, the time constant with which the engine follows the pedal"""
    engine_drag: float = 0.12
    """Torque that the engine takes at its top speed with the throttle closed, by its full torque"""
    front_drive: float = 1.0
    """How much of the drive goes to the front axle, 0 to 1"""
    creep: float = 900.0
    """N, with which the vehicle creeps in D or R from rest"""
    creep_speed: float = 1.9
    """m/s, at which it creeps on level road"""
    limiter: float = 100.0
    """m/s, above which the engine is held back"""
    balance: float = 0.65
    """How much of the braking is done by the front axle, 0 to 1"""
    brake_lag: float = 0.08
    """s, the time constant with which the brakes follow the pedal"""
    anti_lock: bool = True
    """Whether the wheels are kept from locking"""
    trailer: Trailer | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, float) and field.name not in _MAY_BE_ZERO:
                _require_positive(f"chassis '{self.kind}'", field.name, value)
        for name in ("front_drive", "balance", "engine_drag"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise InputError(f"chassis '{self.kind}' has {name} {getattr(self, name)!r}; expected 0 to 1")
        if not 1 <= len(self.ratios) <= MOST_RATIOS or not all(ratio > 0.0 for ratio in self.ratios):
            raise InputError(
                f"chassis '{self.kind}' has ratios {self.ratios!r}; expected 1 to {MOST_RATIOS} numbers above 0"
            )

    @property
    def wheelbase(self) -> float:
        """The distance between the axles (m)."""
        return self.front + self.rear

    @property
    def total_mass(self) -> float:
        """The mass of the vehicle with its trailer (kg)."""
        return self.mass + (self.trailer.mass if self.trailer else 0.0)

    @property
    def hitch_shift(self) -> float:
        """By how much a trailer's load on the hitch moves the centre of gravity back (m); 0 without a trailer."""
        if self.trailer is None:
            return 0.0
        borne = self.trailer.share * self.trailer.mass
        return self.trailer.hitch * borne / (self.mass + borne)

    def steering_angle(self, curvature: float, speed: float, *, grip: float = 1.0) -> float:
        """The angle of the front wheels for a steady curve (rad), of the centre of gravity and left if positive (1/m).

        Tyres slip the more, the faster the curve is driven; where the front ones slip more than the rear ones, the
        wheels are turned further. Good as long as tyres are far from their limit. Times `steering_ratio`, it is
        the angle of the steering wheel. The tightest curve is that of the lock.
        """
        bent = min(max(curvature * self.rear, -0.9), 0.9)
        rolling = atan(curvature * self.wheelbase / sqrt(1.0 - bent * bent))
        slipping = speed * speed * curvature / (self.grip * grip * GRAVITY)
        understeer = 1.0 / self.stiffness - 1.0 / self.rear_stiffness
        return min(max(rolling + slipping * understeer, -self.lock), self.lock)

    def gear_at(self, speed: float) -> int:
        """The forward gear in which a vehicle cruises at a speed: the first in which the engine runs at ease."""
        easy = 0.5 * (self.launch + 0.5 * self.top_engine)
        turning = max(speed, 0.0) / self.wheel_radius
        fits = (k for k, ratio in enumerate(self.ratios, 1) if turning * ratio <= easy)
        return next(fits, len(self.ratios))

    def row(self) -> Floats:
        """The parameters as the compiled model reads them, in the order of `CHASSIS_LAYOUT`."""
        values = dict.fromkeys(CHASSIS_LAYOUT, 0.0)
        values |= {f.name: float(getattr(self, f.name)) for f in fields(self) if f.name in values}
        values |= {f"ratio{k}": ratio for k, ratio in enumerate(self.ratios, 1)}
        values["gears"] = float(len(self.ratios))
        if self.trailer is not None:
            values |= _coupled(self, self.trailer)
        return np.array([values[name] for name in CHASSIS_LAYOUT])


_MAY_BE_ZERO = {
    "ahead", "front_drive", "idle", "engine_drag", "creep", "hand_brake", "drag_area", "rolling", "shift_time",
    "balance",
}  # fmt: skip


def _require_positive(owner: str, name: str, value: float) -> None:
    if not (isfinite(value) and value > 0.0):
        raise InputError(f"{owner} has {name} {value!r}; expected a finite number above 0")


def _coupled(chassis: Chassis, trailer: Trailer) -> dict[str, float]:
    """What changes when a trailer rests on a chassis: its hitch load is a mass point that moves with it."""
    borne = trailer.share * trailer.mass
    mass, back = chassis.mass + borne, chassis.hitch_shift
    reach = trailer.hitch - back
    return {
        "mass": mass,
        "inertia": chassis.inertia + chassis.mass * back * back + borne * reach * reach,
        "front": chassis.front + back,
        "rear": chassis.rear - back,
        "ahead": chassis.ahead + back,
        "towed": trailer.mass - borne,
        "towed_braking": trailer.braking,
        "towed_rolling": trailer.rolling,
        "hitch": reach,
        "towed_base": trailer.wheelbase,
        "fold": trailer.fold,
    }


CHASSIS_LAYOUT: Mapping[str, int] = MappingProxyType(
    {
        name: index
        for index, name in enumerate(
            (
                "mass", "inertia", "front", "rear", "mass_height", "ahead", "stiffness", "rear_stiffness", "grip",
                "lock", "steering_ratio", "steering_rate", "drag_area", "rolling",
                "power", "torque", "idle", "torque_from", "top_engine", "launch", "gears", "reverse_ratio",
                "wheel_radius", "efficiency", "shift_time", "throttle_lag", "engine_drag", "front_drive",
                "creep", "creep_speed", "limiter", "braking", "balance", "brake_lag", "anti_lock", "hand_brake",
                "towed", "towed_braking", "towed_rolling", "hitch", "towed_base", "fold",
                *(f"ratio{k}" for k in range(1, MOST_RATIOS + 1)),
            )
        )
    }
)  # fmt: skip
"""The columns of a table of chassis, as `chassis_table` fills and compiled code reads them."""


def chassis_table(*kinds: Chassis) -> Floats:
    """A row of parameters for each chassis; the column `kind` of free vehicles counts these rows."""
    rows: Any = [kind.row() for kind in kinds]
    return np.ascontiguousarray(rows, dtype=np.float64).reshape(len(kinds), len(CHASSIS_LAYOUT))


def trailer_pose(chassis: Chassis, pose: Pose, hitch: float) -> Pose | None:
    """Where the middle of a trailer's box is, for the middle of the box that pulls it; None without a trailer."""
    trailer = chassis.trailer
    if trailer is None:
        return None
    back = trailer.hitch + chassis.ahead
    heading = pose.heading - hitch
    behind = 0.5 * trailer.length - trailer.overhang
    return Pose(
        pose.x - back * cos(pose.heading) - behind * cos(heading),
        pose.y - back * sin(pose.heading) - behind * sin(heading),
        heading,
    )
