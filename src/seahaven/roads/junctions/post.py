"""Signs and lights as ways meet them: which of them hold for a way, and how far along it they stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from seahaven.roads.junctions.way import Course
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Facing, Road, Signal

FARTHEST = 500.0
"""How far back along the lanes that lead to a junction signs are looked for, in metres."""


class Post(NamedTuple):
    """A sign or light that holds for a way, and how far along the way it stands; negative before the junction."""

    signal: Signal
    distance: float


class Stand(NamedTuple):
    """A sign or light that holds for a lane, and where along the lane it stands."""

    signal: Signal
    s: float


class Posts:
    """The signs and lights of a network, by the lanes and ways for which they hold."""

    def __init__(self, lane_map: LaneMap) -> None:
        self._map = lane_map
        self._length = lane_map.length.tolist()
        self._junction = lane_map.junction.tolist()
        self._road = lane_map.road.tolist()
        self._stands: dict[int, list[Stand]] = {}
        known: dict[str, Signal] = {}
        for _, signal in lane_map.network.signals():
            known.setdefault(signal.id, signal)
        for road in lane_map.network.roads:
            for signal in road.signals:
                self._put(road, signal, signal.s, signal.facing, signal.lanes)
            for use in road.signal_uses:
                if use.id in known:
                    self._put(road, known[use.id], use.s, use.facing, use.lanes)

    def on_lane(self, lane: int) -> Sequence[Stand]:
        """The signs and lights that hold for a lane, in no order."""
        return self._stands.get(lane, ())

    def on_way(self, course: Course) -> list[Post]:
        """The signs and lights that hold for a way, in the order in which one comes by them."""
        found = [
            Post(stand.signal, begin + stand.s)
            for lane, begin in (*self.before(course), *self._inside(course))
            for stand in self.on_lane(lane)
        ]
        return sorted(found, key=lambda post: post.distance)

    def before(self, course: Course) -> Iterator[tuple[int, float]]:
        """The lanes that lead to a way, backwards, each with the distance along the way of its beginning."""
        lane, begin = course.incoming, -course.start
        while lane >= 0:
            yield lane, begin
            lane = self._back(lane) if begin > -FARTHEST else -1
            begin -= self._length[lane] if lane >= 0 else 0.0

    def _back(self, lane: int) -> int:
        """The lane before, as long as there is no choice and no junction."""
        before = [one for one in self._map.predecessors(lane) if self._junction[one] < 0]
        own = [one for one in before if self._road[one] == self._road[lane]]
        chosen = own or before
        return chosen[0] if len(chosen) == 1 and self._junction[lane] < 0 else -1

    def _inside(self, course: Course) -> Iterator[tuple[int, float]]:
        begin = 0.0
        for lane in course.lanes:
            yield lane, begin
            begin += self._length[lane]

    def _put(self, road: Road, signal: Signal, s: float, facing: Facing, ranges: Sequence[tuple[int, int]]) -> None:
        section = road.section_at(s)
        lanes = [self._map.index(f"{road.id}:{section}:{lane.id}") for lane in road.sections[section].lanes if lane.id]
        for lane in self._valid(lanes, facing, ranges):
            self._stands.setdefault(lane, []).append(Stand(signal, place_on(self._map, lane, s)))

    def _valid(self, lanes: Iterable[int], facing: Facing, ranges: Sequence[tuple[int, int]]) -> list[int]:
        """The lanes for which a sign holds: those that it names, of these the ones that it faces.

        Some tools have signs face the wrong way but name lanes: if one faces none of those, all that it names count.
        """
        numbers = self._map.number
        named = [n for n in lanes if not ranges or any(low <= numbers[n] <= high for low, high in ranges)]
        faced = [n for n in named if facing is Facing.BOTH or bool(self._map.along[n]) is (facing is Facing.ALONG)]
        return faced or (named if ranges else [])


def place_on(lane_map: LaneMap, lane: int, road_s: float) -> float:
    """The s on a lane at which its road has the given s."""
    rows = slice(lane_map.first[lane], lane_map.first[lane + 1])
    along, s = lane_map.road_s[rows], lane_map.s[rows]
    if not lane_map.along[lane]:
        along, s = along[::-1], s[::-1]
    return float(np.interp(road_s, along, s))
