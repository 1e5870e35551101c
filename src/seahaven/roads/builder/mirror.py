"""The same network for traffic on the left: everything on the other side of the x axis."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from seahaven.errors import InputError
from seahaven.geometry import Arc, Clothoid, Curve, Line, Path
from seahaven.roads.builder.plan import mirrored
from seahaven.roads.model import (
    Connection,
    Crossing,
    Junction,
    Lane,
    Mark,
    Outline,
    Profile,
    Road,
    RoadNetwork,
    RoadObject,
    Section,
    Signal,
)

_OTHER_WAY = {Crossing.INCREASE: Crossing.DECREASE, Crossing.DECREASE: Crossing.INCREASE}


def mirror(network: RoadNetwork) -> RoadNetwork:
    """The network seen in a mirror: left and right change places, and traffic keeps to the left."""
    return replace(
        network,
        roads=tuple(_road(road) for road in network.roads),
        junctions=tuple(_junction(junction) for junction in network.junctions),
    )


def _road(road: Road) -> Road:
    return replace(
        road,
        line=Path.through([_curve(piece) for piece in road.line.pieces]),
        sections=tuple(_section(section) for section in road.sections),
        superelevation=_negative(road.superelevation),
        lane_offset=_negative(road.lane_offset),
        is_left_hand=True,
        signals=tuple(_signal(signal) for signal in road.signals),
        objects=tuple(_object(thing) for thing in road.objects),
    )


def _curve(piece: Curve) -> Curve:
    match piece:
        case Line():
            return Line(mirrored(piece.start), piece.length)
        case Arc():
            return Arc(mirrored(piece.start), piece.length, -piece.bend)
        case Clothoid():
            return Clothoid(mirrored(piece.start), piece.length, -piece.start_curvature, -piece.end_curvature)
    raise InputError(f"a road's line has a {type(piece).__name__}; expected lines, arcs and clothoids")


def _section(section: Section) -> Section:
    return replace(section, lanes=tuple(_lane(lane) for lane in reversed(section.lanes)))


def _lane(lane: Lane) -> Lane:
    return replace(
        lane,
        id=-lane.id,
        before=tuple(-number for number in lane.before),
        after=tuple(-number for number in lane.after),
        marks=tuple(_mark(mark) for mark in lane.marks),
    )


def _mark(mark: Mark) -> Mark:
    return mark if mark.crossing is None else replace(mark, crossing=_OTHER_WAY.get(mark.crossing, mark.crossing))


def _negative(profile: Profile) -> Profile:
    return Profile(tuple((s, -a, -b, -c, -d) for s, a, b, c, d in profile.pieces))


def _signal(signal: Signal) -> Signal:
    return replace(signal, t=-signal.t, heading=-signal.heading, lanes=_ranges(signal.lanes))


def _object(thing: RoadObject) -> RoadObject:
    outlines = tuple(_outline(outline) for outline in thing.outlines)
    return replace(thing, t=-thing.t, heading=-thing.heading, outlines=outlines, lanes=_ranges(thing.lanes))


def _outline(outline: Outline) -> Outline:
    """Corners keep running counter-clockwise."""
    return replace(outline, corners=tuple((a, -b, c, d) for a, b, c, d in reversed(outline.corners)))


def _ranges(lanes: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple((-high, -low) for low, high in lanes)


def _junction(junction: Junction) -> Junction:
    return replace(
        junction,
        connections=tuple(_connection(one) for one in junction.connections),
        outline=tuple((x, -y) for x, y in reversed(junction.outline)),
    )


def _connection(connection: Connection) -> Connection:
    return replace(connection, lanes=tuple((-first, -last) for first, last in connection.lanes))
