"""Compiled: which road users an eye sees, and where the lanes ahead of a vehicle run."""

from __future__ import annotations

from math import asin, atan2, cos, hypot, pi, sin
from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.box_kernels import segment_meets
from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.roads.lanemap.query_kernels import find_stretch
from seahaven.roads.lanemap.strips import Integers, Truths
from seahaven.seats.view_arrays import Bodies, Drivers, Lanes, Walkers
from seahaven.world.sight_kernels import hidden_at
from seahaven.world.sight_land import Land

SEEN_SHARE = 0.9
"""The share of an object's height at which it is looked for: a little below its top."""
POINTS = 5
"""How many points of a box are looked for: its centre and its corners."""
WIDEST = 15.0
"""m. Half the diagonal of the longest vehicle, a truck with trailer of 25 m, and some: a screen further behind a point
than this does not reach before it."""
NEAR, FAR, BEARING, HALF, X, Y, COSINE, SINE, LENGTH, WIDTH, BOTTOM, TOP, ROW = range(13)
"""The columns of screens: how near and far a vehicle is, its bearing from the eye and half the angle that it takes up,
its box, and its row."""
SCREEN = 13
ONE = np.uintp(1)


@compiled_part
def box_radius(bodies: Bodies, i: int) -> float:
    """Of the circle around a box."""
    return 0.5 * hypot(bodies.length[i], bodies.width[i])


@compiled
def list_near(bodies: Bodies, skip: int, base: int, x: float, y: float, reach: float, at: Integers, far: Floats) -> int:
    """Append the rows within reach, counted from `base`, and how far each is; how many there are."""
    count = 0
    for i in range(len(bodies.x)):
        if i == skip:
            continue
        distance = hypot(bodies.x[i] - x, bodies.y[i] - y)
        if distance - box_radius(bodies, i) <= reach:
            at[count], far[count] = base + i, distance
            count += 1
    return count


@compiled_part
def point_of(bodies: Bodies, i: int, k: int) -> tuple[float, float]:
    """The k-th point of a box: its centre, then its corners."""
    if k == 0:
        return bodies.x[i], bodies.y[i]
    ahead = 0.5 * bodies.length[i] * (1.0 if k < 3 else -1.0)
    left = 0.5 * bodies.width[i] * (1.0 if k % 2 else -1.0)
    c, s = cos(bodies.heading[i]), sin(bodies.heading[i])
    return bodies.x[i] + ahead * c - left * s, bodies.y[i] + ahead * s + left * c


@compiled
def screens_of(vehicles: Bodies, rows: Integers, gaps: Floats, ex: float, ey: float) -> Floats:
    """What each of some vehicles hides from an eye: a row of the columns `NEAR` to `BOTTOM`."""
    screens = np.empty((len(rows), SCREEN))
    for k in range(len(rows)):
        j = rows[k]
        radius = box_radius(vehicles, j)
        screens[k, NEAR], screens[k, ROW] = gaps[k] - radius, float(j)
        screens[k, BEARING] = atan2(vehicles.y[j] - ey, vehicles.x[j] - ex)
        screens[k, HALF] = asin(radius / gaps[k]) if gaps[k] > radius else pi
        screens[k, FAR], screens[k, X], screens[k, Y] = gaps[k], vehicles.x[j], vehicles.y[j]
        screens[k, COSINE], screens[k, SINE] = cos(vehicles.heading[j]), sin(vehicles.heading[j])
        screens[k, LENGTH], screens[k, WIDTH] = vehicles.length[j], vehicles.width[j]
        screens[k, BOTTOM], screens[k, TOP] = vehicles.z[j], vehicles.z[j] + vehicles.height[j]
    return screens


@compiled_part
def is_screened(
    screens: Floats, row: int, ex: float, ey: float, ez: float, qx: float, qy: float, qz: float
) -> bool:  # fmt: skip
    """Whether a vehicle other than that of a row stands in the straight line from an eye to a point.

    The screens are in order of how far they are, so that those behind the point are not looked at.
    """
    towards, distance = atan2(qy - ey, qx - ex), hypot(qx - ex, qy - ey)
    for k in range(len(screens)):
        if screens[k, NEAR] > distance:
            continue
        if screens[k, FAR] > distance + WIDEST:
            break
        turn = abs(towards - screens[k, BEARING])
        if min(turn, 2.0 * pi - turn) > screens[k, HALF] or int(screens[k, ROW]) == row:
            continue
        height = ez + min(screens[k, FAR] / max(distance, 0.1), 1.0) * (qz - ez)
        if screens[k, BOTTOM] <= height <= screens[k, TOP] and segment_meets(
            ex, ey, qx, qy, screens[k, X], screens[k, Y], screens[k, COSINE], screens[k, SINE], screens[k, LENGTH],
            screens[k, WIDTH],
        ):  # fmt: skip
            return True
    return False


@compiled
def see(
    land: Land, vehicles: Bodies, people: Bodies, own: int, eye: Floats, reach: float, at: Integers, far: Floats
) -> int:
    """Fill in the rows that an eye sees, the nearest first: of vehicles, then of people behind all vehicles.

    The eye is x, y and height above the origin. A box is seen if one of its points is neither behind the box of another
    vehicle nor behind land or walls. People hide nothing. How many are seen is returned.
    """
    ex, ey, ez, drivers = eye[0], eye[1], eye[2], len(vehicles.x)
    count = list_near(vehicles, own, 0, ex, ey, reach, at, far)
    by_distance = np.argsort(far[:count], kind="mergesort")
    screens = screens_of(vehicles, at[:count][by_distance], far[:count][by_distance], ex, ey)
    total = count + list_near(people, -1, drivers, ex, ey, reach, at[count:], far[count:])
    order = np.argsort(far[:total], kind="mergesort")
    rows = at[:total][order]
    seen = 0
    for place in range(total):
        row = rows[place]
        body, i = (people, row - drivers) if row >= drivers else (vehicles, row)
        qz = body.z[i] + SEEN_SHARE * body.height[i]
        for k in range(POINTS):
            qx, qy = point_of(body, i, k)
            if not is_screened(screens, row, ex, ey, ez, qx, qy, qz) and (
                hidden_at(land, ex, ey, ez, qx, qy, qz) < 0.0
            ):
                at[seen] = row
                seen += 1
                break
    return seen


@compiled_part
def put_body(body: Bodies, i: int, pose: Floats, c: float, s: float, k: int, numbers: Floats) -> None:
    """Fill in where a box lies and how large it is: `numbers` are ahead, left, turned, two for others, and so on.

    `c` and `s` are cosine and sine of the heading of the pose.
    """
    dx, dy, turned = body.x[i] - pose[0], body.y[i] - pose[1], body.heading[i] - pose[2]
    numbers[0, k], numbers[1, k] = dx * c + dy * s, dy * c - dx * s
    numbers[2, k] = turned - 2.0 * pi * np.ceil(turned * (0.5 / pi) - 0.5)
    numbers[5, k], numbers[6, k], numbers[7, k] = body.length[i], body.width[i], body.height[i]
    numbers[8, k], numbers[9, k], numbers[10, k] = body.x[i], body.y[i], body.heading[i]


@compiled
def gather(
    vehicles: Bodies, drivers: Drivers, people: Bodies, walkers: Walkers, rows: Integers, pose: Floats,
    rivals: Integers, person: int, numbers: Floats, whole: Integers, truths: Truths,
) -> None:  # fmt: skip
    """Fill in what is shown of some road users, in the order of `rows`.

    `rivals` are the lanes, in ascending order, on which vehicles go first; `person` is the code of people.
    """
    count, c, s = len(vehicles.x), cos(pose[2]), sin(pose[2])
    for k in range(len(rows)):
        if rows[k] >= count:
            i = rows[k] - count
            put_body(people, i, pose, c, s, k, numbers)
            numbers[3, k], numbers[4, k] = walkers.speed[i], 0.0
            whole[0, k], whole[1, k], whole[2, k], whole[3, k] = walkers.ids[i], person, -1, 0
            truths[0, k], truths[1, k] = False, False
        else:
            i = rows[k]
            put_body(vehicles, i, pose, c, s, k, numbers)
            numbers[3, k], numbers[4, k] = drivers.speed[i], drivers.acceleration[i]
            whole[0, k], whole[1, k] = drivers.ids[i], drivers.kind[i]
            whole[2, k], whole[3, k] = drivers.lane[i], drivers.turn_light[i]
            at = np.searchsorted(rivals, drivers.lane[i])
            truths[0, k] = drivers.brake_light[i]
            truths[1, k] = at < len(rivals) and rivals[at] == drivers.lane[i]


@compiled_part
def lane_beside(lanes: Lanes, lane: int, row: Any, share: float, side: int) -> tuple[int, Any, float, bool]:
    """The lane to one side of a place, the stretch and share there, and whether it runs the other way; -1 for none."""
    j = np.uintp(lane)
    beside = lanes.left[j] if side > 0 else lanes.right[j]
    if beside < 0 or not lanes.is_driven[beside]:
        return -1, row, share, False
    flips = lanes.left_opposite[j] if side > 0 else lanes.right_opposite[j]
    place, i = row - np.uintp(lanes.first[j]), np.uintp(beside)
    if flips:
        last = np.uintp(lanes.first[i + ONE] - lanes.first[i] - 2)
        return int(beside), np.uintp(lanes.first[i]) + (last - place), 1.0 - share, True
    return int(beside), np.uintp(lanes.first[i]) + place, share, False


@compiled_part
def put_point(
    lanes: Lanes, lane: int, row: Any, f: float, shift: int, distance: float, opposite: bool, pose: Floats,
    c: float, s: float, k: int, numbers: Floats, whole: Integers, truths: Truths,
) -> None:  # fmt: skip
    """Fill in one point: `numbers` are distance, ahead, left, turned, curvature, width and limit."""
    plan, course = lanes.plan, lanes.course
    dx, dy = plan[row, 0] + f * plan[row, 2] - pose[0], plan[row, 1] + f * plan[row, 3] - pose[1]
    turned = course[row, 4] + f * course[row, 5] - pose[2]
    numbers[0, k], numbers[1, k], numbers[2, k] = distance, dx * c + dy * s, dy * c - dx * s
    numbers[3, k] = turned - 2.0 * pi * np.ceil(turned * (0.5 / pi) - 0.5)
    numbers[4, k] = course[row, 6] + f * course[row, 7]
    numbers[5, k] = 2.0 * (plan[row, 8] + f * plan[row, 9])
    numbers[6, k] = lanes.limit[row]
    whole[0, k], whole[1, k] = shift, lane
    truths[0, k] = opposite
    truths[1, k], truths[2, k] = (lanes.may_change[row] & 1) != 0, (lanes.may_change[row] & 2) != 0


@compiled
def lay_points(
    lanes: Lanes, entry: int, s: float, spacing: float, reach: float, sides: int, pose: Floats, numbers: Floats,
    whole: Integers, truths: Truths,
) -> int:  # fmt: skip
    """Fill in points on the lanes ahead, at an even spacing along the way of an entry; how many there are.

    First come those of the way itself, then those of the lanes to its left and right, up to `sides` of each.
    """
    most = int(reach / spacing) + 1
    at, rows, shares = np.empty(most, np.int64), np.empty(most, np.uintp), np.empty(most)
    first, length, reached = lanes.first, lanes.length, lanes.s
    count, along, lane, cosine, sine = 0, s, np.uintp(lanes.lane[entry]), cos(pose[2]), sin(pose[2])
    for k in range(most):
        while along > length[lane] and lanes.following[entry] >= 0:
            along -= length[lane]
            entry = int(lanes.following[entry])
            lane = np.uintp(lanes.lane[entry])
        if along > length[lane]:
            break
        row = find_stretch(
            reached, first, lanes.bucket_first, lanes.bucket_row, lanes.bucket_scale, lane, along
        )  # fmt: skip
        span = lanes.plan[row, 11]
        at[k], rows[k] = int(lane), row
        shares[k] = min(max((along - lanes.plan[row, 10]) / span, 0.0), 1.0) if span > 0.0 else 0.0
        put_point(
            lanes, int(lane), row, shares[k], 0, k * spacing, False, pose, cosine, sine, k, numbers, whole, truths
        )  # fmt: skip
        count, along = k + 1, along + spacing
    total = count
    for step in range(2 * sides):
        side, away = (1 if step % 2 == 0 else -1), step // 2 + 1
        for k in range(count):
            beside, row, f, flipped = int(at[k]), rows[k], shares[k], False
            for _ in range(away):
                beside, row, f, turns = lane_beside(lanes, beside, row, f, -side if flipped else side)
                flipped = flipped != turns
                if beside < 0:
                    break
            if beside >= 0:
                put_point(
                    lanes, beside, row, f, side * away, k * spacing, flipped, pose, cosine, sine, total, numbers,
                    whole, truths,
                )  # fmt: skip
                total += 1
    return total
