"""Traffic on the left: the roads stay where they were drawn, all else changes sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from seahaven.errors import InputError
from seahaven.roads.builder import Builder, CrossSection, degrees, driving, motorway
from seahaven.roads.builder.mirror import mirror
from seahaven.roads.model import End, Facing, LaneKind, RightOfWay, RoadNetwork
from tests.roads.builder.continuity import place
from tests.roads.builder.networks import MAKERS, made, streets

SYMMETRIC = ["crossroads", "grid", "lane changes"]


@pytest.mark.parametrize("name", SYMMETRIC)
def test_lines_stay_where_they_were_drawn(name: str) -> None:
    right, left = made(name), made(name, left_hand=True)
    for road in right.roads:
        if road.junction is None:
            for s in (0.0, 0.3 * road.length, road.length):
                assert left.road(road.id).line.point(s) == pytest.approx(road.line.point(s), abs=1e-6)


@pytest.mark.parametrize("name", SYMMETRIC)
def test_lanes_lie_on_the_other_side_and_run_the_same_way(name: str) -> None:
    right, left = made(name), made(name, left_hand=True)
    for road in (road for road in right.roads if road.junction is None):
        other = left.road(road.id)
        for lane in road.sections[0].lanes:
            if lane.id:
                mirrored = other.sections[0].lane(-lane.id)
                assert mirrored is not None
                assert mirrored.kind is lane.kind
                assert other.runs_along(mirrored) == road.runs_along(lane)
                ours, theirs = place(road, 0, lane.id, 1.0), place(other, 0, -lane.id, 1.0)
                assert ((ours.x + theirs.x) / 2.0, (ours.y + theirs.y) / 2.0) == pytest.approx(road.line.point(1.0))


@pytest.mark.parametrize("name", MAKERS)
def test_a_mirror_of_a_mirror_is_the_original(name: str) -> None:
    network = made(name)
    twice = mirror(mirror(network))
    assert replace(twice, roads=tuple(replace(road, is_left_hand=False) for road in twice.roads)) == network


def test_drawing_left_and_right_means_the_same_in_left_hand_traffic() -> None:
    ends = []
    for left_hand in (False, True):
        road = Builder(left_hand=left_hand).road("road", at=(10.0, 5.0), heading=0.3)
        road.straight(50.0).left(degrees(40), radius=60.0).right(degrees(15), radius=90.0).to(200.0, 150.0, 1.0)
        ends.append(road.at(road.length))
    assert ends[0].point == pytest.approx(ends[1].point)
    assert ends[0].point == pytest.approx((200.0, 150.0))
    assert ends[1].heading == pytest.approx(1.0)


def test_a_side_road_to_the_left_leads_left_in_left_hand_traffic() -> None:
    builder = Builder(left_hand=True)
    main = builder.road("main").straight(100.0)
    side = builder.side_road("side", off=main, at=50.0, to="left").straight(30.0)
    assert side.at(30.0).point == pytest.approx((50.0, 30.0))


@pytest.mark.parametrize("left_hand", [False, True])
@pytest.mark.parametrize("way", ["left", "right"])
def test_lanes_for_turning_are_on_the_side_that_was_said(way: str, left_hand: bool) -> None:
    builder = Builder(left_hand=left_hand)
    high, mill = streets(builder)
    builder.junction("market", high, mill, **{f"{way}_lanes": (high,)})  # type: ignore[arg-type]
    assert turn_of_the_lane_alone(builder.build()) == way


@pytest.mark.parametrize("left_hand", [False, True])
@pytest.mark.parametrize("way", ["left", "right"])
def test_lanes_that_say_where_they_lead_lead_there(way: str, left_hand: bool) -> None:
    builder = Builder(left_hand=left_hand)
    own, others = driving(turns=(way,)), driving(turns=("straight", "left" if way == "right" else "right"))
    is_inner = (way == "left") is not left_hand
    half = (own, others) if is_inner else (others, own)
    high = builder.road("high", CrossSection(half, half), at=(-150.0, 0.0)).straight(300.0)
    mill = builder.road("mill", at=(0.0, -150.0), heading=degrees(90)).straight(300.0)
    builder.junction("market", high, mill)
    assert turn_of_the_lane_alone(builder.build()) == way


def turn_of_the_lane_alone(network: RoadNetwork) -> str:
    """Which way the lane of `high.1` turns from which one can only turn."""
    ways: dict[int, list[str]] = {}
    ends = {"mill.2": "left", "mill.1": "right", "high.2": "straight"}
    for connection in network.junction("market").connections:
        if connection.incoming == "high.1":
            lanes = {lane.id: lane for lane in network.road("high.1").sections[-1].lanes}
            for first, _ in connection.lanes:
                if lanes[first].kind is LaneKind.DRIVING:
                    ways.setdefault(first, []).append(ends[connection.connecting.split("/")[-1]])
    return next(way for (way,) in (found for found in ways.values() if len(found) == 1))


def test_lights_name_the_turn_across_the_oncoming_traffic() -> None:
    builder = Builder(left_hand=True)
    high, mill = streets(builder)
    builder.junction("market", high, mill, control="lights", right_lanes=(high,), rights="permitted")
    assert "market/high.1/right light" in {signal.id for _, signal in builder.build().signals()}
    with pytest.raises(InputError, match=r"junction 'x' got lefts='permitted', but those do not cross .* rights="):
        builder.junction("x", high, mill, lefts="permitted")
    with pytest.raises(InputError, match="junction 'y' got rights='x'; expected 'protected' or 'permitted'"):
        builder.junction("y", high, mill, rights="x")  # type: ignore[arg-type]


def test_exits_are_on_the_left() -> None:
    builder = Builder(left_hand=True)
    road = builder.road("M1", motorway()).straight(1000.0)
    builder.off_ramp("slip", road, at=500.0).left(degrees(30), radius=100.0)
    network = builder.build()
    lane = next(lane for lane in network.road("M1.1").sections[-1].lanes if lane.kind is LaneKind.EXIT)
    assert lane.id > 0
    assert network.road("slip").line.point(0.0)[1] > 0.0


def test_signs_stand_on_the_left_of_those_they_are_for() -> None:
    for road, signal in made("crossroads", left_hand=True).signals():
        assert (signal.t > 0.0) is (signal.facing is Facing.ALONG), (road.id, signal.id)
    for road, signal in made("crossroads").signals():
        assert (signal.t < 0.0) is (signal.facing is Facing.ALONG), (road.id, signal.id)


def test_right_before_left_is_what_was_said_in_left_hand_traffic_too() -> None:
    def rule(network: RoadNetwork) -> RightOfWay | None:
        return network.junction("market").right_of_way

    builder = Builder(left_hand=True)
    builder.junction("market", *streets(builder), control="right before left")
    assert rule(builder.build()) is RightOfWay.RIGHT_FIRST


def test_a_roundabout_turns_clockwise_in_left_hand_traffic() -> None:
    right, left = made("roundabout"), made("roundabout", left_hand=True)
    assert right.road("ring.1").line.curvature(1.0) > 0.0
    assert left.road("ring.1").line.curvature(1.0) < 0.0
    assert left.junction("ring/1").connections[0].contact is End.START
