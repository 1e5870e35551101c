"""Triggers that wait for a time to collision fire below the limit, and not above it."""

from __future__ import annotations

from math import pi

import pytest

from seahaven.direction import Trigger
from seahaven.direction.triggers import CollisionBelow
from seahaven.errors import InputError
from seahaven.kernel import SECOND, Controller
from seahaven.traffic import placed
from tests.direction.stages import FAST, SLOW, Scene, firings

LENGTH = 4.6
"""Of the cars (m)."""


def first_step(scene: Scene, *triggers: Trigger) -> list[tuple[str, int]]:
    """Which triggers fire by what they see in the very first step, and for whom."""
    run: Controller = scene.run(scene.triggers(*triggers), traffic=False)
    run.run(until=SECOND // 2)
    return [(name, who) for time, name, who in firings(run) if time < 0.15]


@pytest.mark.parametrize(("time", "fires"), [(2.95, True), (3.05, False)])
def test_it_fires_when_its_leader_is_nearer_in_time(time: float, fires: bool) -> None:
    scene = Scene()
    me = scene.car("me", 100.0, speed=20.0, gap=8.0 * time)
    scene.car("lead", 100.0 + LENGTH + 8.0 * time, speed=12.0)
    told = first_step(scene, Trigger("close", conditions=(CollisionBelow(3.0),)))
    assert told == ([("close", me)] if fires else [])


def test_a_leader_that_drives_away_is_never_hit() -> None:
    scene = Scene()
    scene.car("me", 100.0, speed=12.0, gap=3.0)
    scene.car("lead", 100.0 + LENGTH + 3.0, speed=12.1)
    assert not first_step(scene, Trigger("close", conditions=(CollisionBelow(60.0),)))


@pytest.mark.parametrize(("time", "fires"), [(2.95, True), (3.05, False)])
def test_a_certain_vehicle_counts_wherever_it_comes_from(time: float, fires: bool) -> None:
    scene = Scene()
    me = scene.car("me", 100.0, speed=20.0)
    gap = 100.0 + LENGTH + 35.0 * time
    columns = {**placed(scene.tracks, SLOW, gap, 0), "heading": pi, "pilot": "active"}
    ghost = scene.world.add("vehicle", "ghost", speed=15.0, **columns)
    scene.car("other", 110.0, speed=1.0)
    named = Trigger("named", who=(me,), conditions=(CollisionBelow(3.0, to=ghost),))
    assert first_step(scene, named) == ([("named", me)] if fires else [])


def test_any_vehicle_counts_ahead_and_behind_but_not_beside() -> None:
    scene = Scene()
    me = scene.car("me", 100.0, speed=20.0)
    scene.car("beside", 105.0, lane=FAST, speed=1.0)
    assert not first_step(scene, Trigger("any", conditions=(CollisionBelow(3.0, to="any"),)))
    scene = Scene()
    me = scene.car("me", 100.0, speed=20.0)
    scene.car("slow", 100.0 + LENGTH + 20.0, speed=10.0)
    told = first_step(scene, Trigger("any", conditions=(CollisionBelow(3.0, to="any"),), repeats=True))
    assert ("any", me) in told


def test_a_vehicle_that_is_gone_is_no_danger() -> None:
    scene = Scene()
    scene.car("me", 100.0)
    assert not first_step(scene, Trigger("gone", conditions=(CollisionBelow(3.0, to=99),)))


@pytest.mark.parametrize(("time", "to"), [(0.0, "leader"), (-1.0, "any"), (11.0, "any"), (float("nan"), "leader")])
def test_a_time_that_makes_no_sense_is_refused(time: float, to: str) -> None:
    with pytest.raises(InputError, match=r"a time to collision got .* s; expected a time above 0 s"):
        CollisionBelow(time, to)  # type: ignore[arg-type]
