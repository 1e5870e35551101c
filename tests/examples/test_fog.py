"""The example of an experiment: it is the study of "Your first study", and one participant drives both conditions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from seahaven.files import load_yaml, validate
from seahaven.takes import Study
from seahaven.trials import plan_trials, play_trials

ROOT = Path(__file__).parents[2]
STUDY = ROOT / "examples" / "fog.study.yaml"


def test_it_is_the_study_that_the_docs_build(tmp_path: Path) -> None:
    parts = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / "first-study.md").read_text(), flags=re.S)
    (tmp_path / "docs.study.yaml").write_text("\n".join(parts).replace("examples/roads", "roads"))
    told, example = (validate(load_yaml(path), Study) for path in (tmp_path / "docs.study.yaml", STUDY))
    assert told.model_dump() == example.model_dump()


def test_half_of_the_participants_drive_in_fog_first() -> None:
    drives = plan_trials(str(STUDY))
    assert len(drives) == 12
    assert sum(drive.condition == "fog" for drive in drives[::2]) == 3


@pytest.mark.slow
def test_a_participant_drives_both_and_the_report_compares(tmp_path: Path) -> None:
    trials = play_trials(str(STUDY), tmp_path / "out", participant="1", pages=False)
    assert [record.is_finished for record in trials.records] == [True, True]
    assert "<h2>Conditions</h2>" in (tmp_path / "out" / "report.html").read_text()
