"""The model laid out flat: roads, sections and lanes as rows, all profiles in one table, for compiled loops."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from math import inf
from typing import NamedTuple

import numpy as np

from seahaven.geometry import Bytes, Floats, Indices, Integers, Truths
from seahaven.roads.lanemap.sign_limits import SignLimits
from seahaven.roads.lanemap.usual_limits import limits_of_roads
from seahaven.roads.lanemap.waypoints import WAYPOINT_COLUMNS, waypoint_rows
from seahaven.roads.model import Crossing, Direction, Lane, LaneKind, Limit, Mark, MarkKind, Piece, RoadNetwork

INCREASE, DECREASE = 1, 2
_PERMITS = {
    Crossing.BOTH: INCREASE | DECREASE,
    Crossing.INCREASE: INCREASE,
    Crossing.DECREASE: DECREASE,
    Crossing.NONE: 0,
}
_MIRRORED = {MarkKind.SOLID_BROKEN: DECREASE, MarkKind.BROKEN_SOLID: INCREASE}
_KINDS = {kind: index for index, kind in enumerate(LaneKind)}
_DRIVING = np.array([kind.is_driving for kind in LaneKind])

Step = tuple[float, float, float]
"""From which s on, and one or two values."""


class Tables(NamedTuple):
    """The model as arrays. A *slot* is a lane of a section, the middle one included, from left to right.

    Profile 3r, 3r + 1 and 3r + 2 are the elevation, superelevation and lane offset of road r; profile 3R + j is the
    width of slot j, R being the number of roads. Of the steps, r are the limits of road r; R + 3j, R + 3j + 1 and
    R + 3j + 2 are the heights, the marks and the limits of slot j. All s count from the start of the road.
    """

    road_length: Floats
    section_road: Indices
    section_start: Floats
    section_end: Floats
    slot_first: Integers
    slot_number: Indices
    slot_section: Indices
    slot_kind: Bytes
    slot_driving: Truths
    slot_along: Truths
    slot_two_way: Truths
    slot_level: Truths
    profile_first: Integers
    pieces: Floats
    step_first: Integers
    steps: Floats
    waypoint_first: Integers
    waypoints: Floats
    """Rows of lanes that are given by points: the share of the lane's length, x, y, z, normal x, y, curvature."""


def flat_tables(network: RoadNetwork) -> Tables:
    """The network as tables."""
    roads = network.roads
    sections = [(r, i, section) for r, road in enumerate(roads) for i, section in enumerate(road.sections)]
    slots = [(r, k, lane) for k, (r, _, section) in enumerate(sections) for lane in section.lanes]
    starts = np.array([section.s for _, _, section in sections])
    ends = np.array([roads[r].stretch(i)[1] for r, i, _ in sections])
    begins = [sections[k][2].s for _, k, _ in slots]
    kinds = np.array([_KINDS[lane.kind] for _, _, lane in slots], dtype=np.uint8)
    profiles = _profiles(network, [lane for _, _, lane in slots], begins)
    steps = _steps(network, [(r, sections[k][1], lane) for r, k, lane in slots], begins)
    waypoints = [waypoint_rows(lane.points) if lane.points else None for _, _, lane in slots]
    return Tables(
        np.array([road.length for road in roads]),
        np.array([r for r, _, _ in sections], dtype=np.int32),
        starts,
        np.maximum(starts, ends),
        _first(len(section.lanes) for _, _, section in sections),
        np.array([lane.id for _, _, lane in slots], dtype=np.int32),
        np.array([k for _, k, _ in slots], dtype=np.int32),
        kinds,
        _DRIVING[kinds],
        np.array([lane.direction is Direction.BOTH or roads[r].runs_along(lane) for r, _, lane in slots], dtype=bool),
        np.array([lane.direction is Direction.BOTH for _, _, lane in slots], dtype=bool),
        np.array([lane.is_level for _, _, lane in slots], dtype=bool),
        *profiles,
        *steps,
        _first(0 if rows is None else len(rows) for rows in waypoints),
        np.concatenate([np.empty((0, WAYPOINT_COLUMNS)), *(rows for rows in waypoints if rows is not None)]),
    )


def _profiles(network: RoadNetwork, lanes: Sequence[Lane], begins: Sequence[float]) -> tuple[Integers, Floats]:
    listed: list[tuple[Piece, ...]] = []
    for road in network.roads:
        listed += road.elevation.pieces, road.superelevation.pieces, road.lane_offset.pieces
    listed += [lane.width.pieces for lane in lanes]
    return _shifted(listed, [0.0] * 3 * len(network.roads) + list(begins), 5)


def _steps(
    network: RoadNetwork, lanes: Sequence[tuple[int, int, Lane]], begins: Sequence[float]
) -> tuple[Integers, Floats]:
    of_roads, signs = limits_of_roads(network), SignLimits(network)
    listed: list[Sequence[Step]] = [_limits(own) for own in of_roads]
    origins = [0.0] * len(network.roads)
    for (road, section, lane), begin in zip(lanes, begins, strict=True):
        limits = signs.limits(network.roads[road], section, lane, of_roads[road])
        listed += lane.heights, [(mark.s, _permits(mark, lane), 0.0) for mark in lane.marks], _limits(limits)
        origins += begin, begin, begin
    return _shifted(listed, origins, 3)


def _limits(limits: Iterable[Limit]) -> list[Step]:
    return [(limit.s, inf if limit.speed is None else limit.speed, 0.0) for limit in limits]


def _permits(mark: Mark, lane: Lane) -> int:
    """Which changes a mark permits, as bits. To the left of the middle a double line is numbered the other way."""
    if lane.id > 0 and mark.crossing is None and mark.kind in _MIRRORED:
        return _MIRRORED[mark.kind]
    return _PERMITS[mark.permission]


def _shifted(
    listed: Sequence[Sequence[tuple[float, ...]]], origins: Sequence[float], columns: int
) -> tuple[Integers, Floats]:
    """All rows in one table, their s moved by where each list has its origin, and where each list begins."""
    first = _first(map(len, listed))
    numbers = chain.from_iterable(chain.from_iterable(listed))
    table = np.fromiter(numbers, dtype=np.float64, count=columns * int(first[-1])).reshape(-1, columns)
    table[:, 0] += np.repeat(origins, np.diff(first))
    return first, table


def _first(lengths: Iterable[int]) -> Integers:
    return np.fromiter(accumulate(lengths, initial=0), dtype=np.int64)
