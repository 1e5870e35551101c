"""Triggers of study files: what they say comes to pass, and what makes no sense is refused with its place."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from seahaven.errors import InputError
from seahaven.measures import time_to_collision
from seahaven.reels import Reel
from seahaven.takes import check, load_take, study_schema
from seahaven.world import LightState

STUDY = """
study: Told
duration: {seconds} s
record: 10 Hz
roads: seahaven.roads.builder:lesson_town
weather: clear
subject: {{name: ada, on: High_Street.1, at: 60 m, to: High_Street.6, speed: 40 km/h}}
traffic:
  ambient: {{radius: 300 m, density: 2/km, areas: {{town: {{road: High*}}}}}}
world:
  vehicle:
    bob: {{on: High_Street.1, at: 20 m, to: High_Street.6, speed: 30 km/h}}
triggers:
{triggers}
"""


def write(folder: Path, triggers: str, seconds: int = 10) -> Path:
    path = folder / "told.study.yaml"
    path.write_text(STUDY.format(triggers=triggers, seconds=seconds))
    return path


def happened(path: Path, folder: Path) -> list[tuple[float, str, dict[str, Any]]]:
    reel = load_take(path).play(folder / "out")
    notes = [(round(n["time"], 2), n["kind"], json.loads(n["value"])) for n in reel.events().to_pylist()]
    return [note for note in notes if note[1] in ("Fired", "Press", "Call")]


def test_a_study_presses_panels_of_drivers_lights_ambient_traffic_and_weather(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
  here:
    on: High_Street.1
    at: 90 m
    who: subject
    orders:
      - {of: firer, press: {adjust_speed: 36 km/h}}
      - {of: bob, press: [stop]}
      - {lights: station, press: {ask: Station Road}}
      - {of: ambient, press: {suspend_area: town}}
      - {of: weather, press: {fade: 2 s, rain: 4 mm/h}}
      - {trigger: later, press: fire}
  later:
    who: nobody
    delay: 2 s
    orders:
      - {of: ambient, press: {resume_area: town, factor: 50 %}}
      - {of: bob, press: {follow: ada, keep_gap: 30 m}}
""",
        seconds=12,
    )
    told = happened(path, tmp_path)
    fired = {note["trigger"]: time for time, kind, note in told if kind == "Fired"}
    assert fired["later"] - fired["here"] == pytest.approx(2.1)
    pressed = {note["item"]: note["value"] for _, kind, note in told if kind == "Press"}
    assert pressed["adjust_speed"] == 10.0
    assert pressed["rain"] == 4.0
    assert (pressed["suspend_area"], pressed["resume_area"], pressed["factor"]) == (0.0, 0.0, 0.5)
    assert pressed["ask"] == 10.0
    assert pressed["follow"] == load_take(path).world.names["ada"]


@pytest.mark.parametrize(
    "when",
    [
        "{stopped: true}",
        "{speed_above: 200 km/h}",
        "{closer_than: {distance: 5 m, to: ada}}",
        "{time_to_arrival: {below: 1 s, on: High_Street.1, at: 90 m}}",
        "{headway: 1 ms}",
        "{headway: {below: 1 ms, to: ada}}",
        "{light: amber}",
        "{light: {of: station/lights, light: High_Street.3/light, shows: amber}, at: 9.95 s}",
        "{at: 1 h}",
    ],
)
def test_conditions_that_do_not_come_about_make_nothing_happen(tmp_path: Path, when: str) -> None:
    path = write(tmp_path, f"  never: {{who: bob, when: {when}, orders: [{{of: bob, press: stop}}]}}", seconds=2)
    assert happened(path, tmp_path) == []


@pytest.mark.parametrize(
    ("trigger", "message"),
    [
        (
            "{on: Hugh_Street.1, at: 9 m}",
            r":14:\d+: there is no road or lane 'Hugh_Street.1'; did you mean 'High_Street.1'",
        ),
        ("{on: High_Street.1, at: 9 km}", r":14:\d+: road 'High_Street.1' has no s=9000; it is"),
        ("{on: High_Street.1}", "either 'at' a place, or 'from' one 'to' another"),
        ("{at: 9 m}", "need a road or lane to be on"),
        ("{area: {x: 0, y: 0}}", "either 'radius', or 'length' and 'width'"),
        ("{who: bobby, when: {at: 1 s}}", ":14:.*there is no vehicle 'bobby'; did you mean 'bob'"),
        ("{when: {after: ex}}", ":14:.*there is no trigger 'ex'"),
        ("{who: nobody, when: {stopped: 2 s}}", "'stopped' is about a vehicle; say which with 'who'"),
        ("{who: nobody, on: High_Street.1, at: 9 m}", "heeds nobody"),
        ("{orders: [{of: bob, press: stpo}]}", ":14:.*there is no button or dial 'stpo'; did you mean 'stop'"),
        ("{orders: [{of: bub, press: stop}]}", ":14:.*there is no vehicle 'bub'; did you mean 'bob'"),
        ("{orders: [{of: bob, press: {turn_next: 2}}]}", "'turn_next' takes one of -1, 0, 1, not 2"),
        ("{orders: [{of: bob, press: {brake: hard}}]}", ":14:"),
        ("{orders: [{of: bob, press: {adjust_speed: 3 kg}}]}", ":14:"),
        ("{orders: [{of: bob, press: [stop, go]}]}", "'go' is pressed together with 'stop' .line 14. by one firing"),
        ("{orders: [{of: bob, press: stop}, {of: [ada, bob], press: go}]}", "'go' is pressed together with 'stop'"),
        ("{orders: [{press: stop}]}", "says nothing of whose panel"),
        ("{orders: [{of: bob, trigger: x, press: stop}]}", "has 'of' and 'trigger'"),
        ("{orders: [{lights: statoin, press: hold}]}", "no controller of lights 'statoin'; did you mean 'station'"),
        ("{orders: [{lights: station, press: {ask: nowhere}}]}", "there is no phase 'nowhere'"),
        ("{orders: [{of: ambient, press: {suspend_area: twon}}]}", "no area of ambient traffic 'twon'; did you mean"),
        ("{orders: [{trigger: y, press: fire}]}", "there is no trigger 'y'"),
        ("{orders: [{trigger: x, press: fier}]}", "no button or dial 'fier'; did you mean 'fire'"),
        ("{orders: [{trigger: x, press: fire}]}", "makes itself fire again with no time in between"),
        ("{when: {light: {of: station, light: x, shows: red}}}", "there is no light 'x'"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_place(tmp_path: Path, trigger: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check(write(tmp_path, f"  x: {trigger}"))


def test_triggers_need_roads(tmp_path: Path) -> None:
    (tmp_path / "a.study.yaml").write_text("study: A\nduration: 1 s\ntriggers:\n  x: {when: {at: 1 s}}\n")
    with pytest.raises(InputError, match=r"a.study.yaml:3:1: 'triggers' needs roads"):
        check(tmp_path / "a.study.yaml")


LIGHTS = """
study: Lights
duration: 45 s
record: 10 Hz
roads: seahaven.roads.builder:lesson_town
subject: {name: ada, on: High_Street.3, at: 10 m, to: High_Street.6, speed: 30 km/h}
triggers:
  red: {who: nobody, when: {light: {of: station, light: Station_Road.2/light, shows: red}}}
  green:
    who: nobody
    when: {light: {of: station, light: Station_Road.2/light, shows: green}, after: {trigger: red, by: 1 s}}
  ahead: {who: subject, match: any, when: {light: red, headway: 0 s}}
  stopped: {who: subject, when: {stopped: 2 s}, for: 1 s}
  soon:
    who: subject
    when: {time_to_arrival: {below: 3 s, on: High_Street.3, at: 60 m}}
    orders: [{lights: station, press: {ask: Station Road, hold_for: 20 s}}]
"""


def test_lights_are_heeded_and_asked_and_still_go_over_amber(tmp_path: Path) -> None:
    (tmp_path / "lights.study.yaml").write_text(LIGHTS)
    take = load_take(tmp_path / "lights.study.yaml")
    reel = take.play(tmp_path / "out")
    notes = [(n["time"], json.loads(n["value"])) for n in reel.events().to_pylist() if n["kind"] == "Fired"]
    fired = {note["trigger"]: time for time, note in notes}
    assert fired.keys() == {"red", "green", "ahead", "stopped", "soon"}
    assert fired["green"] >= fired["red"] + 1.0
    assert fired["ahead"] < fired["stopped"]
    shown = reel.table("signal", ["id", "time", "state"]).to_pylist()
    rows: dict[int, list[int]] = {}
    for one in sorted(shown, key=lambda one: (one["id"], one["time"])):
        rows.setdefault(one["id"], []).append(one["state"])
    for states in list(rows.values())[:8]:  # those of the station for vehicles; lights for people have no amber
        assert (int(LightState.GREEN), int(LightState.RED)) not in set(pairwise(states))


def test_the_schema_for_editors_tells_of_triggers_and_beacons() -> None:
    keys = study_schema()["properties"]
    assert {"triggers", "beacons"} <= keys.keys()


@pytest.mark.parametrize("said", ["4 s", "{below: 4 s, to: ada}", "{below: 4 s, to: any}", "{below: 4 s, to: leader}"])
def test_a_time_to_collision_fires_at_the_first_step_below_it(tmp_path: Path, said: str) -> None:
    path = write(
        tmp_path,
        f"""
  slow down:
    who: nobody
    when: {{at: 1 s}}
    orders:
      - {{of: ada, press: {{adjust_speed: 5 km/h}}}}
      - {{of: bob, press: {{is_reckless: 1}}}}
  close:
    who: bob
    when: {{time_to_collision: {said}}}
""",
    )
    fired = [time for time, kind, note in happened(path, tmp_path) if kind == "Fired" and note["trigger"] == "close"]
    reel = Reel.open(tmp_path / "out" / "told.reel")
    names = reel.manifest.names
    ada, bob = (reel.frame("vehicle").query(f"id == {names[name]}").set_index("time") for name in ("ada", "bob"))
    left = time_to_collision(ada.x - bob.x - 0.5 * (ada.length + bob.length), bob.speed, ada.speed)
    below = ada.index[left < 4.0]
    assert fired == [pytest.approx(below[0] + 0.1)]


def test_a_time_to_collision_with_nobody_is_refused_with_its_place(tmp_path: Path) -> None:
    path = write(tmp_path, "  close:\n    who: bob\n    when: {time_to_collision: {below: 3 s, to: adda}}")
    with pytest.raises(InputError, match=r":16:\d+: there is no vehicle 'adda'; did you mean 'ada'\?"):
        check(path)
    path = write(tmp_path, "  close:\n    who: bob\n    when: {time_to_collision: {below: 30 s, to: ada}}")
    with pytest.raises(InputError, match=r":16:\d+: .*got 30 s; expected a time above 0 s and at most 10 s"):
        check(path)


def test_a_change_of_lanes_is_refused_where_there_is_never_one_to_change_to(tmp_path: Path) -> None:
    path = tmp_path / "lane.study.yaml"
    path.write_text(
        """
study: One lane
duration: 1 s
roads: seahaven.roads.builder:lesson_town
subject: {name: ada, on: School_Lane.4, at: 20 m, to: School_Lane.4}
triggers: {over: {who: nobody, when: {at: 1 s}, orders: [{of: ada, press: {change_lane: 1}}]}}
"""
    )
    with pytest.raises(InputError, match=r":6:\d+: on its whole way, 'ada' never has a lane to its left that runs"):
        load_take(path)
    path.write_text(path.read_text().replace("change_lane: 1", "change_lane: -1"))
    with pytest.raises(InputError, match="never has a lane to its right"):
        load_take(path)
