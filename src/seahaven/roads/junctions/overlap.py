"""Which lanes at junctions lie over each other, and where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from seahaven.geometry import Floats, Indices, Integers, Truths
from seahaven.roads.junctions.way import Course
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import RoadNetwork

SPARE = 0.25
"""How much of a lane on either side nobody drives on, in metres: lanes side by side may overlap by twice as much."""
LEVEL = 2.5
"""Lanes that lie further above each other, in metres, are on different levels and never overlap."""
TOUCH = 1e-6
"""Lanes that share less of their length, in metres, only touch."""
LEAST_HALF = 0.3
"""The least share of its width that a lane keeps on either side of its centre."""


PARTED = 1.0
"""Two lanes that begin together have parted where neither lies over the other for so many metres of both."""


class Overlaps(NamedTuple):
    """Pairs of lanes, the lower number first, and from which s to which each lies over the other.

    A pair is there twice if the lanes begin together, part and cross again.
    """

    lanes: Integers
    """Two columns."""
    spans: Floats
    """Four columns: from and to on the first lane, from and to on the second."""


class Stretches(NamedTuple):
    """Stretches of lanes as shapes: their corners, the upright rectangles around them, and what the lane map has."""

    quads: Floats
    boxes: Floats
    plan: Floats
    heights: Floats


def find_overlaps(courses: Sequence[Course], lane_map: LaneMap, clearance: float) -> Overlaps:
    """The overlaps of all lanes inside junctions with each other and with the lanes that lead in and out.

    Lanes are compared within one junction, and within a group of junctions: a roundabout, or junctions so close that
    what happens in one counts in the next.
    """
    import seahaven.roads.junctions.overlap_kernels as kernels

    units = _units(courses, lane_map.network)
    lanes = np.array(sorted({lane for unit in units for lane in unit}), dtype=np.int64)
    sizes = lane_map.first[lanes + 1] - lane_map.first[lanes] - 1
    first = np.concatenate(([0], np.cumsum(sizes)))
    rows = np.repeat(lane_map.first[lanes] - first[:-1], sizes) + np.arange(first[-1])
    shapes = stretches(lane_map, rows, clearance - SPARE)
    pairs = _candidates(courses, units, lanes, first, shapes.boxes, lane_map)
    spans, again, room = np.empty((len(pairs), 4)), np.empty((len(pairs), 4)), np.empty((2, 16, 2))
    seats, may_part = np.searchsorted(lanes, pairs), _begin_together(pairs, lane_map)
    kernels.overlap_each(seats, first, *shapes, LEVEL, may_part, PARTED, room[0], room[1], spans, again)
    pairs, spans = np.vstack((pairs, pairs)), np.vstack((spans, again))
    found = np.minimum(spans[:, 1] - spans[:, 0], spans[:, 3] - spans[:, 2]) > TOUCH
    return Overlaps(pairs[found], spans[found])


def _begin_together(pairs: Integers, lane_map: LaneMap) -> Truths:
    """Of each pair of lanes, whether one lane leads onto both."""
    before: dict[int, set[int]] = {}
    sources = np.repeat(np.arange(len(lane_map)), np.diff(lane_map.next_first))
    for lane, source in zip(lane_map.next_lane.tolist(), sources.tolist(), strict=True):
        before.setdefault(lane, set()).add(source)
    none: set[int] = set()
    return np.array([bool(before.get(a, none) & before.get(b, none)) for a, b in pairs.tolist()], dtype=np.bool_)


def unit_of_junction(network: RoadNetwork) -> list[int]:
    """Of every junction, the lowest-numbered one with which it is, by way of groups, together."""
    number = {junction.id: j for j, junction in enumerate(network.junctions)}
    unit = list(range(len(network.junctions)))
    for group in network.groups:
        known = [number[id] for id in group.junctions if id in number]
        old = {unit[j] for j in known}
        unit = [min(old) if one in old else one for one in unit] if old else unit
    return unit


def stretches(lane_map: LaneMap, rows: Integers | Indices, widening: float) -> Stretches:
    """The shapes of stretches of lanes, made wider on either side; corners run clockwise.

    Inside a bend tighter than half the width, a side would run backwards: it shrinks to a point, so that every shape
    is convex.
    """
    plan = lane_map.plan[rows]
    corner = np.empty((len(rows), 4, 2))
    for i, (f, side) in enumerate(((0.0, 1.0), (1.0, 1.0), (1.0, -1.0), (0.0, -1.0))):
        half = plan[:, 8] + f * plan[:, 9]
        d = side * np.maximum(half + widening, 2.0 * LEAST_HALF * half)
        corner[:, i] = plan[:, 0:2] + f * plan[:, 2:4] + d[:, None] * (plan[:, 4:6] + f * plan[:, 6:8])
    for a, b in ((0, 1), (3, 2)):
        backwards = np.einsum("ij,ij->i", corner[:, b] - corner[:, a], plan[:, 2:4]) < 0.0
        middle = 0.5 * (corner[backwards, a] + corner[backwards, b])
        corner[backwards, a], corner[backwards, b] = middle, middle
    boxes = np.hstack((corner.min(axis=1), corner.max(axis=1)))
    heights = 0.5 * (lane_map.z[rows] + lane_map.z[rows + 1])
    return Stretches(corner, boxes, plan, heights)


def _units(courses: Sequence[Course], network: RoadNetwork) -> list[list[int]]:
    unit = unit_of_junction(network)
    lanes: dict[int, set[int]] = {}
    for one in courses:
        known = lanes.setdefault(unit[one.junction], set())
        known.update(lane for lane in (one.incoming, *one.lanes, one.outgoing) if lane >= 0)
    return [sorted(lanes[key]) for key in sorted(lanes)]


def _candidates(
    courses: Sequence[Course],
    units: list[list[int]],
    lanes: Integers,
    first: Integers,
    boxes: Floats,
    lane_map: LaneMap,
) -> Integers:
    """The pairs of lanes of one unit, one of them inside, the rectangles around which overlap, in rising order.

    Lanes of one section share borders at most; lanes that lead into each other meet end to end.
    """
    inside = np.zeros(len(lane_map), dtype=bool)
    # Roads that meet end to end have no lanes inside: there the lanes that lead in count as such.
    inside[[lane for one in courses for lane in one.lanes or (one.incoming,)]] = True
    starts = first[:-1]
    around = np.hstack((np.minimum.reduceat(boxes[:, :2], starts), np.maximum.reduceat(boxes[:, 2:], starts)))
    found = [_touching(np.searchsorted(lanes, unit), around) for unit in units]
    pairs = np.unique(lanes[np.vstack([np.empty((0, 2), dtype=np.int64), *found])], axis=0)
    a, b = pairs[:, 0], pairs[:, 1]
    beside = (lane_map.road[a] == lane_map.road[b]) & (lane_map.section[a] == lane_map.section[b])
    pairs = pairs[(inside[a] | inside[b]) & ~beside]
    joined = np.repeat(np.arange(len(lane_map)), np.diff(lane_map.next_first)) * len(lane_map) + lane_map.next_lane
    a, b = pairs[:, 0], pairs[:, 1]
    linked = np.isin(a * len(lane_map) + b, joined) | np.isin(b * len(lane_map) + a, joined)
    free: Integers = pairs[~linked]
    return free


def _touching(seats: Integers, around: Floats) -> Integers:
    """The pairs of seats, lower first, whose rectangles overlap; swept by x, so that only neighbours are compared."""
    order = seats[np.argsort(around[seats, 0], kind="stable")]
    reach = np.searchsorted(around[order, 0], around[order, 2], side="right")
    counts = np.maximum(reach - np.arange(len(order)) - 1, 0)
    a = np.repeat(np.arange(len(order)), counts)
    b = a + 1 + np.arange(len(a)) - np.repeat(np.cumsum(counts) - counts, counts)
    one, other = order[a], order[b]
    near = (around[one, 1] <= around[other, 3]) & (around[one, 3] >= around[other, 1])
    return np.sort(np.column_stack((one[near], other[near])), axis=1)
