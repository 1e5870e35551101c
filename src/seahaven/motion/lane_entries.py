"""Where vehicles that are not bound to lanes are among the lanes and the entries of their routes."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final, NamedTuple

from seahaven.motion.ways import ROADWAY
from seahaven.roads import LaneMap
from seahaven.roads.routing import Tracks

__all__ = ["LanePlace", "entry_on", "lanes_between", "on_connector", "opposite_lane"]

ACROSS: Final = 14.0
"""m. How far beside a place the other direction may lie: two lanes each way, and what is between."""
ASIDE: Final = 1.5
"""m, from place to place at which it is looked for: no lane of a roadway is narrower."""
AGAINST: Final = -0.8
"""Cosine of the angle between two lanes from which on they run in opposite directions."""


class LanePlace(NamedTuple):
    """Where a freely driven vehicle is on a lane, and how fast it moves across it."""

    lane: int
    s: float
    offset: float
    z: float
    drift: float


def entry_on(tracks: Tracks, entry: int, route: int, lane: int) -> int:
    """The entry of a lane that a vehicle came onto: the nearest to its last one, or the first of its route."""
    if lane < 0 or route < 0:
        return -1
    arrays = tracks.arrays
    for start in (entry, int(arrays.following[entry])) if entry >= 0 else ():
        for side in (arrays.left, arrays.right):
            at = start
            while at >= 0:
                if arrays.lane[at] == lane:
                    return at
                at = int(side[at])
    return int(tracks.locate(route, lane))


def on_connector(
    tracks: Tracks, entry: int, lane: int, pose: tuple[float, float, float, float], velocity: tuple[float, float]
) -> LanePlace | None:
    """Where a vehicle is on the connector that its route takes, if it was found on another one that overlaps it there.

    Connectors of a junction begin in a fan, one on top of the other, and the nearest may be that of another turn. The
    vehicle keeps to that of its route as long as that one holds its place. `pose` is x, y, z and heading, `velocity`
    that along the heading and to its left. None where it is rightly on `lane`.
    """
    lane_map, arrays = tracks.lane_map, tracks.arrays
    if entry < 0 or lane < 0 or lane_map.junction[lane] < 0:
        return None
    x, y, z, heading = pose
    for at in (entry, int(arrays.following[entry])):
        wanted = int(arrays.lane[at]) if at >= 0 else -1
        if wanted == lane:
            return None
        if wanted >= 0 and lane_map.junction[wanted] == lane_map.junction[lane]:
            match = lane_map.match(x, y, z=z, heading=heading, hint=(wanted, 0.0), reach=0.0, kinds=ROADWAY)
            if match.lane == wanted:
                there = lane_map.place(wanted, match.s, match.offset)
                askew = heading - there.heading
                drift = velocity[0] * sin(askew) + velocity[1] * cos(askew)
                return LanePlace(wanted, float(match.s), float(match.offset), float(there.z), float(drift))
    return None


def lanes_between(lane_map: LaneMap, old: int, new: int) -> int:
    """How many lanes to the left of one, or of those before and after it, another lies; 0 where it is not beside."""
    if old < 0 or new < 0:
        return 0
    for start in (old, *lane_map.successors(old), *lane_map.predecessors(old)):
        for way, beside, opposite in (
            (1, lane_map.left, lane_map.left_opposite),
            (-1, lane_map.right, lane_map.right_opposite),
        ):
            at, count = start, 0
            while at >= 0:
                if at == new:
                    return way * count
                at, count = (-1 if opposite[at] else int(beside[at])), count + 1
    return 0


def opposite_lane(lane_map: LaneMap, x: float, y: float, heading: float) -> tuple[int, float] | None:
    """The nearest lane beside a place that runs against a direction, and how far along it; None where there is none.

    It is looked for on both sides, since there may be a road of its own for each direction.
    """
    c, s, steps = cos(heading), sin(heading), int(ACROSS / ASIDE)
    for aside in (sign * ASIDE * k for k in range(steps + 1) for sign in ((1.0, -1.0) if k else (1.0,))):
        found = lane_map.match(x - aside * s, y + aside * c, heading=heading + pi, reach=0.1, kinds=ROADWAY)
        if found.lane >= 0:
            against = float(lane_map.place(found.lane, found.s).heading) - heading
            if cos(against) < AGAINST:
                return int(found.lane), float(found.s)
    return None
