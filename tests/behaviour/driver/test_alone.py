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


def test_an_accident_ends_everything_for_a_while() -> None:
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


def test_when_an_accident_is_settled_those_who_touch_drive_on() -> None:
    ring = alone()
    ring.step(5)
    ring.contact[:] = 0
    ring.run(180.0)
    assert ring.speed[0] == 0.0
    assert STATES[ring.says("pilot")] is PilotState.ACCIDENT
    ring.run(20.0)
    assert ring.speed[0] > 5.0
    ring.contact[:] = -1
    ring.step(2)
    ring.contact[:] = 0
    ring.step(2)
    assert STATES[ring.says("pilot")] is PilotState.ACCIDENT


def driven_on(ring: Ring, seconds: float, speed: float) -> None:
    """Let a driver from outside keep up a speed, whatever the machine wishes."""
    for _ in range(round(10.0 * seconds)):
        ring.step()
        ring.speed[:] = speed


def test_a_vehicle_that_a_driver_from_outside_drives_on_after_an_accident_is_active_again() -> None:
    ring = alone()
    ring.step(5)
    ring.contact[:] = 0
    ring.step(2)
    ring.contact[:] = -1
    driven_on(ring, 2.0, 15.0)
    assert STATES[ring.says("pilot")] is PilotState.ACCIDENT
    driven_on(ring, 2.0, 15.0)
    assert STATES[ring.says("pilot")] is PilotState.ACTIVE
    ring.contact[:] = 0
    ring.step(2)
    assert STATES[ring.says("pilot")] is PilotState.ACCIDENT


def test_a_vehicle_that_is_given_a_way_on_after_its_route_is_active_again() -> None:
    ring = alone(route_end=0.5)
    ring.step(5)
    ring.columns["route_end"][:] = 800.0
    driven_on(ring, 2.0, 15.0)
    assert STATES[ring.says("pilot")] is PilotState.TERMINATED  # for long enough that nobody misses the arrival
    driven_on(ring, 2.0, 15.0)
    assert STATES[ring.says("pilot")] is PilotState.ACTIVE


def approach_end(end: str, **columns: object) -> tuple[Ring, float]:
    """A car that comes to the end of its road, 500 m ahead; and how hard it brakes for it."""
    ring = alone(**{end: 500.0}, **columns)
    ring.speed[:] = 30.0
    hardest = 0.0
    for _ in range(600):
        at = ring.s[0]
        ring.step()
        ring.columns[end] = np.maximum(ring.columns[end] - (ring.s[0] - at), 0.0)
        hardest = min(hardest, ring.wish[0])
    return ring, hardest


@pytest.mark.parametrize("dt", [0.1, 0.5])
def test_it_stops_in_comfort_where_its_road_ends(dt: float) -> None:
    ring, hardest = approach_end("route_end", dt=dt)
    assert ring.speed[0] < 0.05
    assert 2.3 < ring.columns["route_end"][0] < 6.0
    assert -2.5 < hardest < -1.5
    assert STATES[ring.says("pilot")] is PilotState.TERMINATED


def test_it_drives_off_where_it_leaves() -> None:
    ring, hardest = approach_end("route_end", leaves=1.0)
    assert ring.distance > 500.0
    assert hardest == -2.0  # at the very end only, where it has arrived
    slowed = alone(route_end=20.0, leaves=1.0)
    slowed.step(5)
    assert slowed.says("wish") > 0.0


@pytest.mark.parametrize(("aggressiveness", "low", "high"), [(0.0, 40.0, 50.0), (0.5, 55.0, 70.0), (1.0, 65.0, 85.0)])
def test_in_fog_it_drives_so_that_it_can_stop_within_what_it_sees(
    aggressiveness: float, low: float, high: float
) -> None:
    ring = alone(visibility=50.0, aggressiveness=aggressiveness)
    hardest = 0.0
    for _ in range(600):
        ring.step()
        hardest = min(hardest, ring.wish[0])
    assert low < 3.6 * ring.speed[0] < high
    assert hardest > -1.6


def test_in_fog_a_slippery_road_makes_it_slower_still() -> None:
    speeds = []
    for grip in (1.0, 0.4):
        ring = alone(visibility=80.0, grip=grip)
        ring.run(60.0)
        speeds.append(ring.speed[0])
    assert speeds[1] < 0.85 * speeds[0]


def test_a_clear_day_slows_nobody_down() -> None:
    ring = alone(limit=0.0, top_speed=45.0, power=150.0, aggressiveness=0.0)
    ring.run(120.0)
    assert ring.speed[0] == pytest.approx(45.0, rel=0.02)


def test_it_sounds_the_horn_at_what_comes_towards_it_and_after_a_while_at_what_stands_in_its_way() -> None:
    coming, free, waiting = alone(menace=2), alone(), alone(menace=1)
    coming.step()
    free.step()
    assert (coming.says("horn"), free.says("horn")) == (True, False)
    sounds = []
    for _ in range(200):
        waiting.speed[:] = 0.0
        waiting.step()
        sounds.append(waiting.says("horn"))
    assert not any(sounds[:50])
    assert 10 <= sum(sounds) <= 40  # briefly, and again


def test_it_drives_warily_for_a_moment_after_one_has_come_towards_it() -> None:
    wary, calm = alone(menace=2, speed_factor=1.0), alone(speed_factor=1.0)
    wishes = []
    for step in range(25):
        wary.columns["menace"][:] = 2 if step == 0 else 0
        for ring in (wary, calm):
            ring.speed[:] = 20.0
            ring.step()
        wishes.append(wary.says("wish") - calm.says("wish"))
    assert max(wishes[1:18]) < -0.5
    assert abs(wishes[-1]) < 1e-6
