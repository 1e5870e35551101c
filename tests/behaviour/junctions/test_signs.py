"""Signs and rules: who goes first where no light says so."""

from __future__ import annotations

from math import inf

import pytest

from tests.behaviour.junctions.crossings import RATES, SPEED, Scene, cross, tee

BOTH = pytest.mark.parametrize("rate", RATES)
ROUND = ("west>east", "south>north", "east>west", "north>south")


@BOTH
@pytest.mark.parametrize("control", ["yield", "priority"])
def test_the_main_road_goes_first_and_the_side_road_slows_down_for_it(rate: float, control: str) -> None:
    scene = Scene(cross(control), rate=rate)
    scene.car("main", "west>east", 50.0)
    scene.car("side", "south>north", 50.0)
    story = scene.play(30.0)
    assert story.order == ["main", "side"]
    assert story.slowest("main") > 0.95 * SPEED
    assert story.slowest("side") < 0.6 * SPEED
    assert story.left("side") < 15.0


@BOTH
@pytest.mark.parametrize("control", ["yield", "right before left"])
def test_whoever_yields_brakes_no_harder_than_it_has_to(rate: float, control: str) -> None:
    """Both would be there at the same time; half a second later there would be room."""
    scene = Scene(cross(control), rate=rate)
    scene.car("west", "west>east", 70.0)
    scene.car("south", "south>north", 70.0)
    story = scene.play(30.0)
    assert max(story.hardest("west"), story.hardest("south")) < 4.0


@BOTH
def test_whoever_yields_waits_at_its_line_while_a_column_passes(rate: float) -> None:
    scene = Scene(cross("yield", arm=200.0), rate=rate)
    for k in range(6):
        scene.car(f"main {k}", "west>east", 10.0 + 28.0 * k)
    scene.car("side", "south>north", 60.0)
    story = scene.play(40.0)
    assert story.order == [*(f"main {k}" for k in range(6)), "side"]
    assert story.stood("side") > 0.3
    assert 0.0 < story.waited_at("side").min() < 1.5
    assert min(story.slowest(f"main {k}") for k in range(6)) > 0.95 * SPEED


@BOTH
@pytest.mark.parametrize("control", ["yield", "priority", "right before left"])
def test_on_an_empty_road_nobody_brakes(rate: float, control: str) -> None:
    scene = Scene(cross(control), rate=rate)
    scene.car("side", "south>north", 80.0)
    story = scene.play(20.0)
    assert story.slowest("side") > 0.95 * SPEED


@BOTH
def test_whoever_has_time_to_cross_does_so_without_braking(rate: float) -> None:
    scene = Scene(cross("yield", arm=200.0), rate=rate)
    scene.car("main", "west>east", 160.0)
    scene.car("side", "south>north", 40.0)
    story = scene.play(30.0)
    assert story.order == ["side", "main"]
    assert story.slowest("side") > 0.95 * SPEED
    assert story.slowest("main") > 0.95 * SPEED


@BOTH
def test_whoever_comes_behind_the_main_road_need_not_brake_for_it(rate: float) -> None:
    scene = Scene(cross("yield", arm=200.0), rate=rate)
    scene.car("main", "west>east", 20.0)
    scene.car("side", "south>north", 110.0)
    story = scene.play(30.0)
    assert story.order == ["main", "side"]
    assert story.slowest("side") > 0.9 * SPEED


@BOTH
def test_at_a_stop_sign_everybody_stops_even_on_an_empty_road(rate: float) -> None:
    scene = Scene(cross("stop"), rate=rate)
    scene.car("first", "south>north", 40.0)
    scene.car("second", "south>north", 60.0)
    scene.car("main", "east>west", 80.0, top_speed=1.0, speed=1.0)
    story = scene.play(40.0, is_long=True)
    for name in ("first", "second"):
        assert story.stood(name) > 0.0
        assert (abs(story.waited_at(name)) < 3.5).any()
        assert story.left(name) < inf


@BOTH
def test_at_a_stop_sign_one_yields_after_stopping(rate: float) -> None:
    scene = Scene(cross("stop"), rate=rate)
    scene.car("side", "south>north", 25.0, speed=8.0)
    scene.car("main", "west>east", 75.0)
    story = scene.play(30.0)
    assert story.order == ["main", "side"]
    assert story.slowest("main") > 0.95 * SPEED
    assert story.stood("side") > 0.0


@BOTH
def test_whoever_comes_from_the_right_goes_first(rate: float) -> None:
    scene = Scene(cross("right before left"), rate=rate)
    scene.car("left", "west>east", 50.0)
    scene.car("right", "south>north", 50.0)
    story = scene.play(30.0)
    assert story.order == ["right", "left"]
    assert story.slowest("right") > 0.95 * SPEED


@BOTH
def test_where_traffic_keeps_left_whoever_comes_from_the_right_goes_first_as_well(rate: float) -> None:
    scene = Scene(cross("right before left", left_hand=True), rate=rate)
    scene.car("left", "west>east", 50.0)
    scene.car("right", "south>north", 50.0)
    story = scene.play(30.0)
    assert story.order == ["right", "left"]
    assert story.slowest("right") > 0.95 * SPEED


@BOTH
def test_of_three_the_one_with_a_free_right_goes_first_and_the_others_follow_in_turn(rate: float) -> None:
    """West has south to its right, south has east, east has nobody."""
    scene = Scene(cross("right before left"), rate=rate)
    for course in ROUND[:3]:
        scene.car(course, course, 50.0)
    story = scene.play(40.0)
    assert story.order == ["east>west", "south>north", "west>east"]
    assert story.left("west>east") < 30.0


@BOTH
@pytest.mark.parametrize("left_hand", [False, True])
def test_four_at_once_at_right_before_left_do_not_wait_for_ever(rate: float, left_hand: bool) -> None:
    scene = Scene(cross("right before left", left_hand=left_hand), rate=rate)
    for course in ROUND:
        scene.car(course, course, 50.0)
    story = scene.play(60.0)
    assert sorted(story.order) == sorted(ROUND)
    assert max(story.left(course) for course in ROUND) < 45.0


@BOTH
def test_at_an_all_way_stop_whoever_stopped_first_goes_first(rate: float) -> None:
    scene = Scene(cross("all-way stop"), rate=rate)
    for k, course in enumerate(("north>south", "east>west", "south>north", "west>east")):
        scene.car(course, course, 25.0 + 12.0 * k, speed=8.0)
    story = scene.play(60.0)
    assert story.order == ["north>south", "east>west", "south>north", "west>east"]
    assert all(story.stood(course) > 0.0 for course in ROUND)
    assert max(story.left(course) for course in ROUND) < 45.0


@BOTH
def test_four_at_once_at_an_all_way_stop_all_stop_and_all_get_through(rate: float) -> None:
    scene = Scene(cross("all-way stop"), rate=rate)
    for course in ROUND:
        scene.car(course, course, 40.0)
    story = scene.play(60.0)
    assert all(story.stood(course) > 0.0 for course in ROUND)
    assert max(story.left(course) for course in ROUND) < 45.0


@BOTH
@pytest.mark.parametrize("control", ["yield", "priority", "right before left", "stop"])
def test_whoever_turns_left_lets_oncoming_traffic_pass(rate: float, control: str) -> None:
    scene = Scene(cross(control), rate=rate)
    scene.car("turning", "west>north", 50.0)
    scene.car("oncoming", "east>west", 60.0)
    story = scene.play(30.0)
    assert story.slowest("oncoming") > 0.95 * SPEED
    assert story.left("oncoming") < story.left("turning") < 20.0


@BOTH
def test_where_traffic_keeps_left_whoever_turns_right_lets_oncoming_traffic_pass(rate: float) -> None:
    scene = Scene(cross("priority", left_hand=True), rate=rate)
    scene.car("turning", "west>south", 50.0)
    scene.car("oncoming", "east>west", 60.0)
    story = scene.play(30.0)
    assert story.slowest("oncoming") > 0.95 * SPEED
    assert story.left("oncoming") < story.left("turning") < 20.0


@BOTH
def test_two_who_turn_left_towards_each_other_both_get_through(rate: float) -> None:
    scene = Scene(cross("priority"), rate=rate)
    scene.car("west", "west>north", 50.0)
    scene.car("east", "east>south", 50.0)
    story = scene.play(40.0)
    assert max(story.left("west"), story.left("east")) < 30.0


@BOTH
def test_from_a_side_street_one_turns_into_a_gap_and_nobody_has_to_brake_hard(rate: float) -> None:
    scene = Scene(tee("yield", arm=200.0), rate=rate)
    scene.car("first", "west>east", 30.0)
    scene.car("second", "west>east", 150.0)
    scene.car("side", "south>east", 30.0, speed=8.0)
    story = scene.play(60.0)
    assert story.order == ["first", "side", "second"]
    assert story.hardest("second") < 3.5
