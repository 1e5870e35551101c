"""A recording in the making: streams that grow with the run, and what becomes of them at its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from seahaven.disk import replacing, sync_folder
from seahaven.errors import ReelError
from seahaven.kernel import NEVER, in_seconds, nanoseconds
from seahaven.reels.beginning import Beginning, Mark
from seahaven.reels.camera import Camera
from seahaven.reels.compaction import pack_reel
from seahaven.reels.event_text import Note
from seahaven.reels.folder import ROADS, prepare_folder, writing
from seahaven.reels.lock import RecordingLock
from seahaven.reels.manifest import Manifest
from seahaven.reels.schema import EVENTS, FRAMES, event_schema, frame_schema
from seahaven.reels.sheet import Sheet
from seahaven.reels.stream import Stream
from seahaven.reels.track import Track
from seahaven.world import Table

__all__ = ["Take"]

LAST, FLUSHED = range(2)
"""Where the dates of a take stand."""
INTERRUPT: Final = "KeyboardInterrupt"
"""The fault of a run that was not at fault, but was asked to stop."""


class Take:
    """One run being recorded into a folder.

    The table of frames is written last at every flush, so whatever it names is complete in all other tables. When the
    disk refuses, `is_broken` says so, and what was flushed before can still be recovered. Until then, or until it is
    closed, nobody else may write to the folder. `roads` is the road network as OpenDRIVE text. With a `beginning` it
    goes on in the folder of a reel, of which it keeps that much.
    """

    def __init__(
        self,
        folder: Path,
        manifest: Manifest,
        tables: Mapping[str, Table],
        *,
        overwrite: bool,
        roads: str | None = None,
        beginning: Beginning | None = None,
    ) -> None:
        self.folder = folder
        self._start = nanoseconds(manifest.start)
        self.manifest = manifest
        self.is_broken = False
        self.dates = np.full(2, NEVER, np.int64)
        """The date of the last frame, and of the last one that was flushed; for compiled code, too."""
        self._notes: list[Note] = []
        self._lock = RecordingLock(folder) if beginning else prepare_folder(folder, overwrite=overwrite)
        with self._careful():
            self._tracks = [Track(folder, family, tables[name]) for name, family in manifest.families.items()]
            self._events = Stream(folder, EVENTS, event_schema())
            self._index = Stream(folder, FRAMES, frame_schema(manifest.families))
            self._camera = Camera(self._tracks, Sheet(self._index))
            if beginning:
                self._copy(beginning)
            self._describe(roads if beginning is None else None)
            if beginning:
                beginning.remove()

    def __repr__(self) -> str:
        return f"<take into {self.folder}>"

    def _describe(self, roads: str | None) -> None:
        """Say what is going to be recorded, once the streams for it are on the disk."""
        if roads is not None:
            with replacing(self.folder / ROADS) as file:
                file.write(roads.encode())
        self._sync()
        self.manifest.write(self.folder)

    def _copy(self, beginning: Beginning) -> None:
        """Take over what was recorded before; until all of it is on the disk, the manifest speaks of the old tables."""
        for stream in self._streams:
            for batch in beginning.batches(stream.name):
                stream.write(batch)

    def _sync(self) -> None:
        """Wait until everything that was handed to the operating system is on the disk."""
        for stream in self._streams:
            stream.sync()
        sync_folder(self.folder)

    @property
    def _streams(self) -> list[Stream]:
        return [*(track.sheet.stream for track in self._tracks), self._events, self._index]

    def mark(self) -> Mark:
        """Put everything taken so far on the disk, and say how much that is."""
        self.flush()
        with self._careful():
            self._sync()
        return Mark(self._index.rows, self._events.rows)

    @contextmanager
    def _careful(self) -> Iterator[None]:
        """Note when the disk refuses, so that nothing more is tried."""
        try:
            with writing(self.folder, self._advice()):
                yield
        except ReelError:
            self.is_broken = True
            self._lock.release()
            raise

    def _advice(self) -> str:
        if self.flushed is None:
            return ""
        return f"; all up to {in_seconds(self.flushed):.9g} s is safe: seahaven recover {self.folder}"

    def frame(self, now: int, tables: Mapping[str, Table] | None = None) -> None:
        """Take a frame of every family at the date `now`, of its own tables or of others of the same families."""
        seconds = in_seconds(now)
        try:
            if not self._expose(seconds, tables):
                self.flush()
                self._expose(seconds, tables)
        except OSError:
            with self._careful():
                raise
        self.dates[LAST] = now

    @property
    def last(self) -> int | None:
        """The date of the last frame."""
        return _known(self.dates[LAST])

    @property
    def flushed(self) -> int | None:
        """The date of the last frame that was handed to the operating system."""
        return _known(self.dates[FLUSHED])

    @property
    def camera(self) -> Camera:
        """What takes the frames."""
        return self._camera

    def _expose(self, seconds: float, tables: Mapping[str, Table] | None) -> bool:
        return self._camera.take(seconds) if tables is None else self._camera.take_of(tables, seconds)

    def note(self, notes: Iterable[Note]) -> None:
        """Take events, in the order in which they were told."""
        self._notes += notes

    def flush(self) -> None:
        """Hand everything taken so far to the operating system."""
        with self._careful():
            self._camera.flush_families()
            self._events.write_rows(self._notes)
            self._camera.flush_frames()
        self._notes = []
        self.dates[FLUSHED] = self.dates[LAST]

    def close(self, now: int, fault: str | None) -> None:
        """End the recording at the date `now`: pack every stream into a Parquet file, and say so in the manifest."""
        self.flush()
        try:
            with self._careful():
                for stream in self._streams:
                    stream.close()
                pack_reel(self.folder, self._closed(now, fault))
        finally:
            self._lock.release()

    def _closed(self, now: int, fault: str | None) -> Manifest:
        return replace(
            self.manifest,
            state="closed" if fault is None else "interrupted" if fault == INTERRUPT else "failed",
            duration=in_seconds(now - self._start),
            rows={track.family.name: track.sheet.stream.rows for track in self._tracks},
            frames=self._index.rows,
            events=self._events.rows,
            fault=fault,
        )

    def abandon(self) -> None:
        """Let go of the files as they are, after the disk has refused."""
        for stream in self._streams:
            stream.abandon()


def _known(date: np.int64) -> int | None:
    return None if date == NEVER else int(date)
