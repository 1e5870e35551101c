"""How well lanes that are joined meet, and what is joined to what."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats
from seahaven.roads.lanemap import DRIVING, LaneMap
from seahaven.roads.model import LaneKind

CLOSE = 0.05
"""Metres; a smaller gap is none."""


class Gap(NamedTuple):
    """The distance in the plane between the end of a lane and the beginning of one that it leads into, by name."""

    lane: str
    next_lane: str
    distance: float


def link_gaps(lane_map: LaneMap) -> Floats:
    """For every link of the lane graph, in its order, how far the two lanes lie apart where they meet, in metres."""
    source = np.repeat(np.arange(len(lane_map)), np.diff(lane_map.next_first))
    end, start = lane_map.first[source + 1] - 1, lane_map.first[lane_map.next_lane]
    gaps: Floats = np.hypot(lane_map.x[end] - lane_map.x[start], lane_map.y[end] - lane_map.y[start])
    return gaps


def longest_gaps(lane_map: LaneMap, gaps: Floats, most: int) -> tuple[Gap, ...]:
    """The longest of the gaps, longest first, none that is close."""
    source = np.repeat(np.arange(len(lane_map)), np.diff(lane_map.next_first))
    order = np.argsort(-gaps, kind="stable")[:most]
    return tuple(
        Gap(lane_map.name(int(source[k])), lane_map.name(int(lane_map.next_lane[k])), float(gaps[k]))
        for k in order.tolist()
        if gaps[k] > CLOSE
    )


def driven_lanes(lane_map: LaneMap) -> NDArray[np.bool_]:
    """Which lanes are driven on as a matter of course."""
    return np.isin(lane_map.kind, [index for index, kind in enumerate(LaneKind) if kind in DRIVING])


def part_sizes(lane_map: LaneMap) -> tuple[int, ...]:
    """Of parts of the network between which no driven lane leads, how many driven roads each has, largest first."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    driven = driven_lanes(lane_map)
    roads = np.unique(lane_map.road[driven])
    source = np.repeat(np.arange(len(lane_map)), np.diff(lane_map.next_first))
    kept = driven[source] & driven[lane_map.next_lane]
    ends = (np.searchsorted(roads, lane_map.road[lanes[kept]]) for lanes in (source, lane_map.next_lane))
    graph = coo_array((np.ones(int(kept.sum())), tuple(ends)), shape=(len(roads), len(roads)))
    _, part = connected_components(graph, directed=False)
    return tuple(sorted(np.bincount(part).tolist(), reverse=True))
