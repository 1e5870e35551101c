"""Compiled: how much room there is behind a junction for whoever wants to set out."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from seahaven.behaviour.junctions.crossroads import (
    CONFLICTS,
    EXIT,
    FOE,
    FOLLOWING,
    FREE,
    INSIDE,
    KEEPS_CLEAR,
    KIND,
    LANE,
    LENGTH,
    MERGE,
)
from seahaven.behaviour.junctions.crossroads import REACH as LANE_LENGTH
from seahaven.behaviour.junctions.judge_kernels import ROOM, SOME
from seahaven.behaviour.junctions.passages import NEVER
from seahaven.behaviour.junctions.register_kernels import ALONG, HOLD_ENTRY, HOLD_INSIDE, HOLD_STAGE, HOLD_WAY, ROW
from seahaven.geometry import Floats
from seahaven.geometry.compiled import inlined
from seahaven.roads.lanemap.strips import Indices

SPACE = 2.0
"""Metres between vehicles that stand behind each other."""
ROLLING = 2.5
"""Deceleration (m/s²) with which those behind the junction may stop."""


@inlined
def measure_room(
    row: int, entries: Indices, distances: Floats, ways: Floats, links: Indices, conflicts: Indices, speed: Floats,
    length: Floats, holds: Indices, spots: Floats, comers: Indices, places: Floats, grants: Any, bounds: Indices,
    listed: Indices, tails: Indices, tail_spots: Floats, views: Floats,
) -> None:  # fmt: skip
    """Note how much room there is behind the junction, beyond what one needs.

    Only those count who have set out, all of whom are in any list.
    """
    i, way = np.uintp(row), int(holds[row, HOLD_WAY])
    need = length[i] + SPACE
    if holds[i, HOLD_STAGE] == 1:
        if taken_inside(row, way, spots[i, ALONG], length, comers, places, grants, bounds, listed) > 0.0:
            views[i, ROOM] = -need
        return
    if ways[way, INSIDE] == ways[way, INSIDE]:
        taken = taken_inside(row, way, spots[i, ALONG], length, comers, places, grants, bounds, listed)
        is_short = holds[i, HOLD_INSIDE] != 0
        if taken > 0.0 and not (is_short and ways[way, INSIDE] - taken - length[i] > ways[way, FREE]):
            views[i, ROOM] = -need
            return
    if links[way, KEEPS_CLEAR] == 0:
        return
    at, far, free = int(entries[holds[i, HOLD_ENTRY], EXIT]), 0.0, inf
    for _ in range(8):
        if at < 0 or far > need + 40.0:
            break
        lane = entries[at, LANE]
        if tails[lane] >= 0:
            v = speed[tails[lane]]
            free = far + tail_spots[lane] + v * v / (2.0 * ROLLING)
            break
        far += distances[at, LANE_LENGTH]
        at = int(entries[at, FOLLOWING])
    if free == inf:
        return
    taken = on_the_way(row, way, ways, length, spots[i, ALONG], comers, places, grants, bounds, listed)
    for c in range(links[way, CONFLICTS], links[way + 1, CONFLICTS]):
        if conflicts[c, KIND] == MERGE:
            taken += on_the_way(row, int(conflicts[c, FOE]), ways, length, -inf, comers, places, grants, bounds, listed)
    views[i, ROOM] = free - taken - need


@inlined
def taken_inside(
    row: int, way: int, x: float, length: Floats, comers: Indices, places: Floats, grants: Any, bounds: Indices,
    listed: Indices,
) -> float:  # fmt: skip
    """How many metres those take up who wait, or come to wait, inside the junction ahead on the same way."""
    taken = 0.0
    for p in range(bounds[SOME, way], bounds[SOME, way + 1]):
        q = np.uintp(listed[np.uintp(p)])
        if comers[q, ROW] != row and places[q] > x and grants[q, 0] < NEVER and grants[q, 1] == NEVER:
            taken += length[comers[q, ROW]] + SPACE
    return taken


@inlined
def on_the_way(
    row: int, way: int, ways: Floats, length: Floats, beyond: float, comers: Indices, places: Floats, grants: Any,
    bounds: Indices, listed: Indices,
) -> float:  # fmt: skip
    """How much room those need who are on a way and not yet behind the junction."""
    taken = 0.0
    for p in range(bounds[SOME, way], bounds[SOME, way + 1]):
        q = np.uintp(listed[np.uintp(p)])
        other = int(comers[q, ROW])
        is_there = other != row and grants[q, 0] < NEVER and places[q] > beyond
        if is_there and places[q] - 0.5 * length[other] < ways[way, LENGTH]:
            taken += length[other] + SPACE
    return taken
