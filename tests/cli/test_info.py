"""`seahaven info` and `seahaven recover`."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from seahaven import __version__
from seahaven.kernel.archive import read_archive, write_archive
from seahaven.reels.lock import RecordingLock
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


def test_an_interrupted_reel_tells_when(seahaven: Seahaven, clock: Seahaven) -> None:
    clock("stopped")
    assert "interrupted at 2 s" in seahaven("info", "out/clock/clock.reel").stdout


def test_a_truncated_table_is_damage(seahaven: Seahaven, clock: Seahaven) -> None:
    clock("whole", "-q")
    path = Path("out/clock/clock.reel/hand.parquet")
    path.write_bytes(path.read_bytes()[:-20])
    result = seahaven("info", "out/clock/clock.reel")
    assert result.exit_code == 1
    assert "damaged" in result.stdout
    assert "hand.parquet cannot be read" in result.stdout
    assert "closed" not in result.stdout
    (told,) = json.loads(seahaven("info", "out/clock/clock.reel", "--json").stdout)["damage"]
    assert told.startswith(f"{path} cannot be read: ")


def test_a_checkpoint_tells_its_study_date_and_inputs(seahaven: Seahaven) -> None:
    seahaven("play", "short.study.yaml", "-q", "--until", "1 s", "--checkpoint", "at-1.npz")
    shown = seahaven("info", "at-1.npz").stdout
    assert all(text in shown for text in ("Short drive", "checkpoint at 1 s", "short.study.yaml (sha256 "))
    told = json.loads(seahaven("info", "at-1.npz", "--json").stdout)
    assert (told["study"], told["time"], told["seed"]) == ("Short drive", 1.0, 3)
    assert told["inputs"].keys() == {"short.study.yaml"}


def test_what_only_calls_itself_a_checkpoint_is_refused(seahaven: Seahaven, folder: Path) -> None:
    (folder / "bad.npz").write_text("hello")
    result = seahaven("info", "bad.npz", "--json")
    assert result.exit_code == 1
    assert "bad.npz is not a checkpoint" in result.stderr
    assert json.loads(result.stdout).keys() == {"error"}


def test_a_reel_that_is_being_recorded_says_so_and_is_not_recovered(seahaven: Seahaven, cut: str) -> None:
    with RecordingLock(Path(cut)):
        shown = seahaven("info", cut).stdout
        told = json.loads(seahaven("info", cut, "--json").stdout)
        refused = seahaven("recover", cut)
    assert "being recorded, 1 s so far" in shown
    assert "cut" not in shown
    assert (told["is_live"], told["is_cut"], told["recovered_until"]) == (True, False, 1.0)
    assert refused.exit_code == 1
    assert f"{cut} is being recorded; wait until the run has ended" in refused.stderr


@pytest.fixture
def cut(folder: Path) -> str:
    """The reel of a run, held to a pace, that was killed after two seconds."""
    words = ["play", "clocks_of_tests:killed", "--allow", "clocks_of_tests", "--pace", "100"]
    line = [sys.executable, "-c", "from seahaven.cli import main; main()", *words]
    assert subprocess.run(line, cwd=folder, timeout=60, check=False).returncode == 9
    return "out/clock/clock.reel"


def test_a_cut_reel_says_so_and_is_recovered(seahaven: Seahaven, cut: str) -> None:
    shown = seahaven("info", cut).stdout
    assert all(
        text in shown for text in ("cut at 1 s; seahaven recover packs it", "1 s, from 0 s on", "2 frames", "2 rows")
    )
    early = json.loads(seahaven("info", cut, "--json").stdout)
    assert (early["state"], early["is_cut"], early["is_live"]) == ("running", True, False)
    assert (early["frames"], early["duration"], early["families"]["hand"]["rows"]) == (2, 1.0, 2)
    mended = seahaven("recover", cut)
    assert mended.exit_code == 0
    assert mended.stdout == f"{cut}: packed 2 frames up to 1 s, 0 events\n"
    assert seahaven("recover", cut).stdout == f"{cut}: nothing to do, the reel is recovered\n"
    told = json.loads(seahaven("info", cut, "--json").stdout)
    assert (told["state"], told["is_cut"]) == ("recovered", True)
    assert told["recovered_until"] >= 1.0


@pytest.mark.parametrize("notes", [{}, {"study": 7, "inputs": [1]}, {"study": "Short drive", "inputs": {}}])
def test_a_checkpoint_of_another_hand_is_shown_and_refused_in_one_line(
    seahaven: Seahaven, folder: Path, notes: dict[str, object]
) -> None:
    seahaven("play", "short.study.yaml", "-q", "--until", "1 s", "--checkpoint", "at-1.npz")
    text, arrays = read_archive(folder / "at-1.npz")
    with (folder / "at-1.npz").open("wb") as file:
        write_archive(file, json.dumps({**json.loads(text), "notes": notes}).encode(), arrays)
    assert "checkpoint at 1 s" in seahaven("info", "at-1.npz").stdout
    result = seahaven("play", "short.study.yaml", "--resume", "at-1.npz", "--out", "on")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert result.stderr.startswith("error: at-1.npz is a checkpoint of ")
