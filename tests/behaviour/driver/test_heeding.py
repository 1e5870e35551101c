"""How drivers heed people, by itself."""

from __future__ import annotations

from typing import Any

import pytest

from seahaven.behaviour.driver.heeding import Heeding
from seahaven.hcsm import Interpreter

FAST = 50.0 / 3.6


def wish(*, after: int = 10, **given: Any) -> float | None:
    """What it wishes for after so many steps of the same."""
    inputs = {
        "dt": 0.1, "rate": 10.0, "speed": FAST, "comfort": 2.0, "reaction": 0.6, "walker": None, "walker_time": None,
        "is_reckless": False, **given,
    }  # fmt: skip
    interpreter = Interpreter(Heeding.program)
    machine = interpreter.machine(entity=1)
    outputs = [interpreter.step(machine, inputs, step=k).outputs["wish"] for k in range(after)]
    return outputs[-1]  # type: ignore[return-value]  # an acceleration


def test_without_people_it_says_nothing() -> None:
    assert wish() is None


def test_far_away_it_does_not_brake_yet() -> None:
    told = wish(walker=80.0)
    assert told is not None
    assert told > 0.0


def test_it_stops_in_comfort_where_that_is_enough() -> None:
    assert wish(walker=FAST**2 / 4.0) == pytest.approx(-2.5, abs=1.0)


def test_it_brakes_as_hard_as_need_be_but_no_harder_than_it_can() -> None:
    needed = FAST**2 / (2.0 * 18.0)
    assert wish(walker=18.0) == pytest.approx(-1.1 * needed)
    assert wish(walker=2.0) == -8.0


def test_it_needs_its_reaction_time() -> None:
    assert wish(walker=18.0, after=5) is None
    assert wish(walker=18.0, after=8) is not None


def test_it_only_keeps_its_speed_if_they_will_be_gone() -> None:
    assert wish(walker=60.0, walker_time=2.0) == 0.0
    assert wish(walker=40.0, walker_time=4.0) < 0.0  # type: ignore[operator]  # it has an opinion


def test_standing_it_stays_until_the_way_is_clear() -> None:
    assert wish(walker=0.0, speed=0.0, after=1) == 0.0


def test_who_heeds_nobody_says_nothing() -> None:
    assert wish(walker=10.0, is_reckless=True) is None


def test_shortly_after_somebody_it_notices_the_next_one_at_once() -> None:
    interpreter = Interpreter(Heeding.program)
    machine = interpreter.machine(entity=1)
    inputs = {
        "dt": 0.1, "rate": 10.0, "speed": 5.0, "comfort": 2.0, "reaction": 0.6, "walker_time": None,
        "is_reckless": False,
    }  # fmt: skip
    places = [10.0] * 20 + [None] * 5 + [3.0] + [None] * 40 + [3.0]
    told = [
        interpreter.step(machine, {**inputs, "walker": place}, step=k).outputs["wish"] for k, place in enumerate(places)
    ]
    assert told[25] is not None
    assert told[-1] is None


def test_it_could_still_stop_for_those_who_will_be_gone() -> None:
    slowing = wish(speed=5.3, walker=4.0, walker_time=0.2)
    assert slowing is not None
    assert -2.0 <= slowing < 0.0
