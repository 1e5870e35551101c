"""Compiled: what tyres hold, by their load, their slip and the ground."""

from __future__ import annotations

from math import atan2, hypot, sqrt, tanh

from seahaven.geometry.compiled import compiled_part

LINEAR = 0.5
"""Share of its hold up to which a tyre's side force grows in proportion to its slip angle; beyond, it bends over
towards the hold. More makes the limit come more suddenly; tyres on test rigs leave the straight line between a third
and a half of their hold (H. B. Pacejka, *Tire and Vehicle Dynamics*, 2012)."""
LEAST_SIDE = 0.3
"""Share of its hold that a tyre keeps to the side when an anti-lock or traction control holds it at its limit."""
MOST_ALONG = sqrt(1.0 - LEAST_SIDE * LEAST_SIDE)
"""Share of its hold that a controlled tyre puts down along its plane."""
LEAST_HOLD = 1e-3
"""N, below which a tyre holds nothing."""
SLIDING = 0.8
"""Hold of a locked tyre, by that of a rolling one (0.75 to 0.85 on dry road: Bosch, *Automotive Handbook*)."""
CRAWL = 2.0
"""m/s, the least speed along the wheel by which a slip angle is taken: at rest, slip angles have no meaning."""
SMOOTH = 0.5
"""m/s, below which forces that oppose a movement fade out, where the vehicle as a whole still slides."""


@compiled_part
def saturated(demand: float) -> float:
    """A side force by what the tyre holds, for a slip that asks for `demand` times that."""
    size = abs(demand)
    if size <= LINEAR:
        return demand
    held = LINEAR + (1.0 - LINEAR) * tanh((size - LINEAR) / (1.0 - LINEAR))
    return held if demand > 0.0 else -held


@compiled_part
def side_force(stiffness: float, hold: float, along: float, wx: float, wy: float) -> float:
    """The force to the left of a rolling wheel, N, from how its hub moves along and to the left of its plane.

    What the wheel puts down along its plane is taken from its hold as in a circle.
    """
    if hold < LEAST_HOLD:
        return 0.0
    free = max(sqrt(max(hold * hold - along * along, 0.0)), LEAST_SIDE * hold)
    slip = -atan2(wy, max(abs(wx), CRAWL))
    return free * saturated(stiffness * slip * hold / free)


@compiled_part
def axle_force(stiffness: float, hold: float, along: float, locked: float, wx: float, wy: float) -> tuple[float, float]:
    """Forces of an axle along and to the left of its wheels, N; `locked` is how much of it slides."""
    side = side_force(stiffness, hold, along, wx, wy)
    if locked <= 0.0:
        return along, side
    drag = SLIDING * hold / max(hypot(wx, wy), SMOOTH)
    return (1.0 - locked) * along - locked * drag * wx, (1.0 - locked) * side - locked * drag * wy


@compiled_part
def axle_loads(
    mass: float, front: float, rear: float, height: float, force: float, gravity: float
) -> tuple[float, float]:
    """The loads of both axles, N, while tyres push a vehicle with a force along its heading."""
    weight = mass * gravity
    ahead = (weight * rear - force * height) / (front + rear)
    ahead = min(max(ahead, 0.0), weight)
    return ahead, weight - ahead
