"""What lies along lanes and ways that a driver looks out for: made once, and passed by in order."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads.junctions import VEHICLES, ConflictKind, JunctionLogic
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind
from seahaven.roads.routing.graph import is_pinched

LONGEST_APPROACH = 100.0
"""How far before a junction, in metres, its stop lines and conflicts are looked for at most."""
STRAIGHT = 1e-9
"""Below this curvature, in 1/m, a lane is straight: what is left is rounding."""


class LaneFeatures(NamedTuple):
    """Of each lane: how much it bends and climbs, and points on it by rising s, at which limits or crosswalks begin."""

    first: Integers
    s: Floats
    course: Floats
    """Of a stretch: the curvature and its change, the grade and its change."""
    length: Floats
    junction: Integers
    merges: Truths
    """Whether several lanes lead onto a lane."""
    peaks: Floats
    """The curvature where a lane binds most and the s of that; the grade where it is steepest and the s of that."""
    point_first: Integers
    point_s: Floats
    points: Floats
    """0 and the limit that begins, in m/s; or 1 and the index of the crosswalk."""


class WayFeatures(NamedTuple):
    """Of each way: its junction, its lanes, where one waits, the light that holds, and the conflicts by rising s."""

    junction: Integers
    outgoing: Integers
    length: Floats
    stop: Floats
    light: Integers
    """Controller and letter of the light that holds; -1 for one that nothing switches, -2 where there is no light."""
    lane_first: Integers
    lane: Integers
    lane_begin: Floats
    conflict_first: Integers
    conflict_begin: Floats
    conflict_row: Integers
    """The row of a conflict in the junctions' tables."""
    incoming_first: Integers
    incoming_way: Integers
    inside_first: Integers
    inside_way: Integers


class Comfort(NamedTuple):
    """How drivers like to take curves, in m/s²: by how much they are pressed sideways, and brake before."""

    lateral: float
    deceleration: float


def lane_features(lane_map: LaneMap, logic: JunctionLogic, comfort: Comfort) -> LaneFeatures:
    """The features of all lanes."""
    return LaneFeatures(
        lane_map.first.copy(),
        lane_map.s.copy(),
        np.ascontiguousarray(lane_map.course[:, 6:10]),
        lane_map.length.copy(),
        lane_map.junction.astype(np.int64),
        merging_lanes(lane_map),
        np.column_stack((*_binding(lane_map, comfort), *_steepest(lane_map))),
        *_points(lane_map, logic),
    )


def way_features(logic: JunctionLogic) -> WayFeatures:
    """The features of all ways; of conflicts those in which ways cross or merge."""
    t = logic.tables
    counts = np.diff(t.way_light_first)
    light = np.minimum(t.way_light_first[:-1], max(len(t.light_letter) - 1, 0))
    has_light = counts > 0
    shown = np.tile(np.array([-2, -1]), (len(counts), 1))
    shown[has_light] = np.column_stack((t.light_controller, t.light_letter))[light[has_light]]
    rows = np.flatnonzero(t.conflict_kind != tuple(ConflictKind).index(ConflictKind.DIVERGE))
    owner = np.repeat(np.arange(len(counts)), np.diff(t.conflict_first))[rows]
    return WayFeatures(
        t.way_junction.astype(np.int64),
        t.way_outgoing.astype(np.int64),
        t.way_length.copy(),
        np.nan_to_num(t.way_stop),
        shown,
        t.way_lane_first.copy(),
        t.way_lane.astype(np.int64),
        t.way_lane_begin.copy(),
        np.concatenate(([0], np.cumsum(np.bincount(owner, minlength=len(counts))))).astype(np.int64),
        t.conflict_begin[rows],
        rows,
        t.incoming_way_first.copy(),
        t.incoming_way.astype(np.int64),
        t.inside_way_first.copy(),
        t.inside_way.astype(np.int64),
    )


def approach(ways: WayFeatures) -> float:
    """How far before its junction a way may have a stop line, or a conflict."""
    earliest = min(float(ways.stop.min(initial=0.0)), float(ways.conflict_begin.min(initial=0.0)))
    return min(-earliest, LONGEST_APPROACH)


def merging_lanes(lane_map: LaneMap) -> Truths:
    """Of each lane, whether several that are driven or ridden on lead onto it; those do not that taper off."""
    driven = np.array([kind in VEHICLES for kind in LaneKind])[lane_map.kind] & ~is_pinched(lane_map)
    owner = np.repeat(np.arange(len(lane_map)), np.diff(lane_map.previous_first))
    merges: Truths = np.bincount(owner[driven[lane_map.previous_lane]], minlength=len(lane_map)) > 1
    return merges


def _binding(lane_map: LaneMap, comfort: Comfort) -> tuple[Floats, Floats]:
    """Of each lane the curvature, and the s, that ask for braking first, wherever before it one comes from."""
    curvature, where, bound = bends(lane_map, comfort)
    rows = _first_of(lane_map, -bound)
    return curvature[rows], where[rows]


def bends(
    lane_map: LaneMap, comfort: Comfort, curvatures: Floats | None = None
) -> tuple[Floats, Floats, Floats]:  # fmt: skip
    """Of each stretch the curvature, and the s, that ask for braking first, and the bound that says so.

    `curvatures` are those of stretches, and what they change by, if they are not to be the lanes' own.

    With v = sqrt(a / k) in the curve, and braking with b, one may have the speed sqrt(a / k + 2 b d) at a distance d:
    the least of that binds. Candidates are the ends of each stretch and, where it bends more and more, the place
    between them at which the bound stops falling. The bound is the square of that speed at the lane's beginning; those
    of straight stretches are large, not infinite.
    """
    start, change = (lane_map.course[:, 6:8] if curvatures is None else curvatures).T
    span = np.append(np.diff(lane_map.s), 0.0)
    slope = change / np.where(span > 0.0, span, 1.0)
    turning = np.sign(slope) * np.sqrt(comfort.lateral * np.abs(slope) / (2.0 * comfort.deceleration))
    inner = np.clip((turning - start) / np.where(slope != 0.0, slope, 1.0), 0.0, np.maximum(span, 0.0))
    shares = np.column_stack((np.zeros(len(span)), inner, span))
    curvature = start[:, None] + shares * slope[:, None]
    where = lane_map.s[:, None] + shares
    curvature[lane_map.first[1:] - 1] = 0.0
    sharpness = np.maximum(np.abs(curvature), STRAIGHT)
    bound = comfort.lateral / sharpness + 2.0 * comfort.deceleration * where
    best = (np.arange(len(span)), np.argmin(bound, axis=1))
    return curvature[best], where[best], bound[best]


def _steepest(lane_map: LaneMap) -> tuple[Floats, Floats]:
    """Of each lane the grade that is largest, either way, and the first s at which it is so."""
    start = lane_map.course[:, 8]
    finish = start + lane_map.course[:, 9]
    at_end = np.abs(finish) > np.abs(start)
    value = np.where(at_end, finish, start)
    where = lane_map.s + np.where(at_end, np.append(np.diff(lane_map.s), 0.0), 0.0)
    value[lane_map.first[1:] - 1] = 0.0
    rows = _first_of(lane_map, np.abs(value))
    return value[rows], where[rows]


def _first_of(lane_map: LaneMap, values: Floats) -> Integers:
    """Of each lane the first row with the largest value."""
    greatest = np.maximum.reduceat(values, lane_map.first[:-1]) if len(lane_map) else np.empty(0)
    hits = np.flatnonzero(values == np.repeat(greatest, np.diff(lane_map.first)))
    return hits[np.searchsorted(hits, lane_map.first[:-1])]


def _points(lane_map: LaneMap, logic: JunctionLogic) -> tuple[Integers, Floats, Floats]:
    """Where limits and crosswalks begin, by lane and s."""
    rows, t = limit_rows(lane_map), logic.tables
    crossed = np.repeat(np.arange(len(lane_map)), np.diff(t.crossing_first))
    lane = np.concatenate((lane_map.lane_of[rows], crossed))
    s = np.concatenate((lane_map.s[rows], t.crossing_begin))
    limits = np.column_stack((np.zeros(len(rows)), lane_map.strips.limit[rows]))
    points = np.vstack((limits, np.column_stack((np.ones(len(crossed)), t.crossing_crosswalk))))
    order = np.lexsort((points[:, 0], s, lane))
    first = np.concatenate(([0], np.cumsum(np.bincount(lane, minlength=len(lane_map))))).astype(np.int64)
    return first, s[order], points[order]


def limit_rows(lane_map: LaneMap) -> Integers:
    """The stretches with which a limit begins that differs from the one before; the first of each lane among them."""
    limit = lane_map.strips.limit
    is_new = np.append(True, limit[1:] != limit[:-1])[: len(limit)]
    is_new[lane_map.first[1:] - 1] = False
    is_new[lane_map.first[:-1]] = True
    return np.flatnonzero(is_new)
