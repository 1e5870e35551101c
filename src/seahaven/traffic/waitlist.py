"""The heads of the queues at gates, as compiled code takes them: it sees whether any of them finds room."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from seahaven.kernel import Part
from seahaven.roads import LaneMap
from seahaven.traffic.newcomer import Newcomer
from seahaven.traffic.room import CROWD_COLUMNS, MARGIN, SPARE, Slate, caution, hardest_braking, lookup_of
from seahaven.traffic.weather import SKY, pace_in
from seahaven.world import Binding, Reader, part_of

__all__ = ["Waitlist"]

MOST, MOST_SPOTS = 32, 8
"""So many newcomers can be watched at once, each with so many spots to enter at."""


class Waitlist:
    """Newcomers that have found no room, each with when it set out and the spots that are left to it.

    A gate sleeps as long as they stay without: until room is found, the weather changes or somebody is on foot.
    """

    __slots__ = ("_binding", "_count", "_held", "_is_free", "_numbers", "_part", "_sky", "_slate", "_watched", "_where")

    def __init__(self, slate: Slate, lanes: int) -> None:
        self._slate, self._binding = slate, Binding[Part]()
        self._count = np.zeros(1, np.int64)
        self._where, self._numbers = np.zeros((MOST, 7), np.int64), np.zeros((MOST, 5))
        self._is_free = np.zeros((MOST, MOST_SPOTS), np.bool_)
        self._watched = np.zeros(lanes, np.bool_)
        self._sky = np.zeros(len(SKY) + 2)
        """The weather for which this is good, how hard others brake in it, and how cautious drivers are."""
        self._held: list[Newcomer] = []
        self._part: Part | None = None

    def note(
        self, waiting: Iterable[tuple[Newcomer, float, frozenset[int]]], watched: Any, weather: Reader
    ) -> bool:  # fmt: skip
        """Watch these newcomers, each with its departure (s) and the lanes that are not for it; False for too many."""
        self._held.clear()
        pace, grip = pace_in(weather), float(weather.grip[0]) if len(weather) else 1.0
        for k, (newcomer, departure, taken) in enumerate(waiting):
            many = len(newcomer.spots)
            if k == MOST or many > MOST_SPOTS:
                return False
            self._held.append(newcomer)
            self._where[k] = (*newcomer.arrays.addresses, newcomer.drawn.traits.ctypes.data)
            self._numbers[k] = (departure, *newcomer.terms(pace))
            self._is_free[k, :many] = [spot.lane not in taken for spot in newcomer.spots] if taken else True
        self._count[0] = len(self._held)
        self._watched[:] = watched
        self._sky[:-2] = [getattr(weather, name)[0] for name in SKY] if len(weather) else 0.0
        self._sky[-2:] = hardest_braking(grip), caution(grip)
        return True

    def part(self, lane_map: LaneMap, seen: Reader, weather: Reader, until: int | None) -> Part:
        """Sleeps until a newcomer finds room, at most until a date (ns)."""
        room = self._slate.room_for(2 * len(seen) + SPARE)
        part = self._binding.bound((seen, weather, room), lambda: self._bound(lane_map, seen, weather, room))
        if self._part is None or self._part.held is not part.held or self._part.until != until:
            self._part = replace(part, is_asleep=True, until=until)
        return self._part

    def _bound(self, lane_map: LaneMap, seen: Reader, weather: Reader, room: Any) -> Part:
        import seahaven.traffic.gate_kernels as kernels

        roads = lane_map.known(lookup_of), lane_map.left, lane_map.right, lane_map.along, self._watched
        waiting = self._count, self._where, self._numbers, self._is_free
        sky = weather.tally, tuple(map(weather.spacious, SKY)), self._sky
        values = seen.tally, roads, tuple(map(seen.spacious, CROWD_COLUMNS)), room, waiting, sky, MARGIN
        return part_of(kernels.watch_gate, values)
