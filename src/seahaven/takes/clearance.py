"""Clearance: who of a running population is in the way of vehicles that are put onto the roads among it."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.direction import Vicinity
from seahaven.geometry import Floats, boxes_distance
from seahaven.roads import LaneMap
from seahaven.world import Table, WalkPhase, World

__all__ = ["in_the_way"]

STANDING: Final = 8.0
"""Metres that are free before and behind a vehicle in any case, from bumper to bumper."""
HEADWAY: Final = 2.0
"""Seconds that are free besides, at the speed of the vehicle that follows."""
GENTLY: Final = 1.5
"""Deceleration (m/s²) with which the vehicle that follows comes down to the speed of the one before it."""
ASIDE: Final = 1.0
"""Metres that are free on all sides."""
ON_ROAD: Final = (WalkPhase.CROSSING, WalkPhase.HESITATING, WalkPhase.STRAYING, WalkPhase.FALLEN)
"""Phases of people who are on the road."""
REACH: Final = 400.0
"""Metres along the roads beyond which nothing is in the way."""

Ids = NDArray[np.int64]
BOX = ("x", "y", "heading", "length", "width")


def in_the_way(population: World, named: World, lane_map: LaneMap) -> Ids:
    """The ids of vehicles and people of one world that are in the way of the vehicles of another.

    In the way is whatever is so near ahead or behind on the same lanes that one of the two would have to brake harder
    than gently, whatever is inside a junction, or on foot on the road, as near as it takes to stop; and whatever is
    beside it by less than a metre.
    """
    cars, stars = population.family("vehicle"), named.family("vehicle")
    gone = np.zeros(len(cars), np.bool_)
    afoot = np.zeros(0, np.int64)
    for row in range(len(stars)):
        gone |= _along(cars, stars, row, lane_map) | _beside(cars, stars, row) | _crossing(cars, stars, row, lane_map)
    found = [cars.ids[gone]]
    if "person" in {family.name for family in population.families}:
        afoot = _walkers(population.family("person"), stars)
    return np.concatenate([*found, afoot]).astype(np.int64)


def _need(follower: Any, leader: Any) -> Floats:
    """The metres that a follower wants behind a leader, from bumper to bumper, at these speeds (m/s)."""
    faster = np.maximum(np.square(follower) - np.square(leader), 0.0)
    return np.asarray(STANDING + HEADWAY * np.asarray(follower) + faster / (2.0 * GENTLY))


def _stopping(speed: float) -> float:
    """The metres that it takes to stop for something that stands."""
    return float(_need(speed, 0.0))


def _along(cars: Table, stars: Table, row: int, lane_map: LaneMap) -> NDArray[np.bool_]:
    """Who is too near, ahead or behind on the lanes that lead to and from a vehicle's place."""
    lane, speed = int(stars.lane[row]), float(stars.speed[row])
    if lane < 0:
        return np.zeros(len(cars), np.bool_)
    vicinity = Vicinity(lane_map, lane, reach=REACH)
    ahead = vicinity.offset[cars.lane] + cars.s - float(stars.s[row])
    gap = np.abs(ahead) - 0.5 * (cars.length + float(stars.length[row]))
    need = np.where(ahead > 0.0, _need(speed, cars.speed), _need(cars.speed, speed))
    with np.errstate(invalid="ignore"):
        near: NDArray[np.bool_] = (gap < need) & (vicinity.side[cars.lane] == 0)
    return near


def _beside(cars: Table, stars: Table, row: int) -> NDArray[np.bool_]:
    """Who would touch a vehicle, or nearly so."""
    boxes, box = (
        np.stack([getattr(table, name) for name in BOX], axis=-1).astype(np.float64) for table in (cars, stars)
    )
    if not len(boxes):
        return np.zeros(0, np.bool_)
    touches: NDArray[np.bool_] = boxes_distance(boxes, np.repeat(box[row : row + 1], len(boxes), axis=0)) < ASIDE
    return touches


def _crossing(cars: Table, stars: Table, row: int, lane_map: LaneMap) -> NDArray[np.bool_]:
    """Who is inside a junction that a vehicle may come to before it can stop."""
    away = np.hypot(cars.x - float(stars.x[row]), cars.y - float(stars.y[row]))
    inside = (cars.lane >= 0) & (lane_map.junction[np.maximum(cars.lane, 0)] >= 0)
    near: NDArray[np.bool_] = inside & (away < _stopping(float(stars.speed[row])))
    return near


def _walkers(people: Table, stars: Table) -> Ids:
    """The ids of those on foot on the road, as near to a vehicle as it takes to stop."""
    gone = np.zeros(len(people), np.bool_)
    on_road = np.isin(people.phase, [int(phase) for phase in ON_ROAD])
    for row in range(len(stars)):
        away = np.hypot(people.x - float(stars.x[row]), people.y - float(stars.y[row]))
        gone |= on_road & (away < _stopping(float(stars.speed[row])))
    return np.asarray(people.ids[gone])
