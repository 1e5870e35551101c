"""Waiting: for room behind the junction, for a gap, for the long, the lost, the strange and the stranded."""

from __future__ import annotations

from dataclasses import replace
from math import inf, pi
from typing import Any

import pytest

from seahaven.behaviour.junctions.crossroads import FREE, INSIDE
from seahaven.behaviour.junctions.survey import survey
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, town_street
from seahaven.roads.junctions import crosswalks_on
from tests.behaviour.junctions.crossings import RATES, SPEED, Scene, cross, tee

BOTH = pytest.mark.parametrize("rate", RATES)
BRAKES = pytest.mark.xfail(reason="whoever passes close behind one who goes first is slower than it had reckoned")


def stream(scene: Scene, apart: float, count: int) -> list[str]:
    """Cars from the west that come so many metres behind each other, as they would for ever."""
    names = [f"stream {k}" for k in range(count)]
    for k, name in enumerate(names):
        scene.car(name, "west>east", 20.0 + apart * k, headway=0.5)
    return names


@BOTH
def test_the_junction_is_kept_free_while_the_exit_is_full(rate: float) -> None:
    """Some stand behind the junction: whoever would have to stop in it waits before it, until there is room."""
    scene = Scene(cross("priority"), rate=rate)
    scene.car("stuck", "west>east", -43.0, speed=0.0)
    scene.car("behind", "west>east", -33.0, speed=0.0)
    for name in ("stuck", "behind"):
        scene.order(0.0, name, "stop")
        scene.order(20.0, name, "go")
    scene.car("next", "west>east", 40.0)
    story = scene.play(70.0)
    assert story.entered("next") > 20.0
    assert 0.0 < story.waited_at("next").min() < 2.0
    assert story.left("next") < 40.0


@BOTH
def test_while_the_exit_of_those_who_go_first_is_full_others_cross(rate: float) -> None:
    scene = Scene(cross("priority"), rate=rate)
    scene.car("stuck", "west>east", -33.0, speed=0.0)
    scene.order(0.0, "stuck", "stop")
    scene.car("next", "west>east", 40.0)
    scene.car("cross", "south>north", 90.0)
    story = scene.play(35.0)
    assert story.entered("next") == inf
    assert story.left("cross") < 30.0


@BOTH
def test_the_junction_is_kept_free_at_green_as_well(rate: float) -> None:
    scene = Scene(cross("lights"), rate=rate)
    scene.lights(west="G")
    scene.car("stuck", "west>east", -33.0, speed=0.0)
    scene.order(0.0, "stuck", "stop")
    scene.car("next", "west>east", 40.0)
    story = scene.play(20.0)
    assert story.entered("next") == inf


@BOTH
def test_the_bold_take_a_gap_that_the_timid_leave(rate: float) -> None:
    times = {}
    for name, aggressiveness in (("timid", 0.0), ("bold", 1.0)):
        scene = Scene(cross("yield", arm=500.0), rate=rate)
        stream(scene, 62.0, 7)
        scene.car("side", "south>north", 3.0, speed=0.0, aggressiveness=aggressiveness)
        times[name] = scene.play(60.0).passed("side")
    assert times["bold"] < times["timid"] - 3.0
    assert times["timid"] < inf


@BOTH
@BRAKES
@pytest.mark.parametrize("apart", [40.0, 50.0])
def test_whoever_goes_first_need_not_brake_for_those_who_yield(rate: float, apart: float) -> None:
    scene = Scene(cross("yield", arm=500.0), rate=rate)
    names = stream(scene, apart, 9)
    scene.car("side", "south>north", 3.0, speed=0.0)
    story = scene.play(60.0)
    assert min(story.slowest(name) for name in names) > 0.85 * SPEED
    assert max(story.hardest(name) for name in names) < 2.5


@BOTH
def test_a_long_truck_that_stands_on_two_ways_is_not_run_into(rate: float) -> None:
    """It turns left, and stays on the ways of others until its rear is out."""
    scene = Scene(cross("priority", arm=150.0), rate=rate)
    scene.car("truck", "south>west", 12.0, length=16.5, speed=2.0, top_speed=4.0, liveliness=0.6, kind="truck")
    scene.car("west", "west>east", 130.0)
    scene.car("east", "east>west", 130.0)
    scene.car("north", "north>south", 80.0)
    story = scene.play(90.0)
    assert story.is_over


@BOTH
def test_two_trucks_pass_each_other_at_a_corner_that_both_turn(rate: float) -> None:
    """One turns right out of the side street, the other left into it: their ways do not meet, their corners do."""
    scene = Scene(tee("yield"), rate=rate)
    truck: dict[str, Any] = {"length": 9.5, "width": 2.5, "kind": "truck", "liveliness": 0.9}
    scene.car("right", "south>east", 30.0, speed=7.0, **truck)
    scene.car("left", "east>south", 48.0, speed=9.0, **truck)
    assert scene.play(60.0).is_over


@BOTH
@pytest.mark.parametrize("offset", [-1.4, -0.9])
@pytest.mark.parametrize("before", [-1.0, -4.0])
def test_whoever_drives_beside_keeps_behind_a_truck_that_turns_half_on_its_lane(
    rate: float, offset: float, before: float
) -> None:
    for gap in (1.0, 2.0, 4.0):
        scene = Scene(cross("lights", lanes=2), rate=rate)
        scene.lights(west="G")
        scene.car("truck", "west>north", before, length=9.5, width=2.5, speed=2.0, offset=offset)
        scene.car("beside", "west>east", before + 9.5 + gap, lane=1, speed=2.5)
        scene.order(0.0, "truck", "adjust_speed", 2.2)
        assert scene.play(30.0).left("beside") < 20.0


@BOTH
def test_a_long_truck_stands_behind_the_junction_only_if_all_of_it_fits(rate: float) -> None:
    scene = Scene(cross("priority"), rate=rate)
    scene.car("stuck", "west>east", -43.0, speed=0.0)
    scene.order(0.0, "stuck", "stop")
    scene.car("truck", "west>east", 40.0, length=16.5, kind="truck")
    story = scene.play(20.0)
    assert story.entered("truck") == inf


@BOTH
def test_whoever_has_no_route_comes_through_as_well(rate: float) -> None:
    scene = Scene(cross("right before left"), rate=rate)
    scene.car("lost", "west>east", 50.0, routed=False)
    scene.car("right", "south>north", 50.0)
    scene.car("left", "north>south", 50.0)
    story = scene.play(40.0)
    assert story.passed("right") < story.passed("lost") < 25.0


@BOTH
def test_others_brake_for_a_stranger_who_drives_through_red(rate: float) -> None:
    scene = Scene(cross("lights"), rate=rate)
    scene.lights(west="G", east="G")
    scene.stranger("stranger", "south>north", 60.0)
    scene.car("green", "west>east", 75.0)
    scene.car("behind", "west>east", 95.0)
    story = scene.play(40.0)
    assert story.passed("stranger") < story.passed("green") < story.passed("behind") < 20.0
    assert story.slowest("stranger") > 0.95 * SPEED


@BOTH
@pytest.mark.parametrize("control", ["yield", "stop", "right before left", "all-way stop"])
def test_others_get_through_before_or_after_a_stranger(rate: float, control: str) -> None:
    scene = Scene(cross(control), rate=rate)
    scene.stranger("stranger", "south>north", 70.0, pace=8.0)
    for course in ("west>east", "east>west", "north>south"):
        scene.car(course, course, 80.0, speed=9.0)
    story = scene.play(60.0)
    assert story.is_over


@BOTH
@pytest.mark.parametrize("control", ["yield", "right before left", "all-way stop"])
def test_nobody_waits_for_ever_for_a_stranger_who_stands_before_the_junction(rate: float, control: str) -> None:
    """It has the right of way, but it does not go."""
    scene = Scene(cross(control), rate=rate)
    scene.stranger("stranger", "south>north" if control != "yield" else "east>west", 1.0, pace=0.0)
    scene.car("other", "west>east" if control != "yield" else "south>north", 40.0)
    story = scene.play(40.0)
    assert story.left("other") < 35.0


@BOTH
def test_others_wait_for_somebody_who_has_broken_down_in_the_junction(rate: float) -> None:
    scene = Scene(cross("priority"), rate=rate)
    scene.car("broken", "south>north", -14.0, speed=0.0)
    scene.order(0.0, "broken", "stop")
    scene.order(25.0, "broken", "go")
    for course in ("west>east", "east>west"):
        scene.car(course, course, 95.0)
    story = scene.play(70.0)
    assert 25.0 < story.passed("west>east") < 50.0
    assert story.is_over


@BOTH
def test_nobody_has_to_wait_for_somebody_who_has_broken_down_out_of_its_way(rate: float) -> None:
    scene = Scene(tee("priority"), rate=rate)
    scene.car("broken", "south>east", 1.0, speed=0.0)
    scene.order(0.0, "broken", "stop")
    scene.car("main", "west>east", 60.0)
    scene.car("oncoming", "east>west", 60.0)
    story = scene.play(15.0)
    assert min(story.slowest("main"), story.slowest("oncoming")) > 0.95 * SPEED


@BOTH
def test_whoever_follows_somebody_who_turns_does_not_run_into_it(rate: float) -> None:
    """Ways part: the one ahead slows down to turn, the one behind goes straight on."""
    scene = Scene(cross("priority"), rate=rate)
    scene.car("turning", "west>south", 40.0)
    scene.car("straight", "west>east", 55.0)
    scene.car("waiting", "east>south", 40.0)
    story = scene.play(40.0)
    assert story.is_over


@BOTH
def test_behind_somebody_who_waits_inside_to_turn_left_one_waits_before_the_junction(rate: float) -> None:
    scene = Scene(cross("lights", arm=200.0), rate=rate)
    scene.lights(west="G", east="G")
    scene.car("turning", "west>north", 30.0)
    scene.car("behind", "west>north", 45.0)
    for k in range(5):
        scene.car(f"oncoming {k}", "east>west", 40.0 + 24.0 * k)
    story = scene.play(60.0)
    assert story.order[-2:] == ["turning", "behind"]
    assert story.is_over


@BOTH
@pytest.mark.parametrize(("median", "second_waits_inside"), [(0.0, False), (12.0, True)])
def test_in_a_wide_junction_two_wait_behind_each_other_inside(
    rate: float, median: float, second_waits_inside: bool
) -> None:
    """The second one enters if there is room for all of it between the line and the first one."""
    scene = Scene(tee("yield", median=median), rate=rate)
    for k in range(6):
        scene.car(f"oncoming {k}", "west>east", 20.0 + 16.0 * k, headway=0.5)
    scene.car("first", "east>south", 12.0, speed=6.0)
    scene.car("second", "east>south", 20.0, speed=6.0)
    story = scene.play(60.0)
    assert story.is_over
    assert story.waited_at("first").max() < -2.0
    assert bool(story.waited_at("second").min() < -5.0) is second_waits_inside


def test_vehicles_that_wait_inside_stand_on_no_crosswalk_and_in_nobodys_way() -> None:
    """From where on there is room for those who wait: behind crosswalks, and behind ways that they have to yield to."""
    builder = Builder("walks")
    main = builder.road("main", at=(-120.0, 0.0)).straight(240.0)
    side = builder.road("side", replace(town_street(), median=12.0), at=(0.0, -120.0), heading=0.5 * pi).straight(120.0)
    builder.junction("x", main, side, control="yield", crosswalks=True)
    scene = Scene(LaneMap(builder.build()))
    ways, way = survey(scene.tracks).ways, scene.ways["east>south"][0]
    first, *_ = sorted(crosswalks_on(scene.logic, way.index).values())
    assert first[0] < ways[way.index, FREE] - 2.0 < ways[way.index, INSIDE]
    assert ways[way.index, FREE] == pytest.approx(first[1])
