"""Assembly: a pipeline of values, of which takes of several seeds share all that no seed changes."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

from seahaven.kernel import SECOND
from seahaven.takes import Take, load_study
from seahaven.takes.assembly import Production
from seahaven.takes.turnout import Turnout
from seahaven.traffic.newcomer import Newcomers

STUDY = """
study: Town
seed: 3
duration: 20 s
roads: seahaven.roads.builder:lesson_town
weather: rain
subject: {name: ada, on: High_Street.1, at: 60 m, to: High_Street.6, driver: {virtual: any}}
traffic:
  ambient: {radius: 300 m, density: 4/km}
  flows: [{from: Station_Road.7, rate: 180/h}]
  random: {rate: 200/h}
people: {rate: 600/h, walks: 20}
world:
  vehicle:
    bob: {on: High_Street.1, at: 20 m, to: High_Street.6, speed: 30 km/h}
"""


def production(folder: Path) -> Production:
    path = folder / "town.study.yaml"
    path.write_text(STUDY)
    study, document = load_study(path)
    return Production.of(study, document, inputs={})


def played(take: Take) -> str:
    with take.controller() as controller:
        controller.run(SECOND)
        return take.world.digest()


def test_every_step_of_assembly_is_a_frozen_value(tmp_path: Path) -> None:
    whole = production(tmp_path)
    assert whole.ways is not None
    actors = whole.ways.screenplay.actors
    turnout = Turnout.of(whole.ways, seed=1)
    for step in (whole, whole.ways, whole.ways.screenplay, actors, actors.location, *actors.members, turnout):
        with pytest.raises(FrozenInstanceError):
            setattr(step, fields(step)[0].name, None)


def test_takes_of_one_production_are_those_of_a_study_assembled_anew(tmp_path: Path) -> None:
    shared = production(tmp_path)
    apart = {seed: played(production(tmp_path).take(seed)) for seed in (1, 2)}
    assert len(set(apart.values())) == 2
    assert [played(shared.take(seed)) for seed in (2, 1, 2)] == [apart[2], apart[1], apart[2]]


def test_the_seed_decides_who_drives_and_on_which_of_the_same_ways(tmp_path: Path) -> None:
    ways = production(tmp_path).ways
    assert ways is not None
    first, second = (Turnout.of(ways, seed=seed) for seed in (1, 2))
    assert first.ways is second.ways
    assert first.persons != second.persons
    assert ways.tracks is not None
    newcomers = Newcomers.of(ways.demand, ways.tracks)
    drawn = [
        [(time, newcomers.journey(source, number, seed)) for time, source, number in newcomers.departures(seed)]
        for seed in (1, 2)
    ]
    assert drawn[0] != drawn[1]
    assert drawn[1]
