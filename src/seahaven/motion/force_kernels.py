"""Compiled: from wheel, pedals and the ground to the forces that tyres are asked for."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled_part
from seahaven.motion.chassis import CHASSIS_LAYOUT as _AT
from seahaven.motion.chassis import GRAVITY
from seahaven.motion.free_columns import Cockpit, Ground
from seahaven.motion.powertrain_kernels import PARK, REVERSE, drive_force
from seahaven.motion.tyre_kernels import MOST_ALONG, SMOOTH, axle_loads

MASS, FRONT, REAR, MASS_HEIGHT, GRIP = (
    _AT["mass"], _AT["front"], _AT["rear"], _AT["mass_height"], _AT["grip"]
)  # fmt: skip
LOCK, STEERING_RATIO, STEERING_RATE, DRAG_AREA, ROLLING, FRONT_DRIVE = (
    _AT["lock"], _AT["steering_ratio"], _AT["steering_rate"], _AT["drag_area"], _AT["rolling"], _AT["front_drive"]
)  # fmt: skip
BRAKING, BALANCE, ANTI_LOCK, HAND_BRAKE = _AT["braking"], _AT["balance"], _AT["anti_lock"], _AT["hand_brake"]
TOWED, TOWED_BRAKING, TOWED_ROLLING = _AT["towed"], _AT["towed_braking"], _AT["towed_rolling"]

AIR = 1.2
"""kg/m³, the density of air at 20 °C"""
LIFT = 0.95
"""Share of the force that would lift a wheel off the ground at which a rider, or a control, holds back."""
LOCKING = 0.1
"""Share by which a brake must exceed what a tyre holds until the wheel is locked altogether."""
EVER = 1e9
"""Bounds of inputs that have none of their own."""


class Footing(NamedTuple):
    """What the ground does to a vehicle."""

    grip: float
    """The most that tyres hold, by their load"""
    normal: float
    """m/s², gravity across the ground"""
    resistance: float
    """N, rolling resistance"""
    slope_x: float
    slope_y: float


class Forces(NamedTuple):
    """What acts on a vehicle in a substep, N."""

    drive_front: float
    """Of the engine, or of what is demanded, at the front tyres along their plane"""
    drive_rear: float
    stop_front: float
    """What brakes can take at the front tyres at most"""
    stop_rear: float
    lock_front: float
    """0 to 1, how much of the front axle slides with locked wheels"""
    lock_rear: float
    hold_front: float
    """What the front tyres hold"""
    hold_rear: float
    resistance: float
    """Rolling resistance and the trailer's brakes"""
    drag: float
    """Of the air, along the heading"""
    down_x: float
    """m/s², gravity along the heading"""
    down_y: float
    """m/s², gravity to the left"""
    demanding: bool
    path: float
    """m/s², along the path, where that is demanded"""


@compiled_part
def clean(value: float, low: float, high: float) -> float:
    """The value within its bounds; 0 for NaN."""
    if value >= low:
        return min(value, high)
    return low if value < low else 0.0


@compiled_part
def footing_of(p: Floats, k: int, ground: Ground, i: int) -> Footing:
    """What the ground of a row does to its vehicle."""
    slope_x, slope_y = clean(ground.slope_x[i], -EVER, EVER), clean(ground.slope_y[i], -EVER, EVER)
    normal = GRAVITY / sqrt(1.0 + slope_x * slope_x + slope_y * slope_y)
    soft = clean(ground.drag[i], 0.0, 1.0)
    resistance = ((p[k, ROLLING] + soft) * p[k, MASS] + (p[k, TOWED_ROLLING] + soft) * p[k, TOWED]) * normal
    return Footing(p[k, GRIP] * clean(ground.grip[i], 0.0, 2.0), normal, resistance, slope_x, slope_y)


@compiled_part
def steered(p: Floats, k: int, steering: float, cockpit: Cockpit, i: int, h: float) -> float:
    """The angle of the front wheels at the end of a substep."""
    rate: float = p[k, STEERING_RATE]
    lock: float = p[k, LOCK]
    if cockpit.by_rate[i]:
        return min(max(steering + h * clean(cockpit.steering_rate[i], -rate, rate), -lock), lock)
    wanted: float = min(max(clean(cockpit.wheel[i], -EVER, EVER) / p[k, STEERING_RATIO], -lock), lock)
    return steering + min(max(wanted - steering, -rate * h), rate * h)


@compiled_part
def air_drag(p: Floats, k: int, vx: float) -> float:
    """The force of the air against the movement along the heading, N."""
    area: float = p[k, DRAG_AREA]
    return 0.5 * AIR * area * vx * abs(vx)


@compiled_part
def holds(p: Floats, k: int, footing: Footing, force: float) -> tuple[float, float]:
    """What the tyres of both axles hold, N, while they push with a force along the heading."""
    front, rear = axle_loads(p[k, MASS], p[k, FRONT], p[k, REAR], p[k, MASS_HEIGHT], force, footing.normal)
    return footing.grip * front, footing.grip * rear


@compiled_part
def parted(force: float, share: float, most_front: float, most_rear: float) -> tuple[float, float]:
    """A force of both axles, by a share for the front one and by what each puts down at most."""
    return (
        clean(share * force, -most_front, most_front),
        clean((1.0 - share) * force, -most_rear, most_rear),
    )  # fmt: skip


@compiled_part
def pedal_forces(
    p: Floats, k: int, footing: Footing, gear: int, drive: float, pressure: float, hand: float, vx: float,
    felt: float, down_x: float, down_y: float,
) -> Forces:  # fmt: skip
    """The forces that follow from pedals; loads are those of the last substep's acceleration."""
    mass, height, weight = p[k, MASS], p[k, MASS_HEIGHT], p[k, MASS] * footing.normal
    drag = air_drag(p, k, vx)
    hold_front, hold_rear = holds(
        p, k, footing, mass * (felt - down_x) + drag
    )  # the air pushes at the height of the mass
    drive_front, drive_rear = parted(drive, p[k, FRONT_DRIVE], MOST_ALONG * hold_front, MOST_ALONG * hold_rear)
    drive_rear = min(drive_rear, LIFT * weight * p[k, REAR] / height)
    controlled = p[k, ANTI_LOCK] > 0.0
    most = MOST_ALONG if controlled else EVER
    ahead, behind = parted(pressure * p[k, BRAKING], p[k, BALANCE], most * hold_front, most * hold_rear)
    ahead = min(ahead, LIFT * weight * p[k, FRONT] / height)
    locking_front, locking_rear = (0.0, 0.0) if controlled else (ahead, behind)
    locking_rear += hand * p[k, HAND_BRAKE]
    behind += hand * p[k, HAND_BRAKE]
    if gear == PARK:
        ahead, behind = ahead + p[k, FRONT_DRIVE] * EVER, behind + (1.0 - p[k, FRONT_DRIVE]) * EVER
    towed_stop = max(pressure, hand) * p[k, TOWED_BRAKING]
    towed_stop = min(towed_stop, MOST_ALONG * footing.grip * p[k, TOWED] * footing.normal)
    return Forces(
        drive_front, drive_rear, min(ahead, hold_front), min(behind, hold_rear),
        clean((locking_front - hold_front) / (LOCKING * hold_front + 1.0), 0.0, 1.0),
        clean((locking_rear - hold_rear) / (LOCKING * hold_rear + 1.0), 0.0, 1.0),
        hold_front, hold_rear, footing.resistance + towed_stop, drag, down_x, down_y, False, 0.0,
    )  # fmt: skip


@compiled_part
def demanded_forces(
    p: Floats, k: int, footing: Footing, gear: int, ratio: int, shift: float, wish: float, vx: float,
    down_x: float, down_y: float,
) -> tuple[Forces, float, float, float]:  # fmt: skip
    """The forces for a wanted acceleration, as far as engine, brakes and tyres give it, and push, pressure and engine.

    Loads follow the wish at once. A trailer brakes for itself.
    """
    mass, towed = p[k, MASS], p[k, TOWED]
    moved, weight = mass + towed, mass * footing.normal
    full, engine = drive_force(p, k, gear, ratio, shift, 1.0, vx)
    drag, sign = air_drag(p, k, vx), min(max(vx / SMOOTH, -1.0), 1.0)
    force = moved * (wish - down_x) + drag + sign * footing.resistance
    hold_front, hold_rear = holds(p, k, footing, clean(mass * (wish - down_x), -weight, weight))
    most_front, most_rear, towed_stop = MOST_ALONG * hold_front, MOST_ALONG * hold_rear, 0.0
    push, pressure = 0.0, 0.0
    if force * full > 0.0:
        force = force if abs(force) < abs(full) else full
        front, rear = parted(force, p[k, FRONT_DRIVE], most_front, most_rear)
        push = force / full
    elif (force <= 0.0) == (gear != REVERSE):
        most = min(p[k, TOWED_BRAKING], MOST_ALONG * footing.grip * towed * footing.normal)
        towed_stop = clean(force * towed / moved, -most, most)
        force = clean(force * mass / moved, -p[k, BRAKING], p[k, BRAKING])
        front, rear = parted(force, p[k, BALANCE], most_front, most_rear)
        pressure = abs(force) / p[k, BRAKING]
    else:  # out of gear, nothing drives
        front, rear = 0.0, 0.0
    path = (front + rear + towed_stop - drag - sign * footing.resistance) / moved + down_x
    forces = Forces(
        front, rear, 0.0, 0.0, 0.0, 0.0, hold_front, hold_rear, footing.resistance, drag, down_x, down_y, True, path
    )  # fmt: skip
    return forces, push, pressure, engine
