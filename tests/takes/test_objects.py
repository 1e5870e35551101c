"""Objects that a study places, and impossible situations that it stages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.reels import Reel
from seahaven.takes import load_take, open_run, staged_in

STUDY = """
study: objects
seed: 3
duration: {duration}
record: 10
roads: tests.testbed.streets:street
subject:
  name: ego
  on: street
  at: 10 m
  lane: -1
  speed: 12 m/s
  driver: {{python: "tests.testbed.streets:Steady", parameters: {{speed: 12.0}}}}
{more}
"""
ALLOW = ("tests",)
OBJECTS = """
objects:
  cone: {use: cone, on: street, at: 30 m, lane: -1}
  works: {use: road works, on: street, at: 70 m, to: 110 m, lane: -2}
  row: {use: cones, on: street, at: 100 m, to: 60 m, lane: 1, offset: 1 m, until_offset: -1 m, spacing: 10 m}
  closed: {use: blocked road, on: street, at: 140 m}
  parked: {use: parked, on: street, at: 50 m, lane: 2}
  wreck: {use: broken down, type: truck, on: street, at: 40 m, lane: 1}
"""
STAGED = """
staged:
  truck: {type: truck, ahead: 10 m, time: 1 s}
  runner: {type: car, ahead: 30 m, driven: 6 m, speed: 15 m/s}
  board: {type: barrier, on: street, at: 120 m, lane: -2, time: 0.5 s, turned: 90 deg}
"""


def study(folder: Path, more: str, *, duration: str = "5 s") -> Path:
    path = folder / "objects.study.yaml"
    path.write_text(STUDY.format(duration=duration, more=more))
    return path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Reel:
    folder = tmp_path_factory.mktemp("objects")
    return load_take(study(folder, OBJECTS), allow=ALLOW).play(folder / "out")


def rows(reel: Reel, name: str) -> dict[str, np.ndarray[Any, Any]]:
    table = reel.table("vehicle", ["time", "id", "x", "y", "heading", "speed", "turn_light", "lane"])
    own = table.filter(np.array(table.column("id")) == reel.manifest.names[name])
    return {column: np.array(own.column(column)) for column in own.column_names}


def test_objects_are_rows_of_the_world_with_names(played: Reel) -> None:
    names = played.manifest.names
    assert {"cone", "works 1", "row 5", "parked", "wreck", "closed 1", "closed 8"} <= names.keys()
    ((kinds,),) = played.query("select count(distinct kind) from vehicle where kind in ('cone', 'barrier')").fetchall()
    assert kinds == 2
    row = [rows(played, f"row {k}") for k in range(1, 6)]
    assert [each["x"][0] for each in row] == pytest.approx([100.0, 90.0, 80.0, 70.0, 60.0])
    assert np.ptp([each["y"][0] for each in row]) == pytest.approx(2.0)
    wreck = rows(played, "wreck")
    assert wreck["turn_light"][0] == "hazard"
    assert np.cos(wreck["heading"][0]) == pytest.approx(-1.0)


def test_barriers_close_all_lanes(played: Reel) -> None:
    ends = [(y := rows(played, f"closed {k}")["y"][0]) - 1.0 for k in range(1, 9)]
    assert np.diff(sorted(ends)).max() < 2.0
    assert max(ends) - min(ends) > 4 * 3.0 - 2.0
    assert y is not None


def test_a_cone_that_is_struck_is_thrown_and_slides_to_rest(played: Reel) -> None:
    cone = rows(played, "cone")
    assert cone["x"][0] == pytest.approx(30.0)
    assert (np.diff(cone["x"]) >= 0.0).all()
    assert cone["x"][-1] > 40.0
    assert cone["speed"][-1] == 0.0
    ego = rows(played, "ego")
    assert ego["speed"].min() > 11.0  # a cone weighs nothing


def test_a_parked_vehicle_that_is_struck_is_pushed_and_stays_where_it_comes_to_rest(tmp_path: Path) -> None:
    more = "objects: {parked: {use: parked, on: street, at: 30 m, lane: -1, offset: 0.3 m}}"
    reel = load_take(study(tmp_path, more, duration="6 s"), allow=ALLOW).play(tmp_path / "out")
    parked = rows(reel, "parked")
    moved = parked["x"] - parked["x"][0]
    assert moved[:10].max() == 0.0
    assert 1.0 < moved[-1] < 15.0
    assert moved[-1] == pytest.approx(moved[-5], abs=0.05)
    assert parked["speed"][-1] == pytest.approx(0.0, abs=0.05)


def test_what_stands_there_costs_no_visit_and_changes_no_byte_from_run_to_run(tmp_path: Path) -> None:
    more = OBJECTS + STAGED
    first, second = (
        load_take(study(tmp_path, more, duration="3 s"), allow=ALLOW).play(tmp_path / name) for name in "ab"
    )
    for name in ("vehicle.parquet", "events.parquet"):
        assert (first.path / name).read_bytes() == (second.path / name).read_bytes()


def test_what_is_staged_is_there_all_at_once_and_recorded_as_that(tmp_path: Path) -> None:
    reel = load_take(study(tmp_path, STAGED, duration="3 s"), allow=ALLOW).play(tmp_path / "out")
    told = reel.query("select time, value from events where kind = 'Staged' order by time").fetchall()
    events = {json.loads(value)["name"]: (time, json.loads(value)) for time, value in told}
    assert events.keys() == {"truck", "runner", "board"}
    time, truck = events["truck"]
    assert truck["distance"] == pytest.approx(10.0, abs=0.01)
    frames = rows(reel, "truck")
    assert frames["time"][0] == pytest.approx(time) == pytest.approx(1.1)
    assert np.ptp(frames["x"][:3]) == 0.0
    runner = rows(reel, "runner")
    assert runner["x"][-1] > runner["x"][0] + 20.0
    assert staged_in(reel)[0] == "runner at 0.5 s, 30.0 m ahead"


def test_a_run_with_objects_goes_back_and_forks_to_the_same_bytes(tmp_path: Path) -> None:
    path = study(tmp_path, OBJECTS.replace("{use: cone,", "{use: barrier,"), duration="3 s")
    text = path.read_text().replace("parameters:", "stateless: true, parameters:")
    path.write_text(text)
    with open_run(path, allow=ALLOW) as run:
        run.advance(1.5)
        kept = run.snapshot()
        run.advance(1.0)
        there = [run.world[name].x for name in ("cone", "ego")]
        run.restore(kept)
        run.advance(1.0)
        assert [run.world[name].x for name in ("cone", "ego")] == there


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("objects: {a: {use: cone, on: street, at: 10 m}}", "'street' is a road; add the number of the 'lane'"),
        ("objects: {a: {use: cone, on: road, at: 10 m, lane: -1}}", "road"),
        ("objects: {a: {use: cone, on: street, at: 400 m, lane: -1}}", "road 'street' has no s=400; it is 150 m long"),
        ("objects: {a: {use: cones, on: street, at: 10 m, lane: -1}}", "'cones' needs 'to': how far it reaches"),
        ("objects: {a: {use: cone, on: street, at: 10 m, to: 20 m, lane: -1}}", "'cone' stands at one place"),
        ("objects: {a: {use: cone, on: street, at: 10 m, lane: -1}}", "'a' is where 'ego' is; put one of them"),
        ("objects: {a: {use: cone, type: van, on: street, at: 40 m, lane: -1}}", "'type' is for parked and broken"),
        ("objects: {a: {use: blocked road, on: street, at: 40 m, lane: -1}}", "'blocked road' closes all lanes"),
        ("staged: {a: {type: truck, ahead: 5 m}}", "say when: at a 'time', or once the subject has 'driven'"),
        ("staged: {a: {type: truck, time: 5 s}}", "say where: so far 'ahead' of the subject, or 'on' a road"),
        ("staged: {a: {type: cone, ahead: 5 m, time: 1 s, speed: 3 m/s}}", "a cone does not drive; leave 'speed' out"),
        ("staged: {a: {type: trukc, ahead: 5 m, time: 1 s}}", "there is no vehicle type 'trukc'; did you mean"),
    ],
)
def test_objects_that_make_no_sense_are_refused_with_their_place(tmp_path: Path, more: str, message: str) -> None:
    path = study(tmp_path, more)
    with pytest.raises(InputError, match=message) as refused:
        load_take(path, allow=ALLOW)
    assert str(path) in str(refused.value)
