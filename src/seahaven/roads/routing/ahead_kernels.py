"""Compiled: what lies ahead along routes.

Every vehicle walks its route's entries (lanes on and beside it, stage by stage) as far as it looks, and notes the
first of each kind of thing; a lane that is passed as a whole costs no more than the features on it.
"""

from __future__ import annotations

from math import inf, isfinite, isnan, nan
from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.geometry.compiled import compiled, compiled_part
from seahaven.roads.lanemap.strips import Integers
from seahaven.roads.routing.features import STRAIGHT

SIGNAL, STOP, JUNCTION, CONFLICT, MERGE, LANE_END, LIMIT, CURVE, GRADE, CROSSWALK, ROUTE_END = range(11)
"""The columns of distances."""
CONTROLLER, LETTER, SIGNAL_WAY, STOP_WAY, JUNCTION_INDEX, JUNCTION_WAY, CONFLICT_ROW = range(7)
MERGE_LANE, END_LANE, CROSSWALK_INDEX = range(7, 10)
"""The columns of indices."""
ROUNDING = 1e-6
"""How far behind a route's end, in metres, a place may lie by rounding."""


@compiled
def follows(
    entry_lane: Integers, entry_next: Integers, way_lane: Integers, begin: int, end: int, outgoing: int, e: int
) -> bool:  # fmt: skip
    """Whether the entries from e on take the given lanes of a way, and the one behind it, as far as the route leads."""
    for k in range(begin, end):
        if e < 0:
            return True
        if entry_lane[e] != way_lane[k]:
            return False
        e = entry_next[e]
    return e < 0 or outgoing < 0 or entry_lane[e] == outgoing


@compiled
def entry_ways(t: Any, w: Any) -> tuple[Integers, Integers, Floats]:
    """For each entry the way that begins at its lane's end, the way it lies on, and how far along that it begins.

    Where ways share a lane, the route's own comes first.
    """
    entry_lane, entry_next, lane_first, way_lane, outgoing = (
        t.entry_lane,
        t.entry_next,
        w.lane_first,
        w.lane,
        w.outgoing,
    )
    count = len(entry_lane)
    into, inside, begin = np.full(count, -1, np.int64), np.full(count, -1, np.int64), np.zeros(count)
    for own in (True, False):
        for e in range(count):
            d, lane = entry_next[e], entry_lane[e]
            if (t.stage_leave[t.entry_stage[e]] == e) != own or d < 0:
                continue
            for k in range(w.incoming_first[lane], w.incoming_first[lane + 1]):
                way = w.incoming_way[k]
                low, high = lane_first[way], lane_first[way + 1]
                if into[e] >= 0 or not follows(entry_lane, entry_next, way_lane, low, high, outgoing[way], d):
                    continue
                into[e] = way
                for j in range(low, high):
                    if d >= 0 and inside[d] < 0:
                        inside[d], begin[d] = way, w.lane_begin[j]
                    d = entry_next[d] if d >= 0 else -1
    for e in range(count):
        lane = entry_lane[e]
        for k in range(w.inside_first[lane], w.inside_first[lane + 1]):
            way = w.inside_way[k]
            for j in range(lane_first[way], lane_first[way + 1]):
                is_here = inside[e] < 0 and way_lane[j] == lane
                if is_here and follows(entry_lane, entry_next, way_lane, j, lane_first[way + 1], outgoing[way], e):
                    inside[e], begin[e] = way, w.lane_begin[j]
    return into, inside, begin


@compiled
def note(
    distances: Floats, indices: Integers, i: int, kind: int, distance: float, reach: float, column: int, index: int
) -> bool:
    """Note the first thing of a kind that lies ahead and within reach; whether this was it."""
    if isnan(distances[i, kind]) and 0.0 <= distance <= reach:
        distances[i, kind], indices[i, column] = distance, index
        return True
    return False


@compiled_part
def note_way(
    stops: Floats, lights: Integers, conflict_first: Integers, conflict_begin: Floats, conflict_row: Integers, way: int,
    origin: float, reach: float, distances: Floats, indices: Integers, i: int,
) -> None:  # fmt: skip
    """Note what belongs to a way that begins at a distance, negative if one is on it."""
    stop = origin + stops[way]
    note(distances, indices, i, STOP, stop, reach, STOP_WAY, way)
    if lights[way, 0] > -2 and note(distances, indices, i, SIGNAL, stop, reach, SIGNAL_WAY, way):
        indices[i, CONTROLLER], indices[i, LETTER] = lights[way, 0], lights[way, 1]
    if isnan(distances[i, CONFLICT]):
        for k in range(conflict_first[way], conflict_first[way + 1]):
            distance = origin + conflict_begin[k]
            if distance >= 0.0:
                note(distances, indices, i, CONFLICT, distance, reach, CONFLICT_ROW, conflict_row[k])
                break


@compiled_part
def note_peak(distances: Floats, values: Floats, i: int, column: int, kind: int, value: float, distance: float) -> None:
    """Note the largest value of a kind, either way, and the first place that has it."""
    if abs(value) > abs(values[i, column]):
        values[i, column], distances[i, kind] = value, distance


@compiled_part
def bound_of(comfort: Any, curvature: float, distance: float) -> float:
    """The square of the speed that one may have here if one is to brake in comfort for a curve at a distance."""
    if abs(curvature) < STRAIGHT:
        return inf
    return float(comfort.lateral / abs(curvature) + 2.0 * comfort.deceleration * distance)


@compiled_part
def note_curve(distances: Floats, values: Floats, i: int, comfort: Any, curvature: float, distance: float) -> None:
    """Note a curve if it binds more than those before; `values[i, 4]` is the bound of the one noted last."""
    bound = bound_of(comfort, curvature, distance)
    if bound < values[i, 4]:
        values[i, 4], values[i, 1], distances[i, CURVE] = bound, curvature, distance


@compiled_part
def note_part(
    s: Floats, course: Floats, begin: int, last: int, low: float, high: float, start: float, comfort: Any,
    distances: Floats, values: Floats, i: int,
) -> None:  # fmt: skip
    """Note curve and grade between two s of a lane, whose stretches are the rows up to the last.

    Where a lane bends more and more, what binds most may lie between the ends of a stretch: where the bound stops
    falling.
    """
    row = begin + np.searchsorted(s[begin + 1 : last + 1], low, side="right")
    while row <= last and s[row] <= high:
        span = s[row + 1] - s[row]
        for edge in range(2):
            at = max(s[row], low) if edge == 0 else min(s[row + 1], high)
            share = (at - s[row]) / span if span > 0.0 else float(edge)
            note_curve(distances, values, i, comfort, course[row, 0] + share * course[row, 1], start + at)
            note_peak(distances, values, i, 2, GRADE, course[row, 2] + share * course[row, 3], start + at)
        if span > 0.0 and course[row, 1] != 0.0:
            slope = course[row, 1] / span
            turning = np.sign(slope) * np.sqrt(comfort.lateral * abs(slope) / (2.0 * comfort.deceleration))
            at = s[row] + (turning - course[row, 0]) / slope
            if max(s[row], low) < at < min(s[row + 1], high):
                note_curve(distances, values, i, comfort, turning, start + at)
        row += 1


@compiled_part
def note_points(
    point_s: Floats, points: Floats, k: int, last: int, low: float, is_entered: bool, start: float, reach: float,
    distances: Floats, indices: Integers, values: Floats, i: int,
) -> None:  # fmt: skip
    """Note limits and crosswalks from an s of a lane on; `values[i, 3]` is the limit where one is."""
    while k < last and start + point_s[k] <= reach:
        is_limit, is_passed = points[k, 0] == 0.0, point_s[k] <= low and not is_entered
        if is_limit and is_passed:
            values[i, 3] = points[k, 1]
        elif is_limit and isnan(distances[i, LIMIT]) and points[k, 1] != values[i, 3]:
            distances[i, LIMIT], values[i, 0] = start + point_s[k], points[k, 1]
        elif not is_limit:
            note(distances, indices, i, CROSSWALK, start + point_s[k], reach, CROSSWALK_INDEX, int(points[k, 1]))
        k += 1


@compiled
def look(
    f: Any, w: Any, t: Any, into: Integers, inside: Integers, begin: Floats, approach: float, comfort: Any,
    entry: Integers, s: Floats, reach: Floats, distances: Floats, indices: Integers, values: Floats,
) -> int:  # fmt: skip
    """Fill in, for each vehicle, distances and indices of the first thing of each kind, and values: limit, curvature,
    grade, the limit where it is, and the bound of the curve. What comes back is the first row that cannot be asked,
    or -1.
    """
    first, along, course, length, peaks = f.first, f.s, f.course, f.length, f.peaks
    junction, merges = f.junction, f.merges
    point_first, point_s, points = f.point_first, f.point_s, f.points
    stops, lights, way_junction = w.stop, w.light, w.junction
    conflict_first, conflict_begin, conflict_row = w.conflict_first, w.conflict_begin, w.conflict_row
    entry_lane, entry_stage, entry_next = t.entry_lane, t.entry_stage, t.entry_next
    metres, enter = t.entry_metres, t.stage_enter
    leave, is_last, entry_reach = t.stage_leave, t.is_last, t.entry_reach
    for i in range(len(entry)):
        for k in range(distances.shape[1]):
            distances[i, k] = nan
        for k in range(indices.shape[1]):
            indices[i, k] = -1
        for k in range(values.shape[1]):
            values[i, k] = nan
        e, here, far = entry[i], s[i], reach[i]
        if e >= len(entry_lane) or not (isfinite(here) and far >= 0.0):
            return i
        if e < 0:
            continue
        values[i, 1], values[i, 2], values[i, 4] = 0.0, 0.0, inf
        start, is_entered = -here, False
        if inside[e] >= 0:
            note_way(
                stops, lights, conflict_first, conflict_begin, conflict_row, inside[e], start - begin[e], far,
                distances, indices, i,
            )  # fmt: skip
        while True:
            lane, stage = entry_lane[e], entry_stage[e]
            end, onward, ends = start + length[lane], entry_next[e], is_last[stage]
            note_points(
                point_s, points, point_first[lane], point_first[lane + 1], here, is_entered, start, far,
                distances, indices, values, i,
            )  # fmt: skip
            if is_entered and end <= far:
                note_curve(distances, values, i, comfort, peaks[lane, 0], start + peaks[lane, 1])
                note_peak(distances, values, i, 2, GRADE, peaks[lane, 2], start + peaks[lane, 3])
            elif start + here <= far and (
                bound_of(comfort, peaks[lane, 0], start + peaks[lane, 1]) < values[i, 4]
                or abs(peaks[lane, 2]) > abs(values[i, 2])
            ):
                low, high = min(here, length[lane]), min(length[lane], far - start)
                note_part(
                    along, course, first[lane], first[lane + 1] - 2, low, high, start, comfort, distances, values, i
                )  # fmt: skip
            if onward < 0 and not (ends and entry_reach[e] > stage):
                note(distances, indices, i, LANE_END, start + metres[e], far, END_LANE, lane)
            if ends:
                if start + metres[e] <= far:
                    distances[i, ROUTE_END] = start + metres[e]
                break
            way = into[e] if onward >= 0 else into[leave[stage]]
            following = onward if onward >= 0 else enter[stage + 1]
            beyond = entry_lane[following]
            if way >= 0:
                if note(distances, indices, i, JUNCTION, end, far, JUNCTION_INDEX, way_junction[way]):
                    indices[i, JUNCTION_WAY] = way
                note_way(
                    stops, lights, conflict_first, conflict_begin, conflict_row, way, end, far, distances, indices, i
                )  # fmt: skip
            elif junction[beyond] >= 0 and junction[beyond] != junction[lane]:
                note(distances, indices, i, JUNCTION, end, far, JUNCTION_INDEX, junction[beyond])
            if merges[beyond]:
                note(distances, indices, i, MERGE, end, far, MERGE_LANE, beyond)
            if end > far + approach:
                break
            start, here, e, is_entered = end, 0.0, following, True
    return -1


@compiled
def advance(
    t: Any, length: Floats, entry: Integers, s: Floats, distance: Floats,
    entries: Integers, lanes: Integers, found: Floats,
) -> int:  # fmt: skip
    """Fill in entry, lane and s at a distance ahead; -1 and NaN beyond the route. The first bad row, or -1."""
    entry_lane, entry_stage, entry_next = t.entry_lane, t.entry_stage, t.entry_next
    metres, enter = t.entry_metres, t.stage_enter
    is_last = t.is_last
    for i in range(len(entry)):
        entries[i], lanes[i], found[i] = -1, -1, nan
        e, at = entry[i], s[i] + distance[i]
        if e >= len(entry_lane) or not (isfinite(at) and distance[i] >= 0.0):
            return i
        while e >= 0:
            lane, stage = entry_lane[e], entry_stage[e]
            end = metres[e] if is_last[stage] else length[lane]
            if at <= end + (ROUNDING if is_last[stage] else 0.0):
                entries[i], lanes[i], found[i] = e, lane, min(at, end)
                break
            at -= length[lane]
            if is_last[stage]:
                break
            e = entry_next[e] if entry_next[e] >= 0 else enter[stage + 1]
    return -1
