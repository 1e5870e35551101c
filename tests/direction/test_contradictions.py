"""Orders that contradict each other are told, and the drive goes on with the one that holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from seahaven.direction import Beacon, Beacons, Contradictions, Order, Party, Trigger
from seahaven.direction.log import Contradicted
from seahaven.direction.triggers import AtTime
from seahaven.kernel import SECOND, Controller, Hears, Module, State, Tick, fork, port
from seahaven.takes import load_take
from tests.direction.stages import Scene

STUDY = """
study: Two masters
duration: 10 s
roads: seahaven.roads.builder:rear_end_course
world: {vehicle: {ada: {on: highway.1, at: 900 m, to: highway.2}}}
traffic: {rate: 10 Hz}
triggers:
  first: {who: nobody, when: {at: 2 s}, orders: [{of: ada, press: {adjust_speed: 10}}]}
  second: {who: nobody, when: {at: 2 s}, orders: [{of: ada, press: {adjust_speed: 20}}]}
"""


class Clerk(Module):
    """Keeps what is told of contradictions, and when."""

    contradicted: Hears[Contradicted]
    kept: State[list[tuple[float, Any]]] = port([])

    def step(self, tick: Tick) -> None:
        """Listen."""
        self.kept.extend((round(event.date / SECOND, 3), event.value) for event in self.contradicted)


def at(seconds: float, name: str, car: int, item: str, value: float = 1.0) -> Trigger:
    return Trigger(name, (Order(Party.VEHICLES, item, value, ids=(car,)),), who=(), conditions=(AtTime(seconds),))


def ran(scene: Scene, *triggers: Trigger, beacons: tuple[Beacon, ...] = ()) -> Controller:
    """A run with triggers and beacons, and who tells of contradictions between them."""
    modules: list[Module] = [scene.triggers(*triggers)]
    if beacons:
        modules.append(Beacons("beacons", rate=10, beacons=beacons, lane_map=scene.lane_map))
    links = [(f"{module.name}.pressed", "contradictions.ordered") for module in modules]
    links.append(("contradictions.contradicted", "clerk.contradicted"))
    return scene.run(*modules, Contradictions("contradictions", rate=10), Clerk("clerk", rate=10), links=links)


def kept(run: Controller) -> list[tuple[float, Any]]:
    return next(module for module in run.root.walk() if isinstance(module, Clerk)).kept


@pytest.mark.parametrize(
    ("one", "other", "holds"),
    [
        (("adjust_speed", 10.0), ("adjust_speed", 25.0), ("adjust_speed", 25.0)),
        (("stop", 1.0), ("go", 1.0), ("go", 1.0)),
        (("release", 1.0), ("adjust_speed", 12.0), ("release", 1.0)),
        (("slow_side", 1.0), ("slow_side", -1.0), ("slow_side", 1.0)),
    ],
)
def test_of_two_triggers_it_is_told_which_one_holds(one: Any, other: Any, holds: Any) -> None:
    scene = Scene()
    car = scene.car("car", 500.0)
    run = ran(scene, at(2.0, "first", car, *one), at(2.0, "second", car, *other))
    run.run(until=4 * SECOND)
    ((_, told),) = kept(run)
    assert (told.entity, told.item, told.value) == (car, *holds)
    assert {(told.item, told.value), (told.other_item, told.other_value)} == {one, other}
    assert (told.by, told.other_by) == ("triggers", "triggers")


@pytest.mark.parametrize("speeds", [(12.0, 24.0), (24.0, 12.0)])
def test_the_driver_does_what_is_told_to_hold_and_drives_on(speeds: tuple[float, float]) -> None:
    scene = Scene()
    car = scene.car("car", 500.0)
    run = ran(scene, *(at(2.0, f"trigger {v}", car, "adjust_speed", v) for v in speeds))
    run.run(until=20 * SECOND)
    assert scene.world.entity(car).speed == pytest.approx(24.0, abs=0.3)


def test_what_goes_together_or_is_told_later_or_to_others_contradicts_nothing() -> None:
    scene = Scene()
    car, other = scene.car("car", 500.0), scene.car("other", 800.0)
    same = [at(2.0, f"same {k}", car, "adjust_speed", 15.0) for k in range(2)]
    run = ran(
        scene, *same, at(2.0, "lane", car, "change_lane", 1.0), at(2.0, "else", other, "adjust_speed", 9.0),
        at(3.0, "later", car, "adjust_speed", 20.0),
    )  # fmt: skip
    run.run(until=5 * SECOND)
    assert kept(run) == []


def test_a_beacon_that_tells_again_and_again_is_told_of_once_and_again_after_a_while() -> None:
    scene = Scene()
    car = scene.car("car", 500.0)
    loud = [Beacon(name, (("adjust_speed", v),), rides=car, every=0.1) for name, v in (("low", 10.0), ("high", 20.0))]
    scene.car("near", 540.0)
    run = ran(scene, at(0.0, "idle", car, "brake_lights", 1.0), beacons=tuple(loud))
    run.run(until=4 * SECOND)
    assert len(kept(run)) == 1
    with fork(run) as twin:
        twin.run(until=8 * SECOND)
        assert len(kept(twin)) == 1


def test_a_study_tells_of_them(tmp_path: Path) -> None:
    path = tmp_path / "two.study.yaml"
    path.write_text(STUDY)
    take = load_take(path)
    take.root.add(Clerk("clerk", rate=10))
    take.root.link("contradictions.contradicted", "clerk.contradicted")
    with take.controller() as run:
        run.run(until=5 * SECOND)
        ((time, told),) = kept(run)
    assert (time, told.value, told.other_value) == (pytest.approx(2.1, abs=0.15), 20.0, 10.0)


def test_a_study_in_which_one_gives_orders_has_nobody_to_tell_of_them(tmp_path: Path) -> None:
    path = tmp_path / "one.study.yaml"
    path.write_text("\n".join(line for line in STUDY.splitlines() if not line.startswith("  second")))
    assert not any(isinstance(module, Contradictions) for module in load_take(path).root.walk())
