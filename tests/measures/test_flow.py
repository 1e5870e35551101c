"""Measures of traffic agree with what is known of traffic that is made up."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import InputError
from seahaven.measures import (
    greatest_flow,
    lane_changes,
    passing_times,
    space_time,
    wave_speed,
)

STEP = 0.5


def platoon(*, count, spacing, speed, seconds, around=None):
    """Samples of vehicles that drive one behind the other at one speed: time, vehicle, place, speed."""
    time, vehicle = np.meshgrid(np.arange(0.0, seconds, STEP), np.arange(count), indexing="ij")
    place = -spacing * vehicle + speed * time
    if around is not None:
        place %= around
    return time.ravel(), vehicle.ravel(), place.ravel(), np.full(place.size, speed)


def travelling(velocity, *, seconds=900.0, length=3000.0, period=200.0, phase=0.3):
    """A field of speeds that moves along a road as a whole; a pattern that does not repeat soon."""
    t, x = np.meshgrid(np.arange(0.0, seconds, 5.0), np.arange(0.0, length, 50.0), indexing="ij")
    along = t - x / velocity + phase
    pattern = np.sin(2 * np.pi * along / period) + 0.6 * np.sin(2 * np.pi * along / (0.41 * period) + 1.0)
    samples = np.stack([t.ravel() + 1.0, x.ravel() + 1.0, 10.0 + 3.0 * pattern.ravel()])
    return space_time(*samples, every=5.0, cell_time=5.0, cell_length=50.0)


def test_a_ring_of_even_traffic_has_its_density_flow_and_speed_in_every_cell():
    time, _, place, speed = platoon(count=60, spacing=20.0, speed=10.0, seconds=120.0, around=1200.0)
    field = space_time(time, place, speed, every=STEP, cell_time=60.0, cell_length=100.0, end=120.0, length=1200.0)
    assert field.density.shape == (2, 12)
    assert field.density == pytest.approx(np.full((2, 12), 1 / 20), rel=0.02)
    assert field.flow == pytest.approx(np.full((2, 12), 0.5), rel=0.02)
    assert field.speed == pytest.approx(np.full((2, 12), 10.0))


def test_density_and_flow_are_per_lane_and_speed_is_not():
    time, _, place, speed = platoon(count=60, spacing=20.0, speed=10.0, seconds=60.0, around=1200.0)
    cells = {"every": STEP, "cell_time": 60.0, "cell_length": 1200.0, "length": 1200.0, "end": 60.0}
    one, three = (space_time(time, place, speed, lanes=lanes, **cells) for lanes in (1, 3))
    assert three.density == pytest.approx(one.density / 3)
    assert three.flow == pytest.approx(one.flow / 3)
    assert three.speed == pytest.approx(one.speed)


@given(
    st.lists(st.tuples(st.floats(0, 99.9), st.floats(0, 499.9), st.floats(0, 40)), min_size=1, max_size=40),
    st.sampled_from([1, 2, 4]),
)
def test_no_time_and_no_way_is_lost_between_cells(samples, lanes):
    time, place, speed = np.array(samples).T
    field = space_time(
        time, place, speed, every=1.0, cell_time=20.0, cell_length=125.0, end=100.0, length=500.0, lanes=lanes
    )
    area = 20.0 * 125.0 * lanes
    assert field.density.sum() * area == pytest.approx(len(samples))
    assert field.flow.sum() * area == pytest.approx(speed.sum())
    density, flow, average = field.points()
    assert flow == pytest.approx(density * average)


def test_cells_in_which_nobody_was_have_no_speed():
    field = space_time([0.0], [10.0], [5.0], every=1.0, cell_time=10.0, cell_length=100.0, length=200.0)
    assert np.isnan(field.speed[0, 1])
    assert field.density[0, 1] == 0.0
    assert len(field.points()[0]) == 1


def test_samples_out_of_the_field_do_not_count():
    field = space_time(
        [-1.0, 5.0, 5.0, 25.0, np.nan], [50.0, -1.0, 250.0, 50.0, 50.0], [1.0] * 5,
        every=1.0, cell_time=10.0, cell_length=100.0, end=20.0, length=200.0,
    )  # fmt: skip
    assert field.density.sum() == 0.0


def test_cells_that_would_be_cut_off_are_left_out():
    field = space_time([0.0], [0.0], [1.0], every=1.0, cell_time=30.0, cell_length=400.0, end=100.0, length=1000.0)
    assert (field.time.tolist(), field.place.tolist()) == ([0.0, 30.0, 60.0, 90.0], [0.0, 400.0, 800.0])


@pytest.mark.parametrize("name", ["every", "cell_time", "cell_length", "lanes"])
def test_cells_without_size_are_refused(name):
    sizes = {"every": 1.0, "cell_time": 1.0, "cell_length": 1.0, "lanes": 1} | {name: 0}
    with pytest.raises(InputError, match=f"space_time got {name} 0; expected a number above 0"):
        space_time([0.0], [0.0], [1.0], **sizes)


def test_samples_of_different_number_are_refused():
    with pytest.raises(InputError, match=r"arrays of \[2, 2, 1\] values; expected as many of each"):
        passing_times([0.0, 1.0], [1, 1], [0.0], at=1.0)


@pytest.mark.parametrize("velocity", [-4.2, -2.0, -5.6, 3.0, 15.0])
def test_the_speed_of_a_wave_is_found_in_either_direction(velocity):
    wave = wave_speed(travelling(velocity))
    assert wave.speed == pytest.approx(velocity, rel=0.03)
    assert wave.share > 0.7


def test_a_wave_is_found_across_the_end_of_a_closed_road():
    wave = wave_speed(travelling(-5.0, length=1000.0, period=200.0), closed=True)
    assert wave.speed == pytest.approx(-5.0, abs=0.1)


def test_a_wave_is_found_among_what_stands_and_what_vehicles_carry_along():
    t, x = np.meshgrid(np.arange(0.0, 600.0, 5.0), np.arange(0.0, 6000.0, 100.0), indexing="ij")
    jam = -8.0 * np.exp(-((((x + 4.5 * t) % 6000.0 - 3000.0) / 250.0) ** 2))
    standing, carried = np.sin(x / 400.0), np.sin((x - 12.0 * t) / 60.0) * np.sin(t / 40.0)
    speeds = (12.0 + jam + standing + carried).ravel()
    field = space_time(t.ravel(), x.ravel(), speeds, every=5.0, cell_time=5.0, cell_length=100.0)
    assert wave_speed(field, closed=True).speed == pytest.approx(-4.5, abs=0.15)


def test_even_traffic_has_no_wave():
    time, _, place, speed = platoon(count=60, spacing=20.0, speed=10.0, seconds=120.0, around=1200.0)
    field = space_time(time, place, speed, every=STEP, cell_time=5.0, cell_length=100.0, end=120.0, length=1200.0)
    assert np.isnan(wave_speed(field).speed)


def test_places_that_have_nothing_in_common_have_no_wave():
    noise = np.sin(np.arange(200 * 20.0) ** 2).reshape(200, 20)
    t, x = np.meshgrid(np.arange(200.0), 50.0 * np.arange(20), indexing="ij")
    field = space_time(t.ravel(), x.ravel(), 10.0 + noise.ravel(), every=1.0, cell_time=1.0, cell_length=50.0)
    wave = wave_speed(field)
    assert np.isnan(wave.speed)
    assert wave.share < 0.1


def test_passages_are_dated_between_samples_and_in_order():
    time, vehicle, place, _ = platoon(count=3, spacing=20.0, speed=8.0, seconds=20.0)
    shuffled = np.argsort(np.sin(np.arange(len(time))))
    times = passing_times(time[shuffled], vehicle[shuffled], place[shuffled], at=50.0)
    assert times == pytest.approx([50 / 8, 70 / 8, 90 / 8])


def test_whoever_goes_round_passes_again():
    time, vehicle, place, _ = platoon(count=2, spacing=100.0, speed=10.0, seconds=200.0, around=500.0)
    for at in (0.0, 250.0, 499.0):
        times = passing_times(time, vehicle, place, at=at, around=500.0)
        own = [
            passing_times(time[vehicle == k], vehicle[vehicle == k], place[vehicle == k], at=at, around=500.0)
            for k in (0, 1)
        ]
        assert len(times) == sum(map(len, own))
        for dates in own:
            assert all(later - sooner == pytest.approx(50.0) for sooner, later in pairwise(dates))
            assert len(dates) >= 3


def test_a_vehicle_that_stands_on_the_line_passes_once():
    assert passing_times([0.0, 1.0, 2.0, 3.0], [1] * 4, [0.0, 5.0, 5.0, 9.0], at=5.0).tolist() == [1.0]


def test_the_greatest_flow_is_that_of_the_densest_window():
    times = np.concatenate((np.arange(0.0, 300.0, 3.0), np.arange(300.0, 400.0, 1.0), np.arange(400.0, 700.0, 3.0)))
    assert greatest_flow(times, window=100.0) == pytest.approx(1.0)
    assert greatest_flow(times, window=10_000.0) == 0.0
    assert greatest_flow([], window=1.0) == 0.0


def test_lane_changes_count_in_both_directions_and_not_between_vehicles():
    time, vehicle = [0, 1, 2, 0, 1, 2], [1, 1, 1, 2, 2, 2]
    assert lane_changes(time, vehicle, [0, 1, 0, 5, 5, 3]) == 4
    assert lane_changes([2, 1, 0], [1, 1, 1], [0, 1, 0]) == 2
