"""Lights of a network that stand away from the ways through junctions: those of crosswalks and of open road."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from seahaven.geometry import Floats
from seahaven.roads.junctions.logic import JunctionLogic
from seahaven.roads.junctions.post import Posts
from seahaven.roads.junctions.stopping import BEFORE_CROSSWALK, SIGN_REACH
from seahaven.roads.junctions.way import is_vehicle_lane
from seahaven.roads.model import SignalKind

NEAR_CROSSWALK = 20.0
"""How far from the middle of a crosswalk the light for its people may stand along the road, in metres."""


class LaneLight(NamedTuple):
    """A light that holds for a lane away from junctions: the s at which one waits, and the crosswalk behind it.

    The crosswalk is -1 where there is none.
    """

    lane: int
    s: float
    signal: str
    crosswalk: int


def walk_lights(logic: JunctionLogic) -> dict[int, str]:
    """The light for people of each crosswalk that has one.

    A light belongs to the nearest crosswalk of its road, or of all where its road has none; of several the nearest.
    """
    middles = np.array([np.mean(walk.corners, axis=0) for walk in logic.crosswalks]).reshape(-1, 2)
    of_road: dict[str, list[int]] = {}
    for walk in logic.crosswalks:
        of_road.setdefault(walk.road, []).append(walk.index)
    found: dict[int, tuple[float, str]] = {}
    for road, signal in logic.lane_map.network.signals():
        if signal.kind is SignalKind.PEDESTRIAN_LIGHT and len(middles):
            place = road.line.point(min(max(signal.s, 0.0), road.line.length))
            near, distance = _nearest(middles, of_road.get(road.id, ()), place)
            if distance <= NEAR_CROSSWALK:
                found[near] = min(found.get(near, (distance, signal.id)), (distance, signal.id))
    return {walk: signal for walk, (_, signal) in sorted(found.items())}


def _nearest(middles: Floats, own: Sequence[int], place: tuple[float, float]) -> tuple[int, float]:
    """The crosswalk whose middle is nearest to a place, among those of the road or else among all, and how near."""
    among = list(own) or list(range(len(middles)))
    distances = np.hypot(middles[among, 0] - place[0], middles[among, 1] - place[1])
    best = int(distances.argmin())
    return among[best], float(distances[best])


def lane_lights(logic: JunctionLogic) -> list[LaneLight]:
    """The lights for vehicles that belong to no way through a junction, with where one waits; by lane and s."""
    known = {light.signal for way in logic.ways for light in logic.lights(way)}
    posts = Posts(logic.lane_map)
    found = []
    for lane in [lane for lane, driven in enumerate(is_vehicle_lane(logic.lane_map)) if driven]:
        for stand in posts.on_lane(lane):
            if stand.signal.kind is SignalKind.LIGHT and stand.signal.id not in known:
                found.append(_lane_light(logic, lane, stand.s, stand.signal.id))
    return sorted(found)


def _lane_light(logic: JunctionLogic, lane: int, s: float, signal: str) -> LaneLight:
    """One waits where the light stands, but before the crosswalk that lies right behind it."""
    for walk, begin, _ in logic.crossings(lane):
        if -BEFORE_CROSSWALK <= begin - s <= SIGN_REACH:
            return LaneLight(lane, max(min(s, begin - BEFORE_CROSSWALK), 0.0), signal, walk.index)
    return LaneLight(lane, s, signal, -1)
