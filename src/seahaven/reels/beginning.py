"""The beginning of a reel whose run broke off and now goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from seahaven.errors import ReelError
from seahaven.reels.arrow import pa
from seahaven.reels.compaction import parquet_path
from seahaven.reels.folder import reading
from seahaven.reels.manifest import Manifest
from seahaven.reels.packed import open_packed
from seahaven.reels.reel import Reel
from seahaven.reels.schema import EVENTS, FRAMES

__all__ = ["Beginning", "Mark"]


@dataclass(frozen=True, slots=True)
class Mark:
    """How much of a reel was safe at some date: all before it, which is so many frames and events.

    Events are counted and not cut by their dates, because they are told before they happen.
    """

    frames: int
    events: int

    def refuse_shorter(self, reel: Reel) -> None:
        """Refuse a reel that does not go so far."""
        told = reel.so_far
        if told.frames < self.frames or told.events < self.events:
            raise ReelError(f"{reel.path} ends before its checkpoint, so the run cannot go on from there; play it anew")


@dataclass(frozen=True, slots=True)
class Beginning:
    """What a packed reel holds up to a mark, table by table."""

    reel: Reel
    rows: dict[str, int]

    @classmethod
    def of(cls, reel: Reel, mark: Mark) -> Self:
        """The beginning of a reel; refuses one that does not go so far."""
        mark.refuse_shorter(reel)
        counts = reel.counts().slice(0, mark.frames)
        rows = {name: sum(counts.column(name).to_pylist()) for name in reel.families}
        return cls(reel, {**rows, EVENTS: mark.events, FRAMES: mark.frames})

    def continued(self, manifest: Manifest) -> Manifest:
        """The manifest of a run that starts now as that of one which started when this one did, and goes on now."""
        told = self.reel.manifest
        return replace(manifest, start=told.start, resumed=(*told.resumed, manifest.start))

    def batches(self, name: str) -> Iterator[pa.RecordBatch]:
        """The rows of a table as they were recorded, a group at a time."""
        path, left = parquet_path(self.reel.path, name), self.rows[name]
        with reading(path), open_packed(path, *self.reel.manifest.tables()[name]) as file:
            for number in range(file.num_row_groups):
                if left:
                    group = self.reel.as_declared(name, file.read_row_group(number)).slice(0, left)
                    left -= len(group)
                    yield from group.to_batches()

    def remove(self) -> None:
        """Take the packed tables away, whose rows lie in streams by now."""
        for name in self.rows:
            parquet_path(self.reel.path, name).unlink(missing_ok=True)
