from __future__ import annotations

import pytest

from seahaven.errors import InputError, Position
from seahaven.roads import LaneMap
from seahaven.roads.builder import study_road
from seahaven.roads.routing import CAR as CARS
from seahaven.roads.routing import TRUCK as TRUCKS
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import Demand, Flow, Journey, Mix, Trip, route_demand

AT = Position("demand.yaml", 7)


@pytest.fixture(scope="module")
def study() -> LaneMap:
    return LaneMap(study_road())


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
