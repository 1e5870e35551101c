"""`seahaven test`: drives played and judged, with an exit code that continuous integration understands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from seahaven.cli import quantity
from seahaven.cli.console import ERR, OUT, counted, print_json, tell
from seahaven.cli.options import Allow, Json, look_here
from seahaven.cli.stopping import Stopped, Stopping
from seahaven.errors import SeahavenError

if TYPE_CHECKING:
    from seahaven.testbed import DriveJob, DriveOutcome

__all__ = [
    "TEST_EXAMPLES",
    "Condition",
    "Junit",
    "Quiet",
    "Settings",
    "Watch",
    "allowed_by",
    "setting",
    "stopping",
    "test",
]

TEST_EXAMPLES = """
Examples:

  seahaven test drives/cut_in.study.yaml --allow my_drivers

  seahaven test drives --driver my_drivers:Careful --jobs 4 --junit out/drives.xml

  seahaven test drives --driver "./planner --fast" --seed 7

Exits with 0 if all drives passed, 1 if one failed, 2 if the command was wrong, and 3 if a drive could not be played or
judged.
"""

UNPLAYED: Final = 3
"""The exit code if a drive could not be played or judged."""
_LOOKS: Final = {"passed": ("PASS ", "bold green"), "failed": ("FAIL ", "bold red"), "error": ("ERROR", "bold yellow")}

Paths = Annotated[list[str], typer.Argument(metavar="PATH...", help="Drive files (*.study.yaml), or folders of them.")]
Driver = Annotated[
    str, typer.Option(metavar="DRIVER", help="Who drives instead: package.module:Name, or a program with arguments.")
]
Seed = Annotated[
    int | None, typer.Option(parser=quantity.seed, metavar="NUMBER", help="The seed to take instead of the files' own.")
]
Condition = Annotated[str, typer.Option(metavar="NAME", help="Only the drives under this condition.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="A value of the files to replace: subject.speed=30; repeatable."),
]
Jobs = Annotated[int, typer.Option(min=1, max=256, metavar="NUMBER", help="How many drives to play side by side.")]
Out = Annotated[Path, typer.Option(metavar="DIR", help="The folder to play into.")]
Junit = Annotated[Path | None, typer.Option(metavar="FILE", help="Where to write the results as JUnit XML.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but drives that did not pass.")]


def test(
    paths: Paths,
    driver: Driver = "",
    seed: Seed = None,
    condition: Condition = "",
    settings: Settings = None,
    jobs: Jobs = 1,
    out: Out = Path("out/test"),
    junit: Junit = None,
    allow: Allow = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play drives and judge what the driver did; who is named with --driver may run."""
    from seahaven.cli.compiling import announce_compiling
    from seahaven.testbed import Wanted, plan_drives, play_drives
    from seahaven.testbed.report import junit_text

    announce_compiling()
    values = dict(map(setting, settings or ()))
    try:
        wanted = Wanted(seed, driver, condition, values, (*allowed_by(driver), *(allow or ())))
        planned = plan_drives(paths, out, wanted)
    except (SeahavenError, OSError) as error:
        raise _unplayed(error) from error
    watch = Watch(planned, shown=not json, quiet=quiet)
    with watch.bar(), stopping(watch, out):
        outcomes = play_drives(planned, watch.hear, count=jobs)
    if junit:
        from seahaven.files import write_text_atomic

        junit.parent.mkdir(parents=True, exist_ok=True)
        write_text_atomic(junit, junit_text(outcomes))
    if json:
        print_json([outcome.as_dict() for outcome in outcomes])
    else:
        watch.conclude(outcomes)
    states = {outcome.state for outcome in outcomes}
    if states != {"passed"}:
        raise typer.Exit(UNPLAYED if "error" in states else 1)


def setting(text: str) -> tuple[str, Any]:
    """A key and its value, as YAML reads it."""
    from seahaven.files import parse_yaml

    key, sign, value = text.partition("=")
    if not (key and sign):
        raise typer.BadParameter(f"'{text}' sets nothing; expected KEY=VALUE, such as subject.speed=30")
    return key, parse_yaml(value).data


def allowed_by(driver: str) -> tuple[str, ...]:
    """What a driver that is named on the command line is allowed by that: its package, or its program.

    Its package may lie in the current folder.
    """
    from seahaven.files import is_code
    from seahaven.testbed import driver_entry

    if not driver:
        return ()
    if not is_code(driver):
        return (driver_entry(driver)["program"][0],)
    look_here()
    return (driver.partition(":")[0].partition(".")[0],)


def _unplayed(error: Exception) -> SeahavenError | OSError:
    """The error with the exit code of drives that cannot be played."""
    assert isinstance(error, SeahavenError | OSError)
    error.exit_code = UNPLAYED  # type: ignore[union-attr]  # `Commands` asks for it
    return error


@contextmanager
def stopping(watch: Watch, folder: Path) -> Iterator[None]:
    """Say, when asked to stop, how many drives are done."""
    with Stopping() as stopping:
        try:
            yield
        except KeyboardInterrupt:
            text = f"interrupted; {counted(watch.done, 'drive')} of {len(watch.jobs)} done in {folder}"
            raise Stopped(text, stopping.exit_code) from None


class Watch:
    """Follows drives: a bar over all, and a line for each that is done, with more for one that did not pass."""

    def __init__(self, jobs: Sequence[DriveJob], *, shown: bool, quiet: bool, names: Sequence[str] = ()) -> None:
        self.jobs, self.done = jobs, 0
        self._names = {job.folder: name for job, name in zip(jobs, names or [job.name for job in jobs], strict=True)}
        self._shown, self._quiet = shown, quiet
        columns = TextColumn("driving"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        self._progress = Progress(
            *columns, console=ERR, transient=True, disable=not (shown and ERR.is_interactive),
            redirect_stdout=OUT.is_terminal,
        )  # fmt: skip
        self._wide = max(map(len, self._names.values()))

    @contextmanager
    def bar(self) -> Iterator[None]:
        """Show the bar meanwhile."""
        with self._progress:
            self._progress.add_task("", total=len(self.jobs))
            yield

    def hear(self, job: DriveJob, what: str, value: Any) -> None:
        """Take note of a drive that is done, or whose process died."""
        if what == "again":
            tell(ERR, f"{self._names[job.folder]}: {value}; another process plays the drive again", "yellow")
        elif what == "record":
            self.done += 1
            self._progress.update(self._progress.task_ids[0], completed=self.done)
            if self._shown and not (self._quiet and value.state == "passed"):
                self._tell(job, value)

    def _tell(self, job: DriveJob, outcome: DriveOutcome) -> None:
        from seahaven.testbed.report import finding_text

        word, look = _LOOKS[outcome.state]
        lasted = f"{outcome.duration:7.1f} s" if outcome.verdict else ""
        staged = f"  staged: {'; '.join(outcome.staged)}" if outcome.staged else ""
        tell(OUT, f" {self._names[job.folder]:<{self._wide}} {lasted}{staged}".rstrip(), lead=word, lead_style=look)
        if outcome.verdict is None:
            tell(OUT, f"      {outcome.error}")
        else:
            for finding in outcome.verdict.failures:
                tell(OUT, f"      {finding_text(finding)}")
        if outcome.state != "passed":
            tell(OUT, str(job.folder), "cyan", lead="      files  ", lead_style="dim")
            tell(OUT, outcome.command, lead="      again  ", lead_style="dim")

    def conclude(self, outcomes: Sequence[DriveOutcome]) -> None:
        """Print how many passed."""
        counts = {state: sum(outcome.state == state for outcome in outcomes) for state in _LOOKS}
        words = [f"{counts['passed']} passed"]
        words += [f"{counts['failed']} failed"] if counts["failed"] else []
        staged = sum(bool(outcome.staged) for outcome in outcomes)
        words += [f"{staged} with something staged"] if staged else []
        words += [f"{counts['error']} could not be played or judged"] if counts["error"] else []
        look = "bold green" if counts["passed"] == len(outcomes) else "bold red"
        tell(OUT, ", ".join(words), look)
