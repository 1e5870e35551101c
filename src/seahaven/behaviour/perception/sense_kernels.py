"""Compiled: what every driver knows.

Rows are gone through in blocks, and a block several times, each time for one thing: handing many arrays to a function
costs more than the work on one row. What is found out is noted column by column in a sheet that stays in the nearest
caches, NaN for null, and copied from there into the table.
"""

from __future__ import annotations

from math import inf, nan
from typing import Any, TypeAlias

import numpy as np

from seahaven.behaviour.perception.columns import (
    CLOSING,
    COLUMNS,
    CURVATURE_AHEAD,
    CURVE_DISTANCE,
    GAP,
    GRADE_HERE,
    GRIP,
    LANE_DROP,
    LEADER_ACCELERATION,
    LEADER_BRAKES,
    LEADER_LIGHT,
    LEADER_ROW,
    LEFT_LIGHT,
    LEFT_OPEN,
    LEFT_SIDE,
    MERGE,
    NEXT_LIMIT,
    NEXT_LIMIT_DISTANCE,
    PARTNER_DISTANCE,
    PARTNER_SIDE,
    PARTNER_SPEED,
    REAR_CLOSING,
    REAR_GAP,
    RIGHT_OPEN,
    RIGHT_SIDE,
    ROUTE_END,
    SHIFT_HERE,
    SIDE_CLOSING,
    SIDE_DROP,
    SIDE_GAP,
    SIDE_REAR_CLOSING,
    SIDE_REAR_GAP,
    SPEED_LIMIT,
    TRUTHS_FROM,
    WHOLE_FROM,
)
from seahaven.behaviour.perception.ground import (
    DROP,
    GRADE,
    LEFT,
    LEFT_ENTRY,
    LENGTH,
    LIMIT,
    MAY_CHANGE,
    NEXT,
    REFUGE,
    REMAINING,
    RIGHT_ENTRY,
    SHIFT,
    STEEPENING,
)
from seahaven.behaviour.perception.outlook_kernels import (
    BEND,
    BEND_DISTANCE,
    FROM_ENTRY,
    FROM_LANE,
    FROM_S,
    LIMIT_AHEAD,
    LIMIT_DISTANCE,
    MERGE_DISTANCE,
    MOST_LANES,
    look_out,
)
from seahaven.behaviour.perception.search_kernels import MOST_BRANCHES, REACH, ahead, along_road, behind, merging
from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, compiled_in_parallel, compiled_part, prange, put_byte, put_float
from seahaven.roads.lanemap.strips import Indices, Integers

MIRROR = 200.0
"""How far behind, in metres from centre to centre, one looks."""
BLOCK = 256
"""So many rows are a block."""
LINE = BLOCK + 8
"""So many cells a column of the sheet has: with a power of two, columns would crowd each other out of the cache."""
SHARE = 2
"""So many blocks are one round of a parallel loop."""

Index: TypeAlias = Any
"""A whole number without a sign, which saves the compiled code a test for negative ones."""
Sheet: TypeAlias = Floats
"""By column and row of the block."""


@compiled_part
def clear(sheet: Sheet, count: Index, grip: float) -> None:
    """Nothing is known yet, but how slippery it is."""
    for c in range(COLUMNS):
        blank = nan if c < WHOLE_FROM or c == LEADER_ROW else 0.0
        for n in range(count):
            sheet[c, n] = blank
    for n in range(count):
        sheet[GRIP, n] = grip


@compiled_part
def ends_after(lanes: Indices, sizes: Floats, lane: int, s: float, reach: float) -> float:
    """How far it is to where no lane leads on; infinite beyond reach."""
    distance = sizes[lane, LENGTH] - s
    for _ in range(MOST_LANES):
        if distance > reach:
            break
        lane = int(lanes[lane, NEXT])
        if lane < 0:
            return float(max(distance, 0.0))
        distance += sizes[lane, LENGTH]
    return inf


@compiled_part
def sense_road(
    count: Index, rows: Any, stretches: Floats, curves: Floats, lanes: Indices, sizes: Floats, points: Floats,
    entries: Indices, reaches: Floats, shares: Floats, spots: Indices, phases: Any, lane: Indices, entry: Indices,
    s: Floats, sight: Floats, visibility: float, phase: int, outlook: Floats, sheet: Sheet,
) -> None:  # fmt: skip
    """Note what is known of the road; an outlook is taken anew if it is due, elsewhere, or something was passed."""
    for n in range(count):
        r = rows[n]
        here, e, at = int(lane[r]), int(entry[r]), s[r]
        if here < 0:
            continue
        row, reach = int(spots[r, 1]), min(sight[r], visibility)
        limit, driven = stretches[row, LIMIT], at - outlook[r, FROM_S]
        if (
            phases[r] == phase or outlook[r, FROM_LANE] != here or outlook[r, FROM_ENTRY] != e or driven < 0.0
            or driven > outlook[r, LIMIT_DISTANCE] or driven > outlook[r, MERGE_DISTANCE]
        ):  # fmt: skip
            look_out(stretches, curves, lanes, sizes, points, entries, here, e, row, at, limit, reach, outlook, r)
            driven = 0.0
        sheet[SPEED_LIMIT, n], sheet[NEXT_LIMIT, n] = limit, outlook[r, LIMIT_AHEAD]
        sheet[NEXT_LIMIT_DISTANCE, n] = outlook[r, LIMIT_DISTANCE] - driven
        sheet[MERGE, n] = outlook[r, MERGE_DISTANCE] - driven
        to_bend = outlook[r, BEND_DISTANCE] - driven
        sheet[CURVATURE_AHEAD, n], sheet[CURVE_DISTANCE, n] = outlook[r, BEND], 0.0 if to_bend < 0.0 else to_bend
        sheet[GRADE_HERE, n] = stretches[row, GRADE] + shares[r, 0] * stretches[row, STEEPENING]
        if e < 0:
            sheet[LANE_DROP, n] = ends_after(lanes, sizes, here, at, reach)
            continue
        k = np.uintp(e)
        permits = 3 if entries[k, REFUGE] else int(stretches[row, MAY_CHANGE])
        left, right = entries[k, LEFT_ENTRY], entries[k, RIGHT_ENTRY]
        sheet[LEFT_OPEN, n] = left >= 0 and permits & 1 != 0 and not entries[left, REFUGE]
        sheet[RIGHT_OPEN, n] = right >= 0 and permits & 2 != 0 and not entries[right, REFUGE]
        sheet[SHIFT_HERE, n] = min(max(entries[k, SHIFT], -128), 127)
        sheet[LANE_DROP, n] = max(reaches[k, DROP] - at, 0.0)
        sheet[ROUTE_END, n] = max(reaches[k, REMAINING] - at, 0.0)


@compiled_part
def seek(
    count: Index, rows: Any, k: int, lanes: Indices, bounds: Indices, records: Floats, shares: Floats, spots: Indices,
    lane: Indices, s: Floats, targets: Any, theres: Floats, fronts: Any, fars: Floats, rears: Any, rear_fars: Floats,
    rare: Any,
) -> int:  # fmt: skip
    """Find the places in line of whoever is ahead and behind on one lane, and how far away they are.

    The lane is the own one (0), that to the left (1) or to the right (2). Whoever is the first or last in line there
    is put on the list of rare ones, to be looked after apart; how many those are is given back.
    """
    many = 0
    for n in range(count):
        r = rows[n]
        here = int(lane[r])
        other = here if k == 0 or here < 0 else int(lanes[np.uintp(here), LEFT + k - 1])
        targets[n], fars[n], rear_fars[n] = other, inf, inf
        if other < 0:
            continue
        there = s[r] if k == 0 else shares[r, k]
        front = int(spots[r, 0 if k == 0 else 1 + k]) - 1
        rear = front + 2 if k == 0 else front + 1
        begin, end = int(bounds[np.uintp(other)]), int(bounds[np.uintp(other) + np.uintp(1)])
        if front >= begin and records[np.uintp(front), 2] == r:
            front -= 1
        if rear < end and records[np.uintp(rear), 2] == r:
            rear += 1
        if front >= begin:
            fars[n] = records[np.uintp(front), 0] - there
        if rear < end:
            rear_fars[n] = there - records[np.uintp(rear), 0]
        theres[n], fronts[n], rears[n] = there, front, rear
        if front < begin or rear >= end:
            rare[many] = n
            many += 1
    return many


@compiled_part
def seek_further(
    many: int, rare: Any, rows: Any, k: int, lanes: Indices, sizes: Floats, previous: Indices, entries: Indices,
    bounds: Indices, records: Floats, entry: Indices, sight: Floats, visibility: float, targets: Any, theres: Floats,
    fronts: Any, fars: Floats, rears: Any, rear_fars: Floats, waiting: Indices, distances: Floats,
) -> None:  # fmt: skip
    """Find whoever is ahead or behind beyond the ends of the lane."""
    for j in range(many):
        n = rare[j]
        r, other, there = rows[n], targets[n], theres[n]
        own: Any = np.int64(r)
        e = int(entry[r])
        if fronts[n] < bounds[other]:
            if k > 0 and e >= 0:
                e = int(entries[e, LEFT_ENTRY + k - 1])
            fronts[n], fars[n] = ahead(
                lanes, sizes, entries, bounds, records, other, e, sizes[other, LENGTH] - there,
                min(sight[r], visibility), own,
            )  # fmt: skip
        if rears[n] >= bounds[other + 1]:
            rears[n], rear_fars[n] = behind(
                lanes, sizes, previous, bounds, records, other, there, min(MIRROR, visibility), own, waiting,
                distances,
            )  # fmt: skip


@compiled_part
def heed_merges(
    count: Index, rows: Any, lanes: Indices, sizes: Floats, previous: Indices, entries: Indices, bounds: Indices,
    records: Floats, lane: Indices, entry: Indices, s: Floats, fronts: Any, fars: Floats, waiting: Indices,
    distances: Floats, sheet: Sheet,
) -> None:  # fmt: skip
    """Before a merge, whoever goes first there is ahead, if it is nearer than the one on the own lane."""
    for n in range(count):
        if sheet[MERGE, n] <= REACH:
            r = rows[n]
            own: Any = np.int64(r)
            here = int(lane[r])
            other, nearer = merging(
                lanes, sizes, entries, previous, entry, bounds, records, here, int(entry[r]),
                sizes[here, LENGTH] - s[r], own, waiting, distances,
            )  # fmt: skip
            if nearer < fars[n]:
                fronts[n], fars[n] = other, nearer


@compiled_part
def sense_own(
    count: Index, rows: Any, thens: Any, records: Floats, speed: Floats, length: Floats, sight: Floats,
    visibility: float, past: Any, lamps: Any, fronts: Any, fars: Floats, rears: Any, rear_fars: Floats, sheet: Sheet,
) -> None:  # fmt: skip
    """Note what is known of the own lane: who leads and who follows."""
    rear_reach = min(MIRROR, visibility)
    for n in range(count):
        r, then = rows[n], thens[n]
        half, v = 0.5 * length[r], speed[r]
        if fars[n] <= min(sight[r], visibility):
            k = np.uintp(fronts[n])
            row = np.uintp(records[k, 2])
            lamp = lamps[then, row]
            sheet[LEADER_ROW, n], sheet[GAP, n] = records[k, 2], fars[n] - half - records[k, 1]
            sheet[CLOSING, n], sheet[LEADER_ACCELERATION, n] = v - past[then, row, 0], past[then, row, 1]
            sheet[LEADER_BRAKES, n], sheet[LEADER_LIGHT, n] = lamp >= 4, lamp & 3
        if rear_fars[n] <= rear_reach:
            k = np.uintp(rears[n])
            sheet[REAR_GAP, n] = rear_fars[n] - half - records[k, 1]
            sheet[REAR_CLOSING, n] = past[then, np.uintp(records[k, 2]), 0] - v


@compiled_part
def sense_side(
    count: Index, rows: Any, thens: Any, side: int, entries: Indices, reaches: Floats, records: Floats, entry: Indices,
    speed: Floats, length: Floats, sight: Floats, visibility: float, past: Any, lamps: Any, targets: Any,
    theres: Floats, fronts: Any, fars: Floats, rears: Any, rear_fars: Floats, sheet: Sheet,
) -> None:  # fmt: skip
    """Note what is known of the lane to one side: 0 the left, 1 the right."""
    rear_reach, first = min(MIRROR, visibility), LEFT_SIDE + side * (RIGHT_SIDE - LEFT_SIDE)
    for n in range(count):
        if targets[n] < 0:
            continue
        r, then = rows[n], thens[n]
        half, v, e = 0.5 * length[r], speed[r], int(entry[r])
        if fars[n] <= min(sight[r], visibility):
            k = np.uintp(fronts[n])
            row = np.uintp(records[k, 2])
            sheet[first + SIDE_GAP, n] = fars[n] - half - records[k, 1]
            sheet[first + SIDE_CLOSING, n] = v - past[then, row, 0]
            sheet[LEFT_LIGHT + side, n] = lamps[then, row] & 3
        if rear_fars[n] <= rear_reach:
            k = np.uintp(rears[n])
            sheet[first + SIDE_REAR_GAP, n] = rear_fars[n] - half - records[k, 1]
            sheet[first + SIDE_REAR_CLOSING, n] = past[then, np.uintp(records[k, 2]), 0] - v
        if e >= 0:
            beside = int(entries[np.uintp(e), LEFT_ENTRY + side])
            if beside >= 0:
                sheet[first + SIDE_DROP, n] = max(reaches[np.uintp(beside), DROP] - theres[n], 0.0)


@compiled_part
def sense_partners(
    count: Index, rows: Any, stretches: Floats, lanes: Indices, sizes: Floats, previous: Indices, entries: Indices,
    ids: Integers, lane: Indices, entry: Indices, s: Floats, speed: Floats, partner: Integers, no_partner: Any,
    waiting: Indices, distances: Floats, sheet: Sheet,
) -> None:  # fmt: skip
    """Note what is known of the vehicles that some play to."""
    for n in range(count):
        r = rows[n]
        if no_partner[r]:
            continue
        k, end = 0, len(ids)
        while k < end:
            middle = (k + end) >> 1
            if ids[middle] < partner[r]:
                k = middle + 1
            else:
                end = middle
        if k == len(ids) or ids[k] != partner[r]:
            continue
        sheet[PARTNER_SPEED, n] = speed[k]
        if lane[r] >= 0 and lane[k] >= 0:
            sheet[PARTNER_DISTANCE, n], sheet[PARTNER_SIDE, n] = along_road(
                stretches, lanes, sizes, entries, previous, int(lane[r]), int(entry[r]), s[r], int(lane[k]), s[k],
                waiting, distances,
            )  # fmt: skip


@compiled_part
def sense_block(
    low: Index, count: Index, stretches: Floats, curves: Floats, lanes: Indices, sizes: Floats, previous: Indices,
    points: Floats, entries: Indices, reaches: Floats, bounds: Indices, records: Floats, shares: Floats,
    spots: Indices, phases: Any, own: Integers, ids: Integers, lane: Indices, entry: Indices, s: Floats, speed: Floats,
    length: Floats, reaction: Floats, sight: Floats, partner: Integers, no_partner: Any, past: Any, lamps: Any,
    outlook: Floats, now: int, phase: int, per_second: float, visibility: float, grip: float, waiting: Indices,
    distances: Floats, rows: Any, thens: Any, rare: Any, targets: Any, fronts: Any, rears: Any, theres: Floats,
    fars: Floats, rear_fars: Floats, sheet: Sheet,
) -> None:  # fmt: skip
    """Note what is known in the rows of a block."""
    slots = len(past)
    for n in range(count):
        r = np.uintp(own[low + n])
        then = now - min(int(reaction[r] * per_second + 0.5), slots - 1)
        rows[n], thens[n] = r, then + slots if then < 0 else then
    clear(sheet, count, grip)
    sense_road(
        count, rows, stretches, curves, lanes, sizes, points, entries, reaches, shares, spots, phases, lane, entry, s,
        sight, visibility, phase, outlook, sheet,
    )  # fmt: skip
    for k in range(3):
        many = seek(
            count, rows, k, lanes, bounds, records, shares, spots, lane, s, targets, theres, fronts, fars, rears,
            rear_fars, rare,
        )  # fmt: skip
        seek_further(
            many, rare, rows, k, lanes, sizes, previous, entries, bounds, records, entry, sight, visibility, targets,
            theres, fronts, fars, rears, rear_fars, waiting, distances,
        )  # fmt: skip
        if k > 0:
            sense_side(
                count, rows, thens, k - 1, entries, reaches, records, entry, speed, length, sight, visibility, past,
                lamps, targets, theres, fronts, fars, rears, rear_fars, sheet,
            )  # fmt: skip
            continue
        heed_merges(
            count, rows, lanes, sizes, previous, entries, bounds, records, lane, entry, s, fronts, fars, waiting,
            distances, sheet,
        )  # fmt: skip
        sense_own(
            count, rows, thens, records, speed, length, sight, visibility, past, lamps, fronts, fars, rears,
            rear_fars, sheet,
        )  # fmt: skip
    sense_partners(
        count, rows, stretches, lanes, sizes, previous, entries, ids, lane, entry, s, speed, partner, no_partner,
        waiting, distances, sheet,
    )  # fmt: skip


@compiled_part
def copy_numbers(sheet: Sheet, c: int, low: Index, count: Index, values: int, nulls: int) -> None:
    """Copy a column of numbers, of which those that are not finite are null, to addresses."""
    for n in range(count):
        value = sheet[c, n]
        is_known = abs(value) < inf
        put_float(values, low + n, value if is_known else 0.0)
        put_byte(nulls, low + n, not is_known)


@compiled_part
def copy_floats(sheet: Sheet, c: int, low: Index, count: Index, values: int) -> None:
    """Copy a column of numbers of which none is null."""
    for n in range(count):
        put_float(values, low + n, sheet[c, n])


@compiled_part
def copy_bytes(sheet: Sheet, c: int, low: Index, count: Index, values: int) -> None:
    """Copy a column of truths or codes."""
    for n in range(count):
        put_byte(values, low + n, np.int8(sheet[c, n]))


@compiled_part
def copy_leaders(sheet: Sheet, low: Index, count: Index, ids: Integers, leader: Integers, nulls: Any) -> None:
    """Copy the leaders."""
    for n in range(count):
        row = sheet[LEADER_ROW, n]
        nulls[low + n] = not row >= 0.0
        leader[low + n] = ids[np.uintp(row)] if row >= 0.0 else 0


@compiled_part
def copy_columns(
    sheet: Sheet, low: Index, count: Index, addresses: Any, ids: Integers, leader: Integers, nulls: Any
) -> None:
    """Copy the sheet into all columns: addresses are those of values, and then of nulls."""
    for c in range(WHOLE_FROM):
        copy_numbers(sheet, c, low, count, addresses[c], addresses[LEADER_ROW + c])
    for c in range(WHOLE_FROM, TRUTHS_FROM):
        copy_floats(sheet, c, low, count, addresses[c])
    for c in range(TRUTHS_FROM, LEADER_ROW):
        copy_bytes(sheet, c, low, count, addresses[c])
    copy_leaders(sheet, low, count, ids, leader, nulls)


@compiled
def sense(low: int, high: int, given: Any, columns: Any) -> None:
    """Fill in the columns of some rows, block by block."""
    waiting, distances = np.empty(MOST_BRANCHES, np.int32), np.empty(MOST_BRANCHES)
    rows, thens, rare = np.empty(BLOCK, np.uintp), np.empty(BLOCK, np.uintp), np.empty(BLOCK, np.uintp)
    targets, fronts, rears = np.empty(BLOCK, np.int64), np.empty(BLOCK, np.int64), np.empty(BLOCK, np.int64)
    theres, fars, rear_fars = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    sheet = np.empty((COLUMNS, LINE))
    for begin in range(low, high, BLOCK):
        count = np.uintp(min(BLOCK, high - begin))
        sense_block(  # type: ignore[call-arg]  # how many are given is not known to the checker
            np.uintp(begin), count, *given, waiting, distances, rows, thens, rare, targets, fronts, rears, theres,
            fars, rear_fars, sheet,
        )  # fmt: skip
        copy_columns(sheet, np.uintp(begin), count, *columns)


@compiled_in_parallel
def sense_in_parallel(low: int, high: int, given: Any, columns: Any) -> None:
    """Fill in the columns of some rows, several blocks at a time."""
    step = BLOCK * SHARE
    for k in prange((high - low + step - 1) // step):
        sense(low + k * step, min(low + k * step + step, high), given, columns)
