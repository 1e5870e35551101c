"""Every order that a driver takes, and its release."""

from __future__ import annotations

from itertools import pairwise

import pytest

from seahaven.world import TURN_LIGHTS, PilotState
from tests.behaviour.driver.ring import Ring

STATES = list(PilotState)


def pair(distance: float, *, lanes: int = 2, speed: float = 25.0) -> Ring:
    """The subject, row 0, which keeps its speed and its lane, and row 1 so far ahead of it."""
    ring = Ring(20_000.0, lanes, 2, top_speed=40.0, limit=130 / 3.6)
    ring.s[:] = 1000.0, 1000.0 + distance
    ring.speed[:] = speed
    ring.press(0, "adjust_speed", speed)
    ring.press(0, "slow_side", 0)
    ring.press(1, "slow_side", 0)
    return ring


@pytest.mark.parametrize("speed", [10.0, 42.0])
def test_it_adjusts_its_speed_whatever_the_limit(speed: float) -> None:
    ring = Ring(20_000.0, 1, 1, power=150.0)
    ring.speed[:] = 25.0
    ring.press(0, "adjust_speed", speed)
    ring.run(60.0)
    assert ring.speed[0] == pytest.approx(speed, rel=0.02)
    ring.press(0, "release")
    ring.run(60.0)
    assert ring.speed[0] == pytest.approx(120 / 3.6, rel=0.05)


def test_it_accelerates_as_it_was_told() -> None:
    ring = Ring(20_000.0, 1, 1)
    ring.speed[:] = 10.0
    ring.press(0, "adjust_acceleration", 0.5)
    ring.press(0, "adjust_speed", 30.0)
    ring.step(2)
    assert ring.says("wish") == pytest.approx(0.5)


@pytest.mark.parametrize("side", [1, -1])
def test_it_changes_lanes_once(side: int) -> None:
    ring = Ring(20_000.0, 5, 1)
    ring.lane[:], ring.speed[:] = 2, 25.0
    ring.press(0, "slow_side", 0)
    ring.press(0, "change_lane", side)
    ring.run(20.0)
    assert ring.line[0] == side


@pytest.mark.parametrize("begins", [120.0, -80.0])
def test_it_follows_in_the_lane_of_its_partner(begins: float) -> None:
    ring = pair(begins)
    ring.lane[0] = 1
    ring.press(1, "keep_gap", 40.0)
    ring.press(1, "follow", 1)
    ring.run(120.0)
    assert ring.says("partner", 1) == 1
    assert ring.lane[1] == 1
    assert ring._apart(1, 0) == pytest.approx(44.6, abs=3.0)


@pytest.mark.parametrize("begins", [45.0, -60.0])
def test_it_leads_at_a_gap(begins: float) -> None:
    ring = pair(begins)
    ring.lane[1] = 1
    ring.press(1, "keep_gap", 45.0)  # more than the partner keeps, which would pass whoever holds it up
    ring.press(1, "lead", 1)
    ring.run(120.0)
    assert ring.lane[1] == ring.lane[0]
    assert ring._apart(0, 1) == pytest.approx(49.6, abs=3.0)


@pytest.mark.parametrize("begins", [100.0, -60.0])
def test_it_travels_beside(begins: float) -> None:
    ring = pair(begins, lanes=3)
    ring.press(1, "keep_gap", 5.0)
    ring.press(1, "beside", 1)
    ring.run(120.0)
    assert abs(ring.lane[1] - ring.lane[0]) == 1
    assert ring._apart(0, 1) == pytest.approx(5.0, abs=2.0)


def test_its_partner_is_forgotten_on_release() -> None:
    ring = pair(100.0)
    ring.press(1, "follow", 1)
    ring.step(3)
    assert ring.says("partner", 1) == 1
    ring.press(1, "release")
    ring.step(2)
    assert ring.says("partner", 1) is None


def test_it_brakes_as_hard_as_it_was_told_until_released() -> None:
    ring = Ring(20_000.0, 1, 1)
    ring.speed[:] = 30.0
    ring.step()
    ring.press(0, "brake", 3.0)
    ring.run(2.0)
    assert ring.acceleration[0] == pytest.approx(-3.0)
    assert ring.says("brake_light")
    ring.press(0, "release")
    ring.step(2)
    assert ring.says("wish") > 0.0


def test_it_brakes_as_long_as_it_was_told() -> None:
    ring = Ring(20_000.0, 1, 1)
    ring.speed[:] = 30.0
    ring.press(0, "brake_for", 2.0)
    ring.step()
    ring.press(0, "brake", 4.0)
    ring.run(10.0)
    assert ring.speed[0] > 20.0
    assert ring.says("wish") > 0.0


def test_it_brakes_without_lights() -> None:
    ring = Ring(20_000.0, 1, 1)
    ring.speed[:] = 30.0
    ring.press(0, "brake_lights", 0.0)
    ring.step()
    ring.press(0, "brake", 4.0)
    ring.run(1.0)
    assert ring.acceleration[0] == pytest.approx(-4.0)
    assert not ring.says("brake_light")


def test_it_signals_as_told_even_while_it_stands_until_it_has_changed_lanes() -> None:
    ring = Ring(20_000.0, 2, 1)
    ring.press(0, "slow_side", 0)
    ring.press(0, "stop")
    ring.press(0, "signal", 1.0)
    ring.run(2.0)
    assert (ring.speed[0], ring.says("turn_light")) == (0.0, TURN_LIGHTS.index("left"))
    ring.press(0, "go")
    ring.run(5.0)
    assert ring.says("turn_light") == TURN_LIGHTS.index("left")
    ring.press(0, "change_lane", 1.0)
    ring.run(25.0)
    assert (ring.line[0], ring.says("turn_light")) == (1, TURN_LIGHTS.index("off"))


@pytest.mark.parametrize("again", ["release", "signal"])
def test_it_signals_no_more_when_told_so(again: str) -> None:
    ring = Ring(20_000.0, 2, 1)
    ring.speed[:] = 25.0
    ring.step()
    ring.press(0, "signal", -1.0)
    ring.run(1.0)
    assert ring.says("turn_light") == TURN_LIGHTS.index("right")
    ring.press(0, again, 0.0)
    ring.run(1.0)
    assert ring.says("turn_light") == TURN_LIGHTS.index("off")


def lean_at(ring: Ring, seconds: float) -> float:
    """How far from the middle of its lane the driver wishes to be after so many seconds more."""
    ring.run(seconds)
    return float(ring.says("lean"))


@pytest.mark.parametrize("metres", [1.4, -0.7])
def test_it_drifts_off_the_middle_of_its_lane_and_comes_back_by_itself(metres: float) -> None:
    ring = Ring(20_000.0, 1, 1)
    ring.speed[:] = 25.0
    ring.press(0, "stray_for", 4.0)
    ring.press(0, "stray", metres)
    ring.step(2)
    leans = [lean_at(ring, ring.dt) for _ in range(60)]
    assert max(abs(now - then) for then, now in pairwise(leans)) == pytest.approx(0.7 * ring.dt)
    assert leans[35] == pytest.approx(metres)
    assert lean_at(ring, 3.0) == 0.0


def test_it_strays_until_released() -> None:
    ring = Ring(20_000.0, 1, 1)
    ring.speed[:] = 25.0
    ring.press(0, "stray", 0.5)
    assert lean_at(ring, 60.0) == pytest.approx(0.5)
    ring.press(0, "release")
    assert lean_at(ring, 2.0) == 0.0


@pytest.mark.parametrize("again", ["go", "release"])
def test_it_stops_parks_and_drives_on(again: str) -> None:
    ring = Ring(20_000.0, 1, 1)
    ring.speed[:] = 20.0
    ring.step()
    ring.press(0, "stop")
    ring.run(20.0)
    assert ring.speed[0] == 0.0
    assert STATES[ring.says("pilot")] is PilotState.IDLE
    ring.press(0, again)
    ring.run(20.0)
    assert ring.speed[0] > 15.0
    assert STATES[ring.says("pilot")] is PilotState.ACTIVE


def test_it_pulls_over_to_the_shoulder_and_back() -> None:
    ring = Ring(20_000.0, 4, 1)
    ring.refuges = 1
    ring.lane[:], ring.speed[:] = 3, 30.0
    ring.step()
    ring.press(0, "stop_on_shoulder")
    ring.run(90.0)
    assert ring.lane[0] == 0
    assert ring.speed[0] == 0.0
    assert TURN_LIGHTS[ring.light[0]] == "hazard"
    ring.ends = {0: ring.s[0] + 400.0}
    ring.press(0, "go")
    ring.run(60.0)
    assert ring.lane[0] >= 1
    assert ring.speed[0] > 20.0


@pytest.mark.parametrize("reckless", [False, True])
def test_orders_make_it_hit_its_leader_only_when_reckless(reckless: bool) -> None:
    ring = Ring(20_000.0, 1, 2)
    ring.s[:], ring.speed[:] = (1000.0, 1080.0), (30.0, 15.0)
    ring.press(0, "is_reckless", float(reckless))
    ring.press(0, "adjust_speed", 35.0)
    ring.press(1, "adjust_speed", 15.0)
    ring.run(15.0)
    assert bool(ring.collisions) is reckless
