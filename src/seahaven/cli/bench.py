"""`seahaven bench`: the figures of a bench, as a table or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from seahaven.cli.console import ERR, OUT, plain_table, print_json, tell
from seahaven.cli.options import Json

if TYPE_CHECKING:
    from seahaven.bench import Report, Row

__all__ = ["BENCH_EXAMPLES", "bench"]

BENCH_EXAMPLES = """
Examples:

  seahaven bench

  seahaven bench kernel

  seahaven bench realism --quick

  seahaven bench kernel --json --strict

  seahaven bench roads --data ../shared/data

  seahaven bench realism --km 5000

  seahaven bench realism --only saturation

  seahaven bench realism --only towns --out out/towns

  seahaven bench realism --roads town.net.xml --demand town.rou.xml

  seahaven bench direction --subjects 15 --drives 2 --only situations
"""

Name = Annotated[str | None, typer.Argument(metavar="NAME", help="The bench to run; without it, all are listed.")]
Quick = Annotated[bool, typer.Option("--quick", help="Measure at a size that takes less than five minutes.")]
Strict = Annotated[
    bool,
    typer.Option("--strict", help="Exit with 1 where what is to be done, or a goal without such a bar, is missed."),
]

Data = Annotated[
    Path | None, typer.Option("--data", metavar="FOLDER", help="Where the files lie that benches compare with.")
]

Km = Annotated[
    float | None,
    typer.Option("--km", metavar="KM", help="How far benches realism and learning drive to look for collisions."),
]

Only = Annotated[
    list[str] | None, typer.Option("--only", metavar="PART", help="Run this part alone; may be given several times.")
]

Subjects = Annotated[
    int | None, typer.Option("--subjects", metavar="N", help="How many people bench direction sends to each situation.")
]
Drives = Annotated[int | None, typer.Option("--drives", metavar="N", help="How many of them it sends all the way.")]
Kept = Annotated[
    Path | None, typer.Option("--out", metavar="FOLDER", help="Where it keeps trials, to go on after it was stopped.")
]
Roads = Annotated[
    Path | None,
    typer.Option("--roads", metavar="FILE", help="A SUMO network, or a .sumocfg, to compare with SUMO in."),
]
Demand = Annotated[
    list[Path] | None, typer.Option("--demand", metavar="FILE", help="Its route file; may be given several times.")
]
Jobs = Annotated[int | None, typer.Option("--jobs", metavar="N", help="How many processes it uses.")]


def bench(
    name: Name = None,
    json: Json = False,
    quick: Quick = False,
    strict: Strict = False,
    data: Data = None,
    km: Km = None,
    only: Only = None,
    subjects: Subjects = None,
    drives: Drives = None,
    out: Kept = None,
    jobs: Jobs = None,
    roads: Roads = None,
    demand: Demand = None,
) -> None:
    """Measure against peers and goals."""
    from seahaven.bench import find_bench, run_bench

    if name is None:
        _list_benches(json=json)
        return
    parts = tuple(only or ())
    chosen = find_bench(
        name, quick=quick, data=data, km=km, parts=parts, subjects=subjects, drives=drives, out=out, jobs=jobs,
        roads=roads, demand=tuple(demand or ()),
    )  # fmt: skip
    with ERR.status("measuring") as status:
        report = run_bench(chosen, progress=lambda what: status.update(f"measuring: {what}"))
    if json:
        print_json(report.as_dict())
    else:
        _show(report)
    if strict and not report.holds:
        raise typer.Exit(1)


def _list_benches(*, json: bool) -> None:
    from seahaven.bench import BENCHES

    if json:
        print_json({name: bench.about for name, bench in BENCHES.items()})
        return
    for name, bench in BENCHES.items():
        tell(OUT, f"  {bench.about}", lead=name, lead_style="bold")


def _show(report: Report) -> None:
    has_bars = any(row.bar for row in report.rows)
    bars = ("to be done", "") if has_bars else ()
    table = plain_table(report.bench, "value", "unit", *bars, "goal", "", numbers=("value",))
    for row in report.rows:
        marked = (row.bar or "", _mark(row.passes)) if has_bars else ()
        table.add_row(row.name, _number(row.value), row.unit, *marked, row.goal or "", _mark(row.holds))
    OUT.print(table)
    if has_bars:
        _judge(report.rows, "to be done", [row.passes for row in report.rows])
    _judge(report.rows, "goals", [row.holds for row in report.rows])
    tell(OUT, ", ".join(f"{name} {version}" for name, version in report.versions.items()), "dim")


def _judge(rows: Sequence[Row], what: str, reached: Sequence[bool | None]) -> None:
    """Name the rows that missed one kind of limit."""
    missed = [row.name for row, holds in zip(rows, reached, strict=True) if holds is False]
    judged = sum(holds is not None for holds in reached)
    if missed:
        tell(OUT, "; ".join(missed), lead=f"Missed {len(missed)} of {judged} {what}: ", lead_style="bold red")
    elif judged:
        tell(OUT, f"All {judged} {what} {'hold' if what == 'goals' else 'are done'}.")


def _number(value: float) -> str:
    """A value as people write it: three digits, and thousands in full."""
    return "–" if isnan(value) else f"{value:,.0f}" if abs(value) >= 1000.0 else f"{value:.3g}"


def _mark(holds: bool | None) -> Text:
    if holds is None:
        return Text("")
    return Text("✓", "green") if holds else Text("✗", "bold red")
