"""Cuts bundles of lanes into roads, and into the stretches between these at which other ways leave or come in."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from seahaven.roads.formats.rndf.bundle import Bundle, Strand
from seahaven.roads.formats.rndf.file import dotted
from seahaven.roads.formats.rndf.statement import Id

__all__ = ["Piece", "pieces"]

SNAP: Final = 3.0
"""Metres within which events along a bundle count as one: waypoints of lanes side by side are not level."""
MOUTH: Final = 10.0
"""Metres that a way which leaves or comes in takes up, where the file has no waypoint beyond."""
WIDEST: Final = 40.0
"""Metres that it takes up at most: an intersection as large as that is rare, and waypoints may lie far apart."""
SHORTEST: Final = 3.0
"""Metres; the least length of a road between two such stretches."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a bundle: a road, or, if `is_inside`, what leads through a junction from one to the next.

    `lanes` are the lanes in each section, from left to right, behind the station at which the section begins.
    """

    bundle: Bundle
    id: str
    begin: float
    end: float
    is_inside: bool
    sections: tuple[tuple[float, tuple[Strand, ...]], ...]

    def number(self, strand: Strand, *, at_end: bool) -> int | None:
        """The number of a lane in its last section, or its first one; None if it is not there."""
        lanes = self.sections[-1 if at_end else 0][1]
        return next((-1 - k for k, other in enumerate(lanes) if other.lane.id == strand.lane.id), None)


def pieces(bundle: Bundle, leaving: Collection[Id], entering: Collection[Id]) -> list[Piece]:
    """The pieces of a bundle in order, given the waypoints at which ways leave it, or vehicles stop, and come in."""
    spans = _spans(bundle, leaving, entering)
    edges = [0.0, *(s for span in spans for s in span), bundle.length]
    strands = [_Clipped.of(strand, spans) for strand in bundle.strands]
    found, taken = [], set[str]()
    for k, (begin, end) in enumerate(pairwise(edges)):
        sections = tuple(_sections(strands, begin, end))
        if not sections:
            continue
        id = _name(sections[0][1][0], begin, end, is_inside=bool(k % 2))
        while id in taken:
            id += "b"
        taken.add(id)
        found.append(Piece(bundle, id, sections[0][0], end, bool(k % 2), sections))
    return found


def _name(strand: Strand, begin: float, end: float, *, is_inside: bool) -> str:
    """The waypoint at which a road begins; inside junctions, those from which and to which a way leads."""
    first = max(sum(at <= begin + SNAP for at in strand.along), 1)
    if not is_inside:
        return f"{dotted(strand.lane.id)}.{strand.lane.waypoints[first - 1].id[-1]}"
    last = max(sum(at <= end + SNAP for at in strand.along), 1)
    numbers = strand.lane.waypoints[first - 1].id[-1], strand.lane.waypoints[last - 1].id[-1]
    return f"{dotted(strand.lane.id)}.{numbers[0]}-{numbers[1]}"


def _spans(bundle: Bundle, leaving: Collection[Id], entering: Collection[Id]) -> list[tuple[float, float]]:
    """From where to where along a bundle ways leave or come in, as stretches that do not touch."""
    found: list[tuple[float, float]] = []
    for begin, end in sorted(_wanted(bundle, leaving, entering)):
        begin, end = max(begin, SHORTEST), min(end, bundle.length - SHORTEST)
        if end - begin < SHORTEST:
            continue
        if found and begin < found[-1][1] - SNAP:
            found[-1] = found[-1][0], max(found[-1][1], end)
        elif found and begin < found[-1][1] + SHORTEST:
            middle = 0.5 * (begin + found[-1][1])
            before, after = (found[-1][0], middle - 0.5 * SHORTEST), (middle + 0.5 * SHORTEST, end)
            if before[1] - before[0] < 1.0 or after[1] - after[0] < 1.0:
                found[-1] = found[-1][0], end
            else:
                found[-1:] = [before, after]
        else:
            found.append((begin, end))
    return found


def _wanted(bundle: Bundle, leaving: Collection[Id], entering: Collection[Id]) -> Iterator[tuple[float, float]]:
    for strand in bundle.strands:
        stations = strand.along
        for k, point in enumerate(strand.lane.waypoints):
            at = stations[k]
            if point.id in leaving and at < bundle.length - SNAP:
                beyond = stations[k + 1] if k + 1 < len(stations) else at + MOUTH
                yield at, min(beyond, at + WIDEST)
            if point.id in entering and at > SNAP:
                before = stations[k - 1] if k else at - MOUTH
                yield max(before, at - WIDEST), at


@dataclass(frozen=True, slots=True)
class _Clipped:
    """A lane without what little of it reaches into a stretch that it does not lead through."""

    strand: Strand
    begin: float
    end: float

    @classmethod
    def of(cls, strand: Strand, spans: list[tuple[float, float]]) -> _Clipped:
        begin, end = strand.begin, strand.end
        begin = next((span[1] for span in spans if span[0] + SNAP < begin < span[1]), begin)
        end = next((span[0] for span in spans if span[0] < end < span[1] - SNAP), end)
        return cls(strand, begin, end)


def _sections(strands: list[_Clipped], begin: float, end: float) -> Iterator[tuple[float, tuple[Strand, ...]]]:
    """The sections of a piece: where lanes begin and end, which are snapped to its ends."""
    inner = {s for strand in strands for s in (strand.begin, strand.end) if begin + SNAP < s < end - SNAP}
    stations = [begin]
    for s in sorted(inner):
        if s > stations[-1] + SNAP:
            stations.append(s)
    for first, last in zip(stations, [*stations[1:], end], strict=True):
        middle = 0.5 * (first + last)
        lanes = tuple(strand.strand for strand in strands if strand.begin <= middle <= strand.end)
        if lanes:
            yield first, lanes
