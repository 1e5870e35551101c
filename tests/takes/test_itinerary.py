from __future__ import annotations

from math import tau

import pytest

from seahaven.errors import InputError
from seahaven.roads import LaneMap, RoadNetwork
from seahaven.roads.builder import Builder, CrossSection, degrees, driving, motorway, town_street
from seahaven.roads.routing import Router
from seahaven.takes.itinerary import Itinerary, itinerary, leads_round
from seahaven.takes.setting import VehicleEntry


def motorway_with_ramps() -> RoadNetwork:
    builder = Builder("services")
    m1 = builder.road("M1", motorway(), at=(-1000, 0)).straight(2000)
    off = builder.off_ramp("off", m1, at=600, length=150, taper=60)
    off.straight(60).right(degrees(20), radius=120).left(degrees(20), radius=120).straight(150)
    builder.on_ramp(off, m1, at=1300)
    return builder.build()


@pytest.fixture(scope="module")
def router() -> Router:
    return Router(LaneMap(motorway_with_ramps()))


def begun(router: Router, **said: object) -> tuple[str, Itinerary]:
    found = itinerary(router, VehicleEntry(**said))
    return router.lane_map.name(found.lane), found


def roads(found: Itinerary) -> list[str]:
    return [edge.road for edge in found.route.road_edges]


def test_a_place_on_a_lane_is_measured_along_the_lane(router: Router) -> None:
    name, found = begun(router, on="M1.1:0:-2", at=100.0)
    assert (name, found.s) == ("M1.1:0:-2", 100.0)
    assert found.route.start == (found.lane, 100.0)


@pytest.mark.parametrize(("lane", "name"), [(None, "M1.1:0:-3"), ("right", "M1.1:0:-3"), ("left", "M1.1:0:-2")])
def test_a_place_on_a_road_is_on_one_of_its_lanes_that_lead_on(router: Router, lane: str | None, name: str) -> None:
    assert begun(router, on="M1.1", at=50.0, lane=lane)[0] == name


def test_whoever_has_nowhere_to_go_drives_straight_on(router: Router) -> None:
    assert roads(begun(router, on="M1.1", at=50.0)[1]) == ["M1.1", "M1.2", "M1.3"]


def test_a_lane_that_runs_against_its_road_is_measured_from_its_own_beginning(router: Router) -> None:
    name, found = begun(router, on="M1.1", at=50.0, lane=3)
    assert name == "M1.1:0:3"
    assert found.s == pytest.approx(router.lane_map.length[found.lane] - 50.0)
    assert roads(found) == ["M1.1"]


def test_where_one_wants_to_go_says_which_way_one_begins(router: Router) -> None:
    name, found = begun(router, on="M1.3", at=600.0, to="M1.1", lane="left")
    assert name.endswith(":2")
    assert roads(found) == ["M1.3", "M1.2", "M1.1"]


def test_a_way_leads_by_what_is_named(router: Router) -> None:
    assert "off" in roads(begun(router, on="M1.1", to="M1.3", via=["off"])[1])
    assert "off" not in roads(begun(router, on="M1.1", to="M1.3")[1])


def test_whoever_stands_on_the_shoulder_goes_on_from_the_lane_beside(router: Router) -> None:
    name, found = begun(router, on="M1.1:0:-4", at=40.0)
    assert name == "M1.1:0:-4"
    assert router.lane_map.name(found.route.lanes[0]) == "M1.1:0:-3"


def test_at_a_junction_straight_on_is_where_one_turns_least() -> None:
    builder = Builder("cross")
    high = builder.road("high", town_street(), at=(-200, 0)).straight(400)
    mill = builder.road("mill", town_street(), at=(0, -200), heading=degrees(90)).straight(400)
    builder.junction("market", high, mill)
    assert roads(begun(Router(LaneMap(builder.build())), on="high.1")[1]) == ["high.1", "high.2"]


def test_a_ring_leads_round() -> None:
    builder = Builder("ring")
    section = CrossSection(forward=(driving(), driving()), backward=(), limit=30.0)
    road = builder.road("ring", section).left(tau / 2, radius=200.0).left(tau / 2, radius=200.0)
    builder.join(road, road)
    router = Router(LaneMap(builder.build()))
    found = begun(router, on="ring", at=70.0, lane="left")[1]
    assert leads_round(router.lane_map, found.route)


def test_a_road_with_an_end_does_not_lead_round(router: Router) -> None:
    assert not leads_round(router.lane_map, begun(router, on="M1.1")[1].route)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"on": "of"}, r"there is no road or lane 'of'; did you mean 'off'"),
        ({"on": "M1", "at": 5.0}, r"road 'M1' was split, .* name one of 'M1.1', 'M1.2', 'M1.3'"),
        ({"on": "M1.1", "at": 9000.0}, r"road 'M1.1' has no s=9000; it is \d+"),
        ({"on": "M1.1", "at": 9000.0, "lane": -2}, r"road 'M1.1' has no s=9000; it is \d+"),
        ({"on": "M1.1", "at": 9000.0, "to": "M1.3"}, r"road 'M1.1' has no s=9000; it is \d+"),
        ({"on": "M1.1:0:-2", "at": 9000.0}, r"lane 'M1.1:0:-2' has no s=9000.0; expected a number from 0 to its"),
        ({"on": "M1.1", "lane": -7}, r"road 'M1.1' has no lane -7 at s=0; the lanes there are"),
        ({"on": "M1.1:0:-2", "lane": "left"}, r"'M1.1:0:-2' is a lane already; leave 'lane' out"),
        ({"on": "M1.1:0:-1"}, r"lane 'M1.1:0:-1' is not open to the road user 'car': its kind is median"),
        ({"on": "M1.1", "to": "M2"}, r"there is no road or lane 'M2'; did you mean 'M1.2'"),
        ({"on": "off", "to": "M1.1"}, r"there is no route for car from .* to road 'M1.1': "),
    ],
)
def test_what_is_nowhere_is_refused_with_what_there_is(router: Router, said: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        itinerary(router, VehicleEntry(**said))
