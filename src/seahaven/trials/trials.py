"""Many drives of one study, from its plan to tables and a report; a run that broke off goes on where it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from seahaven.errors import InputError
from seahaven.files import Document, file_digest
from seahaven.measures import Lanes
from seahaven.reels import SUFFIX, Reel
from seahaven.takes import ALL, PARTICIPANTS, ExperimentEntry, Study, claimed, load_study
from seahaven.trials.drive import Job, check_drives, play_drive, shown
from seahaven.trials.drive_row import drive_row
from seahaven.trials.episode import read_log
from seahaven.trials.plan import Drive, drives_of, only, virtual_drives
from seahaven.trials.questionnaire import read_answers
from seahaven.trials.record import RECORD, Record, read_record
from seahaven.trials.report import write_report
from seahaven.trials.row import Row
from seahaven.trials.table import write_answers, write_columns, write_detectors, write_drives, write_situations
from seahaven.trials.workers import OnTrial, play_side_by_side

__all__ = [
    "REPORT",
    "Trials",
    "check_experiment",
    "others_of",
    "plan_trials",
    "play_trials",
    "write_drive",
    "write_results",
]

REPORT: Final = "report.html"


@dataclass(frozen=True, slots=True)
class Trials:
    """Drives that were played, in the order of their plan, and the folder in which they lie with their tables."""

    folder: Path
    records: tuple[Record, ...]

    @property
    def rows(self) -> list[Row]:
        """All situations of all drives."""
        return [row for record in self.records for row in record.rows]

    @property
    def failed(self) -> list[Record]:
        """The drives that did not come to their end."""
        return [record for record in self.records if not record.is_finished]


def plan_trials(
    source: str | Path, *, subjects: int | None = None, participant: str | None = None, seed: int | None = None
) -> list[Drive]:
    """The drives of a study: of all its participants, of one of them, or of so many virtual subjects instead."""
    study, document = load_study(source)
    return _plan(study, document, subjects, participant, study.seed if seed is None else seed)


def check_experiment(source: str | Path, *, allow: Sequence[str] = ()) -> list[Drive]:
    """The drives of a study's experiment, none if it has no such section; what is wrong with any condition is told."""
    if load_study(source)[0].experiment is None:
        return []
    drives = plan_trials(source)
    check_drives([Job(str(source), drive, Path(drive.folder), tuple(allow)) for drive in drives])
    return drives


def play_trials(
    source: str | Path,
    out: Path,
    *,
    subjects: int | None = None,
    participant: str | None = None,
    seed: int | None = None,
    jobs: int = 1,
    resume: bool = False,
    overwrite: bool = False,
    allow: Sequence[str] = (),
    pages: bool = True,
    pace: float | None = None,
    tell: OnTrial | None = None,
) -> Trials:
    """Play the drives of a study, each into a folder of its own in `out`, and write tables and a report of all of them.

    `subjects` plays the study with so many virtual subjects. `participant` plays the drives of one participant, or of
    *all*; tables and report then cover all participants that have driven into `out` so far.

    With `resume`, finished drives are kept, and interrupted drives continue from their last checkpoint or start again.
    With `overwrite`, everything is played anew. `jobs` is the number of drives played in parallel, which does not
    change the results. `pace` is the multiple of real time at which to play. `pages` writes a replay page for each
    drive.

    `tell` is called with the job, a kind and a value: *date* (how far the drive is), *entry* (an event of its log),
    *record* (its result), *kept* (the result of an earlier run), or *again* (its process died, and why). Only one run
    at a time may play into `out`.
    """
    drives = plan_trials(source, subjects=subjects, participant=participant, seed=seed)
    goes_on, hear = resume and not overwrite, tell or _deaf
    planned = [Job(str(source), drive, out / drive.folder, tuple(allow), pages, goes_on, pace) for drive in drives]
    with claimed(out):
        _refuse_single(out)
        kept = _kept(planned, Path(source), resume=resume, overwrite=overwrite)
        left = [job for job in planned if job.drive.folder not in kept]
        check_drives(left)
        _forget(left)
        for job in planned:
            if job.drive.folder in kept:
                hear(job, "kept", kept[job.drive.folder])
        if jobs > 1 and len(left) > 1:
            played = play_side_by_side(left, jobs, hear)
        else:
            played = _one_by_one(left, hear)
        found = {**kept, **{record.drive.folder: record for record in played}}
        whole = drives if participant in (None, ALL) else plan_trials(source, subjects=subjects, seed=seed)
        everybody = found | others_of(Path(source), out, [one for one in whole if one.folder not in found])
        write_results(Trials(out, tuple(everybody[drive.folder] for drive in whole if drive.folder in everybody)))
    return Trials(out, tuple(found[drive.folder] for drive in drives))


def others_of(source: Path, out: Path, drives: Sequence[Drive]) -> dict[str, Record]:
    """What has been driven of some drives of a study already, for tables and a report of all."""
    digest, others = file_digest(source), dict[str, Record]()
    for drive in drives:
        record = read_record(out / drive.folder)
        if record and record.drive == drive and record.inputs.get(source.name) == digest:
            others[drive.folder] = record
    return others


def write_drive(reel: Reel, folder: Path, *, page: bool = True) -> Trials | None:
    """A single drive as trials of which it is the only one, with tables, report and page; None without situations.

    What detectors measured is written in either case.
    """
    if not read_log(reel).episodes:
        write_detectors(reel, folder)
        return None
    told = reel.manifest
    subject = next((name for name, entity in told.names.items() if entity in told.subjects[:1]), "")
    drive = Drive(folder=".", participant=subject, seed=told.seed)
    trials = Trials(folder, (shown(reel, drive, folder, has_page=page),))
    write_results(trials)
    return trials


def write_results(trials: Trials, *, folders: Sequence[str] = ()) -> None:
    """Write the tables of situations and drives, what their columns are, and the report.

    Answers to questionnaires lie in the folders of drives, of which `folders` may name more than were driven.
    """
    named = list(dict.fromkeys((*(record.drive.folder for record in trials.records), *folders)))
    answers = [row for name in named for row in read_answers(trials.folder / name)]
    write_answers(answers, trials.folder)
    write_situations(trials.rows, trials.folder)
    write_drives([drive_row(record) for record in trials.records], trials.folder)
    write_columns(trials.folder, has_answers=bool(answers))
    write_report(trials.records, trials.folder / REPORT)


def _plan(
    study: Study, document: Document, subjects: int | None, participant: str | None, seed: int
) -> list[Drive]:  # fmt: skip
    if subjects is not None:
        PARTICIPANTS.refuse("--subjects", subjects)
        entry = study.experiment or ExperimentEntry(conditions={}, questionnaires={})
        study = study.model_copy(update={"experiment": entry.model_copy(update={"participants": subjects})})
    drives = drives_of(study, document, seed=seed)
    drives = drives if subjects is None else virtual_drives(drives, seed=seed)
    return drives if participant in (None, ALL) else only(drives, participant)


def _kept(planned: Sequence[Job], source: Path, *, resume: bool, overwrite: bool) -> dict[str, Record]:
    """The records of drives that need not be played again; refuses a folder with drives that nobody spoke of."""
    if overwrite:
        return {}
    found = {job.drive.folder: record for job in planned if (record := read_record(job.folder))}
    if not found:
        return {}
    if not resume:
        message = f"{planned[0].folder.parent} holds drives already; pass resume=True to go on with those that are left"
        raise InputError(f"{message}, or overwrite=True to play all anew")
    digest = file_digest(source)
    finished = {name: record for name, record in found.items() if record.is_finished}
    for job in planned:
        record = finished.get(job.drive.folder)
        if record and record.inputs.get(source.name) != digest:
            _refuse_kept(job, f"of another study than {source.name}, or of this one before it was changed")
        if record and record.drive != job.drive:
            _refuse_kept(job, "of another plan: the seed, the subject, the condition or the order is another one")
    return finished


def _forget(jobs: Sequence[Job]) -> None:
    """Remove the records of drives that are to be played anew, lest a run that goes on later takes them for played."""
    for job in jobs:
        (job.folder / RECORD).unlink(missing_ok=True)


def _refuse_single(out: Path) -> None:
    """Refuse a folder in which a single run lies: tables and report of many drives would take the place of its own."""
    for reel in sorted(out.glob(f"*{SUFFIX}")):
        message = f"{out} holds a single run ({reel.name}), whose tables and report many drives would overwrite"
        raise InputError(f"{message}; choose another folder with --out")


def _refuse_kept(job: Job, what: str) -> None:
    raise InputError(f"{job.folder} is a drive {what}; play into another folder, or anew with --force")


def _one_by_one(jobs: Sequence[Job], tell: OnTrial) -> list[Record]:
    known: dict[str | None, Lanes] = {}
    records = []
    for job in jobs:
        on_entry = partial(_tell_entry, job, tell)
        records.append(play_drive(job, on_date=partial(tell, job, "date"), on_entry=on_entry, known=known))
        tell(job, "record", records[-1])
    return records


def _tell_entry(job: Job, tell: OnTrial, time: float, what: Any) -> None:
    tell(job, "entry", (time, what))


def _deaf(job: Job, what: str, value: Any) -> None:
    """Heed nothing."""
