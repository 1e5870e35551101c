"""Marks between lanes: where a road user may change over them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from seahaven.geometry import Bytes, Indices, Integers, Truths
from seahaven.roads.junctions import VEHICLES
from seahaven.roads.lanemap import CHANGE_LEFT, CHANGE_RIGHT, LaneMap
from seahaven.roads.model import Crossing, Lane, LaneKind, Mark, MarkKind
from seahaven.roads.routing.road_user import RoadUser, lanes_in_order

_MIRRORED = {MarkKind.SOLID_BROKEN: Crossing.DECREASE, MarkKind.BROKEN_SOLID: Crossing.INCREASE}
_DRIVING = np.array([kind.is_driving for kind in LaneKind])
_VEHICLES = np.array([kind in VEHICLES for kind in LaneKind])
_BIKING = tuple(LaneKind).index(LaneKind.BIKING)


def neighbours(lane_map: LaneMap, open_to: Truths) -> tuple[Integers, Integers]:
    """The lanes to the left and to the right, -1 unless both are open and run the same way."""

    def beside(other: Indices) -> Integers:
        fits = (other >= 0) & open_to & open_to[other] & (lane_map.along == lane_map.along[other])
        return np.where(fits, other, -1).astype(np.int64)

    return beside(lane_map.left), beside(lane_map.right)


def permitted_changes(lane_map: LaneMap, user: RoadUser, left: Integers, right: Integers) -> Bytes:
    """For each stretch, as `LaneMap.may_change` has it: whether the road user may change to the left, to the right.

    The lane map knows of lanes that cars drive on; for others, such as bus lanes, the marks are read here. A change
    also needs a lane that is wide enough to change onto.
    """
    permitted = _with_special(lane_map, left, right)
    for others, bit in ((left, CHANGE_LEFT), (right, CHANGE_RIGHT)):
        permitted[~_is_wide(lane_map, others, user.room)] &= np.uint8(~bit & 3)
    return permitted


def changes_of_all(lane_map: LaneMap) -> Bytes:
    """For each stretch, whether marks let those change to the left, to the right, who may be on the lane there at all.

    That are more than `LaneMap.may_change` has, which knows of lanes that cars drive on: buses change onto bus lanes.
    """
    return _with_special(lane_map, *neighbours(lane_map, _VEHICLES[lane_map.kind]))


def _with_special(lane_map: LaneMap, left: Integers, right: Integers) -> Bytes:
    """The permitted changes, with those onto lanes of special kinds, between bicycle lanes and others, and off lanes
    that end.

    The line along a bicycle lane keeps vehicles off it; cyclists may leave it wherever they have to. So may whoever is
    on a lane that ends beside one that goes on, whatever the line says: there is nothing else that one could do.
    """
    permitted = lane_map.may_change.copy()
    lanes: Sequence[Lane] | None = None
    for others, bit in ((left, CHANGE_LEFT), (right, CHANGE_RIGHT)):
        for lane in np.flatnonzero(_leads_off(lane_map, others)).tolist():
            permitted[lane_map.first[lane] : lane_map.first[lane + 1] - 1] |= bit
        is_biking = (others >= 0) & ((lane_map.kind == _BIKING) | (lane_map.kind[others] == _BIKING))
        for lane in np.flatnonzero(is_biking).tolist():
            permitted[lane_map.first[lane] : lane_map.first[lane + 1] - 1] |= bit
        for lane in np.flatnonzero((others >= 0) & ~_DRIVING[lane_map.kind[others]] & ~is_biking).tolist():
            lanes = lanes or tuple(lanes_in_order(lane_map))
            _mark_permitted(lane_map, lanes, lane, int(others[lane]), permitted, bit)
    return permitted


def _leads_off(lane_map: LaneMap, others: Integers) -> Truths:
    """Whether a lane ends and one beside it goes on; or one further on that side, behind others that end, too."""
    ends = np.diff(lane_map.next_first) == 0
    beside, found = others, np.zeros(len(others), np.bool_)
    while (waiting := ends & ~found & (beside >= 0)).any():
        found |= waiting & ~ends[beside]
        beside = np.where(waiting & ~found, others[beside], -1)
    return found


def _is_wide(lane_map: LaneMap, others: Integers, room: float) -> Truths:
    """Of each stretch, whether there is a lane beside it that is wide enough along all of it."""
    lane = lane_map.lane_of
    other = others[lane]
    there = lane_map.first[other] + np.arange(len(lane)) - lane_map.first[lane]
    width = lane_map.strips.width
    there = np.clip(there, 0, len(width) - 2)
    wide: Truths = (other >= 0) & (np.minimum(width[there], width[there + 1]) >= room)
    return wide


def _mark_permitted(
    lane_map: LaneMap, lanes: Sequence[Lane], lane: int, other: int, permitted: Bytes, bit: int
) -> None:
    if (lanes[lane].id > 0) != (lanes[other].id > 0):
        return
    inner = lanes[min(lane, other, key=lambda one: abs(lanes[one].id))]
    start = lane_map.network.roads[lane_map.road[lane]].sections[lane_map.section[lane]].s
    wanted = Crossing.INCREASE if other < lane else Crossing.DECREASE
    for row in range(lane_map.first[lane], lane_map.first[lane + 1] - 1):
        middle = 0.5 * (lane_map.road_s[row] + lane_map.road_s[row + 1]) - start
        mark = next((mark for mark in reversed(inner.marks) if mark.s <= middle), None)
        if mark is None or _permission(mark, inner) in (Crossing.BOTH, wanted):
            permitted[row] |= bit


def _permission(mark: Mark, lane: Lane) -> Crossing:
    """What a mark permits; to the left of the middle a double line is numbered the other way."""
    if lane.id > 0 and mark.crossing is None:
        return _MIRRORED.get(mark.kind, mark.permission)
    return mark.permission
