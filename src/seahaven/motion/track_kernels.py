"""Compiled: how a single track moves under its forces, with tyres that slip, that roll, or that are locked.

A substep has two halves, blended by how fast the vehicle moves:

- from `FAST` on, velocities follow from tyre forces, by the classic Runge-Kutta method of fourth order;
- up to `SLOW`, wheels roll where they point as long as their tyres hold the forces for that, and whatever brakes, holds
  or resists takes velocity away but never reverses it, so that a vehicle that stands stands exactly.

Slip angles lose their meaning at rest, and tyre forces become stiffer the slower a vehicle is: at 1 m/s they settle
within 5 ms. Between the two speeds both halves give nearly the same.
"""

from __future__ import annotations

from math import cos, hypot, sin, sqrt, tan
from typing import NamedTuple

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled_part
from seahaven.motion.chassis import CHASSIS_LAYOUT as _AT
from seahaven.motion.force_kernels import Forces, air_drag, clean
from seahaven.motion.tyre_kernels import SLIDING, SMOOTH, axle_force

MASS, INERTIA, FRONT, REAR, STIFFNESS, REAR_STIFFNESS = (
    _AT["mass"], _AT["inertia"], _AT["front"], _AT["rear"], _AT["stiffness"], _AT["rear_stiffness"]
)  # fmt: skip
TOWED, HITCH, TOWED_BASE, FOLD = _AT["towed"], _AT["hitch"], _AT["towed_base"], _AT["fold"]

SLOW, FAST = 1.0, 3.0
"""m/s: up to the first speed wheels roll where they point, from the second on tyre forces alone count."""
PASSES = 3
"""How often the slip of slow wheels that skid is taken from both axles in turn."""


class SingleTrack(NamedTuple):
    """Where a single track is, and how it moves; x and y count from where it was when the call began."""

    x: float
    y: float
    heading: float
    vx: float
    vy: float
    yaw_rate: float
    hitch: float


@compiled_part
def shrunk(value: float, by: float) -> float:
    """The value brought nearer to 0, and never beyond."""
    if value > by:
        return value - by
    return value + by if value < -by else 0.0


@compiled_part
def gained(t: SingleTrack, rate: SingleTrack, h: float) -> SingleTrack:
    """A track after h seconds at given rates."""
    return SingleTrack(
        t.x + h * rate.x, t.y + h * rate.y, t.heading + h * rate.heading, t.vx + h * rate.vx, t.vy + h * rate.vy,
        t.yaw_rate + h * rate.yaw_rate, t.hitch + h * rate.hitch,
    )  # fmt: skip


@compiled_part
def towed_rate(p: Floats, k: int, vx: float, vy: float, yaw_rate: float, hitch: float) -> float:
    """The yaw rate of a trailer whose wheels do not slip, or that of the vehicle if there is none."""
    if p[k, TOWED] <= 0.0:
        return yaw_rate
    base: float = p[k, TOWED_BASE]
    back: float = p[k, HITCH]
    return (vx * sin(hitch) + (vy - back * yaw_rate) * cos(hitch)) / base


@compiled_part
def rates(
    p: Floats, k: int, t: SingleTrack, f: Forces, along_front: float, along_rear: float, delta: float
) -> SingleTrack:
    """How fast a track changes by its tyre forces, with the front wheels at an angle.

    A demanded acceleration acts along the path, as if a control cancelled what cornering costs.
    """
    mass, front, rear = p[k, MASS], p[k, FRONT], p[k, REAR]
    vx, vy, r = t.vx, t.vy, t.yaw_rate
    c, s = cos(delta), sin(delta)
    beside = vy + front * r
    fx, fy = axle_force(
        p[k, STIFFNESS], f.hold_front, along_front, f.lock_front, vx * c + beside * s, beside * c - vx * s
    )  # fmt: skip
    gx, side_rear = axle_force(p[k, REAR_STIFFNESS], f.hold_rear, along_rear, f.lock_rear, vx, vy - rear * r)
    if f.demanding:
        side_front = fy * c
        across = (side_front + side_rear) / mass + f.down_y
        pace = max(hypot(vx, vy), SMOOTH)
        pace = pace if vx >= 0.0 else -pace
        faster = f.path * vx / pace + r * vy - vy / (vx if abs(vx) > SMOOTH else pace) * across
        aside = across - r * vx + f.path * vy / pace
    else:
        side_front = fy * c + fx * s
        held = min(max(vx / SMOOTH, -1.0), 1.0) * f.resistance + air_drag(p, k, vx)
        faster = (fx * c - fy * s + gx - held + mass * r * vy) / (mass + p[k, TOWED]) + f.down_x
        aside = (side_front + side_rear) / mass + f.down_y - r * vx
    ch, sh = cos(t.heading), sin(t.heading)
    return SingleTrack(
        vx * ch - vy * sh, vx * sh + vy * ch, r, faster, aside,
        (front * side_front - rear * side_rear) / p[k, INERTIA], r - towed_rate(p, k, vx, vy, r, t.hitch),
    )  # fmt: skip


@compiled_part
def slipping(p: Floats, k: int, t: SingleTrack, f: Forces, delta: float, turned: float, h: float) -> SingleTrack:
    """The track after a substep with tyre forces, while the front wheels turn from one angle to another."""
    turning = t.vx * cos(delta) + (t.vy + p[k, FRONT] * t.yaw_rate) * sin(delta)
    front = f.drive_front - min(max(turning / SMOOTH, -1.0), 1.0) * f.stop_front
    rear = f.drive_rear - min(max(t.vx / SMOOTH, -1.0), 1.0) * f.stop_rear
    front, rear = clean(front, -f.hold_front, f.hold_front), clean(rear, -f.hold_rear, f.hold_rear)
    middle = 0.5 * (delta + turned)
    a = rates(p, k, t, f, front, rear, delta)
    b = rates(p, k, gained(t, a, 0.5 * h), f, front, rear, middle)
    c = rates(p, k, gained(t, b, 0.5 * h), f, front, rear, middle)
    d = rates(p, k, gained(t, c, h), f, front, rear, turned)
    return gained(gained(gained(gained(t, a, h / 6.0), b, h / 3.0), c, h / 3.0), d, h / 6.0)


@compiled_part
def swung_round(t: SingleTrack, light: float, h: float) -> tuple[float, float]:
    """The velocities of a body after it has turned for h seconds below its movement, which goes straight on.

    A turn of the vector, and not a sum of rates, keeps its energy however fast the body spins. `light` is the root of
    the mass that moves to the side by the mass that moves ahead; a trailer is pulled along, not aside.
    """
    c, s = cos(h * t.yaw_rate * light), sin(h * t.yaw_rate * light)
    return t.vx * c + light * t.vy * s, t.vy * c - t.vx * s / light


@compiled_part
def carried(p: Floats, k: int, t: SingleTrack, vx: float, vy: float, r: float, h: float) -> SingleTrack:
    """The track after a substep that ends with given velocities, which change steadily."""
    ahead, left, turn = 0.5 * h * (t.vx + vx), 0.5 * h * (t.vy + vy), 0.5 * h * (t.yaw_rate + r)
    c, s = cos(t.heading + 0.5 * turn), sin(t.heading + 0.5 * turn)
    folding = turn - h * towed_rate(p, k, 0.5 * (t.vx + vx), 0.5 * (t.vy + vy), 0.5 * (t.yaw_rate + r), t.hitch)
    return SingleTrack(
        t.x + ahead * c - left * s, t.y + ahead * s + left * c, t.heading + turn, vx, vy, r, t.hitch + folding
    )  # fmt: skip


@compiled_part
def demanded_speed(t: SingleTrack, f: Forces, ahead: float, h: float) -> float:
    """The speed along the heading after a substep with a demanded acceleration; `ahead` is 1, in reverse -1."""
    speed = t.vx + h * f.path
    if f.path * ahead < 0.0 and speed * ahead <= 0.0 and t.vx * ahead >= 0.0:
        return 0.0  # brakes stop a vehicle and hold it
    return speed


@compiled_part
def rolling_speed(p: Floats, k: int, t: SingleTrack, f: Forces, bend: float, h: float) -> float:
    """The speed along the heading after a substep in which wheels roll along a curve.

    What a vehicle has of momentum along the curve stays: to turn the wheels costs speed, and adds no energy.
    """
    mass, inertia, rear = p[k, MASS], p[k, INERTIA], p[k, REAR]
    straight = mass + p[k, TOWED]
    moved: float = straight + (mass * rear * rear + inertia) * bend * bend
    momentum: float = straight * t.vx + bend * (mass * rear * t.vy + inertia * t.yaw_rate)
    momentum += h * (f.drive_front + f.drive_rear - f.drag + f.down_x * straight)
    return shrunk(momentum, h * (f.resistance + f.stop_front + f.stop_rear)) / moved


@compiled_part
def skidding(p: Floats, k: int, t: SingleTrack, f: Forces, delta: float, h: float) -> SingleTrack:
    """The track after a substep in which slow wheels lose their hold: tyres push as much as they can against it.

    Each pass takes from an axle the slip that its tyres can take, which never adds energy.
    """
    mass, inertia, front, rear = p[k, MASS], p[k, INERTIA], p[k, FRONT], p[k, REAR]
    straight, c, s = mass + p[k, TOWED], cos(delta), sin(delta)
    vx, vy = swung_round(t, sqrt(mass / straight), h)
    r = t.yaw_rate
    if f.demanding:
        vx += h * f.path
    else:
        vx += h * ((f.drive_front + f.drive_rear - f.drag) / straight + f.down_x)
        vx = shrunk(vx, h * (f.resistance + f.stop_front + f.stop_rear) / straight)
    vy += h * f.down_y
    easy_front = s * s / straight + c * c / mass + front * front * c * c / inertia
    easy_rear = 1.0 / mass + rear * rear / inertia
    at_front, at_rear = 0.0, 0.0
    for _ in range(PASSES):
        wanted = at_front - ((vy + front * r) * c - vx * s) / easy_front
        push = clean(wanted, -h * f.hold_front, h * f.hold_front) - at_front
        vx, vy, r = vx - push * s / straight, vy + push * c / mass, r + push * front * c / inertia
        at_front += push
        wanted = at_rear - (vy - rear * r) / easy_rear
        push = clean(wanted, -h * f.hold_rear, h * f.hold_rear) - at_rear
        vy, r = vy + push / mass, r - push * rear / inertia
        at_rear += push
    return carried(p, k, t, vx, vy, r, h)


@compiled_part
def rolling(p: Floats, k: int, t: SingleTrack, f: Forces, delta: float, ahead: float, h: float) -> SingleTrack:
    """The track after a substep in which wheels roll where they point, as far as their tyres hold that."""
    mass, inertia, front, rear = p[k, MASS], p[k, INERTIA], p[k, FRONT], p[k, REAR]
    base = front + rear
    bend = tan(delta) / base
    vx = demanded_speed(t, f, ahead, h) if f.demanding else rolling_speed(p, k, t, f, bend, h)
    vy, r = rear * bend * vx, bend * vx
    push, twist = mass * (vy - t.vy - h * (f.down_y - t.yaw_rate * t.vx)), inertia * (r - t.yaw_rate)
    at_front, at_rear = (rear * push + twist) / (base * cos(delta)), (front * push - twist) / base
    if abs(at_front) > h * f.hold_front or abs(at_rear) > h * f.hold_rear:
        return skidding(p, k, t, f, delta, h)
    return carried(p, k, t, vx, vy, r, h)


@compiled_part
def moved_on(
    p: Floats, k: int, t: SingleTrack, f: Forces, delta: float, turned: float, ahead: float, h: float
) -> SingleTrack:  # fmt: skip
    """The track after a substep: of slipping and rolling, what its pace calls for."""
    share = min(max((hypot(t.vx, t.vy) - SLOW) / (FAST - SLOW), 0.0), 1.0)
    if share >= 1.0:
        return slipping(p, k, t, f, delta, turned, h)
    slow = rolling(p, k, t, f, turned, ahead, h)
    if share <= 0.0:
        return slow
    fast, u = slipping(p, k, t, f, delta, turned, h), share * share * (3.0 - 2.0 * share)
    return SingleTrack(
        slow.x + u * (fast.x - slow.x), slow.y + u * (fast.y - slow.y),
        slow.heading + u * (fast.heading - slow.heading), slow.vx + u * (fast.vx - slow.vx),
        slow.vy + u * (fast.vy - slow.vy), slow.yaw_rate + u * (fast.yaw_rate - slow.yaw_rate),
        slow.hitch + u * (fast.hitch - slow.hitch),
    )  # fmt: skip


@compiled_part
def slid(
    mass: float, inertia: float, front: float, rear: float, vx: float, vy: float, r: float,
    most_front: float, most_rear: float,
) -> tuple[float, float, float]:  # fmt: skip
    """Velocities after friction at two points, ahead of and behind the centre of gravity, opposed their movement.

    `most_front` and `most_rear` are impulses, N s. A body is stopped exactly if that takes no more than these.
    """
    base = front + rear
    at_front, at_rear = (rear * mass * vy + inertia * r) / base, (front * mass * vy - inertia * r) / base
    share = most_front / max(most_front + most_rear, 1e-9)
    stops = hypot(at_front, share * mass * vx) <= most_front
    if stops and hypot(at_rear, (1.0 - share) * mass * vx) <= most_rear:
        return 0.0, 0.0, 0.0
    for arm, most in ((front, most_front), (-rear, most_rear)):
        beside = vy + arm * r
        pace = max(hypot(vx, beside), 1e-9)
        push = min(most / pace, 0.5 / (1.0 / mass + arm * arm / inertia))
        vx -= push * vx / mass
        vy -= push * beside / mass
        r -= push * beside * arm / inertia
    return vx, vy, r


@compiled_part
def wrecked_on(
    p: Floats, k: int, t: SingleTrack, hold_front: float, hold_rear: float, down_x: float, down_y: float, h: float
) -> SingleTrack:  # fmt: skip
    """The track after a substep of a wreck, whose wheels are locked; a trailer's as well."""
    mass = p[k, MASS]
    most = h * SLIDING * (mass + p[k, TOWED]) / mass
    vx, vy = swung_round(t, 1.0, h)
    vx, vy = vx + h * down_x * (mass + p[k, TOWED]) / mass, vy + h * down_y
    vx, vy, r = slid(
        mass, p[k, INERTIA], p[k, FRONT], p[k, REAR], vx, vy, t.yaw_rate, most * hold_front, most * hold_rear
    )  # fmt: skip
    return carried(p, k, t, vx, vy, r, h)
