"""Ways that lead onto one lane: roundabouts, ramps, side streets, and lanes that turn side by side."""

from __future__ import annotations

from functools import cache
from math import pi

import pytest

from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, CrossSection, kmh, motorway
from seahaven.roads.builder.cross_section import driving
from seahaven.roads.model import RoadKind
from tests.behaviour.junctions.crossings import RATES, SPEED, Scene, cross, ring_courses, roundabout, tee

BOTH = pytest.mark.parametrize("rate", RATES)
ROUND = ("west>east", "south>north", "east>west", "north>south")


@BOTH
@pytest.mark.parametrize("left_hand", [False, True])
def test_whoever_is_in_the_roundabout_goes_first(rate: float, left_hand: bool) -> None:
    """It comes from the arm before, and passes the entry at which the other one arrives."""
    scene = Scene(roundabout(left_hand=left_hand), rate=rate, courses=ring_courses(left_hand=left_hand))
    round_past, late = ("south>west", "east>west") if not left_hand else ("south>east", "west>east")
    scene.car("circling", round_past, 8.0, speed=6.0)
    scene.car("entering", late, 46.0)
    story = scene.play(60.0)
    assert story.passed("circling") < story.passed("entering")
    assert story.arrived("circling") < story.arrived("entering") < 30.0
    assert story.slowest("entering") < 5.0


@BOTH
def test_in_a_roundabout_nobody_brakes_hard_for_somebody_who_enters_far_ahead(rate: float) -> None:
    scene = Scene(roundabout(), rate=rate, courses=ring_courses())
    scene.car("circling", "south>west", 10.0, speed=6.0)
    scene.car("entering", "east>west", 52.0)
    story = scene.play(60.0)
    assert story.is_over
    assert story.hardest("circling") < 4.0


@BOTH
def test_four_at_once_enter_a_roundabout_together_and_leave_it(rate: float) -> None:
    scene = Scene(roundabout(), rate=rate, courses=ring_courses())
    for course in ROUND:
        scene.car(course, course, 60.0)
    story = scene.play(60.0)
    assert max(story.arrived(course) for course in ROUND) < 30.0


@BOTH
def test_a_full_roundabout_empties_itself(rate: float) -> None:
    """From every arm three want to go almost all the way round: nobody blocks the ring for good."""
    scene = Scene(roundabout(), rate=rate, courses=ring_courses())
    for start, goal in (("west", "north"), ("south", "west"), ("east", "south"), ("north", "east")):
        for k in range(3):
            scene.car(f"{start} {k}", f"{start}>{goal}", 30.0 + 12.0 * k, speed=7.0)
    story = scene.play(150.0)
    assert story.is_over


@BOTH
def test_from_two_sides_onto_one_lane_they_fall_in_behind_each_other(rate: float) -> None:
    scene = Scene(cross("right before left"), rate=rate)
    scene.car("straight", "west>east", 45.0, speed=9.0)
    scene.car("turning", "south>east", 45.0, speed=9.0)
    scene.car("oncoming", "north>east", 45.0, speed=9.0)
    story = scene.play(40.0)
    assert len(story.order) == 3
    assert max(story.left(name) for name in story.order) < 25.0


@BOTH
def test_whoever_turns_into_the_main_road_keeps_behind_those_who_are_on_it(rate: float) -> None:
    scene = Scene(tee("yield"), rate=rate)
    scene.car("main", "west>east", 45.0)
    scene.car("side", "south>east", 45.0)
    story = scene.play(40.0)
    assert story.order == ["main", "side"]
    assert story.slowest("main") > 0.95 * SPEED
    assert story.left("side") < 20.0


@BOTH
def test_lanes_that_lead_straight_on_side_by_side_do_not_hold_each_other_up(rate: float) -> None:
    scene = Scene(cross("priority", lanes=2), rate=rate)
    for k, way in enumerate(scene.ways["west>east"][:2]):
        scene.car(f"{way.incoming}", "west>east", 50.0, lane=k)
    story = scene.play(30.0)
    assert len(story.order) == 2
    assert min(story.slowest(name) for name in story.order) > 0.9 * SPEED


@cache
def double_turn() -> LaneMap:
    """A street of two lanes each way from the west, both of which may turn right into another."""
    builder = Builder("double")
    both = CrossSection((driving(3.5, turns=("right",)),) * 2, (driving(3.5),) * 2, kmh(50), RoadKind.TOWN)
    wide = CrossSection((driving(3.5),) * 2, (driving(3.5),) * 2, kmh(50), RoadKind.TOWN)
    main = builder.road("main", both, at=(-120.0, 0.0)).straight(120.0)
    side = builder.road("side", wide, at=(0.0, -120.0), heading=0.5 * pi).straight(240.0)
    builder.junction("x", side, main, control="priority", crosswalks=False)
    return LaneMap(builder.build())


@BOTH
def test_two_lanes_turn_side_by_side(rate: float) -> None:
    scene = Scene(double_turn(), rate=rate)
    assert len({way.incoming for way in scene.ways["west>south"]}) == 2
    scene.car("inner", "west>south", 40.0, lane=0, speed=8.0)
    scene.car("outer", "west>south", 40.0, lane=1, speed=8.0)
    story = scene.play(40.0)
    assert abs(story.passed("inner") - story.passed("outer")) < 3.0


@cache
def ramp() -> LaneMap:
    """A motorway of two lanes each way, and a ramp that leads onto it."""
    builder = Builder("ramp")
    main = builder.road("main", motorway(lanes=2, limit=kmh(100))).straight(1000.0)
    on = builder.road("on", at=(60.0, -90.0), heading=0.3).straight(60.0)
    builder.on_ramp(on, main, at=400.0)
    return LaneMap(builder.build())


@BOTH
def test_from_a_ramp_one_joins_a_motorway_at_speed_and_waits_at_no_line(rate: float) -> None:
    courses = {"main": ("main.1:0:-2", "main.2:1:-2"), "ramp": ("on:0:-1", "main.2:1:-2")}
    scene = Scene(ramp(), rate=rate, courses=courses)
    scene.car("ahead", "main", 60.0, speed=25.0)
    scene.car("beside", "main", 110.0, speed=25.0)
    scene.car("joining", "ramp", 100.0)
    story = scene.play(60.0)
    assert story.is_over
    assert story.slowest("joining") > 0.8 * SPEED
    assert min(story.slowest("ahead"), story.slowest("beside")) > 18.0
    assert max(story.hardest(name) for name in ("ahead", "beside", "joining")) < 4.0
