"""People on foot see vehicles that keep to no lane, whichever way these come."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np
import pytest

from seahaven.behaviour import Lookout
from seahaven.kernel import SECOND, Controller, Module, Tick, Visits
from tests.behaviour.coping.hooligan import LENGTH, STEP, WIDTH, Hooligan, Poses, backwards, driven
from tests.behaviour.coping.judge import meet
from tests.behaviour.coping.trial import OWNED
from tests.traffic.streets import WALK, Orders, Scene

CROSSES = 8.0
"""How far along its route over the street somebody begins."""
LANE = -1.6
"""How far to the left of the middle of the street the lane to the east lies."""


def along_lane(begin: float, end: float, y: float, speed: float) -> Poses:
    """Poses along the street, from one place to another."""
    x = np.linspace(begin, end, round(abs(end - begin)))
    return driven(np.column_stack((x, np.full(len(x), y), np.zeros(len(x)), np.zeros(len(x)))), speed)


def watched(
    scene: Scene, poses: Poses, seconds: float, *modules: Module, **options: Any
) -> tuple[list[tuple[float, ...]], bool]:
    """Where somebody on foot was, step by step, and whether the hooligan touched it."""
    x, y, heading, speed = poses[0].tolist()
    world = scene.world
    entity = world.add("vehicle", x=x, y=y, heading=heading, speed=speed, length=LENGTH, width=WIDTH)
    run = scene.run(*modules, **options)
    world.grant("hooligan", "vehicle", ids=[])
    run.add(Hooligan("hooligan", rate=1.0 / STEP, poses=poses, begin=0.0))
    world.transfer(entity, OWNED, to="hooligan")
    places, touched = [], False
    with run:
        for _ in range(round(seconds / STEP)):
            run.advance(int(STEP * SECOND))
            person, ghost = world["person"], world.family("vehicle")
            mine = np.array([person.x, person.y, person.heading])
            its = np.array([ghost.x[0], ghost.y[0], ghost.heading[0]])
            touched |= meet(mine, (person.length, person.width), its, (LENGTH, WIDTH))
            places.append((person.x, person.y, person.speed))
    return places, touched


@pytest.mark.parametrize("away", [45.0, 55.0, 65.0, 75.0, 85.0])
@pytest.mark.parametrize("how", ["wrong way", "reversing"])
def test_nobody_steps_before_a_vehicle_that_comes_the_wrong_way_or_backwards(how: str, away: float) -> None:
    scene = Scene()
    scene.person("person", 1, CROSSES)
    speed = 8.0
    if how == "wrong way":
        poses = along_lane(WALK + away, WALK - 60.0, LANE, speed)
    else:
        poses = backwards(along_lane(WALK + away, WALK - 60.0, LANE, speed))
    places, touched = watched(scene, poses, 40.0)
    assert not touched
    assert places[-1][1] > 3.3  # and across in the end


def test_on_the_pavement_people_step_aside() -> None:
    scene = Scene()
    scene.person("person", 0, 60.0)
    begin = scene.routes.place(0, 60.0)
    poses = along_lane(begin["x"] + 80.0, begin["x"] - 20.0, begin["y"] + 1.0, 4.0)
    places, _ = watched(scene, poses, 22.0)
    asides = [y for _, y, _ in places]
    assert min(asides) < begin["y"] - 0.3  # away from it, as far as the pavement goes
    assert places[-1][2] > 0.8  # and on its way again


@pytest.mark.parametrize("aside", [0.3, 0.0, -0.3])
@pytest.mark.parametrize("turned", [0.0, pi])
def test_people_who_stand_step_aside_for_a_vehicle_on_the_pavement(aside: float, turned: float) -> None:
    scene = Scene()
    scene.person("person", 0, 60.0)
    begin = scene.routes.place(0, 60.0)
    way = along_lane(begin["x"] + 60.0, begin["x"] - 20.0, begin["y"] + aside + 0.8, 3.0)
    if turned == 0.0:
        way = along_lane(begin["x"] - 40.0, begin["x"] + 60.0, begin["y"] + aside + 0.8, 3.0)
    stay = Orders("orders", rate=10.0, who=int(scene.world["person"].id), item="wait")
    places, touched = watched(scene, way, 18.0, stay, links=[("orders.pressed", "people/walkers.presses")])
    assert not touched
    assert abs(places[-1][0] - begin["x"]) < 1.0  # it still stands there
    assert places[-1][2] == 0.0


def test_people_at_the_kerb_step_back_from_a_vehicle_that_cuts_across_it() -> None:
    scene = Scene()
    scene.person("person", 1, CROSSES)
    before = scene.world["person"].y
    cuts = along_lane(WALK + 60.0, WALK - 60.0, -3.4, 8.0)  # half on the kerb
    places, touched = watched(scene, cuts, 30.0)
    assert not touched
    assert before < -4.0
    assert places[-1][1] > 3.3  # and across in the end


def test_people_look_around_in_compiled_code_unless_a_vehicle_may_keep_to_no_lane(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visits, step = list[int](), Lookout.step

    def counted(self: Lookout, tick: Tick) -> None:
        visits.append(tick.now)
        step(self, tick)

    monkeypatch.setattr(Lookout, "step", counted)
    scene = Scene()
    scene.person("person", 1, CROSSES)
    with scene.run() as run:
        run.advance(3 * SECOND)
    assert not visits
    ways = []
    for how in (Visits.NEEDED, Visits.ALL):
        monkeypatch.setattr(Controller, "usual_visits", how)
        scene = Scene()
        scene.person("person", 1, CROSSES)
        ways.append(watched(scene, along_lane(WALK + 45.0, WALK - 60.0, LANE, 8.0), 10.0))
    assert visits
    assert ways[0] == ways[1]
