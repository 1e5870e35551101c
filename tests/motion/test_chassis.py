"""Parameter sets: what they can do, by published figures of their class, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.geometry import Pose
from seahaven.motion import (
    FLEET,
    SURFACES,
    Surface,
    braking_distance,
    chassis_named,
    measure_performance,
    trailer_pose,
)
from seahaven.world import ROAD_VEHICLE
from tests.motion.driving import Ride

KMH = 1.0 / 3.6
FIGURES = {name: measure_performance(chassis) for name, chassis in FLEET.items()}


def within(value: float | None, wanted: float, share: float) -> bool:
    return value is not None and abs(value / wanted - 1.0) <= share


@pytest.mark.parametrize(
    ("name", "seconds", "top_speed"),
    [
        ("small car", 13.2, 171.0),  # Volkswagen up!, 55 kW, by its maker
        ("sedan", 8.3, 216.0),  # Volkswagen Golf 1.5 TSI, 110 kW: evo magazine
        ("motorcycle", 5.5, 180.0),  # Honda CB500, 35 kW: motorklassikku.wordpress.com on the CB 500 of the same power
    ],
)
def test_acceleration_and_top_speed_are_those_of_a_vehicle_of_the_class(
    name: str, seconds: float, top_speed: float
) -> None:
    figures = FIGURES[name]
    assert within(figures.to_hundred, seconds, 0.10), figures
    assert within(figures.top_speed, top_speed * KMH, 0.05), figures


def test_a_laden_van_and_heavy_vehicles_are_slower() -> None:
    """Vans with 120 kW and half their load need 12 to 15 s; a bus 10 s to 50 km/h; trucks are held at 90 km/h."""
    assert 11.0 < (FIGURES["van"].to_hundred or 0.0) < 15.0
    assert 8.0 < (FIGURES["bus"].to_fifty or 0.0) < 14.0
    assert 8.0 < (FIGURES["truck"].to_fifty or 0.0) < (FIGURES["trailer truck"].to_fifty or 0.0) < 25.0
    for name in ("bus", "truck", "trailer truck"):
        assert 88.0 * KMH < FIGURES[name].top_speed <= 90.0 * KMH
        assert FIGURES[name].to_hundred is None
    assert 30.0 * KMH < FIGURES["bicycle"].top_speed < 40.0 * KMH


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("small car", 32.7, 40.0),  # ADAC, 500 tests: 36.4 m on average, 32.7 m for the best small car
        ("sedan", 33.1, 40.0),  # 33.1 m for the best compact car
        ("van", 36.4, 47.8),  # 47.8 m for the worst van
        ("motorcycle", 36.0, 46.0),  # UNECE R78 allows 70 m; with anti-lock brakes about 40 m
    ],
)
def test_braking_from_a_hundred_takes_as_long_as_tests_measure(name: str, least: float, most: float) -> None:
    assert FIGURES[name].braking_speed == pytest.approx(100.0 * KMH)
    assert least <= FIGURES[name].braking <= most


@pytest.mark.parametrize("name", ["bus", "truck", "trailer truck"])
def test_heavy_vehicles_brake_better_than_the_regulation_asks(name: str) -> None:
    """UNECE R13: from v km/h within 0.15 v + v²/130 metres for M3, N3 and their trailers."""
    speed = FIGURES[name].braking_speed / KMH
    assert FIGURES[name].braking < 0.15 * speed + speed**2 / 130.0
    assert FIGURES[name].braking > (speed * KMH) ** 2 / (2.0 * 7.5)


def test_a_bicycle_stops_from_25_kmh_within_seven_metres() -> None:
    """ISO 4210-2."""
    assert 4.0 < braking_distance(FLEET["bicycle"], 25.0 * KMH) < 7.0


@pytest.mark.parametrize(
    ("name", "metres"), [("small car", 9.8), ("sedan", 10.9), ("bus", 21.0)]
)  # the makers' figures
def test_turning_circles_are_those_of_the_class(name: str, metres: float) -> None:
    assert within(FIGURES[name].turning_circle, metres, 0.04)


def test_a_vehicle_at_full_lock_drives_the_computed_circle() -> None:
    chassis = FLEET["sedan"]
    ride = Ride(chassis, wheel=20.0, speed=0.9, by_acceleration=True, by_rate=True)
    ride.state.steering[0] = chassis.lock
    rows = ride.drive(60.0, 0.05)
    ahead, right = 0.5 * chassis.length, -0.5 * chassis.width
    corner = rows[:, 0] + ahead * np.cos(rows[:, 2]) - right * np.sin(rows[:, 2])
    assert np.ptp(corner[100:]) == pytest.approx(FIGURES["sedan"].turning_circle, rel=1e-3)


@pytest.mark.parametrize("surface", ["wet asphalt", "snow", "ice", "gravel", "grass", "wet grass"])
def test_braking_takes_longer_on_slippery_ground(surface: str) -> None:
    dry = braking_distance(FLEET["sedan"], 15.0)
    slick = braking_distance(FLEET["sedan"], 15.0, grip=SURFACES[surface].grip)
    assert slick == pytest.approx(dry / SURFACES[surface].grip, rel=0.12)


def test_grass_slows_a_coasting_car_down() -> None:
    grass = SURFACES["grass"]
    on_road = Ride("sedan", speed=10.0).drive(3.0)[-1, 3]
    on_grass = Ride("sedan", speed=10.0, grip=grass.grip, drag=grass.drag).drive(3.0)[-1, 3]
    assert on_road - on_grass == pytest.approx(3.0 * 9.81 * grass.drag, rel=0.1)


def test_locked_wheels_need_a_longer_way_than_controlled_ones() -> None:
    controlled = FLEET["sedan"]
    locking = replace(controlled, anti_lock=False)
    assert braking_distance(locking, 25.0) > 1.1 * braking_distance(controlled, 25.0)


def test_load_moves_to_the_front_axle_under_braking() -> None:
    """With the rear brakes alone a car stops later than half its brakes would say: its rear axle is light then."""
    rear_only = replace(FLEET["sedan"], balance=0.0)
    front_only = replace(FLEET["sedan"], balance=1.0)
    assert braking_distance(rear_only, 25.0) > 1.8 * braking_distance(front_only, 25.0)


def test_the_hand_brake_swings_the_tail_round() -> None:
    plain = Ride("sedan", speed=14.0, wheel=2.0).drive(1.5)
    braked = Ride("sedan", speed=14.0, wheel=2.0, hand_brake=1.0).drive(1.5)
    slip = np.abs(np.arctan2(braked[:, 4], braked[:, 3]))
    assert slip.max() > 3.0 * np.abs(np.arctan2(plain[:, 4], plain[:, 3])).max()


def test_the_gearbox_shifts_up_and_down() -> None:
    ride = Ride("sedan", throttle=1.0)
    gears = []
    for _ in range(400):
        ride.drive(0.1)
        gears.append(int(ride.state.ratio[0]))
    assert gears == sorted(gears)
    assert gears[-1] >= 5
    ride.set(throttle=0.0, brake=0.3)
    ride.drive(30.0)
    assert ride.state.ratio[0] == 1


def test_a_cruising_gearbox_does_not_hunt() -> None:
    ride = Ride("sedan", speed=20.0, throttle=0.15)
    gears = []
    for _ in range(600):
        ride.drive(0.1)
        gears.append(int(ride.state.ratio[0]))
    assert np.count_nonzero(np.diff(gears[10:])) <= 1


def test_the_engine_brakes_a_car_without_throttle() -> None:
    in_gear = Ride("sedan", speed=20.0)
    in_gear.drive(5.0)
    neutral = Ride("sedan", speed=20.0)
    neutral.set(gear=2)
    neutral.drive(5.0)
    assert in_gear.speed < neutral.speed - 0.3


def test_climbing_costs_speed() -> None:
    flat = Ride("trailer truck", speed=22.0, throttle=1.0)
    flat.drive(60.0)
    climbing = Ride("trailer truck", speed=22.0, throttle=1.0, slope_x=0.04)
    climbing.drive(60.0)
    assert climbing.speed < 0.75 * flat.speed
    assert climbing.speed > 8.0


def test_a_trailer_follows_and_cuts_the_corner() -> None:
    ride = Ride("trailer truck", speed=5.0, by_acceleration=True, by_rate=True)
    ride.state.steering[0] = 0.2
    rows = ride.drive(40.0)
    chassis = FLEET["trailer truck"]
    assert chassis.trailer is not None
    settled = rows[-1, 8]
    assert np.ptp(rows[-50:, 8]) < 1e-3
    radius = rows[-1, 3] / rows[-1, 5]
    assert np.sin(settled) == pytest.approx(chassis.trailer.wheelbase / radius, rel=0.05)
    rear = trailer_pose(chassis, Pose(0.0, 0.0, 0.0), settled)
    assert rear is not None
    assert rear.x < -6.0
    assert rear.y > 0.5  # in a left turn the trailer runs further left, on the inside


def test_a_trailer_folds_when_it_is_pushed_back_and_never_beyond_the_cab() -> None:
    ride = Ride("trailer truck", by_acceleration=True, by_rate=True, acceleration=-1.0)
    ride.set(gear=1)
    ride.state.hitch[0] = 0.1
    ride.drive(3.0)
    ride.set(acceleration=0.0)
    folds = ride.drive(30.0)[:, 8]
    assert folds[-1] == pytest.approx(FLEET["trailer truck"].trailer.fold)  # type: ignore[union-attr]
    assert (np.diff(folds) >= 0.0).all()


def test_a_vehicle_without_a_trailer_has_none() -> None:
    assert trailer_pose(FLEET["sedan"], Pose(0.0, 0.0, 0.0), 0.0) is None


def test_kinds_are_those_of_vehicles() -> None:
    kinds = ROAD_VEHICLE.columns["kind"]
    for chassis in FLEET.values():
        assert chassis.kind in kinds.kinds


def test_names_and_values_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InputError, match=r"there is no chassis 'sedann'.*'sedan'"):
        chassis_named("sedann")
    with pytest.raises(InputError, match=r"there is no surface 'gras'.*'grass'"):
        Surface.named("gras")
    with pytest.raises(InputError, match=r"chassis 'car' has mass -1.0; expected a finite number above 0"):
        replace(FLEET["sedan"], mass=-1.0)
    with pytest.raises(InputError, match=r"chassis 'car' has balance 1.5; expected 0 to 1"):
        replace(FLEET["sedan"], balance=1.5)
    with pytest.raises(InputError, match=r"chassis 'car' has ratios \(\); expected 1 to 12 numbers above 0"):
        replace(FLEET["sedan"], ratios=())
    with pytest.raises(InputError, match=r"a trailer's share is 1.0"):
        replace(FLEET["trailer truck"].trailer, share=1.0)  # type: ignore[type-var]
    with pytest.raises(InputError, match=r"a surface has grip 0.0"):
        Surface(0.0, 0.0)


def test_figures_are_the_same_every_time() -> None:
    assert measure_performance(FLEET["sedan"]) == FIGURES["sedan"]


@pytest.mark.parametrize("name", FLEET)
@pytest.mark.parametrize(("speed", "curvature"), [(0.8, 0.05), (4.0, -0.04), (12.0, 0.015), (20.0, -0.005)])
def test_the_steering_angle_for_a_curvature_leads_to_it(name: str, speed: float, curvature: float) -> None:
    chassis, speed = FLEET[name], min(speed, 0.9 * FIGURES[name].top_speed)
    ride = Ride(name, speed=speed, by_acceleration=True)
    ride.set(wheel=chassis.steering_ratio * chassis.steering_angle(curvature, speed))
    rows = ride.drive(6.0, 0.05)
    driven = rows[-1, 5] / np.hypot(rows[-1, 3], rows[-1, 4])
    assert driven == pytest.approx(curvature, rel=0.03)


def test_no_steering_angle_exceeds_the_lock() -> None:
    sedan = FLEET["sedan"]
    assert sedan.steering_angle(5.0, 1.0) == sedan.lock
    assert sedan.steering_angle(-5.0, 1.0) == -sedan.lock
    assert sedan.steering_angle(0.01, 20.0, grip=0.5) > sedan.steering_angle(0.01, 20.0)
