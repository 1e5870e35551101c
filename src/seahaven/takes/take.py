"""One run of a study, from its first date to a closed reel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from seahaven.errors import InputError, Position, SeahavenError, WiringError
from seahaven.kernel import (
    SECOND,
    Controller,
    Module,
    Pacer,
    Split,
    in_seconds,
    nanoseconds,
    read_checkpoint,
    save_checkpoint,
)
from seahaven.reels import Reel
from seahaven.roads import Remark, RoadNetwork
from seahaven.takes.ambience import populate
from seahaven.takes.ending import Ending
from seahaven.takes.keeping import (
    Halfway,
    Keeper,
    anew,
    kept_in,
    reel_in,
    refuse_other_notes,
    resumable,
    slug_of,
)
from seahaven.takes.run import Run
from seahaven.takes.turnout import Turnout
from seahaven.takes.warm_up import WarmUp
from seahaven.world import World

__all__ = ["USUAL_FLUSH", "Take"]

PACED_FLUSH, USUAL_FLUSH = 1.0, 10.0
"""After how many simulated seconds at most what was recorded is safe: of a run that is held to a pace, and of one that
gets there in no time."""


@dataclass(slots=True)
class Take:
    """A tree of modules and a world, set up and ready to be played once.

    `duration` is in nanoseconds, `rate` (Hz) is how often the world is recorded. `inputs` are the files that it was
    made from, with their hashes; `places` say where in them each link stands. `roads` go into the reel. `ending` says
    what may end it before its time, `warm_up` what runs before time 0. `remarks` tell what was doubtful in the files,
    and what was left out. `said` is a hash of what the study says for this very run, which its checkpoints carry.
    `turnout` is who drives under its seed, on the roads of a study; of a bare take, ambient traffic is still to be
    placed. `split` says which modules run in this process, if there are several.
    """

    name: str
    root: Module
    world: World
    duration: int
    seed: int = 0
    rate: Fraction | None = Fraction(20)
    inputs: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Position] = field(default_factory=dict, repr=False)
    roads: RoadNetwork | None = field(default=None, kw_only=True, repr=False)
    remarks: tuple[Remark, ...] = field(default=(), kw_only=True, repr=False)
    ending: Ending | None = field(default=None, kw_only=True)
    warm_up: WarmUp | None = field(default=None, kw_only=True, repr=False)
    said: str = field(default="", kw_only=True, repr=False)
    turnout: Turnout | None = field(default=None, kw_only=True, repr=False)
    is_bare: bool = field(default=False, kw_only=True, repr=False)
    split: Split | None = field(default=None, kw_only=True, repr=False)

    @property
    def slug(self) -> str:
        """The name as a file name."""
        return slug_of(self.name)

    def controller(self, *, is_warm: bool = True, on_date: Callable[[int], None] | None = None) -> Controller:
        """The take as a run that can be advanced, forked and looked into, without recording.

        Its warm-up, if it has one, has been run by then, with `on_date` called at each of its dates; without `is_warm`
        it has not, for a checkpoint to go on from or a look at how the modules fit.
        """
        try:
            controller = Controller(self.root, seed=self.seed, store=self.world, split=self.split)
        except WiringError as error:
            raise self._placed(error) from None
        if self.warm_up and is_warm:
            self.warm_up.begin(controller, self.world, on_date)
        return controller

    def populate(self, root: Module, world: World) -> None:
        """Place the ambient traffic of a bare take in its world, or in another one like it that has not begun.

        A warm-up does so itself, at its end.
        """
        if self.is_bare and self.warm_up is None:
            populate(root, world, seed=self.seed)

    def _placed(self, error: WiringError) -> SeahavenError:
        """The error with the place of the link in the file that it is about, if it is about one."""
        for link, at in self.places.items():
            if all(end in str(error) for end in link.split(" -> ")):
                return InputError(str(error), at)
        return error

    def play(
        self,
        out: Path,
        *,
        overwrite: bool = False,
        rate: Fraction | None = None,
        until: int | None = None,
        pacer: Pacer | None = None,
        on_date: Callable[[int], None] | None = None,
        resume: Path | None = None,
        checkpoint: Path | None = None,
        go_on: bool = False,
    ) -> Reel:
        """Play to the end and give the reel, which lies in the folder `out` beside whatever else the modules make.

        `resume` goes on from a checkpoint of the same study; `checkpoint` keeps the state reached at the end. Meanwhile
        the state is kept beside the reel, every two minutes of the run. If that breaks off, `go_on` goes on from there,
        and the reel will have the tables that it would have had.
        """
        end = self.duration if until is None else min(until, self.duration)
        before = self.halfway(out, rate=rate) if go_on else None
        if before:
            self._refuse_shorter(out, end)
        resume = before.path if before else resume
        if resume:
            self._refuse_other_checkpoint(resume, end)
        run = Run(self, out=out, pacer=pacer, on_date=on_date, is_bare=True)
        onward = before.mark if before else None
        flush_every = PACED_FLUSH if pacer else USUAL_FLUSH
        recorder = run.add_recorder(out, rate=rate, overwrite=overwrite, flush_every=flush_every, onward=onward)
        keeper = Keeper(kept_in(out, self.name), recorder, self._notes())
        if resume != keeper.path:
            keeper.forget()
        with keeper.forgetting_unfit():
            run.begin(resume)
        keeper.begin(run.now)

        def is_over(run: Run) -> bool:
            keeper.look(run.controller)
            return run.is_over

        failure = None
        with keeper, run:
            look_every = SECOND if self.ending else keeper.due - run.now
            run.play(end, is_over, look_every)
            if checkpoint:
                failure = self._keep(run.controller, checkpoint)
        if failure:
            raise failure
        return run.reel

    def halfway(self, out: Path, *, rate: Fraction | None = None) -> Halfway:
        """The state from which a run that broke off in the folder `out` can go on; refuses where there is none."""
        return resumable(out, self._notes(), seed=self.seed, rate=rate or self.rate)

    def _refuse_shorter(self, out: Path, end: int) -> None:
        """Refuse to go on to an end before that of what was recorded already, of which the rest would be lost."""
        reel = Reel.open(reel_in(out, self.name))
        told = reel.so_far
        reached = nanoseconds(told.start + told.duration)
        if end < reached:
            raise InputError(
                f"{reel.path} goes up to {in_seconds(reached):g} s already, and the run is to end at "
                f"{in_seconds(end):g} s; let it go on beyond that (--until), or {anew(out)}"
            )

    def can_go_on(self, out: Path) -> bool:
        """Whether this run broke off in the folder `out` and can go on."""
        try:
            self.halfway(out)
        except SeahavenError:
            return False
        return True

    def _keep(self, controller: Controller, checkpoint: Path) -> SeahavenError | None:
        """Save the state reached; a failure is told after the reel was closed, which it does not spoil."""
        try:
            save_checkpoint(controller, checkpoint, notes=self._notes())
        except SeahavenError as error:
            return error
        return None

    def _notes(self) -> dict[str, Any]:
        return {"study": self.name, "inputs": dict(self.inputs), "said": self.said}

    def _refuse_other_checkpoint(self, path: Path, end: int) -> None:
        """Refuse, before anything is opened, to go on from the state of another study or past the end."""
        header = read_checkpoint(path)
        refuse_other_notes(path, header.notes, self._notes())
        if end < header.now:
            raise InputError(
                f"{path} was kept at {in_seconds(header.now):g} s, and the run is to end at {in_seconds(end):g} s; "
                f"let it go on beyond that (--until), or play it anew without --resume"
            )
