"""Software that finds its way blocked asks for another one, turns round, and comes by the checkpoints that are left."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.reels import Reel
from seahaven.roads import LaneMap
from seahaven.takes import load_production, load_take
from seahaven.testbed import DriveJob, Variant, play_and_judge
from tests.seats.test_reference_drivers import STRICT, built

EXAMPLE = Path(__file__).parents[2] / "examples" / "drives" / "blocked_road.study.yaml"
ROADS = EXAMPLE.parents[1] / "roads"
SHORT = f"""
study: blocked
duration: 42 s
record: 5
roads: [{ROADS}/proving_ground.rndf, {ROADS}/proving_ground.mdf]
subject:
  on: 3.1.1
  at: 50 m
  speed: 5 m/s
  driver: {{python: "examples.drivers.route_driver:RouteDriver"}}
objects:
  closed: {{use: blocked road, on: 3.1.1, at: 85 m}}
mission: {{checkpoints: [4]}}
"""


@pytest.fixture(scope="module")
def reel(tmp_path_factory: pytest.TempPathFactory) -> Reel:
    folder = tmp_path_factory.mktemp("blocked")
    path = folder / "blocked.study.yaml"
    path.write_text(SHORT)
    return load_take(path, allow=["examples"]).play(folder / "out")


def test_ways_round_are_known_for_each_lane_and_leg() -> None:
    ways = load_production(EXAMPLE, allow=["examples"]).ways
    assert ways
    assert ways.tracks
    detours, lane_map = ways.screenplay.detours, ways.tracks.lane_map
    assert detours
    found = {(way.leg, lane_map.name(way.lane)): way for way in detours.ways}
    way = found[2, "3.1.1:0:-1"]
    names = [lane_map.name(lane) for lane in way.route.lanes]
    assert names[0] == "3.2.1:0:-1"
    assert not any(name.startswith("3.1.1:") for name in names)
    assert [lane_map.name(way.route.lanes[one.place]) for one in way.route.checkpoints] == ["2.1.16:0:-1", "5.1:0:-1"]
    assert (3, "5.1:0:-1") not in found  # nothing lies beside a parking spot


def test_a_subject_that_is_blocked_is_given_another_way_and_turns_round(reel: Reel) -> None:
    told = {kind: (time, value) for time, kind, value in reel.happenings("AnotherWay", "DetourTaken", "Replanned")}
    assert told.keys() == {"AnotherWay", "DetourTaken"}
    assert told["DetourTaken"][1]["lane"] == "3.2.1:0:-1"
    rows = reel.table("vehicle", ["id", "lane", "heading", "speed"]).to_pylist()
    last = [row for row in rows if row["id"] == reel.manifest.subjects[0]][-1]
    network = reel.roads()
    assert network
    assert LaneMap(network).name(last["lane"]) == "3.2.1:0:-1"
    assert abs(last["heading"]) == pytest.approx(1.57, abs=0.3)
    assert last["speed"] > 1.0


def test_it_backs_and_touches_nothing(reel: Reel) -> None:
    rows = reel.table("vehicle", ["id", "speed"]).to_pylist()
    speeds = [row["speed"] for row in rows if row["id"] == reel.manifest.subjects[0]]
    assert min(speeds) < -0.5
    assert not list(reel.happenings("Collision"))


def test_without_objects_no_ways_are_planned(tmp_path: Path) -> None:
    path = tmp_path / "open.study.yaml"
    path.write_text(SHORT.replace("objects:\n  closed: {use: blocked road, on: 3.1.1, at: 85 m}\n", ""))
    ways = load_production(path, allow=["examples"]).ways
    assert ways
    assert ways.screenplay.detours is None


@pytest.mark.slow
@pytest.mark.parametrize("language", ["python", "c"])
def test_the_whole_mission_is_driven(language: str, tmp_path: Path) -> None:
    driver = str(built(tmp_path, *STRICT)) if language == "c" else ""
    job = DriveJob(str(EXAMPLE), tmp_path, None, Variant(driver=driver), ("examples", driver))
    outcome = play_and_judge(job)
    assert outcome.state == "passed", outcome
