"""Compiled: one step of freely driven and struck vehicles, as long as nothing is in their way.

It does what `FreeMotion.step` does, on the columns themselves, and asks for a visit where that would have more to do.
"""

from __future__ import annotations

from math import cos, floor, hypot, pi, sin
from typing import Any, NamedTuple

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.geometry.box_kernels import separation
from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.kernel.part import VISIT
from seahaven.motion.free_columns import Cockpit, FreeState, Ground
from seahaven.motion.free_kernels import drive_each
from seahaven.motion.impact_kernels import TOUCH
from seahaven.motion.roaming_kernels import feel_ground, first_from, locate_each, mount_kerbs

SUBSTEP = 0.01
"""s, as in `seahaven.motion.free`."""
AT_REST = 0.02
"""As in `seahaven.motion.struck`."""
NEAR = 1.0
"""m, by which bodies have to be further apart than they can come nearer, to be left out at once."""


class Cars(NamedTuple):
    """What is read of all vehicles, with spare rows."""

    x: Floats
    y: Floats
    z: Floats
    heading: Floats
    speed: Floats
    acceleration: Floats
    yaw_rate: Floats
    steering: Floats
    lane: Any
    s: Floats
    offset: Floats
    length: Floats
    width: Floats
    height: Floats
    pilot: Any


class Seats(NamedTuple):
    """What is read of all cockpits, with spare rows."""

    chassis: Any
    wheel: Floats
    throttle: Floats
    brake: Floats
    hand_brake: Any
    gear: Any
    by_demand: Any
    demand: Floats
    aside: Floats
    push: Floats
    pressure: Floats
    ratio: Any
    shift: Floats
    engine: Floats
    hitch: Floats
    wrecked: Any
    adrift: Any
    stands: Floats


class Folk(NamedTuple):
    """What is read of all people, with spare rows."""

    x: Floats
    y: Floats
    z: Floats
    heading: Floats
    speed: Floats
    length: Floats
    width: Floats
    height: Floats
    unhurt: Any


class Placed(NamedTuple):
    """What is filled in for the vehicles that are moved."""

    x: Floats
    y: Floats
    z: Floats
    heading: Floats
    speed: Floats
    acceleration: Floats
    steering: Floats
    yaw_rate: Floats
    s: Floats
    offset: Floats
    drift: Floats


class Works(NamedTuple):
    """What is filled in for all cockpits."""

    aside: Floats
    push: Floats
    pressure: Floats
    ratio: Any
    shift: Floats
    engine: Floats
    hitch: Floats
    wrecked: Any
    stands: Floats


class Room(NamedTuple):
    """Room for the vehicles that are moved."""

    state: FreeState
    controls: Cockpit
    ground: Ground
    before: Floats
    """A row x, y, heading for each"""
    lane: Integers
    s: Floats
    offset: Floats
    drift: Floats
    z: Floats


@compiled_part
def gather(cars: Cars, seats: Seats, rows: Integers, at: Integers, room: Room) -> None:
    """Take the state and the controls of vehicles from their columns."""
    state, controls = room.state, room.controls
    for k in range(len(rows)):
        i, j = rows[k], at[k]
        state.kind[k] = seats.chassis[j]
        state.x[k], state.y[k], state.heading[k], state.speed[k] = cars.x[i], cars.y[i], cars.heading[i], cars.speed[i]
        state.aside[k], state.yaw_rate[k], state.steering[k] = seats.aside[j], cars.yaw_rate[i], cars.steering[i]
        state.push[k], state.pressure[k], state.ratio[k] = seats.push[j], seats.pressure[j], seats.ratio[j]
        state.shift[k], state.hitch[k], state.acceleration[k] = seats.shift[j], seats.hitch[j], cars.acceleration[i]
        state.engine[k], state.wrecked[k] = seats.engine[j], seats.wrecked[j]
        controls.wheel[k], controls.throttle[k], controls.brake[k] = seats.wheel[j], seats.throttle[j], seats.brake[j]
        controls.hand_brake[k], controls.gear[k] = 1.0 if seats.hand_brake[j] else 0.0, np.int8(seats.gear[j])
        controls.by_acceleration[k], controls.acceleration[k] = seats.by_demand[j], seats.demand[j]
        room.before[k, 0], room.before[k, 1], room.before[k, 2] = cars.x[i], cars.y[i], cars.heading[i]
        room.lane[k], room.s[k], room.offset[k], room.z[k] = cars.lane[i], cars.s[i], cars.offset[i], cars.z[i]


@compiled_part
def carried_on(
    x: float, y: float, heading: float, speed: float, acceleration: float, turning: float, seconds: float
) -> tuple[float, float, float]:  # fmt: skip
    """The pose of a body that goes on as it moves, and stands when it has stopped."""
    moving = seconds
    if speed * acceleration < 0.0:
        moving = min(-speed / acceleration, seconds)
    way = (speed + 0.5 * acceleration * moving) * moving
    middle = heading + 0.5 * turning * moving
    return x + way * cos(middle), y + way * sin(middle), heading + turning * moving


@compiled_part
def may_meet(
    a: tuple[float, float, float], a_then: tuple[float, float, float], al: float, aw: float,
    b: tuple[float, float, float], b_then: tuple[float, float, float], bl: float, bw: float,
) -> bool:  # fmt: skip
    """Whether two boxes can touch on their way from one pose to the next: their gap is not larger than that way."""
    turn_a, turn_b = a_then[2] - a[2], b_then[2] - b[2]
    turn_a -= 2.0 * pi * floor(turn_a / (2.0 * pi) + 0.5)
    turn_b -= 2.0 * pi * floor(turn_b / (2.0 * pi) + 0.5)
    fast = hypot(b_then[0] - b[0] - a_then[0] + a[0], b_then[1] - b[1] - a_then[1] + a[1])
    fast += abs(turn_a) * hypot(al, aw) + abs(turn_b) * hypot(bl, bw)
    if fast == 0.0:
        return False
    gap: float = separation(a[0], a[1], a[2], al, aw, b[0], b[1], b[2], bl, bw)
    return gap <= fast + 2.0 * TOUCH


@compiled_part
def pose_of(room: Room, k: int) -> tuple[float, float, float]:
    """Where a vehicle that is moved comes to be."""
    return room.state.x[k], room.state.y[k], room.state.heading[k]


@compiled_part
def meets_vehicles(
    cars: Cars, count: int, rows: Integers, room: Room, age: float, dt: float, period: float
) -> bool:  # fmt: skip
    """Whether a vehicle that is moved may touch another vehicle."""
    for k in range(len(rows)):
        me = rows[k]
        fast, far = hypot(room.state.speed[k], room.state.aside[k]), hypot(cars.length[me], cars.width[me])
        a = room.before[k, 0], room.before[k, 1], room.before[k, 2]
        for i in range(count):
            reach = 0.5 * (cars.length[i] + cars.width[i] + far) + NEAR + period * (abs(cars.speed[i]) + fast)
            if abs(cars.x[i] - room.state.x[k]) > reach or abs(cars.y[i] - room.state.y[k]) > reach or i == me:
                continue
            if cars.z[i] > cars.z[me] + cars.height[me] or cars.z[me] > cars.z[i] + cars.height[i]:
                continue
            mine = -1
            for other in range(len(rows)):
                if rows[other] == i:
                    mine = other
            if mine >= 0:
                b, then = (room.before[mine, 0], room.before[mine, 1], room.before[mine, 2]), pose_of(room, mine)
            else:
                x, y, heading, speed = cars.x[i], cars.y[i], cars.heading[i], cars.speed[i]
                b = carried_on(x, y, heading, speed, cars.acceleration[i], cars.yaw_rate[i], age)
                then = carried_on(x, y, heading, speed, cars.acceleration[i], cars.yaw_rate[i], age + dt)
            if may_meet(a, pose_of(room, k), cars.length[me], cars.width[me], b, then, cars.length[i], cars.width[i]):
                return True
    return False


@compiled_part
def meets_people(
    cars: Cars, folk: Folk, count: int, rows: Integers, room: Room, age: float, dt: float, period: float
) -> bool:  # fmt: skip
    """Whether a vehicle that is moved may touch somebody on foot."""
    for k in range(len(rows)):
        me = rows[k]
        fast, far = hypot(room.state.speed[k], room.state.aside[k]), hypot(cars.length[me], cars.width[me])
        a = room.before[k, 0], room.before[k, 1], room.before[k, 2]
        for i in range(count):
            reach = 0.5 * (folk.length[i] + folk.width[i] + far) + NEAR + period * (abs(folk.speed[i]) + fast)
            if abs(folk.x[i] - room.state.x[k]) > reach or abs(folk.y[i] - room.state.y[k]) > reach:
                continue
            if (
                not folk.unhurt[i]
                or folk.z[i] > cars.z[me] + cars.height[me]
                or cars.z[me] > folk.z[i] + folk.height[i]
            ):
                continue
            b = carried_on(folk.x[i], folk.y[i], folk.heading[i], folk.speed[i], 0.0, 0.0, age)
            then = carried_on(folk.x[i], folk.y[i], folk.heading[i], folk.speed[i], 0.0, 0.0, age + dt)
            if may_meet(a, pose_of(room, k), cars.length[me], cars.width[me], b, then, folk.length[i], folk.width[i]):
                return True
    return False


@compiled_part
def meets_solids(cars: Cars, boxes: Floats, longest: float, rows: Integers, room: Room) -> bool:
    """Whether a vehicle that is moved may touch a wall or a pole."""
    for k in range(len(rows)):
        me = rows[k]
        a, then = (room.before[k, 0], room.before[k, 1], room.before[k, 2]), pose_of(room, k)
        reach = 0.5 * hypot(cars.length[me], cars.width[me]) + NEAR + hypot(then[0] - a[0], then[1] - a[1])
        i = first_from(boxes, a[0] - reach - longest)
        while i < len(boxes) and boxes[i, 0] <= a[0] + reach + longest:
            is_level = boxes[i, 5] <= cars.z[me] + cars.height[me] and cars.z[me] <= boxes[i, 6]
            if is_level and abs(boxes[i, 1] - a[1]) <= reach + longest:
                b = boxes[i, 0], boxes[i, 1], boxes[i, 2]
                if may_meet(a, then, cars.length[me], cars.width[me], b, b, boxes[i, 3], boxes[i, 4]):
                    return True
            i += 1
    return False


@compiled_part
def put_down(
    cars: Cars, seats: Seats, count: int, rows: Integers, at: Integers, room: Room, placed: Placed, works: Works,
    dt: float, limits: tuple[float, float, int],
) -> bool:  # fmt: skip
    """Fill in what became of vehicles; whether one of them has stood long enough for something to happen to it."""
    state, is_due = room.state, False
    rest, cleared, accident = limits
    for j in range(count):
        works.aside[j], works.push[j], works.pressure[j] = seats.aside[j], seats.push[j], seats.pressure[j]
        works.ratio[j], works.shift[j], works.engine[j] = seats.ratio[j], seats.shift[j], seats.engine[j]
        works.hitch[j], works.wrecked[j], works.stands[j] = seats.hitch[j], seats.wrecked[j], seats.stands[j]
    for k in range(len(rows)):
        j = at[k]
        placed.x[k], placed.y[k], placed.z[k], placed.heading[k] = state.x[k], state.y[k], room.z[k], state.heading[k]
        placed.speed[k], placed.acceleration[k] = state.speed[k], state.acceleration[k]
        placed.steering[k], placed.yaw_rate[k] = state.steering[k], state.yaw_rate[k]
        placed.s[k], placed.offset[k], placed.drift[k] = room.s[k], room.offset[k], room.drift[k]
        works.aside[j], works.push[j], works.pressure[j] = state.aside[k], state.push[k], state.pressure[k]
        works.ratio[j], works.shift[j], works.engine[j] = state.ratio[k], state.shift[k], state.engine[k]
        works.hitch[j], works.wrecked[j] = state.hitch[k], state.wrecked[k]
        fastest = max(max(abs(state.speed[k]), abs(state.aside[k])), abs(state.yaw_rate[k]))
        stands = seats.stands[j] + dt if seats.adrift[j] and fastest < AT_REST else 0.0
        works.stands[j] = stands
        if stands > rest:
            is_due |= stands >= cleared if state.wrecked[k] else cars.pilot[rows[k]] != accident
    return is_due


@compiled
def roam(
    cars: Cars, car_count: int, seats: Seats, folk: Folk, folk_count: int, rows: Integers, at: Integers, room: Room,
    table: Floats, lookup: Any, around: Any, kinds: int, edge: float, surfaces: Floats, solids: Any, grip: float,
    age: float, dt: float, period: float,
) -> bool:  # fmt: skip
    """Drive vehicles on by dt seconds; whether nothing was in their way and they are on the lanes that they were on."""
    gather(cars, seats, rows, at, room)
    state = room.state
    feel_ground(
        lookup, around, surfaces, state.x, state.y, room.z, state.heading, room.lane, room.s, grip, room.ground
    )  # fmt: skip
    substeps = max(int(np.ceil(dt / SUBSTEP - 1e-9)), 1)
    drive_each(table, room.state, room.controls, room.ground, dt / substeps, substeps)
    if meets_vehicles(cars, car_count, rows, room, age, dt, period):
        return False
    if folk_count > 0 and meets_people(cars, folk, folk_count, rows, room, age, dt, period):
        return False
    if len(solids.boxes) > 0 and meets_solids(cars, solids.boxes, solids.longest, rows, room):
        return False
    for k in range(len(rows)):
        state.heading[k] -= 2.0 * pi * np.rint(state.heading[k] / (2.0 * pi))
        room.offset[k], room.drift[k] = 0.0, 0.0
    bad = locate_each(
        lookup, around, kinds, edge, state.x, state.y, room.z, state.heading, state.speed, state.aside, room.lane,
        room.s, room.offset, room.drift,
    )  # fmt: skip
    if bad >= 0:
        return False
    for k in range(len(rows)):
        if room.lane[k] != cars.lane[rows[k]]:
            return False
    mount_kerbs(
        lookup, around, surfaces, room.before, room.lane, state.x, state.y, room.z, state.heading, room.lane,
        state.speed, state.aside,
    )  # fmt: skip
    return True


@compiled_entry
def step(hand: Any, _index: int, now: int, due: int) -> int:
    """Drive all freely driven and struck vehicles on; ask for a visit where one meets something or changes lanes."""
    (
        car_tally, cars, seat_tally, seats, folk_tally, folk, rows, at, room, placed, works, weather_tally, grips,
        table, lookup, around, kinds, edge, surfaces, solids, period, limits,
    ) = taken(hand)  # fmt: skip
    grip = grips[0] if weather_tally[0] > 0 else 1.0
    age, dt = (now % period) / 1e9, (due - now) / 1e9
    is_calm = roam(
        cars, car_tally[0], seats, folk, folk_tally[0], rows, at, room, table, lookup, around, kinds, edge, surfaces,
        solids, grip, age, dt, period / 1e9,
    )  # fmt: skip
    if not is_calm:
        return VISIT
    is_due = put_down(cars, seats, seat_tally[0], rows, at, room, placed, works, dt, limits)
    return VISIT if is_due else 0
