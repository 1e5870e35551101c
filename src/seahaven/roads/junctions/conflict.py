"""Conflicts: ways that get in each other's way, where they do, and who waits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from seahaven.geometry import Bytes, Floats, Integers, Truths
from seahaven.roads.junctions.overlap import PARTED, Overlaps
from seahaven.roads.junctions.way import Course
from seahaven.roads.lanemap import LaneMap


class ConflictKind(StrEnum):
    """How two ways meet: they cross, lead onto the same lane, or come from the same one.

    Two ways that come from the same lane, part and cross again do both, in two conflicts.
    """

    CROSS = "cross"
    MERGE = "merge"
    DIVERGE = "diverge"


class Verdict(StrEnum):
    """What whoever takes a way has to do about traffic on another."""

    GO_FIRST = "go first"
    YIELD = "yield"
    STOP_AND_YIELD = "stop and yield"
    FIRST_COME = "first come"
    """Whoever is there first goes first: at all-way stops, behind each other, and where no rule decides."""


class Reason(StrEnum):
    """Why: the rule that a verdict follows from."""

    SAME_LANE = "same lane"
    PRIORITY = "stated priority"
    LIGHTS = "lights"
    STOP_SIGN = "stop sign"
    YIELD_SIGN = "yield sign"
    PRIORITY_ROAD = "priority road"
    ALL_WAY_STOP = "all-way stop"
    ROUNDABOUT = "roundabout"
    ENTRY = "entry lane"
    RAIL = "rail"
    TURNING = "turning"
    SAME_ARM = "same arm"
    MAIN_ROAD = "main road"
    RIGHT_FIRST = "right before left"
    LEFT_FIRST = "left before right"
    UNREGULATED = "unregulated"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Conflict:
    """What one way has to do with another: where on both, in metres along each, and who goes first.

    `begin` and `end` bound the stretch of the way on which a vehicle may touch one that is on the other's stretch,
    `foe_begin` to `foe_end`. Where both ways have lights, `verdict` is what holds while both are green, and
    `dark_verdict` what holds when the lights are off; otherwise both are the same.
    """

    way: int
    foe: int
    kind: ConflictKind
    begin: float
    end: float
    foe_begin: float
    foe_end: float
    verdict: Verdict
    reason: Reason
    dark_verdict: Verdict
    dark_reason: Reason
    is_lit: bool


class Meetings(NamedTuple):
    """Every conflict twice, once for each of the two ways, ordered by way, foe and place; `twin` is the other row."""

    way: Integers
    foe: Integers
    kind: Bytes
    span: Floats
    """From and to along the way, from and to along the foe's way."""
    twin: Integers
    again: Truths
    """Whether it is where two ways from the same lane cross after they have parted."""


KINDS = tuple(ConflictKind)


def find_meetings(courses: Sequence[Course], overlaps: Overlaps, unit: Sequence[int], lane_map: LaneMap) -> Meetings:
    """The conflicts of ways that follow from overlaps of their lanes, and from lanes that they share.

    A way's own stretch is the hull of all the stretches on which its lanes lie over lanes of the other. The lane from
    which both come, and the one onto which both lead, do not count: there one drives behind the other. Ways that come
    from one lane, part and cross again have a second conflict, where they cross.
    """
    seat_lane, seat_way, offset = _seats(courses, lane_map)
    pairs = np.vstack((overlaps.lanes, overlaps.lanes[:, ::-1], _shared(courses)))
    lengths = lane_map.length[pairs[2 * len(overlaps.lanes) :, 0]]
    whole = np.column_stack((np.zeros(len(lengths)), lengths, np.zeros(len(lengths)), lengths))
    spans = np.vstack((overlaps.spans, overlaps.spans[:, [2, 3, 0, 1]], whole))
    row, a, b = _joined(pairs, seat_lane)
    span = spans[row] + np.column_stack((offset[a], offset[a], offset[b], offset[b]))
    ends = _at_ends(courses, lane_map)
    way, foe = (np.concatenate((seat_way[own], other)) for own, other in ((a, ends[0]), (b, ends[1])))
    span = np.vstack((span, ends[2]))
    units = np.array([unit[one.junction] for one in courses], dtype=np.int64)
    keep = (way != foe) & (units[way] == units[foe])
    return _hulls(way[keep], foe[keep], span[keep], courses)


def _at_ends(courses: Sequence[Course], lane_map: LaneMap) -> tuple[Integers, Integers, Floats]:
    """Ways that come from the same lane meet where they begin, those that lead onto the same one where they end."""
    lengths = np.array([sum(lane_map.length[lane] for lane in one.lanes) for one in courses], dtype=np.float64)
    ways, foes, spans = [], [], []
    for lanes, place in (
        ([one.incoming for one in courses], np.zeros(len(courses))),
        ([one.outgoing for one in courses], lengths),
    ):
        lane = np.array(lanes, dtype=np.int64)
        order = np.argsort(lane, kind="stable")
        order = order[lane[order] >= 0]
        known = np.unique(lane[order])
        _, a, b = _joined(np.column_stack((known, known)), lane[order])
        ways.append(order[a])
        foes.append(order[b])
        spans.append(np.column_stack((place[order[a]], place[order[a]], place[order[b]], place[order[b]])))
    return np.concatenate(ways), np.concatenate(foes), np.vstack(spans)


def _seats(courses: Sequence[Course], lane_map: LaneMap) -> tuple[Integers, Integers, Floats]:
    """Each lane of each way, ordered by lane: the lane, the way, and the distance along the way of its beginning."""
    rows = []
    for way, one in enumerate(courses):
        reached = 0.0
        if one.incoming >= 0:
            rows.append((one.incoming, way, -one.start))
        for lane in one.lanes:
            rows.append((lane, way, reached))
            reached += float(lane_map.length[lane])
        if one.outgoing >= 0:
            rows.append((one.outgoing, way, reached - one.end))
    rows.sort()
    lanes, ways, offsets = zip(*rows, strict=True) if rows else ((), (), ())
    return np.array(lanes, dtype=np.int64), np.array(ways, dtype=np.int64), np.array(offsets, dtype=np.float64)


def _shared(courses: Sequence[Course]) -> Integers:
    """Lanes inside junctions with themselves, where several ways take them."""
    counts: dict[int, int] = {}
    for one in courses:
        for lane in one.lanes:
            counts[lane] = counts.get(lane, 0) + 1
    again = [(lane, lane) for lane, count in sorted(counts.items()) if count > 1]
    return np.array(again, dtype=np.int64).reshape(-1, 2)


def _joined(pairs: Integers, seat_lane: Integers) -> tuple[Integers, Integers, Integers]:
    """For every pair of lanes each seat of the first with each seat of the second: the pair and the two seats."""
    low, high = (np.searchsorted(seat_lane, pairs, side=side) for side in ("left", "right"))
    count = (high - low)[:, 0] * (high - low)[:, 1]
    row = np.repeat(np.arange(len(pairs)), count)
    place = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
    wide = (high - low)[row, 1]
    return row, low[row, 0] + place // wide, low[row, 1] + place % wide


def _hulls(way: Integers, foe: Integers, span: Floats, courses: Sequence[Course]) -> Meetings:
    """One conflict for each pair of ways, and a second one for those that part and cross again."""
    half = way < foe
    way, foe, span = way[half], foe[half], span[half]
    order = np.lexsort((span[:, 0], foe, way))
    way, foe, span = way[order], foe[order], span[order]
    new = np.ones(len(way), dtype=bool)
    new[1:] = (way[1:] != way[:-1]) | (foe[1:] != foe[:-1])
    starts = np.flatnonzero(new)
    parts = _kinds(way[starts], foe[starts], courses) == KINDS.index(ConflictKind.DIVERGE)
    again = _again(span, starts, parts)
    starts = np.flatnonzero(new | again)
    way, foe, again = way[starts], foe[starts], again[starts]
    if len(starts):
        least, greatest = np.minimum.reduceat(span, starts), np.maximum.reduceat(span, starts)
        span = np.column_stack((least[:, 0], greatest[:, 1], least[:, 2], greatest[:, 3]))
    way, foe, again = np.concatenate((way, foe)), np.concatenate((foe, way)), np.concatenate((again, again))
    span = np.vstack((span, span[:, [2, 3, 0, 1]]))
    order = np.lexsort((again, foe, way))
    way, foe, again = way[order], foe[order], again[order]
    kinds = np.where(again, np.uint8(KINDS.index(ConflictKind.CROSS)), _kinds(way, foe, courses))
    return Meetings(way, foe, kinds, span[order], np.lexsort((again, way, foe)), again)


def _again(span: Floats, starts: Integers, parts: Truths) -> Truths:
    """The rows, ordered by way, foe and begin, at which ways that have parted cross again.

    The group of a pair begins at each of `starts`, and only groups of `parts` are looked at.
    """
    again, ends = np.zeros(len(span), dtype=bool), np.append(starts[1:], len(span))
    for low, high in zip(starts[parts].tolist(), ends[parts].tolist(), strict=True):
        reached = span[low, [1, 3]]
        for row in range(low + 1, high):
            if (span[row, [0, 2]] > reached + PARTED).all():
                again[row] = True
                break
            reached = np.maximum(reached, span[row, [1, 3]])
    return again


def _kinds(way: Integers, foe: Integers, courses: Sequence[Course]) -> Bytes:
    incoming = np.array([one.incoming for one in courses], dtype=np.int64)
    outgoing = np.array([one.outgoing for one in courses], dtype=np.int64)
    first = np.array([one.lanes[0] if one.lanes else -1 - k for k, one in enumerate(courses)], dtype=np.int64)
    merges = (outgoing[way] == outgoing[foe]) & (outgoing[way] >= 0)
    parts = ((incoming[way] == incoming[foe]) & (incoming[way] >= 0)) | (first[way] == first[foe])
    kinds = np.where(merges, KINDS.index(ConflictKind.MERGE), KINDS.index(ConflictKind.CROSS))
    return np.where(parts & ~merges, KINDS.index(ConflictKind.DIVERGE), kinds).astype(np.uint8)
