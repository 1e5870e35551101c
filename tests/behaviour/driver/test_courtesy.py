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


def wishes(steps: int = 1, **columns: Any) -> list[float | None]:
    """How it would like to accelerate, step by step."""
    interpreter = Interpreter(Courtesy, seed=1)
    blank = {port.name: None if port.nullable else NOTHING[port.type] for port in Courtesy.program.inputs}
    state = interpreter.machine(1)
    return [interpreter.step(state, blank | ASKED | columns, step=k).outputs["wish"] for k in range(steps)]


def patience(gap: float | None) -> float:
    """For how many seconds it waits, up to a minute, with so much room ahead."""
    waits = wishes(120, gap=gap)
    return 0.5 * next((k for k, wish in enumerate(waits) if wish is None), len(waits))


def test_it_waits_some_seconds_where_it_could_go_on() -> None:
    assert 6.0 < patience(None) < 10.0
    assert patience(20.0) == patience(None)


def test_it_waits_longer_where_it_could_hardly_go_on_itself() -> None:
    assert 25.0 < patience(5.0) < 40.0


ON_THE_MOVE: dict[str, Any] = {"speed": 8.0, "left_light": 0, "left_gap": None}
"""Past a queue, of which the first one has to come over."""


def test_it_stops_gently_for_somebody_further_ahead_who_asks() -> None:
    (slows,) = wishes(**ON_THE_MOVE, plea=20.0)
    assert slows is not None
    assert -2.5 <= slows < 0.0
    assert wishes(**ON_THE_MOVE) == [None]


def test_the_hard_hearted_and_the_reckless_drive_on() -> None:
    assert wishes(**ON_THE_MOVE, plea=20.0, aggressiveness=0.9) == [None]
    assert wishes(**ON_THE_MOVE, plea=20.0, is_reckless=True) == [None]


def test_for_somebody_who_asks_and_does_not_come_it_waits_some_seconds_only() -> None:
    waits = wishes(60, **ON_THE_MOVE | {"speed": 0.0}, plea=2.0)
    assert None not in waits[:12]
    assert waits[20:36] == [None] * 16


def test_whoever_turns_takes_a_light_to_the_same_side_for_a_turn() -> None:
    rolling = {"speed": 6.0, "left_gap": 8.0}
    (slows,) = wishes(**rolling)
    assert slows is not None
    assert slows < 0.0
    assert wishes(**rolling, turn=1) == [slows]
    assert wishes(**rolling, turn=-1) == [None], "from two lanes both may turn right"
    (stops,) = wishes(**rolling, turn=-1, plea=8.0)
    assert stops is not None, "who asks is let in all the same"


def test_honked_at_it_lets_nobody_in() -> None:
    assert wishes(is_urged=True) == [None]
    assert wishes(plea=20.0, left_light=0, is_urged=True) == [None]
