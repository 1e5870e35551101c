"""The drives of the examples: all can be loaded, and the reference driver passes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.takes import load_study
from seahaven.testbed import DriveJob, Wanted, plan_drives, play_and_judge

DRIVES = Path(__file__).parents[2] / "examples" / "drives"
ALLOW = ("examples",)


def jobs(out: Path) -> list[DriveJob]:
    return plan_drives([DRIVES], out, Wanted(allow=ALLOW))


def test_there_are_forty_drives_over_a_dozen_layouts() -> None:
    assert len(jobs(Path("out"))) >= 40
    assert len({str(load_study(path)[0].roads) for path in DRIVES.glob("*.study.yaml")}) >= 12


@pytest.mark.parametrize("name", ["standing_vehicle[dry]", "follow_leader[stops]"])
def test_the_reference_driver_passes(name: str, tmp_path: Path) -> None:
    (job,) = (job for job in jobs(tmp_path) if job.name == name)
    outcome = play_and_judge(job)
    assert outcome.state == "passed", outcome


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_reference_driver_passes_all(tmp_path: Path) -> None:
    outcomes = [play_and_judge(job) for job in jobs(tmp_path)]
    assert not [(one.name, one.error or one.verdict) for one in outcomes if one.state != "passed"]
