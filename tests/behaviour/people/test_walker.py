"""The machine of whoever walks, by itself."""

from __future__ import annotations

from typing import Any

import pytest

from seahaven.behaviour import AFOOT, Walker
from seahaven.hcsm import Interpreter, Message
from seahaven.world import PERSON, LightState, WalkPhase

ORDINARY: dict[str, Any] = {
    "dt": 0.1, "speed": 1.34, "offset": 0.0, "crosswalk": -1, "contact": None, "pace": 1.34, "patience": 20.0,
    "boldness": 0.5, "reaction": 0.5, "side": -0.5, "kerb": None, "breadth": None, "spare": None, "edge": None,
    "blocked": None, "crossing_light": 0, "ahead_gap": None, "ahead_speed": None, "ahead_aside": None,
    "left_leeway": 1.0, "right_leeway": 1.0, "verge": None, "waits": False,
}  # fmt: skip
AT_KERB: dict[str, Any] = {"crosswalk": 0, "kerb": 0.3, "breadth": 7.0}


def lived(*moments: dict[str, Any], press: dict[int, str] | None = None, value: float = 1.0) -> list[dict[str, Any]]:
    """What somebody puts out, moment by moment; buttons are pressed before the moments with these numbers."""
    interpreter = Interpreter(Walker.program)
    walker, told = interpreter.machine(entity=1), []
    for k, moment in enumerate(moments):
        if press and k in press:
            walker.post(Message(1, f".{press[k]}", value))
        told.append(dict(interpreter.step(walker, {**ORDINARY, **moment}, step=k).outputs))
    return told


def test_its_inputs_and_outputs_are_columns_of_the_family() -> None:
    known = {*PERSON.columns, *AFOOT, "dt"}
    assert {port.name for port in Walker.program.inputs} <= known
    assert {port.name for port in Walker.program.outputs} <= known


def test_on_a_pavement_it_walks_at_its_pace_and_keeps_to_its_side() -> None:
    (told,) = lived({})
    assert (told["stride"], told["phase"]) == (1.34, WalkPhase.WALKING)
    assert told["lean"] == pytest.approx(-0.5 * (1.0 - 0.45))


@pytest.mark.parametrize(
    ("moment", "goes"),
    [
        ({}, True),
        ({"spare": 0.2}, False),
        ({"spare": 5.0}, True),
        ({"spare": 1.0, "boldness": 0.0}, False),
        ({"spare": 1.0, "boldness": 1.0}, True),
        ({"blocked": 2.0}, False),
        ({"crossing_light": int(LightState.RED)}, False),
        ({"crossing_light": int(LightState.AMBER)}, False),
        ({"crossing_light": int(LightState.GREEN)}, True),
        ({"crossing_light": int(LightState.BLINKING), "spare": 0.5}, False),
    ],
)
def test_it_crosses_when_the_gap_and_the_light_let_it(moment: dict[str, Any], goes: bool) -> None:
    told = lived(*[{**AT_KERB, **moment}] * 10)
    assert told[-1]["phase"] == (WalkPhase.CROSSING if goes else WalkPhase.WAITING)
    assert (told[-1]["stride"] > 1.0) == goes


def test_it_looks_before_it_steps_out() -> None:
    told = lived(*[AT_KERB] * 8)
    assert [one["phase"] for one in told[:3]] == [WalkPhase.WAITING] * 3
    assert told[-1]["phase"] == WalkPhase.CROSSING


def test_who_has_waited_for_long_takes_shorter_gaps() -> None:
    moment = {**AT_KERB, "spare": 1.1}
    assert lived(*[moment] * 20)[-1]["phase"] == WalkPhase.WAITING
    assert lived(*[moment] * 160)[-1]["phase"] == WalkPhase.CROSSING


def test_told_to_step_out_it_goes_whatever_comes() -> None:
    danger = {**AT_KERB, "spare": -2.0, "edge": 0.3, "crossing_light": int(LightState.RED)}
    told = lived(*[danger] * 6, press={3: "step_out"})
    assert [one["phase"] for one in told[2:4]] == [WalkPhase.WAITING, WalkPhase.CROSSING]
    assert told[-1]["stride"] > 1.0


def test_away_from_crosswalks_it_steps_out_where_there_is_a_road() -> None:
    told = lived(*[{}] * 3, *[{"verge": 8.3}] * 2, {"verge": 8.3, "offset": 8.3}, press={1: "step_out"})
    assert [one["phase"] for one in told] == [0, 0, 0, WalkPhase.STRAYING, WalkPhase.STRAYING, WalkPhase.STANDING]
    assert (told[4]["strays"], told[4]["lean"]) == (True, 8.3)
    assert told[5]["stride"] == 0.0


def test_on_the_road_it_stands_back_and_goes_on() -> None:
    out = {"crosswalk": 0, "breadth": 5.0}
    told = lived(*[AT_KERB] * 8, out, {**out, "edge": 0.3}, {**out, "edge": 0.2}, out)
    assert [one["phase"] for one in told[-4:]] == [2, WalkPhase.HESITATING, WalkPhase.HESITATING, 2]
    assert told[-2]["stride"] == 0.0


def test_late_on_the_road_it_hurries() -> None:
    out = {"crosswalk": 0, "breadth": 5.0}
    told = lived(*[AT_KERB] * 8, out, {**out, "crossing_light": int(LightState.RED)})
    assert told[-1]["stride"] > 1.2 * told[-2]["stride"]


def test_who_is_hit_stays_where_it_is() -> None:
    told = lived(*[AT_KERB] * 8, {"contact": 7}, {})
    assert [one["phase"] for one in told[-2:]] == [WalkPhase.FALLEN] * 2
    assert told[-1]["stride"] == 0.0


def test_it_falls_in_behind_or_goes_round() -> None:
    behind = lived({"ahead_gap": 0.5, "ahead_speed": 0.6, "ahead_aside": 0.1})[0]
    assert behind["stride"] == pytest.approx(0.7)
    assert behind["lean"] < -0.5
    oncoming = lived({"ahead_gap": 0.3, "ahead_speed": -1.3, "ahead_aside": 0.0})[0]
    assert oncoming["stride"] > 0.0
    assert oncoming["lean"] < 0.0


def test_told_to_stop_it_stands_still_on_the_road_until_it_is_told_to_go() -> None:
    out = {"crosswalk": 0, "breadth": 5.0}
    told = lived(*[AT_KERB] * 8, *[out] * 6, press={10: "stop", 12: "go"})
    assert [one["stride"] > 0.0 for one in told[8:]] == [True, True, False, False, True, True]
    assert {one["phase"] for one in told[8:]} == {WalkPhase.CROSSING}


def test_told_to_stop_on_the_pavement_it_stands_and_steps_out_when_told_to() -> None:
    told = lived(*[{"verge": 8.3}] * 6, press={1: "stop", 4: "step_out"})
    phases = [one["phase"] for one in told]
    assert phases == [0, *[WalkPhase.STANDING] * 3, *[WalkPhase.STRAYING] * 2]


def test_who_does_not_look_walks_onto_the_road_whatever_comes_but_not_at_red() -> None:
    danger = {**AT_KERB, "spare": -1.0, "edge": 0.2}
    assert lived(*[danger] * 10)[-1]["phase"] == WalkPhase.WAITING
    assert lived(*[danger] * 10, press={0: "look"}, value=0.0)[-1]["phase"] == WalkPhase.CROSSING
    at_red = {**danger, "crossing_light": int(LightState.RED)}
    assert lived(*[at_red] * 10, press={0: "look"}, value=0.0)[-1]["phase"] == WalkPhase.WAITING


def test_who_waits_to_begin_with_stands_until_it_is_told_to_go() -> None:
    told = lived(*[{"waits": True}] * 5, press={3: "go"})
    assert [one["phase"] for one in told] == [*[WalkPhase.STANDING] * 3, WalkPhase.WALKING, WalkPhase.WALKING]


def test_a_goal_is_put_out_in_the_step_in_which_it_is_told() -> None:
    told = lived(*[{}] * 3, press={1: "walk_to"}, value=7.5)
    assert [one["goal"] for one in told] == [None, 7.5, None]


def test_who_has_crossed_steps_out_once() -> None:
    across = {"verge": 8.3, "offset": 8.3}
    told = lived({"verge": 8.3}, {"verge": 8.3}, across, *[{"verge": -8.3}] * 3, press={1: "step_out"})
    assert [one["phase"] for one in told[2:]] == [WalkPhase.STANDING, *[WalkPhase.WALKING] * 3]
