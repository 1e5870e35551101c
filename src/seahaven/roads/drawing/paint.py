"""Paint across the road: crosswalks and stop lines."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, sin

import numpy as np

from seahaven.files import Element, new_element
from seahaven.geometry import Floats, Pose
from seahaven.roads.drawing.outline import number, path_data
from seahaven.roads.drawing.ribbon import Ribbons
from seahaven.roads.drawing.thing import outlines
from seahaven.roads.model import Facing, LaneKind, ObjectKind, Signal, SignalKind

STRIPE = 0.5
"""Metres of paint, and between, of a zebra crossing."""
STOP_LINE = 0.4
"""How thick a stop line is, in metres."""
CROSSWALK_DEPTH = 4.0
"""Metres along the road, of a crosswalk that is given as a signal without a size."""
LONG = 1.6
"""So many times as long as broad, a crosswalk is walked along, whichever way its road runs there."""
_HALF = 0.5
_TRAVELLED = frozenset(kind for kind in LaneKind if kind.is_driving) | {LaneKind.BUS, LaneKind.BIKING, LaneKind.TAXI}


def crosswalks(ribbons: Ribbons) -> Element:
    """Zebra crossings: objects, signals that stand for the paint itself, and lanes for people across the road."""
    stripes = [*_object_crosswalks(ribbons), *_signal_crosswalks(ribbons), *_lane_crosswalks(ribbons)]
    dash = number(max(STRIPE * ribbons.window.scale, 0.8))
    look = {"class": "line", "stroke": "#ffffff", "stroke-opacity": "0.9", "stroke-dasharray": dash}
    return new_element("g", look, [_stripe(ribbons, *stripe) for stripe in stripes])


def _stripe(ribbons: Ribbons, axis: Floats, depth: float) -> Element:
    data = path_data([ribbons.window.pixels(axis)])
    return new_element("path", {"stroke-width": number(max(depth * ribbons.window.scale, 1.5)), "d": data})


def _object_crosswalks(ribbons: Ribbons) -> Iterator[tuple[Floats, float]]:
    for road in ribbons.lane_map.network.roads:
        for thing in road.objects:
            if thing.kind is ObjectKind.CROSSWALK:
                for ring in outlines(road, thing):
                    if ribbons.window.holds(ring).any():
                        yield _walk(ring, road.line.heading(thing.s))


def _walk(ring: Floats, heading: float) -> tuple[Floats, float]:
    """The line that people walk along over a crosswalk, which is the one across the road, and how broad it is."""
    corners = ring[:-1] if np.allclose(ring[0], ring[-1]) else ring
    x, y = corners.mean(axis=0).tolist()
    frame = Pose(x, y, heading)
    local = frame.to_local(corners)
    if len(corners) == 4:
        middles = _HALF * (corners + np.roll(corners, -1, axis=0))
        one, other = middles[[0, 2]], middles[[1, 3]]
        long, short = (one, other) if _length(one) > _length(other) else (other, one)
        if _length(long) < LONG * _length(short) and _across(short, heading) > _across(long, heading):
            long, short = short, long
        return long, _length(short)
    low, high = local.min(axis=0), local.max(axis=0)
    middle = _HALF * (low[0] + high[0])
    return frame.to_world(np.array([[middle, low[1]], [middle, high[1]]])), float(high[0] - low[0])


def _length(line: Floats) -> float:
    return float(np.hypot(*(line[1] - line[0])))


def _across(line: Floats, heading: float) -> float:
    """How much a line runs across a direction, from 0 to 1."""
    x, y = (line[1] - line[0]).tolist()
    return float(abs(y * cos(heading) - x * sin(heading)) / (_length(line) or 1.0))


def _signal_crosswalks(ribbons: Ribbons) -> Iterator[tuple[Floats, float]]:
    for index, road in enumerate(ribbons.lane_map.network.roads):
        for signal in road.signals:
            if is_painted(signal) and signal.kind is SignalKind.CROSSWALK:
                ends = _carriageway(ribbons, index, signal.s, None)
                if ends is not None:
                    yield ends, signal.value or CROSSWALK_DEPTH


def is_painted(signal: Signal) -> bool:
    """Whether a signal stands for paint on the road rather than for a board beside it."""
    return signal.kind is SignalKind.STOP_LINE or (signal.kind is SignalKind.CROSSWALK and signal.height <= 0.1)


def _lane_crosswalks(ribbons: Ribbons) -> Iterator[tuple[Floats, float]]:
    lane_map, kind = ribbons.lane_map, tuple(LaneKind).index(LaneKind.CROSSWALK)
    for lane in np.flatnonzero(lane_map.kind == kind).tolist():
        rows = slice(lane_map.first[lane], lane_map.first[lane + 1])
        axis = np.column_stack((lane_map.x[rows], lane_map.y[rows]))
        if ribbons.window.holds(axis).any():
            yield axis, float(lane_map.strips.width[rows].max())


def stop_lines(ribbons: Ribbons) -> Element:
    """Stop lines, as objects or as signals."""
    lines = [*_object_stop_lines(ribbons), *_signal_stop_lines(ribbons)]
    seen = (ribbons.window.pixels(line) for line in lines if ribbons.window.holds(line).any())
    look = {"stroke": "#ffffff", "stroke-width": number(max(STOP_LINE * ribbons.window.scale, 1.0))}
    data = path_data(seen)
    return new_element("g", {"class": "line"}, [new_element("path", {**look, "d": data})] if data else [])


def _object_stop_lines(ribbons: Ribbons) -> Iterator[Floats]:
    for road in ribbons.lane_map.network.roads:
        for thing in road.objects:
            if thing.kind is ObjectKind.STOP_LINE:
                yield from (_longest(ring) for ring in outlines(road, thing))


def _longest(ring: Floats) -> Floats:
    """The middle line of a long thin ring."""
    sides = np.roll(ring, -1, axis=0) - ring
    direction = sides[int(np.hypot(sides[:, 0], sides[:, 1]).argmax())]
    middle = ring.mean(axis=0)
    direction = direction / (np.hypot(*direction) or 1.0)
    along = (ring - middle) @ direction
    return np.array([middle + along.min() * direction, middle + along.max() * direction])


def _signal_stop_lines(ribbons: Ribbons) -> Iterator[Floats]:
    for index, road in enumerate(ribbons.lane_map.network.roads):
        for signal in road.signals:
            if signal.kind is SignalKind.STOP_LINE:
                ends = _carriageway(ribbons, index, signal.s, signal)
                if ends is not None:
                    yield ends


def _carriageway(ribbons: Ribbons, index: int, s: float, signal: Signal | None) -> Floats | None:
    """The ends of a line across the lanes that are driven on at s, of those only for which a signal holds."""
    road = ribbons.lane_map.network.roads[index]
    place = road.section_at(s)
    meant = [lane for lane in road.sections[place].lanes if lane.id and lane.kind in _TRAVELLED]
    if signal is not None:
        meant = [lane for lane in meant if _holds(signal, lane.id, along=road.runs_along(lane))]
    found = (ribbons.lane(index, place, lane.id) for lane in meant)
    lanes = [lane for lane in found if lane is not None]
    if not lanes:
        return None
    return np.array([ribbons.across(lanes[0], s)[0], ribbons.across(lanes[-1], s)[1]])


def _holds(signal: Signal, number: int, *, along: bool) -> bool:
    if any(low <= number <= high for low, high in signal.lanes):
        return True
    facing = signal.facing is Facing.BOTH or (signal.facing is Facing.ALONG) is along
    return facing and not any(low or high for low, high in signal.lanes)
