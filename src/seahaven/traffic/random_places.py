"""Places along roads at which random trips begin and end, and which of them lead to which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Literal

import numpy as np

from seahaven.geometry import Integers, Truths
from seahaven.roads import LaneMap
from seahaven.roads.model import LaneKind
from seahaven.roads.routing import Router

__all__ = ["RoadPlace", "joined", "road_places"]

SHORTEST = 30.0
"""Metres that a stretch of road has to have for somebody to set out, or arrive, in the middle of it."""
CLEAR = 10.0
"""Metres from either end of a stretch within which nobody sets out."""
FIRST_PART = 0.6
"""The share of a stretch on which one sets out: the rest is left to find the lane for the next turn."""
MIDDLES, WIDE = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8), 0.9
"""Shares of a stretch at one of which one arrives: the first where all lanes have that share of their largest width."""

_PLAIN = tuple(LaneKind).index(LaneKind.DRIVING)
"""Lanes to enter or leave a motorway by are nobody's goal."""
_BIKING = tuple(LaneKind).index(LaneKind.BIKING)


@dataclass(frozen=True, slots=True)
class RoadPlace:
    """One direction of a road as a place to set out from, or to arrive at.

    `low` and `high` are the s of the road between which one may do so, in the direction of travel; they are the same at
    the edge of the network, and for places to arrive at. `metres` are those of all its lanes together.
    """

    road: str
    low: float
    high: float
    lanes: tuple[int, ...]
    x: float
    y: float
    metres: float
    is_edge: bool

    def at(self, share: float) -> float:
        """The s that lies at a share of the way; to the metre where there is a choice."""
        s = self.low + share * (self.high - self.low)
        return s if self.low == self.high else float(round(s))

    def away(self, other: RoadPlace) -> float:
        """Metres to another place, as the crow flies."""
        return hypot(other.x - self.x, other.y - self.y)


def road_places(
    lane_map: LaneMap, opens: Sequence[Truths], side: Literal["start", "end"]
) -> tuple[RoadPlace, ...]:  # fmt: skip
    """The places of a map at which all of some road users may set out, or arrive, each on the lanes open to it.

    At the edge of the network that is the very edge; elsewhere it is the longest stretch of each road, so that nobody
    begins or ends inside a junction, or on lanes that are only there for a turn.
    """
    found = (_place(lane_map, lanes, side) for lanes in _carriageways(lane_map, opens))
    return tuple(place for place in found if place and all(own[list(place.lanes)].any() for own in opens))


def joined(places: Sequence[RoadPlace], goals: Sequence[RoadPlace], routers: Sequence[Router]) -> Truths:
    """For each place to set out from, and each to arrive at, whether there is a way for all of the road users."""
    import seahaven.traffic.reach_kernels as kernels

    first, lanes = _flat(places)
    goal_first, goal_lanes = _flat(goals)
    ways = np.ones((len(places), len(goals)), np.bool_)
    for router in routers:
        onward = router.graph.onward
        found = np.zeros((len(places), len(router.lane_map)), np.bool_)
        kernels.reached_lanes(
            onward.next_first, onward.next_lane, onward.reach_first, onward.reach_lane, first, lanes, found
        )
        if ways.size:
            ways &= np.logical_or.reduceat(found[:, goal_lanes], goal_first[:-1], axis=1)
    same = np.array([place.road for place in places])[:, np.newaxis] == np.array([goal.road for goal in goals])
    # On one road it is not known who is ahead of whom, except from edge to edge.
    across = np.array([place.is_edge for place in places])[:, np.newaxis] & np.array([goal.is_edge for goal in goals])
    return np.asarray(ways & (~same | across))


def _flat(places: Sequence[RoadPlace]) -> tuple[Integers, Integers]:
    """The lanes of places one after the other, and where those of each begin."""
    first = np.cumsum([0, *(len(place.lanes) for place in places)], dtype=np.int64)
    return first, np.array([lane for place in places for lane in place.lanes], np.int64)


def _carriageways(lane_map: LaneMap, opens: Sequence[Truths]) -> Iterator[list[int]]:
    """The open lanes of each direction of each road outside junctions, section by section along the way.

    They are the lanes that are open to all; where there are none, as on roads with lanes for bicycles that are to keep
    off the others, those that are open to any.
    """
    shared = _by_carriageway(lane_map, np.logical_and.reduce(opens) & (lane_map.kind == _PLAIN))
    parted = np.logical_or.reduce(opens) & np.isin(lane_map.kind, (_PLAIN, _BIKING))
    for key, lanes in _by_carriageway(lane_map, parted).items():
        yield sorted(shared.get(key, lanes), key=lambda lane: lane_map.section[lane] * (1 if key[1] else -1))


def _by_carriageway(lane_map: LaneMap, is_meant: Truths) -> dict[tuple[int, bool], list[int]]:
    found: dict[tuple[int, bool], list[int]] = {}
    for lane in np.flatnonzero(is_meant & ~lane_map.two_way & (lane_map.junction < 0)).tolist():
        found.setdefault((int(lane_map.road[lane]), bool(lane_map.along[lane])), []).append(lane)
    return found


def _place(lane_map: LaneMap, lanes: list[int], side: Literal["start", "end"]) -> RoadPlace | None:
    sections = lane_map.section[lanes]
    outer = [lane for lane in lanes if lane_map.section[lane] == sections[0 if side == "start" else -1]]
    others = lane_map.predecessors if side == "start" else lane_map.successors
    if not any(others(lane) for lane in outer):
        return _at_edge(lane_map, lanes, outer, side)
    road = lane_map.network.roads[lane_map.road[lanes[0]]]
    longest = max(dict.fromkeys(sections.tolist()), key=lambda k: road.stretch(k)[1] - road.stretch(k)[0])
    begin, end = road.stretch(longest)
    if end - begin < SHORTEST:
        return None
    here = [lane for lane in lanes if lane_map.section[lane] == longest]
    middle = _wide_share(lane_map, here)
    share = (CLEAR / (end - begin), max(FIRST_PART, CLEAR / (end - begin))) if side == "start" else (middle, middle)
    low, high = (begin + k * (end - begin) if lane_map.along[lanes[0]] else end - k * (end - begin) for k in share)
    return _made(lane_map, lanes, here, 0.5, (low, high), is_edge=False)


def _wide_share(lane_map: LaneMap, lanes: list[int]) -> float:
    """The share of a stretch at which to arrive: the middle, or the nearest to it where no lane opens or closes."""

    def narrowest(share: float) -> float:
        return min(_width_share(lane_map, lane, share) for lane in lanes)

    return next((share for share in MIDDLES if narrowest(share) >= WIDE), MIDDLES[0])


def _width_share(lane_map: LaneMap, lane: int, share: float) -> float:
    """How wide a lane is at a share of its length, as a share of its largest width."""
    width = lane_map.strips.width[lane_map.first[lane] : lane_map.first[lane + 1]]
    return float(lane_map.width(lane, share * float(lane_map.length[lane])) / max(float(width.max()), 1e-9))


def _at_edge(lane_map: LaneMap, lanes: list[int], outer: list[int], side: Literal["start", "end"]) -> RoadPlace:
    road = lane_map.network.roads[lane_map.road[lanes[0]]]
    begin, end = road.stretch(int(lane_map.section[outer[0]]))
    s = begin if bool(lane_map.along[outer[0]]) is (side == "start") else end
    return _made(lane_map, lanes, outer, 0.0 if side == "start" else 1.0, (s, s), is_edge=True)


def _made(
    lane_map: LaneMap, lanes: list[int], here: list[int], share: float, stretch: tuple[float, float], *, is_edge: bool
) -> RoadPlace:
    at = lane_map.place(here[0], share * float(lane_map.length[here[0]]))
    metres = float(lane_map.length[lanes].sum())
    road = lane_map.network.roads[lane_map.road[here[0]]].id
    return RoadPlace(road, *stretch, tuple(here), float(at.x), float(at.y), metres, is_edge)
