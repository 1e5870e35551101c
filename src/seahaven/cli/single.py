"""A single run of `seahaven play`: into which folder, from which state, and what is printed of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from seahaven.cli.console import ERR, counted, print_json, tell
from seahaven.cli.faults import REEL
from seahaven.cli.meter import Meter
from seahaven.cli.reel import whereabouts
from seahaven.cli.situations import show_situations
from seahaven.cli.stopping import Stopped, Stopping
from seahaven.cli.summary import show_summary, summary_dict
from seahaven.errors import InputError, SeahavenError

if TYPE_CHECKING:
    from seahaven.reels import Reel
    from seahaven.takes import Outline, Take

__all__ = ["play_single"]


def play_single(
    context: typer.Context,
    source: str,
    out: Path | None,
    *,
    seed: int | None,
    rate: Fraction | None,
    pace: float | None,
    until: int | None,
    allow: Sequence[str],
    force: bool,
    resume: Path | None,
    checkpoint: Path | None,
    pages: bool,
    json: bool,
    quiet: bool,
) -> None:
    """Play a source once, and say what came of it; whatever can be refused before it is loaded is refused at once."""
    from seahaven.kernel import Pacer  # heavy rooms wait until a command needs them, so that --help is quick
    from seahaven.takes import Outline, claimed, load_take, outline_of, summarise
    from seahaven.trials import write_drive

    context.meta[REEL] = None
    goes_on = resume is not None and resume.is_dir()
    known, loaded = outline_of(source, seed=seed), None
    if known is None:
        loaded = load_take(source, allow=allow, seed=seed)
        known = Outline.of_take(loaded)
    folder = _folder(known, out, resume, until, rate)
    with claimed(folder):
        if not goes_on:
            _refuse_used(known, folder, rate, force=force)
        take = loaded or load_take(source, allow=allow, seed=seed)
        if take.remarks and not (json or quiet):
            tell(ERR, f"{counted(len(take.remarks), 'remark')}; seahaven check {source} lists them", "yellow")
        pacer = None if pace is None else Pacer(pace)
        with (
            Meter(ERR, title=take.name, until=until or take.duration, shown=not (json or quiet)) as meter,
            _whereabouts(context, take, folder, meter),
        ):
            reel = take.play(
                folder, overwrite=force, rate=rate, until=until, pacer=pacer, on_date=meter.follow,
                resume=None if goes_on else resume, checkpoint=checkpoint, go_on=goes_on,
            )  # fmt: skip
        trials = write_drive(reel, folder, page=pages)
    if quiet and not json:
        return
    summary, pacing = summarise(reel, take.root), pacer.report if pacer else None
    if json:
        print_json(summary_dict(reel, summary, pacing, meter.speed_up))
    else:
        show_summary(reel, summary, pacing, meter.speed_up)
        if trials:
            show_situations(trials)


def _folder(known: Outline, out: Path | None, resume: Path | None, until: int | None, rate: Fraction | None) -> Path:
    """Where to play into: the folder of the run that broke off, if it goes on there, and else the one asked for.

    From a checkpoint the default is not the folder of the run that kept it, whose reel is to stay.
    """
    from seahaven.files import file_name

    known.refuse_until(until)
    known.refuse_unrecorded(rate)
    if resume is None:
        return out or Path("out") / known.slug
    if not resume.is_dir():
        known.refuse_checkpoint(resume, until)
        return out or Path("out") / f"{known.slug}-{file_name(resume.stem)}"
    if out not in (None, resume):
        raise typer.BadParameter(f"--resume {resume} goes on in that folder; leave --out away")
    from seahaven.trials import holds_drives

    if holds_drives(resume):
        way = f"go on with --out {resume} and the same --subjects or --participant, without --resume"
        raise InputError(f"{resume} holds many drives; {way}")
    return resume


def _refuse_used(known: Outline, folder: Path, rate: Fraction | None, *, force: bool) -> None:
    """Refuse a folder in which something lies that would be lost."""
    from seahaven.trials import holds_drives

    if holds_drives(folder):
        message = f"{folder} holds many drives, whose tables and report a single run would overwrite"
        raise InputError(f"{message}; choose another folder with --out")
    known.refuse_used(folder, rate=rate, overwrite=force)


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
            return f"; the same command with --resume {folder} goes on from {kept.now / 1e9:g} s"
    return ""


def _stopped(reel: Reel | None, meter: Meter) -> str:
    if reel is None:
        return "interrupted; nothing was recorded"
    told = reel.manifest
    seconds = told.start + told.duration if told.state == "interrupted" else meter.date / 1e9
    return f"interrupted at {seconds:g} s; {whereabouts(reel)}"
