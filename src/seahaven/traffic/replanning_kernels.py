"""Compiled: for how long everybody has stood, and who is stuck or off its route."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, inlined
from seahaven.geometry.entry_kernels import compiled_entry, taken
from seahaven.kernel.part import VISIT
from seahaven.roads.lanemap.strips import Bytes, Integers

FREE, LOST, ASTRAY, BLOCKED = range(4)
"""What may be the matter with somebody: nothing, off its route, on the wrong lane, or before a road that is blocked."""


@compiled
def note_standing(
    ids: Any, speed: Floats, still: float, now: float, before: Integers, since_before: Floats, standing: Integers,
    since: Floats, stood: Floats,
) -> int:  # fmt: skip
    """List who stands and since when, from those who did before; fill in for how long, 0 for those who move.

    Ids ascend. Gives how many there are.
    """
    count, at = 0, 0
    for row in range(len(ids)):
        stood[row] = 0.0
        if not speed[row] < still:
            continue
        while at < len(before) and before[at] < ids[row]:
            at += 1
        is_known = at < len(before) and before[at] == ids[row]
        standing[count], since[count] = ids[row], since_before[at] if is_known else now
        stood[row] = now - since[count]
        count += 1
    return count


@inlined
def is_due(stood: float, limit: float, again: float, period: float) -> bool:
    """Whether one has now stood for so many seconds, or `again` some more."""
    over = stood - limit
    return over >= 0.0 and np.floor(over / again) != np.floor((over - period) / again)


@compiled
def find_stuck(
    alone: Any, apart: Any, lane: Any, route: Any, goes: Any, entry: Any, s: Floats, drop: Any, leads_on: Any,
    shift: Any, kind: Any, stood: Floats, length: Floats, bus: int, near: float, each: float, astray: float,
    patience: float, blocked: float, again: float, period: float, found: Bytes,
) -> int:  # fmt: skip
    """Fill in what is the matter with everybody; give with how many anything is.

    `alone` and `apart`: who has no partner, and touches nobody. `near` is how far from the end of a lane one stands
    because of what lies there, and `each` how much further for each further lane that one has to cross. Whoever stands
    there on the wrong lane does so for `astray` seconds, buses for `patience` times as long, and whoever is on the
    right one for `blocked` seconds; each is found `again` after so many more. It is looked each `period`.
    """
    count = 0
    for row in range(len(lane)):
        found[row] = FREE
        if not (alone[row] and apart[row] and lane[row] >= 0 and route[row] >= 0):
            continue
        # Whose lane leads elsewhere may have set out for the lane beside it, onto which it does not get.
        is_at_end = not leads_on[row] and shift[row] != 0 and drop[row] < near + (abs(shift[row]) - 1) * each
        if not goes[row] and entry[row] < 0:
            found[row] = LOST
        # A bus in a bay may stand there on purpose.
        elif is_at_end and is_due(stood[row], (patience if kind[row] == bus else 1.0) * astray, again, period):
            found[row] = ASTRAY
        elif not goes[row] and length[lane[row]] - s[row] < near and is_due(stood[row], blocked, again, period):
            found[row] = BLOCKED
        count += found[row] != FREE
    return count


@compiled_entry
def look_around(hand: Any, _index: int, now: int, due: int) -> int:
    """Note for how long each vehicle has stood; wake the module, and note nothing, if any is stuck or lost."""
    tally, columns, (known, since_known, count), (standing, since, stood, found), length, limits, bus = taken(hand)
    ids, speed, alone, apart, lane, route, goes, entry, s, drop, leads_on, shift, kind = columns
    n, before = tally[0], count[0]
    still, near, each, astray, patience, blocked, again = limits
    many = note_standing(
        ids[:n], speed, still, now / 1e9, known[:before], since_known[:before], standing, since, stood
    )  # fmt: skip
    if find_stuck(
        alone, apart, lane[:n], route, goes, entry, s, drop, leads_on, shift, kind, stood, length, bus, near, each,
        astray, patience, blocked, again, (due - now) / 1e9, found,
    ):  # fmt: skip
        return VISIT
    known[:many], since_known[:many], count[0] = standing[:many], since[:many], many
    return 0
