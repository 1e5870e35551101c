"""How long a driver in a queue waits for somebody who has to come over."""

from __future__ import annotations

from typing import Any

from seahaven.behaviour.driver.courtesy import Courtesy
from seahaven.behaviour.driver.keeping import RIGHT
from seahaven.hcsm import Interpreter

NOTHING = {"float": 0.0, "int": 0, "bool": False}
ASKED: dict[str, Any] = {
    "dt": 0.5, "speed": 0.0, "comfort": 2.0, "aggressiveness": 0.5, "left_light": RIGHT, "left_gap": 2.0,
    "left_ahead": -3.0,
}  # fmt: skip
"""In a queue that stands, with somebody just ahead on the left who indicates over."""


def patience(gap: float | None) -> float:
    """For how many seconds it waits, up to a minute, with so much room ahead."""
    interpreter = Interpreter(Courtesy, seed=1)
    blank = {port.name: None if port.nullable else NOTHING[port.type] for port in Courtesy.program.inputs}
    state = interpreter.machine(1)
    waits = [interpreter.step(state, blank | ASKED | {"gap": gap}, step=k).outputs["wish"] for k in range(120)]
    return 0.5 * next((k for k, wish in enumerate(waits) if wish is None), len(waits))


def test_it_waits_some_seconds_where_it_could_go_on() -> None:
    assert 6.0 < patience(None) < 10.0
    assert patience(20.0) == patience(None)


def test_it_waits_longer_where_it_could_hardly_go_on_itself() -> None:
    assert 25.0 < patience(5.0) < 40.0
