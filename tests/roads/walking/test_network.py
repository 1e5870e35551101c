"""Where people walk: pavements, crosswalks, corners, and the ways along them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seahaven.errors import InputError
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, lesson_town, motorway, town_street, two_lane_highway
from seahaven.roads.walking import FootRoutes, Stand, WalkingNetwork

TOWN = LaneMap.of(lesson_town())


def street(*crosswalks: float) -> LaneMap:
    """A street of 300 m from west to east, with pavements on both sides and crosswalks."""
    builder = Builder("street")
    road = builder.road("main", town_street(), at=(0.0, 0.0))
    for before, at in zip((0.0, *crosswalks), crosswalks, strict=False):
        road.straight(at - before).crosswalk()
    road.straight(300.0 - (crosswalks[-1] if crosswalks else 0.0))
    return LaneMap(builder.build())


def test_a_crosswalk_knows_its_ends_and_which_lane_covers_what_of_it() -> None:
    network = WalkingNetwork.of(street(150.0))
    (passage,) = network.passages
    assert passage.length == pytest.approx(6.5)
    assert passage.width == pytest.approx(3.0)
    assert {round(y, 2) for _, y in (passage.start, passage.end)} == {-3.25, 3.25}
    assert [(span.low, span.high) for span in passage.spans] == [
        pytest.approx((0.0, 3.25)),
        pytest.approx((3.25, 6.5)),
    ]
    assert passage.at(3.25) == pytest.approx((150.0, 0.0))


def test_lanes_run_to_the_left_or_right_of_whoever_crosses() -> None:
    network = WalkingNetwork.of(street(150.0))
    names = [network.lane_map.name(span.lane) for span in network.passages[0].spans]
    is_north = network.passages[0].end[1] > 0.0
    eastward = network.tables.span_sense[names.index("main:0:-1")]
    assert eastward == (-1.0 if is_north else 1.0)
    assert network.tables.span_middle == pytest.approx([150.0, 150.0])


def test_a_route_over_the_road_takes_the_crosswalk() -> None:
    network = WalkingNetwork.of(street(150.0))
    route = network.route(network.nearest(120.0, -9.0), network.nearest(180.0, 9.0))
    assert route is not None
    assert route.crosswalks == (0,)
    assert route.length == pytest.approx(60.0 + 6.5 + 2.5, abs=0.1)


def test_of_two_crosswalks_the_nearer_one_is_taken() -> None:
    network = WalkingNetwork.of(street(100.0, 200.0))
    route = network.route(network.nearest(60.0, -9.0), network.nearest(90.0, 9.0))
    assert route is not None
    assert network.passages[route.crosswalks[0]].start[0] == pytest.approx(100.0)


def test_nobody_crosses_where_there_is_no_crosswalk() -> None:
    network = WalkingNetwork.of(street())
    assert network.route(network.nearest(60.0, -9.0), network.nearest(90.0, 9.0)) is None
    assert len(network.parts) == 2


def test_the_other_side_of_the_road_is_known() -> None:
    network = WalkingNetwork.of(street())
    assert [abs(strand.far) for strand in network.strands] == pytest.approx([8.3, 8.3])
    for strand in network.strands:
        x, y, _ = strand.at(100.0)
        u, v = strand.left_at(100.0)
        assert (x + strand.far * u, y + strand.far * v)[1] * y < 0.0


def test_a_motorway_gives_an_empty_network_with_a_remark() -> None:
    builder = Builder("fast")
    builder.road("fast", motorway(), at=(0.0, 0.0)).straight(500.0)
    network = WalkingNetwork(LaneMap(builder.build()))
    assert not network.strands
    assert "no pavements" in network.remarks[0].message
    with pytest.raises(InputError, match="no pavement near"):
        network.nearest(0.0, 0.0)


def test_beside_a_road_without_pavement_people_walk_when_asked() -> None:
    builder = Builder("country")
    builder.road("country", two_lane_highway(), at=(0.0, 0.0)).straight(200.0)
    lane_map = LaneMap(builder.build())
    assert not WalkingNetwork(lane_map).strands
    network = WalkingNetwork(lane_map, edges=True)
    assert len(network.strands) == 2
    assert network.lane_map.match(*network.strands[0].at(50.0)[:2], reach=0.0).lane < 0


def test_corners_of_a_town_join_its_pavements() -> None:
    network = WalkingNetwork.of(TOWN)
    metres = [sum(network.strands[k].length for k in part) for part in network.parts]
    assert metres[0] > 0.7 * network.length
    assert len(network.passages) == len(network.logic.crosswalks)
    assert not network.remarks


def test_pavements_end_to_end_without_links_are_joined_round_corners() -> None:
    """Roads of others often have no pavements in junctions."""
    network = WalkingNetwork.of(TOWN)
    lone = [part for part in network.parts if len(part) == 1]
    assert not lone


def test_strangers_are_refused() -> None:
    network = WalkingNetwork.of(street(150.0))
    with pytest.raises(InputError, match="there is no strand 7"):
        network.route(Stand(7, 0.0), Stand(0, 1.0))
    with pytest.raises(InputError, match=r"strand 0 has no s=-1\.0; expected a number from 0"):
        network.route(Stand(0, -1.0), Stand(0, 1.0))


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_routes_are_unbroken_and_stay_off_the_road_but_for_crosswalks(data: st.DataObject) -> None:
    network = WalkingNetwork.of(TOWN)
    own = network.parts[0]
    ends = []
    for _ in range(2):
        strand = data.draw(st.sampled_from(own))
        ends.append(Stand(strand, data.draw(st.floats(0.0, 1.0)) * network.strands[strand].length))
    route = network.route(ends[0], ends[1])
    assert route is not None
    assert route.points[0] == pytest.approx(network.strands[ends[0].strand].at(ends[0].s), abs=0.02)
    assert route.points[-1] == pytest.approx(network.strands[ends[1].strand].at(ends[1].s), abs=0.02)
    steps = np.diff(route.s)
    assert (steps > 0.0).all()
    middle = 0.5 * (route.points[1:, :2] + route.points[:-1, :2])[route.crosswalk < 0]
    assert (TOWN.match(middle[:, 0], middle[:, 1], reach=0.0).lane < 0).all()


def test_doors_lie_away_from_the_road() -> None:
    network = WalkingNetwork.of(street(150.0))
    route = network.route(network.nearest(20.0, -4.0), network.nearest(280.0, -4.0), doors=True)
    assert route is not None
    assert route.points[0, 1] < route.points[2, 1] < -3.25
    assert route.points[-1, 1] < -5.0


def test_a_table_of_routes_knows_places_and_legs() -> None:
    network = WalkingNetwork.of(street(150.0))
    ends = network.nearest(120.0, -9.0), network.nearest(180.0, 9.0)
    routes = FootRoutes(network, [network.route(*ends), network.route(*ends[::-1])])
    assert len(routes) == 2
    ((begin, end, crosswalk),) = routes.legs(0)
    assert (end - begin, crosswalk) == (pytest.approx(6.5), 0)
    over = routes.place(0, 0.5 * (begin + end))
    assert (over["x"], over["y"]) == pytest.approx((150.0, 0.0), abs=0.01)
    assert np.sin(over["heading"]) == pytest.approx(1.0)
    aside = routes.place(0, 10.0, 0.5)
    assert aside["y"] == pytest.approx(routes.place(0, 10.0)["y"] + 0.5)


def test_a_route_that_does_not_exist_is_refused() -> None:
    network = WalkingNetwork.of(street())
    with pytest.raises(InputError, match="route 0 on foot does not exist"):
        FootRoutes(network, [network.route(network.nearest(60.0, -9.0), network.nearest(90.0, 9.0))])
    with pytest.raises(InputError, match="there is no route 3 on foot"):
        FootRoutes(network, []).place(3, 0.0)


def test_a_route_is_the_same_whatever_was_walked_before() -> None:
    lane_map = LaneMap.of(lesson_town())
    network = WalkingNetwork(lane_map)
    ends = [Stand(k, 0.25 * network.strands[k].length) for k in network.parts[0][:12]]
    pairs = [(a, b) for a in ends for b in ends if a != b]
    for origin, goal in pairs[::-1]:
        network.route(origin, goal, doors=True)
    for origin, goal in pairs[::10]:
        again, alone = (own.route(origin, goal, doors=True) for own in (network, WalkingNetwork(lane_map)))
        assert again is not None
        assert alone is not None
        for name in ("points", "room", "crosswalk", "sense", "far"):
            assert getattr(again, name).tobytes() == getattr(alone, name).tobytes()
