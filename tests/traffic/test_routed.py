from __future__ import annotations

import pytest

from seahaven.errors import InputError, Position
from seahaven.roads import LaneMap
from seahaven.roads.builder import study_road
from seahaven.roads.routing import CAR as CARS
from seahaven.roads.routing import TRUCK as TRUCKS
from seahaven.roads.routing import Router, Tracks, goal_trees
from seahaven.traffic import BUS, CAR, Demand, Flow, Journey, Mix, Trip, VehicleType, route_demand
from tests.roads.routing.networks import meshed

AT = Position("demand.yaml", 7)


@pytest.fixture(scope="module")
def study() -> LaneMap:
    return LaneMap.of(study_road())


def test_each_kind_of_road_user_gets_routes_of_its_own(study: LaneMap) -> None:
    journey = Journey("freeway.1", "freeway.13")
    mix = Mix.named({"car": 1.0, "van": 1.0, "truck": 1.0})
    routed = route_demand(Demand(flows=(Flow("west", journey, rate=0.3, mix=mix),)), study)
    assert [len(table) for table in routed.tables] == [1, 1]
    more = Router(study).routes(["freeway.1"], ["freeway.13"])
    tracks = Tracks(more, *routed.tables)
    assert [routed.route(tracks, user, journey) for user in (CARS, TRUCKS)] == [1, 2]


def test_a_journey_that_many_take_is_routed_once(study: LaneMap) -> None:
    trips = tuple(Trip(f"t{k}", Journey("freeway.1", "freeway.13"), float(k)) for k in range(50))
    assert [len(table) for table in route_demand(Demand(trips), study).tables] == [1]


def test_other_tracks_are_refused(study: LaneMap) -> None:
    journey = Journey("freeway.1", "freeway.13")
    routed = route_demand(Demand((Trip("one", journey),)), study)
    with pytest.raises(InputError, match="the tracks lack the routes of the demand"):
        routed.route(Tracks(Router(study).routes(["freeway.1"], ["freeway.13"])), CARS, journey)


@pytest.mark.parametrize(
    ("journey", "expected"),
    [
        (Journey("freeway.1", "freeway.99"), "there is no road or lane 'freeway.99'; did you mean 'freeway.9'"),
        (Journey("river_forward_exit", "freeway.1:0:-2"), "there is no route for car from road 'river_forward_exit'"),
        (
            Journey.along("freeway.1", "freeway.3"),
            "from road 'freeway.1' to road 'freeway.3', which does not go on from",
        ),
        (Journey.along("freeway.1", "Lake_Road.1"), "'Lake_Road.1', which does not go on from it for car"),
    ],
)
def test_a_journey_that_cannot_be_driven_is_refused_with_place_and_names(
    study: LaneMap, journey: Journey, expected: str
) -> None:
    demand = Demand((Trip("good", Journey("freeway.1", "freeway.13")), Trip("bad", journey, at=AT)))
    with pytest.raises(InputError, match=f"^demand.yaml:7: trip 'bad'.*{expected}"):
        route_demand(demand, study)
    routed = route_demand(demand, study, leave_out=True)
    assert [trip.name for trip in routed.demand.trips] == ["good"]
    assert str(routed.demand.remarks[0]).startswith("demand.yaml:7: left out: trip 'bad'")


def two_ways(detour: float) -> LaneMap:
    """A street on which one has to change lanes within 20 m, and another one on which there is more room for it."""
    links = [
        (start, lane, end, onto, 10.0)
        for street in ("short", "long")
        for start, lane, end, onto in (("from", -1, street, -2), (street, -1, "to", -1))
    ]
    return meshed(
        {"from": 80.0, "short": 20.0, "long": detour, "to": 80.0}, {"from": 1, "short": 2, "long": 2, "to": 1}, links
    )


@pytest.mark.parametrize(
    ("kind", "detour", "street"),
    [(CAR, 100.0, "short"), (BUS, 100.0, "long"), (BUS, 9000.0, "short")],
    ids=["a car", "a bus", "a bus for which that would take too long"],
)
def test_somebody_long_takes_a_way_with_more_room_to_change_lanes(
    kind: VehicleType, detour: float, street: str
) -> None:
    routed = route_demand(Demand((Trip("one", Journey("from", "to"), type=kind),)), two_ways(detour))
    assert [edge.road for edge in routed.tables[0][0].road_edges] == ["from", street, "to"]


def test_whoever_is_long_and_stuck_is_led_where_there_is_more_room_too() -> None:
    lane_map = two_ways(100.0)
    for user, street in ((CARS, "short"), (TRUCKS, "long")):
        router = Router(lane_map, user)
        table = router.table([router.route("from", "to")])
        tracks = Tracks(table, trees=goal_trees([table]))
        entry, roads = int(tracks.locate(tracks.tree_of(0), lane_map.index("from:0:-1"))), set[str]()
        while entry >= 0:
            roads.add(lane_map.network.roads[lane_map.road[tracks.arrays.lane[entry]]].id)
            entry = int(max(tracks.arrays.following[entry], tracks.arrays.left[entry]))
        assert street in roads
