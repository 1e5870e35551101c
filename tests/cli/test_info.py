"""`seahaven info` and `seahaven recover`."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from seahaven import __version__
from tests.cli.sources import Seahaven


def test_without_a_path_versions_are_told(seahaven: Seahaven) -> None:
    told = json.loads(seahaven("info", "--json").stdout)
    assert told["seahaven"] == __version__
    assert told["python"] == platform.python_version()
    assert {"numpy", "pyarrow", "typer"} < told.keys()
    assert "pytest" not in told
    assert platform.python_version() in seahaven("info").stdout


def test_a_study_is_shown_as_a_tree_with_rates(seahaven: Seahaven) -> None:
    shown = seahaven("info", "short.study.yaml").stdout
    assert "mechanics" in shown
    assert "100 Hz" in shown
    told = json.loads(seahaven("info", "short.study.yaml", "--json").stdout)
    assert (told["name"], told["duration"], told["entities"]) == ("Short drive", 2.0, {"vehicle": 2})
    lead = next(module for module in told["modules"] if module["name"] == "lead")
    assert {"name": "vision", "kind": "Vision", "rate": "10", "parts": []} in lead["parts"]


def test_a_reel_tells_its_state_columns_and_inputs(seahaven: Seahaven) -> None:
    seahaven("play", "short.study.yaml", "-q")
    shown = seahaven("info", "out/short-drive/short-drive.reel").stdout
    assert all(word in shown for word in ("closed", "21 frames at 10 Hz", "42 rows", "m/s", "short.study.yaml"))
    told = json.loads(seahaven("info", "out/short-drive/short-drive.reel", "--json").stdout)
    assert (told["state"], told["is_cut"], told["frames"]) == ("closed", False, 21)
    assert told["families"]["vehicle"]["rows"] == 42
    assert told["inputs"].keys() == {"short.study.yaml"}


def test_a_failed_reel_tells_its_fault(seahaven: Seahaven, clock: Seahaven) -> None:
    clock("broken")
    assert "failed: module 'clock' failed at 2 s" in seahaven("info", "out/clock/clock.reel").stdout


def test_a_folder_that_is_no_reel_is_refused(seahaven: Seahaven, folder: Path) -> None:
    result = seahaven("info", folder)
    assert result.exit_code == 1
    assert "is not a reel" in result.stderr


@pytest.fixture
def cut(folder: Path) -> str:
    """The reel of a run that was killed after two seconds."""
    words = ["play", "clocks_of_tests:killed", "--allow", "clocks_of_tests"]
    line = [sys.executable, "-c", "from seahaven.cli import main; main()", *words]
    assert subprocess.run(line, cwd=folder, timeout=60, check=False).returncode == 9
    return "out/clock/clock.reel"


def test_a_cut_reel_says_so_and_is_recovered(seahaven: Seahaven, cut: str) -> None:
    assert "; seahaven recover packs it" in seahaven("info", cut).stdout
    mended = seahaven("recover", cut)
    assert mended.exit_code == 0
    assert mended.stdout.startswith(f"{cut}: cut at ")
    told = json.loads(seahaven("info", cut, "--json").stdout)
    assert (told["state"], told["is_cut"]) == ("recovered", True)
    assert told["recovered_until"] >= 1.0
