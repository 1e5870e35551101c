"""What was possible is decided on both sides of the line."""

from __future__ import annotations

from seahaven.bench.direction.possible import Source, Wanted, possible

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
    """From 25 m/s, braking 1.8 m/s² to 10 m/s takes 8.3 s and 146 m; then 15 m/s are lost each second."""
    way = steady(25.0, 40.0)
    for ahead, is_in_time in ((395.0, True), (440.0, False)):
        conscript = [Source(0.0, ahead, ahead, 25.0)]
        about = wanted("gap", 25.4, 1.27, place=750.0, window=0.0, after=0.0, hidden=5000.0)
        assert possible(way, about, conscript).is_possible == is_in_time, ahead


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
