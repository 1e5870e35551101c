"""Which lights hold for which ways, and what holds among those that are green together."""

from dataclasses import replace
from pathlib import Path as File

import pytest

from seahaven.roads.builder import lesson_town
from seahaven.roads.formats import read_roads
from seahaven.roads.junctions import JunctionLogic, Light
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import (
    Controller,
    Facing,
    LaneKind,
    Phase,
    Profile,
    Program,
    RightOfWay,
    Section,
    Signal,
    SignalKind,
    SignalUse,
)
from tests.roads.junctions.stars import CROSS, TEE, logic_of, star, verdict, way

ALL = ("south", "north", "east", "west")
HERE = File(__file__).parents[1] / "data"


def lamp(name: str, s: float = 78.0) -> Signal:
    return Signal(f"{name} light", SignalKind.LIGHT, s, -4.0, facing=Facing.ALONG, is_dynamic=True)


def controller(*states: str) -> Controller:
    """One that switches the lights of all arms, in their order."""
    phases = tuple(Phase(20.0, letters) for letters in states)
    programs = (Program("0", phases),) if phases else ()
    return Controller("box", tuple(f"{name} light" for name in ALL), programs)


def lit(*states: str, signs: dict[str, SignalKind] | None = None) -> JunctionLogic:
    return logic_of(
        star(
            CROSS,
            signals={name: [lamp(name)] for name in ALL},
            controllers=[controller(*states)],
            named=["box"],
            signs=signs,
        )
    )


def dark(logic: JunctionLogic, one: str, other: str) -> tuple[str, str]:
    conflict = logic.conflict(way(logic, one), way(logic, other))
    assert conflict is not None
    assert conflict.is_lit
    return conflict.dark_verdict.value, conflict.dark_reason.value


def test_a_way_has_the_light_of_the_arm_it_comes_from() -> None:
    logic = lit("GGrr", "rrGG")
    assert logic.lights(way(logic, "north>west")) == (Light("north light", 0, 1),)
    assert logic.remarks == ()


def test_ways_that_are_never_green_together_leave_it_to_the_lights() -> None:
    logic = lit("GGrr", "rrGG")
    assert verdict(logic, "south>north", "east>west") == ("first come", "lights")
    assert dark(logic, "south>north", "east>west") == ("yield", "right before left")


def test_a_permitted_left_turn_yields_to_oncoming_traffic() -> None:
    logic = lit("GGrr", "rrGG")
    assert verdict(logic, "south>west", "north>south") == ("yield", "turning")


def test_a_protected_left_turn_leaves_it_to_the_lights() -> None:
    logic = lit("Grrr", "rGrr", "rrGG")
    assert verdict(logic, "south>west", "north>south") == ("first come", "lights")
    assert dark(logic, "south>west", "north>south") == ("yield", "turning")


def test_signs_hold_when_the_lights_are_off() -> None:
    stop = SignalKind.STOP
    logic = lit("GGrr", "rrGG", signs={"south": stop, "north": stop})
    assert verdict(logic, "south>west", "north>south") == ("stop and yield", "turning")
    assert verdict(logic, "south>north", "west>east") == ("first come", "lights")
    assert dark(logic, "south>north", "west>east") == ("stop and yield", "stop sign")


def test_without_programs_lights_of_one_controller_show_the_same() -> None:
    pairs = [("north", "south"), ("east", "west")]
    boxes = [Controller(f"box {k}", tuple(f"{name} light" for name in pair)) for k, pair in enumerate(pairs)]
    signals = {name: [lamp(name)] for name in ALL}
    logic = logic_of(star(CROSS, signals=signals, controllers=boxes, named=["box 0", "box 1"]))
    assert verdict(logic, "south>west", "north>south") == ("yield", "turning")
    assert verdict(logic, "south>north", "east>west") == ("first come", "lights")


def test_lights_that_nothing_switches_let_opposite_arms_go_together() -> None:
    logic = logic_of(star(CROSS, signals={name: [lamp(name)] for name in ALL}))
    assert logic.lights(way(logic, "south>north")) == (Light("south light", -1, -1),)
    assert verdict(logic, "south>west", "north>south") == ("yield", "turning")
    assert verdict(logic, "south>north", "east>west") == ("first come", "lights")


def test_a_way_without_a_light_among_others_yields_and_is_remarked() -> None:
    logic = logic_of(star(TEE, signals={"west": [lamp("west")], "east": [lamp("east")]}))
    assert verdict(logic, "south>west", "east>west") == ("yield", "lights")
    assert {remark.rule for remark in logic.remarks} == {"seahaven:junction.light"}
    assert "has lights, but none for the way from lane 'south:0:-1'" in logic.remarks[0].message


def test_a_light_of_a_crosswalk_before_the_junction_is_not_the_junctions() -> None:
    walk = lamp("south", 60.0)
    free = logic_of(star(CROSS, rule=RightOfWay.RIGHT_FIRST, signals={"south": [walk]}))
    assert free.lights(way(free, "south>north")) == ()
    signals = {name: [lamp(name)] for name in ALL} | {"south": [replace(walk, id="walk"), lamp("south")]}
    logic = logic_of(
        star(CROSS, signals=signals, controllers=[controller("GGrr"), Controller("walk box", ("walk",))], named=["box"])
    )
    assert logic.lights(way(logic, "south>north")) == (Light("south light", 0, 0),)


def test_a_light_may_be_used_on_a_road_inside_the_junction() -> None:
    network = star(TEE, signals={"west": [replace(lamp("west"), lanes=((0, 0),))]})
    use = SignalUse("west light", 0.5, facing=Facing.AGAINST, lanes=((-1, -1),))
    roads = [replace(road, signal_uses=(use,)) if road.id == "west>east" else road for road in network.roads]
    logic = logic_of(replace(network, roads=tuple(roads)))
    assert logic.lights(way(logic, "west>east")) == (Light("west light", -1, -1),)
    assert logic.lights(way(logic, "west>south")) == ()
    lane, s = logic.stop(way(logic, "west>east"))
    assert logic.lane_map.name(lane) == "west>east:0:-1"
    assert s == pytest.approx(0.5)


def test_bicycles_without_a_light_go_by_that_of_their_arm() -> None:
    network = star(TEE, signals={"west": [replace(lamp("west"), lanes=((-1, -1),))]})
    west, through = network.road("west"), network.road("west>east")
    (driving,) = (lane for lane in through.sections[0].lanes if lane.id)
    beside = replace(driving, id=-2, kind=LaneKind.BIKING, width=Profile.constant(1.5), before=(-2,), after=())
    wide = [
        replace(west, sections=(Section(0.0, (*west.sections[0].lanes, replace(beside, before=()))),)),
        replace(through, sections=(Section(0.0, (*through.sections[0].lanes, beside)),)),
    ]
    roads = tuple(next((one for one in wide if one.id == road.id), road) for road in network.roads)
    logic = logic_of(replace(network, roads=roads))
    (bicycles,) = logic.ways_over(logic.lane_map.index("west>east:0:-2"))
    assert logic.lights(bicycles) == (Light("west light", -1, -1),)


def test_bicycles_go_by_the_light_of_who_goes_the_same_way() -> None:
    logic = JunctionLogic.of(LaneMap.of(lesson_town()))
    biking = tuple(LaneKind).index(LaneKind.BIKING)
    ways = logic.ways_through("station")
    riding = [one for one in ways if logic.lane_map.kind[one.lanes[0]] == biking and one.origin >= 0]
    assert riding
    for one in riding:
        alike = [logic.lights(other) for other in ways if (other.origin, other.goal) == (one.origin, one.goal)]
        assert "left" not in logic.lights(one)[0].signal
        assert logic.lights(one) in alike


def test_the_letters_of_sumo_networks_belong_to_their_ways() -> None:
    logic = logic_of(read_roads(HERE / "tee.net.xml"))
    controllers = logic.lane_map.network.controllers
    found = {}
    for one in logic.ways:
        (light,) = logic.lights(one)
        assert controllers[light.controller].signals[light.letter] == light.signal
        found[logic.lane_map.name(one.lanes[0])] = light.signal
    assert found == {
        ":centre_0:0:-1": "lamp:1",
        ":centre_0:0:-2": "lamp:0",
        ":centre_2:0:-1": "lamp:2",
        ":centre_3:0:-1": "lamp:3",
    }


def test_every_way_of_multi_intersections_has_two_lights(shared_data: File) -> None:
    logic = logic_of(read_roads(shared_data / "xodr" / "esmini" / "multi_intersections.xodr"))
    assert {len(logic.lights(one)) for one in logic.ways} == {2}
    assert all(light.controller >= 0 for one in logic.ways for light in logic.lights(one))


def test_towns_have_lights_on_the_roads_inside_their_junctions(shared_data: File) -> None:
    logic = logic_of(read_roads(shared_data / "xodr" / "carla" / "Town10HD.xodr"))
    assert sum(bool(logic.lights(one)) for one in logic.ways) == 58
    lit_junctions = {one.junction for one in logic.ways if logic.lights(one)}
    assert lit_junctions == {"23", "189", "468", "532", "719"}
    assert [remark for remark in logic.remarks if remark.rule == "seahaven:junction.light"] == []
