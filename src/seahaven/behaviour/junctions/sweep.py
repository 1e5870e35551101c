"""What long vehicles sweep over in turns: their axles keep to their line, their ends and their middle do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from seahaven.geometry import Floats, Integers, Truths
from seahaven.roads.junctions import JunctionTables
from seahaven.roads.lanemap import AXLE, LONG, LaneMap, berths

__all__ = ["BROAD", "BROADEST", "SLENDER", "swept_spans"]

WIDE = 2.6
"""The width (m) of the long vehicle that is reckoned with."""
SLENDER, BROAD, MARGIN = 0.95, 1.25, 0.2
"""Half the width of whoever it meets, a car or another long vehicle, and what is to be left between them (m)."""
BROADEST = BROAD + 0.7
"""Half the width (m) of what another long vehicle takes up that turns, too."""
ALONG = 1.0
"""Metres that are left before and behind: nobody is exactly where its axles would have it, and steps are long."""
BEYOND = 25.0
"""How far before and behind a junction it is looked at (m)."""
CLOSE = 12.0
"""Length (m) of a lane at whose one end a long vehicle may still be turning at the other."""
STEP = 0.5


def swept_spans(
    lane_map: LaneMap, tables: JunctionTables, pairs: Integers, turns: Truths, *, besides: Sequence[float],
    before_line: bool = False,
) -> list[tuple[Floats, Floats]]:  # fmt: skip
    """For each pair of ways the stretches of both on which a long vehicle that turns on the first is in the way of
    somebody on the second, and the other way round.

    Two tables for each of `besides`: half the width of the other one. Each has four columns as those of a conflict; an
    empty stretch, from infinity to minus infinity, where none is. With `before_line`, it only matters where the other
    one may be as long as it waits before its way.
    """
    courses, of_way = _courses(lane_map, tables, turns)
    first, lines = _lines(lane_map, tables, courses)
    driven = _lines(lane_map, tables, courses, berths(lane_map))[1]
    windows = _windows(lane_map, tables)
    others = windows.copy()
    if before_line:
        others[:, 1] = np.maximum(np.floor((BEYOND + tables.way_stop) / STEP).astype(np.int64), others[:, 0])
    given = of_way, windows[[course.way for course in courses]], others, first, driven, lines
    return [(_swept(pairs, (0, 1), beside, *given), _swept(pairs, (1, 0), beside, *given)) for beside in besides]


def _swept(
    pairs: Integers, order: tuple[int, int], beside: float, of_way: Sequence[Sequence[int]], windows: Integers,
    others: Integers, first: Integers, driven: Floats, lines: Floats,
) -> Floats:  # fmt: skip
    """Those stretches for somebody of a width, given which of the pair is the long one, the courses that it may take on
    each way, the windows of courses and those of ways that others take, and the lines of courses."""
    import seahaven.behaviour.junctions.sweep_kernels as kernels

    found = np.tile(np.array([np.inf, -np.inf]), (len(pairs), 2))
    ways = pairs[:, order[0]].tolist()
    rows = np.array([row for row, way in enumerate(ways) for _ in of_way[way]], np.int64)
    courses = np.array([course for way in ways for course in of_way[way]], np.int64)
    spans = np.empty((len(rows), 4))
    kernels.sweep(
        np.column_stack((courses, pairs[rows, order[1]])).astype(np.int64), windows, others, first, driven, lines, STEP,
        0.5 * LONG, 0.5 * WIDE + MARGIN, AXLE * LONG, beside, spans,
    )  # fmt: skip
    spans = spans[:, [2 * order[0], 2 * order[0] + 1, 2 * order[1], 2 * order[1] + 1]] - BEYOND
    for column, note, margin in ((0, np.minimum, -ALONG), (1, np.maximum, ALONG)):
        for k in (column, column + 2):
            note.at(found[:, k], rows, spans[:, k] + margin)
    return found


def _windows(lane_map: LaneMap, tables: JunctionTables) -> Integers:
    """From which to which point of its line each way is looked at: no further than the lanes before and behind reach,
    since what lies beyond is the business of another junction."""
    before, behind = (
        np.where(lanes >= 0, np.minimum(lane_map.length[lanes], BEYOND), BEYOND)
        for lanes in (tables.way_incoming, tables.way_outgoing)
    )
    reach = np.column_stack((BEYOND - before, BEYOND + tables.way_length + behind))
    windows: Integers = np.floor(reach / STEP).astype(np.int64)
    windows[:, 1] += 1
    return windows


class _Course(NamedTuple):
    """A way with the lanes before and behind it; `place` says where among them its incoming one stands."""

    way: int
    lanes: list[int]
    place: int = 0


def _courses(lane_map: LaneMap, tables: JunctionTables, turns: Truths) -> tuple[list[_Course], list[list[int]]]:
    """A course for each way, straight on beyond the lanes before and behind it; then others of those on which long
    vehicles turn, where such a lane is so short that it matters where they come from or go.

    Also gives, of each way, the rows of the courses that long vehicles take on it: none where they do not turn.
    """
    incoming, outgoing, first = tables.way_incoming.tolist(), tables.way_outgoing.tolist(), tables.way_lane_first
    inside = [tables.way_lane[first[way] : first[way + 1]].tolist() for way in range(len(incoming))]
    courses = [_Course(way, [incoming[way], *lanes, outgoing[way]]) for way, lanes in enumerate(inside)]
    of_way = [[way] if turns[way] else [] for way in range(len(incoming))]
    onto, leaving = dict[int, list[int]](), dict[int, list[int]]()
    for way, _ in enumerate(inside):
        onto.setdefault(outgoing[way], []).append(way)
        leaving.setdefault(incoming[way], []).append(way)
    is_short = {lane for lane, length in enumerate(lane_map.length.tolist()) if length < CLOSE}
    for way in np.flatnonzero(turns).tolist():
        own = courses[way].lanes
        before = onto.get(incoming[way], []) if incoming[way] in is_short else []
        behind = leaving.get(outgoing[way], []) if outgoing[way] in is_short else []
        more = [_Course(way, [incoming[other], *inside[other], *own], 1 + len(inside[other])) for other in before]
        more += [_Course(way, [*own, *inside[other], outgoing[other]]) for other in behind]
        of_way[way] = list(range(len(courses), len(courses) + len(more))) or [way]
        courses += more
    return courses, of_way


def _lines(
    lane_map: LaneMap, tables: JunctionTables, courses: Sequence[_Course], shift: Floats | None = None
) -> tuple[Integers, Floats]:  # fmt: skip
    """Points x, y and headings along every course at even steps, from before its way to behind it.

    A shift says of each vertex how far to the left of it the line goes.
    """
    first, parts = [0], list[Floats]()
    for course in courses:
        before = sum(float(lane_map.length[lane]) for lane in course.lanes[: course.place + 1] if lane >= 0)
        at = np.arange(-BEYOND, float(tables.way_length[course.way]) + BEYOND + STEP, STEP)
        parts.append(_sampled(lane_map, [lane for lane in course.lanes if lane >= 0], -before, at, shift))
        first.append(first[-1] + len(at))
    return np.array(first, np.int64), np.vstack(parts) if parts else np.empty((0, 3))


def _sampled(lane_map: LaneMap, lanes: list[int], begin: float, at: Floats, shift: Floats | None) -> Floats:
    """Points and headings at distances along some lanes, straight on before the first and behind the last."""
    rows = list[Floats]()
    for lane in lanes:
        own = slice(lane_map.first[lane], lane_map.first[lane + 1])
        aside = 0.0 if shift is None else shift[own]
        x, y = lane_map.x[own] + aside * lane_map.normal_x[own], lane_map.y[own] + aside * lane_map.normal_y[own]
        rows.append(np.column_stack((x, y, lane_map.s[own] + begin)))
        begin += float(lane_map.length[lane])
    line = np.vstack(rows)
    line = line[np.concatenate(([True], np.diff(line[:, 2]) > 1e-6))]
    ends = np.clip(at, line[0, 2], line[-1, 2])
    x, y = (np.interp(ends, line[:, 2], line[:, k]) for k in (0, 1))
    slopes = np.diff(line, axis=0)
    which = np.clip(np.searchsorted(line[:, 2], ends, side="right") - 1, 0, len(slopes) - 1)
    heading = np.arctan2(slopes[which, 1], slopes[which, 0])
    return np.column_stack((x + (at - ends) * np.cos(heading), y + (at - ends) * np.sin(heading), heading))
