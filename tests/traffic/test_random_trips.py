"""Random trips: where they begin and end, how often, and what is refused."""

from __future__ import annotations

from itertools import pairwise
from math import hypot, pi

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seahaven.errors import InputError
from seahaven.kernel import SECOND, Controller, Module
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, CrossSection, driving, one_way_street
from seahaven.roads.model import LaneKind
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import (
    BUS,
    CAR,
    TRUCK,
    VEHICLES,
    Demand,
    Journey,
    Mix,
    Population,
    Start,
    Traffic,
    Trip,
    random_scatter,
    random_trips,
    route_demand,
)
from seahaven.traffic.newcomer import Newcomers
from seahaven.traffic.random_places import road_places
from seahaven.world import WEATHER, World
from tests.traffic.towns import grid, islands, town


def ends(trip: Trip) -> tuple[str, str]:
    (journey,) = trip.journeys.things
    return str(journey.origin[0]), str(journey.goal[0])  # type: ignore[index]  # always road and s


def test_trips_come_at_the_rate_in_their_order() -> None:
    trips = random_trips(town(), rate=0.5, begin=100.0, end=1100.0, seed=3).trips
    assert len(trips) == pytest.approx(500, abs=70)
    times = [trip.departure for trip in trips]
    assert all(100.0 < a < b < 1100.0 for a, b in pairwise(times))
    assert np.std(np.diff(times)) == pytest.approx(2.0, rel=0.2)


def test_the_same_seed_gives_the_same_trips_and_another_seed_or_name_others() -> None:
    first = random_trips(town(), rate=0.1, end=600.0, seed=1)
    assert first == random_trips(town(), rate=0.1, end=600.0, seed=1)
    others = random_trips(town(), rate=0.1, end=600.0, seed=2), random_trips(town(), rate=0.1, end=600.0, name="b")
    assert all(ends(first.trips[0]) != ends(other.trips[0]) or first.trips != other.trips for other in others)


def test_scattered_trips_set_out_as_often_from_the_same_places_whatever_the_seed() -> None:
    (scatter,) = random_scatter(town(), rate=0.5, begin=100.0, end=1100.0, fringe=3.0).scatters
    assert scatter == random_scatter(town(), rate=0.5, begin=100.0, end=1100.0, fringe=3.0).scatters[0]
    first, second = scatter.departures(1), scatter.departures(2)
    assert [len(first), len(second)] == pytest.approx([500, 500], abs=70)
    assert all(100.0 < a < b < 1100.0 for a, b in pairwise(first))
    assert first != second
    assert sum(count for _, count in scatter.journeys.parts) == 500
    assert {start.speed for start in scatter.starts} == {"desired", 0.0}


def test_scattered_trips_are_single_trips_by_another_way_of_drawing() -> None:
    """With as many journeys as trips, and one seed, both come at the same times from the same places."""
    trips = random_trips(town(), rate=0.2, end=600.0, seed=0).trips
    (scatter,) = random_scatter(town(), rate=0.2, end=600.0, journeys=len(trips)).scatters
    assert scatter.departures(0) == [trip.departure for trip in trips]
    assert set(scatter.journeys.things) == {trip.journeys.things[0] for trip in trips}


def test_scattered_vehicles_start_as_their_journey_says() -> None:
    lane_map = town()
    routed = route_demand(random_scatter(lane_map, rate=0.5, end=300.0, fringe=3.0), lane_map)
    (scatter,) = routed.demand.scatters
    newcomers = Newcomers.of(routed, Tracks(*routed.tables))
    start_of = dict(zip(scatter.journeys.things, scatter.starts, strict=True))
    kinds = set()
    for _, source, number in newcomers.departures(seed=4):
        newcomer, journey = newcomers.make(source, number, 4), newcomers.journey(source, number, 4)
        assert newcomer.start == start_of[journey]
        assert newcomer.doorway.gate.startswith(str(journey.origin[0]))  # type: ignore[index]  # always road and s
        kinds.add(newcomer.start.speed)
    assert kinds == {"desired", 0.0}


def test_a_longer_run_begins_with_the_same_trips() -> None:
    short, long = (random_trips(town(), rate=0.2, end=end, seed=4).trips for end in (300.0, 900.0))
    assert long[: len(short)] == short


def test_every_trip_can_be_driven_by_everybody_of_the_mix() -> None:
    demand = random_trips(town(), rate=0.2, end=600.0, mix=Mix.of(CAR, TRUCK, BUS), seed=5)
    assert route_demand(demand, town()).demand.remarks == ()


def test_nobody_begins_or_ends_inside_a_junction_or_nearer_than_the_least_distance() -> None:
    lane_map = town()
    demand = random_trips(lane_map, rate=0.3, end=600.0, least=400.0, seed=6)
    for trip in demand.trips:
        (journey,) = trip.journeys.things
        route = Router(lane_map).route(journey.origin, journey.goal)
        (a, s), (b, t) = route.start, route.end
        assert lane_map.junction[a] < 0
        assert lane_map.junction[b] < 0
        start, goal = lane_map.place(a, s), lane_map.place(b, min(t, float(lane_map.length[b])))
        # Places are reckoned from the middle of a road; one may set out a good way along it.
        assert hypot(goal.x - start.x, goal.y - start.y) > 150.0


def test_nobody_sets_out_where_a_lane_has_not_opened() -> None:
    """Whoever wants a lane that begins with no width sets out beside it."""
    builder = Builder("bay")
    bay = builder.road("main", CrossSection((driving(3.5),), (), 14.0)).straight(100.0).add_lane(taper=30.0)
    bay.straight(100.0)
    lane_map = LaneMap(builder.build())
    opening = next(k for k in range(len(lane_map)) if lane_map.right[k] >= 0)
    goal, begin = lane_map.name(int(lane_map.right[opening])), float(lane_map.road_s[lane_map.first[opening]])
    demand = Demand((Trip("one", Journey(("main", begin + 2.0), goal), start=Start("best", 0.0)),))
    routed = route_demand(demand, lane_map)
    newcomer = Newcomers(routed, Tracks(*routed.tables)).make(0, 0, 1)
    assert [spot.lane for spot in newcomer.spots] == [opening]


def test_a_fringe_factor_brings_more_from_the_edge() -> None:
    lane_map = grid(4)
    edges = {
        road for k in range(1, 5) for kind in ("street", "avenue") for road in (f"g_{kind}_{k}.1", f"g_{kind}_{k}.5")
    }
    shares = []
    for fringe in (1.0, 20.0):
        trips = random_trips(lane_map, rate=1.0, end=500.0, fringe=fringe, least=100.0, seed=7).trips
        shares.append(np.mean([road in edges for trip in trips for road in ends(trip)]))
    assert shares[1] > 1.5 * shares[0]


def test_who_begins_at_the_edge_drives_in_and_others_set_out_from_a_stand() -> None:
    trips = random_trips(town(), rate=0.5, end=600.0, fringe=3.0, seed=8).trips
    speeds = {trip.start.speed for trip in trips}
    assert speeds == {"desired", 0.0}
    for trip in trips:
        (journey,) = trip.journeys.things
        assert (trip.start.speed == "desired") or journey.origin[1] > 0.0  # type: ignore[index,operator]  # road and s


def test_in_a_network_of_several_parts_each_trip_stays_within_one() -> None:
    trips = random_trips(islands(), rate=0.2, end=600.0, least=200.0, seed=9).trips
    assert trips
    assert all(a[:5] == b[:5] for a, b in map(ends, trips))
    assert {a[:5] for a, _ in map(ends, trips)} == {"north", "south"}


def test_on_a_single_road_everybody_drives_from_one_end_to_the_other() -> None:
    builder = Builder("single")
    builder.road("main").straight(800.0)
    lane_map = LaneMap(builder.build())
    demand = random_trips(lane_map, rate=0.2, end=300.0)
    assert {trip.journeys.things[0] for trip in demand.trips} == {
        Journey(("main", 0.0), ("main", 800.0)),
        Journey(("main", 800.0), ("main", 0.0)),
    }
    assert route_demand(demand, lane_map).demand == demand


def test_where_no_road_leads_to_another_random_trips_are_refused() -> None:
    builder = Builder("ring")
    ring = builder.road("ring", one_way_street()).left(pi, radius=60.0).left(pi, radius=60.0)
    with pytest.raises(InputError, match=r"no random trip can be made: from road 'ring'.* car come to no other road"):
        random_trips(LaneMap(builder.join(ring, ring).build()), rate=0.1, end=10.0)


def test_where_nothing_is_far_enough_the_furthest_is_named() -> None:
    with pytest.raises(InputError, match=r"no random trip of 9000 m .* is from road '.*' to road '.*', \d+ m away"):
        random_trips(town(), rate=0.1, end=10.0, least=9000.0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rate": -1.0}, "a rate, in vehicles/s, of 0 or more"),
        ({"end": 0.0}, "an end after the begin"),
        ({"end": float("inf")}, "an end after the begin"),
        ({"begin": float("nan")}, "a begin, in seconds"),
        ({"fringe": 0.0}, "a fringe factor above 0"),
        ({"least": -1.0}, "a least distance of 0 m or more"),
    ],
)
def test_nonsense_is_refused(options: dict[str, float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        random_trips(town(), **{"rate": 0.1, "end": 10.0, **options})


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), st.floats(0.2, 50.0))
def test_any_seed_gives_pairs_that_are_joined(seed: int, fringe: float) -> None:
    demand = random_trips(grid(), rate=0.05, end=200.0, least=80.0, fringe=fringe, seed=seed)
    assert route_demand(demand, grid()).demand.trips == demand.trips


def test_they_enter_where_there_is_room() -> None:
    lane_map = grid()
    routed = route_demand(random_trips(lane_map, rate=0.5, end=60.0, least=100.0, seed=2), lane_map)
    tracks = Tracks(*routed.tables)
    root = Module("root", Population("population", demand=routed, tracks=tracks), Traffic("traffic", tracks=tracks))
    run = Controller(root, store=World([VEHICLES, WEATHER]), seed=2)
    run.advance(60 * SECOND)
    assert run.get("population/gate.count") + run.get("population/gate.queued") == len(routed.demand.trips)
    assert run.get("population/gate.count") > 0.8 * len(routed.demand.trips)


def test_places_serve_all_where_some_have_lanes_of_their_own_and_may_not_use_the_others() -> None:
    lane_map = town()
    biking = lane_map.kind == tuple(LaneKind).index(LaneKind.BIKING)
    driving = lane_map.kind == tuple(LaneKind).index(LaneKind.DRIVING)
    for side in ("start", "end"):
        places = road_places(lane_map, [driving, biking], side)
        assert {place.road.partition(".")[0] for place in places} == {"High_Street"}
        assert all(biking[list(place.lanes)].any() and driving[list(place.lanes)].any() for place in places)
        assert road_places(lane_map, [driving, driving], side) == road_places(lane_map, [driving], side)
