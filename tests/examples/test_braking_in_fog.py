"""The example of an experiment: half of the participants begin in fog, and the report compares the conditions."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.trials import plan_trials, play_trials

ROOT = Path(__file__).parents[2]
STUDY = ROOT / "examples" / "braking_in_fog.study.yaml"


def test_half_of_the_participants_drive_in_fog_first() -> None:
    drives = plan_trials(str(STUDY))
    assert len(drives) == 16
    assert sum(drive.condition == "fog" for drive in drives[::2]) == 4


@pytest.mark.slow
def test_a_participant_drives_both_and_the_report_compares(tmp_path: Path) -> None:
    trials = play_trials(str(STUDY), tmp_path / "out", participant="1", pages=False)
    assert [record.is_finished for record in trials.records] == [True, True]
    assert "<h2>Conditions</h2>" in (tmp_path / "out" / "report.html").read_text()
