"""How a driver who is in two lanes heeds those ahead on the second one."""

from __future__ import annotations

from typing import Any

from seahaven.behaviour.driver.keeping import LaneKeeping
from seahaven.hcsm import Interpreter

NOTHING = {"float": 0.0, "int": 0, "bool": False}
IN_TWO_LANES: dict[str, Any] = {
    "dt": 0.5, "offset": 1.3, "speed": 6.0, "length": 4.6, "standstill": 2.0, "comfort": 2.0, "left_open": True,
    "left_gap": 8.0, "left_closing": 2.0, "left_wanted": 12.0, "left_ahead": -20.0, "room": 100.0,
}  # fmt: skip
"""Over the border to the left, and coming nearer to somebody ahead there; nobody else is near."""


def said(**given: Any) -> object:
    interpreter = Interpreter(LaneKeeping, seed=1)
    blank = {port.name: None if port.nullable else NOTHING[port.type] for port in LaneKeeping.program.inputs}
    return interpreter.step(interpreter.machine(1), blank | IN_TWO_LANES | given, step=0).outputs["wish"]


def wish(**given: Any) -> float:
    wished = said(**given)
    assert isinstance(wished, float)
    return wished


def test_it_falls_back_without_haste_while_there_is_room() -> None:
    assert -3.0 < wish() < -2.0
    assert -3.0 < wish(left_gap=4.0) < -2.0


def test_it_brakes_hard_behind_somebody_whom_it_is_about_to_reach() -> None:
    assert wish(left_gap=2.4) <= -5.0
    assert wish(left_gap=2.4, left_closing=0.3) > -3.0


def test_it_brakes_firmly_close_behind_somebody_who_seems_to_drive_off() -> None:
    assert wish(speed=10.0, left_gap=2.4, left_closing=-2.0) == -3.5
    assert wish(speed=10.0, left_gap=4.0, left_closing=-2.0) == -2.0


def test_it_heeds_those_on_the_lane_beside_as_long_as_it_reaches_over_the_border() -> None:
    """A car is 1.8 m wide, the narrowest of usual lanes 3.2 m: 0.7 m from the middle it comes over the border."""
    assert wish(offset=0.75, left_gap=1.0) < -2.0
    assert said(offset=0.65, left_gap=1.0) is None
