"""Induction loops count every vehicle once, measure speeds, and know for how long they are covered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.kernel import SECOND, Controller, Module, Tick, fork
from seahaven.measures import detector_intervals
from seahaven.reels import Recorder, Reel
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, motorway
from seahaven.traffic import DETECTOR, VEHICLES, Detector, Detectors, place_detectors
from seahaven.world import World, writes

DT = 0.1


class Along(Module):
    """Moves vehicles along two lanes that follow each other, and to the lane beside where it is told to."""

    cars = writes("vehicle", "lane", "s", "speed")
    to_left = False

    def step(self, tick: Tick) -> None:
        s = self.cars.s + self.cars.speed * tick.dt
        lane = self.cars.lane.copy()
        onward = s >= LENGTH
        lane[onward & (lane == FIRST)] = SECOND_LANE
        self.cars.s, self.cars.lane = np.where(onward, s - LENGTH, s), lane


def _lanes() -> LaneMap:
    builder = Builder("works")
    builder.road("a", motorway(lanes=2).one_way()).straight(200.0).drop_lane(taper=10.0).straight(50.0)
    return LaneMap.of(builder.build())


LANES = _lanes()
FIRST = next(lane for lane in range(len(LANES)) if LANES.successors(lane) and not LANES.predecessors(lane))
SECOND_LANE = LANES.successors(FIRST)[0]
LENGTH = float(LANES.length[FIRST])


def run(detectors: list[Detector], **cars: Any) -> tuple[Controller, World]:
    world = World([VEHICLES, DETECTOR])
    for k in range(len(cars["s"])):
        world.add("vehicle", lane=FIRST, x=0.0, y=0.0, **{name: column[k] for name, column in cars.items()})
    place_detectors(world, LANES, detectors)
    root = Module("root", Along("along", rate=10), Detectors("detectors", rate=10, lane_map=LANES))
    return Controller(root, seed=1, store=world), world


def test_a_loop_counts_each_vehicle_once_with_its_speed_and_the_time_it_is_covered() -> None:
    loops = [Detector("gate", FIRST, 50.0, interval=5.0)]
    controller, world = run(loops, s=[10.0, 40.0], speed=[20.0, 10.0], length=[4.0, 8.0])
    controller.advance(4 * SECOND)
    gate = world["gate"]
    assert (gate.passed, gate.measured) == (2, None)
    assert gate.last_speed == 20.0
    assert gate.last_passed == pytest.approx(2.0, abs=1e-9)
    controller.advance(2 * SECOND)
    assert (gate.measured, gate.vehicles, gate.flow) == (5.0, 2, 1440.0)
    assert gate.speed == pytest.approx(15.0)
    assert gate.occupancy == pytest.approx((10.0 / 10.0 + 6.0 / 20.0) / 5.0)
    controller.advance(5 * SECOND)
    assert (gate.vehicles, gate.speed, gate.occupancy, gate.passed) == (0, None, 0.0, 2)


def test_a_vehicle_that_stands_on_a_loop_covers_it_all_the_time() -> None:
    controller, world = run([Detector("gate", FIRST, 50.0, interval=1.0)], s=[49.9], speed=[2.0], length=[4.0])
    controller.advance(SECOND)
    assert world["gate"].is_occupied
    controller.advance(SECOND + SECOND // 5)
    assert world["gate"].occupancy == pytest.approx(1.0)


def test_loops_behind_and_before_the_end_of_a_lane_miss_nobody() -> None:
    loops = [Detector("before", FIRST, LENGTH - 0.5), Detector("behind", SECOND_LANE, 0.5)]
    controller, world = run(loops, s=[LENGTH - 3.0, LENGTH - 60.0], speed=[33.0, 31.0], length=[4.0, 4.0])
    controller.advance(4 * SECOND)
    assert [world[name].passed for name in ("before", "behind")] == [2, 2]


def test_the_same_run_forked_tells_the_same_bytes() -> None:
    gate = Detector("gate", FIRST, 50.0, interval=1.0)
    controller, world = run([gate], s=[10.0, 40.0], speed=[20.0, 10.0], length=[4.0, 8.0])
    controller.advance(SECOND)
    twin = fork(controller)
    for each in (controller, twin):
        each.advance(2 * SECOND)
    assert world.digest() == twin.store.digest()  # type: ignore[union-attr]


def test_intervals_of_a_recording_are_a_table(tmp_path: Path) -> None:
    loops = [Detector("gate", FIRST, 50.0, interval=2.0), Detector("far", FIRST, 150.0, interval=1.0)]
    controller, world = run(loops, s=[15.0], speed=[20.0], length=[4.0])
    families, names = (world.family("detector").type,), dict(world.names)
    controller.add(Recorder("recorder", rate=10, families=families, folder=tmp_path / "a.reel", names=names))
    controller.advance(4 * SECOND + SECOND // 5)
    controller.end()
    table = detector_intervals(Reel.open(tmp_path / "a.reel"))
    assert [[*row[:4]] for row in table] == [
        ["far", 0.0, 1.0, 0], ["gate", 0.0, 2.0, 1], ["far", 1.0, 2.0, 0], ["far", 2.0, 3.0, 0], ["gate", 2.0, 4.0, 0],
        ["far", 3.0, 4.0, 0],
    ]  # fmt: skip


def test_a_loop_without_a_sensible_interval_is_refused() -> None:
    with pytest.raises(InputError, match="detector 'gate' has interval 0; expected 0\\.001 or more"):
        Detector("gate", FIRST, 50.0, interval=0.0)
