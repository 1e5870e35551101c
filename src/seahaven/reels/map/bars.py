"""Where the lights of the roads are drawn: strokes across lanes and at the ends of crosswalks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from seahaven.roads.junctions import SignalPlan
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import Turn

__all__ = ["Bar", "bars_of"]

SIDES: Final = {Turn.BACK: 0, Turn.LEFT: 1, Turn.STRAIGHT: 2, Turn.RIGHT: 3}
"""In which order, from the left, the lights of a lane stand that turn different ways."""

Floats = NDArray[np.float64]


class Bar(NamedTuple):
    """A stroke that shows a light: the row of the light, whether it is for people, and its ends."""

    row: int
    is_for_people: bool
    x: float
    y: float
    end_x: float
    end_y: float


def bars_of(plan: SignalPlan) -> list[Bar]:
    """The strokes of all lights of a plan, by the numbers of their rows."""
    return list(_bars(plan))


def _bars(plan: SignalPlan) -> Iterator[Bar]:
    yield from _bars_of_ways(plan)
    for lane in np.flatnonzero(np.diff(plan.lane_first)).tolist():
        for k in range(plan.lane_first[lane], plan.lane_first[lane + 1]):
            yield from _across(plan.logic.lane_map, lane, float(plan.lane_s[k]), [int(plan.lane_row[k])])
    for walk in plan.logic.crosswalks:
        if plan.crosswalk_row[walk.index] >= 0:
            yield from _beside(int(plan.crosswalk_row[walk.index]), np.array(walk.corners))


def _bars_of_ways(plan: SignalPlan) -> Iterator[Bar]:
    """The strokes of ways through junctions, one for each light of a lane."""
    found: dict[tuple[int, float], list[tuple[int, int]]] = {}
    for way in plan.logic.ways:
        rows = plan.way_row[plan.way_first[way.index] : plan.way_first[way.index + 1]].tolist()
        if rows:
            lane, s = plan.logic.stop(way)
            found.setdefault((lane, round(s, 1)), []).append((SIDES[way.turn], rows[0]))
    for (lane, s), lights in found.items():
        yield from _across(plan.logic.lane_map, lane, s, list(dict.fromkeys(row for _, row in sorted(lights))))


def _across(lane_map: LaneMap, lane: int, s: float, rows: list[int]) -> Iterator[Bar]:
    """Strokes across a lane, from its left edge to its right one."""
    s = min(max(s, 0.0), float(lane_map.length[lane]))
    half = 0.5 * float(lane_map.width(lane, s))
    share = 2.0 * half / len(rows)
    for k, row in enumerate(rows):
        left, right = (lane_map.place(lane, s, half - part * share) for part in (k + 0.06, k + 0.94))
        yield Bar(row, False, left.x, left.y, right.x, right.y)


def _beside(row: int, corners: Floats) -> Iterator[Bar]:
    """Strokes at the two ends of a crosswalk, which are its shorter sides."""
    if len(corners) != 4:
        return
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    first = 0 if sides[0] + sides[2] <= sides[1] + sides[3] else 1
    for k in (first, first + 2):
        (x, y), (end_x, end_y) = corners[k].tolist(), corners[(k + 1) % 4].tolist()
        yield Bar(row, True, x, y, end_x, end_y)
