"""Everybody in line, lane by lane: the arrays, and keeping them in order from step to step."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seahaven.behaviour.perception.ground import Ground
from seahaven.behaviour.perception.memory import Memory
from seahaven.world import Reader

__all__ = ["Lineup"]

MOST_LANES = 3
"""On so many lanes a vehicle is in line at most: its own, and those to the left and right."""


class Lineup:
    """The lines of all lanes, one behind the other, each from front to rear.

    The order is the same wherever one starts from; that of the step before is kept because it is nearly right. So
    nothing of this need be carried by a snapshot.
    """

    __slots__ = (
        "_along", "_aside", "_bounds", "_ends", "_lanes", "_old", "_period", "_phases", "_records", "_shares",
        "_spots", "_wanted", "count", "ground", "ids",
    )  # fmt: skip

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.ids: NDArray[np.int64] = np.zeros(0, np.int64)
        self.count = 0
        lanes = len(ground.sizes)
        self._bounds, self._ends = np.zeros(lanes + 1, np.int32), np.zeros(lanes, np.int32)
        self._old = self._lanes = np.zeros((2, 0), np.int32)

    def follow(self, seen: Reader) -> None:
        """Make room for those who are there now, in the order in which they were."""
        count = len(seen)
        was, self._lanes = self._lanes, np.empty((2, MOST_LANES * count), np.int32)
        self._old = np.empty((2, MOST_LANES * count), np.int32)
        if self.count:
            rows = seen.ids.searchsorted(self.ids)
            stays = seen.ids[np.minimum(rows, count - 1)] == self.ids if count else np.zeros(len(rows), np.bool_)
            kept = was[:, : self.count][:, stays[was[0, : self.count]]]
            kept[0] = rows[kept[0]]
        else:
            on_lane = np.flatnonzero(seen.lane >= 0)
            order = on_lane[np.lexsort((on_lane, -seen.s[on_lane], seen.lane[on_lane]))]
            kept = np.stack((order, seen.lane[order])).astype(np.int32)
        self.count = kept.shape[1]
        self._lanes[:, : self.count] = kept
        self.ids = seen.ids
        self._make_room(count)

    def _make_room(self, count: int) -> None:
        places = MOST_LANES * count
        self._wanted, self._aside, self._along = np.zeros(count, np.uint8), np.zeros((count, 2)), np.empty(places)
        self._records, self._shares = np.empty((places, 4)), np.zeros((count, 4))
        self._spots = np.zeros((count, 4), np.int32)
        self._period = 0

    def update(self, seen: Reader, memory: Memory, index: int, *, parallel: bool) -> None:
        """Line everybody up by where they are now, and remember what they do."""
        import seahaven.behaviour.perception.lineup_kernels as kernels

        self._old, self._lanes = self._lanes, self._old
        line_up = kernels.line_up_in_parallel if parallel else kernels.line_up
        self.count = line_up(
            self.ground.stretches, self.ground.lanes, self.ground.sizes, seen.lane, seen.s, seen.offset, seen.drift,
            seen.length, seen.width, seen.turn_light, seen.brake_light, seen.speed, seen.acceleration, memory.past,
            memory.lamps, index % len(memory.past), self._wanted, self._aside, self._old[0],
            self._old[1], self.count, self._bounds, self._ends, self._lanes[0], self._along, self._lanes[1],
            self._records, self._shares, self._spots,
        )  # fmt: skip

    def given(self, period: int) -> tuple[NDArray[np.generic], ...]:
        """What looking takes of it: the ground; where the line of each lane begins, the records in line; by vehicle
        shares and counterparts, places, and in which of so many steps an outlook is taken.
        """
        if self._period != period:
            self._period, self._phases = period, (self.ids % period).astype(np.int16)
        return *self.ground, self._bounds, self._records, self._shares, self._spots, self._phases
