"""Worlds on the same roads share what depends on roads and routes alone, and are the same worlds for it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seahaven.behaviour.junctions import survey as survey_module
from seahaven.behaviour.junctions.survey import survey
from seahaven.kernel import SECOND
from seahaven.roads import storage, write_opendrive
from seahaven.roads.builder import Builder
from seahaven.roads.formats import reading
from seahaven.roads.lanemap import lane_map
from seahaven.roads.routing import Tracks
from seahaven.takes import Take, load_take
from seahaven.traffic import ambient_routes

STUDY = """\
study: Crossing
seed: 3
duration: 10 s
record: 2 Hz
roads: town.xodr
subject: {name: ada, on: g_street_2.2, at: 20 m, speed: 30 km/h}
people: {rate: 1200/h, walks: 20, beside_roads: true}
traffic:
  rate: 5 Hz
  mix: {car: 90 %, bus: 10 %}
  flows:
    - {name: south, from: g_avenue_1.1, to: g_avenue_1.3, rate: 900/h}
  random: {rate: 1800/h, fringe: 5, least: 100 m, end: 10 s}
  ambient: {density: 5/km}
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    builder = Builder("town")
    builder.grid_town("g", streets=2, avenues=2, control="lights")
    write_opendrive(builder.build(), tmp_path / "town.xodr")
    path = tmp_path / "small.study.yaml"
    path.write_text(STUDY)
    return path


def forget_roads() -> None:
    """As in a new process."""
    reading._read.clear()
    lane_map._shared.clear()


def outcome(take: Take, seconds: int = 3) -> str:
    """A digest of the world after some seconds."""
    with take.controller() as run:
        run.run(run.now + seconds * SECOND)
        return take.world.digest()


def tracks_of(take: Take) -> Tracks:
    return next(module.tracks for module in take.root.walk() if module.path == "traffic/motion")  # type: ignore[attr-defined]  # of motion


def test_a_second_world_shares_roads_and_routes_and_has_the_same_bytes(study: Path) -> None:
    forget_roads()
    first = load_take(study)
    known = outcome(first)
    second = load_take(study)
    assert second.roads is first.roads
    assert tracks_of(second) is tracks_of(first)
    assert tracks_of(second).known(survey) is tracks_of(first).known(survey)
    assert outcome(second) == known
    forget_roads()
    third = load_take(study)
    assert third.roads is not first.roads
    assert outcome(third) == known


def test_another_seed_shares_roads_and_ways_and_is_what_it_is_without(study: Path) -> None:
    load_take(study)
    shared = load_take(study, seed=4)
    assert tracks_of(shared) is tracks_of(load_take(study))
    known = outcome(shared)
    forget_roads()
    assert outcome(load_take(study, seed=4)) == known


def test_a_changed_road_file_gives_another_world(study: Path) -> None:
    first = load_take(study)
    builder = Builder("town")
    builder.grid_town("g", streets=2, avenues=2, block=(150.0, 90.0), control="lights")
    write_opendrive(builder.build(), study.parent / "town.xodr")
    assert load_take(study).roads != first.roads


def test_a_world_is_the_same_from_nothing_from_disk_and_from_a_damaged_disk(
    study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "cache_folder", lambda: tmp_path / "cache")
    for module in (survey_module, ambient_routes):
        monkeypatch.setattr(module, "MANY", 0)
    forget_roads()
    known = outcome(load_take(study))
    files = sorted((tmp_path / "cache" / "roads").iterdir())
    assert [file.name.partition("-")[0] for file in files] == ["conflicts", "through"]
    with monkeypatch.context() as patch:
        for module, name in ((survey_module, "_for_sizes"), (ambient_routes, "through_routes")):
            patch.setattr(module, name, refuse)
        forget_roads()
        assert outcome(load_take(study)) == known
    for file in files:
        file.write_bytes(file.read_bytes()[:-1])
    forget_roads()
    assert outcome(load_take(study)) == known
    assert sorted((tmp_path / "cache" / "roads").iterdir()) == files


def refuse(*_: object) -> None:
    raise AssertionError("computed again, although it was on disk")


def test_worlds_share_the_programs_of_their_lights_and_keep_their_states_apart(study: Path) -> None:
    first, second = load_take(study), load_take(study)
    with first.controller() as run, second.controller() as other:
        for one in (run, other):
            one.run(one.now + SECOND)
        lamps = [
            next(module for module in take.root.walk() if module.path == "signals/lamps") for take in (first, second)
        ]
        desks = [module.live for module in lamps]  # type: ignore[attr-defined]  # of lamps
        assert desks[0].tables is desks[1].tables
        assert desks[0].zones is desks[1].zones
        assert not np.shares_memory(desks[0].shown.state, desks[1].shown.state)
