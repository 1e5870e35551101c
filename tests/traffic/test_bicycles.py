"""Cyclists on lanes and roads."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from seahaven.kernel import SECOND, Controller, Module
from seahaven.roads import LaneMap
from seahaven.roads.builder import lesson_town
from seahaven.roads.model import LaneKind
from seahaven.roads.routing import Tracks
from seahaven.traffic import BICYCLE, VEHICLES, Demand, Journey, Population, Start, Traffic, Trip, route_demand
from seahaven.world import WEATHER, World
from tests.traffic.streets import Scene


def test_bicycles_are_slow_small_and_gentle() -> None:
    columns = BICYCLE.columns(np.arange(500), seed=1, who="test")
    assert (columns["length"][0], columns["width"][0]) == (1.8, 0.6)
    assert 4.5 < columns["top_speed"].mean() < 5.5
    assert columns["liveliness"].max() < 1.2


def test_a_car_stays_behind_a_bicycle_where_it_cannot_pass() -> None:
    scene = Scene(crosswalk=False)
    scene.car("car", 80.0)
    bicycle = {name: values[0] for name, values in BICYCLE.columns([0], seed=1, who="test").items()}
    scene.car("bicycle", 20.0, **{**bicycle, "speed": 5.0})
    with scene.run() as run:
        run.advance(20 * SECOND)
        car, bicycle = scene.world["car"], scene.world["bicycle"]
        assert car.contact is None
        assert car.x + 2.3 < bicycle.x - 0.9
        assert 3.0 < bicycle.speed < 7.5


@cache
def lessons() -> LaneMap:
    """The town, made once."""
    return LaneMap.of(lesson_town())


def ride(start: Start, seconds: int, goal: str = "High_Street.6") -> tuple[list[bool], int]:
    """Whether a cyclist on the High Street is on a bicycle lane, second by second, and how many have arrived."""
    town = lessons()
    there = Trip("there", Journey("High_Street.1", goal), 0.0, BICYCLE, start)
    demand = route_demand(Demand((there,)), town)
    tracks = Tracks(*demand.tables)
    root = Module("root", Traffic("traffic", tracks=tracks), Population("population", demand=demand, tracks=tracks))
    biking, seen = tuple(LaneKind).index(LaneKind.BIKING), []
    world = World([VEHICLES, WEATHER])
    with Controller(root, store=world, seed=1) as run:
        for _ in range(seconds):
            if run["population/exits"].count:
                break
            run.advance(SECOND)
            seen += [bool(town.kind[lane] == biking) for lane in world.family("vehicle").lane.tolist()]
        return seen, run["population/exits"].count


def test_cyclists_ride_on_roads_and_arrive() -> None:
    _, arrived = ride(Start(), 300)
    assert arrived == 1


def test_who_starts_on_a_bicycle_lane_rides_on_it() -> None:
    seen, _ = ride(Start(lane=0), 60)
    assert all(seen)
    assert len(seen) > 50


@pytest.mark.parametrize("goal", ["High_Street.6", "Station_Road.1", "Station_Road.4", "East_Street.2"])
@pytest.mark.parametrize("start", [Start(lane=0), Start()], ids=["on its lane", "anywhere"])
def test_cyclists_go_on_in_traffic_where_their_lane_ends_or_leads_elsewhere(start: Start, goal: str) -> None:
    seen, arrived = ride(start, 350, goal)
    assert arrived == 1
    assert not all(seen)
    assert any(seen) or start.lane != 0


def test_cyclists_keep_to_their_lane_until_shortly_before_it_ends() -> None:
    seen, _ = ride(Start(lane=0), 350)
    assert sum(seen) > 0.6 * len(seen)
