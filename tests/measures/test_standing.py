"""Vehicles that stood or crawled are found in the recording, with the likely reason."""

from __future__ import annotations

from pathlib import Path

from seahaven.measures import Delay, delays, lanes_of
from seahaven.reels import Reel
from seahaven.roads.builder import Builder, kmh, motorway, town_street
from seahaven.roads.model import RoadNetwork
from seahaven.takes import load_take, summarise

STUDY = """\
study: Held up
duration: {seconds} s
record: 2 Hz
roads: tests.measures.test_standing:{roads}
subject: {{name: ada, on: M1, lane: right, at: 20 m, speed: 20 km/h}}
traffic: {{rate: 10 Hz}}
world:
  vehicle:
    {vehicles}
modules:
  {modules}
"""


def flat() -> RoadNetwork:
    """A kilometre of motorway."""
    builder = Builder("flat")
    builder.road("M1", motorway(limit=kmh(100))).straight(1000)
    return builder.build()


def street() -> RoadNetwork:
    """A kilometre of street with one lane each way, on which nobody passes."""
    builder = Builder("street")
    builder.road("M1", town_street(limit=kmh(50))).straight(1000)
    return builder.build()


def hill() -> RoadNetwork:
    """A road that goes uphill by 10 %."""
    builder = Builder("hill")
    builder.road("M1", motorway(limit=kmh(100))).straight(200).grade(0.1).straight(1500)
    return builder.build()


def played(folder: Path, seconds: int, roads: str, vehicles: str, modules: str = "{}") -> Reel:
    folder.mkdir(exist_ok=True)
    path = folder / "held.study.yaml"
    text = STUDY.format(seconds=seconds, roads=roads, vehicles=vehicles, modules=modules)
    path.write_text(text.replace("modules:\n  {}\n", ""))
    return load_take(path, allow=("tests",)).play(folder / "out")


def held(reel: Reel) -> tuple[Delay, ...]:
    return delays(reel, lambda: lanes_of(reel, {}))


STOPS = "stop: {use: cue, rate: 10 Hz, entity: lead, with: {at: 1 s, button: brake, value: 4}}"
LEAD = "lead: {on: M1, lane: right, at: 300 m, speed: 50 km/h, driver: ordinary}"
BEHIND = "    behind: {on: M1, lane: right, at: 270 m, speed: 50 km/h, driver: ordinary}"


def test_a_queue_is_named_with_the_vehicle_at_its_head(tmp_path: Path) -> None:
    reel = played(tmp_path, 170, "street", LEAD + "\n" + BEHIND, STOPS)
    found = {delay.label: delay for delay in held(reel)}
    assert found["lead"].reason == "for no reason that the recording shows"
    assert 150.0 < found["lead"].seconds < 170.0
    assert found["behind"].reason == "in a queue of 2 behind lead: for no reason that the recording shows"
    assert summarise(reel).delays == held(reel)


def test_two_minutes_are_the_limit(tmp_path: Path) -> None:
    assert held(played(tmp_path, 118, "flat", LEAD, STOPS)) == ()


def test_a_truck_without_power_is_named_with_the_grade(tmp_path: Path) -> None:
    weak = "truck: {on: M1, lane: right, at: 300 m, speed: 20 km/h, driver: ordinary, power: 3.0}"
    reel = played(tmp_path, 90, "hill", weak)
    (delay,) = [one for one in held(reel) if one.label == "truck"]
    assert "3 W/kg climb 10.0 % no faster than" in delay.reason
    strong = "truck: {on: M1, lane: right, at: 300 m, speed: 20 km/h, driver: ordinary, power: 30.0}"
    assert [one for one in held(played(tmp_path / "b", 90, "hill", strong)) if one.label == "truck"] == []
