"""One vehicle behind another: cases worked out by hand, on both sides of each limit."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from seahaven.measures import (
    STANDSTILL,
    distance_gap,
    distance_headway,
    required_deceleration,
    time_gap,
    time_headway,
    time_to_collision,
)

INF, NAN = np.inf, np.nan


def test_a_gap_runs_from_bumper_to_bumper_and_a_headway_from_front_to_front() -> None:
    gap = distance_gap(30.0, 4.0, 16.0)  # a car behind a truck, centres 30 m apart
    assert gap == 20.0
    assert distance_headway(gap, 16.0) == 36.0
    assert distance_gap(-30.0, 4.0, 16.0) == 20.0  # the same for a vehicle behind
    assert distance_gap(9.0, 4.0, 16.0) == -1.0  # they overlap by a metre


def test_a_time_gap_is_the_gap_at_the_followers_speed() -> None:
    assert_array_equal(time_gap([30.0, 30.0, 0.0], [20.0, 15.0, 20.0]), [1.5, 2.0, 0.0])
    assert time_headway(30.0, 6.0, 20.0) == pytest.approx(1.8)


def test_a_follower_that_stands_has_no_time_gap() -> None:
    assert_array_equal(time_gap(30.0, [STANDSTILL, 0.0]), [INF, INF])
    assert np.isfinite(time_gap(30.0, STANDSTILL + 0.01))


def test_time_to_collision_is_the_gap_over_the_closing_speed() -> None:
    assert time_to_collision(30.0, 20.0, 15.0) == 6.0
    assert time_to_collision(30.0, 20.0, -10.0) == 1.0  # oncoming


@pytest.mark.parametrize(("leader", "expected"), [(19.999, True), (20.0, False), (20.001, False)])
def test_only_a_gap_that_shrinks_ends_in_a_collision(leader: float, expected: bool) -> None:
    assert bool(np.isfinite(time_to_collision(30.0, 20.0, leader))) is expected


def test_vehicles_that_overlap_and_close_in_collide_now() -> None:
    assert_array_equal(time_to_collision([0.0, -0.5], 20.0, 15.0), [0.0, 0.0])


def test_the_required_deceleration_stops_the_approach_within_the_gap() -> None:
    assert required_deceleration(25.0, 20.0, 10.0) == 2.0  # 10 m/s lost within 25 m
    assert_array_equal(required_deceleration([25.0, 25.0], [10.0, 9.0], [10.0, 10.0]), [0.0, 0.0])
    assert_array_equal(required_deceleration([0.0, 0.0], [11.0, 10.0], [10.0, 10.0]), [INF, 0.0])


def test_what_is_not_there_stays_nan() -> None:
    assert_array_equal(time_gap([NAN, 30.0], [20.0, NAN]), [NAN, NAN])
    assert_array_equal(time_to_collision([NAN, 30.0, 30.0], [20.0, NAN, 20.0], [10.0, 10.0, NAN]), [NAN] * 3)
    assert np.isnan(required_deceleration(NAN, 20.0, 10.0))
