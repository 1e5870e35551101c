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


@inlined
def is_among(first: int, second: int, count: int, pairs: Any) -> bool:
    """Whether two ids, in this order, are one of so many pairs."""
    found = False
    for k in range(count):
        found |= pairs[k, 0] == first and pairs[k, 1] == second
    return found


@inlined
def put_in_order(pairs: Any) -> None:
    """Sort a few pairs by the first of each, and then by the second."""
    for k in range(1, len(pairs)):
        a, b, at = pairs[k, 0], pairs[k, 1], k
        while at > 0 and (pairs[at - 1, 0] > a or (pairs[at - 1, 0] == a and pairs[at - 1, 1] > b)):
            pairs[at, 0], pairs[at, 1] = pairs[at - 1, 0], pairs[at - 1, 1]
            at -= 1
        pairs[at, 0], pairs[at, 1] = a, b


@compiled
def still_touch(pairs: Any, contact: Any, no_contact: Any, met: Any) -> bool:
    """Give vehicles that touch each other; False if they are others than in the step before.

    Those of a pair touch if each reaches as high as where the other stands. A vehicle that touches several is given
    that of the first pair.
    """
    ids, z, height, count, before = met
    found = 0
    for k in range(len(pairs)):
        a, b = pairs[k, 0], pairs[k, 1]
        if z[a] <= z[b] + height[b] and z[b] <= z[a] + height[a]:
            if not is_among(ids[a], ids[b], count[0], before):
                return False
            pairs[found, 0], pairs[found, 1] = a, b
            found += 1
    if found != count[0]:
        return False
    put_in_order(pairs[:found])
    for k in range(found - 1, -1, -1):
        a, b = pairs[k, 0], pairs[k, 1]
        contact[b], no_contact[b] = ids[a], False
        contact[a], no_contact[a] = ids[b], False
    return True


@compiled_entry
def move(hand: Any, _index: int, now: int, due: int) -> int:
    """Move all vehicles; ask for a visit if one is not bound to a lane or has lost its route, or others touch.

    So it does if one that another module moves has come onto another lane.
    """
    tally, table, ways, hints, slots, has_weather, grips, told, touch, (contact, no_contact), guided, met = taken(hand)
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
    return 0 if still_touch(touching_at(table, n, slots, marks, notes, epoch[0]), contact, no_contact, met) else VISIT
