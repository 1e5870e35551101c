"""The single-track model `st` of commonroad-vehicle-models, integrated to 1e-9, and manoeuvres to compare with it."""

from __future__ import annotations

from collections.abc import Callable
from math import pi, sin
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp
from vehiclemodels.parameters_vehicle1 import parameters_vehicle1
from vehiclemodels.parameters_vehicle2 import parameters_vehicle2
from vehiclemodels.parameters_vehicle3 import parameters_vehicle3
from vehiclemodels.vehicle_dynamics_st import vehicle_dynamics_st

from seahaven.geometry import Floats
from seahaven.motion import Chassis, Cockpit, FreeState, Ground, chassis_table, drive

__all__ = ["MANOEUVRES", "H", "oracle_chassis", "oracle_path", "our_path", "step_steer"]

PARAMETERS = {1: parameters_vehicle1, 2: parameters_vehicle2, 3: parameters_vehicle3}
SPEED = 20.0
DURATION = 10.0
H = 0.01

Manoeuvre = Callable[[float], tuple[float, float]]
"""Steering velocity (rad/s) and acceleration (m/s²) at a time."""


def step_steer(t: float) -> tuple[float, float]:
    """The wheels turn by 0.02 rad within a tenth of a second: 3 m/s² to the side at 20 m/s."""
    return (0.2 if t < 0.1 else 0.0), 0.0


def lane_change(t: float) -> tuple[float, float]:
    """A lane of 3.5 m to the left within 4 s."""
    return (0.0108 * pi / 2.0 * sin(pi * t) if t < 2.0 else -0.0108 * pi / 2.0 * sin(pi * t) if t < 4.0 else 0.0), 0.0


def braking_in_a_curve(t: float) -> tuple[float, float]:
    """A curve of 130 m radius, braked with 3 m/s² from the third to the eighth second, down to 5 m/s."""
    return (0.04 if t < 0.5 else 0.0), (-3.0 if 3.0 <= t < 8.0 else 0.0)


MANOEUVRES: dict[str, Manoeuvre] = {
    "step steer": step_steer, "lane change": lane_change, "braking in a curve": braking_in_a_curve
}  # fmt: skip


def held(manoeuvre: Manoeuvre) -> list[tuple[float, float]]:
    """The inputs of each substep: both models get the same, constant within a substep."""
    return [manoeuvre((k + 0.5) * H) for k in range(round(DURATION / H))]


def oracle_path(vehicle: int, manoeuvre: Manoeuvre, speed: float = SPEED) -> Floats:
    """Positions of the centre of gravity every substep by the oracle, rows x, y."""
    parameters: Any = PARAMETERS[vehicle]()
    state = [0.0, 0.0, 0.0, speed, 0.0, 0.0, 0.0]
    places = [(0.0, 0.0)]
    inputs, k = held(manoeuvre), 0
    while k < len(inputs):
        # stretches of constant input are integrated in one go
        end = k
        while end < len(inputs) and inputs[end] == inputs[k]:
            end += 1
        dates = np.arange(1, end - k + 1) * H

        def slope(_: float, x: Any, u: tuple[float, float] = inputs[k]) -> Any:
            return vehicle_dynamics_st(x, u, parameters)

        run = solve_ivp(slope, (0.0, dates[-1]), state, "DOP853", dates, rtol=1e-9, atol=1e-9)
        places += [(float(x), float(y)) for x, y in run.y[:2].T]
        state, k = list(run.y[:, -1]), end
    return np.array(places)


def oracle_chassis(vehicle: int) -> Chassis:
    """Our parameters for a vehicle of the oracle; without drag and rolling resistance."""
    p: Any = PARAMETERS[vehicle]()
    stiffness = -p.tire.p_ky1 / p.tire.p_dy1
    return Chassis(
        "car", p.m, p.I_z, p.a, p.b, p.h_s, p.l, p.w, 0.0, power=200e3, torque=400.0, ratios=(10.0,), wheel_radius=0.3,
        drag_area=0.0, rolling=0.0, braking=20e3, hand_brake=5e3, stiffness=stiffness, rear_stiffness=stiffness,
        grip=p.tire.p_dy1, lock=p.steering.max, steering_rate=p.steering.v_max, creep=0.0, balance=0.65,
    )  # fmt: skip


def our_path(chassis: Chassis, manoeuvre: Manoeuvre, speed: float = SPEED, *, substeps: int = 1) -> Floats:
    """The same by our model; each substep of the inputs may be split further."""
    state, cockpit, ground = FreeState.of(1), Cockpit.of(1), Ground.of(1)
    state.speed[0] = speed
    cockpit.by_acceleration[0], cockpit.by_rate[0] = True, True
    table, places = chassis_table(chassis), [(0.0, 0.0)]
    for rate, acceleration in held(manoeuvre):
        cockpit.steering_rate[0], cockpit.acceleration[0] = rate, acceleration
        drive(table, state, cockpit, ground, H, substeps=substeps)
        places.append((float(state.x[0]), float(state.y[0])))
    return np.array(places)
