"""Compiled: who may touch whom.

Lanes are cut into short slots. In every step each vehicle that is well within its lane signs the slots that it covers;
one that reaches over a border or the end of its lane signs those beyond, too. Whoever finds a slot signed already is a
*suspect*, and so is the one who signed it. Two vehicles on lanes that touch cover a slot together, so that suspects
need to be tested among themselves only, and in ordinary traffic there are none. Where that does not hold (off the
lanes, or where lanes of different roads lie across each other) a vehicle is a *stray*, tested against all who are near.
"""

from __future__ import annotations

from math import floor
from typing import NamedTuple

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.box_kernels import pairs_in_grid, separation
from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.motion.handing_kernels import Addresses, cells_at, seen_at
from seahaven.motion.slot_kernels import BEYOND_FIRST, BEYOND_LAST, FIRST, LAST, NONE, PER_SLOT, STRAY
from seahaven.motion.stretch_kernels import BEGIN, DX, DY, DZ, HALF, SLOTS, SPAN, WIDENING, X, Y, Z
from seahaven.motion.ways import SLOT, Ways
from seahaven.roads.lanemap.query_kernels import ONE
from seahaven.roads.lanemap.strips import Bytes, Indices, Integers, Strips, Truths

SHARED = -1
"""What a slot holds in which strays alone can be: lanes lie across each other there."""
SUSPECT, LOST = 1, 2
"""Notes on a row: it shares a slot; it is a stray."""
LEVELS = 6.0
"""Metres between roads of which one passes over the other, at least."""
SHRINK = 0.3
"""Metres by which stretches are taken to be shorter and narrower when they are tested for lying across each other."""
NEIGHBOURS = 9


class Bodies(NamedTuple):
    """Where vehicles are, and how large; all rows."""

    heading: Floats
    x: Floats
    y: Floats
    length: Floats
    width: Floats


@compiled_part
def sign(marks: Integers, notes: Bytes, low: int, high: int, epoch: int, i: int) -> None:
    """Sign the slots from low to high for a row; note whoever shares one."""
    for slot in range(np.uintp(low), np.uintp(high) + ONE):
        mark = marks[slot]
        if mark < 0:
            notes[i] = LOST
        elif mark >> 32 == epoch:
            other = np.uintp(mark & 0xFFFFFFFF)
            if other != np.uintp(i):
                notes[i] = max(notes[i], SUSPECT)
                notes[other] = max(notes[other], SUSPECT)
        else:
            marks[slot] = (epoch << 32) | i


@compiled_part
def sign_all(slots: Indices, marks: Integers, notes: Bytes, epoch: int) -> tuple[int, int]:
    """Sign the slots of all rows; how many are noted, and how many of these as strays."""
    notes[:] = 0
    for i in range(np.uintp(0), np.uintp(len(slots))):
        if slots[i, FIRST] == STRAY:
            notes[i] = LOST
            continue
        sign(marks, notes, slots[i, FIRST], slots[i, LAST], epoch, i)
        if slots[i, BEYOND_FIRST] != NONE:
            sign(marks, notes, slots[i, BEYOND_FIRST], slots[i, BEYOND_LAST], epoch, i)
    noted, lost = 0, 0
    for i in range(len(notes)):
        noted += notes[i] != 0
        lost += notes[i] == LOST
    return noted, lost


@compiled_part
def hashed(x: float, y: float, per_cell: float, mask: int) -> int:
    """The bucket of the cell of a plane in which a point lies, shared with others by chance."""
    return (floor(x * per_cell) * 73856093 ^ floor(y * per_cell) * 19349663) & mask


@compiled
def bystanders(bodies: Bodies, notes: Bytes, lost: int, size: float) -> int:
    """Note everybody who is near a stray; how many are noted then."""
    mask = 1023
    while mask < 8 * NEIGHBOURS * lost:
        mask = 2 * mask + 1
    is_near = np.zeros(mask + 1, np.bool_)
    per_cell = 1.0 / size
    for i in range(len(notes)):
        if notes[i] == LOST:
            for a in (-size, 0.0, size):
                for b in (-size, 0.0, size):
                    is_near[hashed(bodies.x[i] + a, bodies.y[i] + b, per_cell, mask)] = True
    noted = 0
    for i in range(len(notes)):
        if notes[i] == 0 and is_near[hashed(bodies.x[i], bodies.y[i], per_cell, mask)]:
            notes[i] = SUSPECT
        noted += notes[i] != 0
    return noted


@compiled
def meeting(bodies: Bodies, notes: Bytes, noted: int, lost: int) -> Integers:
    """The pairs of rows, among those noted and those near strays, whose boxes meet."""
    size = 0.0
    for i in range(len(notes)):
        if lost or notes[i]:
            size = max(size, bodies.length[i] * bodies.length[i] + bodies.width[i] * bodies.width[i])
    size = np.sqrt(size) * (1.0 + 1e-6)
    if lost:
        noted = bystanders(bodies, notes, lost, size)
    rows, boxes, k = np.empty(noted, np.int64), np.empty((noted, 5)), 0
    for i in range(len(notes)):
        if notes[i]:
            rows[k] = i
            boxes[k, 0], boxes[k, 1], boxes[k, 2] = bodies.x[i], bodies.y[i], bodies.heading[i]
            boxes[k, 3], boxes[k, 4] = bodies.length[i], bodies.width[i]
            k += 1
    pairs = pairs_in_grid(boxes, np.arange(noted), size)
    for p in range(len(pairs)):
        pairs[p, 0], pairs[p, 1] = rows[pairs[p, 0]], rows[pairs[p, 1]]
    return pairs


@compiled
def touching(bodies: Bodies, slots: Indices, marks: Integers, notes: Bytes, epoch: int) -> Integers:
    """The pairs of rows whose boxes meet, by the slots that each covers; in no particular order."""
    notes = notes[: len(slots)]
    noted, lost = sign_all(slots, marks, notes, epoch)
    return meeting(bodies, notes, noted, lost) if noted + lost else np.empty((0, 2), np.int64)


@compiled
def touching_at(
    table: Addresses, count: int, slots: Indices, marks: Integers, notes: Bytes, epoch: int
) -> Integers:  # fmt: skip
    """The pairs of so many rows whose boxes meet, with their columns in a table as `addresses_of` gives it."""
    seen, cells = seen_at(table, count), cells_at(table, count)
    bodies = Bodies(cells.heading, cells.x, cells.y, seen.length, seen.width)
    return touching(bodies, slots[:count], marks, notes, epoch)


@compiled
def mark_shared(strips: Strips, ways: Ways, is_open: Truths, marks: Integers) -> None:
    """Mark the slots in which lanes of different roads, or of different parts of a road, lie across each other.

    The stretches of a cell are gone through by height, so that roads far above each other cost nothing.
    """
    cell_first, cell_row, lane_of, road, section = (
        strips.cell_first, strips.cell_row, strips.lane_of, strips.road, strips.section
    )  # fmt: skip
    for cell in range(len(cell_first) - 1):
        rows = cell_row[cell_first[cell] : cell_first[cell + 1]]
        heights = ways.stretches[:, Z][rows]
        order = np.argsort(heights)
        reach, lowest = LEVELS, 0
        for row in rows:
            reach = max(reach, LEVELS + 3.0 * abs(ways.stretches[row, DZ]))
        for p in range(len(rows)):
            a = rows[order[p]]
            here, height = lane_of[a], heights[order[p]]
            while heights[order[lowest]] < height - reach:
                lowest += 1
            if not is_open[here]:
                continue
            for q in range(lowest, len(rows)):
                if heights[order[q]] > height + reach:
                    break
                b = rows[order[q]]
                there = lane_of[b]
                is_same = road[here] == road[there] and section[here] == section[there]
                if is_open[there] and not is_same and are_across(ways.stretches, a, 0.0, 1.0, b):
                    mark_part(ways, a, here, b, marks)


@compiled_part
def are_across(stretches: Floats, a: int, low: float, high: float, b: int) -> bool:
    """Whether a part of a stretch meets another at about the same height."""
    f = 0.5 * (low + high)
    if abs(stretches[a, Z] + f * stretches[a, DZ] - stretches[b, Z] - 0.5 * stretches[b, DZ]) > LEVELS + abs(
        0.5 * stretches[b, DZ]
    ) + abs(0.5 * (high - low) * stretches[a, DZ]):
        return False
    ax, ay = stretches[a, X] + f * stretches[a, DX], stretches[a, Y] + f * stretches[a, DY]
    bx, by = stretches[b, X] + 0.5 * stretches[b, DX], stretches[b, Y] + 0.5 * stretches[b, DY]
    wide_a = 2.0 * max(stretches[a, HALF], stretches[a, HALF] + stretches[a, WIDENING]) - SHRINK
    wide_b = 2.0 * max(stretches[b, HALF], stretches[b, HALF] + stretches[b, WIDENING]) - SHRINK
    long_a, long_b = (high - low) * stretches[a, SPAN] - SHRINK, stretches[b, SPAN] - SHRINK
    if wide_a <= 0.0 or wide_b <= 0.0:
        return False
    heading_a = np.arctan2(stretches[a, DY], stretches[a, DX])
    heading_b = np.arctan2(stretches[b, DY], stretches[b, DX])
    return (
        separation(ax, ay, heading_a, max(long_a, 0.0), wide_a, bx, by, heading_b, max(long_b, 0.0), wide_b) <= 0.0
    )  # fmt: skip


@compiled_part
def mark_part(ways: Ways, a: int, lane: int, b: int, marks: Integers) -> None:
    """Mark those slots of a stretch that lie across another."""
    stretches, slots = ways.stretches, ways.lanes[lane, SLOTS]
    begin, span = stretches[a, BEGIN], stretches[a, SPAN]
    for slot in range(int(begin * PER_SLOT), int((begin + span) * PER_SLOT) + 1):
        low = max((slot * SLOT - begin) / span, 0.0)
        high = min(((slot + 1) * SLOT - begin) / span, 1.0)
        if are_across(stretches, a, low, high, b):
            marks[slots + slot] = SHARED
