"""Situations in which somebody on foot comes onto the road: where it waits, when it sets out, and what is judged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import seahaven
from seahaven.errors import InputError
from seahaven.judges import judge_reel
from seahaven.reels import Reel
from seahaven.takes import load_take
from seahaven.trials import measure

STUDY = """
study: Out
duration: {seconds} s
end: situations
record: 10 Hz
roads: seahaven.roads.builder:lesson_town
subject: {{name: ada, on: {on}, at: 20 m, to: {to}, speed: 40 km/h}}
traffic: {{lights: "off"}}
situations:
{situations}
"""
BOTH = """
  - {use: stepping out, at: 100 m, with: {arrival: 3 s, kerb: 0.5 m}}
  - {use: hesitating pedestrian, after: 150 m}
"""


def write(
    folder: Path, situations: str, *, on: str = "High_Street.1", to: str = "High_Street.6", seconds: int = 80
) -> Path:
    path = folder / "out.study.yaml"
    path.write_text(STUDY.format(situations=situations, on=on, to=to, seconds=seconds))
    return path


@pytest.fixture(scope="module")
def reel(tmp_path_factory: pytest.TempPathFactory) -> Reel:
    folder = tmp_path_factory.mktemp("out")
    return load_take(write(folder, BOTH)).play(folder / "out")


def test_both_are_met_and_whole_and_have_a_row_each(reel: Reel) -> None:
    assert [(one.is_whole, one.why, one.outcome) for one in judge_reel(reel)] == [(True, "", "avoided")] * 2
    rows = measure(reel)
    assert [(row.situation, row.role, row.criterion, row.is_met) for row in rows] == [
        ("stepping out", "pedestrian", "time to arrival", True),
        ("hesitating pedestrian", "pedestrian", "time to arrival", True),
    ]


def test_the_log_names_the_person_from_when_the_situation_opens(reel: Reel) -> None:
    told = [(one["kind"], json.loads(one["value"])) for one in reel.events().to_pylist()]
    person = reel.manifest.names["stepping out: pedestrian"]
    (cast,) = [said for kind, said in told if kind == "CastMember" and said["situation"] == "stepping out"]
    assert (cast["role"], cast["entity"], cast["how"]) == ("pedestrian", person, "there")
    (critical,) = [said for kind, said in told if kind == "Critical" and said["situation"] == "stepping out"]
    assert critical["entity"] == person
    assert critical["is_met"]


def test_a_van_hides_the_pedestrian_and_stands_by_the_roadway(reel: Reel) -> None:
    first = reel.frame("vehicle", time=(0.0, 0.0))
    van = first[first.id == reel.manifest.names["stepping out: van"]].iloc[0]
    people = reel.frame("person", time=(0.0, 0.0))
    person = people[people.id == reel.manifest.names["stepping out: pedestrian"]].iloc[0]
    assert 0.0 < (person.x - van.x) - 0.5 * van.length < 1.5
    assert van.y + 0.5 * van.width == pytest.approx(-5.05 + 0.6)  # the edge of the roadway is at -5.05 m
    assert person.y == pytest.approx(-5.55)
    assert "hesitating pedestrian: van" not in reel.manifest.names


def test_a_drive_judges_as_missed_what_did_not_come_in_time(tmp_path: Path) -> None:
    early = "{who: nobody, when: {at: 2 s}, orders: [{of: 'child runs out: pedestrian', press: step_out}]}"
    path = write(tmp_path, f"  - {{use: child runs out, at: 100 m}}\ntriggers: {{early: {early}}}", seconds=20)
    (verdict,) = judge_reel(load_take(path).play(tmp_path / "out"))
    assert not verdict.is_whole
    assert "time to arrival" in {one.what for one in verdict.findings if not one.holds}


def test_a_fork_on_the_way_gives_the_same_bytes(tmp_path: Path) -> None:
    with seahaven.open(write(tmp_path, BOTH)) as run:
        run.advance(4.5)
        with run.fork() as other:
            other.advance(3.0)
            run.advance(3.0)
            assert other.world.digest() == run.world.digest()


@pytest.mark.parametrize(
    ("situations", "roads", "message"),
    [
        ("  - {use: stepping out, at: 400 m}", ("by-pass.1", "by-pass.5"), ":10:.*nobody on foot can wait at the kerb"),
        ("  - {use: stepping out, at: 100 m, with: {kerb: 4 m}}", None, ":10:.*cannot stand 4 m from the roadway"),
        ("  - {use: stepping out, at: 100 m, with: {arrival: 20 s}}", None, ":10:.*arrival"),
        ("  - {use: stepping out, at: 100 m, with: {speed: 2}}", None, "has no parameter 'speed'"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(
    tmp_path: Path, situations: str, roads: tuple[str, str] | None, message: str
) -> None:
    on, to = roads or ("High_Street.1", "High_Street.6")
    with pytest.raises(InputError, match=message):
        load_take(write(tmp_path, situations, on=on, to=to))
