"""How far along a chain of roads places on their lanes are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from seahaven.errors import InputError, nearest
from seahaven.geometry import Floats
from seahaven.roads.lanemap import LaneMap

__all__ = ["Chainage"]


class Chainage:
    """Metres along roads that follow each other, for all of their lanes: what stands on the posts beside a motorway.

        posts = Chainage(lane_map, ["e0", "e1"])
        place = posts.at(lane, s)

    Lanes side by side are not equally long in curves; here they are, as long as the average of those that run along
    the road, so that whoever drives side by side is at the same place. Lanes inside junctions, which belong to no road
    of the chain, and all others are nowhere: NaN.
    """

    length: float
    """Metres from the beginning of the first road to the end of the last."""

    def __init__(self, lane_map: LaneMap, roads: Sequence[str]) -> None:
        names = {road.id: number for number, road in enumerate(lane_map.network.roads)}
        self._begin, self._scale = np.full(len(lane_map), np.nan), np.ones(len(lane_map))
        self.length = 0.0
        for road in roads:
            if road not in names:
                raise InputError(f"there is no road '{road}'{nearest(road, names)}")
            self._add(lane_map, names[road])

    def _add(self, lane_map: LaneMap, road: int) -> None:
        of_road = (lane_map.road == road) & lane_map.along
        for section in np.unique(lane_map.section[of_road]):
            here = np.flatnonzero(of_road & (lane_map.section == section))
            metres = float(lane_map.length[here].mean())
            self._begin[here], self._scale[here] = self.length, metres / lane_map.length[here]
            self.length += metres

    def at(self, lane: Any, s: Any) -> Floats:
        """How far along the chain places on lanes are; NaN where the lane, or -1 for none, is no part of it."""
        lanes = np.asarray(lane, np.int64)
        places: Floats = np.where(lanes >= 0, self._begin[lanes] + self._scale[lanes] * np.asarray(s), np.nan)
        return places
