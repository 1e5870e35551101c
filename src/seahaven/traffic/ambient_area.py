"""Areas in which ambient traffic can be suspended, so that it does not disturb what is staged there (H15)."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from math import inf
from typing import TypeAlias

import numpy as np

from seahaven.errors import InputError, nearest
from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads import LaneMap

__all__ = ["Area", "Circle", "Stretch"]


@dataclass(frozen=True, slots=True)
class Circle:
    """Everything within a radius of a place, in metres."""

    x: float
    y: float
    radius: float

    def __post_init__(self) -> None:
        if not self.radius >= 0.0:
            raise InputError(f"a circle got radius {self.radius!r}; expected metres from 0 on")

    def holds(self, lane_map: LaneMap, lane: Integers, s: Floats) -> Truths:
        """Of each place on a lane, whether it lies inside."""
        place = lane_map.place(lane, s)
        inside: Truths = np.hypot(place.x - self.x, place.y - self.y) <= self.radius
        return inside


@dataclass(frozen=True, slots=True)
class Stretch:
    """A road, or roads with * for anything, from one s to another, in metres."""

    roads: str
    begin: float = 0.0
    end: float = inf

    def __post_init__(self) -> None:
        if not self.begin <= self.end:
            raise InputError(f"a stretch of '{self.roads}' begins at {self.begin!r} and ends at {self.end!r}")

    def holds(self, lane_map: LaneMap, lane: Integers, s: Floats) -> Truths:
        """Of each place on a lane, whether it lies inside."""
        names = [road.id for road in lane_map.network.roads]
        is_meant = np.array([fnmatchcase(name, self.roads) for name in names], bool)
        if not is_meant.any():
            raise InputError(f"there is no road '{self.roads}' to suspend traffic on{nearest(self.roads, names)}")
        road_s = _along_roads(lane_map, lane, s)
        inside: Truths = is_meant[lane_map.road[lane]] & (road_s >= self.begin) & (road_s <= self.end)
        return inside


Area: TypeAlias = Circle | Stretch


def _along_roads(lane_map: LaneMap, lane: Integers, s: Floats) -> Floats:
    """How far along their roads places on lanes are, in the mean over their stretches."""
    first, last = lane_map.first[lane], lane_map.first[lane + 1] - 1
    share = np.clip(s / np.maximum(lane_map.length[lane], 1e-9), 0.0, 1.0)
    return np.asarray(lane_map.road_s[first] + share * (lane_map.road_s[last] - lane_map.road_s[first]))
