"""Which drives are to be played: files, the conditions in them, and a folder for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from seahaven.errors import InputError, nearest
from seahaven.files import distinct_names
from seahaven.takes import study_stem
from seahaven.testbed.drive import Variant, conditions_of, drive_files, load_drive
from seahaven.testbed.outcome import DriveOutcome
from seahaven.testbed.playing import DriveJob
from seahaven.trials import OnTrial, play_side_by_side

__all__ = ["Wanted", "plan_drives", "play_drives"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of all drives: a seed, a driver, a condition, values, and whose code may run."""

    seed: int | None = None
    driver: str = ""
    condition: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    allow: tuple[str, ...] = ()


def plan_drives(paths: Sequence[str | Path], out: Path, wanted: Wanted = Wanted()) -> list[DriveJob]:  # noqa: B008
    """The drives in files and folders, one for each condition, each with a folder of its own in `out`.

    Files that are wrong are refused before anything is played.
    """
    found = [(file, condition) for file in drive_files(paths) for condition in _conditions(file, wanted.condition)]
    jobs = []
    for file, condition in found:
        variant = Variant(condition, wanted.driver, dict(wanted.settings))
        load_drive(file, variant, allow=wanted.allow)
        jobs.append(partial(DriveJob, str(file), seed=wanted.seed, variant=variant, allow=wanted.allow))
    names = [f"{study_stem(file)}-{condition}" if condition else study_stem(file) for file, condition in found]
    several = {name for name in names if names.count(name) > 1}
    keys = [f"{name} {file.parent}" if name in several else name for name, (file, _) in zip(names, found, strict=True)]
    folders = distinct_names(keys, empty="drive")
    return [job(folder=out / folders[key]) for job, key in zip(jobs, keys, strict=True)]


def play_drives(jobs: Sequence[DriveJob], tell: OnTrial, *, count: int = 1) -> list[DriveOutcome]:
    """Play and judge drives, `count` at a time; `tell` hears of each as in trials (*date*, *again*, *record*)."""
    if count > 1 and len(jobs) > 1:
        return play_side_by_side(jobs, count, tell)
    known: dict[Any, Any] = {}
    outcomes = []
    for job in jobs:
        job.play(partial(tell, job), known)
        outcome = job.record()
        assert outcome is not None, "a drive that was played has an outcome"
        tell(job, "record", outcome)
        outcomes.append(outcome)
    return outcomes


def _conditions(file: Path, wanted: str) -> list[str]:
    conditions = conditions_of(file)
    if not wanted:
        return conditions
    if wanted not in conditions:
        known = [one for one in conditions if one]
        raise InputError(f"{file} has no condition '{wanted}'{nearest(wanted, known) if known else ''}")
    return [wanted]
