"""Compiled: one step of all vehicles along their lanes, and whether any touches another."""

from __future__ import annotations

from typing import Any

from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.kernel.part import VISIT
from seahaven.motion.contact_kernels import touching_at
from seahaven.motion.lane_kernels import drive_all


@compiled_entry
def move(hand: Any, _index: int, now: int, due: int) -> int:
    """Move all vehicles; ask for a visit if one is not bound to a lane, has lost its route or touches another."""
    tally, table, ways, hints, slots, has_weather, grips, told, touch, (contact, no_contact) = taken(hand)
    n, grip = tally[0], grips[0] if has_weather[0] > 0 else 1.0
    told[:] = 0
    drive_all(table, n, ways, hints, slots, (due - now) / 1e9, grip, told)
    if told[0, 0] or told[0, 1] or told[0, 2]:
        return VISIT
    contact[:] = 0
    no_contact[:] = True
    marks, notes, epoch = touch
    epoch[0] += 1
    return VISIT if len(touching_at(table, n, slots, marks, notes, epoch[0])) else 0
