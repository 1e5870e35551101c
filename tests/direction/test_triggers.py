"""Triggers fire for those they heed, when and as often as they were set to, and press what they were told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from seahaven.direction import NOBODY, Call, Order, Party, Trigger
from seahaven.direction.triggers import (
    After,
    ArrivesWithin,
    AtTime,
    CloserThan,
    HeadwayBelow,
    OnLanes,
    Rectangle,
    Round,
    SpeedAbove,
    SpeedBelow,
    Stopped,
    lanes_across,
    lanes_along,
)
from seahaven.errors import InputError, StepError
from seahaven.geometry import Box, Pose
from seahaven.kernel import SECOND, Emits, Module, Param, Tick, fork
from seahaven.world import Press
from tests.direction.stages import FAST, SLOW, Scene, firings, road, told


def line(at: float, lane: int | None = None) -> OnLanes:
    return OnLanes(road(), lanes_across(road(), "main", at, lane))


def test_a_trigger_fires_once_when_the_front_of_the_first_comes_over_it() -> None:
    scene = Scene()
    first, _ = scene.car("first", 80.0), scene.car("second", 40.0)
    run = scene.run(scene.triggers(Trigger("line", place=line(100.0))))
    run.run(until=6 * SECOND)
    assert [(name, who) for _, name, who in firings(run)] == [("line", first)]
    assert firings(run)[0][0] == pytest.approx((100.0 - 80.0 - 2.3) / 20.0 + 0.1, abs=0.11)


def test_one_that_repeats_fires_once_for_each_who_comes_over_it() -> None:
    scene = Scene()
    cars = [scene.car(f"car {k}", 80.0 - 40.0 * k) for k in range(3)]
    run = scene.run(scene.triggers(Trigger("line", place=line(100.0), repeats=True)))
    run.run(until=8 * SECOND)
    assert [who for _, _, who in firings(run)] == cars


def test_two_who_come_side_by_side_both_count() -> None:
    scene = Scene()
    cars = [scene.car("right", 80.0, SLOW), scene.car("left", 80.0, FAST)]
    run = scene.run(scene.triggers(Trigger("line", place=line(100.0), repeats=True)))
    run.run(until=4 * SECOND)
    assert sorted(who for _, _, who in firings(run)) == cars


def test_while_it_rests_it_heeds_nobody() -> None:
    scene = Scene()
    cars = [scene.car(f"car {k}", 160.0 - 40.0 * k) for k in range(5)]
    run = scene.run(scene.triggers(Trigger("line", place=line(180.0), repeats=True, rest=3.0)))
    run.run(until=12 * SECOND)
    assert [who for _, _, who in firings(run)] == [cars[0], cars[2], cars[4]]


def test_a_line_on_one_lane_is_for_those_on_that_lane() -> None:
    scene = Scene()
    _, fast = scene.car("slow", 80.0, SLOW), scene.car("fast", 60.0, FAST)
    run = scene.run(scene.triggers(Trigger("line", place=line(100.0, -1))))
    run.run(until=4 * SECOND)
    assert [who for _, _, who in firings(run)] == [fast]


def test_nobody_is_too_fast_for_a_line() -> None:
    for start in range(10):
        scene = Scene()
        scene.car("fast", 90.0 + 0.7 * start, speed=60.0, speed_factor=2.0, top_speed=60.0, length=2.0)
        run = scene.run(scene.triggers(Trigger("line", place=line(120.0))))
        run.run(until=2 * SECOND)
        assert len(firings(run)) == 1


def test_it_heeds_whom_it_is_told_to_heed() -> None:
    scene = Scene()
    _, second = scene.car("first", 80.0), scene.car("second", 50.0)
    truck = scene.car("third", 15.0, kind="truck", length=9.0)
    by_id = Trigger("by id", place=line(100.0), who=(second,))
    by_kind = Trigger("by kind", place=line(100.0), kind="truck")
    run = scene.run(scene.triggers(by_id, by_kind))
    run.run(until=7 * SECOND)
    assert [(name, who) for _, name, who in firings(run)] == [("by id", second), ("by kind", truck)]


@pytest.mark.parametrize(
    "place",
    [
        Round(100.0, -5.0, 10.0),
        Rectangle(Box(Pose(100.0, -5.0, 0.0), 20.0, 10.0)),
        OnLanes(road(), lanes_along(road(), "main", 92.3, 120.0)),
    ],
)
def test_areas_hold_whoever_is_inside(place: Any) -> None:
    scene = Scene()
    car = scene.car("car", 50.0)
    run = scene.run(scene.triggers(Trigger("area", place=place)))
    run.run(until=4 * SECOND)
    [(time, _, who)] = firings(run)
    assert who == car
    assert time == pytest.approx(2.1, abs=0.11)


def test_a_delay_lies_between_noticing_and_firing() -> None:
    scene = Scene()
    car = scene.car("car", 50.0)
    run = scene.run(scene.triggers(Trigger("now", place=line(100.0)), Trigger("later", place=line(100.0), delay=2.5)))
    run.run(until=8 * SECOND)
    (now, _, _), (later, _, who) = firings(run)
    assert who == car
    assert later - now == pytest.approx(2.5)


def test_what_lasts_has_to_last() -> None:
    scene = Scene()
    scene.car("car", 50.0)
    stretch = OnLanes(road(), lanes_along(road(), "main", 100.0, 140.0))
    short = Trigger("short", place=stretch, lasting=1.0)
    long = Trigger("long", place=stretch, lasting=4.0)
    run = scene.run(scene.triggers(short, long))
    run.run(until=9 * SECOND)
    assert [name for _, name, _ in firings(run)] == ["short"]


def _ahead(scene: Scene) -> Any:
    return ArrivesWithin(4.0, scene.lane_map.index(SLOW), 300.0)


@pytest.mark.parametrize(
    ("condition", "when"),
    [
        (lambda scene, other: SpeedAbove(22.0), None),
        (lambda scene, other: SpeedBelow(22.0), 0.0),
        (lambda scene, other: AtTime(3.0), 3.0),
        (lambda scene, other: CloserThan(100.0, other), 5.0),
        (lambda scene, other: _ahead(scene), (300.0 - 100.0 - 2.3) / 20.0 - 4.0),
        (lambda scene, other: HeadwayBelow(5.0, other), (200.0 - 4.6) / 20.0 - 5.0),
    ],
)
def test_conditions_are_about_who_fires(condition: Callable[[Scene, int], Any], when: float | None) -> None:
    scene = Scene()
    car, other = scene.car("car", 100.0), scene.car("other", 300.0, FAST, speed=0.0, speed_factor=1e-3)
    trigger = Trigger("when", who=(car,), conditions=(condition(scene, other),))
    run = scene.run(scene.triggers(trigger))
    run.run(until=7 * SECOND)
    assert [round(time, 1) for time, _, _ in firings(run)] == ([] if when is None else [pytest.approx(when, abs=0.31)])


def test_headway_to_whoever_is_ahead() -> None:
    scene = Scene()
    car = scene.car("car", 100.0)
    scene.car("leader", 180.0, speed=10.0, speed_factor=1.0 / 3.0)
    run = scene.run(scene.triggers(Trigger("close", who=(car,), conditions=(HeadwayBelow(3.0),))))
    run.run(until=6 * SECOND)
    assert len(firings(run)) == 1
    assert 1.0 < firings(run)[0][0] < 4.0


def test_somebody_who_has_stood_for_so_long() -> None:
    scene = Scene()
    car = scene.car("car", 100.0, speed=10.0)
    stop = Trigger("stop", who=(), conditions=(AtTime(1.0),), orders=(Order(Party.VEHICLES, "stop", ids=(car,)),))
    still = Trigger("still", who=(car,), conditions=(Stopped(2.0),))
    run = scene.run(scene.triggers(stop, still))
    run.run(until=15 * SECOND)
    (_, name, who), (later, other, again) = firings(run)
    assert (name, who, other, again) == ("stop", NOBODY, "still", car)
    assert later > 1.0 + 2.0


def test_all_or_any_of_several_conditions() -> None:
    scene = Scene()
    car = scene.car("car", 100.0)
    both = (AtTime(2.0), SpeedBelow(1.0))
    run = scene.run(
        scene.triggers(
            Trigger("all", who=(car,), conditions=both), Trigger("any", who=(car,), conditions=both, is_any=True)
        )
    )
    run.run(until=3 * SECOND)
    assert firings(run) == [(2.0, "any", car)]


def test_chains_hand_on_who_made_it_happen_with_delays_in_between() -> None:
    scene = Scene()
    car = scene.car("car", 80.0)
    run = scene.run(
        scene.triggers(
            Trigger("first", place=line(100.0), orders=(Order(Party.NAMED, "fire", name="second"),)),
            Trigger("second", who=(), delay=2.0, orders=(Order(Party.FIRER, "adjust_speed", 12.0),), is_armed=True),
            Trigger("third", who=(), conditions=(After("second", 1.0),)),
        )
    )
    run.run(until=8 * SECOND)
    (first, _, one), (second, _, two), (third, _, three) = firings(run)
    assert (one, two, three) == (car, car, NOBODY)
    assert second - first == pytest.approx(2.1)
    assert third - second == pytest.approx(1.0)
    assert [press for _, press in told(run) if isinstance(press, Press)] == [Press((car,), "adjust_speed", 12.0)]
    assert scene.world["car"].speed < 15.0


def test_one_that_is_not_armed_waits_until_another_arms_it() -> None:
    scene = Scene()
    car, second = scene.car("car", 80.0), scene.car("second", 20.0)
    run = scene.run(
        scene.triggers(
            Trigger("gate", place=line(100.0), is_armed=False),
            Trigger("arm", who=(car,), place=line(110.0), orders=(Order(Party.NAMED, "arm", name="gate"),)),
        )
    )
    run.run(until=6 * SECOND)
    assert [(name, who) for _, name, who in firings(run)] == [("arm", car), ("gate", second)]


class Caller(Module):
    """Presses a button of somebody by name, once."""

    called: Emits[Call]
    call: Param[Call]

    def step(self, tick: Tick) -> None:
        if tick.index == 5:
            self.called.append(self.call)


def test_others_may_press_a_triggers_panel_and_unknown_buttons_are_refused() -> None:
    for item in ("fire", "fie"):
        scene = Scene()
        scene.car("car", 80.0)
        caller = Caller("caller", rate=10, call=Call("told", item))
        run = scene.run(
            scene.triggers(Trigger("told", who=(), conditions=(AtTime(1e9),))),
            caller,
            links=[("caller.called", "triggers.calls")],
        )
        if item == "fire":
            run.run(until=SECOND)
            assert firings(run) == [(0.7, "told", NOBODY)]
        else:
            with pytest.raises(StepError, match="pressed 'fie' of 'told'; did you mean 'fire'"):
                run.run(until=SECOND)


def test_orders_to_lights_ambient_traffic_and_weather_go_to_their_own_desks() -> None:
    scene = Scene()
    scene.car("car", 80.0)
    orders = (Order(Party.AMBIENT, "suspend"), Order(Party.WEATHER, "rain", 5.0))
    triggers = scene.triggers(Trigger("rain", who=(), conditions=(AtTime(0.5),), orders=orders))
    run = scene.run(triggers, links=[(f"triggers.{desk}", "ear.pressed") for desk in ("to_ambient", "to_weather")])
    run.run(until=SECOND)
    presses = [press for _, press in told(run) if isinstance(press, Press)]
    assert presses == [Press((), "suspend", 1.0), Press((), "rain", 5.0)]


def test_a_fork_in_the_middle_of_delays_and_rests_tells_the_same() -> None:
    def make() -> Any:
        scene = Scene()
        for k in range(4):
            scene.car(f"car {k}", 160.0 - 40.0 * k)
        return scene.run(
            scene.triggers(
                Trigger("delayed", place=line(180.0), delay=2.0, orders=(Order(Party.NAMED, "fire", name="next"),)),
                Trigger("next", who=(), delay=1.0),
                Trigger("again", place=line(170.0), repeats=True, rest=1.5),
                Trigger("slow", conditions=(SpeedBelow(30.0),), lasting=3.0),
            )
        )

    whole = make()
    whole.run(until=8 * SECOND)
    part = make()
    part.run(until=2 * SECOND)
    twin = fork(part)
    twin.run(until=8 * SECOND)
    part.run(until=8 * SECOND)
    assert firings(whole) == firings(twin) == firings(part)
    assert len(firings(whole)) >= 5


def test_places_that_are_not_on_the_roads_are_refused() -> None:
    with pytest.raises(InputError, match="there is no road 'mane'; did you mean 'main'"):
        lanes_across(road(), "mane", 10.0)
    with pytest.raises(InputError, match="road 'main' has no s=4000; it is 3000 m long"):
        lanes_across(road(), "main", 4000.0)
    with pytest.raises(InputError, match="road 'main' has no lane 3"):
        lanes_across(road(), "main", 40.0, 3)


def test_a_car_on_the_shoulder_pulls_out_as_somebody_comes_near() -> None:
    scene = Scene()
    car, parked = scene.car("car", 100.0), scene.car("parked", 400.0, "main:0:-3", speed=0.0)
    wait = Trigger("wait", who=(), conditions=(AtTime(0.0),), orders=(Order(Party.VEHICLES, "stop", ids=(parked,)),))
    orders = (Order(Party.VEHICLES, "go", ids=(parked,)),)
    run = scene.run(scene.triggers(wait, Trigger("out", place=line(250.0), who=(car,), orders=orders)))
    run.run(until=7 * SECOND)
    assert scene.world["parked"].s == pytest.approx(400.0, abs=0.1)
    run.run(until=20 * SECOND)
    assert scene.lane_map.name(scene.world["parked"].lane) == SLOW
    assert scene.world["parked"].speed > 10.0
    assert scene.world["car"].s < scene.world["parked"].s
