"""Speed signs set limits: from where they stand, for those whom they face."""

from __future__ import annotations

from dataclasses import replace

from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import (
    End,
    Facing,
    Limit,
    Road,
    RoadLink,
    RoadNetwork,
    Section,
    Signal,
    SignalKind,
    SignalUse,
)
from tests.roads.lanemap.networks import lanes, network, road, straight

STATED = (Limit(0.0, 25.0),)


def sign(id: str, s: float, speed: float | None = None, facing: Facing = Facing.ALONG, **more: object) -> Signal:
    kind = SignalKind.SPEED_LIMIT_ENDS if speed is None else SignalKind.SPEED_LIMIT
    return Signal(id, kind, s, facing=facing, value=speed, **more)  # type: ignore[arg-type]


def limits(roads: RoadNetwork | Road, lane: str, *places: float) -> list[float]:
    """The limits on a lane at some s of its road."""
    lane_map = LaneMap(roads if isinstance(roads, RoadNetwork) else network(roads))
    index = lane_map.index(lane)
    along = [s if lane_map.along[index] else float(lane_map.length[index]) - s for s in places]
    return [float(lane_map.limit(index, s)) for s in along]


def test_a_speed_sign_holds_from_where_it_stands_up_to_the_next() -> None:
    signs = (sign("slow", 20.0, 10.0), sign("fast", 60.0, 20.0), sign("free", 80.0))
    main = road("main", straight(), limits=STATED, signals=signs)
    assert limits(main, "main:0:-1", 10.0, 30.0, 70.0, 90.0) == [25.0, 10.0, 20.0, 25.0]
    assert limits(main, "main:0:1", 10.0, 30.0, 70.0, 90.0) == [25.0] * 4


def test_a_sign_against_the_road_holds_for_oncoming_traffic_alone() -> None:
    main = road("main", straight(), limits=STATED, signals=(sign("slow", 60.0, 10.0, Facing.AGAINST),))
    assert limits(main, "main:0:1", 90.0, 50.0, 10.0) == [25.0, 10.0, 10.0]
    assert limits(main, "main:0:-1", 90.0, 50.0, 10.0) == [25.0] * 3


def test_a_sign_for_some_lanes_leaves_the_others_alone_and_a_lane_keeps_what_it_states() -> None:
    known = tuple(replace(one, limits=(Limit(0.0, 5.0),)) if one.id == -2 else one for one in lanes(-1, -2, -3))
    main = road("main", straight(), Section(0.0, known), limits=STATED, signals=(
        sign("slow", 20.0, 10.0, lanes=((-3, -2),)),
    ))  # fmt: skip
    assert [limits(main, f"main:0:{lane}", 50.0) for lane in (-1, -2, -3)] == [[25.0], [5.0], [10.0]]


def test_a_sign_holds_across_sections_and_what_changes_what_it_shows_sets_no_limit() -> None:
    sections = (Section(0.0, lanes(1, -1)), Section(50.0, lanes(1, -1)))
    main = road("main", straight(), *sections, limits=STATED, signals=(sign("slow", 20.0, 10.0),))
    assert limits(main, "main:1:-1", 20.0) == [10.0]
    gantry = road("main", straight(), limits=STATED, signals=(sign("slow", 20.0, 10.0, is_dynamic=True),))
    assert limits(gantry, "main:0:-1", 50.0) == [25.0]


def test_a_limit_holds_on_roads_that_follow_until_one_states_its_own() -> None:
    first = road("a", straight(), limits=STATED, after=RoadLink("b", End.END), signals=(sign("slow", 20.0, 10.0),))
    turned = road(
        "b", straight(x=200.0, heading=3.141592653589793), before=RoadLink("c", End.START),
        after=RoadLink("a", End.END), signals=(sign("later", 50.0, 15.0, Facing.AGAINST),),
    )  # fmt: skip
    last = road("c", straight(x=200.0), before=RoadLink("b", End.START), limits=STATED)
    roads = network(first, turned, last)
    assert limits(roads, "b:0:1", 90.0, 20.0) == [10.0, 15.0]
    assert limits(roads, "c:0:-1", 50.0) == [25.0]
    assert limits(network(first, replace(turned, signals=()), replace(last, limits=())), "c:0:-1", 50.0) == [10.0]


def test_a_sign_holds_on_a_road_that_refers_to_it() -> None:
    first = road("a", straight(), limits=STATED, signals=(sign("slow", 20.0, 10.0),))
    other = road("b", straight(y=50.0), limits=STATED, signal_uses=(SignalUse("slow", 70.0),))
    assert limits(network(first, other), "b:0:-1", 50.0, 80.0) == [25.0, 10.0]
