"""Vehicles bound to lanes, along them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import StepError
from seahaven.motion import BODIES
from tests.motion.moving import advance, moving, watch
from tests.motion.networks import along, placed, ring, straight
from tests.roads.routing.networks import chain

ROAD = along(straight(3000.0))
HILL = along(straight(4000.0, grade=0.05))
STEEP = along(straight(400.0, grade=0.39))
DESCENT = along(straight(4000.0, grade=-0.05))
RING = along(ring(600.0, 2, parts=4), closed=True)

STRONG = {"power": 1e6, "traction": 50.0, "braking": 50.0, "drag": 0.0}


def test_a_wish_that_can_be_met_is_met_ballistically() -> None:
    run, world = moving(ROAD, 1, 100.0, speed=20.0, wish=1.5)
    advance(run, 2.0)
    car = world.family("vehicle")
    assert car.speed[0] == pytest.approx(23.0)
    assert car.s[0] == pytest.approx(100.0 + 20.0 * 2.0 + 0.5 * 1.5 * 4.0)
    assert car.acceleration[0] == pytest.approx(1.5)


@given(
    speed=st.floats(0.0, 40.0),
    wish=st.floats(-6.0, 3.0),
    first=st.floats(0.0, 3.0),
    second=st.floats(0.0, 3.0),
)
def test_two_steps_are_one_for_a_constant_wish(speed: float, wish: float, first: float, second: float) -> None:
    once, one = moving(ROAD, 1, 50.0, rate=None, speed=speed, wish=wish, **STRONG)
    twice, two = moving(ROAD, 1, 50.0, rate=None, speed=speed, wish=wish, **STRONG)
    advance(twice, first)
    advance(twice, second)
    once.advance(twice.now)
    for name in ("s", "speed", "x", "y"):
        a, b = getattr(one.family("vehicle"), name)[0], getattr(two.family("vehicle"), name)[0]
        assert a == pytest.approx(b, abs=1e-6)


@given(speed=st.floats(0.0, 40.0), wish=st.floats(-9.0, 4.0), dt=st.floats(0.0, 2.0))
def test_nobody_rolls_back_and_nothing_moves_in_no_time(speed: float, wish: float, dt: float) -> None:
    run, world = moving(ROAD, 1, 50.0, rate=None, speed=speed, wish=wish)
    car = world.family("vehicle")
    advance(run, dt)
    assert car.speed[0] >= 0.0
    assert car.s[0] >= 50.0
    if dt == 0.0:
        assert (car.s[0], car.speed[0]) == (50.0, speed)
    else:
        assert 2.0 * (car.s[0] - 50.0) <= (speed + car.speed[0]) * dt + 1e-6


def test_a_car_stops_where_its_brakes_say_and_stays() -> None:
    run, world = moving(ROAD, 1, 0.0, speed=20.0, wish=-4.0)
    way = watch(run, world, 10.0, lambda t: (t.s[0], t.speed[0]))
    assert way[-1, 0] == pytest.approx(20.0**2 / 8.0)
    assert (np.diff(way[:, 0]) >= 0.0).all()
    assert (way[51:, 1] == 0.0).all()


def test_no_more_energy_comes_out_than_the_engine_puts_in() -> None:
    run, world = moving(ROAD, 1, 0.0, wish=9.0, power=60.0, drag=0.0, traction=30.0)
    speed = watch(run, world, 20.0, lambda t: t.speed[0])
    seconds = 0.1 * np.arange(len(speed))
    assert (0.5 * speed**2 <= 60.0 * seconds + 40.0).all()  # and what the first second's cap on 1/speed gives
    assert speed[-1] == pytest.approx(np.sqrt(2.0 * 60.0 * 20.0), rel=0.05)


def test_a_car_reaches_a_top_speed_where_air_takes_all_its_power() -> None:
    run, world = moving(along(straight(20_000.0)), 1, 0.0, wish=3.0, **BODIES["car"].columns)
    advance(run, 240.0)
    assert 180.0 / 3.6 < world.family("vehicle").speed[0] < 230.0 / 3.6


@pytest.mark.parametrize(("power", "low", "high"), [(8.0, 10.0, 13.5), (10.0, 13.0, 17.0)])
def test_a_truck_on_a_grade_settles_at_a_crawl(power: float, low: float, high: float) -> None:
    body = BODIES["trailer truck"].columns | {"power": power}
    run, world = moving(HILL, 2, 0.0, speed=80.0 / 3.6, wish=0.5, **body)
    speed = watch(run, world, 150.0, lambda t: t.speed[0], every=1.0)
    assert low < speed[-1] < high
    assert abs(speed[-1] - speed[-20]) < 0.03
    assert (np.diff(speed) <= 1e-9).all()


@pytest.mark.parametrize("kind", ["bicycle", "trailer truck"])
def test_a_vehicle_crawls_up_a_grade_that_is_too_steep_for_it(kind: str) -> None:
    body = BODIES[kind].columns
    run, world = moving(STEEP, 0, 0.0, speed=8.0, wish=0.5, **body)
    speed = watch(run, world, 60.0, lambda t: t.speed[0], every=1.0)
    assert 1.1 < speed[-1] < 1.3
    assert (np.diff(speed) <= 0.05).all()
    run, world = moving(STEEP, 0, 0.0, speed=0.0, wish=0.5, **body)
    assert 1.0 < watch(run, world, 10.0, lambda t: t.speed[0], every=1.0)[-1] < 1.3


def test_a_car_does_not_feel_that_grade_and_downhill_brakes_hold() -> None:
    run, world = moving(HILL, 1, 0.0, speed=30.0, wish=0.0)
    advance(run, 20.0)
    assert world.family("vehicle").speed[0] == pytest.approx(30.0)
    run, world = moving(DESCENT, 1, 0.0, speed=30.0, wish=0.0)
    advance(run, 20.0)
    assert world.family("vehicle").speed[0] == pytest.approx(30.0)


def test_nobody_accelerates_or_brakes_harder_than_the_grip_allows() -> None:
    run, world = moving(ROAD, [0, 1], 0.0, speed=[0.0, 30.0], wish=[9.0, -20.0], drag=0.0, grip=0.3)
    advance(run, 1.0)
    car = world.family("vehicle")
    assert car.speed[0] == pytest.approx(0.3 * 4.0, abs=0.15)
    assert car.speed[1] == pytest.approx(30.0 - 0.3 * 9.0 - 0.1, abs=0.01)


def test_lanes_lead_into_each_other_however_short_they_are() -> None:
    tracks = along(chain((100.0, 2), (0.5, 2), (1.0, 2), (0.3, 2), (500.0, 2)))
    run, world = moving(tracks, [0, 1], [95.0, 90.0], speed=30.0, rate=2)
    car = world.family("vehicle")
    advance(run, 0.5)
    assert car.lane.tolist() == [8, 9]
    assert car.entry.tolist() == [8, 9]
    assert car.s == pytest.approx([95.0 + 15.0 - 101.8, 90.0 + 15.0 - 101.8])
    assert car.x == pytest.approx([110.0, 105.0])


def test_without_a_route_the_first_lane_ahead_is_taken() -> None:
    tracks = along(chain((100.0, 2), (500.0, 2)))
    run, world = moving(tracks, [0], 95.0, speed=30.0, entry=-1, route=-1)
    advance(run, 1.0)
    car = world.family("vehicle")
    assert (car.lane[0], car.entry[0]) == (2, -1)


def test_where_the_way_ends_everybody_stops() -> None:
    run, world = moving(ROAD, 1, 2990.0, speed=30.0, wish=1.0)
    advance(run, 2.0)
    car = world.family("vehicle")
    assert (car.s[0], car.speed[0], car.acceleration[0]) == (3000.0, 0.0, 0.0)
    assert car.x[0] == pytest.approx(3000.0)


def test_on_a_ring_one_comes_round() -> None:
    lane_map = RING.lane_map
    run, world = moving(RING, [0, 1], 10.0, speed=20.0)
    around = lane_map.length[lane_map.number == -1].sum()
    x, y = world.family("vehicle").x[0], world.family("vehicle").y[0]
    advance(run, 0.1 * round(around / 2.0))
    car = world.family("vehicle")
    assert np.hypot(car.x[0] - x, car.y[0] - y) < 2.0
    assert car.lane[0] == 0
    assert (np.abs(car.heading) <= np.pi).all()


def test_speed_over_ground_is_the_speed() -> None:
    run, world = moving(RING, [0, 1], 10.0, offset=[0.8, -0.8], speed=15.0, lean=[0.8, -0.8])
    places = watch(run, world, 20.0, lambda t: (t.x, t.y))
    steps = np.hypot(*np.moveaxis(np.diff(places, axis=0), 1, 0))
    assert steps == pytest.approx(1.5, rel=2e-3)


def test_steering_and_turning_are_those_of_the_bend() -> None:
    run, world = moving(RING, 0, 10.0, speed=15.0)
    advance(run, 1.0)
    car = world.family("vehicle")
    radius = np.hypot(car.x[0], car.y[0])
    assert car.yaw_rate[0] == pytest.approx(15.0 / radius, rel=1e-3)
    assert car.steering[0] == pytest.approx(np.arctan(0.6 * car.length[0] / radius), rel=1e-3)


def test_places_are_those_of_the_lane_map() -> None:
    run, world = moving(HILL, [0, 1, 2], [0.0, 30.0, 60.0], speed=20.0, lean=[0.3, 0.0, -0.4])
    advance(run, 3.0)
    car = world.family("vehicle")
    place = HILL.lane_map.place(car.lane.astype(int), car.s, car.offset)
    for name in ("x", "y", "z"):
        assert getattr(car, name) == pytest.approx(getattr(place, name))


def test_a_lane_or_entry_that_is_not_there_is_refused_with_its_vehicle() -> None:
    run, _ = moving(ROAD, [0, 1], 10.0, at={"lane": np.array([0, 99], np.int32)})
    with pytest.raises(StepError, match=r"vehicle no. 2 is on lane 99, but the map has 3 lanes"):
        advance(run, 0.1)
    run, _ = moving(ROAD, [0], 10.0, entry=np.array([77], np.int32))
    with pytest.raises(StepError, match=r"vehicle no. 1 has entry 77, but the tracks have 3"):
        advance(run, 0.1)
    tracks = along(chain((100.0, 2), (500.0, 2)))
    run, _ = moving(tracks, [0], 95.0, speed=30.0, entry=np.array([1], np.int32))
    with pytest.raises(StepError, match=r"vehicle no. 1 is on lane 'main:0:-1', but its entry 1 is lane 'main:0:-2'"):
        advance(run, 1.0)


def test_an_empty_road_is_no_trouble() -> None:
    run, world = moving(ROAD, np.zeros(0, int), np.zeros(0))
    advance(run, 1.0)
    assert len(world.family("vehicle")) == 0
    assert "heading" in placed(ROAD, 0, 0.0)
