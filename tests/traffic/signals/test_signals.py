"""Lights that go through their programs, and what panels can make of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from seahaven.errors import StepError
from seahaven.kernel import SECOND, fork, load_checkpoint, save_checkpoint
from seahaven.roads import LaneMap, read_sumo
from seahaven.roads.builder import Builder, lesson_town
from seahaven.roads.junctions import JunctionLogic, SignalPlan, intergreens
from seahaven.roads.model import Phase, Program
from seahaven.traffic.signals.opening import place_in
from tests.traffic.signals.crossing import TWO_STAGES, letters, plan_of, run_of, shown, states, story

MADE = plan_of(walks=True)


@pytest.mark.parametrize("rate", [1.0, 2.0, 10.0])
def test_a_cycle_lasts_as_long_as_its_phases_to_the_step(rate: float) -> None:
    run = run_of(plan_of(TWO_STAGES), rate=rate)
    run.start()
    cycle = [(phase.duration, phase.states) for phase in TWO_STAGES]
    told = story(run, 90.0, rate)
    assert [look for _, look in told] == [look for _, look in (*cycle, *cycle)]
    assert [lasts for lasts, _ in told] == pytest.approx([lasts for lasts, _ in (*cycle, *cycle)])


def test_phases_that_do_not_fit_steps_add_up_all_the_same() -> None:
    odd = (Phase(1.3, "GrGr"), Phase(0.9, "yryr"), Phase(1.3, "rGrG"), Phase(0.9, "ryry"))
    run = run_of(plan_of(odd), rate=2.0)
    run.start()
    seen = shown(run, 440.0)
    assert sum(a != b and b == "GrGr" for a, b in pairwise(seen)) == pytest.approx(100, abs=1)


@pytest.mark.parametrize(
    ("offset", "first"), [(0.0, "GrGr"), (10.0, "rGrG"), (-22.0, "yryr"), (45.0, "GrGr"), (4.0, "ryry")]
)
def test_a_program_begins_where_its_offset_has_it(offset: float, first: str) -> None:
    run = run_of(plan_of(Program("late", TWO_STAGES, offset)))
    run.start()
    assert letters(run) == first
    places = [place_in(Program("late", TWO_STAGES, offset), 0.5 * k)[0] for k in range(180)]
    assert shown(run, 90.0) == [TWO_STAGES[place].states for place in places]


def test_lights_say_since_when_they_show_it() -> None:
    run = run_of(plan_of(TWO_STAGES))
    run.advance(21 * SECOND)
    assert run.store.family("signal").since.tolist() == [20.0, 0.0, 20.0, 0.0]


def test_an_asked_phase_comes_by_the_programs_own_amber_after_the_shortest_green() -> None:
    run = run_of(plan_of(TWO_STAGES), (2, "ask", 3))
    run.start()
    assert story(run, 25.0)[:4] == [(5.0, "GrGr"), (3.0, "yryr"), (2.0, "rrrr"), (15.0, "rGrG")]


def test_an_asked_phase_is_held_for_as_long_as_the_dial_says() -> None:
    run = run_of(plan_of(TWO_STAGES), (2, "hold_for", 40), (2, "ask", 3))
    run.start()
    assert story(run, 60.0)[3:5] == [(40.0, "rGrG"), (3.0, "ryry")]


def test_asking_for_what_shows_holds_it() -> None:
    run = run_of(plan_of(TWO_STAGES), (4, "hold_for", 30), (4, "ask", 0))
    run.start()
    lasts, look = story(run, 60.0)[0]
    assert look == "GrGr"
    assert 31.0 < lasts < 33.5


THREE = (
    Phase(20.0, "Grrr"), Phase(4.0, "yrrr"), Phase(1.0, "rrrr"),
    Phase(20.0, "rGrr"), Phase(4.0, "ryrr"), Phase(1.0, "rrrr"),
    Phase(20.0, "rrGr"), Phase(4.0, "rryr"), Phase(1.0, "rrrr"),
)  # fmt: skip


def test_a_phase_that_is_not_the_next_one_comes_by_amber_and_red_of_our_own() -> None:
    plan = plan_of(THREE)
    run = run_of(plan, (2, "ask", 6))
    run.start()
    told = story(run, 40.0)
    assert [look for _, look in told[:4]] == ["Grrr", "yrrr", "rrrr", "rrGr"]
    assert told[0][0] == 5.0
    assert told[1][0] == 4.0  # as long as its amber is in the program
    assert told[2][0] >= intergreens(plan, 0)[0, 2] >= 1.0
    assert told[3][0] == 20.0


def test_a_later_ask_counts() -> None:
    run = run_of(plan_of(THREE), (2, "ask", 6), (3, "ask", 3))
    run.start()
    assert [look for _, look in story(run, 20.0)[:4]] == ["Grrr", "yrrr", "rrrr", "rGrr"]


def test_hold_stays_until_released() -> None:
    run = run_of(plan_of(TWO_STAGES), (10, "hold", 1), (200, "release", 1))
    run.start()
    lasts, look = story(run, 120.0)[0]
    assert (lasts, look) == (101.0, "GrGr")  # pressed at 100, heard at 100.5, seen at 101


def test_hold_pressed_in_amber_waits_for_the_next_green() -> None:
    run = run_of(plan_of(TWO_STAGES), (42, "hold", 1))
    run.start()
    assert [look for _, look in story(run, 120.0)] == ["GrGr", "yryr", "rrrr", "rGrG"]


def test_another_program_takes_over_by_amber() -> None:
    long = tuple(replace(phase, duration=phase.duration + 10.0) for phase in reversed(TWO_STAGES))
    run = run_of(plan_of(TWO_STAGES, (*long[2:], *long[:2])), (4, "switch_program", 1))
    run.start()
    told = story(run, 120.0)
    assert told[0] == (5.0, "GrGr")
    assert told[1] == (13.0, "yryr")  # the longest that it is in any of the programs
    assert run.store.family("controller").program.tolist() == [1]
    assert (25.0, "rGrG") in told


def test_off_blinks_after_amber_and_on_begins_with_red() -> None:
    run = run_of(plan_of(TWO_STAGES), (12, "off", 1), (40, "on", 1))
    run.start()
    told = story(run, 40.0)
    assert [look for _, look in told[:5]] == ["GrGr", "yryr", "oooo", "rrrr", "GrGr"]
    assert told[1][0] == 3.0
    assert told[3][0] >= 3.0


@pytest.mark.parametrize(
    ("item", "value", "text"),
    [
        ("ask", 17, r"'finger.pressed' pressed 'ask' of controller 'box' with 17; expected one of .*: 0, 2, 3, 5"),
        ("ask", 1, r"with 1; expected one of its phases of program '0' that show no amber: 0, 2, 3, 5"),
        ("ask", 0.5, r"with 0.5; expected one of its phases"),
        ("switch_program", 2, r"with 2; expected one of its programs: 0, 1"),
        ("call", 4, r"with 4; expected one of its letters: 0, 1, 2, 3"),
        ("asc", 1, r"pressed 'asc' of Signalman; did you mean 'ask'\?"),
    ],
)
def test_presses_that_make_no_sense_are_refused(item: str, value: float, text: str) -> None:
    run = run_of(plan_of(TWO_STAGES), (1, item, value))
    with pytest.raises(StepError, match=text):
        run.advance(3 * SECOND)


def test_a_press_of_something_that_is_no_controller_is_refused() -> None:
    from seahaven.traffic.signals.controllers import Controllers
    from seahaven.world import Press

    run = run_of(plan_of(TWO_STAGES))
    run.advance(SECOND)
    panels = run["signals/controllers"]
    assert isinstance(panels, Controllers)
    with pytest.raises(
        Exception, match=r"entity no\. 77, which is no controller of lights; they have the ids \d+ to \d+"
    ):
        panels._refuse_misplaced(Press((77,), "ask", 0), "someone")


# --- whole networks -------------------------------------------------------------------------------------------------


def test_the_lesson_towns_programs_run_side_by_side() -> None:
    plan = SignalPlan.of(JunctionLogic.of(LaneMap.of(lesson_town())))
    run = run_of(plan, rate=1.0)
    run.start()
    seen = states(run, 200.0, 1.0)
    for k, controller in enumerate(plan.controllers):
        rows = slice(plan.row_first[k], plan.row_first[k + 1])
        program = controller.programs[0]
        wanted = [program.phases[place_in(program, float(t))[0]].states for t in range(200)]
        told = ["".join("OGgyruos"[code] for code in codes) for codes in seen[:, rows].tolist()]
        assert told == wanted


def test_pasubios_programs_run_as_they_are_written(shared_data: Path) -> None:
    folder = shared_data / "sumo" / "pasubio"
    network = read_sumo(folder / "pasubio_buslanes.net.xml", additional=[folder / "pasubio_tls.add.xml"])
    plan = SignalPlan.of(JunctionLogic.of(LaneMap(network)))
    assert {controller.programs[0].id for controller in plan.controllers} == {"utopia"}
    run = run_of(plan, rate=1.0)
    run.start()
    seen = states(run, 150.0, 1.0)
    for k, controller in enumerate(plan.controllers):
        rows = slice(plan.row_first[k], plan.row_first[k + 1])
        program = controller.programs[0]
        wanted = [program.phases[place_in(program, float(t))[0]].states for t in range(150)]
        assert ["".join("OGgyruos"[code] for code in codes) for codes in seen[:, rows].tolist()] == wanted


def test_every_phase_of_pasubio_that_can_be_asked_for_comes(shared_data: Path) -> None:
    folder = shared_data / "sumo" / "pasubio"
    plan = SignalPlan.of(JunctionLogic.of(LaneMap(read_sumo(folder / "pasubio_buslanes.net.xml"))))
    program = plan.controllers[0].programs[0]
    for number, phase in enumerate(program.phases):
        if not set("yu") & set(phase.states):
            run = run_of(plan, (60, "hold_for", 200.0), (60, "ask", number))
            run.advance(120 * SECOND)
            assert run.store.family("controller").phase[0] == number
            assert letters(run)[: len(phase.states)] == phase.states


# --- the same again -------------------------------------------------------------------------------------------------


def test_the_same_presses_give_the_same_bytes() -> None:
    orders = (2, "ask", 3), (30, "hold_for", 7), (31, "ask", 0), (90, "off", 1), (110, "on", 1)
    digests = []
    for _ in range(2):
        run = run_of(MADE, *orders)
        run.advance(100 * SECOND)
        digests.append(run.store.digest())
    assert digests[0] == digests[1]


@pytest.mark.parametrize("at", [3, 7, 20])
def test_a_fork_goes_on_as_the_run_does(at: int) -> None:
    run = run_of(MADE, (2, "ask", 3), (30, "ask", 0), (60, "off", 1), (80, "on", 1), actuated=True)
    run.advance(at * SECOND)
    twin = fork(run)
    for one in (run, twin):
        one.advance(80 * SECOND)
    assert run.store.digest() == twin.store.digest()


def test_a_checkpoint_goes_on_as_the_run_does(tmp_path: Path) -> None:
    orders = (2, "ask", 3), (30, "ask", 0), (60, "off", 1), (80, "on", 1)
    run = run_of(MADE, *orders)
    run.advance(17 * SECOND)
    save_checkpoint(run, tmp_path / "at17")
    run.advance(60 * SECOND)
    again = run_of(MADE, *orders)
    load_checkpoint(again, tmp_path / "at17")
    again.advance(60 * SECOND)
    assert run.store.digest() == again.store.digest()


def test_a_town_of_many_lights_has_rows_from_the_start() -> None:
    builder = Builder("grid")
    builder.grid_town("town", control="lights")
    plan = SignalPlan.of(JunctionLogic.of(LaneMap(builder.build())))
    run = run_of(plan)
    run.start()
    assert len(run.store.family("controller")) == len(plan.controllers) == 9
    assert len(run.store.family("signal")) == len(plan)
    assert run.store.family("signal").controller.tolist() == sorted(run.store.family("signal").controller.tolist())
