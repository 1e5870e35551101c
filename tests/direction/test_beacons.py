"""Beacons tell those in reach, once or again, and release them."""

from __future__ import annotations

from typing import Any

import pytest

from seahaven.direction import Beacon, Beacons, Call
from seahaven.errors import InputError, StepError
from seahaven.kernel import SECOND, Controller, Emits, Module, Param, Tick, fork
from seahaven.world import Press
from tests.direction.stages import FAST, SLOW, Scene, told

SLOWLY = (("adjust_speed", 12.0),)


def beacons(scene: Scene, *made: Beacon) -> Beacons:
    return Beacons("beacons", rate=10, beacons=made, lane_map=scene.lane_map)


def presses(run: Controller) -> list[tuple[float, str, tuple[int, ...]]]:
    return [(time, one.item, one.entities) for time, one in told(run) if isinstance(one, Press)]


def around(scene: Scene) -> dict[str, int]:
    """Somebody, and others all around."""
    places = {"ahead": (60.0, SLOW), "behind": (-60.0, SLOW), "beside": (0.0, FAST), "left ahead": (60.0, FAST)}
    own = scene.car("own", 500.0)
    return {"own": own, **{name: scene.car(name, 500.0 + away, lane) for name, (away, lane) in places.items()}}


@pytest.mark.parametrize(
    ("options", "reached"),
    [
        ({}, {"ahead", "behind", "beside", "left ahead"}),
        ({"reach": 30.0}, {"beside"}),
        ({"sides": ("ahead",)}, {"ahead", "left ahead"}),
        ({"sides": ("behind", "beside")}, {"behind", "beside"}),
        ({"lanes": ("same",)}, {"ahead", "behind"}),
        ({"lanes": ("left",)}, {"beside", "left ahead"}),
        ({"lanes": ("right",)}, set()),
    ],
)
def test_one_that_rides_along_reaches_whom_it_is_for(options: dict[str, Any], reached: set[str]) -> None:
    scene = Scene()
    cars = around(scene)
    run = scene.run(beacons(scene, Beacon("b", SLOWLY, rides=cars["own"], **options)))
    run.run(until=SECOND // 2)
    expected = [tuple(sorted(cars[name] for name in reached))] if reached else []
    assert [entities for _, _, entities in presses(run)] == expected


def test_the_cast_is_passed_over_and_whoever_is_named_through_the_panel() -> None:
    scene = Scene()
    cars = around(scene)
    beacon = Beacon("b", SLOWLY, rides=cars["own"], exempt=(cars["ahead"],), every=0.5)
    caller = Caller(
        "caller", rate=10, calls=((3, Call("b", "exempt", cars["behind"])), (8, Call("b", "include", cars["ahead"])))
    )
    run = scene.run(beacons(scene, beacon), caller, links=[("caller.called", "beacons.calls")])
    run.run(until=2 * SECOND)
    rounds = [set(entities) for _, item, entities in presses(run) if item == "adjust_speed"]
    assert rounds[0] == {cars[name] for name in ("behind", "beside", "left ahead")}
    assert any(cars["ahead"] in one for one in rounds[1:])
    assert all(cars["behind"] not in one for one in rounds[1:])
    assert (cars["behind"],) in [entities for _, item, entities in presses(run) if item == "release"]


def test_one_at_a_place_tells_who_comes_once_and_releases_who_leaves() -> None:
    scene = Scene()
    car = scene.car("car", 100.0)
    place = scene.lane_map.index(SLOW), 200.0
    run = scene.run(beacons(scene, Beacon("works", SLOWLY, place=place, reach=50.0)))
    run.run(until=20 * SECOND)
    (begin, first, one), (end, last, other) = presses(run)
    assert (first, one, last, other) == ("adjust_speed", (car,), "release", (car,))
    assert begin == pytest.approx(2.6, abs=0.11)
    assert 100.0 / 20.0 < end - begin < 100.0 / 11.0
    assert scene.world["car"].speed == pytest.approx(20.0, abs=2.0)


def test_again_and_again_if_it_is_to() -> None:
    scene = Scene()
    car = scene.car("car", 100.0)
    place = scene.lane_map.index(SLOW), 200.0
    run = scene.run(beacons(scene, Beacon("works", SLOWLY, place=place, reach=500.0, every=1.0)))
    run.run(until=4 * SECOND)
    assert [(time, entities) for time, _, entities in presses(run)] == [(0.1 + k, (car,)) for k in range(4)]


class Caller(Module):
    """Presses buttons of somebody by name at some steps."""

    called: Emits[Call]
    calls: Param[tuple[tuple[int, Call], ...]]

    def step(self, tick: Tick) -> None:
        self.called.extend(call for index, call in self.calls if index == tick.index)


def test_its_panel_switches_it_and_sets_how_far_it_reaches() -> None:
    scene = Scene()
    cars = around(scene)
    beacon = Beacon("b", SLOWLY, rides=cars["own"], reach=10.0, lanes=("same",), is_on=False)
    calls = ((2, Call("b", "on")), (5, Call("b", "reach", 100.0)), (8, Call("b", "off")))
    run = scene.run(
        beacons(scene, beacon), Caller("caller", rate=10, calls=calls), links=[("caller.called", "beacons.calls")]
    )
    run.run(until=2 * SECOND)
    both = tuple(sorted((cars["ahead"], cars["behind"])))
    assert [(item, entities) for _, item, entities in presses(run)] == [("adjust_speed", both), ("release", both)]


def test_what_its_panel_does_not_have_is_refused() -> None:
    scene = Scene()
    beacon = Beacon("b", SLOWLY, rides=scene.car("car", 10.0))
    caller = Caller("caller", rate=10, calls=((2, Call("b", "of")),))
    run = scene.run(beacons(scene, beacon), caller, links=[("caller.called", "beacons.calls")])
    with pytest.raises(StepError, match="pressed 'of' of 'b'; did you mean 'off'"):
        run.run(until=SECOND)
    with pytest.raises(InputError, match="either at a place, or rides on a vehicle"):
        Beacon("b", SLOWLY)


def test_a_fork_tells_the_same() -> None:
    scene = Scene()
    cars = around(scene)
    beacon = Beacon("b", SLOWLY, rides=cars["own"], reach=80.0, every=0.7)
    run = scene.run(beacons(scene, beacon))
    run.run(until=SECOND)
    twin = fork(run)
    for one in (run, twin):
        one.run(until=6 * SECOND)
    assert presses(run) == presses(twin)
