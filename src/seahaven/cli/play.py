"""`seahaven play`: from a source to a reel, with a bar on the way and a summary at the end."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from seahaven.cli import quantity
from seahaven.cli.console import ERR, print_json, tell
from seahaven.cli.faults import INTERRUPTED
from seahaven.cli.meter import Meter
from seahaven.cli.options import Allow, Json
from seahaven.cli.summary import show_summary, summary_dict

__all__ = ["PLAY_EXAMPLES", "play"]

PLAY_EXAMPLES = """
Examples:

  seahaven play examples/two_cars.study.yaml

  seahaven play two_cars.study.yaml --seed 7 --until "30 s" --pace realtime

  seahaven play out/two-cars/two-cars.reel

  seahaven play my_studies.rush:evening --allow my_studies
"""

Source = Annotated[str, typer.Argument(metavar="SOURCE", help="A *.study.yaml, a reel, or package.module:function.")]
Seed = Annotated[int | None, typer.Option(min=0, help="The seed to take instead of the source's own.")]
Out = Annotated[Path | None, typer.Option(metavar="DIR", help="The folder to play into.", show_default="out/NAME")]
Rate = Annotated[
    Fraction | None,
    typer.Option(parser=quantity.rate, metavar="HZ", help="How often to record.", show_default="as the study says"),
]
Pace = Annotated[
    float | None,
    typer.Option(
        parser=quantity.pace,
        metavar="FACTOR",
        help="A multiple of real time to hold the run to, or 'realtime'.",
        show_default="as fast as possible",
    ),
]
Until = Annotated[
    int | None,
    typer.Option(parser=quantity.duration, metavar="TIME", help="When to stop: '30 s'.", show_default="the end"),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a reel that is there already.")]
Resume = Annotated[Path | None, typer.Option(metavar="FILE", help="A checkpoint of the same study to go on from.")]
Checkpoint = Annotated[Path | None, typer.Option(metavar="FILE", help="Where to keep the state at the end.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]


def play(
    source: Source,
    seed: Seed = None,
    out: Out = None,
    rate: Rate = None,
    pace: Pace = None,
    until: Until = None,
    allow: Allow = None,
    force: Force = False,
    resume: Resume = None,
    checkpoint: Checkpoint = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play a study, a reel or a function of yours into a reel."""
    from seahaven.kernel import Pacer  # heavy rooms wait until a command needs them, so that --help is quick
    from seahaven.takes import load_take, summarise

    take = load_take(source, allow=allow or (), seed=seed)
    folder = out or Path("out") / take.slug
    pacer = None if pace is None else Pacer(pace)
    end = take.duration if until is None else min(until, take.duration)
    with Meter(ERR, title=take.name, until=end, shown=not (json or quiet)) as meter:
        try:
            reel = take.play(
                folder, overwrite=force, rate=rate, until=until, pacer=pacer, on_date=meter.follow,
                resume=resume, checkpoint=checkpoint,
            )  # fmt: skip
        except KeyboardInterrupt:
            tell(ERR, f"interrupted at {meter.date / 1e9:g} s; the reel in {folder} is closed", "yellow")
            raise typer.Exit(INTERRUPTED) from None
    pacing = pacer.report if pacer else None
    if json:
        print_json(summary_dict(reel, summarise(reel), pacing))
    elif not quiet:
        show_summary(reel, summarise(reel), pacing)
