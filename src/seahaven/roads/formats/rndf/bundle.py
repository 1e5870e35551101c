"""Lanes of a segment that run side by side: they become the lanes of one road."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import cos
from typing import Final

import numpy as np

from seahaven.roads.formats.rndf.course import Course, Point, through
from seahaven.roads.formats.rndf.file import RndfLane, Segment, Waypoint
from seahaven.roads.formats.rndf.statement import Id

__all__ = ["Bundle", "Strand", "bundles"]

NEAREST, FURTHEST = 1.5, 8.0
"""Metres between the centres of lanes that lie side by side."""
ALONGSIDE: Final = 0.7
"""Cosine of the angle by which lanes may differ in direction and still run the same way."""

Place = Callable[[Waypoint], Point]


@dataclass(frozen=True, slots=True)
class Strand:
    """A lane of a bundle: its own course, and where its waypoints are on it and along the bundle's."""

    lane: RndfLane
    course: Course
    own: tuple[float, ...]
    along: tuple[float, ...]
    left: float
    """How far to the left of the bundle's course it lies, about."""

    @property
    def begin(self) -> float:
        """Where it begins along the bundle."""
        return self.along[0]

    @property
    def end(self) -> float:
        """Where it ends along the bundle."""
        return self.along[-1]

    def index(self, waypoint: Id) -> int | None:
        """Which of its waypoints has that id."""
        return next((k for k, point in enumerate(self.lane.waypoints) if point.id == waypoint), None)

    def s(self, along: float) -> float:
        """The s on its own course that lies beside one of the bundle's."""
        return float(np.interp(along, self.along, self.own))

    def between(self, begin: float, end: float) -> Course:
        """The stretch of it beside a stretch of the bundle."""
        return self.course.cut(self.s(begin), self.s(end))


@dataclass(frozen=True, slots=True)
class Bundle:
    """Lanes side by side, from left to right, and the course that their stations count along: that of the longest."""

    segment: Segment
    strands: tuple[Strand, ...]
    course: Course

    @property
    def length(self) -> float:
        """Where the last of its lanes ends."""
        return max(strand.end for strand in self.strands)


def bundles(segment: Segment, place: Place) -> list[Bundle]:
    """The bundles of a segment: lanes with consecutive numbers that lie side by side and run the same way."""
    rows: list[list[tuple[RndfLane, Course]]] = []
    for lane in segment.lanes:
        course = through([place(point) for point in lane.waypoints])
        if rows and _are_beside(rows[-1][-1][1], course):
            rows[-1].append((lane, course))
        else:
            rows.append([(lane, course)])
    return [_bundle(segment, row, place) for row in rows]


def _are_beside(first: Course, second: Course) -> bool:
    """Whether courses run side by side as far as they run along each other, and that is most of the shorter one."""
    short, long = sorted((first, second), key=lambda course: course.length)
    samples = [short.length * k / 8.0 for k in range(9)]
    found = [(*long.locate(short.point(s)), s) for s in samples]
    near = [(at, left, s) for at, left, s in found if 0.0 <= at <= long.length]
    if len(near) < 0.5 * len(found):
        return False
    sides = {left > 0.0 for _, left, _ in near}
    return len(sides) == 1 and all(
        NEAREST <= abs(left) <= FURTHEST and cos(long.heading(at) - short.heading(s)) > ALONGSIDE
        for at, left, s in near
    )


def _bundle(segment: Segment, row: Sequence[tuple[RndfLane, Course]], place: Place) -> Bundle:
    longest = max((course for _, course in row), key=lambda course: course.length)
    strands = [_strand(lane, course, longest, place) for lane, course in row]
    begin, end = min(s.begin for s in strands), max(s.end for s in strands)
    course = longest.cut(begin, end) if begin < 0.0 or end > longest.length else longest
    strands = [replace(s, along=tuple(at - begin for at in s.along)) for s in strands] if begin < 0.0 else strands
    return Bundle(segment, tuple(sorted(strands, key=lambda strand: -strand.left)), course)


def _strand(lane: RndfLane, course: Course, longest: Course, place: Place) -> Strand:
    points = [place(point) for point in lane.waypoints]
    own = tuple(min(max(course.locate(point)[0], 0.0), course.length) for point in points)
    own = (0.0, *own[1:-1], course.length)
    if course is longest:
        along, left = own, 0.0
    else:
        located = [longest.locate(point) for point in points]
        along, left = tuple(at for at, _ in located), float(np.mean([off for _, off in located]))
    return Strand(lane, course, _rising(own), _rising(along), left)


def _rising(stations: Sequence[float]) -> tuple[float, ...]:
    """Stations none of which is before the one in front of it: a loop may be nearest to itself at a wrong place."""
    return tuple(accumulate(stations, max))
