"""Freely driven subjects in studies: through the lesson town with pedals, recorded, reset and forked."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from seahaven.motion import FLEET
from seahaven.takes import open_run

STUDY = """\
study: Pedals in town
seed: 1
duration: 2 min
record: 10 Hz
roads: seahaven.roads.builder:lesson_town
subject:
  {name: ada, on: High_Street.1, at: 60 m, to: Station_Road.7, via: [Station_Road.4, East_Street.2], speed: 40 km/h,
  driver: {python: "examples.drivers.route_driver:RouteDriver", controls: pedals, rate: 20 Hz}}
traffic: {random: {rate: 600/h, fringe: 3, least: 250 m}, warm_up: 1 min}
people: {rate: 100/h}
"""


def test_it_drives_through_a_town_in_its_lane(tmp_path: Path) -> None:
    path = tmp_path / "pedals.study.yaml"
    path.write_text(STUDY)
    with open_run(path, allow=["examples"]) as run:
        offsets, lanes = [], set[int]()
        for _ in range(450):
            run.advance(0.2)
            offsets.append(abs(run["ada"].offset))
            lanes.add(int(run["ada"].lane))
        assert max(offsets) < 1.0
        assert len(lanes) > 6
        assert -1 not in lanes
        assert run["ada"].contact is None


def test_wheel_and_pedals_are_recorded_at_the_rate_of_the_seat(tmp_path: Path) -> None:
    path = tmp_path / "pedals.study.yaml"
    path.write_text(STUDY)
    tables = []
    for out in (tmp_path / "first", tmp_path / "second"):
        with open_run(path, allow=["examples"]) as run:
            run.record(out)
            run.advance(3.0)
            reel = run.stop_recording()
            assert "cockpit" not in reel.families
            tables.append(run.cockpit_reel.table("cockpit"))
    times = tables[0].column("time").to_numpy()
    assert np.allclose(np.diff(times), 0.01)
    assert times[-1] >= 2.98
    assert {"wheel", "throttle", "brake", "gear", "turn_light", "horn", "engine"} <= set(tables[0].column_names)
    assert tables[0].column("throttle").to_numpy().max() > 0.0
    assert tables[0].equals(tables[1])


FREE = 'driver: {python: "seahaven.bench.seat.cruise:Cruise", stateless: true}'
TWO = f"""\
study: Two
seed: 3
duration: 1 min
roads: ROADS
subjects:
  ada: {{on: A1.1, at: 6 km, to: A1.4, speed: 100 km/h, {FREE}}}
  bob: {{on: A1.1, at: 6.05 km, to: A1.4, speed: 60 km/h, type: truck, {FREE}}}
traffic: {{ambient: {{radius: 1 km, density: 8/km}}}}
"""


def test_two_freely_driven_subjects_are_reset_and_forked_to_the_same_bytes(tmp_path: Path) -> None:
    roads = Path(__file__).parents[2] / "examples" / "roads" / "motorway.xodr"
    path = tmp_path / "two.study.yaml"
    path.write_text(TWO.replace("ROADS", str(roads)))
    with open_run(path) as run:
        run.advance(3.0)
        first = run.world.digest()
        assert run["bob"].length == FLEET["truck"].length
        run.reset()
        run.advance(1.5)
        with run.fork() as twin:
            twin.advance(1.5)
            assert twin.world.digest() == first
        run.advance(1.5)
        assert run.world.digest() == first
        run.reset(4)
        run.advance(3.0)
        other = run.world.digest()
    with open_run(path, seed=4) as run:
        run.advance(3.0)
        assert run.world.digest() == other != first
