"""`seahaven probe`: whether software answers the same when a drive is played again under other conditions."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from seahaven.cli import quantity
from seahaven.cli.console import OUT, counted, print_json, tell
from seahaven.cli.options import Allow, Json

__all__ = ["PROBE_EXAMPLES", "probe"]

PROBE_EXAMPLES = """
Examples:

  seahaven probe examples/cut_in.study.yaml --allow examples

  seahaven probe examples/cut_in.study.yaml --driver "./planner --fast" --until "20 s"

Exits with 0 if all answers were the same, and 1 if not.
"""
Drive = Annotated[str, typer.Argument(metavar="DRIVE", help="The drive or study file.")]
Driver = Annotated[str, typer.Option(metavar="DRIVER", help="Who drives instead: package.module:Name, or a program.")]
Seed = Annotated[int | None, typer.Option(parser=quantity.seed, metavar="NUMBER", help="The seed to take instead.")]
Until = Annotated[int | None, typer.Option(parser=quantity.duration, metavar="TIME", help="How far to play.")]
Out = Annotated[Path, typer.Option(metavar="DIR", help="The folder to play into.")]


def probe(
    drive: Drive,
    driver: Driver = "",
    seed: Seed = None,
    until: Until = None,
    out: Out = Path("out/probe"),
    allow: Allow = None,
    json: Json = False,
) -> None:
    """Play a drive twice at different pace and load, and say where the software's answers first differ."""
    from seahaven.cli.compiling import announce_compiling
    from seahaven.cli.testing import allowed_by
    from seahaven.testbed import Variant, probe_drive

    announce_compiling()
    allowed = (*allowed_by(driver), *(allow or ()))
    found = probe_drive(drive, out, variant=Variant(driver=driver), seed=seed, until=until, allow=allowed)
    if json:
        print_json({"answers": found.answers, "difference": found.difference and asdict(found.difference)})
    elif found.difference is None:
        tell(OUT, f"{counted(found.answers, 'answer')}, all the same at another pace and under load", lead="SAME ",
             lead_style="bold green")  # fmt: skip
    else:
        tell(OUT, str(found.difference), lead="DIFFERENT ", lead_style="bold red")
        if found.difference.part == "view":
            tell(OUT, "  all answers before were the same, so it is not the software that differs: please report this")
    if found.difference:
        raise typer.Exit(1)
