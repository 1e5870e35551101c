"""Drives of people in a laboratory, kept as those of `seahaven play` are: record, page, tables and report."""

from __future__ import annotations

from pathlib import Path

from seahaven.reels import Reel
from seahaven.takes import claimed
from seahaven.trials.drive import shown
from seahaven.trials.plan import Drive
from seahaven.trials.record import Record, write_record
from seahaven.trials.trials import Trials, others_of, plan_trials, write_results

__all__ = ["keep_drive", "tabulate"]


def keep_drive(source: Path, out: Path, drive: Drive, reel: Reel) -> Record:
    """Write what is kept of a drive whose reel lies in its folder in `out`, and the tables and report of all so far."""
    with claimed(out):
        record = shown(reel, drive, out / drive.folder, has_page=True)
        write_record(record, out / drive.folder)
    tabulate(source, out)
    return record


def tabulate(source: Path, out: Path) -> None:
    """Write tables and report of all drives of a study that lie in `out`, with the answers to questionnaires."""
    drives = plan_trials(source)
    with claimed(out):
        found = others_of(source, out, drives)
        records = tuple(found[drive.folder] for drive in drives if drive.folder in found)
        write_results(Trials(out, records), folders=[drive.folder for drive in drives])
