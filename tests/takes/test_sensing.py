"""Sensors in studies: what a study may say of them, how they are shown, and who turns their dials."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from seahaven.errors import InputError
from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder, motorway
from seahaven.seats import LaneControls, SensorDialTurned, View
from seahaven.takes import load_take, open_run, sensors_in

HERE = "tests.takes.test_sensing"
STUDY = """\
study: Sensed
seed: 5
duration: 20 s
record: 10 Hz
roads: motorway.xodr
subject:
  name: ada
  on: M1
  at: 100 m
  speed: 20 m/s
  driver:
    python: "tests.takes.test_sensing:noting"
    controls: lane
    sensors:
      front: {kind: radar, ahead: 2.2 m, range: 180 m, field_of_view: 60 deg, rate: 5 Hz}
      mast: {kind: lidar, roadside: {x: 150 m, y: 10 m, heading: 180 deg}, up: 6 m, latency: 200 ms}
      sat: {kind: gps, noise: {drift: 0 m, distance: 0 m}}
    defects:
      - {sensor: front, at: 2 s, for: 1 s, press: dead}
      - {sensor: sat, at: 3 s, press: {shifted: 4 m}}
world:
  vehicle:
    slow: {on: M1, at: 160 m, speed: 20, driver: {top_speed: 20 m/s}}
triggers:
  late: {who: nobody, when: {at: 1 s}, orders: [{sensor: ada/mast, press: {dropped: 100 %}}]}
"""

views: list[View] = []


def noting(view: View) -> LaneControls:
    """Keep the speed, and the view."""
    views.append(view)
    return LaneControls(0.0)


class Hearing:
    """Keeps the turns of dials."""

    def __init__(self) -> None:
        self.turned: list[SensorDialTurned] = []

    def on_event(self, event: Any) -> None:
        if isinstance(event.value, SensorDialTurned):
            self.turned.append(event.value)


@pytest.fixture
def study(tmp_path: Path) -> Path:
    builder = Builder("street")
    builder.road("M1", motorway(lanes=3, limit=30.0)).straight(2000.0)
    write_opendrive(builder.build(), tmp_path / "motorway.xodr")
    path = tmp_path / "sensed.study.yaml"
    path.write_text(STUDY)
    views.clear()
    return path


def test_sensors_are_listed_with_what_they_are(study: Path) -> None:
    take = load_take(str(study), allow=["tests"])
    assert sensors_in(take.root) == {
        "ada/front": "radar, 60 deg, 180 m, 5 Hz",
        "ada/mast": "lidar, 360 deg, 100 m, 200 ms late, beside the road",
        "ada/sat": "gps",
    }


def test_a_study_a_trigger_and_a_program_turn_dials(study: Path) -> None:
    with open_run(str(study), allow=["tests"]) as run:
        hearing = Hearing()
        run.watch(hearing)
        run.advance(5.0)
        run.press("ada/front", "dirt", 0.7)
        run.advance(1.0)
    assert [(each.sensor, each.item, round(each.value, 3)) for each in hearing.turned] == [
        ("mast", "dropped", 1.0), ("front", "dead", 1.0), ("sat", "shifted", 4.0), ("front", "dead", 0.0),
        ("front", "dirt", 0.7),
    ]  # fmt: skip
    with_radar = [view.step for view in views if view.sensors.radar]
    assert [step for step in with_radar if step < 40] == [*range(0, 20, 2), *range(30, 40, 2)]
    assert max(view.step for view in views if view.sensors.lidar) <= 13
    off = {view.step: view.sensors.gps[0].y for view in views}
    assert off[40] - off[20] == pytest.approx(4.0, abs=0.2)


@pytest.mark.parametrize(
    ("was", "now", "message"),
    [
        ("kind: gps,", "kind: gsp,", r"sensed\.study\.yaml:LINE:.*'gsp'"),
        ("range: 180 m", "rnage: 180 m", r"sensed\.study\.yaml:LINE:.*rnage.*did you mean 'range'"),
        ("rate: 5 Hz", "rate: 50 Hz", r"sensor 'front' of 'ada' measures at 50 Hz, but its driver is asked at 10 Hz"),
        ("{sensor: front, at", "{sensor: frnt, at", r":LINE:.*no sensor 'frnt'.*did you mean 'front'"),
        ("press: dead", "press: deaf", r":LINE:.*no button or dial 'deaf'.*did you mean 'dead'"),
        ("shifted: 4 m", "shifted: 4 s", r":LINE:.*4 s"),
        ("dropped: 100 %", "dropped: 300 %", r":LINE:.*dropped"),
        ("ada/mast", "ada/mats", r":LINE:.*no sensor 'ada/mats'.*did you mean 'ada/mast'"),
        ("up: 6 m", "up: 6 m, ahead: 1 m", r"is not on the vehicle; leave out 'ahead'"),
        ("kind: radar", "kind: radar, nearest: 300 m", r"'nearest' must be less"),
        ("    defects:", "    ego: sensed\n    defects:", None),
        ("      sat: {kind: gps, noise: {drift: 0 m, distance: 0 m}}\n", "", r"no sensor 'sat'"),
        ("kind: radar, ahead: 2.2 m", "kind: radar, ahead: 2.2 m, dials: {dirt: 2}", r":LINE:.*dirt"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(study: Path, was: str, now: str, message: str | None) -> None:
    assert was in STUDY
    study.write_text(STUDY.replace(was, now, 1))
    if message is None:
        load_take(str(study), allow=["tests"])
        return
    with pytest.raises(InputError) as refused:
        load_take(str(study), allow=["tests"])
    message = message.replace("LINE", str(STUDY[: STUDY.index(was)].count("\n") + 1))
    assert re.search(message, str(refused.value), flags=re.S), str(refused.value)


def test_a_part_that_nothing_senses_is_refused(study: Path) -> None:
    study.write_text(
        re.sub(r"    sensors:.*?world:", "    objects: fused\nworld:", STUDY, flags=re.S).split("triggers:")[0]
    )
    with pytest.raises(
        InputError, match=r":14:.*nothing senses that: add a sensor of kind radar, lidar, camera or v2x"
    ):
        load_take(str(study), allow=["tests"])
