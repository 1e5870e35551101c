"""How far along a route everybody is."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.roads.routing import Tracks

__all__ = ["Line", "Spot"]


class Spot(NamedTuple):
    """A place on a lane."""

    lane: int
    s: float


class Line:
    """Metres along a route of the tracks, for all lanes on it and beside it, shoulders included.

        drive = Line(tracks, route)
        drive.at(lane, s)

    Lanes side by side differ in length in curves; here they do not, so that whoever drives side by side is at the same
    place. Of a lane by which the route comes twice the first pass counts.
    """

    is_immutable: ClassVar[bool] = True

    route: int
    length: float
    rank: Integers
    """Of each lane how many of the route's lanes are to its left; -1 off the route."""

    is_facing: bool
    """Whether whoever is on it comes towards the subject."""
    driven: int
    """The route of the world's tracks that vehicles take which are brought in on it; -1 on a line that was laid during
    the drive, where it has to be looked for."""

    def __init__(self, tracks: Tracks, route: int, *, is_facing: bool = False, driven: int | None = None) -> None:
        arrays, lane_map = tracks.arrays, tracks.lane_map
        entries = np.flatnonzero(arrays.route == route)
        entries = entries[np.argsort(-arrays.remaining[entries], kind="stable")]
        self.route, self.is_facing = route, is_facing
        self.driven = route if driven is None else driven
        self.length = float(arrays.remaining[entries].max(initial=0.0))
        self.lane_map = lane_map
        self._begin, self._span = np.full(len(lane_map), np.nan), np.zeros(len(lane_map))
        self._is_refuge = np.zeros(len(lane_map), np.bool_)
        for entry in entries.tolist():
            lane = int(arrays.lane[entry])
            if np.isnan(self._begin[lane]):
                self._begin[lane] = self.length - float(arrays.remaining[entry])
                self._is_refuge[lane] = bool(arrays.is_refuge[entry])
        self._settle()
        self.rank = self._ranks()
        self._scale = np.where(self._span > 0.0, self._span / np.maximum(lane_map.length, 1e-9), 1.0)

    def _settle(self) -> None:
        """Let all lanes of a section begin at the same place, and take as much of the route."""
        lanes = np.flatnonzero(~np.isnan(self._begin))
        sections = np.column_stack((self.lane_map.road[lanes], self.lane_map.section[lanes]))
        _, group = np.unique(sections, axis=0, return_inverse=True)
        first = np.array([self._begin[lanes[group == k]].min() for k in range(group.max(initial=-1) + 1)])
        begins = np.append(np.unique(first), self.length)
        self._begin[lanes] = first[group]
        self._span[lanes] = begins[np.searchsorted(begins, first[group]) + 1] - first[group]

    def _ranks(self) -> Integers:
        lane_map, ranks = self.lane_map, np.full(len(self._begin), -1, np.int64)
        for lane in np.flatnonzero(~np.isnan(self._begin)).tolist():
            rank, at = 0, lane
            while (
                lane_map.left[at] >= 0
                and not lane_map.left_opposite[at]
                and not np.isnan(self._begin[lane_map.left[at]])
            ):
                rank, at = rank + 1, int(lane_map.left[at])
            ranks[lane] = rank
        return ranks

    def at(self, lane: Any, s: Any) -> Floats:
        """How far along the route places on lanes are; NaN off it."""
        lanes = np.asarray(lane, np.int64)
        places: Floats = np.where(lanes >= 0, self._begin[lanes] + self._scale[lanes] * np.asarray(s), np.nan)
        return places

    def begin(self, lane: int) -> float:
        """How far along the route a lane begins; NaN off it."""
        return float(self._begin[lane])

    def span(self, lane: int) -> float:
        """How many metres of the route a lane takes."""
        return float(self._span[lane])

    def is_refuge(self, lane: int) -> bool:
        """Whether a lane is a shoulder beside the route."""
        return bool(self._is_refuge[lane])

    def lanes_at(self, along: float, *, refuges: bool = False) -> Integers:
        """The lanes that there are so far along the route, from left to right; or the shoulders beside them."""
        here = (self._begin <= along) & (along < self._begin + self._span) & (self._is_refuge == refuges)
        return np.flatnonzero(here)

    def spot(self, lane: int, along: float) -> Spot:
        """The place on a lane that is so far along the route."""
        s = (along - self._begin[lane]) / self._scale[lane]
        return Spot(lane, float(np.clip(s, 0.0, self.lane_map.length[lane])))
