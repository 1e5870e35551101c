"""Onward: how far it is from a driver to the lanes ahead, by the shortest and by the longest way."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from math import inf, isfinite
from typing import NamedTuple

import numpy as np

from seahaven.errors import InputError
from seahaven.roads.lanemap import CHANGE_LEFT, CHANGE_RIGHT, LaneMap
from seahaven.roads.model import LaneKind
from seahaven.roads.places.place import Spot

_KINDS = tuple(LaneKind)


class Span(NamedTuple):
    """How far it is to somewhere, in metres."""

    earliest: float
    latest: float


class Onward:
    """The driving lanes that a driver may come to within a distance, and how far it is to where each begins.

    A driver follows lanes, changes them where marks permit it, and takes every way through junctions. The latest
    arrival is by the longest way on which one never comes to a lane that begins nearer to the driver, by the shortest
    way, than the one before: detours that lead back do not count.
    """

    def __init__(self, lane_map: LaneMap, lane: int, s: float, distance: float) -> None:
        if not (isfinite(distance) and distance >= 0.0):
            raise InputError(f"ahead got the distance {distance!r}; expected a finite number of metres from 0 on")
        lane_map.place(lane, s)
        self._map, self.start, self.distance = lane_map, Spot(int(lane), float(s)), distance
        self.earliest = self._shortest()
        self.latest = self._longest()

    def to(self, spot: Spot) -> Span | None:
        """How far it is to a spot; None if it lies behind or beyond the distance, or no way leads there."""
        if spot.lane not in self.earliest:
            return None
        earliest = self.earliest[spot.lane] + spot.s
        if earliest < 0.0:
            again = self._again(spot.lane)
            earliest = inf if again is None else again + spot.s
            return Span(earliest, earliest) if earliest <= self.distance else None
        return Span(earliest, self.latest[spot.lane] + spot.s) if earliest <= self.distance else None

    def _again(self, lane: int) -> float | None:
        """How far it is to the beginning of a lane that the driver has behind, round the block."""
        lengths = self._map.length
        back = [
            self.earliest[one] + float(lengths[one]) for one in self._map.predecessors(lane) if one in self.earliest
        ]
        return min((far for far in back if far >= 0.0), default=None)

    def _shortest(self) -> dict[int, float]:
        """By lane, how far it is to its beginning: less than 0 for those that the driver is on or beside."""
        found: dict[int, float] = {}
        heap = [(-self.start.s, self.start.lane)]
        while heap:
            far, lane = heappop(heap)
            if lane in found or far > self.distance:
                continue
            found[lane] = far
            for other, length in self._next(lane, far):
                if other not in found:
                    heappush(heap, (far + length, other))
        return found

    def _longest(self) -> dict[int, float]:
        order = sorted(self.earliest, key=lambda lane: (self.earliest[lane], lane))
        place = {lane: k for k, lane in enumerate(order)}
        found = dict(self.earliest)
        for lane in order:
            for other, length in self._next(lane, self.earliest[lane]):
                if place.get(other, -1) > place[lane]:
                    found[other] = max(found[other], found[lane] + length)
        return found

    def _next(self, lane: int, far: float) -> Iterator[tuple[int, float]]:
        """The lanes to which one may go on or over, and how much further their beginnings lie."""
        lane_map = self._map
        for other in lane_map.successors(lane):
            if _KINDS[lane_map.kind[other]].is_driving:
                yield other, float(lane_map.length[lane])
        here = max(-far, 0.0)
        rows = slice(int(lane_map.first[lane]), int(lane_map.first[lane + 1]) - 1)
        permits = int(
            np.bitwise_or.reduce(
                lane_map.may_change[rows][lane_map.s[rows.start + 1 : rows.stop + 1] > here], initial=0
            )
        )
        for bit, beside in ((CHANGE_LEFT, lane_map.left), (CHANGE_RIGHT, lane_map.right)):
            other = int(beside[lane])
            if permits & bit and other >= 0 and _KINDS[lane_map.kind[other]].is_driving:
                yield other, 0.0
