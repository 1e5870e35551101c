"""What a driver does by itself: speed, limits, curves, gaze, states."""

from __future__ import annotations

import numpy as np
import pytest

from seahaven.world import TURN_LIGHTS, PilotState
from tests.behaviour.driver.ring import Ring

STATES = list(PilotState)


def alone(**columns: object) -> Ring:
    """One car on a wide ring, at 20 m/s."""
    ring = Ring(20_000.0, 1, 1, **columns)
    ring.speed[:] = 20.0
    return ring


@pytest.mark.parametrize("factor", [0.8, 1.0, 1.1])
def test_it_reaches_its_share_of_the_limit(factor: float) -> None:
    ring = alone(limit=30.0, speed_factor=factor, liveliness=2.0)
    ring.run(90.0)
    assert ring.speed[0] == pytest.approx(30.0 * factor, rel=0.02)


def test_without_a_limit_it_drives_as_fast_as_it_likes() -> None:
    ring = alone(limit=0.0, top_speed=40.0, power=100.0)
    ring.run(120.0)
    assert ring.speed[0] == pytest.approx(40.0, rel=0.02)


def test_it_slows_down_in_time_for_a_limit_ahead() -> None:
    ring = alone(limit_ahead=15.0, limit_distance=400.0)
    ring.speed[:] = 30.0
    hardest = 0.0
    while ring.columns["limit_distance"][0] > 1.0:
        at = ring.s[0]
        ring.step()
        ring.columns["limit_distance"] -= ring.s[0] - at
        hardest = min(hardest, ring.wish[0])
    assert ring.speed[0] == pytest.approx(15.0, abs=0.5)
    assert -2.0 < hardest < -1.0


@pytest.mark.parametrize("grip", [1.0, 0.5])
def test_it_takes_curves_at_a_speed_that_the_road_holds(grip: float) -> None:
    ring = alone(curvature=-0.01, curve_distance=0.0, grip=grip)
    ring.run(30.0)
    assert 1.2 * grip < 0.01 * ring.speed[0] ** 2 < 3.5 * grip


def test_it_drives_no_faster_than_it_can_see() -> None:
    ring = alone(sight=40.0)
    ring.run(30.0)
    assert 10.0 < ring.speed[0] < 20.0


def test_it_glances_about_as_often_as_it_likes() -> None:
    ring = Ring(60_000.0, 1, 100, glance=4.0)
    ring.s = 600.0 * np.arange(100)
    ring.speed[:] = 30.0
    looks_away, looks = np.zeros(100, bool), 0
    for _ in range(600):
        ring.step()
        now = ring.out["gaze"][0] != 0.0
        looks += np.count_nonzero(now & ~looks_away)
        looks_away = now
    assert looks / 100 == pytest.approx(60.0 / 4.0, rel=0.25)
    assert len(np.unique(ring.crowd.value("Driver/looking.left")[0])) > 20


def test_it_drives_off_and_then_drives() -> None:
    ring = alone()
    ring.speed[:] = 0.0
    ring.step()
    assert STATES[ring.says("pilot")] is PilotState.SEMI_ACTIVE
    ring.run(20.0)
    assert STATES[ring.says("pilot")] is PilotState.ACTIVE


def test_it_is_done_at_the_end_of_its_route() -> None:
    ring = alone(route_end=30.0)
    ring.step(5)
    assert STATES[ring.says("pilot")] is PilotState.ACTIVE
    ring.columns["route_end"][:] = 0.5
    ring.step()
    assert STATES[ring.says("pilot")] is PilotState.TERMINATED
    assert ring.says("wish") < 0.0


def test_an_accident_ends_everything() -> None:
    ring = alone()
    ring.step(5)
    ring.contact[:] = 0
    ring.step()
    assert STATES[ring.says("pilot")] is PilotState.ACCIDENT
    assert TURN_LIGHTS[ring.says("turn_light")] == "hazard"
    ring.contact[:] = -1
    ring.press(0, "adjust_speed", 30.0)
    ring.press(0, "go")
    ring.run(20.0)
    assert ring.speed[0] == 0.0
    assert STATES[ring.says("pilot")] is PilotState.ACCIDENT
