"""`seahaven test` says what held, and exits as continuous integration expects."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from seahaven.cli.testing import allowed_by
from tests.cli.sources import Seahaven
from tests.testbed.streets import write_drive

TESTS = ("--allow", "tests")


def test_drives_that_pass_exit_with_0(seahaven: Seahaven, folder: Path) -> None:
    path = write_drive(folder)
    found = seahaven("test", path, "--condition", "usual", *TESTS)
    assert found.exit_code == 0, found.output
    assert found.output.startswith("PASS  street[usual]")
    assert found.output.endswith("1 passed\n")
    assert (folder / "out" / "test" / "street-usual" / "verdict.json").is_file()


def test_a_drive_that_fails_says_what_and_where_and_how_to_play_it_again(seahaven: Seahaven, folder: Path) -> None:
    path = write_drive(folder)
    found = seahaven("test", path, "--junit", "out/junit.xml", "--seed", "4", *TESTS)
    assert found.exit_code == 1
    assert "FAIL  street[fast]" in found.output
    assert "speed (at most 11 m/s): -2.9" in found.output
    assert f"again  seahaven test {path} --condition fast --seed 4 --allow tests" in found.output
    assert found.output.endswith("1 passed, 1 failed\n")
    (suite,) = ElementTree.parse(folder / "out" / "junit.xml").getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")
    assert [case.get("name") for case in suite] == ["street[usual]", "street[fast]"]
    assert "speed (at most 11 m/s)" in str(suite[1][1].get("message"))


def test_a_drive_that_cannot_be_played_exits_with_3(seahaven: Seahaven, folder: Path) -> None:
    path = write_drive(folder)
    found = seahaven("test", path, "--driver", "tests.testbed.streets:Refuses", "--condition", "usual", *TESTS)
    assert found.exit_code == 3
    assert "ERROR street[usual]" in found.output
    assert "no model" in found.output


@pytest.mark.parametrize("words", [("gone.study.yaml",), ("short.study.yaml",), (".", "--condition", "none")])
def test_what_is_no_drive_exits_with_3(seahaven: Seahaven, words: tuple[str, ...]) -> None:
    found = seahaven("test", *words)
    assert found.exit_code == 3
    assert "error: " in found.output


def test_wrong_usage_exits_with_2(seahaven: Seahaven, folder: Path) -> None:
    assert seahaven("test", write_drive(folder), "--set", "speed").exit_code == 2


def test_json_is_for_other_programs(seahaven: Seahaven, folder: Path) -> None:
    words = ("--condition", "usual", "--set", "must.3.speed.at_most=5", "--json")
    found = seahaven("test", write_drive(folder), *words, *TESTS)
    (told,) = json.loads(found.stdout)
    assert (found.exit_code, told["state"], told["variant"]["settings"]) == (1, "failed", {"must.3.speed.at_most": 5})


def test_check_counts_requirements_and_refuses_what_is_wrong_in_them(seahaven: Seahaven, folder: Path) -> None:
    found = seahaven("check", write_drive(folder), *TESTS)
    assert found.exit_code == 0, found.output
    assert "2 drives, 4 requirements" in found.output
    path = write_drive(folder, must_no_collision="  - no_colision")
    found = seahaven("check", path, *TESTS)
    assert found.exit_code == 1
    assert f"{path.name}:15:5: there is no requirement 'no_colision'" in found.output


def test_a_driver_that_is_named_may_lie_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [])
    assert allowed_by("my_drivers.careful:Careful") == ("my_drivers",)
    assert sys.path == [str(tmp_path)]
