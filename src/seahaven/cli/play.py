"""`seahaven play`: from a source to a reel, with a bar on the way and a summary at the end."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from seahaven.cli import quantity
from seahaven.cli.options import Allow, Json, Pace
from seahaven.cli.single import play_single
from seahaven.cli.trials import play_many, show_plan

__all__ = ["PLAY_EXAMPLES", "play"]

PLAY_EXAMPLES = """
Examples:

  seahaven play examples/two_cars.study.yaml

  seahaven play examples/motorway.study.yaml

  seahaven play two_cars.study.yaml --seed 7 --until "30 s" --pace realtime

  seahaven play out/two-cars/two-cars.reel

  seahaven play my_studies.rush:evening --allow my_studies

  seahaven play rear_end.study.yaml --subjects 50 --jobs 2 --out out/pilot
"""

_INSTEAD = {
    "rate": "the study says how often to 'record'",
    "pace": "they are played as fast as possible, unless by one participant after the other (--participant)",
    "until": "the study says for how long ('duration', 'end')",
    "resume": "the same command with the same --out goes on with those that are left",
    "checkpoint": "their states are kept meanwhile, to go on with",
}
"""What many drives have instead of the options of a single run."""

Source = Annotated[str, typer.Argument(metavar="SOURCE", help="A *.study.yaml, a reel, or package.module:function.")]
Seed = Annotated[
    int | None,
    typer.Option(parser=quantity.seed, metavar="NUMBER", help="The seed to take instead of the source's own."),
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR", help="The folder to play into.", show_default="out/NAME; out/FILE-trials for many drives"
    ),
]
Rate = Annotated[
    Fraction | None,
    typer.Option(parser=quantity.rate, metavar="HZ", help="How often to record.", show_default="as the study says"),
]
Until = Annotated[
    int | None,
    typer.Option(parser=quantity.duration, metavar="TIME", help="When to stop: '30 s'.", show_default="the end"),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite a reel that is there already.")]
Resume = Annotated[
    Path | None,
    typer.Option(
        metavar="PATH", help="A checkpoint of the same study to go on from, or the folder of a run that broke off."
    ),
]
Checkpoint = Annotated[Path | None, typer.Option(metavar="FILE", help="Where to keep the state at the end.")]
Subjects = Annotated[
    int | None,
    typer.Option(
        min=1, metavar="NUMBER", help="Play it with this number of virtual subjects, each drive into its folder."
    ),
]
Participant = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Play the drives of one participant of the study's experiment, or of 'all'."),
]
Participants = Annotated[
    bool, typer.Option("--participants", help="Show who drives under which condition and in which order; play nothing.")
]
Jobs = Annotated[int, typer.Option(min=1, max=256, metavar="NUMBER", help="How many drives to play side by side.")]
Pages = Annotated[
    bool,
    typer.Option(
        "--pages/--no-pages", help="Whether each drive with situations, and each of many, gets a page to replay it."
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]


def play(
    context: typer.Context,
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
    subjects: Subjects = None,
    participant: Participant = None,
    participants: Participants = False,
    jobs: Jobs = 1,
    pages: Pages = True,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play a study, a reel or a function of yours into a reel."""
    if participants:
        show_plan(source, subjects=subjects, participant=participant, seed=seed, json=json)
        return
    if subjects is not None or participant is not None:
        unpaced = pace if subjects is not None or jobs > 1 else None
        _refuse_single(rate=rate, pace=unpaced, until=until, resume=resume, checkpoint=checkpoint)
        play_many(
            source, out, subjects=subjects, participant=participant, seed=seed, jobs=jobs, force=force,
            allow=allow or (), pages=pages, pace=pace, json=json, quiet=quiet,
        )  # fmt: skip
        return
    if jobs > 1:
        raise typer.BadParameter("--jobs is about many drives; add --subjects or --participant, or leave it away")
    play_single(
        context, source, out, seed=seed, rate=rate, pace=pace, until=until, allow=allow or (), force=force,
        resume=resume, checkpoint=checkpoint, pages=pages, json=json, quiet=quiet,
    )  # fmt: skip


def _refuse_single(**options: object) -> None:
    """Refuse options that are about a single run, and say what there is instead."""
    for name, value in options.items():
        if value is not None:
            raise typer.BadParameter(f"--{name} is about a single run; for many drives leave it away: {_INSTEAD[name]}")
