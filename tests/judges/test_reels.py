"""Judging a reel: the same from the library, the command line and the tables of trials."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from seahaven.cli import app
from seahaven.errors import ReelError
from seahaven.judges import ReelRecording, episodes_of, judge_reel
from seahaven.judges.episode import Told
from seahaven.reels import Reel
from seahaven.trials import measure
from tests.judges.film import Film


def test_set_values_and_the_cast_are_in_the_recording(reel: Reel) -> None:
    (episode,) = episodes_of(ReelRecording(reel).told)
    assert episode.use == "unexpected slowdown"
    assert episode.parameters["before"] == 50.0
    assert episode.parameters["braking"] == pytest.approx(0.35 * 9.81, abs=0.01)
    assert episode.holder("lead") is not None


def test_a_reel_is_judged_the_same_wherever_that_is_asked(reel: Reel) -> None:
    (verdict,) = judge_reel(reel)
    assert verdict.time is not None
    assert {finding.what for finding in verdict.findings} >= {
        "distance before the junction",
        "deceleration",
        "brake lights",
    }
    assert judge_reel(reel) == [verdict]
    (row,) = measure(reel)
    assert (row.is_whole, row.not_whole) == (verdict.is_whole, verdict.why)
    result = CliRunner().invoke(app, ["judge", str(reel.path), "--json"])
    (told,) = json.loads(result.stdout)
    assert (told["is_whole"], told["time"], len(told["findings"])) == (
        verdict.is_whole,
        verdict.time,
        len(verdict.findings),
    )


def test_what_direction_says_of_its_success_is_not_read(reel: Reel) -> None:
    recording = ReelRecording(reel)
    kept = [one for one in recording.told if one.kind not in ("Critical", "Forecast", "Ordered")]
    assert episodes_of(kept) == episodes_of(recording.told)


def test_the_command_says_what_a_situation_lacks(reel: Reel) -> None:
    (verdict,) = judge_reel(reel)
    printed = CliRunner().invoke(app, ["judge", str(reel.path)]).stdout
    assert "unexpected slowdown" in printed
    assert ("whole" if verdict.is_whole else verdict.findings[0].what) in printed


def test_a_situation_without_its_set_values_is_refused() -> None:
    film = Film(5.0)
    film.told = [Told(0.0, "Planned", {"number": 0, "situation": "gang", "at": 0.0, "use": "gang"})]
    scene = film.scene()
    with pytest.raises(ReelError, match="was recorded without its parameter 'headway'"):
        scene.set("headway")


def test_a_situation_that_never_opened_is_not_whole() -> None:
    film = Film(5.0)
    film.told = [Told(0.0, "Planned", {"number": 0, "situation": "gang", "at": 0.0, "use": "gang"})]
    assert film.verdict().why == "situation: it never opened"
