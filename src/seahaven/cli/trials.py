"""`seahaven play --subjects`, `--participant` and `--participants`: many drives of one study."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from seahaven.cli.console import ERR, OUT, counted, plain_table, print_json, tell
from seahaven.cli.situations import closed_line, laid_line
from seahaven.cli.stopping import Stopped, Stopping

if TYPE_CHECKING:
    from seahaven.direction import Critical, Opened
    from seahaven.trials import Job, Trials

__all__ = ["play_many", "show_plan"]

SECOND: Final = 1e9


def show_plan(source: str, *, subjects: int | None, participant: str | None, seed: int | None, json: bool) -> None:
    """Print who drives under which condition, in which order."""
    from seahaven.trials import plan_trials

    drives = plan_trials(source, subjects=subjects, participant=participant, seed=seed)
    if json:
        print_json([{"folder": drive.folder, "seed": drive.seed, **_who(drive)} for drive in drives])
        return
    table = plain_table("participant", "subject", "condition", "order", "seed", "folder", numbers=("seed",))
    for drive in drives:
        table.add_row(*_who(drive).values(), str(drive.seed), drive.folder)
    OUT.print(table)


def play_many(
    source: str,
    out: Path | None,
    *,
    subjects: int | None,
    participant: str | None,
    seed: int | None,
    jobs: int,
    force: bool,
    allow: Sequence[str],
    pages: bool,
    pace: float | None,
    json: bool,
    quiet: bool,
) -> None:
    """Play the drives of a study, or go on with those that are left, and say what came of them."""
    from seahaven.takes import load_study, study_stem
    from seahaven.trials import plan_trials, play_trials

    study, _ = load_study(source)
    drives = plan_trials(source, subjects=subjects, participant=participant, seed=seed)
    folder = out or Path("out") / f"{study_stem(source)}-trials"
    watch = _Progress(ERR, len(drives), study.duration, shown=not (json or quiet))
    with watch, _stopping(watch, folder, "the same command without --force" if force else "the same command"):
        trials = play_trials(
            source, folder, subjects=subjects, participant=participant, seed=seed, jobs=jobs, resume=not force,
            overwrite=force, allow=allow, pages=pages, pace=pace, tell=watch.hear,
        )  # fmt: skip
    if json:
        print_json(_outcome(trials))
    elif not quiet:
        _show(trials)
    for record in trials.failed:
        tell(ERR, f"{trials.folder / record.drive.folder}: {record.error}", lead="error: ", lead_style="bold red")
    if trials.failed:
        raise typer.Exit(1)


def _who(drive: Any) -> dict[str, str]:
    who = drive.who
    return {"participant": who.participant, "subject": who.subject, "condition": who.condition, "order": who.order}


def _outcome(trials: Trials) -> dict[str, Any]:
    return {
        "folder": str(trials.folder),
        "drives": len(trials.records),
        "failed": {record.drive.folder: record.error for record in trials.failed},
        "resumed": {record.drive.folder: list(record.resumed) for record in trials.records if record.resumed},
        "situations": len(trials.rows),
        "played": sum(row.outcome == "played" for row in trials.rows),
        "met": sum(row.is_met is True for row in trials.rows),
        "collisions": sum(record.collisions for record in trials.records),
        "report": str(trials.folder / "report.html"),
    }


def _show(trials: Trials) -> None:
    told = _outcome(trials)
    kept = f"{counted(told['drives'], 'drive')}, {counted(told['situations'], 'situation')}"
    tell(OUT, f"{kept}: {told['played']} played, {told['met']} as wanted")
    if told["collisions"]:
        tell(OUT, f"  {counted(told['collisions'], 'collision')} of subjects", "bold red")
    for folder, dates in told["resumed"].items():
        tell(OUT, f"  {folder} broke off, and went on at {', '.join(f'{date:g}' for date in dates)} s", "yellow")
    if trials.failed:
        tell(OUT, f"  {counted(len(trials.failed), 'drive')} failed", "bold red")
    for lead, name in (("Tables: ", "situations.csv"), ("Report: ", "report.html")):
        tell(OUT, str(trials.folder / name), "bold cyan", lead=lead)


@contextmanager
def _stopping(progress: _Progress, folder: Path, way: str) -> Iterator[None]:
    """Say, when asked to stop, what is done already, and how to go on."""
    with Stopping() as stopping:
        try:
            yield
        except KeyboardInterrupt:
            text = f"interrupted; {counted(progress.done, 'drive')} done in {folder}; {way} goes on from there"
            raise Stopped(text, stopping.exit_code) from None


class _Progress:
    """Follows drives that may be played side by side: a bar over all, and above it a line for each situation."""

    def __init__(self, console: Console, drives: int, duration: int, *, shown: bool) -> None:
        self.done = 0
        self._console, self._shown, self._duration = console, shown, duration
        self._dates: dict[str, int] = {}
        self._opened: dict[tuple[str, int], Opened] = {}
        self._critical: dict[tuple[str, int], Critical] = {}
        self._progress = Progress(
            TextColumn("{task.fields[done]} of {task.fields[drives]} drives", style="bold"),
            BarColumn(),
            TextColumn("{task.percentage:3.0f} %"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not (shown and console.is_interactive),
        )
        total = drives * duration / SECOND
        self._task = self._progress.add_task("", total=total, done=0, drives=drives)

    def hear(self, job: Job, what: str, value: Any) -> None:
        """Take note of a date, an entry of a log, or the record of a drive."""
        folder = job.drive.folder
        if what == "date":
            self._dates[folder] = value
        elif what == "entry":
            self._tell_entry(folder, value[1])
        elif what == "again":
            self._dates[folder] = 0
            self._tell(folder, Text(f"{value}; another process plays the drive again", "yellow"))
        else:
            self.done += 1
            self._dates[folder] = self._duration
            if value.error:
                self._tell(folder, Text(f"failed: {value.error}", "bold red"))
        self._progress.update(self._task, completed=sum(self._dates.values()) / SECOND, done=self.done)

    def _tell_entry(self, folder: str, entry: Any) -> None:
        """Print a line when a situation is over, with what it came to at its critical moment."""
        match type(entry).__name__:
            case "Opened":
                self._opened[folder, entry.number] = entry
            case "Critical":
                self._critical[folder, entry.number] = entry
            case "DriveLaid":
                self._tell(folder, laid_line(entry))
            case "Closed":
                about = folder, entry.number
                self._tell(folder, closed_line(entry, self._opened.pop(about, None), self._critical.pop(about, None)))

    def _tell(self, folder: str, text: Text) -> None:
        if self._shown:
            tell(self._console, text, lead=f"{folder}  ", lead_style="dim")

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):  # a terminal that has gone needs no bar
            self._progress.stop()
