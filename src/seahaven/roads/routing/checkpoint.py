"""Checkpoints: places by which a route has to come, as people name them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple, NoReturn, TypeAlias

import numpy as np

from seahaven.errors import InputError, nearest
from seahaven.geometry import Floats
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.lanemap.strips import Integers, Truths
from seahaven.roads.model import LaneKind
from seahaven.roads.routing.road_user import RoadUser

Checkpoint: TypeAlias = int | str | tuple[int | str, float]
"""A lane by index or name, a road by its id, or a place on a lane: the lane and an s.

A route begins where a lane or road begins, ends where it ends, and passes all of it on its way. A road may be taken
on any of its lanes that is open, in either direction.
"""


class Spots(NamedTuple):
    """Places on lanes, any of which will do, for each of many checkpoints: those of i begin with `first[i]`."""

    first: Integers
    lane: Integers
    s: Floats
    is_road: Truths
    """Of a checkpoint: whether any of its lanes will do."""

    def of(self, index: int) -> slice:
        """The rows of a checkpoint."""
        return slice(int(self.first[index]), int(self.first[index + 1]))


@dataclass(frozen=True, slots=True)
class Checkpoints:
    """Finds the places that checkpoints stand for, on lanes that are open to a road user."""

    lane_map: LaneMap
    user: RoadUser
    open_to: Truths

    def spots(self, checkpoints: Sequence[Checkpoint] | Integers, *, at_end: bool) -> Spots:
        """The places of many checkpoints: where they begin, or where they end."""
        if isinstance(checkpoints, np.ndarray):
            return self._of_lanes(checkpoints, at_end=at_end)
        found = [self.places(one, at_end=at_end) for one in checkpoints]
        first = np.cumsum([0, *map(len, found)], dtype=np.int64)
        flat = [place for places in found for place in places]
        lanes = np.array([lane for lane, _ in flat], dtype=np.int64)
        is_road = np.array(
            [isinstance(one, str) and self.lane_map.network.has_road(one) for one in checkpoints], dtype=bool
        )
        return Spots(first, lanes, np.array([s for _, s in flat], dtype=np.float64), is_road)

    def places(self, checkpoint: Checkpoint, *, at_end: bool) -> list[tuple[int, float]]:
        """The lanes and s by any of which a route comes by a checkpoint: where it begins, or where it ends."""
        if isinstance(checkpoint, tuple):
            lane, s = self._lane(checkpoint[0]), float(checkpoint[1])
            length = float(self.lane_map.length[lane])
            if not (isfinite(s) and 0.0 <= s <= length):
                name = self.lane_map.name(lane)
                raise InputError(f"lane '{name}' has no s={s!r}; expected a number from 0 to its length, {length!r}")
            return [(lane, s)]
        if isinstance(checkpoint, str) and self.lane_map.network.has_road(checkpoint):
            return self._of_road(checkpoint, at_end=at_end)
        lane = self._lane(checkpoint)
        return [(lane, float(self.lane_map.length[lane]) if at_end else 0.0)]

    def name(self, checkpoint: Checkpoint) -> str:
        """What a checkpoint is called in a message."""
        if isinstance(checkpoint, tuple):
            return f"{self.name(checkpoint[0])} at s={float(checkpoint[1]):g}"
        if isinstance(checkpoint, str):
            return f"{'road' if self.lane_map.network.has_road(checkpoint) else 'lane'} '{checkpoint}'"
        return f"lane '{self.lane_map.name(int(checkpoint))}'"

    def _lane(self, lane: int | str) -> int:
        if isinstance(lane, str):
            index = self._named(lane)
        else:
            index = int(lane)
            self.lane_map.name(index)
        if not self.open_to[index]:
            self._refuse(index)
        return index

    def _named(self, name: str) -> int:
        try:
            return self.lane_map.index(name)
        except InputError:
            roads = [road.id for road in self.lane_map.network.roads]
            lanes = [self.lane_map.name(lane) for lane in np.flatnonzero(self.open_to).tolist()]
            raise InputError(f"there is no road or lane '{name}'{nearest(name, roads + lanes)}") from None

    def _refuse(self, lane: int) -> NoReturn:
        kind = tuple(LaneKind)[self.lane_map.kind[lane]]
        why = "its rules of access keep that out" if kind in self.user.kinds else f"its kind is {kind.value}"
        raise InputError(
            f"lane '{self.lane_map.name(lane)}' is not open to the road user '{self.user.name}': {why}; "
            "expected another lane, or a router for another road user"
        )

    def _of_road(self, id: str, *, at_end: bool) -> list[tuple[int, float]]:
        """The lanes by which one gets onto a road at either end, or off it."""
        lane_map = self.lane_map
        road = next(index for index, road in enumerate(lane_map.network.roads) if road.id == id)
        own = np.flatnonzero((lane_map.road == road) & self.open_to)
        if not len(own):
            raise InputError(f"road '{id}' has no lane that is open to the road user '{self.user.name}'")
        found: list[tuple[int, float]] = []
        for is_along in (True, False):
            lanes = own[lane_map.along[own] == is_along]
            if len(lanes):
                outer = lane_map.section[lanes].max() if is_along is at_end else lane_map.section[lanes].min()
                lanes = lanes[lane_map.section[lanes] == outer]
                found += [(int(lane), float(lane_map.length[lane]) if at_end else 0.0) for lane in lanes]
        return found

    def _of_lanes(self, lanes: Integers, *, at_end: bool) -> Spots:
        if lanes.dtype.kind not in "iu" or lanes.ndim != 1:
            raise InputError(f"routes got an array of {lanes.dtype} with {lanes.ndim} axes; expected a row of lanes")
        bad = np.flatnonzero((lanes < 0) | (lanes >= len(self.lane_map)))
        if len(bad):
            self.lane_map.name(int(lanes[bad[0]]))
        if not self.open_to[lanes].all():
            self._refuse(int(lanes[~self.open_to[lanes]][0]))
        s = self.lane_map.length[lanes] if at_end else np.zeros(len(lanes))
        return Spots(
            np.arange(len(lanes) + 1), lanes.astype(np.int64), s.astype(np.float64), np.zeros(len(lanes), dtype=bool)
        )
