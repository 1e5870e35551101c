"""Where lights see traffic: a stretch of each lane before its stop line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.roads.junctions import SignalPlan, approach_limit

__all__ = ["Zones", "find_zones"]

HEADWAY = 1.0
"""How many seconds before the stop line, at the speed limit, somebody is seen first."""
LEAST_REACH = 10.0
"""How far before it at least, in metres."""
BEYOND = 2.0
"""How far behind the stop line one may stand and still be seen, in metres."""


class Zones(NamedTuple):
    """Stretches of lanes in which a vehicle's front is seen, by lane: from which s to which, and for which light.

    Lane i has those from `first[i]` up to `first[i + 1]`.
    """

    first: NDArray[np.int64]
    begin: NDArray[np.float64]
    end: NDArray[np.float64]
    row: NDArray[np.int64]


def find_zones(plan: SignalPlan) -> Zones:
    """The stretches before all lights of a plan."""
    found = sorted({*_before_ways(plan), *_on_lanes(plan)})
    counts = np.bincount([lane for lane, _, _, _ in found], minlength=len(plan.logic.lane_map)) if found else 0
    first = np.zeros(len(plan.logic.lane_map) + 1, np.int64)
    first[1:] = np.cumsum(counts)
    columns = np.array([rest for _, *rest in found], np.float64).reshape(-1, 3)
    return Zones(first, columns[:, 0].copy(), columns[:, 1].copy(), columns[:, 2].astype(np.int64))


Stretch = tuple[int, float, float, int]


def _before_ways(plan: SignalPlan) -> Iterator[Stretch]:
    for way in plan.logic.ways:
        rows = plan.way_row[plan.way_first[way.index] : plan.way_first[way.index + 1]].tolist()
        if rows and way.incoming >= 0:
            lane, s = plan.logic.stop(way)
            reach = max(HEADWAY * approach_limit(plan.logic, way.index), LEAST_REACH)
            for row in rows:
                yield from _back(plan, lane, s, reach, row)


def _on_lanes(plan: SignalPlan) -> Iterator[Stretch]:
    for lane in range(len(plan.lane_first) - 1):
        for k in range(plan.lane_first[lane], plan.lane_first[lane + 1]):
            yield from _back(plan, lane, float(plan.lane_s[k]), 1.5 * LEAST_REACH, int(plan.lane_row[k]))


def _back(plan: SignalPlan, lane: int, s: float, reach: float, row: int) -> Iterator[Stretch]:
    """A stretch of so many metres before a place, and on the lanes before as long as there is no choice."""
    lanes, end = plan.logic.lane_map, s + BEYOND
    while lane >= 0:
        yield lane, max(s - reach, 0.0), end, row
        reach -= s
        before = lanes.predecessors(lane)
        lane = before[0] if reach > 0.0 and len(before) == 1 else -1
        s = end = float(lanes.length[lane]) if lane >= 0 else 0.0
