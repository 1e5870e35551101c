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


def test_who_was_held_up_is_expected_to_speed_up_again() -> None:
    outlook = steady(20.0)
    for _ in range(50):
        outlook.look(10.0, 0.0, 0.1, is_free=False)
    assert outlook.usual == pytest.approx(20.0, rel=0.02)
    assert 10.0 < outlook.likely(200.0) < 15.0


def test_nobody_knows_when_somebody_who_stands_will_come() -> None:
    outlook = steady(20.0)
    outlook.look(0.0, 0.0, 0.1, is_free=True)
    assert outlook.likely(100.0) == inf
    assert outlook.latest(100.0) == inf
    assert outlook.likely(0.0) == 0.0
    assert outlook.usual == pytest.approx(20.0)
