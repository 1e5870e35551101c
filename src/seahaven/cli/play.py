"""`seahaven play`: from a source to a reel, with a bar on the way and a summary at the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seahaven.cli import quantity
from seahaven.cli.console import ERR, counted, print_json, tell
from seahaven.cli.faults import REEL
from seahaven.cli.meter import Meter
from seahaven.cli.options import Allow, Json
from seahaven.cli.reel import whereabouts
from seahaven.cli.situations import show_situations
from seahaven.cli.stopping import Stopped, Stopping
from seahaven.cli.summary import show_summary, summary_dict
from seahaven.cli.trials import play_many, show_plan
from seahaven.errors import InputError, SeahavenError

if TYPE_CHECKING:
    from seahaven.reels import Reel
    from seahaven.takes import Take
    from seahaven.trials import Trials

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
Resume = Annotated[
    Path | None,
    typer.Option(
        metavar="PATH", help="A checkpoint of the same study to go on from, or the folder of a run that broke off."
    ),
]
Checkpoint = Annotated[Path | None, typer.Option(metavar="FILE", help="Where to keep the state at the end.")]
Subjects = Annotated[
    int | None,
    typer.Option(min=1, metavar="NUMBER", help="Play it with so many virtual subjects, each drive into its folder."),
]
Participant = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Play the drives of one participant of the study's experiment, or of 'all'."),
]
Participants = Annotated[
    bool, typer.Option("--participants", help="Show who drives under which condition and in which order; play nothing.")
]
Jobs = Annotated[int, typer.Option(min=1, metavar="NUMBER", help="How many drives to play side by side.")]
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
    from seahaven.kernel import Pacer  # heavy rooms wait until a command needs them, so that --help is quick
    from seahaven.takes import load_take, summarise

    context.meta[REEL] = None
    take = load_take(source, allow=allow or (), seed=seed)
    if take.remarks and not (json or quiet):
        tell(ERR, f"{counted(len(take.remarks), 'remark')}; seahaven check {source} lists them", "yellow")
    goes_on = resume is not None and resume.is_dir()
    folder = _folder(take, out, resume if goes_on else None, force=force)
    pacer = None if pace is None else Pacer(pace)
    end = take.duration if until is None else min(until, take.duration)
    with (
        Meter(ERR, title=take.name, until=end, shown=not (json or quiet)) as meter,
        _whereabouts(context, take, folder, meter),
    ):
        reel = take.play(
            folder, overwrite=force, rate=rate, until=until, pacer=pacer, on_date=meter.follow,
            resume=None if goes_on else resume, checkpoint=checkpoint, go_on=goes_on,
        )  # fmt: skip
    trials = _measured(reel, folder, pages=pages)
    if quiet and not json:
        return
    summary, pacing = summarise(reel, take.root), pacer.report if pacer else None
    if json:
        print_json(summary_dict(reel, summary, pacing, meter.speed_up))
    else:
        show_summary(reel, summary, pacing, meter.speed_up)
        if trials:
            show_situations(trials)


def _folder(take: Take, out: Path | None, broken_off: Path | None, *, force: bool) -> Path:
    """Where to play into: the folder of the run that broke off, if it goes on, and else one that holds no such run."""
    if broken_off is not None:
        if out not in (None, broken_off):
            raise typer.BadParameter(f"--resume {broken_off} goes on in that folder; leave --out away")
        from seahaven.trials.record import RECORD

        if any(broken_off.glob(f"*/{RECORD}")):
            way = f"go on with --out {broken_off} and the same --subjects or --participant, without --resume"
            raise InputError(f"{broken_off} holds many drives; {way}")
        return broken_off
    folder = out or Path("out") / take.slug
    if not force and take.can_go_on(folder):
        message = f"{folder} holds a run of '{take.name}' that broke off"
        raise InputError(f"{message}; go on with --resume {folder}, or play it anew with --force")
    return folder


def _measured(reel: Reel, folder: Path, *, pages: bool) -> Trials | None:
    """A directed drive, of which tables, report and page are written beside its reel; nothing of others."""
    from seahaven.trials import write_drive

    return write_drive(reel, folder, page=pages)


def _refuse_single(**options: object) -> None:
    """Refuse options that are about a single run, and say what there is instead."""
    for name, value in options.items():
        if value is not None:
            raise typer.BadParameter(f"--{name} is about a single run; for many drives leave it away: {_INSTEAD[name]}")


@contextmanager
def _whereabouts(context: typer.Context, take: Take, folder: Path, meter: Meter) -> Iterator[None]:
    """Whatever stops the run inside, say where its reel is and how far it goes."""
    with Stopping() as stopping:
        try:
            yield
        except (SeahavenError, OSError) as error:
            reel = _begun(context, take, folder)
            if reel and reel.manifest.state != "running":  # else the disk has refused, and the error tells what is safe
                error.add_note(whereabouts(reel))
            raise
        except KeyboardInterrupt:
            reel = _begun(context, take, folder)
            raise Stopped(_stopped(reel, meter) + _way_on(reel, take), stopping.exit_code) from None


def _begun(context: typer.Context, take: Take, folder: Path) -> Reel | None:
    """The reel that the run has begun, if it got so far."""
    from seahaven.reels import Recorder, Reel

    for module in take.root.walk():
        if isinstance(module, Recorder) and module.folder.parent == folder and module.take:
            context.meta[REEL] = str(module.folder)
            with suppress(SeahavenError):  # there is an error to tell already
                return Reel.open(module.folder)
    return None


def _way_on(reel: Reel | None, take: Take) -> str:
    """How to go on with a run that was stopped, if it got far enough."""
    if reel is not None:
        folder = reel.path.parent
        with suppress(SeahavenError):
            kept = take.halfway(folder, rate=reel.manifest.rate)
            return f"; --resume {folder} goes on from {kept.now / 1e9:g} s"
    return ""


def _stopped(reel: Reel | None, meter: Meter) -> str:
    if reel is None:
        return "interrupted; nothing was recorded"
    told = reel.manifest
    seconds = told.start + told.duration if told.state == "interrupted" else meter.date / 1e9
    return f"interrupted at {seconds:g} s; {whereabouts(reel)}"
