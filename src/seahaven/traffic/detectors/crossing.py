"""Which vehicles come onto which loops between two dates."""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from seahaven.roads import LaneMap

__all__ = ["Crossings", "Loops", "crossings"]

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Places = tuple[Integers, Integers, Floats, Floats]
"""Vehicles at a date: ids in rising order, lanes, s, and speeds."""


class Loops(NamedTuple):
    """Loops by lane: lane i has those in `order` from `first[i]` up to `first[i + 1]`."""

    lane: Integers
    s: Floats
    first: Integers
    order: Integers
    section: Integers
    """Of each lane of the map, which stretch of road it belongs to: lanes side by side have the same."""

    @classmethod
    def of(cls, lane: Integers, s: Floats, lane_map: LaneMap) -> Self:
        """Loops in these lanes of a map, at these s."""
        lanes, many = np.asarray(lane, np.int64), len(lane_map)
        first = np.concatenate(([0], np.cumsum(np.bincount(lanes, minlength=many))))
        most = int(lane_map.section.max(initial=0)) + 1
        section = lane_map.road.astype(np.int64) * most + lane_map.section
        return cls(lanes, np.array(s), first, np.argsort(lanes, kind="stable"), section)

    def on(self, lane: Integers) -> tuple[Integers, Integers]:
        """Pairs of a row of `lane` and a loop in that lane."""
        known = np.where(lane >= 0, lane, 0)
        count = np.where(lane >= 0, self.first[known + 1] - self.first[known], 0)
        rows = np.repeat(np.arange(len(lane)), count)
        place = np.arange(len(rows)) - np.repeat(np.cumsum(count) - count, count)
        return rows, self.order[np.repeat(self.first[known], count) + place]


class Crossings(NamedTuple):
    """Vehicles whose front has come onto a loop: how many seconds ago, and how fast."""

    vehicle: Integers
    loop: Integers
    ago: Floats
    speed: Floats


def crossings(loops: Loops, before: Places, now: Places, dt: float) -> Crossings:
    """The vehicles that have come onto loops in the last `dt` seconds.

    A vehicle that has changed lanes counts in the lane that it is in now; one that has driven on to another stretch of
    road, on the lanes of both.
    """
    ids, lane, s, speed = (np.asarray(column) for column in now)
    old, old_lane, old_s, old_speed = before
    row = np.minimum(np.searchsorted(old, ids), max(len(old) - 1, 0))
    known = (old[row] == ids) & (lane >= 0) & (old_lane[row] >= 0) if len(old) else np.zeros(len(ids), bool)
    here, there = np.flatnonzero(known), row[known]
    lane_now, lane_then, s_now, s_then = lane[here].astype(np.int64), old_lane[there], s[here], old_s[there]
    way = 0.5 * (speed[here] + old_speed[there]) * dt
    is_beside = loops.section[lane_now] == loops.section[lane_then]
    k, loop = loops.on(lane_now)
    beyond = s_now[k] - loops.s[loop]
    is_new = (beyond >= 0.0) & np.where(is_beside[k], s_then[k] < loops.s[loop], beyond <= way[k])
    j, passed = loops.on(np.where(is_beside, -1, lane_then))
    left = loops.s[passed] - s_then[j]
    is_passed = (left > 0.0) & (left <= way[j])
    rows, over = np.concatenate((k[is_new], j[is_passed])), np.concatenate((loop[is_new], passed[is_passed]))
    gone = np.concatenate((beyond[is_new], way[j][is_passed] - left[is_passed]))
    mean = np.maximum(way[rows] / max(dt, 1e-9), 1e-6)
    return Crossings(ids[here[rows]], over, np.minimum(gone / mean, dt), speed[here[rows]])
