"""Junctions along some tracks, put into tables: made once."""

from __future__ import annotations

from collections.abc import Set
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven import geometry
from seahaven.behaviour.junctions.crossroads import (
    BEGIN,
    CONFLICTS,
    CROSS,
    DIVERGE,
    END,
    FIRST_COME,
    FOE,
    FOLLOWING,
    FREE,
    GO_FIRST,
    INCOMING,
    INSIDE,
    KEEPS_CLEAR,
    KIND,
    LANE,
    LEFT,
    LENGTH,
    LIGHTS,
    MERGE,
    MUST_STOP,
    ORIGIN,
    OUTGOING,
    PARALLEL,
    RANK,
    REACH,
    SAME_ARM,
    SIZES,
    SPEED,
    STOP,
    STOP_AND_YIELD,
    SWINGS,
    TURN,
    VERDICT,
    YIELD,
    Crossroads,
)
from seahaven.behaviour.junctions.regulation import FAST, highest_limits, is_regulated
from seahaven.behaviour.junctions.sweep import BROAD, BROADEST, SLENDER, swept_spans
from seahaven.behaviour.round_line import driven_curvature
from seahaven.geometry import Floats, Indices, Integers, Truths
from seahaven.roads import stored
from seahaven.roads.junctions import JunctionLogic, JunctionTables, Reason, Sign, SignalPlan, crosswalks_on
from seahaven.roads.lanemap import LaneMap, berths
from seahaven.roads.model import Turn
from seahaven.roads.routing import Tracks

__all__ = ["survey"]

SIDEWAYS = 2.8
"""Lateral acceleration (m/s²) with which ways are taken to be driven."""
BODY = 5.0
"""Length (m) of whoever waits inside a junction."""
SWEPT = 1.25
"""Metres by which ways are taken to be wider, to either side, where both are long and turn: the ends of a bus of 13 m
swing out by a metre beyond its lane on a radius of 11 m, its middle cuts the corner by 0.6 m."""
SWERVE = 0.15
"""Radians between the headings along a way that goes straight on, from which on long vehicles swing out on it."""
BEHIND = 4.0
"""Metres behind a way until which it is a vehicle's, at least: somebody long may sweep over where it stands."""
QUEUE = 150.0
"""Metres before the place where vehicles have to wait to which a queue may reach back."""
SLOWEST = 3.0
"""Speed (m/s) at which every way can be driven."""
MANY = 60
"""From so many ways on, conflicts are kept on disk."""
_CODE = (Path(__file__).parent, Path(geometry.__file__).parent)


class JunctionWays(NamedTuple):
    """The ways through all junctions of some roads, whoever drives there; read-only."""

    ways: Floats
    links: Indices
    conflicts: Indices
    spans: Floats
    matter: Truths
    """Of each way, whether drivers have to heed others on it, or on another one from the same lane."""


def survey(tracks: Tracks) -> Crossroads:
    """The junctions along some tracks."""
    import seahaven.behaviour.junctions.chain_kernels as kernels

    lane_map, arrays = tracks.lane_map, tracks.arrays
    logic = JunctionLogic.of(lane_map)
    tables, plan, known = logic.tables, SignalPlan.of(logic), lane_map.known(_survey_ways)
    lane, following = tracks.with_lanes()
    entries = np.full((len(lane), 7), -1, np.int32)
    entries[:, LANE], entries[:, FOLLOWING] = lane, following
    distances = np.zeros((len(lane), 3))
    distances[:, REACH] = lane_map.length[lane]
    kernels.join_ways(
        entries, distances, tables.incoming_way_first, tables.incoming_way, tables.way_lane_first, tables.way_lane,
        tables.way_lane_begin, tables.way_outgoing, known.matter,
    )  # fmt: skip
    kernels.join_ways_aside(entries, distances, arrays.left, arrays.right, arrays.shift)
    return Crossroads(
        entries,
        distances,
        known.ways,
        known.links,
        plan.way_row.astype(np.int32),
        known.conflicts,
        known.spans,
        plan.lane_first.astype(np.int64),
        plan.lane_row.astype(np.int32),
        plan.lane_s.astype(np.float64),
    )


def _survey_ways(lane_map: LaneMap) -> JunctionWays:
    """The ways of a lane map: what a survey finds whatever the tracks are, and what takes it longest."""
    logic = JunctionLogic.of(lane_map)
    tables = logic.tables
    swings = _swinging(lane_map, tables)
    first, conflicts, spans = _kept_for_sizes(lane_map, tables, swings)
    links = _links(tables, SignalPlan.of(logic), first, conflicts, spans, swings)
    matter = _that_matter(lane_map, logic, first, spans)
    ways = JunctionWays(_ways(lane_map, logic, first, spans), links, conflicts, spans, matter)
    for table in ways:
        table.setflags(write=False)
    return ways


def _ways(lane_map: LaneMap, logic: JunctionLogic, first: Integers, spans: Floats) -> Floats:
    tables = logic.tables
    ways = np.zeros((len(tables.way_length) + 1, 6))
    ways[:-1, LEFT] = tables.way_length + BEHIND
    np.maximum.at(ways[:, LEFT], np.repeat(np.arange(len(first) - 1), np.diff(first)), spans[:, 4 * (SIZES - 1) + END])
    ways[:-1, LENGTH], ways[:-1, STOP] = tables.way_length, tables.way_stop
    ways[:-1, INSIDE], ways[:-1, FREE] = _insides(logic)
    driven = np.abs(driven_curvature(lane_map)[:, 0])
    bends = np.maximum.reduceat(driven, lane_map.first[:-1]) if len(lane_map) else np.empty(0)
    fastest = np.minimum(highest_limits(lane_map), np.sqrt(SIDEWAYS / np.maximum(bends, 1e-4)))
    for way in range(len(tables.way_length)):
        lanes = tables.way_lane[tables.way_lane_first[way] : tables.way_lane_first[way + 1]]
        lanes = lanes if len(lanes) else tables.way_outgoing[way : way + 1]
        ways[way, SPEED] = max(float(fastest[lanes].min(initial=40.0)), SLOWEST)
    return ways


def _insides(logic: JunctionLogic) -> tuple[Floats, Floats]:
    """Where one waits inside, NaN also where one would stand in the way of others who go first; and from where on the
    rears of those who wait behind each other there are in nobody's way, and on no crosswalk."""
    tables = logic.tables
    way = np.repeat(np.arange(len(tables.way_length)), np.diff(tables.conflict_first))
    inside = tables.way_inside[way]
    apart = (tables.conflict_kind == DIVERGE) | (tables.conflict_reason == tuple(Reason).index(Reason.LIGHTS))
    is_before = (tables.conflict_begin < inside) & ~apart & (tables.conflict_verdict != GO_FIRST)
    insides, free = tables.way_inside.copy(), tables.way_stop.copy()
    insides[way[is_before & (tables.conflict_end + BODY > inside)]] = np.nan
    np.maximum.at(free, way[is_before], tables.conflict_end[is_before])
    for at in np.flatnonzero(np.isfinite(insides)).tolist():
        ends = [end for begin, end in crosswalks_on(logic, at).values() if begin < insides[at]]
        free[at] = max(free[at], *ends, -np.inf)
    return insides, free


def _links(
    tables: JunctionTables, plan: SignalPlan, first: Integers, conflicts: Indices, spans: Floats, swings: Truths
) -> Indices:  # fmt: skip
    links = np.zeros((len(tables.way_length) + 1, 10), np.int32)
    links[:-1, SWINGS], links[:-1, ORIGIN] = swings, tables.way_origin
    links[:, CONFLICTS], links[:, LIGHTS] = first, plan.way_first
    links[:-1, INCOMING], links[:-1, OUTGOING] = tables.way_incoming, tables.way_outgoing
    sides = {Turn.LEFT: 1, Turn.BACK: 1, Turn.RIGHT: -1}
    links[:-1, TURN] = np.array([sides.get(turn, 0) for turn in Turn], np.int32)[tables.way_turn]
    crossing = np.repeat(np.arange(len(tables.way_length)), np.diff(first))
    links[crossing[(conflicts[:, KIND] == CROSS) & np.isfinite(spans[:, BEGIN])], KEEPS_CLEAR] = 1
    # Whoever yields to those who wait for room must not take it away from them.
    gives_way = (conflicts[:, KIND] == MERGE) & np.isin(conflicts[:, VERDICT], (YIELD, STOP_AND_YIELD))
    links[crossing[gives_way & (links[conflicts[:, FOE], KEEPS_CLEAR] != 0)], KEEPS_CLEAR] = 1
    way = np.repeat(np.arange(len(tables.way_length)), np.diff(tables.conflict_first))
    yields = np.bincount(way[np.isin(tables.conflict_verdict, (YIELD, STOP_AND_YIELD))], minlength=len(links) - 1)
    links[np.lexsort((np.arange(len(yields)), yields)), RANK] = np.arange(len(yields))
    links[:-1, MUST_STOP] = tables.way_sign == tuple(Sign).index(Sign.STOP)
    return links


def _swinging(lane_map: LaneMap, tables: JunctionTables) -> Truths:
    """On which ways long vehicles swing out: where one turns, and where a way swerves."""
    swings: Truths = tables.way_turn != tuple(Turn).index(Turn.STRAIGHT)
    for way in range(len(swings)):
        inside = tables.way_lane[tables.way_lane_first[way] : tables.way_lane_first[way + 1]].tolist()
        headings = [lane_map.heading[lane_map.first[lane] : lane_map.first[lane + 1]] for lane in inside]
        if headings:
            swings[way] |= bool(np.ptp(np.unwrap(np.concatenate(headings))) > SWERVE)
    return swings


def _kept_for_sizes(lane_map: LaneMap, tables: JunctionTables, swings: Truths) -> tuple[Integers, Indices, Floats]:
    """The same as `_for_sizes`, from disk where there are many ways: a town takes 50 to 200 ms."""
    wide = JunctionLogic.of(lane_map, clearance=SWEPT).tables

    def make() -> tuple[Integers, Indices, Floats]:
        return _for_sizes(lane_map, tables, wide, swings)

    if len(tables.way_length) < MANY:
        return make()
    inputs = (lane_map.digest, berths(lane_map), *tables, *wide, swings)
    first, conflicts, spans = stored("conflicts", make, inputs=inputs, code=_CODE)
    return first, conflicts, spans


def _for_sizes(
    lane_map: LaneMap, tables: JunctionTables, wide: JunctionTables, swings: Truths
) -> tuple[Integers, Indices, Floats]:  # fmt: skip
    """The conflicts of all, with the stretches on which they get in each other's way by how long they are.

    Where only the long do so, the stretch of others is empty.
    """
    count = len(tables.way_length)
    keys = [2 * (_way_of(one) * count + one.conflict_foe) + _is_again(one) for one in (tables, wide)]
    beside, facing = (2 * (pairs[:, 0] * count + pairs[:, 1]) for pairs in _side_by_side(lane_map, tables, swings))
    merging = _merging(tables, swings)
    at_line = 2 * (merging[:, 0] * count + merging[:, 1]) + 1
    known = np.unique(np.concatenate((*keys, beside, facing, at_line)))
    ours, theirs = (np.searchsorted(known, key) for key in keys)
    way, foe, again = known // 2 // count, known // 2 % count, known % 2 != 0
    conflicts = np.zeros((len(known), 6), np.int32)
    conflicts[:, FOE], conflicts[:, KIND], conflicts[:, SAME_ARM] = foe, PARALLEL, 1
    conflicts[np.searchsorted(known, facing), KIND:] = CROSS, FIRST_COME, FIRST_COME, 0, 0
    conflicts[np.searchsorted(known, at_line), KIND:] = CROSS, FIRST_COME, FIRST_COME, 0, 0
    conflicts[theirs] = _conflicts(wide)
    conflicts[ours] = _conflicts(tables)
    short, both = (np.tile(np.array([np.inf, -np.inf]), (len(known), 2)) for _ in range(2))
    short[ours], both[theirs] = _spans(tables), _spans(wide)
    is_apart = np.isin(conflicts[:, KIND], (CROSS, PARALLEL)) & ~again
    mine = np.where(is_apart[:, None], short, _hull(short, both))
    theirs_long = mine.copy()
    is_before_line = np.isin(known, at_line)
    for rows, before_line in ((is_apart, False), (is_before_line, True)):
        pairs = np.column_stack((way, foe))[rows]
        cars, others, turning = swept_spans(
            lane_map, tables, pairs, swings, besides=(SLENDER, BROAD, BROADEST), before_line=before_line
        )
        for spans, swept in zip((mine, theirs_long), cars, strict=True):
            spans[rows] = _hull(spans[rows], swept)
        both_turn = (swings[pairs[:, 0]] & swings[pairs[:, 1]])[:, None]
        for swept, wider in zip(others, turning, strict=True):
            both[rows] = _hull(both[rows], np.where(both_turn, wider, swept))
    spans = np.hstack((short, mine, theirs_long, _hull(_hull(mine, theirs_long), both)))
    order = np.lexsort((foe, spans[:, 4 * (SIZES - 1) + BEGIN], way))
    order = order[np.isfinite(spans[order, 4 * (SIZES - 1) + BEGIN])]
    first = np.concatenate(([0], np.cumsum(np.bincount(way[order], minlength=count)))).astype(np.int64)
    return first, conflicts[order], spans[order]


def _merging(tables: JunctionTables, swings: Truths) -> Integers:
    """Pairs of ways from two arms onto one lane, of which one turns: somebody long on it may sweep over the line before
    the other one."""
    way = _way_of(tables)
    pairs = np.column_stack((way, tables.conflict_foe)).astype(np.int64)[tables.conflict_kind == MERGE]
    pairs = pairs[swings[pairs[:, 0]] | swings[pairs[:, 1]]]
    kept: Integers = pairs[tables.way_origin[pairs[:, 0]] != tables.way_origin[pairs[:, 1]]]
    return kept


def _side_by_side(lane_map: LaneMap, tables: JunctionTables, swings: Truths) -> tuple[Integers, Integers]:
    """Pairs of ways side by side of which one turns, where somebody long may swing out to the other: those from the
    same arm; and those in opposite directions along the same road inside, or from two arms to the same one."""
    incoming, outgoing, origin = tables.way_incoming, tables.way_outgoing, tables.way_origin
    arms = _together(origin)
    arms = arms[incoming[arms[:, 0]] != incoming[arms[:, 1]]]
    way, lane = np.repeat(np.arange(len(incoming)), np.diff(tables.way_lane_first)), tables.way_lane
    roads = _together(lane_map.road[lane])
    roads = roads[lane_map.along[lane[roads[:, 0]]] != lane_map.along[lane[roads[:, 1]]]]
    goals = _together(tables.way_goal)
    goals = goals[(outgoing[goals] >= 0).all(axis=1) & (outgoing[goals[:, 0]] != outgoing[goals[:, 1]])]
    goals = goals[origin[goals[:, 0]] != origin[goals[:, 1]]]
    roads = np.unique(np.vstack((way[roads], goals)), axis=0)
    first, second = (pairs[swings[pairs[:, 0]] | swings[pairs[:, 1]]] for pairs in (arms, roads))
    return first, second


def _together(keys: Indices) -> Integers:
    """All pairs of rows with the same key, in both orders and with themselves; a key below zero is none."""
    order = np.argsort(keys, kind="stable")
    order = order[keys[order] >= 0]
    groups = np.split(order, np.flatnonzero(np.diff(keys[order])) + 1)
    pairs = [np.stack(np.meshgrid(group, group), axis=-1).reshape(-1, 2) for group in groups]
    return np.concatenate(pairs) if len(order) else np.empty((0, 2), np.int64)


def _that_matter(lane_map: LaneMap, logic: JunctionLogic, first: Integers, spans: Floats) -> Truths:
    """Of each way, whether drivers have to heed others on it, or on another one from the same lane: in a town, and
    wherever vehicles wait soon behind it, the rear of one that stands there may still be before it."""
    incoming, regulated = logic.tables.way_incoming, is_regulated(logic)
    slow = highest_limits(lane_map)[np.maximum(incoming, 0)] <= FAST
    parts = np.bincount(np.maximum(incoming, 0), minlength=len(lane_map))[np.maximum(incoming, 0)] > 1
    parts &= incoming >= 0
    held = set(incoming[regulated].tolist())
    for way in np.flatnonzero(parts & ~slow & ~regulated).tolist():
        if _leads_to_queue(lane_map, int(logic.tables.way_outgoing[way]), held):
            slow[incoming == incoming[way]] = True
    matter: Truths = regulated | _is_swept(lane_map, logic.tables, first, spans)
    return matter | (slow & parts)


def _leads_to_queue(lane_map: LaneMap, lane: int, held: Set[int]) -> bool:
    """Whether a lane leads within `QUEUE` metres to the end of one of those at which vehicles may have to wait."""
    waiting, seen = [(lane, 0.0)] if lane >= 0 else [], set[int]()
    while waiting:
        at, far = waiting.pop()
        if at in held:
            return True
        far += float(lane_map.length[at])
        if at not in seen and far < QUEUE:
            waiting += [(onward, far) for onward in lane_map.successors(at)]
        seen.add(at)
    return False


def _is_swept(lane_map: LaneMap, tables: JunctionTables, first: Integers, spans: Floats) -> Truths:
    """Of each way in a town, whether somebody long on it or beside it sweeps over the other's way."""
    way = np.repeat(np.arange(len(tables.way_length)), np.diff(first))
    swept = np.zeros(len(tables.way_length), np.bool_)
    swept[way[np.isfinite(spans[:, 4 + BEGIN]) | np.isfinite(spans[:, 8 + BEGIN])]] = True
    slow = highest_limits(lane_map)[np.maximum(tables.way_incoming, 0)] <= FAST
    is_swept: Truths = swept & slow & (tables.way_incoming >= 0)
    return is_swept


def _hull(spans: Floats, others: Floats) -> Floats:
    """What covers both, row by row."""
    least, most = np.minimum(spans, others), np.maximum(spans, others)
    return np.column_stack((least[:, 0], most[:, 1], least[:, 2], most[:, 3]))


def _way_of(tables: JunctionTables) -> Integers:
    """Of each conflict its way."""
    return np.repeat(np.arange(len(tables.way_length)), np.diff(tables.conflict_first))


def _is_again(tables: JunctionTables) -> Truths:
    """Of each conflict, whether it is where two ways from one lane cross after they have parted."""
    again: Truths = (tables.conflict_kind == CROSS) & (tables.conflict_reason == tuple(Reason).index(Reason.SAME_LANE))
    return again


def _spans(tables: JunctionTables) -> Floats:
    return np.column_stack(
        (tables.conflict_begin, tables.conflict_end, tables.conflict_foe_begin, tables.conflict_foe_end)
    )


def _conflicts(tables: JunctionTables) -> Indices:
    way = _way_of(tables)
    columns: tuple[NDArray[Any], ...] = (
        tables.conflict_foe, tables.conflict_kind, tables.conflict_verdict, tables.conflict_dark_verdict,
        tables.conflict_is_lit, tables.way_origin[way] == tables.way_origin[tables.conflict_foe],
    )  # fmt: skip
    table = np.column_stack([column.astype(np.int32) for column in columns])
    is_beside = (table[:, SAME_ARM] != 0) & (tables.way_goal[way] == tables.way_goal[tables.conflict_foe])
    table[(table[:, KIND] == CROSS) & is_beside & ~_is_again(tables) & (tables.way_origin[way] >= 0), KIND] = PARALLEL
    return table
