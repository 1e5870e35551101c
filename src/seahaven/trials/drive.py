"""Plays one drive of a study into its folder, and keeps what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from seahaven.errors import InputError, SeahavenError
from seahaven.kernel import Pacer
from seahaven.measures import Lanes
from seahaven.reels import Reel
from seahaven.reels.page import write_page
from seahaven.takes import load_take
from seahaven.trials.curves import collision_curves
from seahaven.trials.herald import Herald, OnEntry
from seahaven.trials.plan import Drive
from seahaven.trials.record import RECORD, Record, read_record, recorded, write_record
from seahaven.trials.table import write_detectors

__all__ = ["PAGE", "Job", "check_drives", "failed", "play_drive", "shown"]

PAGE: Final = "replay.html"
OnDate = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Job:
    """A drive to be played: of which study, into which folder, and whether with a page that replays it.

    With `goes_on` it goes on from where it broke off in that folder, if it did; with a `pace` it keeps to that multiple
    of real time.
    """

    source: str
    drive: Drive
    folder: Path
    allow: tuple[str, ...] = ()
    has_page: bool = True
    goes_on: bool = False
    pace: float | None = None

    def play(self, tell: Callable[[str, Any], None], known: dict[Any, Any]) -> None:
        """Play it, and leave its record in its folder; dates and entries of its log are told."""
        play_drive(
            self, on_date=lambda date: tell("date", date), on_entry=lambda *entry: tell("entry", entry), known=known
        )

    def record(self) -> Record | None:
        """What was kept of it, if it was played."""
        return read_record(self.folder)

    def failed(self, why: str) -> Record:
        """Write the record of one whose process died again and again."""
        return failed(self, f"{why}; the same command plays this drive again, fewer --jobs need less memory")

    def again(self, *, has_begun: bool) -> Job:
        """The same after its process died; before its first date it may not have cleared away what was there."""
        return replace(self, goes_on=self.goes_on or has_begun)


def play_drive(
    job: Job,
    *,
    on_date: OnDate | None = None,
    on_entry: OnEntry | None = None,
    known: dict[str | None, Lanes] | None = None,
) -> Record:
    """Play a drive, whatever an earlier run left in its folder, and write its record.

    A drive that fails has a record of its error, so that the others go on; it is played again on resuming.
    """
    folder = job.folder
    (folder / RECORD).unlink(missing_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        record = _played(job, on_date, on_entry, known)
    except SeahavenError as error:
        return failed(job, str(error))
    write_record(record, folder)
    return record


def failed(job: Job, error: str) -> Record:
    """Write the record of a drive that did not come to its end."""
    record = Record(drive=job.drive, study=job.source, error=error)
    job.folder.mkdir(parents=True, exist_ok=True)
    write_record(record, job.folder)
    return record


def _played(
    job: Job, on_date: OnDate | None, on_entry: OnEntry | None, known: dict[str | None, Lanes] | None
) -> Record:  # fmt: skip
    take = load_take(job.source, allow=job.allow, seed=job.drive.seed, change=job.drive.change)
    if on_entry:
        take.root.add(Herald("herald", tell=on_entry))
    goes_on = job.goes_on and take.can_go_on(job.folder)
    pacer = None if job.pace is None else Pacer(job.pace)
    reel = take.play(job.folder, overwrite=True, on_date=on_date, go_on=goes_on, pacer=pacer)
    return shown(reel, job.drive, job.folder, has_page=job.has_page, known=known)


def shown(
    reel: Reel, drive: Drive, folder: Path, *, has_page: bool, known: dict[str | None, Lanes] | None = None
) -> Record:
    """What is kept of a drive, from its reel; a page that replays it is written into a folder, if one is wanted."""
    study = reel.manifest.name
    write_detectors(reel, folder)
    if has_page:
        curves = collision_curves(reel, known=known)
        write_page(reel, folder / PAGE, title=_title(study, drive), curves=curves, overwrite=True)
    return recorded(reel, drive, study=study, page=PAGE if has_page else "", known=known)


def _title(name: str, drive: Drive) -> str:
    return " – ".join(part for part in (name, _who(drive), drive.condition) if part)


def _who(drive: Drive) -> str:
    return f"{drive.participant} ({drive.subject})" if drive.subject else drive.participant


def check_drives(jobs: Sequence[Job]) -> None:
    """Load one drive of each condition, so that what is wrong with the study is told before any is played."""
    for job in {job.drive.condition: job for job in reversed(jobs)}.values():
        take = load_take(job.source, allow=job.allow, seed=job.drive.seed, change=job.drive.change)
        if take.rate is None:
            message = f"'{take.name}' records nothing ('record: null'), and drives are measured from what was recorded"
            raise InputError(f"{message}; leave 'record' out of the study")
        take.controller(is_warm=False)
