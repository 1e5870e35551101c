"""Where a driver who has to change lanes waits for a gap."""

from __future__ import annotations

from typing import Any

import pytest

from seahaven.behaviour.driver.merging import Merging
from seahaven.hcsm import Interpreter

NOTHING = {"float": 0.0, "int": 0, "bool": False}
IN_NEED: dict[str, Any] = {
    "dt": 0.1, "rate": 10.0, "speed": 2.0, "liveliness": 1.5, "comfort": 2.0, "need": 1, "room": 60.0,
    "left_ahead": -4.0,
}  # fmt: skip
"""At a crawl, well before the end of its lane, and too close to whoever is ahead on the left."""


def wish(**columns: Any) -> float:
    """How it would like to accelerate."""
    interpreter = Interpreter(Merging, seed=1)
    blank = {port.name: None if port.nullable else NOTHING[port.type] for port in Merging.program.inputs}
    told = interpreter.step(interpreter.machine(1), blank | IN_NEED | columns, step=0).outputs["wish"]
    assert told is not None
    return float(told)


def test_at_a_crawl_it_goes_on_beside_a_dense_queue() -> None:
    assert wish(left_gap=-2.0, left_rear_gap=-1.0, left_closing=0.0) > 0.0


@pytest.mark.parametrize("gap", [3.0, -3.0])
def test_it_falls_back_into_a_hole_behind_somebody_who_drives(gap: float) -> None:
    assert wish(left_gap=gap, left_rear_gap=8.0, left_closing=0.0) < -0.5


def test_it_does_not_go_past_the_end_of_a_queue() -> None:
    assert wish(left_gap=3.0, left_rear_gap=None, left_closing=2.0) < -0.5
    assert wish(speed=10.0, left_gap=20.0, left_rear_gap=None, left_closing=10.0, room=200.0) < -0.5


def test_it_goes_on_past_somebody_beside_who_stands() -> None:
    assert wish(left_gap=-3.0, left_rear_gap=8.0, left_closing=2.0) > 0.0


def test_far_off_it_does_not_slow_down_for_those_who_drive() -> None:
    assert wish(speed=12.0, left_gap=10.0, left_rear_gap=30.0, left_closing=0.0, room=250.0) > 0.0
    assert wish(speed=12.0, left_gap=10.0, left_rear_gap=30.0, left_closing=0.0, room=100.0, is_near=True) < -0.5
