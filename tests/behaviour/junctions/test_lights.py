"""Lights: who goes when, and what each of them means to whoever comes."""

from __future__ import annotations

from math import inf

import pytest

from seahaven.roads.junctions import SignalPlan
from seahaven.traffic import LIGHTS, VEHICLES, Signals
from seahaven.world import WEATHER, World
from tests.behaviour.junctions.crossings import RATES, SPEED, Scene, cross

BOTH = pytest.mark.parametrize("rate", RATES)
ROUND = ("west>east", "south>north", "east>west", "north>south")


def lit(rate: float, *, arm: float = 120.0, left_hand: bool = False) -> Scene:
    return Scene(cross("lights", arm=arm, left_hand=left_hand), rate=rate)


@BOTH
def test_at_green_one_drives_on_and_at_red_one_waits_at_the_line(rate: float) -> None:
    scene = lit(rate)
    scene.lights(west="G", east="G")
    scene.car("green", "west>east", 60.0)
    scene.car("red", "south>north", 60.0)
    story = scene.play(30.0)
    assert story.slowest("green") > 0.95 * SPEED
    assert story.entered("red") == inf
    assert -0.1 < story.waited_at("red").min() < 1.5


@BOTH
def test_a_column_that_waits_at_red_gets_going_at_green(rate: float) -> None:
    scene = lit(rate)
    scene.lights(west="r")
    scene.lights(20.0, west="G")
    for k in range(4):
        scene.car(f"{k}", "west>east", 30.0 + 15.0 * k, speed=8.0)
    story = scene.play(60.0)
    assert story.order == ["0", "1", "2", "3"]
    assert 20.0 < story.entered("0") < 23.5
    assert story.left("3") < 36.0


@BOTH
def test_at_red_and_amber_one_still_waits(rate: float) -> None:
    scene = lit(rate)
    scene.lights(west="r")
    scene.lights(12.0, west="u")
    scene.lights(18.0, west="G")
    scene.car("it", "west>east", 50.0)
    story = scene.play(40.0)
    assert story.entered("it") > 18.0
    assert story.left("it") < 27.0


@BOTH
def test_at_amber_whoever_is_near_drives_on_and_whoever_is_far_stops(rate: float) -> None:
    scene = lit(rate)
    scene.lights(west="G", east="G")
    scene.lights(1.0, west="y", east="y")
    scene.lights(4.0, west="r", east="r")
    scene.car("near", "west>east", 14.0 + SPEED)
    scene.car("far", "east>west", 75.0 + SPEED)
    story = scene.play(20.0)
    assert story.entered("near") < 4.0
    assert story.slowest("near") > 0.95 * SPEED
    assert story.entered("far") == inf
    assert story.hardest("far") < 3.2


@BOTH
@pytest.mark.parametrize("before", [20.0, 34.0, 41.0, 48.0, 55.0, 75.0])
def test_wherever_the_amber_begins_nobody_brakes_hard_or_runs_the_red(rate: float, before: float) -> None:
    scene = lit(rate)
    scene.lights(west="G")
    scene.lights(1.0, west="y")
    scene.lights(4.0, west="r")
    scene.car("it", "west>east", before + SPEED)
    story = scene.play(10.0)
    assert story.hardest("it") < 3.6
    assert story.entered("it") < 4.2 + 1.0 / rate or story.entered("it") == inf


@BOTH
def test_whoever_turns_left_at_green_waits_inside_and_goes_in_a_gap(rate: float) -> None:
    scene = lit(rate)
    scene.lights(west="G", east="G")
    scene.car("turning", "west>north", 30.0)
    for k in range(3):
        scene.car(f"oncoming {k}", "east>west", 40.0 + 25.0 * k)
    story = scene.play(40.0)
    assert story.order[-1] == "turning"
    assert story.stood("turning") > 0.0
    assert story.waited_at("turning").max() < -2.0
    assert min(story.slowest(f"oncoming {k}") for k in range(3)) > 0.9 * SPEED


@BOTH
@pytest.mark.parametrize("before", [40.0, 60.0])
def test_whoever_turns_left_close_behind_somebody_who_comes_does_not_brake_hard(rate: float, before: float) -> None:
    """It sees for whom it would have to stand already when it makes up its mind, and does not speed up first."""
    for oncoming in range(30, 90, 6):
        scene = lit(rate)
        scene.lights(west="G", east="G")
        scene.car("turning", "west>north", before, aggressiveness=0.9)
        scene.car("oncoming", "east>west", float(oncoming))
        story = scene.play(40.0)
        assert story.hardest("turning") < 3.7
        assert story.slowest("oncoming") > 0.9 * SPEED


@BOTH
def test_whoever_is_still_half_on_the_lane_beside_does_not_wait_inside(rate: float) -> None:
    scene = lit(rate)
    scene.lights(west="G", east="G")
    scene.car("turning", "west>north", 0.3, speed=0.0, offset=-1.4)
    for k in range(3):
        scene.car(f"oncoming {k}", "east>west", 20.0 + 25.0 * k)
    story = scene.play(40.0)
    assert story.order[-1] == "turning"
    assert story.waited_at("turning").min() > -0.1


@BOTH
def test_whoever_waits_inside_to_turn_left_clears_the_junction_when_the_green_ends(rate: float) -> None:
    """Oncoming traffic never leaves a gap; it has to stop at amber, and only then the turn is free."""
    scene = lit(rate, arm=300.0)
    scene.lights(west="G", east="G")
    scene.lights(14.0, west="y", east="y")
    scene.lights(17.0, west="r", east="r")
    scene.lights(20.0, south="G", north="G")
    scene.car("turning", "west>north", 30.0)
    for k in range(14):
        scene.car(f"oncoming {k}", "east>west", 40.0 + 17.5 * k, headway=0.7, speed_factor=0.95)
    scene.car("cross", "south>north", 100.0)
    story = scene.play(30.0)
    assert 14.0 < story.passed("turning") < 24.0
    assert story.left("turning") < story.passed("cross") < inf
    assert story.entered("oncoming 13") == inf


@BOTH
def test_where_traffic_keeps_left_whoever_turns_right_at_green_waits_inside(rate: float) -> None:
    scene = lit(rate, left_hand=True)
    scene.lights(west="G", east="G")
    scene.car("turning", "west>south", 30.0)
    for k in range(3):
        scene.car(f"oncoming {k}", "east>west", 40.0 + 25.0 * k)
    story = scene.play(40.0)
    assert story.order[-1] == "turning"
    assert min(story.slowest(f"oncoming {k}") for k in range(3)) > 0.9 * SPEED


@BOTH
def test_a_green_goes_before_a_green_arrow_and_need_not_brake(rate: float) -> None:
    scene = lit(rate)
    scene.lights(west="G", east="G", south="s")
    scene.car("arrow", "south>east", 40.0)
    scene.car("main", "west>east", 70.0)
    assert scene.play(40.0).slowest("main") > 0.95 * SPEED


@BOTH
def test_at_a_green_arrow_one_stops_first_and_then_goes_if_nobody_comes(rate: float) -> None:
    scene = lit(rate)
    scene.lights(west="G", east="G", south="s")
    scene.car("arrow", "south>east", 40.0)
    scene.car("main", "west>east", 70.0)
    story = scene.play(40.0)
    assert story.order == ["main", "arrow"]
    assert story.stood("arrow") > 0.0
    assert (abs(story.waited_at("arrow")) < 3.5).any()
    assert story.left("arrow") < 25.0


@BOTH
@pytest.mark.parametrize("letter", ["O", "o"])
def test_where_lights_are_off_or_blink_other_rules_hold(rate: float, letter: str) -> None:
    """The builder puts up no signs at lights: then whoever comes from the right goes first."""
    scene = lit(rate)
    scene.lights(west=letter, east=letter, south=letter, north=letter)
    scene.car("left", "west>east", 50.0)
    scene.car("right", "south>north", 50.0)
    story = scene.play(30.0)
    assert story.order == ["right", "left"]
    assert story.left("left") < 20.0


@BOTH
def test_without_any_rows_of_lights_they_count_as_off(rate: float) -> None:
    scene = lit(rate)
    for course in ROUND:
        scene.car(course, course, 50.0)
    story = scene.play(60.0)
    assert max(story.left(course) for course in ROUND) < 45.0


@BOTH
def test_a_green_that_yields_waits_for_a_green_that_does_not(rate: float) -> None:
    scene = lit(rate)
    scene.lights(west="g", east="G")
    scene.car("yielding", "west>north", 30.0)
    scene.car("first", "east>west", 40.0)
    story = scene.play(30.0)
    assert story.order == ["first", "yielding"]
    assert story.slowest("first") > 0.95 * SPEED


@BOTH
def test_whoever_runs_lights_drives_through_red_and_nobody_is_hit(rate: float) -> None:
    scene = lit(rate)
    scene.lights(west="G", east="G")
    scene.car("runner", "south>north", 50.0)
    scene.car("other", "west>east", 90.0)
    scene.order(0.0, "runner", "runs_lights")
    story = scene.play(30.0)
    assert story.left("runner") < 8.0
    assert story.left("other") < 20.0


@BOTH
def test_whoever_runs_lights_still_lets_those_pass_who_have_green(rate: float) -> None:
    scene = lit(rate)
    scene.lights(west="G", east="G")
    scene.car("runner", "south>north", 50.0)
    scene.car("other", "west>east", 50.0)
    scene.order(0.0, "runner", "runs_lights")
    story = scene.play(30.0)
    assert story.order == ["other", "runner"]
    assert story.slowest("other") > 0.95 * SPEED
    assert story.left("runner") < 20.0


@BOTH
def test_nobody_goes_at_green_before_those_have_left_who_came_before(rate: float) -> None:
    """Somebody slow is still in the junction when the others get green: they wait for it."""
    scene = lit(rate)
    scene.lights(west="G")
    scene.lights(3.0, west="r", south="G")
    scene.car("slow", "west>east", 6.0, speed=2.0, top_speed=2.5)
    scene.car("next", "south>north", 30.0, speed=6.0)
    story = scene.play(30.0)
    assert story.order == ["slow", "next"]


@BOTH
def test_programs_of_the_network_let_everybody_through(rate: float) -> None:
    """Signals and traffic together: a column from each arm is through after two cycles."""
    scene = lit(rate)
    plan = SignalPlan.of(scene.logic)
    scene.world = World([VEHICLES, *LIGHTS, WEATHER])
    for course in (*ROUND, "west>north", "south>west"):
        scene.car(course, course, 40.0 if course in ROUND else 70.0)
    scene.use(Signals("signals", plan=plan, rate_hz=rate))
    story = scene.play(160.0)
    assert len(story.order) == 6
    assert story.is_over
