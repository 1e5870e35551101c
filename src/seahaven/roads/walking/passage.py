"""Crosswalks as people use them: an axis from kerb to kerb, and which stretches of it vehicles drive over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import NamedTuple

import numpy as np

from seahaven.geometry import Floats, Integers
from seahaven.roads.junctions import Crosswalk, JunctionLogic

__all__ = ["Passage", "PassageTables", "Span", "find_passages", "make_tables"]

SAMPLES = 5
"""At so many places along a lane its borders are laid onto the axis of a crosswalk."""
LEAST_SPAN = 0.2
"""Lanes that cover less of the axis, in metres, only touch the crosswalk."""


@dataclass(frozen=True, slots=True)
class Span:
    """A lane that a crosswalk lies across, and from where to where along the axis (m) the lane reaches."""

    lane: int
    row: int
    """Among the rows of `crossing_crosswalk` and its kin in the tables of the junctions' logic."""
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Passage:
    """A crosswalk with its two ends, its width, and the lanes that it lies across in the order of the axis."""

    index: int
    id: str
    road: str
    start: tuple[float, float]
    end: tuple[float, float]
    z: float
    width: float
    spans: tuple[Span, ...]

    @property
    def length(self) -> float:
        """From end to end, in metres."""
        return hypot(self.end[0] - self.start[0], self.end[1] - self.start[1])

    def at(self, across: float) -> tuple[float, float]:
        """The place that many metres along the axis."""
        share = across / self.length
        (x, y), (u, v) = self.start, self.end
        return x + share * (u - x), y + share * (v - y)


class PassageTables(NamedTuple):
    """All passages as arrays; passage i has the spans from `span_first[i]` up to `span_first[i + 1]`."""

    length: Floats
    axis_x: Floats
    """The direction of the axis."""
    axis_y: Floats
    span_first: Integers
    span_row: Integers
    """Of a span: its row in the crossings of lanes; so on down."""
    span_low: Floats
    span_high: Floats
    span_middle: Floats
    """The s on the lane at which the axis crosses it."""
    span_sense: Floats
    """1 if the lane runs to the left of whoever walks along the axis, else -1."""
    row_span: Integers
    """Of a row of the crossings of lanes: its span; -1 for lanes that only touch."""


def find_passages(logic: JunctionLogic) -> tuple[Passage, ...]:
    """The passages of all crosswalks, in the same order."""
    rows = _rows_of(logic)
    return tuple(_passage(crosswalk, rows[crosswalk.index], logic) for crosswalk in logic.crosswalks)


def make_tables(passages: Sequence[Passage], logic: JunctionLogic) -> PassageTables:
    """The arrays, none of which can be written to."""
    spans = [(passage, span) for passage in passages for span in passage.spans]
    rows = np.array([span.row for _, span in spans], np.int64)
    row_span = np.full(len(logic.tables.crossing_crosswalk), -1, np.int64)
    row_span[rows] = np.arange(len(rows))
    crossed = [_crossed(passage, span, logic) for passage, span in spans]
    tables = PassageTables(
        np.array([passage.length for passage in passages], np.float64),
        np.array([(passage.end[0] - passage.start[0]) / passage.length for passage in passages], np.float64),
        np.array([(passage.end[1] - passage.start[1]) / passage.length for passage in passages], np.float64),
        np.cumsum([0, *(len(passage.spans) for passage in passages)], dtype=np.int64),
        rows,
        np.array([span.low for _, span in spans], np.float64),
        np.array([span.high for _, span in spans], np.float64),
        np.array([middle for middle, _ in crossed], np.float64),
        np.array([sense for _, sense in crossed], np.float64),
        row_span,
    )
    for column in tables:
        column.setflags(write=False)
    return tables


def _rows_of(logic: JunctionLogic) -> list[list[tuple[int, int]]]:
    """By crosswalk, the lanes on which it lies and the rows that say so."""
    tables = logic.tables
    lanes = np.repeat(np.arange(len(tables.crossing_first) - 1), np.diff(tables.crossing_first)).tolist()
    found: list[list[tuple[int, int]]] = [[] for _ in logic.crosswalks]
    for row, crosswalk in enumerate(tables.crossing_crosswalk.tolist()):
        found[crosswalk].append((lanes[row], row))
    return found


def _passage(crosswalk: Crosswalk, rows: list[tuple[int, int]], logic: JunctionLogic) -> Passage:
    tables, lane_map = logic.tables, logic.lane_map
    lanes = np.array([lane for lane, _ in rows], np.int64)
    middles = np.array([0.5 * (tables.crossing_begin[row] + tables.crossing_end[row]) for _, row in rows])
    places = lane_map.place(lanes, middles) if len(lanes) else None
    along = None if places is None else float(0.5 * np.angle(np.exp(2j * places.heading).sum()))
    corners = _open(np.array(crosswalk.corners))
    start, end = _axis(corners, along)
    length = max(hypot(end[0] - start[0], end[1] - start[1]), 1e-3)
    z = 0.0 if places is None else float(places.z.mean())
    passage = Passage(crosswalk.index, crosswalk.id, crosswalk.road, start, end, z, _area(corners) / length, ())
    spans = sorted(_spans(passage, rows, logic), key=lambda span: (span.low, span.high, span.lane))
    return replace(passage, spans=tuple(spans))


def _open(corners: Floats) -> Floats:
    """The corners without a last one that is the first again."""
    is_closed = len(corners) > 3 and np.hypot(*(corners[0] - corners[-1])) < 1e-3
    return corners[:-1] if is_closed else corners


def _axis(corners: Floats, along: float | None) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ends of the axis: across the lanes if there are any, else along the longer side."""
    if len(corners) == 4:
        middles = 0.5 * (corners + np.roll(corners, -1, axis=0))
        ways = [(middles[0], middles[2]), (middles[1], middles[3])]
        first, last = max(ways, key=lambda way: _merit(way[1] - way[0], along))
    else:
        heading = _longest(corners) if along is None else along + 0.5 * np.pi
        direction, middle = np.array([np.cos(heading), np.sin(heading)]), corners.mean(axis=0)
        reach = (corners - middle) @ direction
        first, last = middle + reach.min() * direction, middle + reach.max() * direction
    return (float(first[0]), float(first[1])), (float(last[0]), float(last[1]))


def _merit(way: Floats, along: float | None) -> float:
    """How well a way serves as the axis: how far it leads away from the lanes it crosses, or how long it is."""
    length = float(np.hypot(*way))
    return length if along is None else abs(way[1] * np.cos(along) - way[0] * np.sin(along)) / max(length, 1e-9)


def _longest(corners: Floats) -> float:
    middle = corners.mean(axis=0)
    _, _, axes = np.linalg.svd(corners - middle)
    return float(np.arctan2(axes[0, 1], axes[0, 0]))


def _area(corners: Floats) -> float:
    x, y = corners.T
    return 0.5 * abs(float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))))


def _spans(passage: Passage, rows: list[tuple[int, int]], logic: JunctionLogic) -> Iterator[Span]:
    """What each lane covers of the axis."""
    tables, lane_map = logic.tables, logic.lane_map
    (x, y), length = passage.start, passage.length
    axis = (passage.end[0] - x) / length, (passage.end[1] - y) / length
    for lane, row in rows:
        s = np.linspace(tables.crossing_begin[row], tables.crossing_end[row], SAMPLES)
        half = 0.5 * lane_map.width(np.full(SAMPLES, lane), s)
        sides = [lane_map.place(np.full(SAMPLES, lane), s, side * half) for side in (-1.0, 1.0)]
        reach = np.concatenate([(side.x - x) * axis[0] + (side.y - y) * axis[1] for side in sides])
        low, high = max(float(reach.min()), 0.0), min(float(reach.max()), length)
        if high - low >= LEAST_SPAN:
            yield Span(lane, row, low, high)


def _crossed(passage: Passage, span: Span, logic: JunctionLogic) -> tuple[float, float]:
    """The s at which the axis crosses a lane, and on which side of whoever walks along it the lane leads on."""
    tables = logic.tables
    begin, end = float(tables.crossing_begin[span.row]), float(tables.crossing_end[span.row])
    x, y = passage.at(0.5 * (span.low + span.high))
    place = logic.lane_map.place(span.lane, min(0.5 * (begin + end), float(logic.lane_map.length[span.lane])))
    ahead = (x - place.x) * np.cos(place.heading) + (y - place.y) * np.sin(place.heading)
    (u, v), (w, t) = passage.start, passage.end
    leads_left = (w - u) * np.sin(place.heading) - (t - v) * np.cos(place.heading) > 0.0
    return min(max(0.5 * (begin + end) + float(ahead), begin), end), 1.0 if leads_left else -1.0
