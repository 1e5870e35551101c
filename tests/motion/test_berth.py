"""Long vehicles in tight bends: off the pavement, and on their own side of a narrow road."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np
import pytest

from seahaven.geometry import Line, Path, Pose
from seahaven.roads.builder import Builder, country_lane
from seahaven.roads.lanemap import AXLE, LaneMap
from seahaven.roads.model import LaneKind, Road, RoadNetwork, Section
from seahaven.roads.routing import Router, Tracks
from seahaven.world import Table
from tests.behaviour.junctions.crossings import cross
from tests.motion.moving import heard, moving, watch
from tests.motion.networks import along, lanes, ring

PACE = 4.0


def outline(table: Table) -> Any:
    """Points along both flanks of the first vehicle."""
    along, aside = np.meshgrid(np.linspace(-0.5, 0.5, 21) * table.length[0], np.array([-0.5, 0.5]) * table.width[0])
    c, s = np.cos(table.heading[0]), np.sin(table.heading[0])
    return np.stack((table.x[0] + c * along - s * aside, table.y[0] + s * along + c * aside))


@pytest.mark.parametrize("length", [9.5, 13.0])
@pytest.mark.parametrize("left_hand", [False, True])
def test_whoever_turns_round_a_corner_stays_off_the_pavement(length: float, left_hand: bool) -> None:
    lane_map = cross(left_hand=left_hand, lanes=2)
    goal = "side.2" if left_hand else "side.1"
    route = Router(lane_map).route("main.1", goal)
    start = int(route.lanes[0])
    run, world = moving(
        Tracks(Router(lane_map).table([route])), start, float(lane_map.length[start]) - 20.0, speed=PACE, length=length,
        width=2.55,
    )  # fmt: skip
    points = watch(run, world, 15.0, outline)
    on = lane_map.match(points[:, 0], points[:, 1], kinds=[LaneKind.SIDEWALK], reach=0.0).lane >= 0
    depth = 0.05  # where flanks lie between the places for which the line was found out
    road = lane_map.match(points[:, 0], points[:, 1], reach=3.0)
    beyond = np.abs(road.offset) - 0.5 * lane_map.width(road.lane, np.clip(road.s, 0.0, lane_map.length[road.lane]))
    assert world.family("vehicle").lane[0] == route.lanes[-1]
    assert not (on & (beyond > depth)).any()


@pytest.mark.parametrize("is_left", [False, True])
def test_two_trailer_trucks_pass_each_other_in_a_bend_of_a_narrow_road(is_left: bool) -> None:
    builder = Builder("bend")
    road = builder.road("main", country_lane()).straight(80.0)
    (road.left if is_left else road.right)(0.5 * pi, radius=27.0).straight(80.0)
    lane_map = LaneMap(builder.build())
    router = Router(lane_map)
    lanes = [lane for lane in range(len(lane_map)) if router.graph.open_to[lane]]
    table = router.table([router.route(lane_map.name(lane), lane_map.name(lane)) for lane in lanes])
    run, _ = moving(Tracks(table), lanes, 50.0, speed=PACE, length=16.5, width=2.55, height=4.0)
    run.advance(30 * 10**9)
    assert not heard


def test_a_bus_lies_across_a_kink_of_its_lane() -> None:
    kinked = Path(Pose(0.0, 0.0, 0.0)).line(50.0).then(Line(Pose(50.0, 0.0, 0.3), 50.0))
    tracks = along(LaneMap(RoadNetwork((Road("main", kinked, (Section(0.0, lanes(1)),)),))))
    run, world = moving(tracks, 0, 49.0, speed=PACE, length=12.0, width=2.55)
    headings = watch(run, world, 1.0, lambda table: table.heading[0])
    assert ((headings[1:] > 0.02) & (headings[1:] < 0.28)).all()
    assert (np.diff(headings[1:]) > 0.0).all()


def test_a_bus_lies_across_several_short_lanes_as_on_a_long_one() -> None:
    """Its axles keep to the line, however many lanes there are between them."""
    lane_map = ring(100.0, 1, parts=50)
    lane, radius = lane_map.index("r0:0:-1"), 100.0 / (2.0 * pi) + 1.75
    run, world = moving(along(lane_map, closed=True), lane, 1.0, speed=PACE, length=12.0)

    def far(table: Table) -> float:
        return float(np.hypot(table.x[0], table.y[0]))

    expected = np.sqrt(radius**2 - (AXLE * 12.0) ** 2)
    assert watch(run, world, 10.0, far)[1:] == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize("goal", ["side.1", "side.2"])
def test_a_bus_comes_out_of_a_turn_without_a_jerk(goal: str) -> None:
    """Behind the junction its rear axle is still on the way by which it came, though others lead there, too."""
    lane_map = cross()
    route = Router(lane_map).route("main.1", goal)
    start = int(route.lanes[0])
    run, world = moving(
        Tracks(Router(lane_map).table([route])), start, float(lane_map.length[start]) - 20.0, speed=PACE, length=12.0
    )
    headings = np.unwrap(watch(run, world, 15.0, lambda table: float(table.heading[0])))
    turns = np.diff(headings)
    assert world.family("vehicle").lane[0] == route.lanes[-1]
    assert abs(headings[-1] - headings[0]) == pytest.approx(0.5 * pi, abs=0.05)
    assert np.abs(np.diff(turns)).max() < 0.02
