"""How a driver gets on with others: following, lanes, courtesy, safety."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from seahaven.world import TURN_LIGHTS
from tests.behaviour.driver.ring import Ring, traits


def two(distance: float, speed: float, *, lanes: int = 1, **options: Any) -> Ring:
    """Row 0 ahead of row 1, on the same lane."""
    ring = Ring(6_000.0, lanes, 2, **options)
    ring.s[:] = 1000.0 + distance, 1000.0
    ring.speed[:] = speed
    return ring


@pytest.mark.parametrize("dt", [0.1, 0.5])
@pytest.mark.parametrize("headway", [1.2, 1.8])
def test_it_follows_at_its_headway(dt: float, headway: float) -> None:
    ring = two(60.0, 20.0, headway=headway, dt=dt)
    ring.press(0, "adjust_speed", 20.0)
    ring.run(90.0)
    assert ring.gap[1] == pytest.approx(2.0 + headway * 20.0, rel=0.1)
    assert ring.speed[1] == pytest.approx(20.0, abs=0.2)


def test_it_keeps_more_distance_on_slippery_roads() -> None:
    ring = two(60.0, 20.0, grip=0.5)
    ring.press(0, "adjust_speed", 20.0)
    ring.run(120.0)
    assert ring.gap[1] > 1.4 * (2.0 + 1.2 * 20.0)


@pytest.mark.parametrize("dt", [0.1, 0.5])
def test_it_stops_behind_a_standing_car_in_comfort(dt: float) -> None:
    ring = two(500.0, 30.0, dt=dt)
    ring.speed[0] = 0.0
    ring.press(0, "stop")
    hardest, was_lit = 0.0, False
    for _ in range(round(60.0 / dt)):
        ring.step()
        hardest, was_lit = min(hardest, ring.wish[1]), was_lit or ring.says("brake_light", 1)
    assert ring.speed[1] < 0.05
    assert 1.2 < ring.gap[1] < 3.0
    assert hardest > -4.0
    assert was_lit


def test_who_cuts_in_and_drives_on_is_no_reason_to_brake_hard() -> None:
    ring = two(20.0, 30.0)
    ring.press(0, "adjust_speed", 31.0)
    hardest = 0.0
    for _ in range(50):
        ring.step()
        hardest = min(hardest, ring.wish[1])
    assert -4.0 < hardest < -0.5


@pytest.mark.parametrize("dt", [0.1, 0.5])
@pytest.mark.parametrize("hardness", [4.0, 8.0])
def test_a_platoon_survives_the_hardest_braking(dt: float, hardness: float) -> None:
    count = 12
    ring = Ring(6_000.0, 1, count, dt=dt, headway=1.3)
    ring.s = 4000.0 - 45.0 * np.arange(count)
    ring.speed[:] = 30.0
    ring.run(40.0)
    ring.press(0, "brake", hardness)
    ring.run(60.0)
    assert not ring.collisions
    assert ring.speed.max() < 0.1


def test_it_changes_lanes_before_its_own_ends_with_the_light_on_before() -> None:
    ring = Ring(6_000.0, 2, 1)
    ring.speed[:] = 25.0
    ring.ends = {0: 1000.0}
    lit = 0.0
    while ring.lane[0] == 0:
        ring.step()
        if ring.aim[0] == 0 and TURN_LIGHTS[ring.light[0]] == "left":
            lit += ring.dt
        assert ring.s[0] < 900.0
    assert lit >= 0.99
    ring.run(10.0)
    assert abs(ring.offset[0]) < 0.1
    assert TURN_LIGHTS[ring.light[0]] == "off"


def blocked(**options: Any) -> Ring:
    """Row 0 on a lane that ends, all others stand beside it, bumper to bumper."""
    ring = Ring(6_000.0, 2, 61, **options)
    ring.s[1:] = 400.0 + 6.0 * np.arange(60)
    ring.lane[1:] = 1
    ring.s[0], ring.speed[0] = 300.0, 20.0
    ring.ends = {0: 700.0}
    for row in range(1, 61):
        ring.press(row, "stop")
    return ring


@pytest.mark.parametrize("dt", [0.1, 0.5])
def test_it_stops_before_its_lane_ends_where_there_is_no_gap(dt: float) -> None:
    ring = blocked(dt=dt)
    ring.run(60.0)
    assert ring.lane[0] == 0
    assert ring.speed[0] < 0.1
    assert 660.0 < ring.s[0] < 693.0
    assert TURN_LIGHTS[ring.light[0]] == "left"


def test_it_gives_up_a_change_when_the_gap_closes() -> None:
    ring = Ring(6_000.0, 2, 2)
    ring.s[:], ring.speed[:] = (500.0, 100.0), 20.0
    ring.lane[1] = 1
    ring.press(0, "change_lane", 1.0)
    while ring.aim[0] == 0:
        ring.step()
    ring.s[1], ring.speed[1] = ring.s[0] - 6.0, 25.0
    ring.step(2)
    assert ring.aim[0] == 0
    ring.run(3.0)
    assert ring.line[0] == 0
    assert not ring.collisions


def passes(aggressiveness: float) -> float:
    """How much a driver brakes for one who indicates into its lane, ahead to the right."""
    ring = Ring(6_000.0, 2, 3, aggressiveness=aggressiveness)
    ring.s[:] = 500.0, 474.0, 530.0
    ring.lane[:], ring.speed[:] = (0, 1, 0), (18.0, 20.0, 18.0)
    ring.ends = {0: 640.0}
    hardest = 0.0
    for _ in range(10):
        ring.step()
        hardest = min(hardest, ring.wish[1])
    return hardest


def test_it_lets_others_in_and_the_gentle_do_so_more() -> None:
    assert passes(0.0) < passes(0.9) - 0.5
    assert passes(0.0) > -2.5


def test_it_passes_a_slow_one_and_returns() -> None:
    ring = two(150.0, 30.0, lanes=2)
    ring.press(0, "adjust_speed", 20.0)
    ring.run(25.0)
    assert ring.lane[1] == 1
    ring.run(60.0)
    assert ring.lane[1] == 0
    assert ring.changes == 2


@pytest.mark.parametrize(("side", "lane"), [(-1, 0), (1, 2)])
def test_it_keeps_to_the_side_that_the_rule_says(side: int, lane: int) -> None:
    ring = Ring(6_000.0, 3, 1)
    ring.lane[:], ring.speed[:] = 1, 30.0
    ring.press(0, "slow_side", side)
    ring.run(30.0)
    assert ring.lane[0] == lane


def test_without_a_rule_it_stays_where_it_is() -> None:
    ring = Ring(6_000.0, 3, 1)
    ring.lane[:], ring.speed[:] = 1, 30.0
    ring.press(0, "slow_side", 0)
    ring.run(40.0)
    assert ring.changes == 0


def test_it_does_not_pass_on_the_wrong_side() -> None:
    ring = Ring(6_000.0, 2, 2)
    ring.s[:], ring.lane[:], ring.speed[:] = (560.0, 500.0), (1, 0), 25.0
    for _ in range(400):
        ring.press(0, "change_lane", 0.0)
        ring.press(0, "adjust_speed", 25.0)
        ring.step()
        if ring.lane[0] == 0:
            break
    assert ring._apart(1, 0) > 0.0


@pytest.mark.parametrize("dt", [0.1, 0.5])
@pytest.mark.parametrize("density", [10, 25, 50])
def test_traffic_flows_without_collisions_or_hard_braking(dt: float, density: int) -> None:
    count = 6 * density
    ring = Ring(2_000.0, 3, count, dt=dt, **traits(count, 3))
    ring.spread(min(28.0, (1000.0 / density - 7.0) / 1.5))
    ring.run(60.0)
    assert not ring.collisions
    assert ring.hard == 0


def test_same_seed_same_bytes() -> None:
    def drive() -> bytes:
        ring = Ring(2_000.0, 3, 100, **traits(100, 5))
        ring.spread(22.0)
        ring.run(20.0)
        return ring.s.tobytes() + ring.out["gaze"][0].tobytes()

    assert drive() == drive()


def test_long_before_its_lane_ends_it_takes_a_gap_that_comes_easily() -> None:
    ring = Ring(6_000.0, 2, 1)
    ring.speed[:] = 30.0
    ring.ends = {0: 2000.0}
    while ring.lane[0] == 0:
        ring.step()
        assert ring.s[0] < 1100.0
    assert ring.s[0] > 500.0


def test_long_before_its_lane_ends_nobody_has_to_brake_for_it() -> None:
    ring = Ring(6_000.0, 2, 2)
    ring.s[:], ring.lane[:], ring.speed[:] = (900.0, 880.0), (0, 1), (30.0, 30.0)
    ring.ends = {0: 2000.0}
    ring.step(40)
    assert TURN_LIGHTS[ring.light[0]] == "off"
    assert ring.wish[1] > -0.5


def test_who_indicates_far_ahead_holds_nobody_back() -> None:
    ring = Ring(6_000.0, 2, 3)
    ring.s[:], ring.lane[:], ring.speed[:] = (600.0, 350.0, 598.0), (0, 1, 1), (3.0, 12.0, 3.0)
    ring.ends = {0: 700.0}
    ring.step(15)
    assert TURN_LIGHTS[ring.light[0]] == "left"
    ring.s[2] = 3_000.0
    ring.step()
    assert ring.wish[1] > 0.5


def test_who_has_to_come_over_is_let_in_by_going_over_to_the_next_lane() -> None:
    ring = Ring(6_000.0, 3, 3)
    ring.s[:], ring.lane[:], ring.speed[:] = (500.0, 440.0, 503.0), (0, 1, 1), (22.0, 26.0, 22.0)
    ring.ends = {0: 1000.0}
    ring.step()
    ring.press(0, "adjust_speed", 22.0)
    ring.press(2, "adjust_speed", 22.0)
    ring.run(7.0)
    assert ring.lane.tolist() == [1, 2, 1]


def test_it_asks_again_soon_for_a_lane_on_which_they_drive_much_faster() -> None:
    ring = Ring(20_000.0, 2, 3)
    ring.s[:], ring.lane[:], ring.speed[:] = (1040.0, 1000.0, 9_000.0), (0, 0, 1), 15.0
    ring.step()
    ring.press(0, "adjust_speed", 15.0)
    while TURN_LIGHTS[ring.light[1]] == "off":
        ring.step()
        assert ring.s[1] < 1500.0
    for _ in range(200):  # now that it has asked, somebody beside keeps it where it is
        ring.s[2], ring.speed[2] = ring.s[1] + 3.0, ring.speed[1]
        ring.step()
    assert ring.lane[1] == 0
    ring.s[2] = 9_000.0
    ring.run(10.0)
    assert ring.lane[1] == 1
