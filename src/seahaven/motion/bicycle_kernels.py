"""Compiled: vehicles that roll freely, as bicycles whose wheels do not slip (kinematic) or do (dynamic).

They are few, so that each is integrated carefully: steering anew every tenth of a second, tyres two hundred times a
second.
"""

from __future__ import annotations

from math import atan, atan2, ceil, cos, hypot, sin, sqrt, tan

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.motion.columns import Cells, Loose, Seen
from seahaven.motion.lane_kernels import MOST_LANES, WHEELBASE, pushed
from seahaven.motion.stretch_kernels import (
    BEGIN,
    ENTRY_SIDE,
    GRADE,
    HEADING,
    LEFT,
    RIGHT,
    SPAN,
    TURN,
    VAULTING,
    led_on,
    point_at,
    share_at,
    short_way,
)
from seahaven.motion.ways import Ways
from seahaven.roads.lanemap.query_kernels import find_stretch
from seahaven.roads.lanemap.strips import Integers

DYNAMIC = 2
"""The code of the behaviour whose wheels slip."""
BY_LANE = 0
"""The code of wheels that are turned along the lane."""
LOOK = 0.1
"""s, how often whoever keeps to a lane looks where it is."""
GRAIN = 0.005
"""s, the longest step over which tyre forces are held."""
LOCK = 0.6
"""rad, the most that front wheels turn."""
STEERING_RATE = 0.9
"""rad/s, how fast they do."""
PREVIEW = 1.2
"""s ahead that whoever keeps to a lane steers for, besides a few metres."""
PREVIEW_METRES = 4.0
PURSUIT = 5.0
"""m/s², the most acceleration to the side that whoever keeps to a lane steers for."""
FRONT, REAR = 53.0, 67.0
"""m/s² per rad, what the axles hold against slip: cornering stiffness by mass. The rear holds more: it understeers."""
UNDERSTEER = 0.5 * (1.0 / FRONT - 1.0 / REAR)
"""rad per m/s², by how much more the wheels turn for an acceleration to the side, because tyres slip."""
CRAWL, ROLL = 2.0, 6.0
"""m/s: tyre forces count from the first speed on, and they alone from the second; below, the wheels do not slip."""
SETTLING = 20.0
"""1/s, how quickly slow wheels stop slipping."""
LEAST_HOLD = 0.1
"""The least share of its hold that a tyre keeps to the side however hard it brakes."""


@compiled_part
def ahead_of(
    ways: Ways, lane: int, s: float, entry: int, aim: int, lean: float, distance: float
) -> tuple[float, float]:
    """A point some way ahead on the line that is aimed for; beyond the end of a way, straight on."""
    first, length, reached, stretches = ways.first, ways.length, ways.s, ways.stretches
    bucket_first, bucket_row, scale = ways.bucket_first, ways.bucket_row, ways.bucket_scale
    j = np.uintp(lane)
    if aim != 0:
        side = LEFT if aim > 0 else RIGHT
        beside = ways.lanes[j, side]
        if beside >= 0:
            row = find_stretch(reached, first, bucket_first, bucket_row, scale, j, s)
            f = share_at(stretches, row, s)
            row = np.uintp(first[beside]) + (row - np.uintp(first[j]))
            s = stretches[row, BEGIN] + f * stretches[row, SPAN]
            j = np.uintp(beside)
            if entry >= 0:
                entry = ways.entries[np.uintp(entry), ENTRY_SIDE + side]
    s += distance
    beyond = 0.0
    for _ in range(MOST_LANES):
        if s <= length[j]:
            break
        onto, following = led_on(ways.lanes, ways.entries, j, entry)
        if onto < 0:
            s, beyond = length[j], s - length[j]
            break
        s -= length[j]
        j, entry = np.uintp(onto), following
    row = find_stretch(reached, first, bucket_first, bucket_row, scale, j, s)
    f = share_at(stretches, row, s)
    x, y = point_at(stretches, row, f, lean)
    heading = stretches[row, HEADING] + f * stretches[row, TURN]
    return x + beyond * cos(heading), y + beyond * sin(heading)


@compiled_part
def pursued(x: float, y: float, heading: float, speed: float, base: float, goal_x: float, goal_y: float) -> float:
    """The angle of the front wheels whose circle leads from the rear axle through a point."""
    c, s = cos(heading), sin(heading)
    dx, dy = goal_x - (x - 0.5 * base * c), goal_y - (y - 0.5 * base * s)
    left, square = dy * c - dx * s, dx * dx + dy * dy
    if square < 0.01:
        return 0.0
    most = atan(base * PURSUIT / max(speed * speed, 1.0))
    return min(max(atan2(2.0 * base * left, square), -most), most)


@compiled_part
def roll(x: float, y: float, heading: float, way: float, wheels: float, base: float) -> tuple[float, float, float]:
    """Where a bicycle is after rolling along its circle; the pose is that of the middle."""
    slip = atan(0.5 * tan(wheels))
    curvature = tan(wheels) * cos(slip) / base
    turn, course = curvature * way, heading + slip
    if abs(turn) < 1e-9:
        return x + way * cos(course), y + way * sin(course), heading + turn
    ahead, left = sin(turn) / curvature, (1.0 - cos(turn)) / curvature
    return x + ahead * cos(course) - left * sin(course), y + ahead * sin(course) + left * cos(course), heading + turn


@compiled_part
def slide(
    speed: float, aside: float, yaw_rate: float, wheels: float, base: float, push: float, hold: float, h: float
) -> tuple[float, float, float]:
    """Speed along and across the heading and the turning, a moment later: a single track with linear tyres.

    Each axle bears half the load and holds no more than its share of `hold`, less what braking or driving takes.
    """
    half = 0.5 * base
    most = 0.5 * sqrt(max(hold * hold - push * push, (LEAST_HOLD * hold) ** 2))
    along = max(speed, 0.1)
    front = min(max(FRONT * (wheels - atan2(aside + half * yaw_rate, along)), -most), most)
    rear = min(max(-REAR * atan2(aside - half * yaw_rate, along), -most), most)
    pace = hypot(speed, aside)
    weight = min(max((pace - CRAWL) / (ROLL - CRAWL), 0.0), 1.0)
    turning = speed * tan(wheels) / base
    across = front * cos(wheels) + rear - speed * yaw_rate
    spin = (front * cos(wheels) - rear) / half
    faster = speed + h * (push + weight * (aside * yaw_rate - front * sin(wheels)))
    aside += h * (weight * across + (1.0 - weight) * SETTLING * (half * turning - aside))
    yaw_rate += h * (weight * spin + (1.0 - weight) * SETTLING * (turning - yaw_rate))
    return max(faster, 0.0), aside, yaw_rate


@compiled
def roll_each(
    seen: Seen, loose: Loose, cells: Cells, ways: Ways, rows: Integers, lane: Integers, s: Floats, asides: Floats,
    dt: float, grip: float,
) -> None:  # fmt: skip
    """Move some rows freely by one step; `lane` and `s` are what each keeps to if its lane steers it, -1 for none.

    `asides` are the speeds across the headings of those whose wheels slip, before and after.
    """
    for k in range(len(rows)):
        i = rows[k]
        x, y, heading, v, wheels = loose.x[i], loose.y[i], seen.heading[i], seen.speed[i], loose.steering[i]
        aside, yaw_rate, base = asides[k], loose.yaw_rate[i], WHEELBASE * seen.length[i]
        slips = seen.motion[i] == DYNAMIC
        grade = 0.0
        if lane[k] >= 0:
            j = np.uintp(lane[k])
            row = find_stretch(
                ways.s, ways.first, ways.bucket_first, ways.bucket_row, ways.bucket_scale, j, s[k]
            )  # fmt: skip
            grade = ways.stretches[row, GRADE] + share_at(ways.stretches, row, s[k]) * ways.stretches[row, VAULTING]
        looks, done = max(ceil(dt / LOOK - 1e-9), 1), 0.0
        h = dt / looks
        for _ in range(looks):
            wanted = wheels if loose.unsteered[i] else loose.steer[i]
            if loose.steered_by[i] == BY_LANE:
                wanted = 0.0
                if lane[k] >= 0:
                    distance = done + PREVIEW * v + PREVIEW_METRES
                    entry = seen.entry[i] if seen.lane[i] == lane[k] else -1
                    goal = ahead_of(ways, lane[k], s[k], entry, seen.aim[i], seen.lean[i], distance)
                    wanted = pursued(x, y, heading, v, base, goal[0], goal[1])
                    if slips:
                        wanted *= 1.0 + UNDERSTEER * v * v / base
            wanted = min(max(wanted, -LOCK), LOCK)
            wheels += min(max(wanted - wheels, -STEERING_RATE * h), STEERING_RATE * h)
            a = pushed(
                seen.wish[i], v, grade, seen.power[i], seen.traction[i], seen.braking[i], seen.drag[i], grip
            )  # fmt: skip
            if slips:
                grains = max(ceil(h / GRAIN - 1e-9), 1)
                g = h / grains
                for _ in range(grains):
                    faster, aside, turned = slide(v, aside, yaw_rate, wheels, base, a, seen.braking[i] * grip, g)
                    middle = heading + 0.25 * g * (yaw_rate + turned)
                    along = 0.5 * g * (v + faster)
                    x += along * cos(middle) - g * aside * sin(middle)
                    y += along * sin(middle) + g * aside * cos(middle)
                    heading += 0.5 * g * (yaw_rate + turned)
                    v, yaw_rate, done = faster, turned, done + along
            else:
                faster = v + a * h
                way = 0.5 * (v + faster) * h
                if faster < 0.0:
                    faster, way = 0.0, -0.5 * v * v / a
                x, y, heading = roll(x, y, heading, way, wheels, base)
                v, done = faster, done + way
                yaw_rate = v * tan(wheels) * cos(atan(0.5 * tan(wheels))) / base
        asides[k] = aside if slips else v * sin(atan(0.5 * tan(wheels)))
        cells.x[i], cells.y[i], cells.heading[i] = x, y, short_way(heading)
        cells.acceleration[i] = (v - seen.speed[i]) / dt if dt > 0.0 else 0.0
        cells.speed[i], cells.steering[i], cells.yaw_rate[i] = v, wheels, yaw_rate
