"""Runs that are recorded into reels."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from seahaven.errors import InputError, SnapshotError
from seahaven.motion import COCKPIT, FreeMotion
from seahaven.reels import Mark, Recorder, Reel
from seahaven.seats import FREE, Seat
from seahaven.takes.driving import Driven
from seahaven.takes.keeping import cockpits_in, reel_in
from seahaven.takes.playable import Playable
from seahaven.world import World

__all__ = ["Recorded"]


class Recorded(Driven):
    """A run that can be recorded, from any date on."""

    def __init__(self, take: Playable, **options: Any) -> None:
        super().__init__(take, **options)
        self._recorder: Recorder | None = None
        self._cockpit_recorder: Recorder | None = None
        self._reel: Path | None = None

    def record(self, out: Path | str, *, rate: float | Fraction | None = None, overwrite: bool = False) -> Path:
        """Record into a folder from now on, at a rate (Hz) or at that of the study; gives the path of the reel."""
        self.add_recorder(Path(out), rate=rate, overwrite=overwrite)
        assert self._reel is not None
        return self._reel

    def add_recorder(
        self,
        out: Path,
        *,
        rate: float | Fraction | None = None,
        overwrite: bool = False,
        flush_every: float = 1.0,
        onward: Mark | None = None,
    ) -> Recorder:
        """The module that records a run into a folder."""
        self._refuse_closed()
        with self._hold.moving("record"):
            if self._recorder:
                raise InputError(f"the run is recorded into {self._reel} already; call stop_recording() first")
            recorder = _recorder(
                self.take, self.world, out, rate, overwrite=overwrite, flush_every=flush_every, onward=onward
            )
            beside = self._recorder_of_cockpits(out, overwrite=overwrite or onward is not None, flush_every=flush_every)
            self.controller.add(recorder)
            if beside:
                self.controller.add(beside)
            self._recorder, self._cockpit_recorder, self._reel = recorder, beside, recorder.folder
            return recorder

    def _recorder_of_cockpits(self, out: Path, *, overwrite: bool, flush_every: float) -> Recorder | None:
        """What records wheels and pedals as often as they move a vehicle; None where nobody drives freely."""
        modules = list(self.controller.root.walk())
        moving = [module for module in modules if isinstance(module, FreeMotion)]
        is_free = any(isinstance(module, Seat) and module.terms.controls in FREE for module in modules)
        if not is_free or not moving or moving[0].beat is None:
            return None
        return Recorder(
            "cockpit_recorder", rate=moving[0].beat.rate, folder=reel_in(cockpits_in(out), self.take.name),
            families=(COCKPIT,), study=self.take.name, seed=self.take.seed, names=self.world.names,
            inputs=dict(self.take.inputs), overwrite=overwrite, flush_every=flush_every, hears_events=False,
        )  # fmt: skip

    @property
    def is_recorded(self) -> bool:
        """Whether the run is being recorded."""
        return self._recorder is not None

    def stop_recording(self) -> Reel:
        """Close the reel, and give it."""
        if self._recorder is None:
            raise InputError("the run is not recorded; call record(folder) first")
        with self._hold.acting:
            self._ready()
            self._end_recording()
        return self.reel

    def _end_recording(self) -> None:
        recorders = self._recorder, self._cockpit_recorder
        self._recorder = self._cockpit_recorder = None
        for recorder in recorders:
            if recorder and not self.controller.is_ended:
                recorder.finish(self.controller)
                self.controller.remove(recorder.path)

    @property
    def reel(self) -> Reel:
        """What was recorded last."""
        if self._reel is None:
            raise InputError("nothing was recorded; call record(folder) before the run goes on")
        return Reel.open(self._reel)

    @property
    def cockpit_reel(self) -> Reel:
        """What the drivers of freely driven vehicles did: the family `cockpit`, at the rate at which these move."""
        if self._reel is None or not cockpits_in(self._reel.parent).is_dir():
            raise InputError("no cockpit was recorded; let an occupant drive freely (controls: pedals), and record")
        return Reel.open(cockpits_in(self._reel.parent) / self._reel.name)

    def _refuse_recorded(self) -> None:
        if self._recorder:
            raise SnapshotError(
                f"the run is recorded into {self._reel} and cannot go back; fork it, or stop_recording()"
            )


def _recorder(
    take: Playable,
    world: World,
    out: Path,
    rate: float | Fraction | None,
    *,
    overwrite: bool,
    flush_every: float,
    onward: Mark | None,
) -> Recorder:
    """The module that records a take into a folder."""
    rate = take.rate if rate is None else rate
    if rate is None:
        raise InputError(f"'{take.name}' records nothing; give a rate, such as 20 Hz, to play it into a reel")
    return Recorder(
        "recorder",
        rate=rate,
        folder=reel_in(out, take.name),
        families=tuple(family for family in world.families if family.name != COCKPIT.name),
        study=take.name,
        seed=take.seed,
        names=world.names,
        inputs=dict(take.inputs),
        overwrite=overwrite,
        flush_every=flush_every,
        roads=take.roads,
        subjects=tuple(world.subjects),
        onward=onward,
    )
