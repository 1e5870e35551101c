"""`seahaven race`: several drivers in one world on the same mission, compared."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from seahaven.cli import quantity
from seahaven.cli.console import ERR, OUT, counted, plain_table, print_json, tell
from seahaven.cli.options import Allow, Json
from seahaven.cli.testing import Condition, Junit, Quiet, Settings, Watch, allowed_by, setting, stopping

if TYPE_CHECKING:
    from seahaven.testbed import DriveOutcome, Standing

__all__ = ["RACE_EXAMPLES", "race"]

RACE_EXAMPLES = """
Examples:

  seahaven race examples/race.study.yaml --allow examples

  seahaven race drives/town.study.yaml --racer old=planner_v1:Planner --racer new=planner_v2:Planner --seeds 3

  seahaven race drives/town.study.yaml --racer a=my_driver:Driver --racer b=my_driver:Driver --jobs 2

In each heat the racers begin in another order. Exits with 0 if everything held in all heats, 1 if not, 2 if the command
was wrong, and 3 if a heat could not be played.
"""
UNPLAYED = 3

Drive = Annotated[str, typer.Argument(metavar="DRIVE", help="The drive file (*.study.yaml), with a mission.")]
Racers = Annotated[
    list[str] | None,
    typer.Option("--racer", metavar="NAME=DRIVER", help="A racer: package.module:Name, or a program; repeat for more."),
]
Seed = Annotated[int | None, typer.Option(parser=quantity.seed, metavar="NUMBER", help="The seed to take instead.")]
Seeds = Annotated[int, typer.Option(min=0, max=1000, metavar="NUMBER", help="Race under the seeds from 1 to this one.")]
Order = Annotated[
    str, typer.Option(metavar="NAME,NAME", help="One heat for each seed, in this order; first is foremost.")
]
Gap = Annotated[float, typer.Option(parser=quantity.length, metavar="LENGTH", help="How far apart they begin.")]
Jobs = Annotated[int, typer.Option(min=1, max=256, metavar="NUMBER", help="How many heats to play side by side.")]
Out = Annotated[Path, typer.Option(metavar="DIR", help="The folder to play into.")]


def race(
    drive: Drive,
    racer: Racers = None,
    seed: Seed = None,
    seeds: Seeds = 0,
    order: Order = "",
    gap: Gap = 12.0,
    condition: Condition = "",
    settings: Settings = None,
    jobs: Jobs = 1,
    out: Out = Path("out/race"),
    junit: Junit = None,
    allow: Allow = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Race drivers against each other: in one world, on the same mission, from each place at the start."""
    from seahaven.cli.compiling import announce_compiling
    from seahaven.testbed import Race, heat_of, plan_race, play_drives, racers_of, standings, write_race
    from seahaven.testbed.report import junit_text

    announce_compiling()
    named = dict(map(_racer, racer or ()))
    if len(named) < len(racer or ()):
        raise typer.BadParameter("two racers have the same name", param_hint="--racer")
    if seed is not None and seeds:
        raise typer.BadParameter("--seed and --seeds contradict each other; leave one out")
    allowed = (*(name for driver in named.values() for name in allowed_by(driver)), *(allow or ()))
    under: Sequence[int | None] = range(1, seeds + 1) if seeds else [seed]
    names = [name.strip() for name in order.split(",") if name.strip()]
    values = dict(map(setting, settings or ()))
    wanted = Race(drive, racers_of(drive, named), under, names, gap, condition, values, tuple(dict.fromkeys(allowed)))
    planned = plan_race(wanted, out)
    watch = Watch(planned, shown=not json, quiet=quiet, names=[f"heat {k}" for k in range(1, len(planned) + 1)])
    with watch.bar(), stopping(watch, out):
        outcomes = play_drives(planned, watch.hear, count=jobs)
    known: dict[Any, Any] = {}
    heats = [
        heat_of(k, each, job.folder, known) for k, (each, job) in enumerate(zip(outcomes, planned, strict=True), 1)
    ]
    found = standings(heats)
    if junit:
        from seahaven.files import write_text_atomic

        junit.parent.mkdir(parents=True, exist_ok=True)
        write_text_atomic(junit, junit_text(outcomes))
    page = write_race(next((each.title for each in outcomes if each.title), drive), heats, found, out)
    if json:
        print_json({"standings": [one.as_dict() for one in found], "page": str(page), "heats": [
            {"number": heat.number, "seed": heat.outcome.seed, "error": heat.outcome.error, "folder": str(heat.folder),
             "racers": [{"name": run.name, "start": run.start, "finish": run.finish, "splits": list(run.splits),
                         "ended": run.ended, **run.verdict.as_dict()} for run in heat.runs]} for heat in heats
        ]})  # fmt: skip
    else:
        _show(found)
        tell(OUT, str(page), "bold cyan", lead="Page: ")
    _conclude(outcomes)


def _racer(text: str) -> tuple[str, str]:
    """The name and the driver of a racer."""
    name, sign, driver = text.partition("=")
    if not (name.strip() and sign and driver.strip()):
        raise typer.BadParameter(f"'{text}' names no racer; expected NAME=DRIVER, such as new=my_driver:Driver")
    return name.strip(), driver.strip()


def _show(found: Sequence[Standing]) -> None:
    numbers = ("all held", "finished", "won", "mean time", "best time")
    rows = plain_table("", "racer", *numbers, "what did not hold", numbers=("", *numbers))
    for place, one in enumerate(found, start=1):
        times = ["" if value is None else f"{value:.1f} s" for value in (one.mean_time, one.best_time)]
        failures = ", ".join(f"{name} {count}×" for name, count in one.failures)
        rows.add_row(
            str(place),
            one.name,
            f"{one.passed}/{one.heats}",
            f"{one.finished}/{one.heats}",
            str(one.won),
            *times,
            failures,
        )
    OUT.print(rows)


def _conclude(outcomes: Sequence[DriveOutcome]) -> None:
    states = [outcome.state for outcome in outcomes]
    if "error" in states:
        tell(ERR, f"{counted(states.count('error'), 'heat')} could not be played", "bold red")
    if set(states) != {"passed"}:
        raise typer.Exit(UNPLAYED if "error" in states else 1)
