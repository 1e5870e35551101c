"""The driver's concern with junctions by itself: when it goes, and how it brakes until then."""

from __future__ import annotations

from typing import Any

import pytest

from seahaven.behaviour.driver.crossing import Crossing
from seahaven.hcsm import Interpreter
from seahaven.world import LightState

CALM: dict[str, Any] = {
    "speed": 0.0, "dt": 0.1, "rate": 10.0, "comfort": 2.0, "liveliness": 1.5, "aggressiveness": 0.5, "reaction": 0.6,
    "standstill": 2.0, "time_gap": 1.2, "slope": 0.3, "grip": 1.0, "hold": 0.3, "light": 0, "light_age": 100.0,
    "must_stop": False, "slack": None, "room": None, "block": None, "block_time": None, "join_gap": None,
    "join_speed": None, "waiting": 0.0, "runs_lights": False, "is_reckless": False, "is_urged": False,
}  # fmt: skip
"""Somebody who stands at its line, and nothing is in its way."""


def said(steps: int = 1, **given: Any) -> dict[str, Any]:
    """What it puts out in the last of some steps with these inputs."""
    interpreter = Interpreter(Crossing, seed=1)
    machine = interpreter.machine(1)
    for step in range(steps):
        interpreter.step(machine, {**CALM, **given}, step=step)
    return machine.outputs()


def least_slack(**given: Any) -> float:
    """The smallest slack with which it goes, in steps of 0.05 s."""
    return next(k * 0.05 for k in range(100) if said(slack=k * 0.05, **given)["goes"])


def test_whoever_has_waited_longer_is_content_with_a_smaller_gap() -> None:
    gaps = [least_slack(waiting=waiting) for waiting in (0.0, 10.0, 30.0, 60.0)]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] < 0.5 * gaps[0]
    assert gaps[-1] > 0.0
    assert least_slack(waiting=600.0) == gaps[-1]


def test_the_bold_are_content_with_smaller_gaps_than_the_timid() -> None:
    gaps = [least_slack(aggressiveness=aggressiveness) for aggressiveness in (0.0, 0.5, 1.0)]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] < 0.6 * gaps[0]


def test_honked_at_it_takes_a_gap_that_it_would_have_let_pass_and_sets_out_at_once() -> None:
    assert 0.0 < least_slack(is_urged=True) < 0.5 * least_slack()
    just_green = {"light": int(LightState.GREEN), "light_age": 0.2}
    assert not said(**just_green)["goes"]
    assert said(**just_green, is_urged=True)["goes"]
    assert not said(light=int(LightState.RED), is_urged=True)["goes"]


def test_nobody_goes_without_room_behind_the_junction() -> None:
    assert said(room=0.0)["goes"]
    assert not said(room=-0.1)["goes"]


@pytest.mark.parametrize(
    ("state", "goes"),
    [
        (LightState.OFF, True),
        (LightState.GREEN, True),
        (LightState.YIELDING, True),
        (LightState.AMBER, False),
        (LightState.RED, False),
        (LightState.RED_AMBER, False),
        (LightState.BLINKING, True),
        (LightState.ARROW, True),
    ],
)
def test_lights_say_whether_somebody_who_stands_at_the_line_goes(state: LightState, goes: bool) -> None:
    assert said(light=int(state))["goes"] is goes
    assert said(light=int(state), runs_lights=True)["goes"]


def test_at_a_stop_sign_and_at_a_green_arrow_one_has_to_have_stood_near_the_line() -> None:
    for given in ({"must_stop": True}, {"light": int(LightState.ARROW)}):
        assert not said(speed=4.0, hold=3.0, **given)["goes"]
        assert not said(speed=0.0, hold=9.0, **given)["goes"]
        assert said(speed=0.0, hold=1.0, **given)["goes"]


def test_from_a_stand_one_goes_when_one_has_noticed_the_green() -> None:
    assert not said(light=int(LightState.GREEN), light_age=0.5)["goes"]
    assert said(light=int(LightState.GREEN), light_age=0.7)["goes"]
    assert said(light=int(LightState.GREEN), light_age=0.0, speed=5.0, hold=5.0)["goes"]


def test_at_amber_one_drives_on_only_where_stopping_would_be_hard() -> None:
    amber = int(LightState.AMBER)
    assert said(light=amber, speed=14.0, hold=30.0)["goes"]
    assert not said(light=amber, speed=14.0, hold=36.0)["goes"]
    assert said(light=amber, speed=14.0, hold=36.0, grip=0.5)["goes"]


def test_one_sets_out_no_earlier_than_one_would_have_to_brake() -> None:
    assert not said(speed=14.0, hold=80.0)["goes"]
    assert said(speed=14.0, hold=80.0)["wish"] is None
    assert said(speed=14.0, hold=50.0)["goes"]


def test_before_a_hold_one_brakes_in_comfort_and_does_not_roll_over_it() -> None:
    red, speed, hold = int(LightState.RED), 14.0, 60.0
    hardest = 0.0
    while speed > 0.05 and hold > -1.0:
        wish = said(light=red, speed=speed, hold=hold)["wish"]
        hardest = min(hardest, wish or 0.0)
        after = max(speed + 0.1 * min(wish or 0.0, 0.0), 0.0)
        hold -= 0.05 * (speed + after)
        speed = after
    assert 0.0 <= hold < 1.0
    assert hardest > -2.3


def test_whoever_cannot_stop_any_more_goes_on_whatever_the_light_shows() -> None:
    assert said(light=int(LightState.RED), speed=14.0, hold=12.0)["goes"]


def test_the_reckless_heed_nothing() -> None:
    bad: dict[str, Any] = {
        "light": int(LightState.RED),
        "slack": -5.0,
        "room": -5.0,
        "block": 1.0,
        "join_gap": 0.5,
        "join_speed": 0.0,
    }
    told = said(speed=8.0, hold=8.0, is_reckless=True, **bad)
    assert told["goes"]
    assert told["wish"] is None


def test_one_stands_before_a_block_and_brakes_firmly_only_if_it_will_be_gone_in_time() -> None:
    assert -5.0 < said(hold=None, speed=8.0, block=10.0)["wish"] < -3.0
    assert said(hold=None, speed=8.0, block=14.0)["wish"] < -1.0
    assert said(hold=None, speed=8.0, block=14.0, block_time=1.0)["wish"] is None
    assert said(hold=None, speed=8.0, block=40.0)["wish"] is None
    assert not said(hold=None, block=10.0)["goes"]


def test_one_follows_whoever_joins_ahead() -> None:
    assert said(hold=None, speed=8.0, join_gap=30.0, join_speed=8.0)["wish"] > 0.0
    assert said(hold=None, speed=8.0, join_gap=5.0, join_speed=8.0)["wish"] < 0.0
