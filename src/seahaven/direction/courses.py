"""Courses: from where to where a stream comes that passes the place of a situation."""

from __future__ import annotations

from dataclasses import dataclass

from seahaven.direction.desk import Course
from seahaven.direction.line import Line
from seahaven.direction.straight_ways import LONGEST, next_straight, straight_on
from seahaven.direction.survey import Feature
from seahaven.errors import InputError
from seahaven.roads import LaneMap
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.model import LaneKind, Turn

__all__ = ["Stretch", "facing", "stretch"]

UPSTREAM = 2500.0
"""Metres before the place at which a stream begins, where the road is so long."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Where a stream begins, the lane at whose end it comes to, and where that is (m from the lane's beginning)."""

    start: tuple[int, float]
    goal: int
    arrival: int
    s: float


def stretch(lane_map: LaneMap, feature: Feature, course: Course) -> Stretch:
    """The stretch that a stream takes past a feature; refused where there is none."""
    arrival, s = _oncoming(lane_map, feature) if course == "oncoming" else _beside(lane_map, feature)
    return Stretch(_upstream(lane_map, arrival, s), straight_on(lane_map, arrival), arrival, s)


def facing(line: Line, at: float) -> Feature | None:
    """The way of those who come towards the subject so far along its drive, next to it; None where there is none."""
    lane_map, lanes = line.lane_map, line.lanes_at(at)
    inner = int(lanes[0]) if len(lanes) else -1
    if inner < 0 or not lane_map.left_opposite[inner] or not _is_driven(lane_map, int(lane_map.left[inner])):
        return None
    lane, s = lane_map.beside(*line.spot(inner, at), "left")
    upstream, _ = _upstream(lane_map, lane, s)
    foe = s - float(lane_map.length[lane])
    return Feature(
        "oncoming lane", at, at, at, upstream=upstream, arrival=lane, onward=straight_on(lane_map, lane), foe=foe
    )


def _is_driven(lane_map: LaneMap, lane: int) -> bool:
    return bool(tuple(LaneKind)[lane_map.kind[lane]].is_driving)


def _oncoming(lane_map: LaneMap, feature: Feature) -> tuple[int, float]:
    """Where those who come straight on along the same road meet those who turn left."""
    logic = JunctionLogic.of(lane_map)
    for way in logic.ways_from(feature.arrival):
        if way.turn is not Turn.LEFT:
            continue
        for conflict in logic.conflicts(way):
            foe = logic.ways[conflict.foe]
            is_same_road = foe.outgoing >= 0 and lane_map.road[foe.outgoing] == lane_map.road[feature.arrival]
            if foe.turn is Turn.STRAIGHT and is_same_road and foe.incoming >= 0:
                return foe.incoming, float(lane_map.length[foe.incoming]) + conflict.foe_begin
    raise InputError("it needs oncoming traffic; there is no lane for that at its place")


def _beside(lane_map: LaneMap, feature: Feature) -> tuple[int, float]:
    """Where a lane that ends begins to run beside another."""
    left = int(lane_map.left[feature.arrival])
    if left < 0 or lane_map.left_opposite[feature.arrival]:
        raise InputError("it needs a lane to merge into; there is none to the left of its place")
    return left, 0.0


def _upstream(lane_map: LaneMap, lane: int, s: float) -> tuple[int, float]:
    metres, seen = s, {lane}
    while metres < UPSTREAM and len(seen) < LONGEST:
        before = next_straight(lane_map, lane, lane_map.predecessors)
        if before is None or before in seen:
            break
        lane = before
        seen.add(lane)
        metres += float(lane_map.length[lane])
    return lane, max(metres - UPSTREAM, min(1.0, float(lane_map.length[lane])))
