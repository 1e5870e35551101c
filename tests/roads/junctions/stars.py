"""Small junctions for tests: arms around a middle, joined by every way from one to another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import cos, hypot, pi, radians, sin

import numpy as np

from seahaven.geometry import Integers, ParametricCubic, Path, Pose
from seahaven.roads.junctions import JunctionLogic, JunctionTables, Way
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import (
    Connection,
    Controller,
    End,
    Facing,
    Junction,
    JunctionLink,
    Lane,
    LaneKind,
    Limit,
    Priority,
    Profile,
    RightOfWay,
    Road,
    RoadLink,
    RoadNetwork,
    RoadObject,
    Section,
    Signal,
    SignalKind,
)

WIDTH = 3.5
LENGTH = 80.0
NAMES = {0: "east", 90: "north", 180: "west", 270: "south"}
CROSS = (0, 90, 180, 270)
TEE = (0, 180, 270)


def star(
    bearings: Sequence[float] = CROSS,
    *,
    radius: float = 12.0,
    rule: RightOfWay | None = None,
    priorities: Sequence[tuple[str, str]] = (),
    signs: Mapping[str, SignalKind] | None = None,
    signals: Mapping[str, Sequence[Signal]] | None = None,
    objects: Mapping[str, Sequence[RoadObject]] | None = None,
    controllers: Sequence[Controller] = (),
    named: Sequence[str] = (),
    left_hand: bool = False,
    one_way: Mapping[str, str] | None = None,
    back: Sequence[str] = (),
    limits: Mapping[str, float] | None = None,
) -> RoadNetwork:
    """A junction "middle" of two-way roads that end there, one for each bearing in degrees.

    The road to the east is called "east", others by their bearing; ways are called "east>north". `priorities` names
    such ways, `one_way` says "in" or "out", `back` names arms on which one may turn round. Every road ends at s = 80 at
    the junction; signs stand 5 m before.
    """
    arms = {NAMES.get(int(bearing), f"{bearing:g}"): radians(bearing) for bearing in bearings}
    single = one_way or {}
    roads = [
        _arm(name, angle, radius, left_hand, single.get(name), (limits or {}).get(name)) for name, angle in arms.items()
    ]
    placed = [
        _with(road, (signs or {}).get(road.id), (signals or {}).get(road.id, ()), (objects or {}).get(road.id, ()))
        for road in roads
    ]
    inner, connections = [], []
    for start in arms:
        for goal in arms:
            if (start == goal and start not in back) or single.get(start) == "out" or single.get(goal) == "in":
                continue
            inner.append(_connector(start, goal, arms, radius, left_hand))
            into, onto = (1, 1) if left_hand else (-1, -1)
            connections.append(Connection(str(len(inner)), start, inner[-1].id, End.START, ((into, onto),)))
    junction = Junction(
        "middle",
        connections=tuple(connections),
        priorities=tuple(Priority(high, low) for high, low in priorities),
        right_of_way=rule,
        controllers=tuple(named),
    )
    return RoadNetwork((*placed, *inner), (junction,), tuple(controllers))


def _arm(name: str, angle: float, radius: float, left_hand: bool, single: str | None, limit: float | None) -> Road:
    """A road that runs towards the middle along its s."""
    far = radius + LENGTH
    line = Path(Pose(far * cos(angle), far * sin(angle), angle + pi)).line(LENGTH)
    numbers = {"in": (-1,), "out": (1,)}.get(single or "", (1, -1))
    if left_hand:
        numbers = tuple(-number for number in numbers)
    lanes = [
        Lane(n, LaneKind.DRIVING if n else LaneKind.NONE, Profile.constant(WIDTH if n else 0.0)) for n in (1, 0, -1)
    ]
    known = tuple(lane for lane in lanes if lane.id in (0, *numbers))
    limits = () if limit is None else (Limit(0.0, limit),)
    return Road(name, line, (Section(0.0, known),), after=JunctionLink("middle"), is_left_hand=left_hand, limits=limits)


def _with(road: Road, sign: SignalKind | None, signals: Sequence[Signal], objects: Sequence[RoadObject]) -> Road:
    own = () if sign is None else (Signal(f"{road.id} sign", sign, road.length - 5.0, -4.0, facing=Facing.ALONG),)
    return replace(road, signals=(*own, *signals), objects=tuple(objects))


def _connector(start: str, goal: str, arms: Mapping[str, float], radius: float, left_hand: bool) -> Road:
    """A road of one lane whose line is the middle of the arms it joins, moved by half a lane."""
    side = -1.0 if left_hand else 1.0
    first, last = arms[start], arms[goal]
    aside = 0.5 * WIDTH * side
    x0, y0 = radius * cos(first) - aside * sin(first), radius * sin(first) + aside * cos(first)
    x1, y1 = radius * cos(last) + aside * sin(last), radius * sin(last) - aside * cos(last)
    line = _curve(Pose(x0, y0, first + pi), Pose(x1, y1, last))
    number = 1 if left_hand else -1
    lane = Lane(number, width=Profile.constant(WIDTH), before=(number,), after=(-number,))
    middle = Lane(0, LaneKind.NONE)
    return Road(
        f"{start}>{goal}",
        Path.through([line]),
        (Section(0.0, tuple(sorted((middle, lane), key=lambda one: -one.id))),),
        lane_offset=Profile.constant(0.5 * WIDTH * side),
        before=RoadLink(start, End.END),
        after=RoadLink(goal, End.END),
        junction="middle",
        is_left_hand=left_hand,
    )


def _curve(start: Pose, end: Pose) -> ParametricCubic:
    """A cubic from pose to pose."""
    (x, y) = start.to_local((end.x, end.y))
    turn = end.heading - start.heading
    pull = max(1.1 * hypot(x, y), 6.0)
    vx, vy = pull * cos(turn), pull * sin(turn)
    u = (0.0, pull, 3.0 * x - 2.0 * pull - vx, -2.0 * x + pull + vx)
    v = (0.0, 0.0, 3.0 * y - vy, -2.0 * y + vy)
    return ParametricCubic(start, u, v)


def logic_of(network: RoadNetwork, **options: float) -> JunctionLogic:
    return JunctionLogic(LaneMap(network), **options)


def way(logic: JunctionLogic, name: str) -> Way:
    """The way over the connecting road of that name."""
    found = [
        one for one in logic.ways if any(logic.lane_map.name(lane).rsplit(":", 2)[0] == name for lane in one.lanes)
    ]
    assert len(found) == 1
    return found[0]


def verdict(logic: JunctionLogic, one: str, other: str) -> tuple[str, str]:
    """What the first of two ways has to do about the second, and why."""
    conflict = logic.conflict(way(logic, one), way(logic, other))
    assert conflict is not None, f"{one} and {other} do not meet"
    return conflict.verdict.value, conflict.reason.value


def twins(tables: JunctionTables) -> Integers:
    """For each row of the conflicts that of the same conflict as the other way sees it."""
    way = np.repeat(np.arange(len(tables.way_length)), np.diff(tables.conflict_first))
    foe, kind = tables.conflict_foe, tables.conflict_kind
    span = tables.conflict_begin, tables.conflict_end
    foe_span = tables.conflict_foe_begin, tables.conflict_foe_end
    mine, theirs = np.lexsort((*span, *foe_span, kind, foe, way)), np.lexsort((*foe_span, *span, kind, way, foe))
    found = np.empty_like(mine)
    found[theirs] = mine
    return found
