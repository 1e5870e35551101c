"""Greens that traffic decides, and people who ask to walk."""

from __future__ import annotations

import pytest

from seahaven.kernel import SECOND, Controller, Module
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, residential_street
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.model import Phase, Program
from seahaven.traffic.signals import LIGHTS, Signals
from seahaven.traffic.signals.detectors import find_zones
from seahaven.world import PERSON, ROAD_VEHICLE, World
from tests.roads.junctions.stars import way
from tests.traffic.signals.crossing import plan_of, run_of, story

ACTUATED = Program(
    "actuated",
    (
        Phase(20.0, "GrGr", shortest=6.0, longest=30.0),
        Phase(3.0, "yryr"),
        Phase(2.0, "rrrr"),
        Phase(15.0, "rGrG", shortest=6.0, longest=30.0),
        Phase(3.0, "ryry"),
        Phase(2.0, "rrrr"),
    ),
    is_actuated=True,
)


def waiting_car(run: Controller, plan: SignalPlan, name: str, before: float = 5.0) -> int:
    """A car whose front stands so far before the stop line of a way."""
    lane, s = plan.logic.stop(way(plan.logic, name))
    return int(run.store.add("vehicle", x=0.0, y=0.0, length=4.0, lane=lane, s=s - before - 2.0))


def test_without_traffic_greens_last_their_shortest_time() -> None:
    run = run_of(plan_of(ACTUATED))
    run.start()
    assert [lasts for lasts, _ in story(run, 44.0)] == [6.0, 3.0, 2.0, 6.0, 3.0, 2.0] * 2


def test_a_green_goes_on_while_somebody_comes_and_ends_at_its_longest() -> None:
    plan = plan_of(ACTUATED)
    run = run_of(plan, families=[ROAD_VEHICLE])
    waiting_car(run, plan, "east>west")
    run.start()
    assert [lasts for lasts, _ in story(run, 80.0)][:4] == [30.0, 3.0, 2.0, 6.0]


def test_a_green_ends_some_seconds_after_the_last_one() -> None:
    plan = plan_of(ACTUATED)
    run = run_of(plan, families=[ROAD_VEHICLE])
    car = waiting_car(run, plan, "east>west")
    run.start()
    run.advance(12 * SECOND)
    run.store.remove(car)
    lasts, look = story(run, 20.0)[0]
    assert look == "GrGr"
    assert 2.0 <= lasts <= 3.5


def test_whoever_waits_at_red_does_not_keep_others_green() -> None:
    plan = plan_of(ACTUATED)
    run = run_of(plan, families=[ROAD_VEHICLE])
    waiting_car(run, plan, "north>south")
    run.start()
    assert [lasts for lasts, _ in story(run, 50.0)][:4] == [6.0, 3.0, 2.0, 30.0]


@pytest.mark.parametrize(("before", "is_seen"), [(0.0, True), (10.0, True), (40.0, False)])
def test_only_who_is_near_the_stop_line_is_seen(before: float, is_seen: bool) -> None:
    plan = plan_of(ACTUATED)
    run = run_of(plan, families=[ROAD_VEHICLE])
    waiting_car(run, plan, "east>west", before)
    run.start()
    assert (story(run, 40.0)[0][0] > 6.0) is is_seen


def test_zones_reach_back_over_lanes_as_long_as_there_is_no_choice() -> None:
    plan = plan_of(ACTUATED)
    zones = find_zones(plan)
    lane, s = plan.logic.stop(way(plan.logic, "east>west"))
    own = slice(int(zones.first[lane]), int(zones.first[lane + 1]))
    assert zones.row[own].tolist() == [0]
    assert zones.begin[own].tolist() == pytest.approx([s - 50.0 / 3.6])
    assert zones.end[own].tolist() == pytest.approx([s + 2.0])


def test_of_several_phases_that_may_follow_the_first_comes_for_which_somebody_waits() -> None:
    phases = (
        Phase(6.0, "Grrr", next=(1,)),
        Phase(3.0, "yrrr", next=(2, 3)),
        Phase(6.0, "rGrr", next=(0,)),
        Phase(6.0, "rrGr", next=(0,)),
    )
    program = Program("choice", phases, is_actuated=True)
    for name, third in (("north>south", "rGrr"), ("west>east", "rrGr")):
        plan = plan_of(program)
        run = run_of(plan, families=[ROAD_VEHICLE])
        waiting_car(run, plan, name)
        run.start()
        assert [look for _, look in story(run, 14.0)] == ["Grrr", "yrrr", third]


# --- people ---------------------------------------------------------------------------------------------------------


def street() -> SignalPlan:
    builder = Builder("street")
    builder.road("lane", residential_street()).straight(100.0).crosswalk(lights=True).straight(100.0)
    network = builder.build()
    from dataclasses import replace

    return SignalPlan.of(JunctionLogic.of(LaneMap(replace(network, controllers=()))))


def test_traffic_has_green_until_somebody_asks_to_walk() -> None:
    run = run_of(street(), (100, "call", 2), actuated=True)
    run.start()
    told = story(run, 120.0)
    assert [look for _, look in told] == ["GGr", "yyr", "rrr", "rrG", "rrr", "GGr"]
    assert 50.0 < told[0][0] < 53.0


def test_somebody_who_waits_at_the_kerb_presses_the_button() -> None:
    plan = street()
    world = World([PERSON, *LIGHTS])
    person = world.add("person", x=0.0, y=0.0, crosswalk=0, phase="waiting")
    run = Controller(Module("root", Signals("signals", plan=plan, rate_hz=2, actuated=True)), store=world)
    run.start()
    told = story(run, 20.0)
    assert [look for _, look in told][:4] == ["GGr", "yyr", "rrr", "rrG"]
    world.remove(person)
    run.advance(60 * SECOND)
    assert [look for _, look in story(run, 60.0)] == ["GGr"]


def test_by_the_clock_people_walk_without_asking() -> None:
    run = run_of(street())
    run.start()
    assert "rrG" in [look for _, look in story(run, 60.0)]
