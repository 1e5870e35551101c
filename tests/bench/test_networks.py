"""Networks of others are judged from recordings; those on which nobody drives 300 m are listed with the reason."""

from __future__ import annotations

from pathlib import Path

from seahaven.bench.realism.network_rows import network_rows
from seahaven.bench.realism.networks import LEAST, drive_network, frames, long_trips
from seahaven.bench.realism.safety import BOX, Log
from seahaven.kernel import SECOND, Controller, Module
from seahaven.reels import Recorder, Reel
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, motorway
from seahaven.roads.formats import write_opendrive
from seahaven.traffic import VEHICLES
from seahaven.world import World


def straight(length: float) -> LaneMap:
    builder = Builder("straight")
    builder.road("a", motorway(lanes=2).one_way()).straight(length)
    return LaneMap(builder.build())


def test_trips_are_as_many_as_was_asked_for() -> None:
    assert len(long_trips(straight(LEAST + 100.0), seconds=60.0).trips) == 25


def test_a_drive_is_judged_from_its_recording() -> None:
    found = drive_network(straight(400.0), seconds=30.0, step=0.5)
    assert (found.trips, found.collisions, found.longest, found.told) == (12, 0, 0.0, ())
    assert found.km > 1.0


def test_boxes_that_overlap_in_a_recording_are_collisions(tmp_path: Path) -> None:
    world = World([VEHICLES])
    for x in (0.0, 3.0, 20.0):
        world.add("vehicle", x=x, y=0.0, z=0.0)
    root = Module("root", Recorder("recorder", rate=1, families=(VEHICLES,), folder=tmp_path / "a.reel"))
    with Controller(root, store=world) as run:
        run.advance(SECOND)
    log = Log()
    for _, vehicles in frames(Reel.open(tmp_path / "a.reel"), "vehicle", (*BOX, "speed", "acceleration")):
        log.note(vehicles, step=1.0, counts_braking=True)
    assert log.collisions == 1


def test_networks_without_a_long_trip_are_listed_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "xodr" / "mine").mkdir(parents=True)
    write_opendrive(straight(400.0).network, tmp_path / "xodr" / "mine" / "long.xodr")
    write_opendrive(straight(200.0).network, tmp_path / "xodr" / "mine" / "short.xodr")
    rows = list(network_rows(tmp_path, seconds=10.0, seeds=1, steps=(0.5,), progress=lambda _: None))
    assert [(row.name, row.holds) for row in rows] == [
        ("long, collisions", True), ("long, longest stand", True), ("short, collisions", None)
    ]  # fmt: skip
    assert "the longest trip in 'straight' has 200 m; expected 300" in rows[2].unit
    (nothing,) = network_rows(tmp_path / "no", seconds=10.0, seeds=1, steps=(0.5,), progress=lambda _: None)
    assert "none in" in nothing.unit
