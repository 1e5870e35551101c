"""People and drivers together: who goes first, who stops for whom, and what happens when somebody steps out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seahaven.kernel import SECOND, Controller, fork, load_checkpoint, save_checkpoint
from seahaven.motion import Collision
from seahaven.world import LightState, WalkPhase
from tests.traffic.streets import LIMIT, Ear, Orders, Scene

KERB = 16.25
"""How far along its route over the street somebody comes to the crosswalk."""


def watched(scene: Scene, run: Controller, seconds: float, rate: float = 10.0) -> list[dict[str, Any]]:
    """What happened, step by step, to the car and to the person."""
    told = []
    with run:
        for _ in range(int(seconds * rate)):
            run.advance(int(SECOND / rate))
            person, car = scene.world["person"], scene.world["car"]
            told.append(
                {"y": person.y, "phase": person.phase, "contact": person.contact, "gone": car.x > 204.0,
                 "speed": car.speed, "acceleration": car.acceleration, "walker": car.walker, "walk": person.speed}
            )  # fmt: skip
    return told


def is_across(moment: dict[str, Any]) -> bool:
    return bool(moment["y"] > 3.3)


@pytest.mark.parametrize("rate", [10.0, 2.0])
def test_on_a_zebra_the_person_goes_first(rate: float) -> None:
    """Who walks up to the crosswalk when the car can still stop in comfort is let go, and nobody brakes hard."""
    scene = Scene()
    scene.car("car", 130.0)
    scene.person("person", 1, 8.0)
    told = watched(scene, scene.run(rate=rate), 25.0, rate)
    crossed = next(k for k, one in enumerate(told) if is_across(one))
    passed = next(k for k, one in enumerate(told) if one["gone"])
    assert crossed < passed
    assert min(one["acceleration"] for one in told) > -4.0
    assert not any(one["contact"] for one in told)


def test_who_comes_to_the_kerb_too_late_for_the_car_to_stop_waits() -> None:
    scene = Scene()
    scene.car("car", 75.0)
    scene.person("person", 1, 8.0)
    told = watched(scene, scene.run(), 16.0)
    out = next(k for k, one in enumerate(told) if one["phase"] == "crossing")
    passed = next(k for k, one in enumerate(told) if one["gone"])
    assert passed <= out + 10
    assert min(one["speed"] for one in told[:passed]) > 0.8 * LIMIT
    assert not any(one["contact"] for one in told)


def test_a_person_waits_for_a_driver_who_heeds_nobody() -> None:
    """Somebody at the kerb does not go before a car that does not slow down."""
    scene = Scene()
    scene.car("car", 60.0, speed=8.0, top_speed=8.0)
    scene.person("person", 1, 12.0)
    run = scene.run(is_reckless=True)
    told = watched(scene, run, 20.0)
    out = next(k for k, one in enumerate(told) if one["phase"] == "crossing")
    assert told[out + 5]["gone"]
    assert any(one["phase"] == "waiting" for one in told)
    assert not any(one["contact"] for one in told)


def test_a_car_stands_before_the_crosswalk_not_on_it() -> None:
    scene = Scene()
    scene.car("car", 130.0)
    scene.person("person", 1, 14.0, pace=0.5)
    with scene.run() as run:
        for _ in range(200):
            run.advance(SECOND // 10)
            car = scene.world["car"]
            if car.speed < 0.05 and scene.world["person"].phase == "crossing":
                assert 0.0 < 198.5 - (car.x + 2.3) < 4.0
                return
    pytest.fail("the car never stood")


@pytest.mark.parametrize(("light", "goes"), [(LightState.GREEN, True), (LightState.RED, False)])
def test_at_lights_people_go_when_theirs_is_green(light: LightState, goes: bool) -> None:
    scene = Scene(lights=True)
    scene.person("person", 1, 10.0)
    scene.car("car", 190.0, speed=0.0, top_speed=0.1)
    scene.lights(people=light)
    told = watched(scene, scene.run(), 14.0)
    assert is_across(told[-1]) == goes
    assert (told[-1]["phase"] == "waiting") != goes


def test_drivers_do_not_wait_for_people_whose_light_is_red() -> None:
    scene = Scene(lights=True)
    scene.person("person", 1, KERB - 0.6)
    scene.car("car", 100.0)
    scene.lights(people=LightState.RED)
    told = watched(scene, scene.run(), 10.0)
    assert all(one["walker"] is None for one in told)
    assert told[-1]["gone"]


def test_drivers_with_a_green_light_wait_for_people_on_the_crosswalk() -> None:
    scene = Scene(lights=True)
    scene.person("person", 2, KERB + 0.5, phase="crossing", pace=0.8)
    scene.car("car", 42.0)
    scene.lights(people=LightState.RED)
    told = watched(scene, scene.run(), 14.0)
    assert min(one["speed"] for one in told) < 0.5 * LIMIT
    assert not any(one["contact"] for one in told)


def stepping_out(before: float) -> tuple[Scene, list[dict[str, Any]], list[Collision]]:
    """Somebody on the pavement, half-way along the street, is told to step out so many metres before a car."""
    scene = Scene(crosswalk=False)
    scene.car("car", 50.0 + before)
    scene.person("person", 0, 130.0, offset=1.1, speed=1.4, pace=1.4, side=1.0)
    orders = Orders("orders", rate=10, who=scene.world["person"].id, item="step_out")
    ear = Ear("ear", rate=10)
    run = scene.run(
        orders, ear,
        links=[("orders.pressed", "people/walkers.presses"), ("people/walking.collided", "ear.collided")],
    )  # fmt: skip
    told = watched(scene, run, 15.0)
    return scene, told, list(ear.told)


def test_before_somebody_who_steps_out_at_20_m_the_car_brakes_hard() -> None:
    _, told, _ = stepping_out(20.0)
    assert min(one["acceleration"] for one in told) < -6.0


def test_somebody_who_steps_out_at_8_m_is_hit_and_it_is_told_once() -> None:
    scene, told, heard = stepping_out(8.0)
    assert told[-1]["phase"] == "fallen"
    assert len(heard) == 1
    assert set(heard[0].entities) == {scene.world["person"].id, scene.world["car"].id}
    assert heard[0].speed == pytest.approx(LIMIT, rel=0.1)
    assert told[-1]["speed"] < 0.1


def test_somebody_who_steps_out_far_away_gets_across_and_walks_on_there() -> None:
    _, told, heard = stepping_out(45.0)
    assert not heard
    phases = [one["phase"] for one, before in zip(told[1:], told, strict=False) if one["phase"] != before["phase"]]
    assert phases == ["straying", "standing", "walking"]
    assert told[-1]["y"] > 3.25
    assert told[-1]["walk"] > 1.0
    assert told[-1]["gone"]


def test_told_to_wait_a_person_stands_and_told_to_go_walks_on() -> None:
    scene = Scene()
    scene.person("person", 1, 5.0)
    who = scene.world["person"].id
    wait = Orders("wait", rate=10, who=who, item="wait", at=1.0)
    go = Orders("go", rate=10, who=who, item="go", at=6.0)
    links = [("wait.pressed", "people/walkers.presses"), ("go.pressed", "people/walkers.presses")]
    with scene.run(wait, go, links=links) as run:
        run.advance(5 * SECOND)
        assert (scene.world["person"].phase, scene.world["person"].speed) == ("standing", 0.0)
        run.advance(5 * SECOND)
        assert scene.world["person"].speed > 1.0


def test_nobody_walks_into_a_vehicle_that_stands_on_the_crosswalk() -> None:
    scene = Scene()
    scene.car("car", -2.0, speed=0.0, traction=1e-9)
    scene.person("person", 1, 10.0)
    told = watched(scene, scene.run(is_reckless=True), 20.0)
    assert all(one["phase"] != "fallen" for one in told)
    assert told[-1]["y"] < -3.2


def test_whoever_is_close_before_a_car_that_stands_for_it_goes_on() -> None:
    scene = Scene()
    scene.car("car", 0.35, speed=0.0)
    scene.person("person", 1, KERB + 0.8, phase="crossing", side=0.0)
    told = watched(scene, scene.run(), 12.0)
    assert all(one["contact"] is None for one in told)
    crossed = next(k for k, one in enumerate(told) if is_across(one))
    passed = next(k for k, one in enumerate(told) if one["gone"])
    assert crossed < passed


def test_people_keep_out_of_each_others_way() -> None:
    scene = Scene()
    scene.person("quick", 0, 20.0, pace=1.8, side=0.0)
    scene.person("slow", 0, 26.0, pace=0.8, side=0.0)
    nearest = 10.0
    with scene.run() as run:
        for _ in range(150):
            run.advance(SECOND // 10)
            quick, slow = scene.world["quick"], scene.world["slow"]
            nearest = min(nearest, float(np.hypot(quick.x - slow.x, quick.y - slow.y)))
    assert quick.x > slow.x + 2.0
    assert nearest > 0.4


def crowd(scene: Scene) -> None:
    for k in range(12):
        scene.person(f"p{k}", 1 + k % 2, 2.0 + 1.1 * k, boldness=k / 12, pace=1.0 + k / 20)
    for k in range(4):
        scene.car(f"c{k}", 30.0 + 40.0 * k, back=k % 2 == 1)


def test_the_same_seed_gives_the_same_bytes() -> None:
    digests = set()
    for _ in range(2):
        scene = Scene()
        crowd(scene)
        with scene.run() as run:
            run.advance(20 * SECOND)
        digests.add(scene.world.digest())
    assert len(digests) == 1


def test_a_fork_and_a_checkpoint_go_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    scene = Scene()
    crowd(scene)
    run = scene.run()
    run.advance(8 * SECOND)
    save_checkpoint(run, tmp_path / "people.npz")
    fresh = Scene().run()
    load_checkpoint(fresh, tmp_path / "people.npz")
    twins = [run, fork(run), fresh]
    for one in twins:
        one.run(until=18 * SECOND)
    assert len({one.store.digest() for one in twins}) == 1


def test_people_without_a_route_are_obstacles_where_they_are() -> None:
    scene = Scene(crosswalk=False)
    scene.car("car", 120.0)
    scene.world.add("person", "person", x=150.0, y=-1.6)
    with scene.run() as run:
        run.advance(14 * SECOND)
        car = scene.world["car"]
        assert car.speed < 0.1
        assert 145.0 < car.x + 2.3 < 149.5


def test_phases_are_the_codes_of_the_column() -> None:
    scene = Scene()
    assert scene.world.family("person").column("phase").kinds[WalkPhase.FALLEN] == "fallen"


def test_somebody_on_the_crosswalk_stands_back_from_a_car_that_does_not_slow_down() -> None:
    scene = Scene()
    scene.car("car", 45.0, back=True)
    scene.person("person", 1, KERB + 0.5, phase="crossing", speed=1.3)
    told = watched(scene, scene.run(is_reckless=True), 10.0)
    assert any(one["phase"] == "hesitating" for one in told)
    assert not any(one["contact"] for one in told)
    assert is_across(told[-1])


def test_nobody_drives_onto_a_crosswalk_behind_a_standing_queue() -> None:
    scene = Scene()
    scene.car("first", -6.0, speed=0.0, traction=1e-9)
    scene.car("car", 80.0)
    scene.person("person", 0, 10.0)
    with scene.run() as run:
        run.advance(20 * SECOND)
        car = scene.world["car"]
        assert car.speed < 0.1
        assert car.x + 2.3 < 198.5


def seen_at(*, tall: float, roof: float | None) -> float:
    """How far to the left of the kerb somebody is who steps out when a driver who comes first heeds it (m).

    A vehicle with its roof so high stands before it at the kerb, on the side from which the driver comes.
    """
    scene = Scene(crosswalk=False)
    scene.car("car", 110.0)
    scene.person("person", 0, 130.0, offset=1.1, speed=1.4, pace=1.4, side=1.0, height=tall)
    if roof is not None:
        size = {"length": 5.0, "width": 1.9, "height": roof}
        person = scene.world["person"]
        scene.world.add("vehicle", "van", x=person.x - 3.4, y=-3.6, lane=-1, route=-1, entry=-1, speed=0.0, **size)
    orders = Orders("orders", rate=10, who=scene.world["person"].id, item="step_out", at=0.3)
    with scene.run(orders, links=[("orders.pressed", "people/walkers.presses")]) as run:
        for _ in range(60):
            run.advance(SECOND // 10)
            if scene.world["car"].walker is not None:
                return float(scene.world["person"].y) + 3.25
    pytest.fail("the driver never saw anybody")


def test_a_driver_sees_a_child_behind_a_van_when_it_can_be_seen() -> None:
    at_once = seen_at(tall=1.2, roof=None)
    assert at_once < -0.1
    assert seen_at(tall=1.2, roof=2.4) > at_once + 0.4
    assert seen_at(tall=1.2, roof=1.5) > at_once + 0.4
    assert seen_at(tall=1.85, roof=1.4) == at_once
