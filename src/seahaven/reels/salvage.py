"""What can be read of a reel that was never closed: the frames that are complete in every table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from seahaven.reels.arrow import pa
from seahaven.reels.manifest import Manifest
from seahaven.reels.schema import EVENTS, FRAMES
from seahaven.reels.shape import refuse_unlikely_frames
from seahaven.reels.stream import complete_batches, stream_path, stream_table

__all__ = ["count_rows", "salvaged", "salvaged_frames", "salvaged_rows"]


def salvaged_frames(folder: Path, manifest: Manifest) -> pa.Table:
    """The table of frames, up to the last one whose rows are there for every family."""
    tables = manifest.tables()
    frames = stream_table(folder, FRAMES, tables[FRAMES][0])
    refuse_unlikely_frames(stream_path(folder, FRAMES), frames)
    whole = len(frames)
    for name in manifest.families:
        ends = np.cumsum(frames.column(name).to_numpy(), dtype=np.int64)
        whole = min(whole, int(ends.searchsorted(count_rows(folder, name, tables[name][0]), side="right")))
    return frames.slice(0, whole)


def salvaged(folder: Path, manifest: Manifest) -> Manifest:
    """The manifest with the frames, rows and events that can be read, and how long they take."""
    frames = salvaged_frames(folder, manifest)
    until = float(frames.column("time").to_numpy()[-1]) if len(frames) else manifest.start
    return replace(
        manifest,
        duration=until - manifest.start,
        rows={name: sum(frames.column(name).to_pylist()) for name in manifest.families},
        frames=len(frames),
        events=count_rows(folder, EVENTS, manifest.tables()[EVENTS][0]),
    )


def salvaged_rows(folder: Path, manifest: Manifest) -> dict[str, int]:
    """How many rows of each table belong to the frames that can be read."""
    frames = salvaged_frames(folder, manifest)
    return {name: sum(frames.column(name).to_pylist()) for name in manifest.families}


def count_rows(folder: Path, name: str, schema: pa.Schema) -> int:
    """How many rows of a stream file are whole."""
    return sum(batch.num_rows for batch in complete_batches(folder, name, schema))
