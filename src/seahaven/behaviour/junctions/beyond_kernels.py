"""Compiled: whether a long vehicle in the next junction sweeps over where one would have to wait for it."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from seahaven.behaviour.junctions.crossroads import (
    BEGIN,
    CONFLICTS,
    CROSS,
    FOE,
    FOE_END,
    GAP,
    INCOMING,
    KIND,
    LENGTH,
    OUT,
    PARALLEL,
    SAME_ARM,
    STOP,
    WAY,
)
from seahaven.behaviour.junctions.judge_kernels import (
    ALL,
    FAR_OFF,
    IDLE,
    SLACK,
    SOME,
    STANDING,
    TURN,
    TURNS,
    size_of,
    swings,
)
from seahaven.behaviour.junctions.passages import NEVER
from seahaven.behaviour.junctions.register_kernels import AT_HOLD, HOLD_ENTRY, HOLD_WAY, ROW
from seahaven.geometry import Floats
from seahaven.geometry.compiled import inlined
from seahaven.roads.lanemap.strips import Indices

NEAR = 30.0
"""Metres before its line within which a vehicle that has not set out yet is reckoned with."""


@inlined
def heed_beyond(
    row: int, entries: Indices, distances: Floats, ways: Floats, links: Indices, conflicts: Indices, spans: Floats,
    speed: Floats, length: Floats, waited: Floats, holds: Indices, spots: Floats, comers: Indices, places: Floats,
    grants: Any, bounds: Indices, listed: Indices, heads: Indices, views: Floats,
) -> None:  # fmt: skip
    """Have a vehicle wait before a junction if it and a long one could not pass each other between that and the next.

    Where the road between two junctions is shorter than both vehicles together, each would else be in one of them and
    wait for the other one to leave the next. The vehicle that has set out first goes first, then the one that is nearer
    to its line.
    """
    i, one = np.uintp(row), np.uintp(1)
    at = int(entries[holds[i, HOLD_ENTRY], OUT])
    way = int(entries[at, WAY]) if at >= 0 else -1
    if way < 0:
        return
    between, size = distances[at, GAP] - ways[holds[i, HOLD_WAY], LENGTH], length[i]
    own = swings(links, way, size)
    scope = ALL if own != 0 else SOME
    for conflict in range(links[way, CONFLICTS], links[way + 1, CONFLICTS]):
        c = np.uintp(conflict)
        foe, kind = np.uintp(conflicts[c, FOE]), conflicts[c, KIND]
        if (kind != CROSS and kind != PARALLEL) or conflicts[c, SAME_ARM] != 0:
            continue
        for p in range(bounds[scope, foe], bounds[scope, foe + one]):
            q = np.uintp(listed[np.uintp(p)])
            other, y = int(comers[q, ROW]), places[q]
            j = np.uintp(other)
            o = 4 * size_of(own + swings(links, foe, length[j]), size, length[j])
            if other == row or o == 0 or between > size + length[j]:
                continue
            if spans[c, o + BEGIN] == inf or y - length[j] > spans[c, o + FOE_END]:
                continue
            if grants[q, 0] < NEVER or comes_first(
                i, other, ways[foe, STOP] - y, int(links[foe, INCOMING]), speed, waited, spots, heads
            ):
                views[i, SLACK] = -FAR_OFF


@inlined
def comes_first(
    i: Any, other: int, to_line: float, lane: int, speed: Floats, waited: Floats, spots: Floats, heads: Indices
) -> bool:
    """Whether another vehicle that has not set out yet is to go first.

    One that has waited for longer is, for its first seconds and then once in a while: something else may keep it.
    """
    j = np.uintp(other)
    if heads[lane] != other or to_line > NEAR:
        return False
    if speed[j] > STANDING or waited[j] == waited[i]:
        return bool(to_line < spots[i, AT_HOLD] or (to_line == spots[i, AT_HOLD] and other < i))
    its_turn = waited[j] < IDLE or waited[j] % TURNS < TURN
    return bool(waited[i] < waited[j] and its_turn)
