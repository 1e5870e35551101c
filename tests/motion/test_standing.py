"""Standing, creeping, rolling back, reversing and stopping on a grade."""

from __future__ import annotations

from math import hypot

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from seahaven.motion import FLEET, SURFACES, Chassis, Gear
from seahaven.motion.chassis import GRAVITY
from tests.motion.driving import Ride

names = st.sampled_from(sorted(FLEET))
angles = st.floats(-3.2, 3.2)


def axle_holds(chassis: Chassis, grade: float, slope: float) -> tuple[float, float]:
    """What front and rear tyres hold while a vehicle stands nose up on a grade, N."""
    row = chassis.row()
    mass, front, rear, height = row[0], row[2], row[3], row[4]
    normal = GRAVITY / hypot(1.0, slope)
    behind = mass * normal * (front + grade * height) / (front + rear)
    return chassis.grip * (mass * normal - behind), chassis.grip * behind


@given(names, st.floats(0.0, 0.6), angles, st.floats(-1.0, 1.0))
def test_a_vehicle_stands_on_any_grade_that_its_hand_brake_holds(
    name: str, slope: float, direction: float, wheel: float
) -> None:
    chassis, row = FLEET[name], FLEET[name].row()
    slope_x, slope_y = slope * np.cos(direction), slope * np.sin(direction)
    hold_front, hold_rear = axle_holds(chassis, slope_x, slope)
    limit = min(chassis.hand_brake, hold_rear)
    if chassis.trailer:
        borne = 0.9 * chassis.grip * 0.67 * chassis.trailer.mass * GRAVITY / hypot(1.0, slope)
        limit += min(chassis.trailer.braking, borne)
    assume(chassis.total_mass * GRAVITY * abs(slope_x) / hypot(1.0, slope) < 0.98 * limit)
    aside = row[0] * GRAVITY * abs(slope_y) / hypot(1.0, slope)
    turned = min(abs(wheel) / chassis.steering_ratio, chassis.lock)
    assume(aside * row[3] / (row[2] + row[3]) / np.cos(turned) < 0.98 * hold_front)
    assume(aside * row[2] / (row[2] + row[3]) < 0.98 * hold_rear)
    ride = Ride(name, Gear.N, hand_brake=1.0, slope_x=slope_x, slope_y=slope_y, wheel=wheel)
    rows = ride.drive(5.0)
    assert not rows[:, :6].any()


def test_beyond_its_limit_the_hand_brake_slips() -> None:
    chassis = FLEET["sedan"]
    steep = 1.25 * chassis.hand_brake / (chassis.mass * GRAVITY)
    assert Ride(chassis, Gear.N, hand_brake=1.0, slope_x=steep).drive(3.0)[-1, 3] < -0.3


@given(names, st.floats(-0.1, 0.1), st.floats(0.3, 1.0), st.floats(0.5, 12.0))
def test_a_vehicle_that_brakes_on_a_grade_stops_once_and_stays(
    name: str, grade: float, brake: float, speed: float
) -> None:
    rows = Ride(name, speed=speed, brake=brake, slope_x=grade).drive(15.0, 0.05)
    speeds = rows[:, 3]
    assert (speeds >= 0.0).all()
    stood = np.flatnonzero(speeds == 0.0)
    assert len(stood)
    assert not speeds[stood[0] :].any()
    assert (rows[stood[0] :, :2] == rows[stood[0], :2]).all()


@pytest.mark.parametrize("name", ["small car", "sedan", "van", "bus", "truck", "trailer truck"])
def test_in_d_a_vehicle_creeps_and_in_r_it_creeps_back(name: str) -> None:
    creep = FLEET[name].creep_speed
    assert 0.5 * creep < Ride(name).drive(20.0)[-1, 3] < creep
    assert -creep < Ride(name, Gear.R).drive(20.0)[-1, 3] < -0.5 * creep


def test_creeping_settles_without_chatter() -> None:
    speeds = Ride("sedan").drive(30.0, 0.01)[:, 3]
    assert (np.diff(speeds) >= -1e-12).all()
    assert np.ptp(speeds[-500:]) < 1e-3


def test_in_neutral_a_vehicle_rolls_back_down_a_hill_and_the_brake_stops_it() -> None:
    ride = Ride("sedan", Gear.N, slope_x=0.06)
    speeds = ride.drive(4.0, 0.01)[:, 3]
    assert (np.diff(speeds) < 0.0).all()
    assert speeds[-1] == pytest.approx(-4.0 * GRAVITY * (0.06 - 0.010), rel=0.02)
    ride.set(brake=0.6)
    braked = ride.drive(3.0, 0.01)[:, 3]
    assert braked[-1] == 0.0
    assert (braked <= 0.0).all()


def test_rolling_back_in_d_is_caught_by_the_throttle() -> None:
    ride = Ride("sedan", slope_x=0.15)
    assert ride.drive(2.0)[-1, 3] < -0.5
    ride.set(throttle=0.6)
    assert ride.drive(4.0)[-1, 3] > 1.0


def test_a_vehicle_reverses_and_steers_backwards() -> None:
    ride = Ride("sedan", Gear.R, throttle=0.2, wheel=4.0)
    rows = ride.drive(6.0)
    assert rows[-1, 3] < -2.0
    assert rows[-1, 2] < -0.3  # left wheel, backwards: the nose swings to the right


def test_reverse_is_refused_while_rolling_ahead_and_engaged_once_it_is_slow() -> None:
    ride = Ride("sedan", Gear.R, speed=10.0, throttle=0.3)
    assert ride.drive(1.0)[-1, 3] > 9.0
    ride.set(throttle=0.0, brake=0.5)
    ride.drive(4.0)
    ride.set(throttle=0.3, brake=0.0)
    assert ride.drive(4.0)[-1, 3] < -1.0


@pytest.mark.parametrize("name", FLEET)
def test_in_park_a_vehicle_stays_on_a_hill(name: str) -> None:
    assert not Ride(name, Gear.P, slope_x=0.12, slope_y=0.05, throttle=1.0).drive(5.0)[:, :6].any()


def test_turning_the_wheel_at_rest_moves_nothing_but_the_wheels() -> None:
    rows = Ride("sedan", brake=1.0, wheel=8.0).drive(2.0)
    assert not rows[:, :6].any()
    assert rows[-1, 6] == pytest.approx(8.0 / FLEET["sedan"].steering_ratio)


def test_on_ice_a_vehicle_slides_down_a_bank_that_it_would_stand_on_dry() -> None:
    bank = 0.25
    assert not Ride("sedan", Gear.P, slope_y=bank).drive(3.0)[:, :6].any()
    assert Ride("sedan", Gear.P, slope_y=bank, grip=SURFACES["ice"].grip).drive(3.0)[-1, 1] < -0.1


def test_a_demanded_stop_holds_on_a_grade() -> None:
    ride = Ride("van", speed=8.0, by_acceleration=True, by_rate=True, acceleration=-3.0, slope_x=-0.08)
    rows = ride.drive(6.0, 0.01)
    assert (rows[:, 3] >= 0.0).all()
    assert not rows[-200:, 3:6].any()
    ride.set(acceleration=1.0)
    assert ride.drive(2.0)[-1, 3] == pytest.approx(2.0, rel=0.02)
