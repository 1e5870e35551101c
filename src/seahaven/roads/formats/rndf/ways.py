"""Ways from one road to another: by exits of the file, straight on past these, and across zones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, dist, sin
from typing import NamedTuple

from seahaven.errors import Position
from seahaven.roads.formats.rndf.bundle import Strand
from seahaven.roads.formats.rndf.course import Course, Point, bend
from seahaven.roads.formats.rndf.file import Exit, dotted
from seahaven.roads.formats.rndf.pieces import SNAP, Piece
from seahaven.roads.formats.rndf.statement import Id

__all__ = ["Berth", "Mouth", "Way", "mouths", "ways_of", "ways_past"]

SHORTEST = 0.05
"""Metres; the least length of a way between waypoints at one place."""


class Mouth(NamedTuple):
    """An end of a road at which a lane leads out or in: the lane's number there, its centre, direction and width."""

    road: str
    number: int
    point: Point
    heading: float
    width: float


@dataclass(frozen=True, slots=True)
class Berth:
    """A lane of a way: its course, its width, and the numbers of the lanes before and behind it."""

    course: Course
    width: float
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Way:
    """What leads from the end of one road to the beginning of another, with its lanes from left to right."""

    id: str
    source: str
    target: str
    berths: tuple[Berth, ...]
    at: Position


def mouths(strips: Sequence[Piece], strand: Strand, k: int) -> tuple[Mouth | None, Mouth | None]:
    """Where ways leave at a lane's k-th waypoint, and where they come in; None where no road ends or begins there."""
    along = strand.along[k]
    roads = [piece for piece in strips if not piece.is_inside]
    out = [piece for piece in roads if piece.number(strand, at_end=True)]
    into = [piece for piece in roads if piece.number(strand, at_end=False)]
    leaves = min(out, key=lambda piece: (_behind(piece.end - along), piece.begin), default=None)
    enters = min(into, key=lambda piece: (_behind(along - piece.begin), piece.begin), default=None)
    return (
        _mouth(leaves, strand, at_end=True) if leaves else None,
        _mouth(enters, strand, at_end=False) if enters else None,
    )


def _behind(excess: float) -> float:
    """How badly a road's end suits: best just before the waypoint, a way that begins behind it would turn back."""
    return abs(excess) * (1.0 if excess <= SNAP else 10.0)


def _mouth(piece: Piece, strand: Strand, *, at_end: bool) -> Mouth:
    s = strand.s(piece.end if at_end else piece.begin)
    number = piece.number(strand, at_end=at_end)
    assert number is not None
    return Mouth(piece.id, number, strand.course.point(s), strand.course.heading(s), strand.lane.width)


def ways_past(strips: Sequence[Piece]) -> Iterator[Way]:
    """The stretches of a bundle that lead straight on inside junctions."""
    for before, piece, after in zip(strips, strips[1:], strips[2:], strict=False):
        if not piece.is_inside:
            continue
        berths = []
        for strand in piece.sections[0][1]:
            ends = before.number(strand, at_end=True), after.number(strand, at_end=False)
            if ends[0] and ends[1]:
                course = strand.between(piece.begin, piece.end)
                berths.append(Berth(course, strand.lane.width, ends[0], ends[1]))
        if berths:
            yield Way(piece.id, before.id, after.id, tuple(berths), piece.sections[0][1][0].lane.at)


def ways_of(exits: Sequence[Exit], out: Mapping[Id, Mouth], into: Mapping[Id, Mouth]) -> Iterator[Way]:
    """The ways of exits between lanes."""
    for exit in exits:
        if exit.start in out and exit.end in into:
            yield between(f"{dotted(exit.start)}-{dotted(exit.end)}", out[exit.start], into[exit.end], (), exit.at)


def between(id: str, source: Mouth, target: Mouth, by: Sequence[Point], at: Position) -> Way:
    """A way of one lane from a road's end to another's beginning, by some points."""

    start, end = source.point, target.point
    if dist(start, end) < SHORTEST and not by:
        end = start[0] + SHORTEST * cos(source.heading), start[1] + SHORTEST * sin(source.heading)
    points = [start, *by, end]
    inner = [atan2(c[1] - a[1], c[0] - a[0]) for a, c in zip(points, points[2:], strict=False)]
    headings = [source.heading, *inner, target.heading]
    course: list[Point] = [start]
    for (first, last), (leaving, arriving) in zip(pairwise(points), pairwise(headings), strict=True):
        course += bend(first, leaving, last, arriving)[1:]
    berth = Berth(Course(tuple(course)), min(source.width, target.width), source.number, target.number)
    return Way(id, source.road, target.road, (berth,), at)
