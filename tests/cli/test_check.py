"""`seahaven check` and `seahaven schema`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.sources import STUDY, Seahaven
from tests.direction.course import write


@pytest.fixture
def bad(folder: Path) -> str:
    """A study with two mistakes, in lines 2 and 3."""
    (folder / "bad.study.yaml").write_text(STUDY.replace("seed: 3", "sed: 3").replace("2 s", "2 mph"))
    return "bad.study.yaml"


def test_good_files_are_ok_with_a_word_about_them(seahaven: Seahaven) -> None:
    result = seahaven("check", "short.study.yaml")
    assert result.exit_code == 0
    assert result.stdout.startswith("short.study.yaml: ok (Short drive, 2 s, ")


def test_a_study_with_situations_tells_where_they_are_and_what_is_wanted(seahaven: Seahaven, folder: Path) -> None:
    path = write(folder, "  - {use: slow truck, name: hill, at: 3.6 mi}\n  - {use: sudden braking, after: 4 km}", 10.0)
    told = seahaven("check", path).stdout.splitlines()
    assert told[1:] == [
        "  1 hill at 5.84 km: gap of truck 80 ± 4 m",
        "  2 sudden braking at 9.85 km: headway of lead 1.5 ± 0.25 s",
    ]
    (found,) = json.loads(seahaven("check", path, "--json").stdout)
    assert [(one["number"], one["situation"]) for one in found["situations"]] == [(1, "hill"), (2, "sudden braking")]


@pytest.mark.parametrize(
    ("experiment", "told"),
    [
        ("{participants: 4, conditions: {dry: {}, late: {duration: 3 s}}}", "8 drives"),
        ("{conditions: {wet: {wether: rain}}}", "a condition cannot change 'wether'; did you mean 'weather'?"),
        ("{conditions: {late: {duration: 3 m}}}", "'3 m' is a length; expected a time"),
        ("{order: balanced}", "there is nothing to bring into a balanced order"),
    ],
)
def test_the_experiment_of_a_study_is_checked_with_it(
    experiment: str, told: str, seahaven: Seahaven, folder: Path
) -> None:
    (folder / "many.study.yaml").write_text(f"{STUDY}experiment: {experiment}\n")
    result = seahaven("check", "many.study.yaml")
    assert told in result.output
    assert result.exit_code == ("drives" not in told)


def test_all_files_are_checked_before_the_bad_one_counts(seahaven: Seahaven, bad: str) -> None:
    result = seahaven("check", bad, "short.study.yaml")
    assert result.exit_code == 1
    assert "short.study.yaml: ok" in result.stdout
    assert "error: bad.study.yaml:2:1: " in result.stderr
    assert "bad.study.yaml:3:" in result.stderr


def test_json_gives_every_problem_its_place(seahaven: Seahaven, bad: str) -> None:
    result = seahaven("check", "--json", bad, "short.study.yaml")
    assert (result.exit_code, result.stderr) == (1, "")
    wrong, right = json.loads(result.stdout)
    assert right["ok"] is True
    assert (wrong["file"], wrong["ok"]) == (bad, False)
    assert [problem["line"] for problem in wrong["errors"]] == [2, 3]
    assert "did you mean 'seed'?" in wrong["errors"][0]["message"]


def test_a_missing_file_is_an_error_like_any_other(seahaven: Seahaven) -> None:
    (told,) = json.loads(seahaven("check", "--json", "none.study.yaml").stdout)
    assert told["ok"] is False
    assert told["errors"][0]["message"].startswith("file not found")


def test_the_schema_of_studies_is_json(seahaven: Seahaven) -> None:
    told = json.loads(seahaven("schema", "study").stdout)
    assert {"study", "duration", "modules"} <= told["properties"].keys()


def test_there_is_no_schema_of_anything_else(seahaven: Seahaven) -> None:
    assert seahaven("schema", "reel").exit_code == 2


ROUTED = """\
study: Routed
duration: 1 s
record: 2 Hz
roads: seahaven.roads.builder:lesson_town
traffic: {demand: {files: town.rou.xml, lenient: true}}
"""


@pytest.fixture
def routed(folder: Path) -> str:
    """A study with a trip that cannot be made."""
    (folder / "routed.study.yaml").write_text(ROUTED)
    good, bad = (
        f'<trip id="{goal}" from="High_Street.1" to="{goal}" depart="0"/>' for goal in ("Mill_Lane", "nowhere")
    )
    (folder / "town.rou.xml").write_text(f"<routes>\n{good}\n{bad}\n</routes>")
    return "routed.study.yaml"


def test_remarks_on_the_route_file_of_a_study_are_listed(seahaven: Seahaven, routed: str) -> None:
    result = seahaven("check", routed)
    assert result.exit_code == 0
    assert "1 remark" in result.stdout
    assert "town.rou.xml:3: left out: <trip> 'nowhere' goes by the edge 'nowhere'" in result.stdout
    (told,) = json.loads(seahaven("check", "--json", routed).stdout)
    assert [remark["line"] for remark in told["remarks"]] == [3]


def test_playing_says_that_there_are_remarks(seahaven: Seahaven, routed: str) -> None:
    assert f"1 remark; seahaven check {routed} lists them" in seahaven("play", routed).stderr
    assert "remark" not in seahaven("play", routed, "--force", "--quiet").stderr
