"""Compiled: who stands behind another one inside a junction, and so comes after that one for all others, too."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.behaviour.junctions.crossroads import CONFLICTS, DIVERGE, FOE, FOE_BEGIN, FOE_END, KIND, MERGE, STOP
from seahaven.behaviour.junctions.judge_kernels import OVER, STANDING, granted, lead_of
from seahaven.behaviour.junctions.passages import NEVER, SLOTS
from seahaven.behaviour.junctions.register_kernels import ROW
from seahaven.geometry import Floats
from seahaven.geometry.compiled import inlined
from seahaven.roads.lanemap.strips import Indices

HELD = 4.0
"""Metres before somebody who stands from which on somebody else who stands cannot go on."""


@inlined
def is_far_from_merging(q: Any, foe: int, begin: float, ways: Floats, places: Floats, grants: Any) -> bool:
    """Whether a vehicle has neither set out to where two ways meet nor come there: then it is ahead on neither."""
    is_granted = granted(ways, foe, begin, grants[q, 0], grants[q, 1]) < NEVER
    return bool(places[q] <= max(begin, ways[foe, STOP]) + OVER and not is_granted)


@inlined
def held_until(
    row: int, way: int, y: float, ways: Floats, links: Indices, conflicts: Indices, spans: Floats, speed: Floats,
    length: Floats, comers: Indices, places: Floats, grants: Any, first: Indices, order: Indices,
) -> int:  # fmt: skip
    """A date after that of somebody who stands right before one on a way; 0 where nobody does.

    Who cannot go on before another one does so comes after that one for others, too.
    """
    date = 0
    for c in range(links[way, CONFLICTS] - 1, links[way + 1, CONFLICTS]):
        # before its conflicts comes the way itself
        is_same = c < links[way, CONFLICTS]
        kind, its = (DIVERGE, way) if is_same else (conflicts[c, KIND], int(conflicts[c, FOE]))
        if kind != DIVERGE and kind != MERGE:
            continue
        for p in range(first[its], first[its + 1]):
            q = order[p]
            other = int(comers[q, ROW])
            rear = places[q] - length[other]
            if other == row or speed[other] >= STANDING or (not is_same and rear > spans[c, FOE_END]):
                continue
            if kind == MERGE and is_far_from_merging(q, its, spans[c, FOE_BEGIN], ways, places, grants):
                continue
            ahead = lead_of(ways, spans, c, 0, kind, way, its, y, rear) if kind == MERGE else rear - y
            if -OVER < ahead < HELD:
                date = max(date, min(int(grants[q, 1]), NEVER - 2) + 1)
    return date


@inlined
def find_held(
    ways: Floats, links: Indices, conflicts: Indices, spans: Floats, speed: Floats, length: Floats, own: Indices,
    fronts: Floats, comers: Indices, places: Floats, grants: Any, first: Indices, order: Indices, held: Any,
) -> None:  # fmt: skip
    """Fill in after which date those come at the earliest who stand behind others inside a junction; else 0."""
    for row in range(len(speed)):
        i = np.uintp(row)
        held[i] = 0
        for k in range(SLOTS):
            way = int(own[i, k])
            if way < 0 or speed[i] >= STANDING:
                break
            date = held_until(
                row, way, fronts[i, k], ways, links, conflicts, spans, speed, length, comers, places, grants, first,
                order,
            )  # fmt: skip
            held[i] = max(held[i], date)
