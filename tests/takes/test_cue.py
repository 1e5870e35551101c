"""Cues of a study file press buttons of drivers at set times."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.errors import InputError
from seahaven.takes import check, load_take

STUDY = """
study: Told to turn
duration: 15 s
record: 10 Hz
roads: seahaven.roads.builder:lesson_town
subject: {name: ada, on: High_Street.1, at: 60 m, to: High_Street.6, speed: 40 km/h}
modules:
  cue: {use: cue, rate: 10 Hz, entity: ada, with: {at: 3 s, button: turn_next, value: 1}}
links:
  - cue.pressed -> traffic/drivers.presses
"""


def test_a_study_tells_its_subject_to_turn_and_the_reel_says_what_became_of_it(tmp_path: Path) -> None:
    (tmp_path / "turn.study.yaml").write_text(STUDY)
    take = load_take(tmp_path / "turn.study.yaml")
    reel = take.play(tmp_path / "out")
    notes = reel.events().to_pylist()
    told = [(round(note["time"], 3), note["kind"]) for note in notes if note["kind"] != "Rerouted"]
    assert told[:2] == [(3.0, "Press"), (3.2, "TurnAhead")]
    assert [kind for _, kind in told[2:]] == ["Turned"]


def test_a_cue_without_a_link_finds_the_drivers_and_takes_units(tmp_path: Path) -> None:
    with_units = STUDY.partition("links:")[0].replace(
        "button: turn_next, value: 1", "button: adjust_speed, value: 18 km/h"
    )
    (tmp_path / "slow.study.yaml").write_text(with_units)
    take = load_take(tmp_path / "slow.study.yaml")
    take.play(tmp_path / "out")
    assert take.world["ada"].speed == pytest.approx(5.0, abs=0.3)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "turn_next",
            "turn_nxet",
            r"turn.study.yaml:8:\d+: there is no button or dial 'turn_nxet'; did you mean 'turn_next'",
        ),
        ("value: 1", "value: 2", r"turn.study.yaml:8:\d+: 'turn_next' takes one of -1, 0, 1, not 2"),
        (
            "roads: seahaven.roads.builder:lesson_town",
            "roads: gone.xodr",
            r"turn.study.yaml:5:\d+: there is no road file",
        ),
    ],
)
def test_what_no_driver_understands_is_refused_with_its_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    (tmp_path / "turn.study.yaml").write_text(STUDY.replace(old, new))
    with pytest.raises(InputError, match=message):
        check(tmp_path / "turn.study.yaml")
