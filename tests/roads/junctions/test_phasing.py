"""Programs that are made for lights without any: who is green together, for how long, and what lies between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from seahaven.roads.builder import Builder, lesson_town, town_street
from seahaven.roads.junctions import JunctionLogic, SignalPlan, Verdict, intergreens
from seahaven.roads.junctions.clearing import walking_time
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import (
    Controller,
    Facing,
    ObjectKind,
    Phase,
    RoadNetwork,
    RoadObject,
    Signal,
    SignalKind,
)
from tests.roads.junctions.stars import CROSS, TEE, logic_of, star, way

NAMES = {0: "east", 90: "north", 180: "west", 270: "south"}


def lamp(arm: str) -> Signal:
    return Signal(f"{arm} light", SignalKind.LIGHT, 74.0, -4.0, facing=Facing.ALONG, is_dynamic=True)


def bare(network: RoadNetwork) -> RoadNetwork:
    """The network with its lights, but nothing that switches them."""
    junctions = tuple(replace(junction, controllers=()) for junction in network.junctions)
    return replace(network, controllers=(), junctions=junctions)


def grid() -> RoadNetwork:
    builder = Builder("grid")
    builder.grid_town("town", control="lights")
    return builder.build()


def with_left_lanes() -> RoadNetwork:
    builder = Builder("cross")
    east = builder.road("east", town_street(), at=(-200.0, 0.0)).straight(400.0)
    north = builder.road("north", town_street(), at=(0.0, -200.0), heading=1.5707963).straight(400.0)
    builder.junction("middle", east, north, control="lights", left_lanes=(east, north), lane_length=45.0)
    return builder.build()


def lit_star(bearings: tuple[int, ...], **options: object) -> RoadNetwork:
    return star(bearings, signals={NAMES[b]: [lamp(NAMES[b])] for b in bearings}, **options)  # type: ignore[arg-type]


NETWORKS = {
    "lesson town": lambda: bare(lesson_town()),
    "lesson town on the left": lambda: bare(lesson_town(left_hand=True)),
    "grid": lambda: bare(grid()),
    "left lanes": lambda: bare(with_left_lanes()),
    "cross": lambda: lit_star(CROSS),
    "tee": lambda: lit_star(TEE),
    "fast": lambda: lit_star(CROSS, limits={"east": 100.0 / 3.6, "north": 70.0 / 3.6}),
}
every = pytest.mark.parametrize("name", NETWORKS)


@cache
def plan_of(name: str) -> SignalPlan:
    return SignalPlan.of(JunctionLogic.of(LaneMap(NETWORKS[name]())))


def phases(plan: SignalPlan) -> Iterator[tuple[int, tuple[Phase, ...]]]:
    for number, controller in enumerate(plan.controllers):
        assert controller.is_made
        yield number, controller.programs[0].phases


def green_ways(plan: SignalPlan, controller: int, phase: Phase) -> list[int]:
    first = int(plan.row_first[controller])
    rows = {first + k for k, letter in enumerate(phase.states) if letter in "Gg"}
    return [
        w.index
        for w in plan.logic.ways
        if rows & set(plan.way_row[plan.way_first[w.index] : plan.way_first[w.index + 1]].tolist())
    ]


@every
def test_nobody_is_green_together_who_would_not_know_who_goes_first(name: str) -> None:
    plan = plan_of(name)
    for number, own in phases(plan):
        for phase in own:
            green = green_ways(plan, number, phase)
            for one in green:
                for conflict in plan.logic.conflicts(one):
                    if conflict.foe in green and conflict.kind != "diverge":
                        assert conflict.reason in ("turning", "same arm", "stated priority")
                        twin = next(c for c in plan.logic.conflicts(conflict.foe) if c.foe == one)
                        assert (conflict.verdict, twin.verdict) != (Verdict.GO_FIRST, Verdict.GO_FIRST)


@every
def test_every_light_is_green_at_some_time_and_red_at_another(name: str) -> None:
    plan = plan_of(name)
    for _, own in phases(plan):
        for letters in zip(*(phase.states for phase in own), strict=True):
            assert {"G", "g"} & set(letters)
            assert "r" in letters


@every
def test_stages_are_green_for_eight_seconds_at_least(name: str) -> None:
    for _, own in phases(plan_of(name)):
        for letters in zip(*(phase.states for phase in own), strict=True):
            if "y" in letters:
                cycle = [*zip(letters, (phase.duration for phase in own), strict=True)]
                assert sum(lasts for letter, lasts in cycle if letter in "Gg") >= 8.0


@every
def test_green_ends_with_amber_and_then_red_until_all_is_clear(name: str) -> None:
    plan = plan_of(name)
    for number, own in phases(plan):
        times = intergreens(plan, number)
        for a in range(len(times)):
            for b in range(len(times)):
                if times[a, b] > 0.0:
                    assert _red_between(own, a, b) >= times[a, b] - 1e-9


def _red_between(own: tuple[Phase, ...], a: int, b: int) -> float:
    """The shortest time from the end of a's green and amber to the beginning of b's green."""
    shortest, last = 1e9, -1e9
    time = 0.0
    for before, phase in pairwise((*own, *own, *own)):
        time += before.duration
        if before.states[a] in "Ggy":
            last = time
        if phase.states[b] in "Gg" and before.states[b] not in "Gg":
            shortest = min(shortest, time - last)
    return shortest


@every
def test_people_walk_for_five_seconds_and_have_time_to_clear(name: str) -> None:
    plan = plan_of(name)
    for walk, row in enumerate(plan.crosswalk_row.tolist()):
        if row >= 0:
            number = int(plan.row_first.searchsorted(row, side="right")) - 1
            letter, own = row - int(plan.row_first[number]), plan.controllers[number].programs[0].phases
            assert any(phase.states[letter] == "G" and phase.duration >= 5.0 for phase in own)
            for other, time in enumerate(intergreens(plan, number)[letter].tolist()):
                if time > 0.0:
                    assert time >= walking_time(plan.logic.crosswalks[walk])
                    assert _red_between(own, letter, other) >= time - 1e-9


def test_opposite_directions_go_together_and_who_turns_across_yields() -> None:
    plan = plan_of("cross")
    stage = plan.controllers[0].programs[0].phases[0]
    shown = {
        name: stage.states[plan.way_row[plan.way_first[way(plan.logic, name).index]]]
        for name in ("east>west", "east>south", "east>north", "west>east", "west>north", "west>south", "north>south")
    }
    assert shown == {
        "east>west": "G",
        "east>south": "g",
        "east>north": "G",
        "west>east": "G",
        "west>north": "g",
        "west>south": "G",
        "north>south": "r",
    }


def test_lights_of_their_own_give_those_who_turn_across_a_stage_of_their_own() -> None:
    plan = plan_of("left lanes")
    (controller,) = plan.controllers
    turning = [k for k, signal in enumerate(controller.signals) if "left light" in signal]
    assert len(turning) == 4
    for phase in controller.programs[0].phases:
        green = [k for k, letter in enumerate(phase.states) if letter in "Gg"]
        assert "g" not in phase.states
        assert not (set(green) & set(turning)) or not (set(green) - set(turning))


@pytest.mark.parametrize(("limit", "amber"), [(30.0, 3.0), (50.0, 3.0), (70.0, 4.0), (100.0, 5.0)])
def test_amber_lasts_longer_where_one_drives_faster(limit: float, amber: float) -> None:
    network = lit_star(CROSS, limits=dict.fromkeys(NAMES.values(), limit / 3.6))
    program = SignalPlan.of(logic_of(network)).controllers[0].programs[0]
    assert {phase.duration for phase in program.phases if "y" in phase.states} == {amber}


def test_more_lanes_get_more_green() -> None:
    plan = plan_of("lesson town")
    program = plan.controllers[plan.controller("market/lights")].programs[0]
    assert [phase.shortest for phase in program.phases if phase.longest] == [8.0, 8.0]
    wide = plan_of("left lanes").controllers[0].programs[0]
    greens = [phase.duration for phase in wide.phases if phase.longest]
    assert greens[0] < greens[1]  # who turns across first, who goes straight on after that


def test_lights_of_one_controller_show_the_same() -> None:
    signals = {name: [lamp(name)] for name in NAMES.values()}
    pairs = [Controller("a", ("east light", "west light")), Controller("b", ("north light", "south light"))]
    plan = SignalPlan.of(logic_of(star(CROSS, signals=signals, controllers=pairs, named=["a", "b"])))
    (controller,) = plan.controllers
    for phase in controller.programs[0].phases:
        green = {signal for signal, letter in zip(controller.signals, phase.states, strict=True) if letter in "Gg"}
        assert green in (set(), {"east light", "west light"}, {"north light", "south light"})


def test_lights_of_several_controllers_take_turns() -> None:
    signals = {name: [lamp(name)] for name in NAMES.values()}
    each = [Controller(name, (f"{name} light",)) for name in NAMES.values()]
    plan = SignalPlan.of(logic_of(star(CROSS, signals=signals, controllers=each, named=list(NAMES.values()))))
    (controller,) = plan.controllers
    stages = [phase for phase in controller.programs[0].phases if phase.longest]
    assert len(stages) == 4


def test_a_controller_that_has_all_lights_of_a_junction_does_not_make_all_of_them_green() -> None:
    signals = {name: [lamp(name)] for name in NAMES.values()}
    box = Controller("box", tuple(f"{name} light" for name in NAMES.values()))
    plan = SignalPlan.of(logic_of(star(CROSS, signals=signals, controllers=[box], named=["box"])))
    stages = [phase for phase in plan.controllers[0].programs[0].phases if phase.longest]
    assert len(stages) == 2


def test_a_single_light_is_red_now_and_then_for_those_who_have_none() -> None:
    plan = SignalPlan.of(logic_of(star(CROSS, signals={"east": [lamp("east")]})))
    (controller,) = plan.controllers
    assert any(set(phase.states) == {"r"} and phase.duration >= 10.0 for phase in controller.programs[0].phases)


def test_a_light_that_nobody_crosses_stays_green() -> None:
    plan = SignalPlan.of(logic_of(star((0, 180), signals={"east": [lamp("east")]})))
    assert [phase.states for phase in plan.controllers[0].programs[0].phases] == ["G"]


def test_people_without_lights_of_their_own_go_by_those_of_the_vehicles() -> None:
    zebra = {
        name: [RoadObject(f"{name} zebra", ObjectKind.CROSSWALK, 76.0, length=3.0, width=8.0)]
        for name in NAMES.values()
    }
    plan = SignalPlan.of(logic_of(lit_star(CROSS, objects=zebra)))
    (controller,) = plan.controllers
    assert [controller.signals[row] for row in plan.crosswalk_row.tolist()] == ["", "", "", ""]


def test_the_second_program_is_the_same_but_traffic_decides() -> None:
    for controller in plan_of("grid").controllers:
        fixed, actuated = controller.programs
        assert fixed.phases == actuated.phases
        assert (fixed.is_actuated, actuated.is_actuated) == (False, True)
        assert all(
            phase.shortest is not None and phase.shortest <= phase.duration <= phase.longest
            for phase in actuated.phases
            if phase.longest is not None
        )


def test_the_same_network_gives_the_same_programs() -> None:
    again = SignalPlan.of(JunctionLogic.of(LaneMap(NETWORKS["lesson town"]())))
    assert again.controllers == plan_of("lesson town").controllers
    assert again.way_row.tolist() == plan_of("lesson town").way_row.tolist()
