"""Compiled: engines, automatic gearboxes and creeping."""

from __future__ import annotations

from math import exp

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled_part
from seahaven.motion.chassis import CHASSIS_LAYOUT as _AT
from seahaven.motion.free_columns import Gear

POWER, TORQUE, IDLE, TORQUE_FROM, TOP_ENGINE = (
    _AT["power"], _AT["torque"], _AT["idle"], _AT["torque_from"], _AT["top_engine"]
)  # fmt: skip
LAUNCH, GEARS, REVERSE_RATIO, WHEEL_RADIUS, EFFICIENCY = (
    _AT["launch"], _AT["gears"], _AT["reverse_ratio"], _AT["wheel_radius"], _AT["efficiency"]
)  # fmt: skip
SHIFT_TIME, ENGINE_DRAG, CREEP, CREEP_SPEED, LIMITER, FIRST_RATIO = (
    _AT["shift_time"], _AT["engine_drag"], _AT["creep"], _AT["creep_speed"], _AT["limiter"], _AT["ratio1"]
)  # fmt: skip
PARK, REVERSE, NEUTRAL, DRIVE = int(Gear.P), int(Gear.R), int(Gear.N), int(Gear.D)

IDLE_TORQUE = 0.6
"""Torque at idle by full torque; it rises in a straight line up to `torque_from`."""
CUT_OFF = 0.03
"""Share of its top speed within which the engine is cut off."""
CALM_SHIFT, HARD_SHIFT = 0.35, 0.95
"""Where between idle and top speed the gearbox shifts up: with a closed and with a wide open throttle."""
HYSTERESIS = 0.8
"""It shifts down where the lower gear would turn the engine at this share of the speed at which it shifts up again."""
SHIFT_PULL = 0.25
"""Share of its pull that the engine keeps while a gear is changed."""
LIMITER_WIDTH = 0.5
"""m/s, over which a speed limiter takes the engine back."""
NO_REVERSE = 1.5
"""m/s, above which the gearbox does not engage R while rolling ahead, nor the pawl of P: they wait in neutral."""


@compiled_part
def followed(value: float, wanted: float, lag: float, h: float) -> float:
    """What follows a pedal with a time constant, a moment later."""
    return wanted + (value - wanted) * exp(-h / lag)


@compiled_part
def full_torque(p: Floats, k: int, speed: float) -> float:
    """The most torque of an engine at a speed in rad/s, N m."""
    torque: float = p[k, TORQUE]
    idle, full = p[k, IDLE], p[k, TORQUE_FROM]
    if speed < full and idle > 0.0:
        torque *= min(max(IDLE_TORQUE + (1.0 - IDLE_TORQUE) * (speed - idle) / (full - idle), IDLE_TORQUE), 1.0)
    torque = min(torque, p[k, POWER] / max(speed, 1.0))
    top: float = p[k, TOP_ENGINE]
    return torque * min(max((top - speed) / (CUT_OFF * top), 0.0), 1.0)


@compiled_part
def shifted(
    p: Floats, k: int, ratio: int, shift: float, pace: float, push: float, h: float
) -> tuple[int, float]:  # fmt: skip
    """The gear of an automatic, and how long the change to it still takes."""
    if shift > 0.0:
        return ratio, max(shift - h, 0.0)
    turns = p[k, FIRST_RATIO + ratio - 1]
    engine = pace / p[k, WHEEL_RADIUS] * turns
    idle, top = p[k, IDLE], p[k, TOP_ENGINE]
    up = idle + (top - idle) * (CALM_SHIFT + (HARD_SHIFT - CALM_SHIFT) * push)
    if ratio < int(p[k, GEARS]) and engine > up:
        return ratio + 1, p[k, SHIFT_TIME]
    if ratio > 1 and engine * p[k, FIRST_RATIO + ratio - 2] / turns < HYSTERESIS * up:
        return ratio - 1, p[k, SHIFT_TIME]
    return ratio, 0.0


@compiled_part
def engaged(gear: int, speed: float) -> int:
    """What the gearbox does: it refuses R and P as long as the vehicle rolls too fast."""
    if (gear == REVERSE and speed > NO_REVERSE) or (gear == PARK and abs(speed) > NO_REVERSE):
        return NEUTRAL
    return gear


@compiled_part
def drive_force(
    p: Floats, k: int, gear: int, ratio: int, shift: float, push: float, speed: float
) -> tuple[float, float]:
    """The force of the engine at the driven wheels along the heading, N, and the engine's speed, rad/s."""
    idle = p[k, IDLE]
    revved = idle + push * (p[k, LAUNCH] - idle)
    if gear != DRIVE and gear != REVERSE:
        return 0.0, revved
    ahead = 1.0 if gear == DRIVE else -1.0
    turns = p[k, FIRST_RATIO + ratio - 1] if gear == DRIVE else p[k, REVERSE_RATIO]
    pace = ahead * speed
    per_torque = turns / p[k, WHEEL_RADIUS]
    driven = max(pace, 0.0) * per_torque
    engine = max(driven, revved)
    pull = push * full_torque(p, k, engine) * per_torque * p[k, EFFICIENCY]
    if shift > 0.0:
        pull *= SHIFT_PULL
    pull *= min(max((p[k, LIMITER] - pace) / LIMITER_WIDTH, 0.0), 1.0)
    creeping = p[k, CREEP] * min(max(1.0 - pace / p[k, CREEP_SPEED], 0.0), 1.0)
    dragged = 0.0
    if driven > idle:
        dragged = (1.0 - push) * p[k, ENGINE_DRAG] * p[k, TORQUE] * per_torque * (driven - idle) / p[k, TOP_ENGINE]
    return ahead * (max(pull, creeping) - dragged), engine
