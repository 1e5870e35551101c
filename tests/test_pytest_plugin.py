"""Drives as tests: a marker names the file, a fixture plays and judges, and failures can be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from seahaven.disk import cache_folder
from tests.testbed.streets import write_drive

pytest_plugins = ["pytester"]

CACHE = str(cache_folder())
"""Where compiled code is kept: `pytester` gives the tests another home, in which all of it would be compiled anew."""

TESTS = """
import pytest

ALLOW = ("tests",)

@pytest.mark.drive("street.study.yaml", condition="usual", allow=ALLOW)
def test_passes(drive):
    drive.passes()
    assert drive.finding("in time").margin > 4.0
    assert drive.reel().manifest.name == "down the street"

@pytest.mark.drive("street.study.yaml", vary={"subject.driver.parameters.speed": [10, 14]}, allow=ALLOW)
def test_at_each_speed(drive):
    drive.passes()

@pytest.mark.drive("street.study.yaml", driver="tests.testbed.streets:Refuses", allow=ALLOW)
def test_without_a_driver(drive):
    drive.passes()
"""


@pytest.fixture
def folder(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.setenv("SEAHAVEN_CACHE", CACHE)
    paths = str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    write_drive(pytester.path)
    pytester.makepyfile(test_street=TESTS)
    return pytester


def run(folder: pytest.Pytester, *words: str) -> pytest.RunResult:
    """Run the tests in a process of their own: in this one, all modules would be loaded a second time."""
    return folder.runpytest_subprocess("-p", "seahaven.pytest_plugin", "-p", "no:cacheprovider", "-rA", *words)


def test_drives_pass_vary_and_fail_with_words(folder: pytest.Pytester) -> None:
    found = run(folder, "--junit-xml", "results.xml")
    found.assert_outcomes(passed=2, failed=2)
    text = found.stdout.str()
    assert "PASSED test_street.py::test_at_each_speed[speed 10]" in text
    assert "street failed under seed 0, driven by driver 'tests.testbed.streets:Steady'" in text
    assert "speed (at most 11 m/s): -2.9" in text
    assert "failure-1.png" in text
    assert "--set subject.driver.parameters.speed=14" in text
    assert "no model" in text
    assert "seahaven test" in (folder.path / "results.xml").read_text()


def test_another_driver_is_named_on_the_command_line(folder: pytest.Pytester) -> None:
    words = ("--drives-driver", "tests.testbed.streets:Fails", "--drives-out", "drives", "-k", "passes")
    found = run(folder, *words)
    found.assert_outcomes(failed=1, deselected=3)
    assert "out of ideas" in found.stdout.str()
    assert len(list((folder.path / "drives").glob("*/verdict.json"))) == 1


@pytest.mark.parametrize(
    ("marker", "message"), [("speed=3", "'speed' is none of its options"), ("", "needs a file: mark the test")]
)
def test_a_wrong_marker_is_refused(pytester: pytest.Pytester, marker: str, message: str) -> None:
    line = f"@pytest.mark.drive('street.study.yaml', {marker})\n" if marker else ""
    pytester.makepyfile(test_wrong=f"import pytest\n{line}def test_it(drive):\n    pass\n")
    found = run(pytester)
    assert message in found.stdout.str()
    assert found.ret != 0
