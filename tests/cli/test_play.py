"""`seahaven play`, from a study, a reel and a function."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from seahaven.reels import Reel
from tests.cli.sources import Seahaven


def test_a_study_becomes_a_reel_with_a_summary(seahaven: Seahaven) -> None:
    result = seahaven("play", "short.study.yaml")
    assert result.exit_code == 0, result.output
    assert "Short drive" in result.stdout
    assert all(word in result.stdout for word in ("lead", "chaser", "smallest gap", "2 s", "seed 3"))
    assert "Reel: out/short-drive/short-drive.reel" in result.stdout
    assert result.stderr == ""


def test_the_hint_opens_the_reel_in_pandas(seahaven: Seahaven) -> None:
    hint = seahaven("play", "short.study.yaml").stdout.splitlines()[-2:]
    assert hint[0].strip() == "import pandas"
    frame = eval(hint[1].strip(), {"pandas": pd})
    assert {"time", "id", "speed"} <= set(frame.columns)


def test_json_is_the_only_thing_on_the_standard_output(seahaven: Seahaven) -> None:
    result = seahaven("play", "short.study.yaml", "--json", "--seed", "11", "--out", "elsewhere")
    told = json.loads(result.stdout)
    assert told["reel"] == "elsewhere/short-drive.reel"
    assert (told["seed"], told["duration"], told["pacing"]) == (11, 2.0, None)
    assert [journey["name"] for journey in told["journeys"]] == ["lead", "chaser"]


def test_quiet_prints_nothing(seahaven: Seahaven) -> None:
    result = seahaven("play", "short.study.yaml", "--quiet")
    assert (result.exit_code, result.output) == (0, "")


def test_rate_and_end_are_taken_from_the_command_line(seahaven: Seahaven) -> None:
    seahaven("play", "short.study.yaml", "--rate", "20 Hz", "--until", "1 s")
    reel = Reel.open("out/short-drive/short-drive.reel")
    assert reel.times.tolist() == pytest.approx([k / 20 for k in range(21)])


def test_a_reel_is_overwritten_only_by_force(seahaven: Seahaven) -> None:
    assert seahaven("play", "short.study.yaml", "-q").exit_code == 0
    refused = seahaven("play", "short.study.yaml", "-q")
    assert refused.exit_code == 1
    assert "short-drive.reel" in refused.stderr
    assert seahaven("play", "short.study.yaml", "-q", "--force").exit_code == 0


def test_a_paced_run_tells_whether_it_kept_up(seahaven: Seahaven) -> None:
    result = seahaven("play", "short.study.yaml", "--until", "0.1 s", "--pace", "100")
    assert result.exit_code == 0
    assert "Pace: " in result.stdout
    told = json.loads(seahaven("play", "short.study.yaml", "--force", "--until", "0", "--pace", "9", "--json").stdout)
    assert told["pacing"].keys() == {"dates", "overruns", "worst"}


def test_a_run_goes_on_from_a_checkpoint(seahaven: Seahaven) -> None:
    seahaven("play", "short.study.yaml", "-q", "--out", "whole")
    assert (
        seahaven("play", "short.study.yaml", "-q", "--out", "a", "--until", "1 s", "--checkpoint", "at-1.npz").exit_code
        == 0
    )
    assert seahaven("play", "short.study.yaml", "-q", "--out", "b", "--resume", "at-1.npz").exit_code == 0
    whole, rest = (
        Reel.open(f"{folder}/short-drive.reel").frame("vehicle", time=(1.0, None)) for folder in ("whole", "b")
    )
    pd.testing.assert_frame_equal(whole, rest)


def test_a_reel_plays_again(seahaven: Seahaven) -> None:
    seahaven("play", "short.study.yaml", "-q")
    again = seahaven("play", "out/short-drive/short-drive.reel")
    assert again.exit_code == 0, again.output
    assert "replay of Short drive" in again.stdout


def test_code_runs_only_from_an_allowed_package(seahaven: Seahaven, clock: Seahaven) -> None:
    refused = seahaven("play", "clocks_of_tests:whole")
    assert refused.exit_code == 1
    assert "--allow clocks_of_tests" in refused.stderr
    assert clock("whole").exit_code == 0


def test_a_function_must_give_a_take(clock: Seahaven) -> None:
    result = clock("nothing")
    assert result.exit_code == 1
    assert "NoneType" in result.stderr


def test_a_failing_module_is_named_with_its_place_and_the_reel_is_closed(clock: Seahaven, folder: Path) -> None:
    result = clock("broken")
    assert result.exit_code == 1
    first, *rest = result.stderr.splitlines()
    assert first.startswith("error: module 'clock' failed at 2 s: ZeroDivisionError: the spring is gone")
    assert any("at clocks_of_tests.py:" in line and "in strike: raise" in line for line in rest)
    reel = Reel.open("out/clock/clock.reel")
    assert reel.manifest.state == "failed"


def test_an_interrupted_run_says_when_and_closes_its_reel(clock: Seahaven) -> None:
    result = clock("stopped")
    assert result.exit_code == 130
    assert result.stderr == "interrupted at 1 s; the reel in out/clock is closed\n"
    assert Reel.open("out/clock/clock.reel").manifest.state == "failed"
