"""Compiled: vehicles bound to lanes.

Along its lane a vehicle moves by what it wishes and can do; across it, it approaches the line that it aims for. Where a
lane ends, the next one goes on; where its centre crosses a border, it is on the lane beside.
"""

from __future__ import annotations

from math import atan, atan2, exp, sqrt
from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, compiled_in_parallel, compiled_part, prange
from seahaven.motion.columns import Cells, Seen
from seahaven.motion.slot_kernels import BEYOND_FIRST, CLEARANCE, FIRST, LAST, NONE, PER_SLOT, STRAY, reach
from seahaven.motion.stretch_kernels import (
    BEGIN,
    BENDING,
    CURVATURE,
    DZ,
    GRADE,
    HALF,
    HEADING,
    LEFT,
    NEXT,
    NORMAL_DZ,
    NORMAL_Z,
    PER_SPAN,
    RIGHT,
    SLOTS,
    SPAN,
    TURN,
    VAULTING,
    WIDENING,
    X,
    Z,
    across,
    point_at,
    share_at,
    short_way,
)
from seahaven.motion.ways import Ways
from seahaven.roads.lanemap.query_kernels import ONE, TIGHTEST, find_stretch
from seahaven.roads.lanemap.strips import Indices, Integers

GRAVITY = 9.81
ROLLING = 0.1
"""m/s², what tyres take from anybody who rolls."""
LIVELINESS = 1.6
"""1/s, how quickly a line is approached when nothing limits it: the root of the critically damped equation."""
SWERVE = 1.2
"""m/s², the most acceleration across the lane."""
FASTEST = 1.3
"""m/s, the most speed across the lane."""
RECOVERY = 4.0
"""m/s², the acceleration with which a vehicle that came onto its lane faster across than that is brought back."""
SLANT = 0.25
"""Metres across the lane for each metre along it, at most."""
THERE = 1e-4
"""Metres from its line at which a vehicle that hardly moves across has arrived."""
TURNING = 0.2
"""Radians by which a vehicle that came onto its lane askew straightens, at most, in the time it covers its length."""
WHEELBASE = 0.6
"""Of the length of the box."""
STRAIGHT = 1e-6
"""Radians askew that are rounding."""
EDGE, ROUNDING = 1e-9, 1e-9
CHUNK = 256
"""Rows that go through a phase together."""
BLOCK = 1024
"""Rows that a thread takes at a time."""
MOST_LANES = 256
"""Lanes that one step may lead over; a ring of lanes without length must not hold it for ever."""
ENTRY_LANE, ENTRY_SIDE, ENTRY_NEXT = 0, 1, 3
"""Columns of `Ways.entries`; that to the right comes after that to the left."""
OTHERS, LOST, BAD = 0, 1, 2
"""Columns of what is told: vehicles that are not bound to lanes, those whose entry has to be looked up, and 1 more
than the first row that cannot be moved."""


@compiled_part
def pushed(
    wish: float, speed: float, grade: float, power: float, traction: float, braking: float, drag: float, grip: float
) -> float:
    """The acceleration that comes of a wished one: engine, tyres and brakes against air, tyres and the hill."""
    held = drag * speed * speed + ROLLING * min(speed, 1.0)
    if grade != 0.0:
        held += GRAVITY * grade / sqrt(1.0 + grade * grade)
    most = min(traction * grip, power / max(speed, 1.0)) - held
    return max(min(wish, most), -braking * grip - held)


@compiled_part
def approach(away: float, drift: float, speed: float, way: float, dt: float, fading: float) -> tuple[float, float]:
    """How far a vehicle moves across its lane in a step, and how fast at its end, `away` metres left of its line.

    Critically damped and exact, unless a limit binds: on the acceleration, on the speed across, and on both as a share
    of what it moves along, so that nobody slides sideways at rest. `fading` is exp(-LIVELINESS dt).
    """
    fastest, swerve = FASTEST, SWERVE
    if abs(drift) > FASTEST + ROUNDING:
        fastest, swerve = max(FASTEST, abs(drift) - RECOVERY * dt), RECOVERY
    fastest = min(fastest, SLANT * speed)
    far = 2.0 * fastest / LIVELINESS
    z = min(max(away, -far), far)
    c = drift + LIVELINESS * z
    u = (drift - LIVELINESS * c * dt) * fading
    bound = min(max(u, drift - swerve * dt), drift + swerve * dt)
    bound = min(max(bound, -fastest), fastest)
    if bound == u and z == away:
        move = (z + c * dt) * fading - z
    else:
        move = 0.5 * (drift + bound) * dt
    reach = SLANT * way
    if abs(away + move) < THERE and abs(bound) < 10.0 * THERE and abs(away) <= reach:
        return -away, 0.0
    return min(max(move, -reach), reach), bound


@compiled_part
def slanted(drift: float, speed: float) -> float:
    """The angle between the lane and the way a vehicle moves."""
    return atan2(drift, speed) if drift != 0.0 else 0.0


@compiled_part
def wheel_angle(turn: float) -> float:
    """The angle of the front wheels for a curvature times the wheelbase."""
    if abs(turn) < 0.05:
        square = turn * turn
        return turn * (1.0 - square * (1.0 / 3.0 - 0.2 * square))
    return atan(turn)


@compiled_part
def carried(stretches: Floats, first: Integers, lane: Any, onto: Any, d: float) -> float:
    """The offset on a lane that another leads onto: the same place, where the lanes' ends are near each other."""
    x, y = point_at(stretches, np.uintp(first[lane + ONE] - 2), 1.0, d)
    there = across(stretches, np.uintp(first[onto]), 0.0, x, y)
    return there if abs(there - d) < 0.5 * stretches[np.uintp(first[onto]), HALF] else d


@compiled_part
def led_on(lanes: Indices, entries: Indices, lane: Any, entry: int) -> tuple[int, int]:
    """The lane, and the entry, that come next: those of the route, or else the first into which the lane leads."""
    if entry < 0:
        return lanes[lane, NEXT], -1
    following = entries[np.uintp(entry), ENTRY_NEXT]
    return (entries[np.uintp(following), ENTRY_LANE], following) if following >= 0 else (-1, -1)


@compiled_part
def find(seen: Seen, ways: Ways, hints: Integers, low: int, high: int, shares: Floats, told: Integers) -> None:
    """Find the stretches that rows are on: the one of the step before, as long as it holds them.

    A row that is not bound to a lane gets the stretch -1.
    """
    start = np.uintp(low)
    first, stretches, count = ways.first, ways.stretches, len(ways.entries)
    for i in range(np.uintp(low), np.uintp(high)):
        if seen.motion[i] != 0 or seen.lane[i] < 0:
            hints[i] = -1
            told[OTHERS] += 1
            continue
        if seen.lane[i] >= len(ways.length) or seen.entry[i] >= count:
            hints[i] = -1
            told[BAD] = i + 1
            continue
        j, s, row = np.uintp(seen.lane[i]), seen.s[i], np.uintp(max(hints[i], 0))
        f = (s - stretches[row, BEGIN]) * stretches[row, PER_SPAN]
        if not (0.0 <= f < 1.0 and first[j] <= hints[i] < first[j + ONE] - 1):
            row = find_stretch(ways.s, first, ways.bucket_first, ways.bucket_row, ways.bucket_scale, j, s)
            hints[i] = row
            f = share_at(stretches, row, s)
        shares[i - start] = f


@compiled_part
def fetch(stretches: Floats, hints: Integers, low: int, high: int) -> float:
    """Have the other two lines of the rows' stretches brought near, for the phases to come; the sum is of no matter.

    Rows in no order of place would else wait for memory one after the other: this loop is short enough for the
    processor to wait for many at once.
    """
    total = 0.0
    for i in range(np.uintp(low), np.uintp(high)):
        row = np.uintp(max(hints[i], 0))
        total += stretches[row, X] + stretches[row, HALF]
    return total


@compiled_part
def advance(
    seen: Seen, cells: Cells, ways: Ways, hints: Integers, low: int, high: int, shares: Floats, askews: Floats,
    dt: float, grip: float,
) -> None:  # fmt: skip
    """Fill in how rows move along and across their lanes, as if these had neither ends nor borders.

    The turning is filled in as far as it comes from moving across.
    """
    start = np.uintp(low)
    first, stretches, lanes = ways.first, ways.stretches, ways.lanes
    fading, per_dt = exp(-LIVELINESS * dt), 1.0 / dt if dt > 0.0 else 0.0
    for i in range(np.uintp(low), np.uintp(high)):
        if hints[i] < 0:
            continue
        row, f = np.uintp(hints[i]), shares[i - start]
        d, u, v = seen.offset[i], seen.drift[i], seen.speed[i]
        slant = slanted(u, v)
        askews[i - start] = short_way(
            seen.heading[i] - (stretches[row, HEADING] + f * stretches[row, TURN] + slant)
        )  # fmt: skip
        grade = stretches[row, GRADE] + f * stretches[row, VAULTING]
        a = pushed(
            seen.wish[i], v, grade, seen.power[i], seen.traction[i], seen.braking[i], seen.drag[i], grip
        )  # fmt: skip
        faster = v + a * dt
        way = 0.5 * (v + faster) * dt
        if faster < 0.0:
            faster, way, a = 0.0, -0.5 * v * v / a, -v * per_dt
        goal = seen.lean[i]
        if seen.aim[i] != 0:
            j = np.uintp(seen.lane[i])
            beside = lanes[j, LEFT if seen.aim[i] > 0 else RIGHT]
            if beside >= 0:
                x, y = point_at(stretches, np.uintp(first[beside]) + (row - np.uintp(first[j])), f, 0.0)
                goal += across(stretches, row, f, x, y)
        if d != goal or u != 0.0:
            move, u = approach(d - goal, u, faster, way, dt, fading)
            cells.offset[i], cells.drift[i] = d + move, u
        else:
            cells.offset[i], cells.drift[i] = d, u
        bend = stretches[row, CURVATURE] + f * stretches[row, BENDING]
        cells.s[i] = seen.s[i] + way / max(1.0 - bend * d, TIGHTEST)
        cells.speed[i], cells.acceleration[i] = faster, a
        new_slant = slanted(u, faster)
        cells.yaw_rate[i] = (new_slant - slant) * per_dt
        rest = askews[i - start]
        most = TURNING * way / seen.length[i]
        askews[i - start] = new_slant + (rest - min(max(rest, -most), most) if abs(rest) > STRAIGHT else 0.0)


@compiled_part
def lead_on(
    seen: Seen, cells: Cells, ways: Ways, hints: Integers, low: int, high: int, shares: Floats, told: Integers
) -> None:
    """Take rows over the ends of their lanes, and over the borders beside them; find the stretches they are on then."""
    start = np.uintp(low)
    first, length, stretches, lanes, entries = ways.first, ways.length, ways.stretches, ways.lanes, ways.entries
    for i in range(np.uintp(low), np.uintp(high)):
        if hints[i] < 0:
            continue
        j, entry, s, row = np.uintp(seen.lane[i]), seen.entry[i], cells.s[i], np.uintp(hints[i])
        if s > length[j]:
            d = cells.offset[i]
            for _ in range(MOST_LANES):
                if s <= length[j]:
                    break
                if entry >= 0 and entries[np.uintp(entry), ENTRY_LANE] != j:
                    told[BAD] = i + 1
                onto, following = led_on(lanes, entries, j, entry)
                if onto < 0:
                    s, cells.speed[i], cells.acceleration[i], cells.drift[i] = length[j], 0.0, 0.0, 0.0
                    break
                s -= length[j]
                d = carried(stretches, first, j, np.uintp(onto), d)
                j, entry = np.uintp(onto), following
            row = find_stretch(ways.s, first, ways.bucket_first, ways.bucket_row, ways.bucket_scale, j, s)
            cells.s[i], cells.offset[i] = s, d
            f = share_at(stretches, row, s)
        else:
            f = (s - stretches[row, BEGIN]) * stretches[row, PER_SPAN]
            if f >= 1.0:
                last = np.uintp(first[j + ONE] - 2)
                while f >= 1.0 and row < last:
                    row += ONE
                    f = (s - stretches[row, BEGIN]) * stretches[row, PER_SPAN]
                f = min(max(f, 0.0), 1.0)
        line, d = seen.line[i], cells.offset[i]
        if abs(d) > stretches[row, HALF] + f * stretches[row, WIDENING] + EDGE:
            side = LEFT if d > 0.0 else RIGHT
            beside = lanes[j, side]
            if beside >= 0:
                x, y = point_at(stretches, row, f, d)
                row = np.uintp(first[beside]) + (row - np.uintp(first[j]))
                cells.offset[i] = across(stretches, row, f, x, y)
                cells.s[i] = stretches[row, BEGIN] + f * stretches[row, SPAN]
                j, line = np.uintp(beside), line + (1 if side == LEFT else -1)
                if entry >= 0:
                    entry = entries[np.uintp(entry), ENTRY_SIDE + side]
                if entry < 0:
                    told[LOST] += 1
        hints[i], shares[i - start] = row, f
        cells.lane[i], cells.line[i], cells.entry[i] = j, line, entry


@compiled_part
def place(
    seen: Seen, cells: Cells, ways: Ways, hints: Integers, low: int, high: int, shares: Floats, askews: Floats,
    slots: Indices,
) -> None:  # fmt: skip
    """Fill in where rows are in the plane, how high, which way they look, and the slots that they cover."""
    start, first, length, stretches, lanes = np.uintp(low), ways.first, ways.length, ways.stretches, ways.lanes
    for i in range(np.uintp(low), np.uintp(high)):
        if hints[i] < 0:
            slots[i, FIRST] = STRAY
            continue
        row, f, d = np.uintp(hints[i]), shares[i - start], cells.offset[i]
        cells.x[i], cells.y[i] = point_at(stretches, row, f, d)
        bank = stretches[row, NORMAL_Z] + f * stretches[row, NORMAL_DZ]
        cells.z[i] = stretches[row, Z] + f * stretches[row, DZ] + d * bank
        bend = stretches[row, CURVATURE] + f * stretches[row, BENDING]
        bend /= max(1.0 - bend * d, TIGHTEST)
        cells.heading[i] = short_way(stretches[row, HEADING] + f * stretches[row, TURN] + askews[i - start])
        long, wide = seen.length[i], seen.width[i]
        cells.steering[i] = wheel_angle(bend * WHEELBASE * long)
        cells.yaw_rate[i] += bend * cells.speed[i]
        # Bends and askewness make its box reach further.
        askew, bend = min(abs(askews[i - start]), 1.0), abs(bend)
        along = 0.5 * (long * (1.0 + bend * wide) + wide * askew) + CLEARANCE
        aside = abs(d) + 0.5 * (wide + long * askew) + 0.125 * bend * long * long + CLEARANCE
        room = stretches[row, HALF] + f * stretches[row, WIDENING]
        room -= abs(stretches[row, WIDENING]) * stretches[row, PER_SPAN] * along
        j, rear, front = np.uintp(cells.lane[i]), cells.s[i] - along, cells.s[i] + along
        if rear >= 0.0 and front <= length[j] and aside <= room:
            slot = lanes[j, SLOTS]
            slots[i, FIRST], slots[i, LAST] = slot + np.int32(rear * PER_SLOT), slot + np.int32(front * PER_SLOT)
            slots[i, BEYOND_FIRST] = NONE
        else:
            reach(first, length, stretches, lanes, slots, i, j, row, f, d, along, aside, room, rear, front)


@compiled
def drive(
    seen: Seen, cells: Cells, ways: Ways, hints: Integers, slots: Indices, low: int, high: int,
    dt: float, grip: float, told: Integers,
) -> None:  # fmt: skip
    """Move the rows from low to high, as far as they are bound to lanes, by one step.

    Some hundred rows at a time, phase by phase: what a phase looks up and has to guess does not hold up the others.
    """
    shares, askews = np.empty(CHUNK), np.empty(CHUNK)
    for begin in range(low, high, CHUNK):
        end = min(begin + CHUNK, high)
        find(seen, ways, hints, begin, end, shares, told)
        askews[0] = fetch(ways.stretches, hints, begin, end)
        advance(seen, cells, ways, hints, begin, end, shares, askews, dt, grip)
        lead_on(seen, cells, ways, hints, begin, end, shares, told)
        place(seen, cells, ways, hints, begin, end, shares, askews, slots)


@compiled
def drive_all(
    seen: Seen, cells: Cells, ways: Ways, hints: Integers, slots: Indices, dt: float, grip: float,
    told: Integers,
) -> None:  # fmt: skip
    """Move all rows."""
    drive(seen, cells, ways, hints, slots, 0, len(seen.s), dt, grip, told[0])


@compiled_in_parallel
def drive_in_parallel(
    seen: Seen, cells: Cells, ways: Ways, hints: Integers, slots: Indices, dt: float, grip: float,
    told: Integers,
) -> None:  # fmt: skip
    """Move all rows, blocks of them on several threads."""
    for block in prange(len(told)):
        low = block * BLOCK
        drive(seen, cells, ways, hints, slots, low, min(low + BLOCK, len(seen.s)), dt, grip, told[block])
