"""Somebody else's foot on a driver's pedals, and hands at its wheel."""

from __future__ import annotations

import pytest

from tests.behaviour.driver.ring import Ring


def pushed(foot: float, count: int = 1, **columns: float) -> Ring:
    """Cars on a wide ring at 20 m/s, with the same foot on the pedals of each."""
    ring = Ring(20_000.0, 1, count, foot=foot, sway=0.3, **columns)
    ring.speed[:] = 20.0
    return ring


@pytest.mark.parametrize("foot", [-3.0, 0.0, 1.2])
def test_the_foot_decides_whatever_the_limit(foot: float) -> None:
    ring = pushed(foot, limit=10.0)
    ring.step()
    assert ring.wish[0] == foot


def test_the_foot_has_to_heed_others_itself() -> None:
    ring = pushed(0.5, count=2)
    ring.s[:] = 100.0, 112.0
    ring.step()
    assert ring.wish[0] == 0.5


def test_the_driver_still_slows_down_for_curves() -> None:
    ring = pushed(1.0, curvature=0.02, curve_distance=0.0)
    ring.step()
    assert ring.wish[0] < -1.0


def test_hard_braking_by_foot_lights_the_brake_lights() -> None:
    ring = pushed(-2.0)
    ring.step()
    assert ring.says("brake_light") is True


def test_the_wheel_is_turned_to_where_the_hands_want() -> None:
    ring = pushed(0.0)
    ring.step()
    assert ring.says("lean") == 0.3
