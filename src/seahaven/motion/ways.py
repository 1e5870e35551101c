"""The roads as compiled motion takes them: the arrays of a lane map and of tracks, and who may lie beside whom."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, tau
from typing import NamedTuple

import numpy as np

from seahaven.geometry import Floats, Indices, Integers, Truths
from seahaven.roads.lanemap import LaneMap, berths
from seahaven.roads.model import LaneKind
from seahaven.roads.routing import Tracks

__all__ = ["LAYOUT", "ROADWAY", "SLOT", "Ways", "slots_of", "ways_of"]

OBSTACLES = frozenset(
    {
        LaneKind.SIDEWALK, LaneKind.CROSSWALK, LaneKind.BORDER, LaneKind.CURB, LaneKind.MEDIAN, LaneKind.RAIL,
        LaneKind.NONE,
    }
)  # fmt: skip
"""Kinds of lanes onto which nobody moves over."""
ROADWAY = frozenset(LaneKind) - OBSTACLES


SLOT = 2.0
"""m, how long slots are: no longer than the gaps in which people stop behind each other."""
LINE = 64
"""Bytes that the processor fetches together."""


class Ways(NamedTuple):
    """Where lanes lie and lead; read-only."""

    first: Integers
    """This and the next five are those of the lane map's `Strips`; they lead from an s to a stretch."""
    length: Floats
    s: Floats
    bucket_first: Integers
    bucket_row: Indices
    bucket_scale: Floats
    stretches: Floats
    """Of a stretch of a lane, from a vertex to the next, what `LAYOUT` says: three lines of memory side by side."""
    lanes: Indices
    """Of a lane, side by side: the lane to the left and to the right that one may move over to, the first into which it
    leads, -1 where there is none; the first of its slots, of which collisions are made out; and what lies to the left
    and to the right, whatever it is: a lane, -1 for none, or 2 less than minus a lane that runs the other way; the one
    lane into which it leads, and the one that leads into it, -1 where that is none or several."""
    entries: Indices
    """Of an entry of the tracks, side by side: its lane, the entry to its left, to its right, the following one, and
    the only one that it follows, -1 where that is none or several."""
    berth: Floats
    """Of a vertex, how far to the left of the lane the axles of a bus go."""
    bearing: Floats
    """Of a stretch, the heading of the straight line from its first vertex to the next."""


LAYOUT = (
    "heading", "turn", "curvature", "bending", "grade", "vaulting", "begin", "per_span",
    "x", "y", "dx", "dy", "normal_x", "normal_y", "normal_dx", "normal_dy",
    "half", "widening", "z", "dz", "normal_z", "normal_dz", "span", "crooked",
)  # fmt: skip
"""The columns of `Ways.stretches`: values at the first vertex, most with their change up to the next; at last whether a
vehicle on it may have its axles on a curve or beyond a kink."""
BENT = 0.02
"""Curvature (1/m) from which on it matters that the axles of a vehicle, not its middle, keep to the lane."""
KINK = 0.02
"""Radians from the end of a lane to the beginning of another that are a kink."""
AXLES = 5.5
"""Metres from the middle of the longest vehicle to its axles."""


def ways_of(tracks: Tracks) -> Ways:
    """The arrays for vehicles on some tracks."""
    lane_map, arrays = tracks.lane_map, tracks.arrays
    columns = arrays.lane, arrays.left, arrays.right, arrays.following, _preceding(arrays.following)
    entries = np.column_stack(columns).astype(np.int32)
    bearing = np.arctan2(lane_map.plan[:, 3], lane_map.plan[:, 2])
    tables = _stretches(lane_map), _neighbours(lane_map), entries, berths(lane_map), bearing
    for table in tables:
        table.setflags(write=False)
    look = lane_map.strips.lookup
    return Ways(look.first, look.length, look.s, look.bucket_first, look.bucket_row, look.bucket_scale, *tables)


def _stretches(lane_map: LaneMap) -> Floats:
    """The table `Ways.stretches`."""
    plan, course = lane_map.plan, lane_map.course
    span = plan[:, 11]
    per_span = np.divide(1.0, span, out=np.zeros_like(span), where=span > 0.0)
    columns = {
        "heading": course[:, 4], "turn": course[:, 5], "curvature": course[:, 6], "bending": course[:, 7],
        "grade": course[:, 8], "vaulting": course[:, 9], "begin": plan[:, 10], "per_span": per_span,
        "x": plan[:, 0], "y": plan[:, 1], "dx": plan[:, 2], "dy": plan[:, 3],
        "normal_x": plan[:, 4], "normal_y": plan[:, 5], "normal_dx": plan[:, 6], "normal_dy": plan[:, 7],
        "half": plan[:, 8], "widening": plan[:, 9], "z": course[:, 0], "dz": course[:, 1],
        "normal_z": course[:, 2], "normal_dz": course[:, 3], "span": span, "crooked": _crooked(lane_map),
    }  # fmt: skip
    table = _on_lines(len(plan), len(LAYOUT))
    for k, name in enumerate(LAYOUT):
        table[:, k] = columns.get(name, 0.0)
    return table


def _crooked(lane_map: LaneMap) -> Truths:
    """Of each stretch, whether there is a curve or a kink within reach of axles."""
    heading, turn, curvature, bending = lane_map.course[:, 4:8].T
    bent = np.maximum(np.abs(curvature), np.abs(curvature + bending)) > BENT
    kinks = np.abs((heading[1:] - heading[:-1] - turn[:-1] + pi) % tau - pi) > KINK
    kinks[lane_map.first[1:-1] - 1] = False  # from the last stretch of a lane to the first of another
    bent[1:] |= kinks
    bent[:-1] |= kinks
    crooked = np.zeros(len(bent), np.bool_)
    for lane in range(len(lane_map)):
        first, last = int(lane_map.first[lane]), int(lane_map.first[lane + 1]) - 1
        s, own = lane_map.s[first : last + 1], bent[first:last]
        low = np.searchsorted(s, s[:-1] - AXLES, side="right") - 1
        high = np.searchsorted(s, s[1:] + AXLES, side="left")
        counts = np.concatenate(([0], np.cumsum(own)))
        found = counts[np.minimum(high, len(own))] > counts[np.maximum(low, 0)]
        found |= (s[:-1] < AXLES) & _has_kink(lane_map, lane, lane_map.predecessors(lane), is_end=False)
        found |= (s[1:] > s[-1] - AXLES) & _has_kink(lane_map, lane, lane_map.successors(lane), is_end=True)
        crooked[first:last] = found
    berth = berths(lane_map)
    crooked[:-1] |= (berth[:-1] != 0.0) | (berth[1:] != 0.0)
    return crooked


def _has_kink(lane_map: LaneMap, lane: int, others: Sequence[int], *, is_end: bool, reach: float = AXLES) -> bool:
    """Whether there is a curve or a kink within reach of a lane's end, or its beginning, on the lanes that go on."""
    first = lane_map.first
    own = lane_map.heading[int(first[lane + 1]) - 1 if is_end else int(first[lane])]
    for one in others:
        rows = slice(int(first[one]), int(first[one + 1]))
        length, s = float(lane_map.length[one]), lane_map.s[rows]
        is_near = s <= reach if is_end else s >= length - reach
        turned = lane_map.heading[rows][0 if is_end else -1] - own
        if (np.abs(lane_map.curvature[rows][is_near]) > BENT).any() or abs((turned + pi) % tau - pi) > KINK:
            return True
        further = lane_map.successors(one) if is_end else lane_map.predecessors(one)
        if length < reach and _has_kink(lane_map, one, further, is_end=is_end, reach=reach - length):
            return True
    return False


def _preceding(following: Indices) -> Indices:
    """Of each entry the only one that it follows, -1 where that is none or several."""
    onto = following[following >= 0]
    preceding = np.full(len(following), -1, np.int32)
    preceding[onto] = np.flatnonzero(following >= 0)
    preceding[np.bincount(onto, minlength=len(following)) != 1] = -1
    return preceding


def _on_lines(rows: int, columns: int) -> Floats:
    """A table whose rows begin where lines of memory do."""
    room = np.empty(rows * columns + LINE // 8)
    skip = -room.ctypes.data % LINE // 8
    return room[skip : skip + rows * columns].reshape(rows, columns)


def _neighbours(lane_map: LaneMap) -> Indices:
    """The table `Ways.lanes`."""
    is_open = np.array([kind not in OBSTACLES for kind in LaneKind])[lane_map.kind]
    has_next = np.diff(lane_map.next_first) > 0
    onward = np.full(len(lane_map), -1, np.int32)
    onward[has_next] = lane_map.next_lane[lane_map.next_first[:-1][has_next]]
    sides = [
        np.where((beside >= 0) & ~opposite & is_open[beside], beside, -1)
        for beside, opposite in (
            (lane_map.left, lane_map.left_opposite),
            (lane_map.right, lane_map.right_opposite),
        )
    ]
    slots = _slots(lane_map.length)
    whatever = [
        np.where(opposite & (beside >= 0), -2 - beside, beside)
        for beside, opposite in (
            (lane_map.left, lane_map.left_opposite),
            (lane_map.right, lane_map.right_opposite),
        )
    ]
    only = _only(lane_map.next_first, lane_map.next_lane), _only(lane_map.previous_first, lane_map.previous_lane)
    return np.column_stack((*sides, onward, np.cumsum(slots) - slots, *whatever, *only)).astype(np.int32)


def _only(first: Integers, others: Indices) -> Indices:
    """Of each lane the one that it leads to, or comes from; -1 for none or several."""
    only = np.full(len(first) - 1, -1, np.int32)
    is_one = np.diff(first) == 1
    only[is_one] = others[first[:-1][is_one]]
    return only


def _slots(length: Floats) -> Integers:
    """How many slots lanes have."""
    return np.ceil(length / SLOT).astype(np.int64) + 1


def slots_of(ways: Ways) -> int:
    """How many slots all lanes have together."""
    return int(_slots(ways.length).sum())
