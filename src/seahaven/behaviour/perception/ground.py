"""What compiled perception knows of roads and routes: a few narrow tables, made once.

Whatever is asked for together lies side by side, so that looking up a place costs one line of memory, and so that a
call of compiled code is given few arrays.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.behaviour.junctions.regulation import regulated_lanes
from seahaven.behaviour.round_line import driven_curvature
from seahaven.geometry import Floats, Indices, Integers
from seahaven.roads.junctions import VEHICLES, JunctionLogic
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind
from seahaven.roads.routing import Comfort, Tracks, bends, changes_of_all, limit_rows, merging_lanes

__all__ = ["CURVES", "Ground"]

CURVES = Comfort(2.0, 2.0)
"""Which of several curves ahead binds is judged by this lateral acceleration, and braking, in m/s²."""

ABREAST = 2.0
"""Metres by which a place on the lane beside may lie ahead of its counterpart for lanes to count as abreast."""
OPEN, OPENED = 2.0, 0.6
"""Width (m), and share of its largest one, from which on a lane that opens, or closes, is there to come onto."""
S, HALF_WIDTH, WIDENING, HEADING, TURN, LIMIT = range(6)
"""The columns of `stretches`: of a stretch where it begins, half the lane's width and its heading, both with what they
change by; then those of `roads`."""
LIMIT_HERE, MAY_CHANGE, GRADE, STEEPENING = range(4)
"""The columns of `roads`: the limit, which changes of lane are permitted (1 to the left, 2 to the right) and which are
impossible (4 and 8), the grade and its change."""
CURVATURE, BENDING, SHARPEST, SHARPEST_S, BOUND = range(5)
"""The columns of `curves`: of a stretch the curvature and its change; then of the place that binds most from there to
the end of the lane the curvature, the s, and how much it binds."""
FIRST, LAST, LEFT, RIGHT, NEXT, MERGES, POINTS, PREVIOUS, OVER_LEFT, OVER_RIGHT, FACING = range(11)
PER_LANE = FACING + 1
"""The columns of `lanes`: first vertex and last stretch, lanes beside in the same direction, first successor, whether
several lanes lead onto it outside junctions, where its rows in `points` and `previous` begin, and onto which lanes one
may reach over from it: those beside, or else those beside the lane from which one comes into a junction; 1 more than
the lane beside on which others come towards it, negative if it is to the right, 0 for none; and how many columns there
are."""
LENGTH, NARROWEST = range(2)
"""The columns of `sizes`: length, and half the least width."""
LANE, FOLLOWING, LEFT_ENTRY, RIGHT_ENTRY, SHIFT, REFUGE = range(6)
"""The columns of `entries`."""
DROP, REMAINING = range(2)
"""The columns of `reaches`."""


class Ground(NamedTuple):
    """The tables. Rows of lanes have one more, which says where the last one ends."""

    marks: Floats
    """Where stretches begin, once more: looked up most often, they take up the least room by themselves."""
    sorts: Indices
    """The sort of each stretch."""
    roads: Floats
    """What the road is like, by sort: most stretches are like some other."""
    stretches: Floats
    curves: Floats
    lanes: Indices
    sizes: Floats
    previous: Indices
    points: Floats
    """Where another limit begins, and which."""
    entries: Indices
    reaches: Floats

    @classmethod
    def of(cls, tracks: Tracks) -> Ground:
        """The ground under some tracks."""
        lane_map, arrays = tracks.lane_map, tracks.arrays
        point_first, points = _points(lane_map)
        stretches = _stretches(lane_map)
        roads, sorts = np.unique(stretches[:, LIMIT:], axis=0, return_inverse=True)
        entries = (arrays.lane, arrays.following, arrays.left, arrays.right, arrays.shift, arrays.is_refuge)
        return cls(
            lane_map.s.astype(np.float64),
            sorts.reshape(-1).astype(np.int32),
            roads,
            stretches,
            _curves(lane_map),
            _lanes(lane_map, point_first),
            np.column_stack((lane_map.length, _narrowest(lane_map))),
            lane_map.previous_lane.astype(np.int32),
            points,
            np.column_stack([column.astype(np.int32) for column in entries]),
            np.column_stack((arrays.drop, arrays.remaining)),
        )


def _stretches(lane_map: LaneMap) -> Floats:
    strips = lane_map.strips
    half, limit = lane_map.plan[:, 8:10], strips.limit
    skewed = _skewed(lane_map, lane_map.left, 0) | _skewed(lane_map, lane_map.right, 1)
    narrow = _narrow(lane_map, lane_map.left, 0) | _narrow(lane_map, lane_map.right, 1)
    impossible = skewed | narrow
    may_change = (changes_of_all(lane_map) & ~impossible) | (impossible << 2)
    heading, grade = lane_map.course[:, 4:6], lane_map.course[:, 8:10]
    return np.column_stack((lane_map.s, half, heading, limit, may_change, grade)).astype(np.float64)


def _skewed(lane_map: LaneMap, beside: Indices, bit: int) -> NDArray[np.uint8]:
    """A bit for each stretch that does not lie abreast of that beside it, so that nobody can change lanes there."""
    there = _beside(lane_map, beside)
    dx, dy = lane_map.x[there] - lane_map.x, lane_map.y[there] - lane_map.y
    ahead = np.abs(dx * np.cos(lane_map.heading) + dy * np.sin(lane_map.heading))
    worst = np.maximum(ahead, np.append(ahead[1:], 0.0))
    skewed: NDArray[np.uint8] = (worst > ABREAST).astype(np.uint8) << np.uint8(bit)
    return skewed


def _narrow(lane_map: LaneMap, beside: Indices, bit: int) -> NDArray[np.uint8]:
    """A bit for each stretch beside which a lane has not opened yet, or is about to close."""
    width = lane_map.strips.width
    widest = np.maximum.reduceat(width, lane_map.first[:-1])[lane_map.lane_of] if len(lane_map) else width
    is_narrow = width < np.minimum(OPEN, OPENED * widest)
    narrow: NDArray[np.uint8] = is_narrow[_beside(lane_map, beside)].astype(np.uint8) << np.uint8(bit)
    return narrow


def _beside(lane_map: LaneMap, beside: Indices) -> Integers:
    """Of each stretch the one beside it; itself where there is none."""
    rows = np.arange(len(lane_map.s))
    lane = lane_map.lane_of
    other = beside[lane]
    there = np.where(other >= 0, lane_map.first[other] + rows - lane_map.first[lane], rows)
    return np.asarray(np.clip(there, 0, len(rows) - 1))


def _curves(lane_map: LaneMap) -> Floats:
    import seahaven.behaviour.perception.curve_kernels as kernels

    driven = driven_curvature(lane_map)
    curvature, where, bound = bends(lane_map, CURVES, driven)
    rows = kernels.binding_rows(bound, lane_map.first)
    return np.column_stack((driven, curvature[rows], where[rows], bound[rows]))


def _lanes(lane_map: LaneMap, point_first: Integers) -> Indices:
    count = len(lane_map)
    lanes: NDArray[np.int32] = np.full((count + 1, PER_LANE), -1, np.int32)
    lanes[:, FIRST], lanes[:, POINTS], lanes[:, PREVIOUS] = lane_map.first, point_first, lane_map.previous_first
    lanes[:count, LAST] = lane_map.first[1:] - 2
    lanes[:count, LEFT] = np.where(lane_map.left_opposite, -1, lane_map.left)
    lanes[:count, RIGHT] = np.where(lane_map.right_opposite, -1, lane_map.right)
    lanes[:count, FACING] = _facing(lane_map)
    before = _before(lane_map)
    for side, over in ((LEFT, OVER_LEFT), (RIGHT, OVER_RIGHT)):
        beside = lanes[:count, side]
        lanes[:count, over] = np.where((beside < 0) & (before >= 0), beside[before], beside)
    has_next = np.diff(lane_map.next_first) > 0
    lanes[:count, NEXT][has_next] = lane_map.next_lane[lane_map.next_first[:-1][has_next]]
    lanes[:count, MERGES] = merging_lanes(lane_map) & ~regulated_lanes(JunctionLogic.of(lane_map))
    return lanes


def _facing(lane_map: LaneMap) -> Integers:
    """Of each lane 1 more than the one beside it on which others come towards it, negative to the right; 0 for none."""
    is_driven = np.append(np.array([kind in VEHICLES for kind in LaneKind])[lane_map.kind], False)
    left = np.where(lane_map.left_opposite & is_driven[lane_map.left], lane_map.left + 1, 0)
    right = np.where(lane_map.right_opposite & is_driven[lane_map.right], lane_map.right + 1, 0)
    facing: Integers = np.where(left > 0, left, -right) * (lane_map.junction < 0)
    return facing


def _before(lane_map: LaneMap) -> Integers:
    """The lane from which one comes into a junction on each lane; -1 where there is none, or not only one."""
    count = np.diff(lane_map.previous_first)
    before = np.full(len(lane_map), -1)
    alone = (count == 1) & (lane_map.junction >= 0)
    before[alone] = lane_map.previous_lane[lane_map.previous_first[:-1][alone]]
    before[alone & (lane_map.junction[before] >= 0)] = -1
    return before


def _narrowest(lane_map: LaneMap) -> Floats:
    """Of each lane half its least width."""
    return np.minimum.reduceat(0.5 * lane_map.strips.width, lane_map.first[:-1]) if len(lane_map) else np.empty(0)


def _points(lane_map: LaneMap) -> tuple[Integers, Floats]:
    """Where limits begin, by lane and s."""
    rows = limit_rows(lane_map)
    counts = np.bincount(lane_map.lane_of[rows], minlength=len(lane_map))
    first = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)
    return first, np.column_stack((lane_map.s[rows], lane_map.strips.limit[rows]))
