"""Roads of the model from pieces of bundles and from ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from seahaven.roads.formats.polyline import line_along
from seahaven.roads.formats.rndf.bundle import Strand
from seahaven.roads.formats.rndf.course import Course
from seahaven.roads.formats.rndf.mdf import SegmentLimit
from seahaven.roads.formats.rndf.pieces import SNAP, Piece
from seahaven.roads.formats.rndf.ways import Berth, Way
from seahaven.roads.model import (
    End,
    JunctionLink,
    Lane,
    LaneKind,
    Limit,
    Mark,
    MarkKind,
    Profile,
    Road,
    RoadKind,
    RoadLink,
    Section,
    Signal,
    SignalKind,
    signal_code,
)

__all__ = ["Limits", "piece_road", "way_road"]

Limits = Mapping[int, SegmentLimit]

MARKS: Final = {
    "": Mark(MarkKind.NONE),
    "double_yellow": Mark(MarkKind.SOLID_SOLID, color="yellow"),
    "solid_yellow": Mark(MarkKind.SOLID, color="yellow"),
    "solid_white": Mark(MarkKind.SOLID, color="white"),
    "broken_white": Mark(MarkKind.BROKEN, color="white"),
}
"""What the boundaries of the file are; where it says nothing, nothing is painted."""


def piece_road(piece: Piece, before: str | None, after: str | None, limits: Limits) -> Road:
    """The road of a piece, between the junctions that lead into it and on from it."""
    line = line_along(_points(piece.bundle.course.cut(piece.begin, piece.end)), _reach(piece))
    scale = line.length / (piece.end - piece.begin)
    starts = [begin for begin, _ in piece.sections]
    stops = [(s - piece.begin) * scale for s in starts]
    sections = tuple(Section(s, _lanes(piece, k, limits), piece.sections[k][1][0].lane.at) for k, s in enumerate(stops))
    middles = [
        (s, lanes[0].left + 0.5 * lanes[0].lane.width) for s, (_, lanes) in zip(stops, piece.sections, strict=True)
    ]
    return Road(
        id=piece.id,
        line=line,
        sections=sections,
        name=piece.bundle.segment.name,
        lane_offset=Profile(tuple((s, middle, 0.0, 0.0, 0.0) for s, middle in middles)),
        before=JunctionLink(before) if before else None,
        after=JunctionLink(after) if after else None,
        kinds=((0.0, RoadKind.TOWN),),
        signals=tuple(_stop_signs(piece, line.length)),
        at=piece.bundle.segment.at,
    )


def _reach(piece: Piece) -> float:
    return max(abs(strand.left) for _, lanes in piece.sections for strand in lanes)


def _points(course: Course) -> tuple[tuple[float, float, float], ...]:
    return tuple((x, y, 0.0) for x, y in course.points)


def _lanes(piece: Piece, k: int, limits: Limits) -> tuple[Lane, ...]:
    """The lanes of the k-th section from left to right, behind the middle one."""
    begin, strands = piece.sections[k]
    end = piece.sections[k + 1][0] if k + 1 < len(piece.sections) else piece.end
    before = piece.sections[k - 1][1] if k else ()
    after = piece.sections[k + 1][1] if k + 1 < len(piece.sections) else ()
    limit = limits.get(piece.bundle.segment.id)
    lanes = [
        Lane(
            id=-1 - n,
            width=Profile.constant(strand.lane.width),
            before=_same(strand, before),
            after=_same(strand, after),
            marks=(_mark(strands, n),),
            limits=(Limit(0.0, limit.high),) if limit and limit.high > 0.0 else (),
            points=_points(strand.between(begin, end)),
            name=".".join(map(str, strand.lane.id)),
            at=strand.lane.at,
        )
        for n, strand in enumerate(strands)
    ]
    return (Lane(0, LaneKind.NONE, marks=(MARKS[strands[0].lane.left],)), *lanes)


def _same(strand: Strand, lanes: Sequence[Strand]) -> tuple[int, ...]:
    return tuple(-1 - k for k, other in enumerate(lanes) if other.lane.id == strand.lane.id)


def _mark(strands: Sequence[Strand], n: int) -> Mark:
    """The mark to the right of the n-th lane: as that lane says, or the one beside it."""
    own = strands[n].lane.right
    return MARKS[own or (strands[n + 1].lane.left if n + 1 < len(strands) else "")]


def _stop_signs(piece: Piece, length: float) -> list[Signal]:
    """A stop sign at the end of the piece for each lane that has a stop there."""
    lanes = piece.sections[-1][1]
    signs = []
    for n, strand in enumerate(lanes):
        for stop in strand.lane.stops:
            k = strand.index(stop.waypoint)
            if k is not None and abs(strand.along[k] - piece.end) <= SNAP:
                code, side = signal_code(SignalKind.STOP), strand.left - 0.5 * strand.lane.width - 0.5
                id = f"stop {'.'.join(map(str, stop.waypoint))}"
                number = -1 - n
                sign = Signal(id, SignalKind.STOP, length, side, 2.0, lanes=((number, number),), code=code, at=stop.at)
                signs.append(sign)
    return signs


def way_road(way: Way, junction: str, limit: float | None) -> Road:
    """The connecting road of a way."""
    line = line_along(_points(way.berths[0].course), sum(berth.width for berth in way.berths[1:]))
    width = way.berths[0].width
    lanes = tuple(_way_lane(berth, -1 - n, limit, way) for n, berth in enumerate(way.berths))
    return Road(
        id=way.id,
        line=line,
        sections=(Section(0.0, (Lane(0, LaneKind.NONE), *lanes)),),
        lane_offset=Profile.constant(0.5 * width),
        before=RoadLink(way.source, End.END),
        after=RoadLink(way.target, End.START),
        junction=junction,
        kinds=((0.0, RoadKind.TOWN),),
        at=way.at,
    )


def _way_lane(berth: Berth, number: int, limit: float | None, way: Way) -> Lane:
    return Lane(
        id=number,
        width=Profile.constant(berth.width),
        before=(berth.before,),
        after=(berth.after,),
        marks=(Mark(MarkKind.NONE),),
        limits=(Limit(0.0, limit),) if limit else (),
        points=_points(berth.course),
        name=way.id,
        at=way.at,
    )
