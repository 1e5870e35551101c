"""Compiled: which ways lie ahead of every lane of a route."""

from __future__ import annotations

from typing import Any

from seahaven.behaviour.junctions.crossroads import ASIDE, EXIT, FOLLOWING, GAP, HERE, LANE, OUT, REACH, SINCE, WAY
from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, inlined
from seahaven.roads.lanemap.strips import Indices

MOST_LANES = 200
"""How many lanes ahead a way is looked for."""
FURTHEST = 1000.0
"""How far ahead, in metres."""


@inlined
def way_from(
    entries: Indices, entry: int, incoming_first: Any, incoming: Any, lane_first: Any, lanes: Any, outgoing: Any
) -> tuple[int, int]:
    """The way that begins at the end of an entry's lane, and the entry of the lane onto which it leads; -1 for none."""
    lane = entries[entry, LANE]
    for k in range(incoming_first[lane], incoming_first[lane + 1]):
        way, at, fits = incoming[k], int(entries[entry, FOLLOWING]), True
        for row in range(lane_first[way], lane_first[way + 1]):
            fits = fits and at >= 0 and entries[at, LANE] == lanes[row]
            at = int(entries[at, FOLLOWING]) if fits else at
        if fits and at >= 0 and entries[at, LANE] == outgoing[way]:
            return int(way), at
    return -1, -1


@compiled
def join_ways(
    entries: Indices, distances: Floats, incoming_first: Any, incoming: Any, lane_first: Any, lanes: Any, begins: Any,
    outgoing: Any, is_regulated: Any,
) -> None:  # fmt: skip
    """Fill in, for every entry, the next way that matters, where it begins and leads, and the way that it lies on."""
    for entry in range(len(entries)):
        way, leaves = way_from(entries, entry, incoming_first, incoming, lane_first, lanes, outgoing)
        if way < 0 or not is_regulated[way]:
            continue
        entries[entry, WAY], entries[entry, OUT], entries[entry, EXIT] = way, entries[entry, FOLLOWING], leaves
        distances[entry, GAP] = distances[entry, REACH]
        at = int(entries[entry, FOLLOWING])
        for row in range(lane_first[way], lane_first[way + 1]):
            entries[at, HERE], distances[at, SINCE] = way, begins[row]
            at = int(entries[at, FOLLOWING])
    begins_here = entries[:, WAY] >= 0
    for entry in range(len(entries)):
        at, far = entry, 0.0
        for _ in range(MOST_LANES):
            if begins_here[at]:
                break
            far += distances[at, REACH]
            at = int(entries[at, FOLLOWING])
            if at < 0 or far > FURTHEST:
                break
        if at >= 0 and at != entry and far <= FURTHEST and begins_here[at]:
            entries[entry, WAY], entries[entry, OUT], entries[entry, EXIT] = (
                entries[at, WAY], entries[at, OUT], entries[at, EXIT],
            )  # fmt: skip
            distances[entry, GAP] = far + distances[at, REACH]


@compiled
def join_ways_aside(entries: Indices, distances: Floats, left: Any, right: Any, shift: Any) -> None:
    """Fill in the ways to which those come who have to change lanes before, and how far these are."""
    for entry in range(len(shift)):
        at, far = entry, 0.0
        for _ in range(MOST_LANES):
            beside = at
            for _ in range(abs(shift[at])):
                beside = int(left[beside] if shift[at] > 0 else right[beside]) if beside >= 0 else -1
            if entries[entry, WAY] >= 0 or far > FURTHEST:
                break
            if beside >= 0 and beside != at and entries[beside, WAY] >= 0:
                entries[entry, ASIDE] = entries[beside, WAY]
                distances[entry, GAP] = far + distances[beside, GAP]
                break
            far += distances[at, REACH]
            at = int(entries[at, FOLLOWING])
            if at < 0 or at >= len(shift):
                break
