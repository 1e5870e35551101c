"""`seahaven campaign`: many drives in which something varies, unattended, into a history."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Self

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from seahaven.cli.console import ERR, OUT, counted, plain_table, print_json, tell
from seahaven.cli.dates import today
from seahaven.cli.options import Allow, Json
from seahaven.cli.stopping import Stopped, Stopping
from seahaven.errors import SeahavenError

if TYPE_CHECKING:
    from types import TracebackType

    from seahaven.testbed import Entry

__all__ = ["CAMPAIGN_EXAMPLES", "campaign"]

CAMPAIGN_EXAMPLES = """
Examples:

  seahaven campaign examples/cut_in.campaign.yaml --allow examples

  seahaven campaign night.campaign.yaml --driver my_drivers:Careful --software v1.4 --jobs 8

  seahaven campaign night.campaign.yaml --shard 3/10 --history out/shard3

  seahaven campaign night.campaign.yaml --cluster 10.0.0.7:6379

The same command goes on with a campaign that broke off. Exits with 0 if all drives passed, 1 if one failed, 2 if the
command was wrong, and 3 if a drive could not be played.
"""
UNPLAYED: Final = 3

File = Annotated[str, typer.Argument(metavar="FILE", help="The campaign (*.campaign.yaml).")]
Out = Annotated[Path | None, typer.Option(metavar="DIR", help="The folder to play into; out/NAME by default.")]
HistoryDir = Annotated[Path, typer.Option("--history", metavar="DIR", help="The history to enter the drives in.")]
Name = Annotated[str, typer.Option(metavar="NAME", help="What it is called in the history; date and title by default.")]
Driver = Annotated[str, typer.Option(metavar="DRIVER", help="Who drives instead: package.module:Name, or a program.")]
Software = Annotated[str, typer.Option(metavar="VERSION", help="The version under test, such as `git describe` gives.")]
Jobs = Annotated[int | None, typer.Option(min=1, max=256, metavar="NUMBER", help="Drives at a time; one per core.")]
Part = Annotated[str, typer.Option("--shard", metavar="K/N", help="Play only this part, for `history merge`.")]
Cluster = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS", help="Play on the Ray cluster at this address, or 'auto'; it can run any code here."
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Play all anew, as another campaign.")]
Plan = Annotated[bool, typer.Option("--plan", help="Only show what would be played.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only the summary.")]


def campaign(
    file: File,
    out: Out = None,
    history: HistoryDir = Path("history"),
    name: Name = "",
    driver: Driver = "",
    software: Software = "",
    jobs: Jobs = None,
    shard: Part = "1/1",
    cluster: Cluster = "",
    force: Force = False,
    plan: Plan = False,
    allow: Allow = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play many drives, in each of which something varies, and enter what came of them in a history."""
    from seahaven.cli.compiling import announce_compiling
    from seahaven.cli.testing import allowed_by
    from seahaven.testbed import CampaignOptions, History, Shard, load_campaign, play_campaign, summary_lines

    announce_compiling()
    allowed = (*allowed_by(driver), *(allow or ()))
    wanted = load_campaign(file, allow=allowed, driver=driver)
    part = Shard.of(shard)
    if plan:
        _show_plan(wanted, part, json=json)
        return
    folder = out or Path("out") / Path(file).name.removesuffix(".campaign.yaml")
    folder = folder if part.count == 1 or out else folder.with_name(f"{folder.name}-{part.index}-of-{part.count}")
    count = jobs or (0 if cluster else os.cpu_count() or 1)
    options = CampaignOptions(driver, software, part, count, force, allowed, cluster)
    watch = _Watch(shown=not (json or quiet))
    kept = History(history)
    with watch, _stopping(watch, folder):
        entries = play_campaign(
            wanted, folder, kept, name=name or f"{today()} {wanted.file.campaign}", options=options, tell=watch.hear
        )
    title = entries[0].campaign if entries else wanted.file.campaign
    if json:
        print_json([{"folder": entry.folder, **_told(entry)} for entry in entries])
    else:
        for line in summary_lines(title, entries):
            tell(OUT, line)
        tell(OUT, str(history / title), "bold cyan", lead="History: ")
    states = {entry.state for entry in entries}
    if states - {"passed"}:
        raise typer.Exit(UNPLAYED if "error" in states else 1)


def _told(entry: Entry) -> dict[str, Any]:
    names = ("number", "drive", "seed", "settings", "state", "margin", "worst", "error", "command")
    return {name: getattr(entry, name) for name in names}


def _show_plan(wanted: Any, part: Any, *, json: bool) -> None:
    """Print which drives there are."""
    if wanted.is_search:
        tell(
            OUT, f"a search over {counted(wanted.count, 'drive')}; what is played depends on what came of those before"
        )
        return
    drives = [each for each in wanted.plan() if each.number in part]
    if json:
        print_json([
            {"number": each.number, "drive": str(each.source), "seed": each.seed, "settings": dict(each.settings)}
            for each in drives
        ])  # fmt: skip
        return
    names = [each.name for each in wanted.parameters]
    table = plain_table("number", "drive", "seed", *names, numbers=("number", "seed"))
    for each in drives:
        table.add_row(str(each.number), each.source.name, str(each.seed), *(str(each.settings[name]) for name in names))
    OUT.print(table)


@contextmanager
def _stopping(watch: _Watch, folder: Path) -> Iterator[None]:
    """Say, when asked to stop, how many drives are done, and how to go on."""
    with Stopping() as stopping:
        try:
            yield
        except KeyboardInterrupt:
            text = f"interrupted; {counted(watch.done, 'drive')} of {watch.planned} done in {folder}"
            raise Stopped(f"{text}; the same command goes on from there", stopping.exit_code) from None
        except SeahavenError:
            watch.end()
            raise


class _Watch:
    """Follows a campaign: a bar over all drives, how many failed, what is left, and the worst so far."""

    def __init__(self, *, shown: bool) -> None:
        self.planned, self.done = 0, 0
        self._counts = {"passed": 0, "failed": 0, "error": 0}
        self._worst: Entry | None = None
        self._progress = Progress(
            TextColumn("{task.description}", markup=False), BarColumn(bar_width=24), MofNCompleteColumn(),
            TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(compact=True), console=ERR, transient=True,
            disable=not (shown and ERR.is_interactive),
        )  # fmt: skip
        self._shown = shown
        self._task = self._progress.add_task("driving", total=None)

    def hear(self, what: str, value: Any) -> None:
        """Take in how far it is."""
        if what == "planned":
            self.planned += value
            self._progress.update(self._task, total=self.planned)
        elif what in ("entry", "kept"):
            self._count(value)
            if self._shown and not ERR.is_interactive and what == "entry" and value.state != "passed":
                tell(ERR, f"{value.state}: {value.command or value.error}")
        elif what == "again":
            tell(ERR, f"a drive is played again: {value}", "yellow")

    def _count(self, entry: Entry) -> None:
        self.done += 1
        self._counts[entry.state] += 1
        if entry.state != "passed" and (self._worst is None or entry.rank < self._worst.rank):
            self._worst = entry
        worst = ""
        if self._worst:
            why = self._worst.error.splitlines()[0] if self._worst.error else self._worst.worst
            worst = f"; worst: no. {self._worst.number}, {why:.40}"
        text = f"{self._counts['failed']} failed, {self._counts['error']} not played{worst}"
        self._progress.update(self._task, completed=self.done, description=text)

    def end(self) -> None:
        """Take the bar away."""
        self._progress.stop()

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()
