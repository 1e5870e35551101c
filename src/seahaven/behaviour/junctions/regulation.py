"""Where right of way decides who goes first, and where one just fits in."""

from __future__ import annotations

import numpy as np

from seahaven.behaviour.junctions.crossroads import CROSS, DIVERGE, MERGE
from seahaven.geometry import Floats, Truths
from seahaven.roads.junctions import TURNS, JunctionLogic
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import JunctionKind, Turn

__all__ = ["highest_limits", "is_regulated", "regulated_lanes"]

FAST = 20.0
"""Limit (m/s) above which lanes that only merge, or part, are no junction: there one fits in at speed. Nobody turns off
at a right angle so fast, whatever the limit: where somebody turns, it is a junction."""
_STRAIGHT = TURNS.index(Turn.STRAIGHT)


def is_regulated(logic: JunctionLogic) -> Truths:
    """Of each way, whether one goes through its junction by right of way, and does not just fit in at speed."""
    tables, lane_map = logic.tables, logic.lane_map
    kind = tables.conflict_kind
    way = np.repeat(np.arange(len(tables.way_length)), np.diff(tables.conflict_first))
    limits = highest_limits(lane_map)
    onto, off = (limits[np.maximum(lanes, 0)] <= FAST for lanes in (tables.way_outgoing, tables.way_incoming))
    turns = tables.way_turn != _STRAIGHT
    meets = (kind == CROSS) | ((kind == MERGE) & (onto | turns)[way]) | ((kind == DIVERGE) & (off | turns)[way])
    is_way = np.zeros(len(tables.way_length), np.bool_)
    is_way[way[meets]] = True
    is_way |= np.diff(tables.way_light_first) > 0
    count = len(tables.junction_way_first) - 1
    known = np.zeros(count, np.bool_)
    known[tables.way_junction[is_way]] = True
    direct = np.array([junction.kind is JunctionKind.DIRECT for junction in lane_map.network.junctions], np.bool_)
    regulated: Truths = (known & ~direct)[tables.way_junction] & (tables.way_incoming >= 0)
    return regulated


def regulated_lanes(logic: JunctionLogic) -> Truths:
    """Of each lane, whether whoever comes onto it from elsewhere does so by right of way."""
    tables, regulated = logic.tables, is_regulated(logic)
    lanes = np.zeros(len(logic.lane_map), np.bool_)
    way = np.repeat(np.arange(len(regulated)), np.diff(tables.way_lane_first))
    lanes[tables.way_lane[regulated[way]]] = True
    lanes[tables.way_outgoing[regulated & (tables.way_outgoing >= 0)]] = True
    return lanes


def highest_limits(lane_map: LaneMap) -> Floats:
    """Of each lane the highest limit on it; infinite where there is none."""
    if not len(lane_map):
        return np.empty(0)
    limit = np.where(np.isnan(lane_map.strips.limit), np.inf, lane_map.strips.limit)
    return np.maximum.reduceat(limit, lane_map.first[:-1])
