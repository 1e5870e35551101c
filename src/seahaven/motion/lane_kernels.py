"""Compiled: vehicles bound to lanes.

Along its lane a vehicle moves by what it wishes and can do; across it, it approaches the line that it aims for. Where a
lane ends, the next one goes on; where its centre crosses a border, it is on the lane beside.
"""

from __future__ import annotations

from math import atan, atan2, exp, sqrt
from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, compiled_in_parallel, compiled_part, inlined, prange
from seahaven.motion.chord_kernels import SMALL, berth_at, berth_share, chord, lies_straight, small_angle
from seahaven.motion.columns import Cells, Seen
from seahaven.motion.handing_kernels import Addresses, cells_at, seen_at
from seahaven.motion.hints import (
    LAIN,
    LAIN_ENTRY,
    LAIN_LENGTH,
    LAIN_OFFSET,
    LAIN_S,
    LAIN_X,
    LAIN_Y,
    STRETCH,
    UNKNOWN,
)
from seahaven.motion.slot_kernels import BEYOND_FIRST, CLEARANCE, FIRST, LAST, NONE, PER_SLOT, STRAY, reach
from seahaven.motion.stretch_kernels import (
    BEGIN,
    BENDING,
    CURVATURE,
    DZ,
    ENTRY_LANE,
    ENTRY_NEXT,
    ENTRY_SIDE,
    GRADE,
    HALF,
    HEADING,
    LEFT,
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
    led_on,
    point_at,
    share_at,
    short_way,
)
from seahaven.motion.ways import Ways
from seahaven.roads.lanemap.berth import AXLE
from seahaven.roads.lanemap.query_kernels import ONE, TIGHTEST, find_stretch
from seahaven.roads.lanemap.strips import Indices, Integers

GRAVITY = 9.81
ROLLING = 0.1
"""m/s², what tyres take from anybody who rolls."""
CRAWL, CRAWL_PUSH = 1.2, 0.5
"""m/s and m/s², on a grade that is too steep for a vehicle: the walking pace at which it still climbs, in its lowest
gear or pushed by its rider, and how fast it gets there from a stand. Without it, it would stand there for ever."""
LIVELINESS = 1.6
"""1/s, how quickly a line is approached when nothing limits it: the root of the critically damped equation."""
SWERVE = 1.2
"""m/s², the most acceleration across the lane."""
FASTEST = 1.3
"""m/s, the most speed across the lane."""
EVASION, HARD = 2.5, 4.0
"""How many times as fast a driver swerves who leans aside while it brakes harder than this (m/s²): with 3 m/s² across
the lane, which with full braking a dry road still bears."""
RECOVERY = 4.0
"""m/s², the acceleration with which a vehicle that came onto its lane faster across than that is brought back."""
SLANT, STEEP, CRAWLING = 0.25, 0.4, 2.0
"""Metres across the lane for each metre along it, at most, and for those who move over at less than so many m/s."""
SWING, NARROW_SWING, NARROW = 0.9, 1.25, 2.1
"""Metres across the lane, from the front end of a vehicle that slants to its rear end, at most, and of one that is less
than so wide: it keeps to its lane, and hits nobody beside it, until its middle moves over. So long vehicles change
lanes slowly when they are slow."""
ASTRIDE, FREE_SWING = 1.0, 2.0
"""Metres from the middle of its lane from which on a vehicle that moves over is in two lanes, with nobody beside it,
and how far apart its ends may be across the lane then."""
AT_END = 2.0
"""Metres before the end of a lane: whose front is there, and who is in two lanes, is on the one from which its route
goes on."""
THERE = 1e-4
"""Metres from its line at which a vehicle that hardly moves across has arrived."""
TURNING = 0.2
"""Radians by which a vehicle that came onto its lane askew straightens, at most, in the time it covers its length."""
TIGHTEST_TURN, UNWINDING, AT_REST = 4.0, 0.3, 0.01
"""Metres of radius of the tightest turn, or as many as a longer vehicle has length, and rad/s that whoever comes to a
stand askew may turn even so: steps do not show how it steers on the last decimetres. Who covers less than the last, in
metres, stands."""
WHEELBASE = 0.6
"""Of the length of the box."""
STRAIGHT = 1e-6
"""Radians askew that are rounding."""
EDGE, ROUNDING = 1e-9, 1e-9
CHUNK = 256
"""Rows whose stretches are found before any of them moves."""
BLOCK = 1024
"""Rows that a thread takes at a time."""
MOST_LANES = 256
"""Lanes that one step may lead over; a ring of lanes without length must not hold it for ever."""
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
    if grade > 0.0 and speed < CRAWL:
        most = max(most, CRAWL_PUSH * (1.0 - speed / CRAWL))
    return max(min(wish, most), -braking * grip - held)


@compiled_part
def approach(
    away: float, drift: float, speed: float, way: float, slant: float, haste: float, dt: float, fading: float
) -> tuple[float, float]:  # fmt: skip
    """How far a vehicle moves across its lane in a step, and how fast at its end, `away` metres left of its line.

    Critically damped and exact, unless a limit binds: on the acceleration, on the speed across, and on both as a share,
    `slant`, of what it moves along, so that nobody slides sideways at rest. `haste` is how many times the usual limits
    it may use, and `fading` is exp(-LIVELINESS dt).
    """
    fastest, swerve = haste * FASTEST, haste * SWERVE
    if abs(drift) > fastest + ROUNDING:
        fastest, swerve = max(fastest, abs(drift) - RECOVERY * dt), RECOVERY
    fastest = min(fastest, slant * speed)
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
    reach = slant * way
    if abs(away + move) < THERE and abs(bound) < 10.0 * THERE and abs(away) <= reach:
        return -away, 0.0
    return min(max(move, -reach), reach), bound


@inlined
def slanted(drift: float, speed: float) -> float:
    """The angle between the lane and the way a vehicle moves."""
    if drift == 0.0:
        return 0.0
    return small_angle(drift / speed) if abs(drift) < SMALL * speed else atan2(drift, speed)


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
def find(seen: Seen, ways: Ways, hints: Floats, low: int, high: int, shares: Floats, told: Integers) -> None:
    """Find the stretches that rows are on: the one of the step before, as long as it holds them.

    A row that is not bound to a lane gets the stretch -1.
    """
    start = np.uintp(low)
    first, stretches, count = ways.first, ways.stretches, len(ways.entries)
    for i in range(np.uintp(low), np.uintp(high)):
        if seen.motion[i] != 0 or seen.lane[i] < 0:
            hints[i, STRETCH] = UNKNOWN
            told[OTHERS] += 1
            continue
        if seen.lane[i] >= len(ways.length) or seen.entry[i] >= count:
            hints[i, STRETCH] = UNKNOWN
            told[BAD] = i + 1
            continue
        j, s, hint = np.uintp(seen.lane[i]), seen.s[i], int(hints[i, STRETCH])
        row = np.uintp(max(hint, 0))
        f = (s - stretches[row, BEGIN]) * stretches[row, PER_SPAN]
        if not (0.0 <= f < 1.0 and first[j] <= hint < first[j + ONE] - 1):
            row = find_stretch(ways.s, first, ways.bucket_first, ways.bucket_row, ways.bucket_scale, j, s)
            hints[i, STRETCH], hints[i, LAIN_LENGTH] = row, UNKNOWN
            f = share_at(stretches, row, s)
        shares[i - start] = f


@compiled_part
def fetch(stretches: Floats, hints: Floats, low: int, high: int) -> float:
    """Have the other two lines of the rows' stretches brought near, for what is to come; the sum is of no matter.

    Rows in no order of place would else wait for memory one after the other: this loop is short enough for the
    processor to wait for many at once.
    """
    total = 0.0
    for i in range(np.uintp(low), np.uintp(high)):
        row = np.uintp(max(hints[i, STRETCH], 0.0))
        total += stretches[row, X] + stretches[row, HALF]
    return total


@compiled_part
def rolled(v: float, a: float, dt: float, per_dt: float) -> tuple[float, float, float]:
    """The speed at the end of a step, the way covered, and the acceleration; whoever comes to rest stays there."""
    faster = v + a * dt
    if faster < 0.0:
        return 0.0, -0.5 * v * v / a, -v * per_dt
    return faster, 0.5 * (v + faster) * dt, a


@compiled_part
def line_beside(first: Integers, stretches: Floats, lanes: Indices, lane: Any, row: Any, f: float, aim: int) -> float:
    """How far to the left the centre of the lane lies that a vehicle aims for; 0 where there is none."""
    beside = lanes[lane, LEFT if aim > 0 else RIGHT]
    if beside < 0:
        return 0.0
    x, y = point_at(stretches, np.uintp(first[beside]) + (row - np.uintp(first[lane])), f, 0.0)
    return across(stretches, row, f, x, y)


@compiled_part
def led_over(
    cells: Cells, ways: Ways, i: Any, lane: Any, entry: int, s: float, d: float, told: Integers
) -> tuple[Any, int, float, float, Any]:
    """Lane, entry, s, offset and stretch of a vehicle beyond the end of its lane; it stops where none follows."""
    first, length, stretches, lanes, entries = ways.first, ways.length, ways.stretches, ways.lanes, ways.entries
    for _ in range(MOST_LANES):
        if s <= length[lane]:
            break
        if entry >= 0 and entries[np.uintp(entry), ENTRY_LANE] != lane:
            told[BAD] = i + 1
        onto, following = led_on(lanes, entries, lane, entry)
        if onto < 0:
            s, cells.speed[i], cells.acceleration[i], cells.drift[i] = length[lane], 0.0, 0.0, 0.0
            break
        s -= length[lane]
        d = carried(stretches, first, lane, np.uintp(onto), d)
        lane, entry = np.uintp(onto), following
    row = find_stretch(ways.s, first, ways.bucket_first, ways.bucket_row, ways.bucket_scale, lane, s)
    return lane, entry, s, d, row


@compiled_part
def onward(first: Integers, stretches: Floats, lane: Any, row: Any, s: float) -> tuple[Any, float]:
    """The stretch that a vehicle is on which was on an earlier one of the same lane, and how far along that."""
    f = (s - stretches[row, BEGIN]) * stretches[row, PER_SPAN]
    if f >= 1.0:
        last = np.uintp(first[lane + ONE] - 2)
        while f >= 1.0 and row < last:
            row += ONE
            f = (s - stretches[row, BEGIN]) * stretches[row, PER_SPAN]
        f = min(max(f, 0.0), 1.0)
    return row, f


@inlined
def lie(ways: Ways, hints: Floats, i: Any, lane: Any, row: Any, entry: int, s: float, d: float, long: float) -> None:
    """Note where and how a vehicle lies whose axles are not both on one straight stretch.

    Where it lies at the end of a step it lies at the beginning of the next, and for as long as it stands: the same
    place, entry and length on the same stretch give what is noted already.
    """
    is_noted = hints[i, LAIN_S] == s and hints[i, LAIN_OFFSET] == d
    if is_noted and hints[i, LAIN_ENTRY] == entry and hints[i, LAIN_LENGTH] == long:
        return
    hints[i, LAIN_X], hints[i, LAIN_Y], hints[i, LAIN] = chord(
        ways.first, ways.length, ways.stretches, ways.berth, ways.bearing, ways.lanes, ways.entries, lane, row, entry,
        s, d, AXLE * long,
    )  # fmt: skip
    hints[i, LAIN_S], hints[i, LAIN_OFFSET], hints[i, LAIN_ENTRY], hints[i, LAIN_LENGTH] = s, d, entry, long


@compiled_part
def move(
    seen: Seen, cells: Cells, ways: Ways, hints: Floats, slots: Indices, low: int, high: int, shares: Floats,
    dt: float, grip: float, told: Integers,
) -> None:  # fmt: skip
    """Fill in how rows move, where they are then, which way they look, and the slots that they cover.

    First along and across the lane, as if it had neither ends nor borders, then over these. All in one loop: what is
    known of a row stays at hand.
    """
    start = np.uintp(low)
    first, length, stretches, lanes, entries = ways.first, ways.length, ways.stretches, ways.lanes, ways.entries
    berth = ways.berth
    fading, per_dt = exp(-LIVELINESS * dt), 1.0 / dt if dt > 0.0 else 0.0
    for i in range(np.uintp(low), np.uintp(high)):
        if hints[i, STRETCH] < 0.0:
            slots[i, FIRST] = STRAY
            continue
        row, f, j = np.uintp(hints[i, STRETCH]), shares[i - start], np.uintp(seen.lane[i])
        entry, line = seen.entry[i], seen.line[i]
        d, u, v, long = seen.offset[i], seen.drift[i], seen.speed[i], seen.length[i]
        near, lies = AXLE * long, stretches[row, HEADING] + f * stretches[row, TURN]
        if not lies_straight(stretches, berth, row, seen.s[i], near):
            lie(ways, hints, i, j, row, entry, seen.s[i], d, long)
            lies = hints[i, LAIN]
        stood = short_way(seen.heading[i] - lies)
        # Whoever stands has stopped as it is: it did not come onto its lane askew.
        slant = slanted(u, v) if v * dt > AT_REST else stood
        rest = stood - slant
        grade = stretches[row, GRADE] + f * stretches[row, VAULTING]
        a = pushed(
            seen.wish[i], v, grade, seen.power[i], seen.traction[i], seen.braking[i], seen.drag[i], grip
        )  # fmt: skip
        faster, way, a = rolled(v, a, dt, per_dt)
        goal = seen.lean[i]
        if seen.aim[i] != 0:
            goal += line_beside(first, stretches, lanes, j, row, f, seen.aim[i])
        bend = stretches[row, CURVATURE] + f * stretches[row, BENDING]
        s = seen.s[i] + (way / max(1.0 - bend * d, TIGHTEST) if d != 0.0 else way)
        if d != goal or u != 0.0:
            swing = NARROW_SWING if seen.width[i] < NARROW else SWING
            is_free = abs(d) > ASTRIDE and seen.aim[i] * d > 0.0
            is_slow = seen.aim[i] != 0 and faster < CRAWLING and seen.width[i] < NARROW
            swing = FREE_SWING if is_free or is_slow else swing
            haste = EVASION if seen.lean[i] != 0.0 and seen.wish[i] < -HARD else 1.0
            steepest = min(STEEP if is_slow else SLANT, swing / long)
            aside, u = approach(d - goal, u, faster, way, steepest, haste, dt, fading)
            d += aside
        new_slant = slanted(u, faster)
        askew = new_slant
        if abs(rest) > STRAIGHT:
            most = TURNING * way / long
            askew += rest - min(max(rest, -most), most)
        wheel = max(way / max(TIGHTEST_TURN, long), UNWINDING * dt if way > AT_REST else 0.0)
        askew = min(max(askew, stood - wheel), stood + wheel)
        cells.speed[i], cells.acceleration[i], cells.drift[i] = faster, a, u

        if s > length[j]:
            j, entry, s, d, row = led_over(cells, ways, i, j, entry, s, d, told)
            f = share_at(stretches, row, s)
        else:
            row, f = onward(first, stretches, j, row, s)
        is_over = abs(d) > stretches[row, HALF] + f * stretches[row, WIDENING] + EDGE
        if abs(d) > ASTRIDE and entry >= 0 and s > length[j] - 0.5 * long - AT_END:
            is_over = is_beside(entries, entry, d, seen.aim[i], is_over)
        if is_over:
            side = LEFT if d > 0.0 else RIGHT
            beside = lanes[j, side]
            if beside >= 0 and (seen.aim[i] != 0 or may_swerve(entries, entry, side)):
                x, y = point_at(stretches, row, f, d)
                row = np.uintp(first[beside]) + (row - np.uintp(first[j]))
                s, d = stretches[row, BEGIN] + f * stretches[row, SPAN], across(stretches, row, f, x, y)
                j, line = np.uintp(beside), line + (1 if side == LEFT else -1)
                if entry >= 0:
                    entry = entries[np.uintp(entry), ENTRY_SIDE + side]
                if entry < 0:
                    told[LOST] += 1
        if hints[i, STRETCH] != row:
            hints[i, LAIN_LENGTH] = UNKNOWN
        hints[i, STRETCH], cells.lane[i], cells.line[i], cells.entry[i], cells.s[i], cells.offset[i] = (
            row,
            j,
            line,
            entry,
            s,
            d,
        )

        cells.x[i], cells.y[i] = point_at(stretches, row, f, d)
        lies = stretches[row, HEADING] + f * stretches[row, TURN]
        if not lies_straight(stretches, berth, row, s, near):
            lie(ways, hints, i, j, row, entry, s, d, long)
            cells.x[i], cells.y[i], lies = hints[i, LAIN_X], hints[i, LAIN_Y], hints[i, LAIN]
        bank = stretches[row, NORMAL_Z] + f * stretches[row, NORMAL_DZ]
        cells.z[i] = stretches[row, Z] + f * stretches[row, DZ] + d * bank
        cells.heading[i] = short_way(lies + askew)
        bend = stretches[row, CURVATURE] + f * stretches[row, BENDING]
        if d != 0.0:
            bend /= max(1.0 - bend * d, TIGHTEST)
        cells.steering[i] = wheel_angle(bend * WHEELBASE * long)
        cells.yaw_rate[i] = (new_slant - slant) * per_dt + bend * cells.speed[i]
        # Bends and askewness make its box reach further.
        wide, askew, bend = seen.width[i], min(abs(askew), 1.0), abs(bend)
        along = 0.5 * (long * (1.0 + bend * wide) + wide * askew) + CLEARANCE
        aside = abs(d) + 0.5 * (wide + long * askew) + 0.125 * bend * long * long + CLEARANCE
        aside += abs(berth_at(berth, row, f)) * berth_share(near)
        room = stretches[row, HALF] + f * stretches[row, WIDENING]
        room -= abs(stretches[row, WIDENING]) * stretches[row, PER_SPAN] * along
        rear, front = s - along, s + along
        if rear >= 0.0 and front <= length[j] and aside <= room:
            slot = lanes[j, SLOTS]
            slots[i, FIRST], slots[i, LAST] = slot + np.int32(rear * PER_SLOT), slot + np.int32(front * PER_SLOT)
            slots[i, BEYOND_FIRST] = NONE
        else:
            reach(first, length, stretches, lanes, slots, i, j, row, f, d, along, aside, room, rear, front)


@inlined
def may_swerve(entries: Indices, entry: int, side: int) -> bool:
    """Whether a vehicle that leans over the border of its lane without aiming for the lane beside changes to that.

    Where its route uses no such lane (a parking lane, say) it would lose its route; it stays on its own.
    """
    return bool(entry < 0 or entries[np.uintp(entry), ENTRY_SIDE + side] >= 0)


@compiled_part
def is_beside(entries: Indices, entry: int, d: float, aim: int, is_over: bool) -> bool:
    """Whether somebody in two lanes at their end is on the other one: if it moves over to it and its route does not go
    on from its own, or as usual, but not where it only does from its own."""
    leads = entries[np.uintp(entry), ENTRY_NEXT] >= 0
    if aim * d > 0.0:
        return bool(is_over or not leads)
    other = entries[np.uintp(entry), ENTRY_SIDE + (LEFT if d > 0.0 else RIGHT)]
    return bool(is_over and (not leads or (other >= 0 and entries[np.uintp(other), ENTRY_NEXT] >= 0)))


@compiled
def drive(
    table: Addresses, count: int, ways: Ways, hints: Floats, slots: Indices, low: int, high: int, dt: float,
    grip: float, told: Integers,
) -> None:  # fmt: skip
    """Move the rows from low to high of so many, as far as they are bound to lanes, by one step.

    Some hundred rows at a time: their stretches are found and brought near before any of them moves.
    """
    seen, cells = seen_at(table, count), cells_at(table, count)
    shares = np.empty(CHUNK + 1)  # the last is for a sum that nobody needs
    for begin in range(low, high, CHUNK):
        end = min(begin + CHUNK, high)
        find(seen, ways, hints, begin, end, shares, told)
        shares[CHUNK] = fetch(ways.stretches, hints, begin, end)
        move(seen, cells, ways, hints, slots, begin, end, shares, dt, grip, told)


@compiled
def drive_all(
    table: Addresses, count: int, ways: Ways, hints: Floats, slots: Indices, dt: float, grip: float, told: Integers
) -> None:
    """Move all rows; the table is that of `addresses_of`."""
    drive(table, count, ways, hints, slots, 0, count, dt, grip, told[0])


@compiled_in_parallel
def drive_in_parallel(
    table: Addresses, count: int, ways: Ways, hints: Floats, slots: Indices, dt: float, grip: float, told: Integers
) -> None:
    """Move all rows, blocks of them on several threads."""
    for block in prange(len(told)):
        low = block * BLOCK
        drive(table, count, ways, hints, slots, low, min(low + BLOCK, count), dt, grip, told[block])
