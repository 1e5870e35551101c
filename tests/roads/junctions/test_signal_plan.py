"""Which lights there are, in which order, and who heeds which."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.roads import LaneMap, read_roads
from seahaven.roads.builder import Builder, lesson_town, residential_street
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.model import Controller, Facing, Phase, Program, RoadNetwork, Signal, SignalKind
from tests.roads.junctions.stars import CROSS, logic_of, star, way

SHARED = Path(__file__).parents[4] / "shared" / "data"
ALL = ("south", "north", "east", "west")


def lamp(name: str, s: float = 74.0) -> Signal:
    return Signal(f"{name} light", SignalKind.LIGHT, s, -4.0, facing=Facing.ALONG, is_dynamic=True)


def box(name: str, *arms: str, programs: tuple[Program, ...] = ()) -> Controller:
    return Controller(name, tuple(f"{arm} light" for arm in arms), programs)


def cross(*controllers: Controller) -> SignalPlan:
    named = [one.id for one in controllers]
    return SignalPlan.of(
        logic_of(star(CROSS, signals={arm: [lamp(arm)] for arm in ALL}, controllers=controllers, named=named))
    )


def rows_of(plan: SignalPlan, name: str) -> list[int]:
    k = way(plan.logic, name).index
    return plan.way_row[plan.way_first[k] : plan.way_first[k + 1]].tolist()


def only(letters: str) -> tuple[Program, ...]:
    return (Program("0", (Phase(20.0, letters),)),)


@pytest.fixture(scope="module")
def town() -> SignalPlan:
    return SignalPlan.of(JunctionLogic.of(LaneMap.of(lesson_town())))


def test_letters_of_controllers_with_programs_are_rows_in_the_networks_order(town: SignalPlan) -> None:
    network = town.logic.lane_map.network
    assert [one.id for one in town.controllers] == [one.id for one in network.controllers]
    assert [one.programs[:-1] for one in town.controllers] == [one.programs for one in network.controllers]
    assert len(town) == sum(len(one.signals) for one in network.controllers)
    tables = town.logic.tables
    lights = [light for way in town.logic.ways for light in town.logic.lights(way)]
    assert town.way_row.tolist() == [town.row_first[light.controller] + light.letter for light in lights]
    assert town.way_first.tolist() == tables.way_light_first.tolist()


def test_a_plan_is_made_once_for_each_logic(town: SignalPlan) -> None:
    assert SignalPlan.of(town.logic) is town
    other = JunctionLogic(town.logic.lane_map)
    assert SignalPlan.of(other) is not town


def test_nothing_can_be_written(town: SignalPlan) -> None:
    for column in (town.way_first, town.way_row, town.crosswalk_row, town.lane_row, town.lane_s, town.row_first):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 0


def test_arrays_are_of_the_types_that_compiled_code_expects(town: SignalPlan) -> None:
    assert (town.way_first.dtype, town.way_row.dtype) == (np.int64, np.int32)
    assert (town.crosswalk_row.dtype, town.lane_row.dtype, town.lane_s.dtype) == (np.int32, np.int32, np.float64)


def test_crosswalks_have_the_light_of_the_people_on_their_arm(town: SignalPlan) -> None:
    for walk, row in zip(town.logic.crosswalks, town.crosswalk_row.tolist(), strict=True):
        if row >= 0:
            number = int(town.row_first.searchsorted(row, side="right")) - 1
            signal = town.controllers[number].signals[row - int(town.row_first[number])]
            assert signal.endswith("/people")
            assert walk.road in signal or walk.id in signal
    assert (town.crosswalk_row >= 0).sum() == 8


def test_lights_before_a_crosswalk_on_open_road_hold_for_the_lanes(town: SignalPlan) -> None:
    lanes = town.logic.lane_map
    found = [k for k in range(len(lanes)) if town.lane_first[k + 1] > town.lane_first[k]]
    assert [lanes.name(lane).split(":")[0] for lane in found] == ["School_Lane.3", "School_Lane.3"]
    for lane in found:
        s = float(town.lane_s[town.lane_first[lane]])
        assert any(1.0 <= begin - s <= 5.0 for _, begin, _ in town.logic.crossings(lane))


def test_lights_without_programs_have_rows_behind_those_that_have_some() -> None:
    plan = cross(box("a", "south"), box("b", "north", "east", "west", programs=only("GGG")))
    assert [(one.id, one.is_made) for one in plan.controllers] == [("b", False), ("middle/lights", True)]
    assert rows_of(plan, "north>south") == [0]
    assert rows_of(plan, "west>east") == [2]
    assert min(rows_of(plan, "south>north")) >= 3


def test_a_program_without_phases_counts_for_none() -> None:
    plan = cross(box("a", *ALL, programs=(Program("0", ()),)))
    assert [one.is_made for one in plan.controllers] == [True]


def test_a_way_whose_light_is_switched_by_two_controllers_heeds_both() -> None:
    plan = cross(
        box("a", "south", "north", programs=only("GG")), box("b", "south", "east", "west", programs=only("GGG"))
    )
    assert rows_of(plan, "south>north") == [0, 2]


def test_there_is_a_program_in_which_traffic_decides_and_only_one() -> None:
    phases = (Phase(20.0, "GGG", longest=25.0), Phase(3.0, "yyy"), Phase(6.0, "rrG"), Phase(30.0, "rrr"))
    plan = cross(box("a", "south", "east", "west", programs=(Program("0", phases),)), box("b", "north"))
    fixed, decided = plan.controllers[0].programs
    assert (fixed.is_actuated, decided.is_actuated, decided.id) == (False, True, "actuated")
    assert [(phase.shortest, phase.longest) for phase in decided.phases] == [(8.0, 25.0), *[(None, None)] * 3]
    own = Program("own", phases, is_actuated=True)
    assert cross(box("a", *ALL, programs=(own,))).controllers[0].programs == (own,)


def test_a_made_controller_is_told_of() -> None:
    texts = [str(remark) for remark in cross().remarks]
    made = "the lights of controller 'middle/lights' have no program; one was made from who meets whom"
    assert texts == [f"{made} [seahaven:light.made]"]


def test_a_light_on_open_road_without_a_program_stays_off_and_is_told_of() -> None:
    plan = SignalPlan.of(logic_of(star(CROSS, signals={"east": [lamp("east", 20.0)]})))
    assert len(plan) == 0
    dark = "light 'east light' on road 'east' has no program, and nothing to be red for; it is off"
    assert [str(remark) for remark in plan.remarks] == [f"{dark} [seahaven:light.program]"]


def test_an_unknown_controller_is_refused_with_the_nearest(town: SignalPlan) -> None:
    assert town.controller("market/lights") == 1
    with pytest.raises(
        InputError, match="there is no controller of lights 'marked/lights'; did you mean 'market/lights'"
    ):
        town.controller("marked/lights")


def test_a_network_without_lights_has_an_empty_plan() -> None:
    plan = SignalPlan.of(logic_of(star(CROSS)))
    assert (len(plan), plan.controllers, plan.remarks) == (0, (), ())
    assert plan.way_first.tolist() == [0] * 13


def test_a_crosswalk_on_open_road_gets_a_program_for_its_lights() -> None:
    builder = Builder("street")
    builder.road("lane", residential_street()).straight(100.0).crosswalk(lights=True).straight(100.0)
    network = builder.build()
    plan = SignalPlan.of(JunctionLogic.of(LaneMap(_bare(network))))
    (controller,) = plan.controllers
    assert controller.is_made
    letters = [phase.states for phase in controller.programs[0].phases]
    assert letters[:4] == ["GGr", "yyr", "rrr", "rrG"]
    assert plan.crosswalk_row.tolist() == [2]
    assert sorted(plan.lane_row.tolist()) == [0, 1]


def _bare(network: RoadNetwork) -> RoadNetwork:
    return replace(network, controllers=())


@pytest.mark.skipif(not SHARED.is_dir(), reason="the folder of real road files, ../shared/data, is not here")
def test_every_way_of_town_10_with_lights_has_rows() -> None:
    plan = SignalPlan.of(JunctionLogic.of(LaneMap(read_roads(SHARED / "xodr" / "carla" / "Town10HD.xodr"))))
    lit = [bool(plan.logic.lights(one)) for one in plan.logic.ways]
    assert (np.diff(plan.way_first) > 0).tolist() == lit
    assert all(one.is_made for one in plan.controllers)
    assert len(plan.controllers) == 5
