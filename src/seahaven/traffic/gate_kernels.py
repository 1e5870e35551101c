"""Compiled: whether any newcomer that waits at a gate finds room."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry.compiled import carray, floats_at, longs_at
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.kernel.part import VISIT
from seahaven.traffic.room_kernels import CAUTION, find_room, line_up_first

SPOTS, SPOT_COUNT, FIRSTS, REACH, REACH_COUNT, OFFSETS, TRAITS = range(7)
"""Of a newcomer the addresses of its `SpotArrays`, how many spots and lanes in reach there are, and of its traits."""
DEPARTURE, POSITION, GIVEN, FACTOR, KEPT = range(5)
"""Of a newcomer when it set out, and what `find_room` takes."""
SPOT_WIDTH = 5


@compiled_entry
def watch_gate(hand: Any, _index: int, now: int, due: int) -> int:
    """Wake the gate if any newcomer finds room, or in other weather than what was noted."""
    tally, roads, columns, rooms, waiting, sky, margin = taken(hand)
    lanes, places, speeds, traits = rooms
    count, where, numbers, is_free = waiting
    skies, (visibility, grip, rain, daylight), noted = sky
    if skies[0] > 0 and (
        visibility[0] != noted[0] or grip[0] != noted[1] or rain[0] != noted[2] or daylight[0] != noted[3]
    ):
        return VISIT
    dt, seconds = (due - now) / 1e9, now / 1e9
    many = line_up_first(tally[0], roads, columns, rooms, dt)
    order = np.argsort(lanes[:many], kind="mergesort")
    ordered = lanes[:many][order]
    nobody, nowhere = np.zeros(0, np.int64), np.zeros(0)
    for k in range(count[0]):
        own, terms = where[k], numbers[k]
        is_on_time = terms[DEPARTURE] >= seconds
        spots = carray(floats_at(own[SPOTS]), (own[SPOT_COUNT], SPOT_WIDTH))
        firsts = carray(longs_at(own[FIRSTS]), 2 * own[SPOT_COUNT] + 1)
        reach = carray(longs_at(own[REACH]), own[REACH_COUNT])
        offsets = carray(floats_at(own[OFFSETS]), own[REACH_COUNT])
        found, _, _ = find_room(
            ordered, order, lanes, many, places, speeds, traits, spots, is_free[k, : own[SPOT_COUNT]], firsts, reach,
            offsets, nobody, nowhere, carray(floats_at(own[TRAITS]), CAUTION + 1), terms[POSITION], terms[GIVEN],
            terms[FACTOR], terms[KEPT], seconds + dt - terms[DEPARTURE] if is_on_time else 0.0, noted[4], noted[5],
            margin, dt,
        )  # fmt: skip
        if found >= 0:
            return VISIT
    return 0
