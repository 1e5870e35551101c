"""The module that records a run."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from platform import python_version
from typing import Any, Final, cast

import numpy as np

from seahaven import __version__
from seahaven.errors import SeahavenError, SnapshotError, WiringError, nearest
from seahaven.kernel import Controller, Event, Module, Param, Part, State, Tick, fork, in_seconds, nanoseconds, port
from seahaven.reels.arrow import pa
from seahaven.reels.beginning import Beginning, Mark
from seahaven.reels.event_text import Note, noted
from seahaven.reels.folder import refuse_folder
from seahaven.reels.lock import refuse_recording
from seahaven.reels.manifest import Manifest
from seahaven.reels.recovery import recover
from seahaven.reels.schema import recordable
from seahaven.reels.take import Take
from seahaven.roads.formats.opendrive import opendrive_text
from seahaven.roads.model import RoadNetwork
from seahaven.world import FamilyType, Table, World, reads

__all__ = ["Recorder", "library_versions"]

FAULT: Final = ".fault"


class Recorder(Module, edge=True):
    """Records families of the world and all events of the run into a folder `NAME.reel`.

        Recorder("recorder", rate=30, families=world.families, folder=Path("drive.reel"), seed=7)

    It takes a frame at each of its dates, and one at the end of the run if that is one of them. Immediate columns are
    not computed any more at the end; where some are recorded, a fork of the run computes those of the last frame.
    Frames are handed to the operating system at least every `flush_every` seconds of simulated time, which is all that
    a killed process loses. When the run ends the reel is packed into Parquet, also after a failure; the manifest tells
    it.

    `columns` names, by family, the columns to record; without, all are but those of passing interest only. For the
    manifest: `names` are the ids of entities that have a name, `inputs` the SHA-256 of the files that the run was made
    from, by relative name, and `versions` adds to those of Python and our libraries. `subjects` are the ids of those
    around whom it all happens, and `roads` is the network on which it does: the reel keeps it, as OpenDRIVE.

    `onward` is for a run that broke off and goes on from a checkpoint: up to this mark its reel is kept, and the rest
    is recorded anew. In the end it has the tables that it would have had if nothing had happened.
    """

    families: Param[tuple[FamilyType, ...]]
    folder: Param[Path]
    columns: Param[dict[str, tuple[str, ...]]] = port({})
    seed: Param[int] = 0
    study: Param[str] = ""
    names: Param[dict[str, int]] = port({})
    subjects: Param[tuple[int, ...]] = ()
    roads: Param[RoadNetwork | None] = None
    inputs: Param[dict[str, str]] = port({})
    versions: Param[dict[str, str]] = port({})
    flush_every: Param[float] = port(1.0, unit="s")
    overwrite: Param[bool] = False
    onward: Param[Mark | None] = None
    hears_events: Param[bool] = port(True, doc="whether events are recorded, too")
    take: State[Take | None] = None
    heard: State[list[Note]] = port([])
    fault: State[str | None] = None

    def build(self) -> None:
        """Refuse what cannot be recorded before anything starts."""
        known = [family.name for family in self.families]
        for name in sorted(self.columns.keys() - set(known)):
            raise WiringError(f"recorder '{self.name}' is given columns of a family '{name}'{nearest(name, known)}")
        for family in self.families:
            chosen = recordable(family, self.columns.get(family.name))
            self.open_port(_port(family.name), reads(family.name, *chosen.columns))
        if self.onward:
            refuse_recording(self.folder)
        else:
            refuse_folder(self.folder, overwrite=self.overwrite)

    def _recorded(self) -> dict[str, FamilyType]:
        return {f.name: recordable(f, self.columns.get(f.name)) for f in self.families}

    def init(self, tick: Tick) -> None:
        """Open the reel."""
        self._opened(tick)

    def step(self, tick: Tick) -> None:
        """Take a frame."""
        take = self.take or self._opened(tick)
        if self.heard:
            self._hand_over(take)
        take.frame(tick.now)
        if take.flushed is None or tick.next - take.flushed > _waiting(self.flush_every):
            take.flush()

    def part(self, tick: Tick) -> Part | None:
        """Takes frames until some are to be flushed, or events to be noted."""
        take = self.take
        if take is None or take.is_broken or take.flushed is None or self.heard:
            return None
        return take.camera.part(take.dates, _waiting(self.flush_every))

    def observe(self, events: list[Event[Any]]) -> None:
        """Keep the events until the next frame, and remember why the run failed, if it did."""
        for event in events:
            if self.hears_events:
                self.heard.append(noted(event))
            if event.sender.endswith(FAULT):
                self.fault = str(event.value)

    def finish(self, run: Controller) -> None:
        """Take the frame of the date that a run has reached, as it would look if the run went on.

        The modules that write immediate columns at that date have not run yet. A fork lets them, so that nothing of the
        run itself changes. If the run cannot be forked, or would fail at that date, there is no such frame.
        """
        take = self._in_need_of(run.now)
        if take is None or not self._has_immediate:
            return
        world = _beyond(run)
        if world is None:
            return
        self._hand_over(take)
        take.frame(run.now, {name: world.family(name) for name in self._recorded()})

    def _in_need_of(self, now: int) -> Take | None:
        """The take, if it lacks a frame at this date."""
        take = self.take
        is_open = take is not None and not take.is_broken and self.fault is None
        return take if take and is_open and take.last != now and self._has_date(now) else None

    @property
    def _has_immediate(self) -> bool:
        return any(column.immediate for family in self._recorded().values() for column in family.columns.values())

    def end(self, tick: Tick) -> None:
        """Close the reel; after a failure of the disk, leave it as it is."""
        take = self.take
        if take is None:
            return
        if take.is_broken:
            take.abandon()
            return
        self._hand_over(take)
        if self._in_need_of(tick.now) and not self._has_immediate:
            take.frame(tick.now)
        take.close(tick.now, self.fault)

    def rewind(self, now: int) -> None:
        """Refuse to go back: what is recorded stays recorded."""
        if self.take is not None:
            raise SnapshotError(
                f"recorder '{self.path}' is writing {self.folder} and cannot go back to {in_seconds(now):.9g} s; "
                "fork the run, and record the fork into another reel"
            )

    def mark(self) -> Mark:
        """Put all that happened up to now on the disk, and say how much of the reel that is."""
        if self.take is None:
            raise SnapshotError(f"recorder '{self.path}' has not begun; start the run first")
        self._hand_over(self.take)
        return self.take.mark()

    def _hand_over(self, take: Take) -> None:
        take.note(self.heard)
        self.heard = []

    def _has_date(self, now: int) -> bool:
        """Whether a frame belongs at `now`; a recorder without a rate takes one at the end of every advance."""
        return self.beat is None or self.beat.date(self.beat.first(now)) == now

    def _opened(self, tick: Tick) -> Take:
        """The take, which is opened late if the run began from a checkpoint."""
        if self.take is None:
            roads = None if self.roads is None else opendrive_text(self.roads)
            before = None if self.onward is None else Beginning.of(recover(self.folder), self.onward)
            manifest = self._manifest(in_seconds(tick.now), roads)
            if before:
                manifest = before.continued(manifest)
            tables: dict[str, Table] = {name: getattr(self, _port(name)) for name in manifest.families}
            self.take = Take(self.folder, manifest, tables, overwrite=self.overwrite, roads=roads, beginning=before)
        return self.take

    def _manifest(self, start: float, roads: str | None) -> Manifest:
        return Manifest(
            state="running",
            name=self.study,
            seed=self.seed,
            rate=self.beat.rate if self.beat else None,
            start=start,
            families=self._recorded(),
            names=self.names,
            subjects=self.subjects,
            roads=None if roads is None else sha256(roads.encode()).hexdigest(),
            inputs=self.inputs,
            versions={**library_versions(), **self.versions},
        )


def _beyond(run: Controller) -> World | None:
    """The world once the modules that are due at the date reached have run; None if that cannot be had."""
    if run.is_beyond:
        return cast(World, run.store)
    try:
        twin = fork(run)
        twin.advance(1)
    except SeahavenError:
        return None
    return cast(World, twin.store)


@cache
def _waiting(seconds: float) -> int:
    """A number of seconds in nanoseconds, worked out once and not at every frame."""
    return nanoseconds(seconds)


def _port(family: str) -> str:
    return f"seen_{family}"


def library_versions() -> dict[str, str]:
    """Python and the libraries that what is recorded depends on."""
    return {
        "numpy": np.__version__,
        "pyarrow": pa.__version__,
        "python": python_version(),
        "seahaven": __version__,
    }
