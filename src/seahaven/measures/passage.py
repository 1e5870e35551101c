"""Passages: the ways that a vehicle took through junctions, and when it was where on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats
from seahaven.roads.junctions import JunctionLogic

__all__ = ["Passage", "crossing_time", "passages"]

Integers = NDArray[np.int64]
APPROACH: Final = 20.0
"""m. Before a junction for which it is followed how a vehicle came, also over lanes that are shorter."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A vehicle on a way through a junction: where along the way (m) its centre was at which times (s).

    Distances along a way count from where it leaves its incoming lane, as everywhere in the junctions' logic.
    """

    way: int
    time: Floats
    along: Floats
    length: float

    def front_at(self, distance: float) -> float | None:
        """When its front reached a distance along the way (s); None if it was not seen to."""
        return crossing_time(self.time, self.along + 0.5 * self.length, distance)

    def rear_at(self, distance: float) -> float | None:
        """When its rear had passed a distance along the way (s); None if it was not seen to."""
        return crossing_time(self.time, self.along - 0.5 * self.length, distance)


def crossing_time(time: Floats, along: Floats, at: float) -> float | None:
    """When a place was first reached that lies behind the first sample, interpolated between samples (s)."""
    past = np.flatnonzero((along[:-1] < at) & (along[1:] >= at))
    if not len(past):
        return None
    k = int(past[0])
    share = (at - along[k]) / (along[k + 1] - along[k])
    return float(time[k] + share * (time[k + 1] - time[k]))


def passages(time: Floats, lane: Any, s: Floats, length: float, logic: JunctionLogic) -> list[Passage]:
    """The ways that one vehicle took, from its samples in order of time: lane and place along it.

    A vehicle that is still inside when the samples end has a passage as far as it came; one that began inside has none.
    """
    lanes = np.asarray(lane, dtype=np.int64)
    found = []
    for first, last in _inside(lanes, logic):
        way = _way_of(lanes, first, last, logic)
        if way is not None:
            found.append(_passage(way, first, time, lanes, np.asarray(s), length, logic))
    return found


def _inside(lanes: Integers, logic: JunctionLogic) -> Iterator[tuple[int, int]]:
    """From which sample to which the vehicle is inside one junction."""
    junction = np.where(lanes >= 0, logic.lane_map.junction[np.maximum(lanes, 0)], -1)
    edges = np.flatnonzero(np.diff(junction, prepend=-1, append=-1) != 0)
    for first, last in zip(edges[:-1].tolist(), (edges[1:] - 1).tolist(), strict=True):
        if junction[first] >= 0:
            yield first, last


def _way_of(lanes: Integers, first: int, last: int, logic: JunctionLogic) -> int | None:
    """The way through a junction that fits the lane before it, those inside and the lane behind it."""
    if first == 0:
        return None
    before, inside = int(lanes[first - 1]), set(lanes[first : last + 1].tolist())
    behind = int(lanes[last + 1]) if last + 1 < len(lanes) else -1
    ways = logic.ways_from(before) if before >= 0 else ()
    fitting = [way for way in ways if inside <= {*way.lanes}]
    return next((way.index for way in fitting if way.outgoing == behind), fitting[0].index if fitting else None)


def _passage(
    way: int, first: int, time: Floats, lanes: Integers, s: Floats, length: float, logic: JunctionLogic
) -> Passage:  # fmt: skip
    t, course = logic.tables, logic.ways[way]
    begins = {
        course.incoming: -float(logic.lane_map.length[course.incoming]),
        course.outgoing: float(t.way_length[way]),
    }
    rows = range(int(t.way_lane_first[way]), int(t.way_lane_first[way + 1]))
    begins |= {int(t.way_lane[row]): float(t.way_lane_begin[row]) for row in rows}
    low, high = _begin_of_approach(lanes, first, course.incoming, begins, logic), first
    while high < len(lanes) and int(lanes[high]) in begins:
        high += 1
    along = np.array([begins[lane] for lane in lanes[low:high].tolist()]) + s[low:high]
    return Passage(way, np.asarray(time[low:high], dtype=np.float64), along, length)


def _begin_of_approach(
    lanes: Integers, first: int, incoming: int, begins: dict[int, float], logic: JunctionLogic
) -> int:  # fmt: skip
    """The first sample on the lane that leads in, or, where that is short, on those before it.

    Where these begin is noted.
    """
    lane_map, approach, low = logic.lane_map, {incoming}, first
    while low > 0:
        before, lane = int(lanes[low - 1]), int(lanes[low])
        if before not in approach:
            is_short = lane in approach and begins[lane] > -APPROACH
            if not is_short or before < 0 or before in begins or lane not in lane_map.successors(before):
                break
            approach.add(before)
            begins[before] = begins[lane] - float(lane_map.length[before])
        low -= 1
    return low
