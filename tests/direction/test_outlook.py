from __future__ import annotations

from math import inf

import pytest

from seahaven.direction.outlook import Outlook


def steady(speed: float) -> Outlook:
    outlook = Outlook()
    for _ in range(300):
        outlook.look(speed, 0.0, 0.1, is_free=True)
    return outlook


def test_somebody_steady_is_expected_in_time() -> None:
    outlook = steady(20.0)
    assert outlook.likely(200.0) == pytest.approx(10.0)
    assert outlook.earliest(200.0) < 10.0 < outlook.latest(200.0)


def test_who_is_held_up_is_known_to_be_faster_usually() -> None:
    outlook = steady(20.0)
    for _ in range(50):
        outlook.look(10.0, 0.0, 0.1, is_free=False)
    assert outlook.usual == pytest.approx(20.0, rel=0.02)
    assert outlook.likely(200.0) == pytest.approx(20.0)


def test_who_speeds_up_is_expected_earlier() -> None:
    outlook = steady(20.0)
    outlook.look(12.0, 1.0, 0.1, is_free=True)
    assert 200.0 / 20.0 < outlook.likely(200.0) < 200.0 / 15.0


def test_who_speeds_up_and_slows_down_all_the_time_is_expected_to_keep_its_mean_pace() -> None:
    outlook, speed, seen = Outlook(), 25.0, list[float]()
    for step in range(1200):
        acceleration = 1.6 if step % 100 < 20 else -0.4
        speed += 0.1 * acceleration
        outlook.look(speed, acceleration, 0.1, is_free=True, is_played_to=step > 300)
        seen.append(outlook.likely(1500.0))
    mean = 1500.0 / (25.0 + 0.5 * 3.2)
    assert max(seen[600:]) < 1.06 * mean
    assert min(seen[600:]) > 0.94 * mean


def test_who_drives_off_again_is_expected_to_come_back_to_its_pace() -> None:
    outlook = steady(24.0)
    for _ in range(50):
        outlook.look(0.0, 0.0, 0.1, is_free=True)
    speed = 0.0
    while speed < 9.0:
        outlook.look(speed, 1.7, 0.1, is_free=True)
        speed += 0.17
    assert outlook.likely(1000.0) == pytest.approx(1000.0 / 24.0 + 4.5, abs=2.0)


def test_who_brakes_for_something_is_not_expected_to_go_on_as_before() -> None:
    outlook = steady(24.0)
    outlook.look(15.0, -2.0, 0.1, is_free=True)
    assert outlook.likely(1000.0) > 90.0


def test_nobody_knows_when_somebody_who_stands_will_come() -> None:
    outlook = steady(20.0)
    outlook.look(0.0, 0.0, 0.1, is_free=True)
    assert outlook.likely(100.0) == inf
    assert outlook.latest(100.0) == inf
    assert outlook.likely(0.0) == 0.0
    assert outlook.usual == pytest.approx(20.0)
