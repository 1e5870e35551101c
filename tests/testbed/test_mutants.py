"""Each of twenty seeded bugs is caught by the drive named for it; the driver without bugs passes under any seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.testbed import DriveJob, DriveOutcome, Variant, Wanted, plan_drives, play_and_judge
from tests.testbed.mutants import MUTANTS, Mutant

DRIVES = Path(__file__).parents[2] / "examples" / "drives"
ALLOW = ("examples", "tests")
QUICK = ("LateBraking", "BlindToBicycles")
"""Mutants that every run of the tests tries."""
SEEDS = range(1, 21)


def played(name: str, folder: Path, *, driver: str = "", seed: int | None = None) -> DriveOutcome:
    stem, _, condition = name.rstrip("]").partition("[")
    job = DriveJob(str(DRIVES / f"{stem}.study.yaml"), folder, seed, Variant(condition, driver), ALLOW)
    return play_and_judge(job)


@pytest.mark.parametrize(
    "mutant",
    [pytest.param(one, marks=() if one.driver.__name__ in QUICK else pytest.mark.slow) for one in MUTANTS],
    ids=lambda mutant: mutant.driver.__name__,
)
def test_the_bug_is_caught_by_its_drive(mutant: Mutant, tmp_path: Path) -> None:
    outcome = played(mutant.drive, tmp_path, driver=f"tests.testbed.mutants:{mutant.driver.__name__}")
    assert outcome.verdict is not None, outcome.error
    failures = [finding.requirement for finding in outcome.verdict.failures]
    assert any(failure.startswith(mutant.requirement) for failure in failures), failures


def test_there_are_twenty_different_bugs() -> None:
    assert len({mutant.driver for mutant in MUTANTS}) >= 20
    assert all(mutant.driver.__doc__ for mutant in MUTANTS)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_driver_without_bugs_gives_no_false_alarm_under_any_seed(tmp_path: Path) -> None:
    names = dict.fromkeys(mutant.drive for mutant in MUTANTS)
    alarms = []
    for name in names:
        for seed in SEEDS:
            outcome = played(name, tmp_path, seed=seed)
            if outcome.state != "passed":
                alarms.append((name, seed, outcome.error or [one.requirement for one in outcome.verdict.failures]))
    assert not alarms
    assert len(plan_drives([DRIVES], tmp_path, Wanted(allow=ALLOW))) >= 40
