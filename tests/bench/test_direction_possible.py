"""What was possible is decided on both sides of the line."""

from __future__ import annotations

from itertools import count

import numpy as np
import pytest

from seahaven.bench.direction.possible import Wanted, possible
from seahaven.bench.direction.reach import Reach, Source
from seahaven.direction.coach.natural import ACCELERATION, BRAKING, FASTEST, JERK, SLOWEST
from seahaven.geometry import Floats
from seahaven.kernel import Stream

LIMIT = 25.0


def steady(speed: float, seconds: float, *, start: float = 0.0) -> list[tuple[float, float, float]]:
    """A subject at one speed."""
    return [(0.5 * k, start + 0.5 * k * speed, speed) for k in range(int(2 * seconds) + 1)]


def wanted(quantity: str, much: float, tolerance: float, **other: float) -> Wanted:
    return Wanted(
        quantity, much, tolerance, **{"place": 3000.0, "window": 800.0, "after": 600.0, "limit": LIMIT, **other}
    )  # type: ignore[arg-type]


def test_a_steady_subject_can_be_led_by_somebody_from_out_of_sight() -> None:
    assert possible(steady(25.0, 150.0), wanted("headway", 1.5, 0.25)).is_possible
    assert possible(steady(25.0, 150.0), wanted("gap", 30.0, 1.5)).is_possible


def test_nobody_leads_a_subject_that_never_comes() -> None:
    found = possible(steady(25.0, 60.0), wanted("headway", 1.5, 0.25))
    assert not found.is_possible
    assert found.why == "the subject never came to the place"


def test_a_subject_that_stands_has_no_headway() -> None:
    way = [(0.5 * k, 2900.0, 0.0) for k in range(200)]
    assert possible(way, wanted("headway", 1.5, 0.25)).why == "the subject stood as long as it was there"


def test_somebody_who_drives_is_caught_up_with_only_in_time() -> None:
    """25 m/s against 10 m/s closes 15 m/s: a kilometre takes 67 s, and somebody parked waits for the subject."""
    conscript = [Source(0.0, 1000.0, 1000.0, 25.0)]
    short = wanted("gap", 30.0, 1.5, place=1000.0, window=0.0, after=0.0, hidden=5000.0)
    assert not possible(steady(25.0, 60.0), short, conscript).is_possible
    late = wanted("gap", 30.0, 1.5, place=3000.0, window=200.0, after=0.0, hidden=5000.0)
    assert possible(steady(25.0, 150.0), late, conscript).why == "somebody was there"


def test_how_far_one_falls_back_is_what_braking_and_the_slowest_speed_give() -> None:
    """Braking 1.8 m/s² from 25 m/s to 10 m/s, 1.5 s longer for the jerk of 1.2 m/s³, takes 9.8 s and 172 m; then 15 m/s
    are lost each second. That makes 376 m in 30 s, from 407 m to the 31 m that are wanted; without a jerk, 388 m.
    """
    way = steady(25.0, 40.0)
    for ahead, is_in_time in ((405.0, True), (411.0, False), (417.0, False)):
        conscript = [Source(0.0, ahead, ahead, 25.0, acceleration=0.0)]
        about = wanted("gap", 25.4, 1.27, place=750.0, window=0.0, after=0.0, hidden=5000.0)
        assert possible(way, about, conscript).is_possible == is_in_time, ahead


def test_how_far_one_catches_up_is_what_acceleration_and_the_highest_speed_give() -> None:
    """From 25 m/s to 32.5 m/s with 1.4 m/s² and a jerk of 1.2 m/s³ takes 6.5 s: 200 m more in 30 s, else 205 m."""
    way = steady(25.0, 30.0)
    for behind, is_in_time in ((193.0, True), (198.5, False)):
        conscript = [Source(0.0, -behind, -behind, 25.0, is_ahead=False, acceleration=0.0)]
        about = wanted("ahead", 6.0, 1.0, place=750.0, window=0.0, after=0.0, hidden=5000.0)
        assert possible(way, about, conscript).is_possible == is_in_time, behind


def test_whoever_brakes_already_falls_back_further() -> None:
    about = wanted("gap", 25.4, 1.27, place=750.0, window=0.0, after=0.0, hidden=5000.0)
    for acceleration, is_in_time in ((-BRAKING, True), (0.0, False)):
        conscript = [Source(0.0, 412.0, 412.0, 25.0, acceleration=acceleration)]
        assert possible(steady(25.0, 40.0), about, conscript).is_possible == is_in_time


def test_nobody_is_taken_for_two_who_have_fallen_behind() -> None:
    reach = Reach(LIMIT, Source(0.0, 100.0, 100.0))
    reach.advance()
    reach.keep_above(500.0)
    reach.advance()
    assert not reach.has(0.0, 1000.0)


@pytest.mark.parametrize("seed", range(40))
def test_whatever_somebody_natural_does_is_possible(seed: int) -> None:
    """Somebody who changes its jerk at random times, between the most of both signs and none, ends where it can be."""
    times, places = natural_way(Stream.named(seed, "natural ways"))
    reach = Reach(LIMIT, Source(0.0, places[0], places[0], 17.5, acceleration=0.0))
    for time, place in zip(times[::50], places[::50], strict=True):
        assert reach.has(place, place), time
        reach.advance()


def natural_way(lots: Stream) -> tuple[Floats, Floats]:
    """Times and places, a hundred a second, of somebody within all limits."""
    times = 0.01 * np.arange(2001)
    for trial in count():
        ends = np.sort(20.0 * lots.uniforms(np.arange(12), step=trial))
        signs = np.floor(3.0 * lots.uniforms(np.arange(13), step=trial, draw=1)) - 1.0
        jerks = JERK * signs[np.searchsorted(ends, times)]
        accelerations = np.empty_like(times)
        now = 0.0
        for k, jerk in enumerate(jerks):
            accelerations[k] = now
            now = min(max(now + 0.01 * jerk, -BRAKING), ACCELERATION)
        speeds = 17.5 + np.concatenate(([0.0], np.cumsum(0.005 * (accelerations[1:] + accelerations[:-1]))))
        if speeds.min() > SLOWEST * LIMIT and speeds.max() < FASTEST * LIMIT:
            break
    return times, np.concatenate(([0.0], np.cumsum(0.005 * (speeds[1:] + speeds[:-1]))))


def test_whoever_comes_from_behind_needs_another_lane() -> None:
    about = {"place": 2500.0, "window": 200.0, "after": 0.0, "hidden": 400.0}
    fast = steady(20.0, 140.0)
    ahead = wanted("ahead", 6.0, 1.0, **about)
    assert possible(fast, wanted("ahead", 6.0, 1.0, **about, lanes=2)).is_possible
    assert possible(fast, ahead).is_possible
    far = {**about, "hidden": 2990.0}
    assert not possible(fast, wanted("ahead", -60.0, 3.0, **far)).is_possible


def test_a_lead_that_brakes_before_a_junction_has_the_subject_behind_it() -> None:
    assert possible(steady(25.0, 150.0), wanted("way", 50.0, 2.5, after=150.0)).is_possible
    assert not possible(steady(25.0, 150.0, start=2980.0), wanted("way", 50.0, 2.5, after=150.0)).is_possible


def test_a_meeting_needs_a_subject_that_arrives_and_way_enough() -> None:
    assert possible(steady(25.0, 150.0), wanted("arrival", 0.0, 0.25)).is_possible
    assert not possible(steady(25.0, 110.0), wanted("arrival", 0.0, 0.25)).is_possible
    assert not possible(steady(25.0, 150.0), wanted("delay", 0.0, 0.25, ramp=20.0)).is_possible


def test_behind_somebody_who_waits_the_subject_stands_before_the_place() -> None:
    near = steady(25.0, 118.0)
    assert possible(near, wanted("delay", 8.0, 0.25)).is_possible
    assert not possible(near, wanted("arrival", 0.0, 0.25)).is_possible
    assert not possible(steady(25.0, 117.0), wanted("delay", 8.0, 0.25, window=100.0)).is_possible


def test_to_meet_somebody_who_comes_towards_it_the_subject_needs_only_come_near() -> None:
    near = steady(25.0, 110.0)
    assert possible(near, wanted("meeting", 4.0, 0.25, window=800.0)).is_possible
    assert not possible(near, wanted("meeting", 4.0, 0.25, window=0.0)).is_possible
    assert not possible(steady(25.0, 150.0, start=2900.0), wanted("meeting", 4.0, 0.25, window=50.0)).is_possible
