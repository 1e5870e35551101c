"""Strips of lanes as roads of the model."""

from __future__ import annotations

from collections.abc import Container, Iterable

from seahaven.roads.formats.polyline import elevation_along, shape_length
from seahaven.roads.formats.sumo.net import Function, Net, NetLane
from seahaven.roads.formats.sumo.permission import side_mark
from seahaven.roads.formats.sumo.strip import SIDE_BY_SIDE, Plan, Strip, Ways
from seahaven.roads.model import (
    Direction,
    End,
    JunctionLink,
    Lane,
    LaneKind,
    Limit,
    Mark,
    MarkKind,
    ObjectKind,
    Outline,
    Profile,
    Remark,
    Road,
    RoadKind,
    RoadLink,
    RoadObject,
    Section,
)

# The last words of the types that networks made from OpenStreetMap have, such as "highway.residential".
_KINDS = {
    "motorway": RoadKind.MOTORWAY,
    "motorway_link": RoadKind.MOTORWAY,
    "living_street": RoadKind.RESIDENTIAL,
    "residential": RoadKind.RESIDENTIAL,
    "pedestrian": RoadKind.PEDESTRIAN,
    "footway": RoadKind.PEDESTRIAN,
    "cycleway": RoadKind.BICYCLE,
}

# SUMO gives all lanes of an edge their mean length, so that small differences say nothing.
_SHORT = 2.0
_SHARE = 0.1

_ON_FOOT = (LaneKind.SIDEWALK, LaneKind.CROSSWALK)


def make_road(strip: Strip, plan: Plan, net: Net, known: Container[str]) -> Road:
    """The road of a strip of lanes; `known` names the junctions that have a way through them."""
    edge, is_road = strip.edge, strip.edge.is_road
    line = strip.path
    kind = _KINDS.get(edge.element.word("type", "").rpartition(".")[2])
    return Road(
        id=strip.id,
        line=line,
        sections=(Section(0.0, _lanes(strip, plan)),),
        name=edge.element.word("name", ""),
        elevation=elevation_along(strip.line, line.length),
        lane_offset=Profile.constant(strip.middle),
        before=_junction(edge.start, known) if is_road else _joined(strip, plan, plan.entries, End.END),
        after=_junction(edge.end, known) if is_road else _joined(strip, plan, plan.exits, End.START),
        junction=None if is_road else edge.junction,
        is_left_hand=net.is_left_hand,
        kinds=((0.0, kind),) if kind else (),
        objects=(_crosswalk(strip, line.length),) if edge.function is Function.CROSSING else (),
        at=edge.element.at,
    )


def _junction(id: str, known: Container[str]) -> JunctionLink | None:
    return JunctionLink(id) if id in known else None


def _joined(strip: Strip, plan: Plan, ways: Ways, end: End) -> RoadLink | None:
    """The road at one end of a strip inside a junction."""
    seats = [seat for lane in strip.lanes for seat in plan.joined(lane, ways)]
    return RoadLink(seats[0].road, end) if seats else None


def _lanes(strip: Strip, plan: Plan) -> tuple[Lane, ...]:
    """The lanes from left to right, with the middle among them."""
    lanes = [_lane(strip, k, plan) for k in range(len(strip.lanes))]
    middle = Lane(0, LaneKind.NONE, marks=_middle_marks(strip))
    return tuple(sorted((middle, *lanes), key=lambda lane: -lane.id))


def _lane(strip: Strip, k: int, plan: Plan) -> Lane:
    lane, kind = strip.lanes[k], _kind(strip, strip.lanes[k])
    return Lane(
        id=strip.numbers[k],
        kind=kind,
        width=Profile.constant(lane.width),
        before=_numbers(strip, lane, plan, plan.entries),
        after=_numbers(strip, lane, plan, plan.exits),
        marks=_marks(strip, k),
        limits=(Limit(0.0, lane.speed),),
        access=lane.who.access,
        direction=Direction.BOTH if kind in _ON_FOOT else Direction.STANDARD,
        points=strip.points(k),
        name=lane.id,
        at=lane.element.at,
    )


def _kind(strip: Strip, lane: NetLane) -> LaneKind:
    if strip.edge.function is Function.CROSSING:
        return LaneKind.CROSSWALK
    if lane.is_entry and lane.who.kind is LaneKind.DRIVING:
        return LaneKind.ENTRY
    return lane.who.kind


def _numbers(strip: Strip, lane: NetLane, plan: Plan, ways: Ways) -> tuple[int, ...]:
    link = _joined(strip, plan, ways, End.START)
    return tuple(seat.number for seat in plan.joined(lane, ways) if link and seat.road == link.road)


def _middle_marks(strip: Strip) -> tuple[Mark, ...]:
    if not strip.edge.is_road:
        return ()
    return (Mark(MarkKind.BROKEN if strip.lanes[0].may_overtake else MarkKind.SOLID),)


def _marks(strip: Strip, k: int) -> tuple[Mark, ...]:
    """The mark on the outer border of the k-th lane from the middle; junctions have none painted."""
    is_last = k + 1 == len(strip.lanes)
    if not strip.edge.is_road:
        return () if is_last else (Mark(MarkKind.NONE),)
    lane, kind = strip.lanes[k], _kind(strip, strip.lanes[k])
    if is_last:
        return () if kind is LaneKind.SIDEWALK else (Mark(MarkKind.SOLID),)
    outer = strip.lanes[k + 1]
    return (
        side_mark(
            (kind, _kind(strip, outer)),
            outward=lane.to_outer.lets_cars,
            inward=outer.to_inner.lets_cars,
            is_left_hand=strip.is_left_hand,
        ),
    )


def _crosswalk(strip: Strip, length: float) -> RoadObject:
    """The painted area of a crossing: the whole of its road."""
    half = 0.5 * sum(lane.width for lane in strip.lanes)
    corners = ((0.0, half), (0.0, -half), (length, -half), (length, half))
    outline = Outline(tuple((s, t, 0.0, 0.0) for s, t in corners), on_road=True)
    return RoadObject(
        strip.id,
        ObjectKind.CROSSWALK,
        0.0,
        span=length,
        outlines=(outline,),
        code="crosswalk",
        at=strip.edge.element.at,
    )


def strip_remarks(strip: Strip) -> Iterable[Remark]:
    """What is doubtful about a strip of lanes."""
    element = strip.edge.element
    if strip.edge.is_road and strip.gap > SIDE_BY_SIDE:
        yield Remark(
            "sumo:lanes-side-by-side",
            f"the lanes of edge '{strip.edge.id}' are {strip.gap:.1f} m off from lying side by side by their widths; "
            "each stays where it is",
            element.at,
            element.path,
        )
    for lane, shape in zip(strip.lanes, strip.shapes, strict=True):
        drawn = shape_length(shape)
        if strip.edge.is_road and abs(lane.length - drawn) > max(_SHORT, _SHARE * drawn):
            yield Remark(
                "sumo:lane-length",
                f"lane '{lane.id}' is said to be {lane.length:g} m long and drawn {drawn:.2f} m; the drawing counts",
                lane.element.at,
                lane.element.path,
            )
