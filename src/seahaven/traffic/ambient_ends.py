"""The ends of the network: where routes lead out of it, and who sees them."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads.routing import Tracks
from seahaven.traffic.ambient_zone import Zone
from seahaven.world import Sight

__all__ = ["OUT", "Ends"]

FASTEST = 60.0
"""What counts as the limit, in m/s, where there is none."""
OUT = 5.0
"""Metres before the end of its route at which somebody has driven off it, where ends are open."""
LONG = 18.0
"""How long, in metres, the longest are who drive off there."""
BOTH = 2.0
"""Who comes nearer meanwhile: somebody who is about to be gone, and a subject."""
SLACK = 0.01
"""Metres by which a route may end before its last lane does."""


class Ends:
    """Where the routes of tracks lead out of the network, entry by entry, and whether that is seen."""

    is_immutable: ClassVar[bool] = True

    is_outside: Truths
    """Of an entry: whether its route ends where the network does."""

    def __init__(self, tracks: Tracks, sight: Sight) -> None:
        arrays, lane_map = tracks.arrays, tracks.lane_map
        length = lane_map.length[arrays.lane]
        is_last = (arrays.following < 0) & ~arrays.is_refuge & (np.abs(arrays.remaining - length) < SLACK)
        is_end = np.diff(lane_map.next_first) == 0
        of_route: Integers = np.full(int(arrays.route.max(initial=-1)) + 1, -1, np.int64)
        of_route[arrays.route[is_last]] = arrays.lane[is_last]
        final = _last_of(arrays.following.astype(np.int64))
        lane = np.where(is_last[final], arrays.lane[final], of_route[arrays.route])
        self.is_outside = (lane >= 0) & is_end[lane]
        lanes, which = np.unique(lane[self.is_outside], return_inverse=True)
        self._which: Integers = which.astype(np.int64)
        speed = np.minimum(lane_map.limit(lanes, lane_map.length[lanes]), FASTEST)
        self._speed: Floats = speed
        self._boxes: Floats = sight.boxes_at(lanes, lane_map.length[lanes], speed=speed, length=LONG)

    def open_to(self, zone: Zone | None, within: float) -> Truths:
        """Of each entry, whether its route ends outside where nobody of the zone sees it; without one, anywhere.

        Whoever drives off is gone `within` so many seconds, some metres before the end.
        """
        if zone is None or not len(self._boxes):
            return self.is_outside
        seen = zone.sees(self._boxes, nearer=OUT + BOTH * within * self._speed)
        if not seen.any():
            return self.is_outside
        is_open = self.is_outside.copy()
        is_open[is_open] = ~seen[self._which]
        return is_open


def _last_of(following: Integers) -> Integers:
    """Of each entry, the one to which those that follow it lead in the end: a route may end at several places."""
    last: Integers = np.where(following >= 0, following, np.arange(len(following)))
    for _ in range(max(len(following), 1).bit_length()):
        last = last[last]
    return last
