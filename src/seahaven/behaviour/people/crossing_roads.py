"""What compiled perception of people and of crosswalks knows of the roads: arrays that are made once."""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np

from seahaven.geometry import Floats, Indices, Integers, Truths
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.routing import Tracks
from seahaven.roads.walking import PassageTables, WalkingNetwork

__all__ = ["CrossingRoads"]

AFTER_JUNCTION = 15.0
"""A crosswalk so near behind a junction, in metres, is kept clear by whoever keeps the junction clear."""


class CrossingRoads(NamedTuple):
    """Lanes as they lead on, along routes or at random, and the crosswalks on them."""

    entry_lane: Indices
    entry_following: Indices
    next_first: Integers
    next_lane: Indices
    length: Floats
    crossing_first: Integers
    crossing_crosswalk: Indices
    crossing_begin: Floats
    crossing_end: Floats
    keeps_clear: Truths
    """Of a row of crossings: whether nobody may stand on the crosswalk in a queue."""

    @classmethod
    def of(cls, tracks: Tracks) -> Self:
        """Those of the lane map of some tracks."""
        lane_map = tracks.lane_map
        t = JunctionLogic.of(lane_map).tables
        lanes = np.repeat(np.arange(len(lane_map)), np.diff(t.crossing_first))
        is_inside = lane_map.junction >= 0
        comes_out = np.array([any(is_inside[one] for one in lane_map.predecessors(lane)) for lane in lanes.tolist()])
        near = comes_out.reshape(len(lanes)).astype(np.bool_) & (t.crossing_begin < AFTER_JUNCTION)
        return cls(
            tracks.arrays.lane, tracks.arrays.following, lane_map.next_first, lane_map.next_lane, lane_map.length,
            t.crossing_first, t.crossing_crosswalk, t.crossing_begin, t.crossing_end, ~(is_inside[lanes] | near),
        )  # fmt: skip


def passages_of(tracks: Tracks) -> PassageTables:
    """The crosswalks of the lane map of some tracks."""
    return WalkingNetwork.of(tracks.lane_map).tables


def lights_of(tracks: Tracks) -> Indices:
    """Of each crosswalk, the row of its light; -1 for none."""
    return SignalPlan.of(JunctionLogic.of(tracks.lane_map)).crosswalk_row
