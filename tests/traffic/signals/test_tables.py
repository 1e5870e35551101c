"""Programs as arrays: which phases can be asked for, how they are left, and what is kept between them."""

from __future__ import annotations

import pytest

from seahaven.roads.junctions import intergreens
from seahaven.roads.model import Phase, Program
from seahaven.traffic.signals.opening import opening, place_in
from seahaven.traffic.signals.sheet import MOVING, STAGE
from seahaven.traffic.signals.tables import make_tables
from tests.traffic.signals.crossing import TWO_STAGES, plan_of


def test_phases_are_stages_amber_or_neither() -> None:
    tables = make_tables(plan_of(TWO_STAGES))
    assert tables.kind[:6].tolist() == [STAGE, MOVING, 0, STAGE, MOVING, 0]


def test_a_phase_that_repeats_a_stage_is_one_and_people_who_are_held_back_make_none() -> None:
    phases = (Phase(9.0, "GrGr"), Phase(3.0, "GrGr"), Phase(5.0, "Grrr"), Phase(3.0, "yrrr"), Phase(20.0, "rGrG"))
    assert make_tables(plan_of(phases)).kind[:5].tolist() == [STAGE, STAGE, 0, MOVING, STAGE]


def test_a_stage_leads_on_by_amber_over_phases_that_show_the_same() -> None:
    phases = (Phase(9.0, "GrGr"), Phase(3.0, "GrGr"), Phase(3.0, "yryr"), Phase(20.0, "rGrG"), Phase(3.0, "ryry"))
    tables = make_tables(plan_of(phases))
    assert tables.way_out[:5].tolist() == [2, 2, 3, 4, 0]
    assert tables.lead[:5].tolist() == [3, 3, 3, 0, 0]


def test_a_program_without_amber_has_no_way_out_of_its_own() -> None:
    tables = make_tables(plan_of((Phase(9.0, "GrGr"), Phase(9.0, "rGrG"))))
    assert set(tables.lead.tolist()) == {-1}


def test_shortest_greens_are_five_seconds_unless_the_program_has_them_shorter() -> None:
    phases = (Phase(3.0, "GrGr"), Phase(3.0, "yryr"), Phase(20.0, "rGrG"), Phase(3.0, "ryry"))
    assert make_tables(plan_of(phases)).least_green.tolist() == [3.0, 5.0, 3.0, 5.0]


def test_amber_is_the_programs_or_goes_by_the_speed_limit() -> None:
    assert make_tables(plan_of((Phase(9.0, "GrGr"), Phase(2.0, "yryr"), Phase(9.0, "rGrG")))).amber.tolist() == [
        2,
        3,
        2,
        3,
    ]


def test_red_between_greens_is_what_the_way_needs_but_no_more_than_the_program_gives() -> None:
    plan = plan_of(TWO_STAGES)
    clear, needed = make_tables(plan).clear.reshape(4, 4), intergreens(plan, 0)
    assert needed[0, 1] > 2.0
    assert clear[0, 1] == 2.0
    assert clear[0, 2] == needed[0, 2] == 0.0


def test_states_with_too_few_letters_leave_the_rest_dark() -> None:
    rows = opening(plan_of((Phase(9.0, "GG"),)), 0.0)
    assert rows.lights["state"].tolist() == [1, 1, 0, 0]


@pytest.mark.parametrize(
    ("now", "place"), [(0.0, (0, 0.0)), (19.5, (0, 19.5)), (20.0, (1, 0.0)), (45.0, (0, 0.0)), (70.0, (3, 0.0))]
)
def test_a_program_is_where_the_clock_has_it(now: float, place: tuple[int, float]) -> None:
    assert place_in(Program("0", TWO_STAGES), now) == pytest.approx(place)


def test_a_program_of_no_length_is_in_its_first_phase() -> None:
    assert place_in(Program("0", (Phase(0.0, "G"), Phase(0.0, "r"))), 7.0) == (0, 0.0)
