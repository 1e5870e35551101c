"""Cues of a study file press buttons of drivers at set times."""

from __future__ import annotations

from pathlib import Path

from seahaven.takes import load_take

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
