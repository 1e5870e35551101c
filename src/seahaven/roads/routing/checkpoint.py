"""Checkpoints: places by which a route has to come, as people name them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple, NoReturn, Self, TypeAlias

import numpy as np

from seahaven.errors import InputError, nearest
from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind
from seahaven.roads.routing.road_user import RoadUser

Checkpoint: TypeAlias = int | str | tuple[int | str, float]
"""A place by which a route has to come, in one of these forms:

- an `int`: a lane, by its index in the lane map
- a `str`: a lane by its name ("main.1:0:-1"), a road by its id ("main.1"), or the name under which a builder drew a
  road that was split ("main" for "main.1", "main.2", ...), if no road has that very id: any of its pieces
- a `tuple` of one of these and an s in metres: on a lane its own s, in the direction of travel; on a road the s of
  the road, and any of its lanes there

A route begins where a lane or road begins, ends where it ends, and passes all of it on its way; with an s it begins,
ends or passes there. A road may be taken on any of its lanes that is open, in either direction.
"""

_PIECE = re.compile(r"(.+)\.\d+")


class Spots(NamedTuple):
    """Places on lanes, any of which will do, for each of many checkpoints: those of i begin with `first[i]`."""

    first: Integers
    lane: Integers
    s: Floats
    is_road: Truths
    """Of a checkpoint: whether any of a road's lanes will do."""

    @classmethod
    def joined(cls, parts: Sequence[Spots]) -> Self:
        """The places of single checkpoints, one after the other."""
        first = np.array([0, *accumulate(len(one.lane) for one in parts)], np.int64)
        columns = (np.concatenate(column) for column in list(zip(*parts, strict=True))[1:])
        return cls(first, *columns)

    def of(self, index: int) -> slice:
        """The rows of a checkpoint; a negative index counts from the last one on."""
        k = range(len(self.is_road))[index]
        return slice(int(self.first[k]), int(self.first[k + 1]))


@dataclass(frozen=True, slots=True)
class Checkpoints:
    """Finds the places that checkpoints stand for, on lanes that are open to a road user."""

    lane_map: LaneMap
    user: RoadUser
    open_to: Truths
    _known: dict[str, tuple[int, ...]] = field(init=False, repr=False)
    """Roads by id, and the pieces of those that were split by the name they were drawn under."""
    _whole: dict[tuple[int | str, bool], Spots] = field(default_factory=dict, init=False, repr=False)
    """Where roads and lanes begin, and where they end, as far as `spot` was asked."""

    def __post_init__(self) -> None:
        ids = [road.id for road in self.lane_map.network.roads]
        pieces: dict[str, tuple[int, ...]] = {}
        for index, match in enumerate(map(_PIECE.fullmatch, ids)):
            if match:
                pieces[match[1]] = (*pieces.get(match[1], ()), index)
        object.__setattr__(self, "_known", pieces | {id: (index,) for index, id in enumerate(ids)})

    def spot(self, checkpoint: Checkpoint, *, at_end: bool) -> Spots:
        """The places of one checkpoint; those of roads and lanes as a whole are looked up once."""
        if isinstance(checkpoint, tuple):
            return self.spots([checkpoint], at_end=at_end)
        if (checkpoint, at_end) not in self._whole:
            self._whole[checkpoint, at_end] = self.spots([checkpoint], at_end=at_end)
        return self._whole[checkpoint, at_end]

    def spots(self, checkpoints: Sequence[Checkpoint] | Integers, *, at_end: bool) -> Spots:
        """The places of many checkpoints: where they begin, or where they end."""
        if isinstance(checkpoints, np.ndarray):
            return self._of_lanes(checkpoints, at_end=at_end)
        found = [self.places(one, at_end=at_end) for one in checkpoints]
        first = np.cumsum([0, *map(len, found)], dtype=np.int64)
        flat = [place for places in found for place in places]
        lanes = np.array([lane for lane, _ in flat], dtype=np.int64)
        is_road = np.array([bool(self.roads(_where(one))) for one in checkpoints], dtype=bool)
        return Spots(first, lanes, np.array([s for _, s in flat], dtype=np.float64), is_road)

    def places(self, checkpoint: Checkpoint, *, at_end: bool) -> list[tuple[int, float]]:
        """The lanes and s by any of which a route comes by a checkpoint: where it begins, or where it ends."""
        where, roads = _where(checkpoint), self.roads(_where(checkpoint))
        if isinstance(checkpoint, tuple):
            s = _number(checkpoint)
            return self._on_road(str(where), roads, s) if roads else [self._on_lane(self._lane(where), s)]
        if roads:
            return self._of_roads(str(where), roads, at_end=at_end)
        lane = self._lane(where)
        return [(lane, float(self.lane_map.length[lane]) if at_end else 0.0)]

    def roads(self, where: int | str) -> tuple[int, ...]:
        """The road of that id, or the pieces of the one that was drawn under that name; none if it is no road's."""
        return self._known.get(where, ()) if isinstance(where, str) else ()

    def name(self, checkpoint: Checkpoint) -> str:
        """What a checkpoint is called in a message."""
        if isinstance(checkpoint, tuple):
            return f"{self.name(checkpoint[0])} at s={float(checkpoint[1]):g}"
        if isinstance(checkpoint, str):
            return f"{'road' if self.roads(checkpoint) else 'lane'} '{checkpoint}'"
        return f"lane '{self.lane_map.name(int(checkpoint))}'"

    def lane(self, lane: int | str) -> int:
        """The lane of that index or name, open or not."""
        if isinstance(lane, str):
            return self._named(lane)
        self.lane_map.name(int(lane))
        return int(lane)

    def _lane(self, lane: int | str) -> int:
        index = self.lane(lane)
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

    def _on_lane(self, lane: int, s: float) -> tuple[int, float]:
        length = float(self.lane_map.length[lane])
        if not 0.0 <= s <= length:
            name = self.lane_map.name(lane)
            raise InputError(f"lane '{name}' has no s={s!r}; expected a number from 0 to its length, {length!r}")
        return lane, s

    def _on_road(self, name: str, roads: Sequence[int], s: float) -> list[tuple[int, float]]:
        """The lanes at an s of a road that are open, and the s on each."""
        lane_map, road = self.lane_map, self.lane_map.network.roads[roads[0]]
        if len(roads) > 1 or road.id != name:
            ids = ", ".join(f"'{lane_map.network.roads[index].id}'" for index in roads)
            raise InputError(f"road '{name}' was split, and s={s:g} could be on any of its pieces; name one of {ids}")
        if not 0.0 <= s <= road.length:
            raise InputError(f"road '{name}' has no s={s!r}; expected a number from 0 to its length, {road.length!r}")
        there = (lane_map.road == roads[0]) & (lane_map.section == road.section_at(s))
        lanes = np.flatnonzero(there & self.open_to).tolist()
        if not lanes:
            raise InputError(f"road '{name}' has no lane at s={s:g} that is open to the road user '{self.user.name}'")
        return [(lane, self._beside(lane, s)) for lane in lanes]

    def _beside(self, lane: int, road_s: float) -> float:
        """The s on a lane where its road has another."""
        rows = slice(self.lane_map.first[lane], self.lane_map.first[lane + 1])
        flip = 1.0 if self.lane_map.along[lane] else -1.0
        return float(np.interp(flip * road_s, flip * self.lane_map.road_s[rows], self.lane_map.s[rows]))

    def _of_roads(self, name: str, roads: Sequence[int], *, at_end: bool) -> list[tuple[int, float]]:
        """The lanes by which one gets onto any of some roads at either end, or off it."""
        found = [place for road in roads for place in self._of_road(road, at_end=at_end)]
        if not found:
            raise InputError(f"road '{name}' has no lane that is open to the road user '{self.user.name}'")
        return found

    def _of_road(self, road: int, *, at_end: bool) -> list[tuple[int, float]]:
        lane_map = self.lane_map
        own = np.flatnonzero((lane_map.road == road) & self.open_to)
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


def _where(checkpoint: Checkpoint) -> int | str:
    """The lane or road of a checkpoint, without its s."""
    if not isinstance(checkpoint, tuple):
        return checkpoint
    if len(checkpoint) != 2:
        raise InputError(f"{checkpoint!r} is no checkpoint; expected a lane or road, or a pair of one and an s")
    return checkpoint[0]


def _number(checkpoint: tuple[int | str, float]) -> float:
    try:
        return float(checkpoint[1])
    except (TypeError, ValueError):
        raise InputError(f"{checkpoint!r} is no checkpoint; expected an s in metres behind the lane or road") from None
