"""People on foot whom a study names: where they begin, and what triggers and beacons have them do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import seahaven
from seahaven.errors import InputError
from seahaven.reels import Reel
from seahaven.takes import load_take

STUDY = """
study: On foot
duration: {seconds} s
record: 10 Hz
roads: seahaven.roads.builder:lesson_town
subject: {{name: ada, on: High_Street.1, at: 20 m, to: High_Street.6, speed: 40 km/h}}
world:
  person:
{people}
{more}
"""
PEOPLE = """
    eve: {on: High_Street.1, at: 110 m, edge: right, kerb: 0.6 m}
    tom: {on: High_Street.1, at: 40 m, edge: left, to: {on: High_Street.1, at: 48 m, edge: left}, pace: 1.6}
    kim: {on: High_Street.1, at: 60 m, edge: right}
    ida: {on: High_Street.1, at: 155 m, edge: left}
"""
MORE = """
triggers:
  out:
    who: subject
    when: {closer_than: {distance: 35 m, to: eve}}
    orders: [{of: eve, press: step_out}]
  soon:
    who: nobody
    when: {at: 1 s}
    orders: [{of: kim, press: {walk_to: {on: High_Street.1, at: 40 m}, hurry: 1.3}}]
  there:
    who: tom
    when: {stopped: 1 s}
    orders: [{of: firer, press: {walk_to: {on: High_Street.1, at: 30 m, edge: left}}}]
beacons:
  go:
    on: High_Street.1
    at: 155 m
    reach: 20 m
    whom: people
    message: go
"""


def write(folder: Path, people: str = PEOPLE, more: str = MORE, seconds: int = 24) -> Path:
    path = folder / "afoot.study.yaml"
    path.write_text(STUDY.format(people=people, more=more, seconds=seconds))
    return path


@pytest.fixture(scope="module")
def reel(tmp_path_factory: pytest.TempPathFactory) -> Reel:
    folder = tmp_path_factory.mktemp("afoot")
    return load_take(write(folder)).play(folder / "out")


def track(reel: Reel, name: str) -> pd.DataFrame:
    people = reel.frame("person")
    return people[people.id == reel.manifest.names[name]]


def test_somebody_steps_out_crosses_the_road_once_and_walks_on(reel: Reel) -> None:
    eve = track(reel, "eve")
    phases = eve.phase[eve.phase != eve.phase.shift()].tolist()
    assert phases == ["standing", "straying", "standing", "walking"]
    assert eve.y.iloc[0] == pytest.approx(-5.65)  # 0.6 m from the roadway, whose edge is 5.05 m from its middle
    assert eve.y.iloc[-1] > 5.3
    assert np.hypot(eve.x.diff(), eve.y.diff()).max() < 0.25
    assert abs(eve.x.iloc[-1] - eve.x.iloc[0]) > 5.0


def test_people_are_sent_to_places_by_the_shortest_way(reel: Reel) -> None:
    kim = track(reel, "kim")
    assert (kim.x.iloc[0], kim.y.iloc[0]) == pytest.approx((-420.0, -6.3))
    assert kim.x.iloc[-1] == pytest.approx(-440.0, abs=0.1)
    assert kim.speed.max() == pytest.approx(1.3 * 1.34, abs=0.01)


def test_triggers_heed_people_and_tell_those_who_fired_them(reel: Reel) -> None:
    tom = track(reel, "tom")
    assert tom.x.max() == pytest.approx(-432.0, abs=0.1)
    assert tom.x.iloc[-1] == pytest.approx(-450.0, abs=0.1)


def test_beacons_reach_people(reel: Reel) -> None:
    ida = track(reel, "ida")
    assert ida.phase.iloc[0] == "standing"
    assert ida.phase.iloc[-1] == "walking"
    assert track(reel, "eve").phase.iloc[5] == "standing"


def test_the_same_study_gives_the_same_bytes_whatever_is_forked_on_the_way(tmp_path: Path) -> None:
    digests = set()
    for is_forked in (False, True):
        with seahaven.open(write(tmp_path)) as run:
            run.advance(13.0)
            if is_forked:
                with run.fork() as other:
                    other.advance(10.0)
                    digests.add(other.world.digest())
            run.advance(10.0)
            digests.add(run.world.digest())
    assert len(digests) == 1


def test_programs_send_people_to_places_too(tmp_path: Path) -> None:
    with seahaven.open(write(tmp_path, "    kim: {on: High_Street.1, at: 60 m}", "")) as run:
        run.press("kim", "walk_to", {"on": "High_Street.1", "at": 62.0})
        run.advance(5.0)
        assert run["kim"].x == pytest.approx(-418.0, abs=0.1)


def test_cyclists_are_named_like_other_vehicles_and_hear_orders(tmp_path: Path) -> None:
    more = """
triggers: {slow: {who: nobody, when: {at: 1 s}, orders: [{of: ida, press: {adjust_speed: 9 km/h}}]}}
"""
    path = write(tmp_path, "    eve: {on: High_Street.1, at: 110 m}", more)
    ida = "  vehicle: {ida: {type: bicycle, on: High_Street.1, at: 60 m, to: High_Street.6}}\n"
    path.write_text(path.read_text().replace("world:\n", f"world:\n{ida}"))
    with seahaven.open(path) as run:
        assert run["ida"].kind == "bicycle"
        run.advance(6.0)
        assert run["ida"].speed == pytest.approx(2.5, abs=0.2)


def test_on_roads_without_pavements_people_are_on_the_verge(tmp_path: Path) -> None:
    world = load_take(write(tmp_path, "    eve: {on: East_Street.4, at: 20 m, edge: left}", "")).world
    assert world["eve"].phase == "standing"


@pytest.mark.parametrize(
    ("people", "more", "message"),
    [
        ("    eve: {on: High_Stret.1}", "", r":9:\d+: there is no road or lane 'High_Stret.1'; did you mean"),
        ("    eve: {on: High_Street.1, at: 9 km}", "", r":9:.*road 'High_Street.1' has no s=9000; it is"),
        ("    eve: {on: High_Street.1, kerb: 4 m}", "", "cannot stand 4 m from the roadway: there one walks from 0.3"),
        ("    eve: {on: High_Street.1, edge: left, to: {on: High_Street.1}}", "", "no way on foot from where 'eve'"),
        ("    eve: {on: High_Street.1, offset: 1 m}", "", "'offset' cannot stand beside 'on'"),
        ("    eve: {on: High_Street.1, x: 1 m}", "", "'x' cannot stand beside 'on'"),
        (PEOPLE, "triggers: {t: {orders: [{of: [eve, ada], press: go}]}}", "'eve' is on foot and 'ada' is not"),
        (PEOPLE, "triggers: {t: {orders: [{of: evee, press: go}]}}", "no vehicle or person 'evee'; did you mean 'eve'"),
        (PEOPLE, "triggers: {t: {orders: [{of: eve, press: brake}]}}", "there is no button or dial 'brake'"),
        (PEOPLE, "triggers: {t: {orders: [{of: eve, press: {walk_to: home}}]}}", "a place to walk to is, say"),
        (PEOPLE, "triggers: {t: {orders: [{of: eve, press: [go, wait]}]}}", "'wait' is pressed together with 'go'"),
        (PEOPLE, "triggers: {t: {who: eve, on: High_Street.1, at: 9 m}}", "give the trigger an 'area'"),
        (PEOPLE, "triggers: {t: {who: eve, when: {headway: 1 s}}}", "'headway' is about vehicles; of people on foot"),
        (PEOPLE, "triggers: {t: {who: [eve, ada], when: {at: 1 s}}}", "'eve' is on foot and 'ada' is not"),
        (
            PEOPLE,
            "beacons: {b: {on: High_Street.1, whom: people, lanes: [same], message: go}}",
            "'lanes' is about vehicles",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_place(tmp_path: Path, people: str, more: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_take(write(tmp_path, people, more))
