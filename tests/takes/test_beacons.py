"""Beacons and streams of study files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.takes import check, load_take

STUDY = """
study: Told
duration: {seconds} s
record: 10 Hz
roads: seahaven.roads.builder:lesson_town
subject: {{name: ada, on: High_Street.1, at: 60 m, to: High_Street.6, speed: 30 km/h}}
world:
  vehicle:
    bob: {{on: High_Street.1, at: 120 m, to: High_Street.6, speed: 30 km/h}}
    eve: {{on: High_Street.1, at: 150 m, to: High_Street.6, speed: 30 km/h}}
triggers:
{triggers}
beacons:
{beacons}
"""
OFF = "  off: {who: nobody, when: {at: 3 s}, orders: [{beacon: slow, press: off}]}"


def write(folder: Path, beacons: str, triggers: str = OFF, seconds: int = 5) -> Path:
    path = folder / "told.study.yaml"
    path.write_text(STUDY.format(beacons=beacons, triggers=triggers, seconds=seconds))
    return path


def test_a_beacon_on_the_subject_slows_those_ahead_but_for_the_cast_until_a_trigger_switches_it_off(
    tmp_path: Path,
) -> None:
    slow = "  slow: {rides: ada, reach: 200 m, sides: [ahead], exempt: [eve], message: {adjust_speed: 18 km/h}}"
    take = load_take(write(tmp_path, slow))
    reel = take.play(tmp_path / "out")
    notes = [(round(n["time"], 2), json.loads(n["value"])) for n in reel.events().to_pylist() if n["kind"] == "Press"]
    bob = take.world.names["bob"]
    assert [(time, note["item"], note["entities"], note["value"]) for time, note in notes] == [
        (0.1, "adjust_speed", [bob], 5.0),
        (3.1, "release", [bob], 1.0),
    ]


def test_a_stream_flows_and_opens_a_gap_when_a_trigger_asks_for_it(tmp_path: Path) -> None:
    stream = (
        "  cross: {on: by-pass.3, at: 500 m, stream: {from: by-pass.1, to: by-pass.5, rate: 900/h, speed: 50 km/h}}"
    )
    ask = "  ask: {who: nobody, when: {at: 2 s}, orders: [{beacon: cross, press: {gap: 7 s}}]}"
    reel = load_take(write(tmp_path, stream, ask, seconds=90)).play(tmp_path / "out")
    gaps = [json.loads(n["value"]) for n in reel.events().to_pylist() if n["kind"] == "GapOpened"]
    assert [(gap["beacon"], gap["size"]) for gap in gaps] == [("cross", pytest.approx(7.0, abs=0.5))]


@pytest.mark.parametrize(
    ("beacon", "message"),
    [
        ("{on: High_Street.1}", "either a 'message' or a 'stream'"),
        ("{message: stop}", "either 'on' a road or lane, or 'rides' on a vehicle"),
        ("{rides: eva, message: stop}", ":14:.*there is no vehicle 'eva'; did you mean 'eve'"),
        ("{rides: ada, exempt: [eva], message: stop}", ":14:.*there is no vehicle 'eva'; did you mean 'eve'"),
        ("{rides: ada, message: stpo}", ":14:.*there is no button or dial 'stpo'; did you mean 'stop'"),
        ("{rides: ada, message: [stop, go]}", "'go' is pressed together with 'stop'"),
        ("{on: Hugh_Street.1, message: stop}", ":14:.*there is no road or lane 'Hugh_Street.1'"),
        ("{on: High_Street.1, at: 9 km, message: stop}", ":14:.*has no s=9000"),
        ("{stream: {from: High_Street.1, to: High_Street.6, rate: 9}}", "9 has no unit"),
        ("{stream: {from: by-pass.1, to: by-pass.5, rate: 9/h, headway: 3 s}}", "either a 'headway' or a 'rate'"),
        ("{stream: {from: High_Street.1, to: Hugh_Street.6}}", ":14:.*there is no road or lane 'Hugh_Street.6'"),
        ("{on: Market_Road, stream: {from: by-pass.1, to: by-pass.5}}", "is not on the way of the stream"),
        ("{stream: {from: High_Street.1, to: High_Street.6, mix: cra}}", ":14:"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_place(tmp_path: Path, beacon: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check(write(tmp_path, f"  slow: {beacon}"))


def test_triggers_and_beacons_have_names_of_their_own_and_known_buttons(tmp_path: Path) -> None:
    slow = "  slow: {rides: ada, message: stop}"
    with pytest.raises(InputError, match=r":12:.*no beacon 'slwo'; did you mean 'slow'"):
        check(write(tmp_path, slow, OFF.replace("slow", "slwo")))
    with pytest.raises(InputError, match=r":12:.*no button or dial 'of'; did you mean 'off'"):
        check(write(tmp_path, slow, OFF.replace("press: off", "press: of")))
    with pytest.raises(InputError, match=r":14:.*'off' is a trigger already"):
        check(write(tmp_path, slow.replace("slow", "off")))
