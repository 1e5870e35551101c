"""Whom a beacon reaches: those ahead, behind or beside, and on which lanes."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, sin

import numpy as np
from numpy.typing import NDArray

from seahaven.direction.beacons.beacon import Beacon
from seahaven.direction.vicinity import Vicinity
from seahaven.geometry import Truths
from seahaven.roads import LaneMap
from seahaven.world import Table

__all__ = ["in_reach", "people_in_reach"]


def in_reach(
    beacon: Beacon, radius: float, passed_over: set[int], cars: Table, near: Callable[[int], Vicinity]
) -> list[int]:
    """The ids of those whom a beacon reaches now."""
    where = _where(beacon, cars)
    if where is None:
        return []
    lane, s, half = where
    vicinity = near(lane)
    ahead = vicinity.offset[cars.lane] + cars.s - s
    meant = np.abs(ahead) <= radius
    if not meant.any():
        return []
    meant &= _is_on_side(beacon, ahead, half + 0.5 * cars.length) & _is_on_lane(beacon, vicinity.side[cars.lane])
    ids: list[int] = cars.ids[meant].tolist()
    return [entity for entity in ids if entity not in passed_over and entity != beacon.rides]


def people_in_reach(
    beacon: Beacon, radius: float, passed_over: set[int], people: Table, cars: Table, lane_map: LaneMap
) -> list[int]:  # fmt: skip
    """The ids of people on foot whom a beacon reaches now, as the crow flies."""
    where = _where(beacon, cars)
    if where is None or not len(people):
        return []
    lane, s, half = where
    here = lane_map.place(lane, s)
    east, north = people.x - float(here.x), people.y - float(here.y)
    ahead = east * cos(float(here.heading)) + north * sin(float(here.heading))
    meant = (np.hypot(east, north) <= radius) & _is_on_side(beacon, ahead, np.full(len(people), half))
    return [entity for entity in people.ids[meant].tolist() if entity not in passed_over]


def _where(beacon: Beacon, cars: Table) -> tuple[int, float, float] | None:
    """The lane and the s at which a beacon is, and half the length of what carries it; None where that is gone."""
    if beacon.place is not None:
        return (*beacon.place, 0.0)
    row = int(np.searchsorted(cars.ids, beacon.rides or 0))
    if row >= len(cars.ids) or cars.ids[row] != beacon.rides or cars.lane[row] < 0:
        return None
    return int(cars.lane[row]), float(cars.s[row]), 0.5 * float(cars.length[row])


def _is_on_side(beacon: Beacon, ahead: NDArray[np.float64], together: NDArray[np.float64]) -> Truths:
    """Of each, whether it is on one of the sides, given how far ahead of which it would be clear of the beacon."""
    tests = {"ahead": ahead > together, "behind": ahead < -together, "beside": np.abs(ahead) <= together}
    meant: Truths = np.logical_or.reduce([tests[side] for side in beacon.sides])
    return meant


def _is_on_lane(beacon: Beacon, side: NDArray[np.int32]) -> Truths:
    tests = {"same": side == 0, "left": side > 0, "right": side < 0}
    meant: Truths = np.logical_or.reduce([tests[lane] for lane in beacon.lanes])
    return meant
