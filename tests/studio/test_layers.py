"""What layers draw on the map, of one small drive."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from seahaven.studio.layers import LAYERS, Outlook, marks_of
from seahaven.takes import Run, open_run

ROADS = Path(__file__).parents[2] / "examples" / "roads" / "motorway.xodr"
STUDY = f"""
study: Layers
duration: 4 min
roads: {ROADS}
subject: {{name: ada, on: A1.1, lane: right, at: 500 m, to: A1.4, speed: 100 km/h}}
world:
  vehicle:
    bob: {{on: A1.1, lane: right, at: 640 m, to: A1.4, speed: 100 km/h}}
    carl: {{on: A1.1, lane: left, at: 460 m, to: A1.4, speed: 100 km/h}}
traffic: {{}}
triggers:
  gate: {{on: A1.1, at: 2 km, orders: [{{of: bob, press: {{adjust_speed: 80 km/h}}}}]}}
beacons:
  works: {{on: A1.1, at: 600 m, reach: 250 m, message: {{adjust_speed: 90 km/h}}}}
situations:
  - {{use: sudden braking, at: 5 km, with: {{headway: 1.5 s, braking: 0.6 g}}}}
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    path = tmp_path_factory.mktemp("layers") / "layers.study.yaml"
    path.write_text(STUDY)
    with open_run(path) as run:
        run.advance(1.0)
        run.cue(1)
        run.advance(3.0)
        yield run


def marks(run: Run, layer: str, *picked: str) -> list[dict[str, Any]]:
    outlook = Outlook(run)
    outlook.picked = tuple(run.names[name] for name in picked)
    return marks_of(outlook, frozenset({layer}))


def test_a_picked_driver_perceives_its_leader_and_who_is_beside(run: Run) -> None:
    ties = {mark["to"]: mark["text"] for mark in marks(run, "perception", "ada") if "to" in mark}
    assert ties.keys() == {run.names["bob"], run.names["carl"]}
    assert ties[run.names["bob"]].startswith("ahead ")
    assert ties[run.names["carl"]].startswith("left behind ")
    assert marks(run, "perception") == []


def test_triggers_show_their_place_and_state(run: Run) -> None:
    line, name = marks(run, "triggers")[0], marks(run, "triggers")[-1]
    assert len(line["path"]) == 2
    assert (name["text"], name["handle"], name["ink"]) == ("gate (armed)", "triggers gate", "good")


def test_beacons_show_whom_they_have_in_reach(run: Run) -> None:
    circle, *ties = marks(run, "beacons")
    assert (circle["reach"], circle["handle"]) == (250.0, "beacons works")
    assert {tie["to"] for tie in ties} == {run.names[name] for name in ("ada", "bob", "carl")}


def test_situations_show_the_cast_and_its_station(run: Run) -> None:
    place, *cast = marks(run, "situations")
    assert place["text"].startswith("1 sudden braking (playing): headway ")
    assert cast[0]["at"] == run.names["bob"]
    assert len(cast[0]["to"]) == 2


def test_lanes_behind_the_hill_are_out_of_sight(run: Run) -> None:
    circle, *hidden = marks(run, "sight")
    assert circle["at"] == run.names["ada"]
    assert len(hidden) > 3
    assert all(len(mark["path"]) > 1 for mark in hidden)


def test_layers_that_nobody_wants_are_not_worked_out(run: Run) -> None:
    assert marks_of(Outlook(run), frozenset({"console"})) == []
    told = marks_of(Outlook(run), frozenset(LAYERS))
    assert {mark["layer"] for mark in told} == {"triggers", "beacons", "situations", "sight"}
