"""The vehicle model against the single-track model of commonroad-vehicle-models, and against itself."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import atan, hypot, tan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seahaven.bench.seat.oracle import MANOEUVRES, oracle_chassis, oracle_path, our_path, step_steer
from seahaven.motion import FLEET, Cockpit, FreeState, Gear, Ground, chassis_table, drive
from seahaven.motion.chassis import CHASSIS_LAYOUT
from tests.motion.driving import Ride

FIVE_CENTIMETRES = 0.05
names = st.sampled_from(sorted(FLEET))


@pytest.mark.parametrize("vehicle", [1, 2, 3])
@pytest.mark.parametrize("name", MANOEUVRES)
def test_the_model_follows_the_oracle_within_five_centimetres(vehicle: int, name: str) -> None:
    theirs, ours = (
        oracle_path(vehicle, MANOEUVRES[name]),
        our_path(oracle_chassis(vehicle), MANOEUVRES[name]),
    )
    assert np.hypot(*(theirs - ours).T).max() < FIVE_CENTIMETRES
    assert hypot(*theirs[-1]) > 100.0


@pytest.mark.parametrize("speed", [8.0, 12.0, 30.0])
def test_it_follows_the_oracle_at_other_speeds_as_long_as_tyres_are_linear(speed: float) -> None:
    def steer(t: float) -> tuple[float, float]:
        rate, acceleration = step_steer(t)
        return rate * min((20.0 / speed) ** 2, 2.0), acceleration

    theirs, ours = oracle_path(2, steer, speed), our_path(oracle_chassis(2), steer, speed)
    assert np.hypot(*(theirs - ours)[-1]) < FIVE_CENTIMETRES


def test_beyond_half_of_their_hold_tyres_give_less_than_the_oracle() -> None:
    """The oracle's tyres hold any force; ours do not: it turns in 0.1 rad at 30 m/s, twice what the road holds."""

    def steer(t: float) -> tuple[float, float]:
        return (0.4 if t < 0.25 else 0.0), 0.0

    ride = Ride(oracle_chassis(2), speed=30.0, by_acceleration=True, by_rate=True, steering_rate=0.4)
    ride.drive(0.25, 0.01)
    ride.set(steering_rate=0.0)
    rows = ride.drive(3.0, 0.01)
    across = np.gradient(rows[:, 4], 0.01) + rows[:, 3] * rows[:, 5]
    assert 9.0 < np.abs(across).max() <= 1.0489 * 9.81 * 1.001
    assert np.hypot(*(oracle_path(2, steer, 30.0) - our_path(oracle_chassis(2), steer, 30.0))[-1]) > 1.0


@pytest.mark.parametrize("name", MANOEUVRES)
def test_substeps_of_ten_milliseconds_are_fine_enough(name: str) -> None:
    chassis = oracle_chassis(2)
    coarse, fine = our_path(chassis, MANOEUVRES[name]), our_path(chassis, MANOEUVRES[name], substeps=8)
    assert np.hypot(*(coarse - fine)[-1]) < 1e-4


@settings(max_examples=25)
@given(names, st.floats(0.0, 25.0), st.floats(-3.0, 3.0), st.floats(0.0, 1.0), st.floats(0.0, 0.6))
def test_splitting_substeps_converges(name: str, speed: float, across: float, throttle: float, brake: float) -> None:
    """Finer substeps move the result ever less, at any speed and up to 3 m/s² to the side."""
    chassis = FLEET[name]
    wheel = min(chassis.lock, chassis.wheelbase * across / max(speed, 5.0) ** 2) * chassis.steering_ratio
    if name in ("motorcycle", "bicycle"):
        brake *= 0.3  # braked harder in a curve they spin, and small causes have large effects
    ends = []
    for substeps in (1, 4, 16, 64):
        ride = Ride(name, speed=speed, wheel=wheel, throttle=throttle, brake=brake)
        ends.append(ride.drive(2.0, 0.01, substeps=substeps)[-1])
    moved = [np.hypot(*(coarse - fine)[:2]) for coarse, fine in pairwise(ends)]
    assert moved[0] < 0.08
    assert moved[2] < max(0.5 * moved[0], 0.015)  # gears are changed at the beginning of a substep


@given(
    names, st.floats(-10.0, 30.0), st.floats(-20.0, 20.0), st.floats(0.0, 1.0), st.floats(0.0, 1.0),
    st.floats(0.0, 1.0), st.floats(-0.15, 0.15), st.floats(0.15, 1.0),
)  # fmt: skip
def test_mirrored_steering_gives_the_mirrored_path(
    name: str, speed: float, wheel: float, throttle: float, brake: float, hand: float, bank: float, grip: float
) -> None:
    left, right = (
        Ride(
            name, speed=speed, wheel=side * wheel, throttle=throttle, brake=brake, hand_brake=hand, grip=grip,
            slope_y=side * bank, slope_x=0.03,
        ).drive(3.0)
        for side in (1.0, -1.0)
    )  # fmt: skip
    signs = np.array([1.0, -1.0, -1.0, 1.0, -1.0, -1.0, -1.0, 1.0, -1.0])
    assert np.array_equal(left, right * signs)


def test_slow_vehicles_roll_where_their_wheels_point() -> None:
    chassis = FLEET["sedan"]
    ride = Ride(chassis, wheel=0.3 * chassis.steering_ratio, speed=0.8, by_acceleration=True, by_rate=True)
    ride.state.steering[0] = 0.3
    rows = ride.drive(2.0, 0.01)
    beta = atan(chassis.rear / chassis.wheelbase * tan(0.3))
    assert rows[-1, 5] == pytest.approx(rows[-1, 3] * tan(0.3) / chassis.wheelbase, rel=1e-12)
    assert rows[-1, 4] == pytest.approx(rows[-1, 3] * tan(beta), rel=1e-12)


@pytest.mark.parametrize("name", FLEET)
def test_the_curvature_changes_smoothly_from_rolling_to_slipping(name: str) -> None:
    """While a vehicle gathers speed in a curve, across the blend of both halves, nothing jumps."""
    ride = Ride(name, by_acceleration=True, by_rate=True, acceleration=0.4, speed=0.5)
    ride.state.steering[0] = 0.15
    ride.drive(0.2, 0.01)
    rows = ride.drive(9.0, 0.01)
    pace = np.hypot(rows[:, 3], rows[:, 4])
    assert pace[0] < 1.0
    assert pace[-1] > 3.5
    curvature = rows[:, 5] / pace
    assert np.abs(np.diff(curvature)).max() < 2e-3 * abs(curvature[0])
    chassis = FLEET[name]
    understeer = (1.0 / chassis.stiffness - 1.0 / chassis.rear_stiffness) / (chassis.grip * 9.81)
    expected = curvature[0] / (1.0 + understeer * pace**2 / chassis.wheelbase)
    assert np.abs(curvature / expected - 1.0).max() < 0.05


def test_rows_do_not_depend_on_each_other() -> None:
    table = chassis_table(*FLEET.values())
    state, cockpit, ground = FreeState.of(64), Cockpit.of(64), Ground.of(64)
    state.kind[:] = np.arange(64) % len(FLEET)
    state.speed[:] = np.linspace(0.0, 25.0, 64)
    cockpit.wheel[:] = np.linspace(-2.0, 2.0, 64)
    cockpit.throttle[:] = np.linspace(0.0, 1.0, 64)[::-1]
    alone = [
        (FreeState(*(c[i : i + 1].copy() for c in state)), Cockpit(*(c[i : i + 1] for c in cockpit)), i)  # type: ignore[arg-type]
        for i in range(64)
    ]
    for _ in range(20):
        drive(table, state, cockpit, ground, 0.1)
    for one, controls, i in alone:
        for _ in range(20):
            drive(table, one, controls, Ground.of(1), 0.1)
        assert all(np.array_equal(a[i : i + 1], b) for a, b in zip(state, one, strict=True))


def test_the_same_drive_gives_the_same_bytes() -> None:
    first, second = (Ride("trailer truck", speed=15.0, wheel=1.0, throttle=0.7).drive(20.0) for _ in range(2))
    assert first.tobytes() == second.tobytes()


def test_an_understeering_car_needs_more_steering_the_faster_it_goes() -> None:
    curvatures = []
    for speed in (8.0, 25.0):
        ride = Ride("sedan", speed=speed, by_acceleration=True, by_rate=True)
        ride.state.steering[0] = 0.01
        rows = ride.drive(4.0)
        curvatures.append(rows[-1, 5] / rows[-1, 3])
    assert curvatures[1] < 0.85 * curvatures[0]
    neutral = Ride(replace(FLEET["sedan"], stiffness=20.0), speed=25.0, by_acceleration=True, by_rate=True)
    neutral.state.steering[0] = 0.01
    rows = neutral.drive(4.0)
    assert rows[-1, 5] / rows[-1, 3] == pytest.approx(0.01 / FLEET["sedan"].wheelbase, rel=0.01)


@given(
    names, st.floats(-15.0, 30.0), st.floats(-8.0, 8.0), st.floats(-4.0, 4.0), st.floats(0.1, 1.0),
    st.lists(st.tuples(st.floats(-1.0, 1.0), st.floats(0.0, 1.0), st.floats(0.0, 1.0)), min_size=4, max_size=4),
)  # fmt: skip
def test_without_its_engine_a_vehicle_never_gains_energy_on_level_ground(
    name: str, speed: float, aside: float, r: float, grip: float, controls: list[tuple[float, float, float]]
) -> None:
    """However it is steered, braked, or thrown: rolling, slipping, locked, and between them."""
    ride = Ride(name, Gear.N, speed=speed, aside=aside, yaw_rate=r, grip=grip)
    row, at = ride.chassis.row(), CHASSIS_LAYOUT
    mass, inertia, towed = row[at["mass"]], row[at["inertia"]], row[at["towed"]]
    had = np.inf
    for wheel, brake, hand in controls:
        ride.set(wheel=wheel * ride.chassis.steering_ratio, brake=brake, hand_brake=hand)
        _, _, _, vx, vy, yaw_rate, *_ = ride.drive(2.0, 0.01).T
        energies = 0.5 * ((mass + towed) * vx**2 + mass * vy**2 + inertia * yaw_rate**2)
        assert energies[0] <= had * (1.0 + 1e-6)
        assert (np.diff(energies) <= 1e-6 * energies[:-1]).all()
        had = energies[-1]
