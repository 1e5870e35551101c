"""Compiled: one step of all vehicles along their lanes or where others move them, and whether any touches another."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry.compiled import compiled, inlined, move_bytes
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.kernel.part import VISIT
from seahaven.motion.columns import GUIDED
from seahaven.motion.contact_kernels import touching_at
from seahaven.motion.lane_kernels import drive_all
from seahaven.motion.matching_kernels import find_lanes


@inlined
def mark_guided(count: int, guided: Any) -> None:
    """Mark vehicles that another module moves, in the copy of the behaviours."""
    counts, rows, _, _, motion, marks, _ = guided
    if counts[0]:
        for row in range(count):
            marks[row] = motion[row]
        for k in range(counts[0]):
            marks[rows[k]] = GUIDED


@compiled
def follow(guided: Any) -> bool:
    """Find the lanes that vehicles are on which another module moves; False if one has come onto another lane.

    All else of them stays as it is.
    """
    counts, rows, own, fields, _, _, (lookup, around, kinds, reach, seen, cells, z) = guided
    for k in range(counts[0]):
        for f in range(len(fields)):
            size = fields[f, 2]
            offset = np.uintp(rows[k]) * size
            move_bytes(fields[f, 1] + offset, fields[f, 0] + offset, size)
    if counts[1] == 0:
        return True
    return find_lanes(lookup, around, own[: counts[1]], seen, cells, z, np.zeros(counts[1]), kinds, reach) == 0


@compiled_entry
def move(hand: Any, _index: int, now: int, due: int) -> int:
    """Move all vehicles; ask for a visit if one is not bound to a lane, has lost its route or touches another.

    So it does if one that another module moves has come onto another lane.
    """
    tally, table, ways, hints, slots, has_weather, grips, told, touch, (contact, no_contact), guided = taken(hand)
    n, grip = tally[0], grips[0] if has_weather[0] > 0 else 1.0
    told[:] = 0
    mark_guided(n, guided)
    drive_all(table, n, ways, hints, slots, (due - now) / 1e9, grip, told)
    if told[0, 0] > guided[0][0] or told[0, 1] or told[0, 2]:
        return VISIT
    if guided[0][0] and not follow(guided):
        return VISIT
    contact[:] = 0
    no_contact[:] = True
    marks, notes, epoch = touch
    epoch[0] += 1
    return VISIT if len(touching_at(table, n, slots, marks, notes, epoch[0])) else 0
