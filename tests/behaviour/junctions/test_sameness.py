"""Same bytes: twice, from a snapshot in the middle of a busy junction, and whatever the order in which they came."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seahaven.behaviour.junctions.passages import Passages
from seahaven.kernel import SECOND, Controller, fork, load_checkpoint, save_checkpoint
from seahaven.world import World
from tests.behaviour.junctions.crossings import RATES, Scene, cross, ring_courses, roundabout

BOTH = pytest.mark.parametrize("rate", RATES)
COURSES = (
    "west>east", "south>north", "east>west", "north>south", "west>north", "south>west", "east>south", "north>east",
    "west>south", "south>east", "east>north", "north>west",
)  # fmt: skip


def passages(run: Controller) -> Passages:
    """Who is on which way."""
    junctions: Any = run["traffic/junctions"]
    junctions.freeze()
    known: Passages = junctions.passages
    return known


def busy(rate: float, control: str = "right before left", order: Sequence[int] | None = None) -> Scene:
    """Three cars from every arm, each to another one."""
    if control == "roundabout":
        scene = Scene(roundabout(), rate=rate, courses=ring_courses())
    else:
        scene = Scene(cross(control), rate=rate)
    if control == "lights":
        scene.lights(west="G", east="G")
        scene.lights(9.0, west="y", east="y")
        scene.lights(12.0, west="r", east="r")
        scene.lights(14.0, south="G", north="G")
    for k in order or range(len(COURSES)):
        scene.car(COURSES[k], COURSES[k], 18.0 + 22.0 * (k // 4) + 0.5 * k, speed=7.0)
    return scene


CONTROLS = pytest.mark.parametrize("control", ["yield", "right before left", "all-way stop", "lights", "roundabout"])


@BOTH
@CONTROLS
def test_a_snapshot_in_the_middle_of_a_busy_junction_gives_the_same_bytes(
    rate: float, control: str, tmp_path: Path
) -> None:
    straight = busy(rate, control)
    straight.controller().advance(22 * SECOND)
    run = busy(rate, control).controller()
    run.advance(12 * SECOND)
    assert (passages(run).ways >= 0).any()
    save_checkpoint(run, tmp_path / "run.npz")
    loaded = busy(rate, control).controller()
    load_checkpoint(loaded, tmp_path / "run.npz")
    for twin in (run, fork(run), loaded):
        twin.run(until=22 * SECOND)
        assert isinstance(twin.store, World)
        assert twin.store.digest() == straight.world.digest()


def test_a_fork_does_not_disturb_the_run_that_it_came_from() -> None:
    run = busy(10.0).controller()
    run.advance(9 * SECOND)
    other = fork(run)
    before = passages(run).fronts.copy()
    other.advance(5 * SECOND)
    assert (passages(run).fronts == before).all()


@pytest.mark.parametrize("control", ["yield", "lights", "roundabout"])
def test_the_order_in_which_vehicles_are_added_does_not_matter(control: str) -> None:
    found = []
    for order in (range(12), reversed(range(12))):
        scene = busy(10.0, control, tuple(order))
        scene.controller().advance(25 * SECOND)
        found.append([places(scene, name) for name in COURSES])
    assert np.allclose(found[0], found[1], atol=1e-9)


def places(scene: Scene, name: str) -> list[Any]:
    it = scene.world[name]
    return [it.x, it.y, it.speed, it.lane]


def test_whoever_leaves_and_whoever_comes_in_the_middle_of_it_changes_nothing_for_those_far_away() -> None:
    """Rows move: what each has set out on moves with it."""
    scene, twin = busy(10.0), busy(10.0)
    runs = [one.controller() for one in (scene, twin)]
    for run in runs:
        run.advance(6 * SECOND)
    scene.world.remove([scene.cast["west>south"].entity])
    runs[0].advance(SECOND // 10)
    runs[1].advance(SECOND // 10)
    for name in ("west>east", "south>north", "east>west", "north>south"):
        row = [
            int(np.flatnonzero(one.world.family("vehicle").ids == one.cast[name].entity)[0]) for one in (scene, twin)
        ]
        own = [passages(run) for run in runs]
        assert own[0].ways[row[0]].tolist() == own[1].ways[row[1]].tolist()
        assert own[0].dates[row[0]].tolist() == own[1].dates[row[1]].tolist()
