"""Which road lies above which, so that a bridge covers what it crosses."""

from __future__ import annotations

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.roads.lanemap import LaneMap

CLEARANCE = 3.0
"""Metres of height between two roads, from which on one passes over the other."""
_MOST_LEVELS = 8


def road_levels(lane_map: LaneMap) -> list[int]:
    """For each road how many others it lies on top of, one above the other; 0 for those on the ground."""
    pairs = _stacked(lane_map)
    levels = [0] * len(lane_map.network.roads)
    for _ in range(_MOST_LEVELS):
        raised = [(upper, levels[lower] + 1) for lower, upper in pairs if levels[upper] <= levels[lower]]
        if not raised:
            break
        for road, level in raised:
            levels[road] = max(levels[road], level)
    return levels


def _stacked(lane_map: LaneMap) -> list[tuple[int, int]]:
    """Pairs of roads, the lower one first, that pass over each other somewhere: they share a cell of the map's grid."""
    if not len(lane_map.z) or np.ptp(lane_map.z) < CLEARANCE:
        return []
    counts = np.diff(lane_map.cell_first)
    filled = np.flatnonzero(counts > 1)
    starts, z = lane_map.cell_first[:-1], lane_map.z[lane_map.cell_row]
    pairs: set[tuple[int, int]] = set()
    for cell in filled[_spans(z, starts[filled], counts[filled]) >= CLEARANCE].tolist():
        here = slice(starts[cell], starts[cell] + counts[cell])
        roads = lane_map.road[lane_map.lane_of[lane_map.cell_row[here]]]
        pairs |= _pairs(list(zip(z[here].tolist(), roads.tolist(), strict=True)))
    return sorted(pairs)


def _spans(z: Floats, starts: Integers, counts: Integers) -> Floats:
    """The difference of the highest and the lowest of some heights, for each run of so many from a start on."""
    if not len(starts):
        return np.zeros(0)
    bounds = np.ravel(np.column_stack((starts, starts + counts)))
    padded = np.append(z, 0.0)  # a run may end with the last height, and then its bound is one beyond it
    highest, lowest = (extreme.reduceat(padded, bounds)[::2] for extreme in (np.maximum, np.minimum))
    spans: Floats = highest - lowest
    return spans


def _pairs(here: list[tuple[float, int]]) -> set[tuple[int, int]]:
    return {(lower, upper) for low, lower in here for high, upper in here if high - low >= CLEARANCE and lower != upper}
