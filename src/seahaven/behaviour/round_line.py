"""The line that drivers take through bends, which is rounder than the middle of the lane."""

from __future__ import annotations

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.routing import STRAIGHT

__all__ = ["driven_curvature"]

CUT = 0.4
"""Metres by which drivers cut corners within their lane."""
LEAST_TURN = 1e-3
"""Radians by which a bend turns at least, lest one divide by nothing."""


def driven_curvature(lane_map: LaneMap) -> Floats:
    """Of each stretch the curvature of the line that is driven, and what it changes by.

    Somebody who may leave the middle of the lane by `CUT` takes a bend of radius R that turns by an angle t with the
    radius R + CUT / (1 - cos(t / 2)): much more where a lane only swerves a little, next to no more where it turns off.
    Bends that go on from one lane to the next count as one.
    """
    start, change = lane_map.course[:, 6], lane_map.course[:, 7]
    turn = _turns(lane_map, start, start + change)
    wider = CUT / (1.0 - np.cos(0.5 * np.clip(turn, LEAST_TURN, np.pi)))
    begin, end = (each / (1.0 + np.abs(each) * wider) for each in (start, start + change))
    return np.column_stack((begin, end - begin))


def _turns(lane_map: LaneMap, start: Floats, end: Floats) -> Floats:
    """By how many radians the bend turns, all in all, that a stretch is part of."""
    mean = 0.5 * (start + end)
    side = np.where(np.abs(mean) < STRAIGHT, 0.0, np.sign(mean))
    side[lane_map.first[1:] - 1] = 0.0
    bend: Integers = np.cumsum(np.append(0, side[1:] != side[:-1])[: len(side)])
    span = np.append(np.diff(lane_map.s), 0.0)
    turn = np.bincount(bend, np.where(side != 0.0, np.abs(mean) * span, 0.0))
    before, after = np.zeros(len(turn)), np.zeros(len(turn))
    lane = np.repeat(np.arange(len(lane_map)), np.diff(lane_map.next_first))
    last, first = lane_map.first[lane + 1] - 2, lane_map.first[lane_map.next_lane]
    goes_on = (side[last] != 0.0) & (side[last] == side[first])
    np.maximum.at(after, bend[last[goes_on]], turn[bend[first[goes_on]]])
    np.maximum.at(before, bend[first[goes_on]], turn[bend[last[goes_on]]])
    whole: Floats = (turn + before + after)[bend]
    return whole
