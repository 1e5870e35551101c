"""`seahaven history`: what came of all campaigns: lists, comparisons, merges, summaries, questions and pages."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seahaven.cli.console import OUT, counted, plain_table, print_json, tell
from seahaven.cli.options import Json

if TYPE_CHECKING:
    from seahaven.testbed import Comparison

__all__ = ["history"]

HELP = """\
What came of all campaigns. Campaigns go by their names, the beginnings of these, or latest, latest~1 and so on.
"""
history = typer.Typer(help=HELP, no_args_is_help=True)
Folder = Annotated[Path, typer.Option("--history", metavar="DIR", help="The folder of the history.")]
Wanted = Annotated[str, typer.Argument(metavar="CAMPAIGN", help="Which campaign.")]


@history.command("list")
def list_(folder: Folder = Path("history"), json: Json = False) -> None:
    """List all campaigns, the oldest first."""
    from seahaven.testbed import History

    lines = History(folder).lines()
    if json:
        print_json([asdict(line) for line in lines])
        return
    numbers = ("drives", "passed", "failed", "not played", "worst")
    table = plain_table("campaign", "software", *numbers, numbers=numbers)
    for line in lines:
        worst = "" if line.margin is None else f"{line.margin:.3g}"
        counts = (line.drives, line.passed, line.failed, line.errors)
        table.add_row(line.name, line.software, *map(str, counts), worst)
    OUT.print(table)


@history.command()
def compare(
    before: Annotated[str, typer.Argument(metavar="BEFORE")] = "latest~1",
    after: Annotated[str, typer.Argument(metavar="AFTER")] = "latest",
    folder: Folder = Path("history"),
    json: Json = False,
) -> None:
    """Say which drives got better, worse or flaky; exits with 1 if any got worse."""
    from seahaven.testbed import History, compare_campaigns

    found = History(folder)
    told = compare_campaigns(found.entries(found.named(before)), found.entries(found.named(after)))
    if json:
        print_json({"before": told.before, "after": told.after, "same": told.same, "changes": [
            {"kind": each.kind, "drive": each.entry.drive, "seed": each.entry.seed, "text": str(each)}
            for each in told.changes
        ]})  # fmt: skip
    else:
        _show(told)
    if told.of("worse"):
        raise typer.Exit(1)


def _show(told: Comparison) -> None:
    looks = {"worse": "bold red", "better": "bold green", "flaky": "bold yellow"}
    tell(OUT, f"{told.before} against {told.after}: {counted(told.same, 'drive')} as before")
    for kind in ("worse", "better", "flaky", "drifted", "new", "gone"):
        for each in told.of(kind):
            tell(OUT, f"  {each}", lead=f"{kind:>8}", lead_style=looks.get(kind, "dim"))


@history.command()
def merge(
    others: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Histories, such as those of shards.")],
    folder: Annotated[Path, typer.Option("--into", metavar="DIR", help="The history to copy into.")] = Path("history"),
) -> None:
    """Copy the entries of other histories into one; none is counted twice."""
    from seahaven.testbed import History

    new = History(folder).merge(others)
    tell(OUT, f"{counted(new, 'new drive')} in {folder}")


@history.command()
def summary(campaign: Wanted = "latest", folder: Folder = Path("history")) -> None:
    """Print ten lines for mail or chat: what came of a campaign, and what has changed since the one before."""
    from seahaven.testbed import History, compare_campaigns, summary_lines

    found = History(folder)
    name = found.named(campaign)
    entries, place = found.entries(name), found.campaigns.index(name)
    earlier = compare_campaigns(found.entries(found.campaigns[place - 1]), entries) if place else None
    for line in summary_lines(name, entries, earlier):
        tell(OUT, line)


@history.command()
def site(
    folder: Folder = Path("history"),
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where to write the pages.")] = Path("out/history"),
    pages: Annotated[
        int, typer.Option(min=0, max=100, help="Replay pages for each campaign, of its worst drives.")
    ] = 6,
) -> None:
    """Write pages with trends, worst drives, maps of parameters and replays; they need no server."""
    from seahaven.testbed import History, write_site

    tell(OUT, str(write_site(History(folder), out, pages=pages)), "bold cyan", lead="Pages: ")


@history.command()
def query(
    sql: Annotated[str, typer.Argument(metavar="SQL", help="A question about the tables drives and notes.")],
    folder: Folder = Path("history"),
    json: Json = False,
) -> None:
    """Ask DuckDB about all drives: select drive, avg(margin) from drives group by drive."""
    from seahaven.testbed import History

    columns, rows = History(folder).query(sql)
    if json:
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
        return
    table = plain_table(*columns)
    for row in rows:
        table.add_row(*("" if cell is None else str(cell) for cell in row))
    OUT.print(table)
