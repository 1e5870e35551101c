"""Vehicles that roll freely: bicycles whose wheels do not slip, and those whose wheels do."""

from __future__ import annotations

from math import atan, cos, pi, sin, tan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import StepError
from seahaven.geometry import Pose
from seahaven.motion import rolled
from tests.motion.moving import advance, moving, watch
from tests.motion.networks import along, placed, ring, straight

ROAD = along(straight(3000.0))
RING = along(ring(1200.0, 3, parts=4), closed=True)
BASE = 0.6 * 4.6
STIFFNESS = 0.5 * (1.0 / 53.0 - 1.0 / 67.0)
"""rad per m/s²: how much more the wheels have to turn with acceleration to the side, by the tyres' linear theory."""
WEAK = {"drag": 0.0, "wish": 0.0}


def test_a_kinematic_car_drives_the_circle_of_its_wheels() -> None:
    steer = 0.2
    run, world = moving(ROAD, 1, 1000.0, motion="kinematic", speed=8.0, steer=steer, steering=steer)
    car = world.family("vehicle")
    start = Pose(car.x[0], car.y[0], car.heading[0])
    advance(run, 3.0)
    goal = rolled(start, 24.0, steering=steer, wheelbase=BASE)
    assert (car.x[0], car.y[0]) == pytest.approx(goal.point, abs=1e-9)
    assert car.heading[0] == pytest.approx(goal.heading)
    assert car.yaw_rate[0] == pytest.approx(8.0 * tan(steer) * cos(atan(0.5 * tan(steer))) / BASE)


@pytest.mark.parametrize("rate", [2, 10, 50])
def test_a_full_circle_ends_where_it_began(rate: int) -> None:
    steer = atan(BASE / 30.0)
    run, world = moving(ROAD, 1, 1000.0, rate=rate, motion="kinematic", speed=10.0, steer=steer, steering=steer)
    car = world.family("vehicle")
    x, y, around = car.x[0], car.y[0], 2.0 * pi * 30.0 / cos(atan(0.5 * tan(steer)))
    way = watch(run, world, around / 10.0, lambda t: (t.x[0], t.y[0]), every=1.0 / rate)
    assert np.hypot(car.x[0] - x, car.y[0] - y) < 10.0 / rate
    assert way[:, 1].max() - way[:, 1].min() == pytest.approx(60.0, rel=0.01)


def test_front_wheels_turn_no_faster_and_no_further_than_they_can() -> None:
    run, world = moving(ROAD, 1, 1000.0, motion="kinematic", speed=3.0, steer=2.0)
    steering = watch(run, world, 2.0, lambda t: t.steering[0])
    assert np.diff(steering).max() <= 0.09 + 1e-12
    assert steering[-1] == pytest.approx(0.6)


@pytest.mark.parametrize("motion", ["kinematic", "dynamic"])
@pytest.mark.parametrize("rate", [10, 2])
@pytest.mark.parametrize("speed", [5.0, 15.0, 35.0])
def test_without_a_wheel_to_obey_a_car_keeps_to_its_lane(motion: str, rate: int, speed: float) -> None:
    run, world = moving(RING, 1, 10.0, motion=motion, rate=rate, speed=min(speed, 25.0), wish=0.0)
    seen = watch(run, world, 60.0, lambda t: (t.offset[0], t.lane[0] % 3, t.entry[0] % 3), every=1.0 / rate)
    assert np.abs(seen[:, 0]).max() < 1.0
    assert np.abs(seen[-20:, 0]).max() < 0.6
    assert (seen[:, 1] == 1).all()
    assert (seen[:, 2] >= 0).all()
    run, world = moving(ROAD, 1, 10.0, motion=motion, rate=rate, speed=speed, offset=1.0)
    offset = watch(run, world, 12.0, lambda t: t.offset[0], every=1.0 / rate)
    assert abs(offset[-1]) < 0.15
    assert np.abs(offset).max() <= 1.2


@pytest.mark.parametrize("motion", ["kinematic", "dynamic"])
def test_aim_leads_onto_the_lane_beside_with_its_entry_and_the_count(motion: str) -> None:
    lines = ((0.0, "aim", np.int8(1)), (2.0, "aim", np.int8(0)))
    run, world = moving(ROAD, 2, 10.0, motion=motion, speed=20.0, lines=lines)
    advance(run, 8.0)
    car = world.family("vehicle")
    assert (car.lane[0], car.entry[0], car.line[0]) == (1, 1, 1)
    assert abs(car.offset[0]) < 0.5


@pytest.mark.parametrize("motion", ["kinematic", "dynamic"])
def test_off_all_lanes_there_is_no_lane_and_from_there_one_finds_back(motion: str) -> None:
    lines = ((0.0, "steer", 0.04), (1.0, "steer", -0.02), (2.5, "steer", None), (2.5, "steered_by", "lane"))
    run, world = moving(ROAD, 0, 10.0, motion=motion, speed=15.0, lines=lines, steered_by="wheel")
    seen = watch(run, world, 20.0, lambda t: (t.lane[0], t.entry[0], t.y[0]))
    off = seen[:, 2] > 0.6
    assert off.any()
    assert (seen[off, :2] == -1).all()
    assert seen[-1, 0] == 0
    assert seen[-1, 1] == 0
    assert abs(seen[-1, 2] + 1.75) < 0.3


@pytest.mark.parametrize("motion", ["kinematic", "dynamic"])
def test_without_a_wish_the_wheels_stay_as_they_are_and_no_lane_is_followed(motion: str) -> None:
    radius = 60.0
    lines = ((2.0, "steer", None),)
    run, world = moving(ROAD, 1, 500.0, motion=motion, speed=6.0, steer=atan(BASE / radius), lines=lines)
    turned = watch(run, world, 8.0, lambda t: (t.steering[0], t.yaw_rate[0]))
    assert turned[-1, 0] == pytest.approx(atan(BASE / radius))
    assert turned[-1, 1] == pytest.approx(turned[15, 1], rel=0.05)


def test_a_wish_that_would_count_for_nothing_is_refused() -> None:
    run, _ = moving(ROAD, 1, 500.0, motion="kinematic", speed=6.0, steer=0.1, steered_by="lane")
    with pytest.raises(StepError, match=r"'steer' of vehicle .* is 0\.1, but its lane steers it; write 'steered_by'"):
        advance(run, 0.1)


def test_bound_to_lanes_but_off_them_one_rolls_until_on_one() -> None:
    run, world = moving(ROAD, 0, 10.0, speed=15.0, at={"lane": -1, "y": 4.0, "entry": -1})
    seen = watch(run, world, 15.0, lambda t: (t.lane[0], t.y[0], t.x[0]))
    assert seen[0, 0] == -1
    assert seen[-1, 0] == 0
    assert np.abs(np.diff(seen[:, 1])).max() < 0.4
    assert np.diff(seen[:, 2]).min() > 1.4


@given(radius=st.floats(40.0, 300.0), ease=st.floats(0.05, 0.25))
def test_a_dynamic_car_drives_as_a_kinematic_one_when_it_hardly_pulls_aside(radius: float, ease: float) -> None:
    speed = (ease * radius) ** 0.5
    steer = atan(BASE / radius)
    columns = {"speed": speed, "steer": steer, "steering": steer, "yaw_rate": speed / radius}
    run, world = moving(ROAD, [1, 1], [1000.0, 1100.0], motion=["kinematic", "dynamic"], **columns)
    advance(run, 4.0)
    car = world.family("vehicle")
    assert car.x[1] - car.x[0] == pytest.approx(100.0, abs=0.35)
    assert car.y[1] == pytest.approx(car.y[0], abs=0.35)
    assert car.heading[1] == pytest.approx(car.heading[0], abs=0.03)


def settled(speed: float, radius: float, **columns: float) -> tuple[float, float]:
    """The turning of a dynamic car after some seconds at constant speed, and what it would be without slip."""
    steer = atan(BASE / radius)
    grip = columns.pop("grip", None)
    run, world = moving(ROAD, 1, 1000.0, motion="dynamic", speed=speed, steer=steer, grip=grip, **columns)
    advance(run, 6.0)
    car = world.family("vehicle")
    return float(car.yaw_rate[0]), float(car.speed[0] / radius)


def test_a_dynamic_car_understeers_as_its_tyres_say() -> None:
    turning, ideal = settled(20.0, 150.0)
    wheels = BASE / 150.0
    assert turning == pytest.approx(20.0 * wheels / (BASE + STIFFNESS * 20.0**2), rel=0.03)
    assert turning < ideal


@pytest.mark.parametrize("grip", [1.0, 0.4])
@pytest.mark.parametrize("wish", [0.0, -9.0])
def test_tyres_hold_no_more_than_the_grip(grip: float, wish: float) -> None:
    run, world = moving(ROAD, 1, 1000.0, motion="dynamic", rate=50, speed=25.0, steer=0.15, wish=wish, grip=grip)
    places = watch(run, world, 2.0, lambda t: (t.x[0], t.y[0]), every=0.02)
    pull = np.hypot(*np.diff(places, n=2, axis=0).T) / 0.02**2
    assert 0.9 * 9.0 * grip < pull[20:60].max() < 1.1 * 9.0 * grip + 0.5


def test_beyond_its_limit_a_car_pushes_straight_on() -> None:
    run, world = moving(ROAD, 1, 1000.0, motion=["dynamic"], speed=25.0, steer=0.15, steering=0.15)
    advance(run, 1.5)
    car = world.family("vehicle")
    assert car.yaw_rate[0] < 0.5 * car.speed[0] * tan(0.15) / BASE


def test_on_ice_the_same_bend_is_not_made() -> None:
    lane_map = RING.lane_map
    run, world = moving(RING, 1, 10.0, motion="dynamic", speed=24.0)
    advance(run, 10.0)
    assert world.family("vehicle").lane[0] >= 0
    run, world = moving(RING, 1, 10.0, motion="dynamic", speed=24.0, grip=0.15)
    radius = watch(run, world, 10.0, lambda t: np.hypot(t.x[0], t.y[0]))
    assert radius.max() > lane_map.network.roads[0].line.length * 4 / (2 * pi) + 12.0


@given(speed=st.floats(0.0, 8.0), steer=st.floats(-0.6, 0.6), wish=st.floats(-3.0, 1.0))
def test_slow_tyres_are_calm(speed: float, steer: float, wish: float) -> None:
    run, world = moving(ROAD, 1, 1000.0, motion="dynamic", speed=speed, steer=steer, wish=wish, rate=2)
    seen = watch(run, world, 8.0, lambda t: (t.speed[0], t.yaw_rate[0], t.x[0], t.y[0]), every=0.5)
    assert (seen[:, 0] >= 0.0).all()
    assert np.abs(seen[:, 1]).max() <= (8.0 + seen[:, 0].max()) * tan(0.6) / BASE
    if seen[-1, 0] == 0.0 and seen[-3, 0] == 0.0:
        assert np.hypot(*(seen[-1, 2:] - seen[-2, 2:])) < 0.02


def test_a_standing_car_stays_however_its_wheel_turns() -> None:
    for motion in ("kinematic", "dynamic"):
        run, world = moving(ROAD, 1, 1000.0, motion=motion, steer=0.5)
        car = world.family("vehicle")
        advance(run, 5.0)
        assert (car.x[0], car.y[0], car.heading[0]) == (1000.0, -5.25, 0.0)


@pytest.mark.parametrize("motion", ["kinematic", "dynamic"])
def test_brakes_and_hills_are_the_same_as_on_lanes(motion: str) -> None:
    hill = along(straight(3000.0, grade=0.05))
    kinds = ["lane", motion]
    run, world = moving(hill, [0, 2], 100.0, motion=kinds, speed=20.0, wish=0.5, power=9.0, drag=1e-4, traction=1.5)
    advance(run, 20.0)
    car = world.family("vehicle")
    assert car.speed[1] == pytest.approx(car.speed[0], rel=2e-3)
    assert car.speed[0] < 18.0
    assert car.z == pytest.approx(0.05 * car.x, abs=0.02)


@pytest.mark.parametrize("motion", ["kinematic", "dynamic"])
def test_drift_is_the_speed_across_the_lane(motion: str) -> None:
    lines = ((0.0, "steer", 0.02), (1.0, "steer", 0.0))
    run, world = moving(ROAD, 2, 100.0, motion=motion, speed=15.0, lines=lines, steered_by="wheel")
    seen = watch(run, world, 2.0, lambda t: (t.y[0], t.drift[0]))
    middle = 0.5 * (seen[1:, 1] + seen[:-1, 1])
    assert np.diff(seen[:, 0]) / 0.1 == pytest.approx(middle, abs=0.1)


SWITCHES = [(a, b) for a in ("lane", "kinematic", "dynamic") for b in ("lane", "kinematic", "dynamic") if a != b]


@pytest.mark.parametrize(("before", "after"), SWITCHES)
@pytest.mark.parametrize("steer", [None, 0.03])
def test_switching_goes_on_from_where_one_is(before: str, after: str, steer: float | None) -> None:
    steering = None if before == "lane" else steer
    by = "lane" if steering is None else "wheel"
    switches = (1.2, "motion", after), (1.2, "steer", None), (1.2, "steered_by", "lane")
    lines = ((0.0, "steer", steering), (0.0, "aim", np.int8(1)), *switches)
    run, world = moving(ROAD, 2, 100.0, motion=before, speed=18.0, lines=lines, steered_by=by)
    seen = watch(run, world, 4.0, lambda t: (t.x[0], t.y[0], t.heading[0], t.speed[0]))
    moves = np.diff(seen, axis=0)
    assert np.hypot(moves[:, 0], moves[:, 1]) == pytest.approx(1.8, rel=0.03)
    assert np.abs(moves[:, 2]).max() < 0.06
    assert np.abs(moves[:, 3]).max() < 0.1


def test_a_car_that_stands_askew_keeps_its_heading_when_it_is_bound_to_its_lane() -> None:
    run, world = moving(ROAD, 1, 100.0, speed=0.0, wish=1.0, at={"heading": 0.5})
    heading = watch(run, world, 12.0, lambda t: t.heading[0])
    assert heading[0] == 0.5
    assert heading[1] > 0.49
    assert np.abs(np.diff(heading)).max() < 0.15
    assert heading[-1] == pytest.approx(0.0, abs=1e-6)


def test_places_found_are_those_of_a_match() -> None:
    run, world = moving(RING, [0, 1, 2], [10.0, 80.0, 150.0], motion=["kinematic", "dynamic", "kinematic"], speed=15.0)
    advance(run, 30.0)
    car = world.family("vehicle")
    match = RING.lane_map.match(car.x, car.y, heading=car.heading)
    assert car.lane.tolist() == match.lane.tolist()
    assert car.s == pytest.approx(match.s)
    assert car.offset == pytest.approx(match.offset)
    assert car.entry.tolist() == RING.locate(0, match.lane).tolist()
    assert sin(0.0) == placed(RING, 0, 0.0)["offset"]
