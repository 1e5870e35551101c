"""Compiled: what all sensors of a seat report of other road users at a date, with everything that is wrong with them.

What hides what is found with a raster of directions around each sensor. Objects are taken in order of how far they
are. Each covers the directions between the edges of its box, up to the height of its top; one behind it is seen in a
direction if it rises above what covers that already. Directions are measured by `diamond`, which needs no arctangent.
"""

from __future__ import annotations

from math import asin, atan2, cos, hypot, log1p, pi, sin, sqrt

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.hcsm.compiler.lot_kernels import uniform
from seahaven.seats.view_arrays import Bodies, Drivers, Walkers
from seahaven.world.sight_kernels import hidden_at
from seahaven.world.sight_land import Land

(
    KIND, X, Y, Z, HEADING, ASKEW, HALF, REACH, NEAREST, MOST, DETECTS, GHOSTS, MIXED, DISTANCE, SHARE, BEARING, SPEED,
    TURNING, SIZE, IS_ROADSIDE, KEY0, KEY1,
) = range(22)  # fmt: skip
"""The columns of a sensor: its kind, where it is and looks, by how much it is misaligned, half its field, how far and
from where on it sees, how many objects it reports, which share it detects, how many ghosts it shows, which share goes
by other numbers, its noise, whether it stands beside the road, and the keys of its random numbers."""
COLUMNS = 22
"""So many; behind them stand the speeds of the sensor to the east and to the north."""
RADAR, LIDAR, CAMERA, V2X = range(4)
NUMBERS, WHOLES = 8, 3
"""How many numbers and whole numbers a report on an object has at most."""
DIRECTIONS = 2048
"""In the raster: from 0.13 to 0.22 degrees each."""
SEEN_SHARE = 0.9
"""The share of an object's height at which it is looked for."""
LEAST_SHARE = 0.1
"""An object of whose breadth less than this is in sight is not detected."""
FULL_SHARE = 0.5
"""One of which this much is in sight is detected as well as one in plain sight."""
FADING = 0.1
"""The share of its range at whose end a sensor detects less and less."""
OVERHEAD = 0.08
"""A screen whose bottom rises more steeply than this from a sensor is a vehicle on a bridge, and hides nothing."""
GHOST_LIFE = 2.0
"""s. How long a ghost is seen."""
GHOST_PACE = 15.0
"""m/s. How quickly a ghost moves at most."""
SLOTS = 8
"""The most ghosts at a time."""
DETECTION, MIXING, NAMING, FIRST_NORMAL, GHOSTLY = 0, 1, 2, 8, 40
"""Which draws are for what."""
STREAK = 1 << 40
"""Counted from here, draws are for seconds, not for steps."""


@compiled_part
def diamond(x: float, y: float) -> float:
    """A direction as a number from 0 to 4 that rises with its angle."""
    span = abs(x) + abs(y)
    if span == 0.0:
        return 0.0
    if y >= 0.0:
        return float(y / span if x >= 0.0 else 1.0 - x / span)
    return float(2.0 - y / span if x < 0.0 else 3.0 + x / span)


@compiled_part
def turned_back(angle: float) -> float:
    """An angle between -pi and pi."""
    return float(angle - 2.0 * pi * np.ceil(angle * (0.5 / pi) - 0.5))


@compiled_part
def normals(sensor: Floats, entity: int, step: int, draw: int) -> tuple[float, float]:
    """Two numbers from the standard normal distribution; takes two draws (Box and Muller)."""
    u = uniform(int(sensor[KEY0]), int(sensor[KEY1]), entity, step, draw)
    v = 2.0 * pi * uniform(int(sensor[KEY0]), int(sensor[KEY1]), entity, step, draw + 1)
    radius = sqrt(-2.0 * log1p(-u))
    return radius * cos(v), radius * sin(v)


@compiled_part
def lot(sensor: Floats, entity: int, step: int, draw: int) -> float:
    """A number in [0, 1)."""
    return float(uniform(int(sensor[KEY0]), int(sensor[KEY1]), entity, step, draw))


@compiled
def put_together(
    vehicles: Bodies, drivers: Drivers, people: Bodies, walkers: Walkers, person: int, boxes: Floats, marks: Integers
) -> int:
    """Fill in all road users as rows of `boxes` and `marks`; how many there are."""
    n, m = len(vehicles.x), len(people.x)
    for k in range(n + m):
        body, i = (people, k - n) if k >= n else (vehicles, k)
        boxes[k, 0], boxes[k, 1], boxes[k, 2], boxes[k, 3] = body.x[i], body.y[i], body.z[i], body.heading[i]
        boxes[k, 4], boxes[k, 5], boxes[k, 6] = body.length[i], body.width[i], body.height[i]
        boxes[k, 9], boxes[k, 10] = cos(body.heading[i]), sin(body.heading[i])
        boxes[k, 11] = 0.5 * hypot(body.length[i], body.width[i])
        if k >= n:
            boxes[k, 7], boxes[k, 8] = walkers.speed[i], 0.0
            marks[k, 0], marks[k, 1], marks[k, 2], marks[k, 3] = walkers.ids[i], person, 0, 0
        else:
            boxes[k, 7], boxes[k, 8] = drivers.speed[i], drivers.acceleration[i]
            marks[k, 0], marks[k, 1], marks[k, 2] = drivers.ids[i], drivers.kind[i], drivers.turn_light[i]
            marks[k, 3] = 1 if drivers.brake_light[i] else 0
    return n + m


@compiled_part
def list_in_field(sensor: Floats, boxes: Floats, count: int, own: int, pulled: int, at: Integers, far: Floats) -> int:
    """Fill in the rows that reach into the field of a sensor, and how far their centres are; how many there are."""
    x, y, reach, half = sensor[X], sensor[Y], sensor[REACH], sensor[HALF]
    c, s = cos(sensor[HEADING] + sensor[ASKEW]), sin(sensor[HEADING] + sensor[ASKEW])
    is_wide, cosine, found = half >= pi, cos(min(half, pi)), 0
    for i in range(count):
        dx, dy = boxes[i, 0] - x, boxes[i, 1] - y
        span = reach + boxes[i, 11]
        squared = dx * dx + dy * dy
        if squared > span * span or i == pulled or (i == own and sensor[IS_ROADSIDE] == 0.0):
            continue
        distance = sqrt(squared)
        if not is_wide and distance > boxes[i, 11]:
            ahead = dx * c + dy * s
            if ahead < cosine * distance and half + asin(boxes[i, 11] / distance) < abs(atan2(dy * c - dx * s, ahead)):
                continue
        at[found], far[found] = i, distance
        found += 1
    return found


@compiled_part
def cover(sensor: Floats, boxes: Floats, i: int, distance: float, screens: bool, sky: Floats) -> float:
    """The share of an object's directions in which it rises above what is nearer; what screens is entered itself."""
    x, y, z = sensor[X], sensor[Y], sensor[Z]
    dx, dy = boxes[i, 0] - x, boxes[i, 1] - y
    centre, low, high = diamond(dx, dy), 0.0, 0.0
    ahead_x, ahead_y = 0.5 * boxes[i, 4] * boxes[i, 9], 0.5 * boxes[i, 4] * boxes[i, 10]
    left_x, left_y = -0.5 * boxes[i, 5] * boxes[i, 10], 0.5 * boxes[i, 5] * boxes[i, 9]
    for k in range(4):
        a, b = (1.0 if k < 2 else -1.0), (1.0 if k % 2 else -1.0)
        off = diamond(dx + a * ahead_x + b * left_x, dy + a * ahead_y + b * left_y) - centre
        off -= 4.0 * np.floor(0.25 * off + 0.5)
        low, high = min(low, off), max(high, off)
    near = max(distance, 0.5)
    top = (boxes[i, 2] + boxes[i, 6] - z) / near
    seen_top = (boxes[i, 2] + SEEN_SHARE * boxes[i, 6] - z) / near
    hides = screens and (boxes[i, 2] - z) / near < OVERHEAD
    scale = 0.25 * DIRECTIONS
    first, last = int(np.floor((centre + low) * scale)), int(np.floor((centre + high) * scale))
    free = 0
    for direction in range(first, last + 1):
        d = direction & (DIRECTIONS - 1)
        if seen_top > sky[d]:
            free += 1
        if hides and top > sky[d]:
            sky[d] = top
    return free / (last - first + 1)


@compiled_part
def is_detected(sensor: Floats, entity: int, distance: float, share: float, step: int) -> bool:
    """Whether a sensor detects an object that it could see, this time."""
    if share < LEAST_SHARE:
        return False
    fading = min((sensor[REACH] - distance) / (FADING * sensor[REACH]), 1.0)
    chance = sensor[DETECTS] * min(share / FULL_SHARE, 1.0) * fading
    return bool(lot(sensor, entity, step, DETECTION) < chance)


@compiled_part
def name_of(sensor: Floats, entity: int) -> int:
    """The number that a sensor gives to an object: the same from report to report, and no other one's."""
    return 1 + int(lot(sensor, entity, 0, NAMING) * 2147483646.0)


@compiled_part
def put_report(
    sensor: Floats, box: Floats, speed_x: float, speed_y: float, entity: int, mark: Integers, share: float, step: int,
    k: int, numbers: Floats, wholes: Integers,
) -> None:  # fmt: skip
    """Fill in what a sensor reports of one object, in the order of the columns of its kind."""
    kind, draw = int(sensor[KIND]), FIRST_NORMAL
    dx, dy = box[0] - sensor[X], box[1] - sensor[Y]
    distance = max(hypot(dx, dy), 0.1)
    looks = sensor[HEADING] + sensor[ASKEW]
    bearing = turned_back(atan2(dy, dx) - looks)
    e0, e1 = normals(sensor, entity, step, draw)
    measured = max(distance + (sensor[DISTANCE] + sensor[SHARE] * distance) * e0, 0.1)
    sideways = bearing + sensor[BEARING] * e1
    wholes[0, k], wholes[1, k], wholes[2, k] = name_of(sensor, entity), mark[1], mark[2] + 256 * mark[3]
    if kind == CAMERA:
        numbers[0, k], numbers[1, k] = sideways, measured
        return
    e2, e3 = normals(sensor, entity, step, draw + 2)
    if kind == RADAR:
        closing = -((speed_x - sensor[COLUMNS]) * dx + (speed_y - sensor[COLUMNS + 1]) * dy) / distance
        numbers[0, k], numbers[1, k], numbers[2, k] = measured, sideways, closing + sensor[SPEED] * e2
    elif kind == LIDAR:
        e4, e5 = normals(sensor, entity, step, draw + 4)
        numbers[0, k], numbers[1, k] = measured * cos(sideways), measured * sin(sideways)
        numbers[2, k] = turned_back(box[3] - looks + sensor[TURNING] * e2)
        numbers[3, k] = max(box[4] + sensor[SIZE] * e3, 0.1)
        numbers[4, k] = max(box[5] + sensor[SIZE] * e4, 0.1)
        numbers[5, k], numbers[6, k] = max(box[6] + sensor[SIZE] * e5, 0.1), share
    else:
        numbers[0, k], numbers[1, k] = box[0] + sensor[DISTANCE] * e0, box[1] + sensor[DISTANCE] * e1
        numbers[2, k], numbers[3, k] = turned_back(box[3] + sensor[TURNING] * e2), box[7] + sensor[SPEED] * e3
        numbers[4, k], numbers[5, k], numbers[6, k] = box[8], box[4], box[5]


@compiled_part
def put_ghosts(
    sensor: Floats, seconds: float, step: int, first: int, most: int, box: Floats, mark: Integers,
    numbers: Floats, wholes: Integers,
) -> int:  # fmt: skip
    """Fill in the objects that are not there; each lives for a while, and moves straight on. How many there are."""
    count, chance = 0, sensor[GHOSTS] / SLOTS
    for slot in range(SLOTS):
        phase = lot(sensor, slot, STREAK, GHOSTLY)
        life = int(np.floor(seconds / GHOST_LIFE + phase))
        number = (1 << 48) + (life + (1 << 32)) * SLOTS + slot
        if count == most or lot(sensor, number, STREAK, GHOSTLY + 1) >= chance:
            continue
        age = (seconds / GHOST_LIFE + phase - life) * GHOST_LIFE
        away = sensor[NEAREST] + sqrt(lot(sensor, number, STREAK, GHOSTLY + 2)) * (sensor[REACH] - sensor[NEAREST])
        bearing = (
            sensor[HEADING] + sensor[ASKEW] + sensor[HALF] * (2.0 * lot(sensor, number, STREAK, GHOSTLY + 3) - 1.0)
        )
        course, pace = (
            2.0 * pi * lot(sensor, number, STREAK, GHOSTLY + 4),
            GHOST_PACE * lot(sensor, number, STREAK, GHOSTLY + 5),
        )
        box[0] = sensor[X] + away * cos(bearing) + age * pace * cos(course)
        box[1] = sensor[Y] + away * sin(bearing) + age * pace * sin(course)
        box[3], box[4], box[5], box[6], box[7], box[8] = course, 4.5, 1.8, 1.5, pace, 0.0
        mark[1], mark[2], mark[3] = 0, 0, 0
        put_report(
            sensor, box, pace * cos(course), pace * sin(course), number, mark, 1.0, step, first + count, numbers, wholes
        )  # fmt: skip
        count += 1
    return count


@compiled_part
def mix_up(sensor: Floats, rows: Integers, boxes: Floats, marks: Integers, seconds: float, first: int, count: int,
           wholes: Integers) -> None:  # fmt: skip
    """Exchange the numbers of some objects and of those next to them."""
    streak = STREAK + int(np.floor(seconds)) + (1 << 32)
    for k in range(count):
        i = rows[k]
        if lot(sensor, marks[i, 0], streak, MIXING) >= sensor[MIXED]:
            continue
        nearest, away = -1, 1e18
        for j in range(count):
            gap = hypot(boxes[rows[j], 0] - boxes[i, 0], boxes[rows[j], 1] - boxes[i, 1])
            if j != k and gap < away:
                nearest, away = j, gap
        if nearest >= 0:
            here = wholes[0, first + k]
            wholes[0, first + k] = wholes[0, first + nearest]
            wholes[0, first + nearest] = here


@compiled
def sense(
    land: Land, boxes: Floats, marks: Integers, count: int, own: int, pulled: int, person: int, sensors: Floats,
    seconds: float, step: int, sky: Floats, at: Integers, far: Floats, rows: Integers, first: Integers,
    numbers: Floats, wholes: Integers,
) -> int:  # fmt: skip
    """Fill in what some sensors report, one after the other; `first` says where each one's reports begin.

    Returns how many reports there are in all. Rows of `numbers` and `wholes` are columns of the reports.
    """
    total, box, mark = 0, np.zeros(12), np.zeros(4, np.int64)
    for n in range(len(sensors)):
        sensor, begin = sensors[n], total
        first[n] = begin
        kind, most, half = int(sensor[KIND]), int(sensor[MOST]), sensor[HALF]
        found = list_in_field(sensor, boxes, count, own, pulled, at, far)
        order = np.argsort(far[:found])
        if kind != V2X:
            for d in range(DIRECTIONS):
                sky[d] = -1e18
        for place in range(found):
            i = at[order[place]]
            distance = far[order[place]]
            share = 1.0
            if kind != V2X:
                share = cover(sensor, boxes, i, distance, marks[i, 1] != person, sky)
            if total - begin == most or not sensor[NEAREST] <= distance <= sensor[REACH]:
                continue
            if half < pi:
                off = atan2(boxes[i, 1] - sensor[Y], boxes[i, 0] - sensor[X]) - sensor[HEADING] - sensor[ASKEW]
                if abs(turned_back(off)) > half:
                    continue
            if not is_detected(sensor, marks[i, 0], distance, share, step):
                continue
            height = boxes[i, 2] + SEEN_SHARE * boxes[i, 6]
            if kind != V2X and hidden_at(
                land, sensor[X], sensor[Y], sensor[Z], boxes[i, 0], boxes[i, 1], height
            ) >= 0.0:  # fmt: skip
                continue
            put_report(
                sensor, boxes[i], boxes[i, 7] * boxes[i, 9], boxes[i, 7] * boxes[i, 10], marks[i, 0], marks[i], share,
                step, total, numbers, wholes,
            )  # fmt: skip
            rows[total - begin] = i
            total += 1
        if sensor[MIXED] > 0.0:
            mix_up(sensor, rows, boxes, marks, seconds, begin, total - begin, wholes)
        if sensor[GHOSTS] > 0.0:
            total += put_ghosts(
                sensor, seconds, step, total, most - (total - begin), box, mark, numbers, wholes
            )  # fmt: skip
    first[len(sensors)] = total
    return total
