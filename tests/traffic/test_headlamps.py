"""Headlamps: who lights them when, and who sees whom by them at night."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from seahaven.kernel import SECOND, Controller, Emits, Module, Param, Tick, fork, load_checkpoint, save_checkpoint
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, two_lane_highway
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import CAR, CLEAR, FOG, NIGHT, RAIN, SNOW, VEHICLES, Conditions, Traffic, placed
from seahaven.world import WEATHER, Press, World
from tests.traffic.streets import Scene

LIMIT = 22.0


def highway() -> Tracks:
    builder = Builder("highway")
    builder.road("main", two_lane_highway(limit=LIMIT)).straight(3000.0)
    return Tracks(Router.of(LaneMap(builder.build()), CAR.user).routes(["main"], ["main"]))


TRACKS = highway()
PARKED = {"speed": 0.0, "top_speed": 0.1, "speed_factor": 0.01}


class Switch(Module):
    """Turns a dial of some drivers at the start."""

    who: Param[tuple[int, ...]]
    item: Param[str] = "lights_up"
    pressed: Emits[Press]

    def step(self, tick: Tick) -> None:
        if tick.index == 0:
            self.pressed.append(Press(self.who, self.item, 0.0))


def road(sky: Conditions, *cars: dict[str, float], unlit: Iterable[int] = ()) -> Controller:
    """Cars along a straight road at the `s` of each; those of `unlit` are told to drive without light."""
    world = World([VEHICLES, WEATHER])
    for car in cars:
        columns = {"speed": LIMIT, **{name: value for name, value in car.items() if name != "s"}}
        world.add("vehicle", pilot="active", **columns, **placed(TRACKS, "main:0:-1", car["s"], 0))
    world.add("weather", **sky.columns)
    root = Module("root", Traffic("traffic", tracks=TRACKS), Switch("switch", rate=10, who=tuple(unlit)))
    root.link("switch.pressed", "traffic/drivers.presses")
    return Controller(root, store=world, seed=1)


def lamps(run: Controller) -> list[int]:
    assert isinstance(run.store, World)
    return [int(lamp) for lamp in run.store.family("vehicle").headlamps]


@pytest.mark.parametrize(("sky", "lamp"), [(CLEAR, 0), (RAIN, 1), (FOG, 1), (SNOW, 1), (NIGHT, 1)])
def test_lamps_are_lit_when_it_is_dark_wet_or_foggy(sky: Conditions, lamp: int) -> None:
    with road(sky, {"s": 100.0}) as run:
        run.advance(SECOND // 2)
        assert lamps(run) == [lamp]


def test_a_director_can_have_somebody_drive_without_light() -> None:
    with road(NIGHT, {"s": 100.0}, {"s": 400.0}, unlit=[2]) as run:
        run.advance(SECOND)
        assert lamps(run) == [1, 0]


def test_at_dusk_the_cautious_light_up_before_the_others() -> None:
    cars = [{"s": 100.0 * k, "weather_caution": caution} for k, caution in enumerate((0.5, 1.0, 1.5), start=1)]
    with road(Conditions(daylight=0.65), *cars) as run:
        run.advance(SECOND)
        assert lamps(run) == [0, 0, 1]


def first_seen(sky: Conditions, *, unlit: Iterable[int] = (), speed: float = LIMIT) -> tuple[float, float]:
    """From how far a driver sees somebody who stands on its lane, and how fast it is in the end or when they touch."""
    me = {"s": 50.0, "speed": speed, "speed_factor": speed / LIMIT, "reaction": 0.5}
    with road(sky, me, {"s": 400.0, **PARKED}, unlit=unlit) as run:
        assert isinstance(run.store, World)
        car, seen = run.store.family("vehicle").at(1), np.nan
        for _ in range(400):
            run.advance(SECOND // 10)
            seen = car.gap if np.isnan(seen) and car.gap is not None and car.s > 60.0 else seen
            if car.contact is not None:
                break
        return float(seen), float(car.speed)


def test_at_night_an_unlit_vehicle_is_seen_from_much_less_far_than_a_lit_one() -> None:
    lit, unlit, by_day = first_seen(NIGHT), first_seen(NIGHT, unlit=[2]), first_seen(CLEAR, unlit=[2])
    assert lit[0] > 280.0
    assert by_day[0] > 280.0
    assert 35.0 < unlit[0] < 45.0
    assert max(lit[1], unlit[1], by_day[1]) < 1.0
    assert first_seen(NIGHT, unlit=[1, 2])[0] < 15.0


def test_who_overdrives_its_headlamps_hits_what_is_unlit() -> None:
    """At 120 km/h nobody stops within 43 m, and drivers do not slow down so far at night: people do not, either."""
    assert first_seen(NIGHT, unlit=[2], speed=33.0)[1] > 10.0
    assert first_seen(NIGHT, speed=33.0)[1] < 1.0


def test_at_night_people_on_the_road_are_seen_only_in_the_beam() -> None:
    seen = {}
    for name, sky in (("day", CLEAR), ("night", NIGHT)):
        scene = Scene(crosswalk=False)
        scene.world.add("weather", **sky.columns)
        scene.car("car", 140.0)
        scene.world.add("person", "person", x=150.0, y=-1.6)
        with scene.run() as run:
            while scene.world["car"].walker is None:
                run.advance(SECOND // 10)
            seen[name] = scene.world["car"].walker
            run.advance(14 * SECOND)
            assert scene.world["car"].speed < 0.1
            assert scene.world["person"].contact is None
    assert seen["day"] > 60.0
    assert 40.0 < seen["night"] <= 45.0


def test_at_night_people_do_not_see_an_unlit_car_come() -> None:
    """Somebody steps out before a car without lights that heeds nobody, and waits for one with lights."""
    waited = {}
    for is_lit in (True, False):
        scene = Scene()
        scene.world.add("weather", **NIGHT.columns)
        scene.car("car", 60.0, speed=8.0, top_speed=8.0)
        scene.person("person", 1, 12.0)
        switch = [] if is_lit else [Switch("switch", rate=10, who=(scene.world["car"].id,))]
        links = [(f"{one.name}.pressed", "traffic/drivers.presses") for one in switch]
        with scene.run(*switch, is_reckless=True, links=links) as run:
            phases = set()
            for _ in range(80):
                run.advance(SECOND // 10)
                phases.add(scene.world["person"].phase)
        waited[is_lit] = "waiting" in phases
    assert waited == {True: True, False: False}


def test_a_night_goes_on_alike_from_forks_and_checkpoints(tmp_path: Path) -> None:
    cars = [{"s": 100.0 * k, "weather_caution": 0.4 + 0.2 * k} for k in range(1, 7)]
    with road(NIGHT, *cars, unlit=[3, 5]) as run, road(NIGHT, *cars, unlit=[3, 5]) as loaded:
        run.advance(4 * SECOND)
        save_checkpoint(run, tmp_path / "run.npz")
        load_checkpoint(loaded, tmp_path / "run.npz")
        twin, digests = fork(run), set()
        for one in (run, twin, loaded):
            one.advance(4 * SECOND)
            assert isinstance(one.store, World)
            digests.add(one.store.digest())
        assert len(digests) == 1
