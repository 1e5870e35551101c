"""Two road users on any paths: when they would touch, and how narrowly they missed each other."""

from __future__ import annotations

from math import pi, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.geometry import Floats, boxes_overlap
from seahaven.measures import box_distance, contact_time, encroachment_time, time_to_collision
from seahaven.measures.contact import _first_touch

STEP = 0.5


def path(x: float, y: float, heading: float, speed: float, *, seconds: float = 10.0, step: float = STEP) -> Floats:
    """A car of 4 by 2 m that goes straight on, as a path of one."""
    times = np.arange(0.0, seconds + 0.5 * step, step)
    boxes = [[x + speed * t * np.cos(heading), y + speed * t * np.sin(heading), heading, 4.0, 2.0] for t in times]
    return np.array([boxes])


def test_in_one_lane_contact_time_is_time_to_collision() -> None:
    # centres 34 m apart, 4 m long each: a gap of 30 m at 5 m/s
    (time,) = contact_time(path(0, 0, 0, 20), path(34, 0, 0, 15), step=STEP)
    assert time == pytest.approx(float(time_to_collision(30.0, 20.0, 15.0)))


def test_oncoming_in_the_same_lane_closes_at_both_speeds() -> None:
    (time,) = contact_time(path(0, 0, 0, 20), path(104, 0, pi, 20), step=STEP)
    assert time == pytest.approx(2.5)


@pytest.mark.parametrize(("aside", "is_touched"), [(1.99, True), (2.01, False)])
def test_passing_beside_is_no_contact(aside: float, is_touched: bool) -> None:
    (time,) = contact_time(path(0, 0, 0, 20), path(104, aside, pi, 20), step=STEP)
    assert bool(np.isfinite(time)) is is_touched


def test_a_crossing_car_is_touched_where_the_fronts_meet() -> None:
    # It drives north and its front is at y = -1 after 19 / 10 s; the other's front is at x = -1 after 1.85 s.
    (time,) = contact_time(path(-40, 0, 0, 20), path(0, -22, 0.5 * pi, 10), step=STEP)
    assert time == pytest.approx(1.9)


@pytest.mark.parametrize(("start", "is_touched"), [(-24.4, True), (-24.6, False)])
def test_a_car_that_has_just_left_the_crossing_is_not_touched(start: float, is_touched: bool) -> None:
    # The first one's rear leaves x = 1 after (40 + 1 + 2) / 20 = 2.15 s; the other's front reaches y = -1 after
    # (24.4 - 1 - 2) / 10 = 2.14 s, or 2.16 s from 20 cm further back.
    (time,) = contact_time(path(-40, 0, 0, 20), path(0, start, 0.5 * pi, 10), step=STEP)
    assert bool(np.isfinite(time)) is is_touched


def test_nothing_slips_through_between_two_samples() -> None:
    (time,) = contact_time(path(0, 0, 0, 50, step=2.0), path(204, 0, pi, 50, step=2.0), step=2.0)
    assert time == pytest.approx(2.0)


@given(
    st.floats(-60, 60), st.floats(-60, 60), st.floats(-pi, pi), st.floats(0, 30), st.floats(-pi, pi), st.floats(0, 30)
)
def test_contact_time_is_when_the_boxes_first_overlap(
    x: float, y: float, turn: float, speed: float, other_turn: float, other_speed: float
) -> None:
    own, other = path(0, 0, turn, speed), path(x, y, other_turn, other_speed)
    (time,) = contact_time(own, other, step=STEP)
    fine = np.arange(0.0, 10.0, 0.02)
    starts = (0, 0, turn, speed), (x, y, other_turn, other_speed)
    dense = [path(*start, seconds=10.0, step=0.02)[0, : len(fine)] for start in starts]
    overlap = np.flatnonzero(boxes_overlap(*dense))
    if len(overlap):
        assert time <= fine[overlap[0]] + 1e-6
    if np.isfinite(time) and time < fine[-1] - 0.02:
        near = box_distance(*(one[int(time / 0.02) : int(time / 0.02) + 2] for one in dense))
        assert near.min() <= (speed + other_speed) * 0.02 + 1e-6


def moving(x: float, y: float, heading: float, speed: float, times: Floats) -> Floats:
    return np.stack([
        x + speed * times * np.cos(heading), y + speed * times * np.sin(heading), np.full(len(times), heading),
        np.full(len(times), 4.0), np.full(len(times), 2.0),
    ], axis=-1)  # fmt: skip


def test_post_encroachment_time_runs_from_leaving_the_crossing_area_to_reaching_it() -> None:
    times = np.arange(0.0, 10.0, 0.1)
    # The area is 2 by 2 m around the origin. The first leaves it when its rear is at x = 1: (40 + 1 + 2) / 20 = 2.15 s.
    # The second reaches it when its front is at y = -1: (60 - 1 - 2) / 10 = 5.7 s.
    first, second = moving(-40, 0, 0, 20, times), moving(0, -60, 0.5 * pi, 10, times)
    assert encroachment_time(times, first, second) == pytest.approx(3.55, abs=0.02)
    assert encroachment_time(times, second, first) == pytest.approx(3.55, abs=0.02)


def test_post_encroachment_time_is_zero_after_contact_and_infinite_without_a_common_spot() -> None:
    times = np.arange(0.0, 10.0, 0.1)
    own = moving(-40, 0, 0, 20, times)
    assert encroachment_time(times, own, moving(0, -20, 0.5 * pi, 10, times)) == 0.0
    assert encroachment_time(times, own, moving(-40, 2.1, 0, 20, times)) == np.inf


def test_one_behind_the_other_the_post_encroachment_time_is_the_time_gap() -> None:
    times = np.arange(0.0, 10.0, 0.1)
    leader, follower = moving(30, 0, 0, 20, times), moving(0, 0, 0, 20, times)
    assert encroachment_time(times, leader, follower) == pytest.approx(26.0 / 20.0, abs=0.02)


def test_the_distance_of_outlines_is_the_shortest_one() -> None:
    a, b = np.array([[0.0, 0.0, 0.0, 4.0, 2.0]]), np.array([[5.0, 4.0, 0.0, 4.0, 2.0]])
    assert box_distance(a, b)[0] == pytest.approx(sqrt(1.0 + 4.0))


courses = st.tuples(
    *(st.floats(-60, 60) for _ in range(2)), st.floats(-pi, pi), st.floats(0, 30), st.floats(-0.2, 0.2)
)  # fmt: skip


def curve(x: float, y: float, heading: float, speed: float, turning: float) -> Floats:
    """A car of 4 by 2 m that turns steadily, as a path of one."""
    times = np.arange(0.0, 5.25, 0.5)
    headings = heading + turning * times
    steps = 0.5 * speed * np.stack((np.cos(headings), np.sin(headings)), axis=-1)[:-1]
    places = np.array([x, y]) + np.concatenate((np.zeros((1, 2)), np.cumsum(steps, axis=0)))
    return np.concatenate((places, headings[:, None], np.full((len(times), 2), (4.0, 2.0))), axis=1)[None]


@given(courses, courses)
def test_looking_closer_only_where_circles_may_touch_misses_nothing(
    one: tuple[float, ...], other: tuple[float, ...]
) -> None:
    first, second = curve(*one), curve(*other)
    expected = np.inf
    for k in range(first.shape[1] - 1):
        here, there = first[:, k], second[:, k]
        moved = (first[:, k + 1, :2] - here[:, :2]) - (second[:, k + 1, :2] - there[:, :2])
        share = float(_first_touch(here, there, moved)[0])
        if share <= 1.0:
            expected = (k + share) * STEP
            break
    (time,) = contact_time(first, second, step=STEP)
    assert time == pytest.approx(expected)
