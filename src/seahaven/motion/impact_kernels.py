"""Compiled: when boxes meet, where, and with which impulse.

A pair is followed from one pose to the next in steps that cannot pass contact: the gap between two boxes is never
larger than their distance, and no point of them moves faster than a bound. Where they touch and come nearer, an
impulse makes them part. Impulses come in pairs, equal and opposite at one point, so momentum and angular momentum
stay; none is applied that would add energy.
"""

from __future__ import annotations

from math import cos, hypot, inf, pi, sin

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.geometry.box_kernels import separation
from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.motion.chassis import GRAVITY
from seahaven.motion.hulls import Hulls
from seahaven.motion.track_kernels import slid

TOUCH = 1e-3
"""m, the gap at which boxes touch."""
PASSING = 0.01
"""m, by which boxes that touch and part are followed at once."""
SLOP = 5e-3
"""m, how far boxes may overlap before they are pushed apart."""
CRUSH = 0.1
"""m, within which of the nearest corner the other end of a side touches, too: bumpers give way."""
SOFT = 0.5
"""m/s, closing speed below which nothing bounces, lest bodies that lean on each other jitter."""
STILL = 1e-9
"""m/s, closing speed below which bodies count as not coming nearer."""
ROUNDS = 8
"""The most impacts within one call, by the number of movers, at least 8."""
IMPACT = 9
"""Columns of an impact: both rows, x, y, direction, closing speed, impulse, both changes of velocity."""


@compiled_part
def posed(
    start: Floats, end: Floats, i: int, begun: float, at: float, ahead: float
) -> tuple[float, float, float]:  # fmt: skip
    """The pose of a box at a share of the call, while its centre of gravity goes straight and it turns steadily.

    `start` is at the share `begun` and `end` at 1; both have rows of the centre of gravity and the heading.
    """
    f = (at - begun) / (1.0 - begun) if begun < 1.0 else 1.0
    heading = start[i, 2] + f * (end[i, 2] - start[i, 2])
    return (
        start[i, 0] + f * (end[i, 0] - start[i, 0]) + ahead * cos(heading),
        start[i, 1] + f * (end[i, 1] - start[i, 1]) + ahead * sin(heading),
        heading,
    )  # fmt: skip


@compiled_part
def corner_near(
    x: float, y: float, heading: float, length: float, width: float, nx: float, ny: float
) -> tuple[float, float, float, float, float]:
    """The corner of a box that lies furthest along a direction, the next one, and how much further back that lies."""
    c, s = cos(heading), sin(heading)
    along, across = nx * c + ny * s, ny * c - nx * s
    u = 0.5 * length if along >= 0.0 else -0.5 * length
    v = 0.5 * width if across >= 0.0 else -0.5 * width
    if abs(along) * length < abs(across) * width:
        other_u, other_v, back = -u, v, abs(along) * length
    else:
        other_u, other_v, back = u, -v, abs(across) * width
    return (
        x + u * c - v * s, y + u * s + v * c, x + other_u * c - other_v * s, y + other_u * s + other_v * c, back
    )  # fmt: skip


@compiled_part
def clipped(
    px: float, py: float, x: float, y: float, heading: float, length: float, width: float, nx: float, ny: float
) -> tuple[float, float]:
    """A point moved across a direction until it lies beside a box."""
    c, s = cos(heading), sin(heading)
    tx, ty = -ny, nx
    half = 0.5 * (abs(tx * c + ty * s) * length + abs(ty * c - tx * s) * width)
    beside = (px - x) * tx + (py - y) * ty
    by = min(max(beside, -half), half) - beside
    return px + by * tx, py + by * ty


@compiled_part
def contact(
    a: tuple[float, float, float], al: float, aw: float, b: tuple[float, float, float], bl: float, bw: float
) -> tuple[float, float, float, float, float, float, float]:
    """Where two boxes touch, the corner that reaches furthest, the direction from the first to the second, and the gap.

    The direction is that of the side with the widest gap. The place is on the other box: its nearest corner, or, the
    more its nearest side lies along that of the first, the middle of what both sides share.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    gap, nx, ny, owner = -inf, 1.0, 0.0, 0
    for which in range(4):
        heading = (a[2] if which < 2 else b[2]) + (0.0 if which % 2 == 0 else 0.5 * pi)
        ux, uy = cos(heading), sin(heading)
        reach = 0.5 * (
            abs(ux * cos(a[2]) + uy * sin(a[2])) * al + abs(uy * cos(a[2]) - ux * sin(a[2])) * aw
            + abs(ux * cos(b[2]) + uy * sin(b[2])) * bl + abs(uy * cos(b[2]) - ux * sin(b[2])) * bw
        )  # fmt: skip
        apart = dx * ux + dy * uy
        if abs(apart) - reach > gap + 1e-9:
            gap, owner = abs(apart) - reach, which // 2
            nx, ny = (ux, uy) if apart >= 0.0 else (-ux, -uy)
    if owner == 0:
        px, py, qx, qy, back = corner_near(b[0], b[1], b[2], bl, bw, -nx, -ny)
        px, py = clipped(px, py, a[0], a[1], a[2], al, aw, nx, ny)
        qx, qy = clipped(qx, qy, a[0], a[1], a[2], al, aw, nx, ny)
    else:
        px, py, qx, qy, back = corner_near(a[0], a[1], a[2], al, aw, nx, ny)
        px, py = clipped(px, py, b[0], b[1], b[2], bl, bw, nx, ny)
        qx, qy = clipped(qx, qy, b[0], b[1], b[2], bl, bw, nx, ny)
    share = 0.5 * max(1.0 - back / CRUSH, 0.0)
    return px + share * (qx - px), py + share * (qy - py), px, py, nx, ny, gap


@compiled_part
def arm(hulls: Hulls, i: int, pose: tuple[float, float, float], px: float, py: float) -> tuple[float, float]:
    """From the centre of gravity of a body to a point."""
    return px - pose[0] + hulls.ahead[i] * cos(pose[2]), py - pose[1] + hulls.ahead[i] * sin(pose[2])


@compiled_part
def closing_speed(
    hulls: Hulls, i: int, j: int, a: tuple[float, float, float], b: tuple[float, float, float],
    px: float, py: float, nx: float, ny: float,
) -> tuple[float, float]:  # fmt: skip
    """How fast the second body moves away from the first at a point: along a direction, and to the left of it."""
    ax, ay = arm(hulls, i, a, px, py)
    bx, by = arm(hulls, j, b, px, py)
    ux = hulls.velocity_x[j] - hulls.yaw_rate[j] * by - hulls.velocity_x[i] + hulls.yaw_rate[i] * ay
    uy = hulls.velocity_y[j] + hulls.yaw_rate[j] * bx - hulls.velocity_y[i] - hulls.yaw_rate[i] * ax
    return ux * nx + uy * ny, uy * nx - ux * ny


@compiled_part
def impulse(
    normal: float, across: float, knn: float, knt: float, ktt: float, restitution: float, friction: float
) -> tuple[float, float]:
    """The impulse along and to the left of the direction of contact, from velocities and how easily each gives way.

    Surfaces stick where friction holds them, and slide otherwise. Friction while sliding is left out where it would
    push the bodies together, and an impulse that would add energy is made smaller until it adds none.
    """
    wanted = -(1.0 + restitution) * normal
    along = wanted / knn
    det = knn * ktt - knt * knt
    jn, jt = along, 0.0
    if det > 1e-12 * knn * ktt:
        jn, jt = (ktt * wanted + knt * across) / det, (-knn * across - knt * wanted) / det
    if jn <= 0.0 or abs(jt) > friction * jn:
        side = friction if jt > 0.0 else -friction
        slope = knn + side * knt
        if slope > 0.1 * knn:
            jn = wanted / slope
            jt = side * jn
        else:
            jn, jt = along, 0.0
    work = jn * normal + jt * across
    bend = knn * jn * jn + 2.0 * knt * jn * jt + ktt * jt * jt
    if work >= 0.0:
        return along, 0.0
    if work + 0.5 * bend > 0.0:
        share = -2.0 * work / bend
        return share * jn, share * jt
    return jn, jt


@compiled_part
def meet(hulls: Hulls, start: Floats, end: Floats, begun: Floats, i: int, j: int, since: float) -> float:
    """The share of the call at which two bodies touch and come nearer; 2 if they do not."""
    at: float = max(max(begun[i], begun[j]), since)
    reach_i, reach_j = 0.5 * hypot(hulls.length[i], hulls.width[i]), 0.5 * hypot(hulls.length[j], hulls.width[j])
    a, b = posed(start, end, i, begun[i], at, hulls.ahead[i]), posed(start, end, j, begun[j], at, hulls.ahead[j])
    share_i = (1.0 - at) / (1.0 - begun[i]) if begun[i] < 1.0 else 0.0
    share_j = (1.0 - at) / (1.0 - begun[j]) if begun[j] < 1.0 else 0.0
    fast = hypot(
        share_j * (end[j, 0] - start[j, 0]) - share_i * (end[i, 0] - start[i, 0]),
        share_j * (end[j, 1] - start[j, 1]) - share_i * (end[i, 1] - start[i, 1]),
    )  # fmt: skip
    fast += share_i * abs(end[i, 2] - start[i, 2]) * (reach_i + abs(hulls.ahead[i]))
    fast += share_j * abs(end[j, 2] - start[j, 2]) * (reach_j + abs(hulls.ahead[j]))
    if hypot(b[0] - a[0], b[1] - a[1]) > reach_i + reach_j + fast + TOUCH:
        return 2.0
    left = 1.0 - at
    while at <= 1.0:
        a, b = posed(start, end, i, begun[i], at, hulls.ahead[i]), posed(start, end, j, begun[j], at, hulls.ahead[j])
        gap = separation(
            a[0], a[1], a[2], hulls.length[i], hulls.width[i], b[0], b[1], b[2], hulls.length[j], hulls.width[j]
        )  # fmt: skip
        if gap <= TOUCH:
            px, py, cx, cy, nx, ny, _ = contact(a, hulls.length[i], hulls.width[i], b, hulls.length[j], hulls.width[j])
            if closing_speed(hulls, i, j, a, b, px, py, nx, ny)[0] < -STILL:
                return at
            if closing_speed(hulls, i, j, a, b, cx, cy, nx, ny)[0] < -STILL:
                return at
            gap = PASSING
        if left <= 0.0 or fast <= 0.0 or at >= 1.0:
            return 2.0
        at = min(at + max(gap - 0.5 * TOUCH, 0.5 * TOUCH) * left / fast, 1.0)
    return 2.0


@compiled_part
def push(hulls: Hulls, i: int, ax: float, ay: float, jx: float, jy: float) -> float:
    """Give a body an impulse at a point; by how much its velocity changes."""
    if hulls.mass[i] == inf:
        return 0.0
    hulls.velocity_x[i] += jx / hulls.mass[i]
    hulls.velocity_y[i] += jy / hulls.mass[i]
    hulls.yaw_rate[i] += (ax * jy - ay * jx) / hulls.inertia[i]
    changed: float = hypot(jx, jy) / hulls.mass[i]
    return changed


@compiled_part
def restart(
    hulls: Hulls, start: Floats, end: Floats, begun: Floats, i: int, pose: tuple[float, float, float], at: float,
    dt: float, aside_x: float, aside_y: float,
) -> None:  # fmt: skip
    """Let a body go on from a pose with its velocities of now, pushed aside a little."""
    if hulls.mass[i] == inf:
        return
    left, ahead = (1.0 - at) * dt, hulls.ahead[i]
    start[i, 0] = pose[0] - ahead * cos(pose[2]) + aside_x
    start[i, 1] = pose[1] - ahead * sin(pose[2]) + aside_y
    start[i, 2], begun[i] = pose[2], at
    end[i, 0] = start[i, 0] + left * hulls.velocity_x[i]
    end[i, 1] = start[i, 1] + left * hulls.velocity_y[i]
    end[i, 2] = pose[2] + left * hulls.yaw_rate[i]


@compiled_part
def strike(
    hulls: Hulls, start: Floats, end: Floats, begun: Floats, i: int, j: int, at: float, dt: float,
    restitution: float, friction: float, out: Floats, row: int,
) -> None:  # fmt: skip
    """Let two bodies that touch part, and write down the impact."""
    a, b = posed(start, end, i, begun[i], at, hulls.ahead[i]), posed(start, end, j, begun[j], at, hulls.ahead[j])
    px, py, cx, cy, nx, ny, gap = contact(a, hulls.length[i], hulls.width[i], b, hulls.length[j], hulls.width[j])
    normal, across = closing_speed(hulls, i, j, a, b, px, py, nx, ny)
    if normal >= -STILL:  # the boxes turn about the place at which they touch: a corner comes nearer
        px, py = cx, cy
        normal, across = closing_speed(hulls, i, j, a, b, px, py, nx, ny)
    ax, ay = arm(hulls, i, a, px, py)
    bx, by = arm(hulls, j, b, px, py)
    light_i, light_j, spin_i, spin_j = (
        1.0 / hulls.mass[i], 1.0 / hulls.mass[j], 1.0 / hulls.inertia[i], 1.0 / hulls.inertia[j]
    )  # fmt: skip
    an, al, bn, bl = ax * ny - ay * nx, ax * nx + ay * ny, bx * ny - by * nx, bx * nx + by * ny
    jn, jt = impulse(
        normal, across, light_i + light_j + an * an * spin_i + bn * bn * spin_j, an * al * spin_i + bn * bl * spin_j,
        light_i + light_j + al * al * spin_i + bl * bl * spin_j, restitution if -normal > SOFT else 0.0, friction,
    )  # fmt: skip
    jx, jy = jn * nx - jt * ny, jn * ny + jt * nx
    changed_i, changed_j = push(hulls, i, ax, ay, -jx, -jy), push(hulls, j, bx, by, jx, jy)
    apart = max(-gap - SLOP, 0.0) / (light_i + light_j)
    restart(hulls, start, end, begun, i, a, at, dt, -apart * light_i * nx, -apart * light_i * ny)
    restart(hulls, start, end, begun, j, b, at, dt, apart * light_j * nx, apart * light_j * ny)
    out[row, 0], out[row, 1], out[row, 2], out[row, 3] = i, j, px, py
    out[row, 4], out[row, 5], out[row, 6] = np.arctan2(ny, nx), -normal, hypot(jx, jy)
    out[row, 7], out[row, 8] = changed_i, changed_j


@compiled_part
def hold_together(hulls: Hulls, start: Floats, end: Floats, begun: Floats, i: int, at: float, dt: float) -> None:
    """Let a body that is pulled and its puller go on with one velocity at their hitch.

    The impulses at the hitch are equal and opposite, and take as much energy as the two had against each other.
    """
    j = int(hulls.puller[i])
    a, b = posed(start, end, i, begun[i], at, hulls.ahead[i]), posed(start, end, j, begun[j], at, hulls.ahead[j])
    ax, ay = hulls.hitch[i] * cos(a[2]), hulls.hitch[i] * sin(a[2])
    bx, by = hulls.puller_hitch[i] * cos(b[2]), hulls.puller_hitch[i] * sin(b[2])
    ux = hulls.velocity_x[j] - hulls.yaw_rate[j] * by - hulls.velocity_x[i] + hulls.yaw_rate[i] * ay
    uy = hulls.velocity_y[j] + hulls.yaw_rate[j] * bx - hulls.velocity_y[i] - hulls.yaw_rate[i] * ax
    light, spin_i, spin_j = 1.0 / hulls.mass[i] + 1.0 / hulls.mass[j], 1.0 / hulls.inertia[i], 1.0 / hulls.inertia[j]
    kxx, kyy = light + ay * ay * spin_i + by * by * spin_j, light + ax * ax * spin_i + bx * bx * spin_j
    kxy = -ax * ay * spin_i - bx * by * spin_j
    det = kxx * kyy - kxy * kxy
    jx, jy = (kyy * ux - kxy * uy) / det, (kxx * uy - kxy * ux) / det
    push(hulls, i, ax, ay, jx, jy)
    push(hulls, j, bx, by, -jx, -jy)
    restart(hulls, start, end, begun, i, a, at, dt, 0.0, 0.0)
    restart(hulls, start, end, begun, j, b, at, dt, 0.0, 0.0)


@compiled
def collide_all(
    before: Floats, hulls: Hulls, movers: Integers, dt: float, restitution: float, friction: float
) -> Floats:  # fmt: skip
    """Let bodies collide in the order in which they meet; a row of `IMPACT` columns for each impact.

    Of two pairs that meet at once, the one with the lower rows goes first.
    """
    count = len(hulls.x)
    start, end, begun = before.copy(), np.empty((count, 3)), np.zeros(count)
    moves, met = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
    for i in range(count):
        turn, ahead = hulls.heading[i] - start[i, 2], hulls.ahead[i]
        turn -= 2.0 * pi * np.round((turn - dt * hulls.yaw_rate[i]) / (2.0 * pi))  # headings may be wrapped
        start[i, 0] -= ahead * cos(start[i, 2])
        start[i, 1] -= ahead * sin(start[i, 2])
        end[i, 0] = hulls.x[i] - ahead * cos(hulls.heading[i])
        end[i, 1] = hulls.y[i] - ahead * sin(hulls.heading[i])
        end[i, 2] = start[i, 2] + turn
    for k in range(len(movers)):
        moves[movers[k]] = True
    most = max(ROUNDS * len(movers), ROUNDS)
    out, found, since = np.empty((most, IMPACT)), 0, 0.0
    while found < most:
        first, low, high = 2.0, -1, -1
        for k in range(len(movers)):
            i = movers[k]
            for j in range(count):
                if j == i or (moves[j] and j < i) or (hulls.mass[i] == inf and hulls.mass[j] == inf):
                    continue
                if hulls.puller[i] == j or hulls.puller[j] == i:
                    continue
                at = meet(hulls, start, end, begun, min(i, j), max(i, j), since)
                if at < first:
                    first, low, high = at, min(i, j), max(i, j)
        if first > 1.0:
            break
        strike(hulls, start, end, begun, low, high, first, dt, restitution, friction, out, found)
        found, since = found + 1, first
        for i in range(count):
            j = hulls.puller[i]
            if j >= 0 and (i in (low, high) or j in (low, high)):
                hold_together(hulls, start, end, begun, i, first, dt)
                met[i], met[j] = True, True
    until = since if found == most else 1.0  # bodies that are wedged in stay where they are until the next call
    for k in range(found):
        met[int(out[k, 0])], met[int(out[k, 1])] = True, True
    for i in range(count):
        if met[i] and hulls.mass[i] != inf:
            hulls.x[i], hulls.y[i], hulls.heading[i] = posed(start, end, i, begun[i], until, hulls.ahead[i])
    return out[:found]


@compiled
def slide_each(hulls: Hulls, rows: Integers, dt: float, friction: float) -> None:
    """Move bodies without wheels while friction on the ground stops them, as if they touched it at two points."""
    for k in range(len(rows)):
        i = rows[k]
        mass, c, s = hulls.mass[i], cos(hulls.heading[i]), sin(hulls.heading[i])
        if mass == inf:
            continue
        half = 0.25 * max(hulls.length[i], hulls.width[i])
        most = 0.5 * friction * GRAVITY * mass * dt
        vx, vy = hulls.velocity_x[i], hulls.velocity_y[i]
        along, aside, r = slid(
            mass, hulls.inertia[i], half, half, vx * c + vy * s, vy * c - vx * s, hulls.yaw_rate[i], most, most
        )  # fmt: skip
        wx, wy = along * c - aside * s, along * s + aside * c
        hulls.x[i] += 0.5 * dt * (vx + wx)
        hulls.y[i] += 0.5 * dt * (vy + wy)
        hulls.heading[i] += 0.5 * dt * (hulls.yaw_rate[i] + r)
        hulls.velocity_x[i], hulls.velocity_y[i], hulls.yaw_rate[i] = wx, wy, r
