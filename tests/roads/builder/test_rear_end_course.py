"""The course of the study of rear-end collisions: what is where along its one drive."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from seahaven.roads import LaneMap
from seahaven.roads.builder import miles, mph
from seahaven.roads.model import LaneKind, RightOfWay, Road
from seahaven.roads.routing import Router
from seahaven.world import Sight
from tests.roads.builder.networks import made
from tests.roads.builder.reach import reached

HIGHWAY = [f"highway.{k}" for k in range(1, 8)]
SIDE_ROADS = ("Lake_Road", "Mill_Road", "Ridge_Road", "Quarry_Road")


def road(id: str) -> Road:
    return made("rear-end course").road(id)


@cache
def lane_map() -> LaneMap:
    return LaneMap(made("rear-end course"))


def mile(id: str) -> float:
    """How many miles from the start a piece of the highway begins: pieces and the junctions between them."""
    before = HIGHWAY[: HIGHWAY.index(id)]
    across = [
        np.subtract(road(b).line.point(0.0), road(a).line.end.point) for a, b in zip(before, HIGHWAY[1:], strict=False)
    ]
    return float(sum(road(one).length for one in before) + sum(np.hypot(*gap) for gap in across)) / miles(1)


@pytest.mark.parametrize(
    ("id", "at"), [("highway.2", 1.5), ("highway.3", 7.5), ("highway.4", 9.0), ("highway.5", 13.2), ("highway.6", 15.5)]
)
def test_junctions_lie_at_their_miles(id: str, at: float) -> None:
    assert mile(id) == pytest.approx(at, abs=0.02)


def test_the_highway_has_a_lane_each_way_and_shoulders_for_trucks() -> None:
    for id in ("highway_south", "highway.1", "highway.4", "highway.5"):
        kinds = [[lane.kind for lane in section.lanes if lane.id] for section in road(id).sections]
        assert kinds == [[LaneKind.SHOULDER, LaneKind.DRIVING, LaneKind.DRIVING, LaneKind.SHOULDER]] * len(kinds)
        assert min(lane.width.value(0.0) for s in road(id).sections for lane in s.lanes if lane.id) >= 3.0


def test_the_hill_is_steep_for_a_kilometre_and_gentle_behind() -> None:
    hill = road("highway.2")
    s = np.arange(0.0, hill.length, 1.0)
    slope, climbing = hill.elevation.slope(s), np.flatnonzero(hill.elevation.slope(s) > 0.049)
    assert slope.max() == pytest.approx(0.05)
    assert slope.min() == pytest.approx(-0.025)
    assert 850 < np.ptp(climbing) < 1100
    assert mile("highway.2") + climbing[0] / miles(1) == pytest.approx(3.35, abs=0.03)
    assert hill.elevation.value(s).max() == pytest.approx(55.0)
    assert hill.elevation.value(hill.length) == pytest.approx(0.0, abs=1e-6)
    assert np.abs(np.diff(slope)).max() < 0.05 / 100.0


def test_open_road_lies_between_the_second_and_the_third_place_to_turn() -> None:
    assert mile("highway.4") < 10.5
    assert mile("highway.5") - 10.5 > 2.5


def test_limits_are_those_of_the_paper_and_lower_at_the_lights() -> None:
    assert {limit.speed for id in HIGHWAY[:4] for limit in road(id).limits} == {mph(55)}
    assert [limit.speed for limit in road("highway.5").limits] == [mph(55), mph(45)]
    assert [limit.speed for limit in road("highway.6").limits] == [mph(45), mph(55)]
    assert {limit.speed for k in (1, 2, 3) for limit in road(f"freeway.{k}").limits} == {mph(65)}


def test_one_turns_left_from_the_only_lane_and_the_highway_goes_first() -> None:
    network = made("rear-end course")
    for junction, before, side in (("mill", "highway.2", "Mill_Road"), ("quarry", "highway.4", "Quarry_Road")):
        assert network.junction(junction).right_of_way is RightOfWay.PRIORITY
        assert len([lane for lane in road(before).sections[-1].lanes if lane.kind.is_driving]) == 2
        assert f"{side}.2" in {lane[0] for lane in reached(network, (before, len(road(before).sections) - 1, -1))}
        left = network.road(f"{junction}/{before}/{side}.2")
        assert left.line.heading(left.length) - left.line.heading(0.0) == pytest.approx(np.pi / 2.0, abs=0.01)
    for side in SIDE_ROADS:
        assert min(road(f"{side}.1").length, road(f"{side}.2").length) > 600.0


def test_the_lights_have_long_roads_across() -> None:
    network = made("rear-end course")
    assert network.junction("depot").right_of_way is RightOfWay.LIGHTS
    assert min(road("Depot_Road.1").length, road("Depot_Road.2").length) > 800.0


def test_the_first_ramp_is_short_and_the_second_one_long() -> None:
    assert road("ramp_1").length == pytest.approx(350.0, abs=10.0)
    assert road("ramp_2").length > 700.0
    for id, entry in (("freeway.2", 60.0), ("freeway.3", 200.0)):
        (lane,) = [lane for lane in road(id).sections[0].lanes if lane.kind is LaneKind.ENTRY]
        s = np.arange(0.0, road(id).sections[1].s)
        full = lane.width.value(s) > lane.width.value(0.0) - 1e-6
        assert full.sum() == pytest.approx(entry - 10.0, abs=2.0)


def test_the_freeway_has_three_lanes_and_goes_on_before_and_behind_the_drive() -> None:
    for id in ("freeway.1", "freeway.2", "freeway.3", "freeway_west"):
        for section in road(id).sections:
            assert len([lane for lane in section.lanes if lane.kind is LaneKind.DRIVING and lane.id < 0]) == 3
    assert road("freeway.1").length > 2500.0
    assert road("freeway.2").length + road("freeway.3").length == pytest.approx(miles(7), abs=50.0)
    assert road("freeway.3").length > miles(3)
    assert road("freeway_west").length == pytest.approx(miles(2))


def test_the_drive_is_found() -> None:
    table = Router(lane_map()).table([Router(lane_map()).route("highway.1", "freeway.3")])
    assert table.length[0] == pytest.approx(miles(25.2), rel=0.01)


def test_whoever_comes_by_the_second_ramp_is_seen_four_seconds_before() -> None:
    sight = Sight(lane_map(), margin=0.0)
    ramp, right = lane_map().lane_at("ramp_2", -1, 500.0), lane_map().lane_at("freeway.2", -4, 5000.0)
    end = road("freeway.2").length - road("freeway.2").sections[1].s
    for away, is_seen in ((300.0, False), (160.0, False), (120.0, True)):
        car = sight.boxes_at(ramp, lane_map().length[ramp] - away, speed=25.0)
        own = sight.boxes_at(right, end - away, speed=25.0)
        eye = np.column_stack((own[:, :3], [1.2], own[:, 7:]))
        assert sight.seen(eye, car).tolist() == [is_seen]
