"""Making a reel whole after its run was killed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from seahaven.reels.compaction import pack_reel
from seahaven.reels.folder import writing
from seahaven.reels.reel import Reel
from seahaven.reels.salvage import count_rows, salvaged_frames
from seahaven.reels.schema import EVENTS

__all__ = ["recover"]


def recover(path: Path | str) -> Reel:
    """Pack what is left of a killed run, up to its last complete frame; the reel's state is *recovered* from then on.

    A reel that was closed, or recovered before, is given back as it is. Not for a run that still goes on: its recorder
    would find its files gone.
    """
    reel = Reel.open(path)
    if reel.manifest.state != "running":
        return reel
    folder, manifest = reel.path, reel.manifest
    frames = salvaged_frames(folder, manifest)
    until = frames.column("time").to_numpy()[-1] if len(frames) else manifest.start
    whole = replace(
        manifest,
        state="recovered",
        duration=float(until - manifest.start),
        rows={name: sum(frames.column(name).to_pylist()) for name in manifest.families},
        frames=len(frames),
        events=count_rows(folder, EVENTS),
    )
    with writing(folder):
        pack_reel(folder, whole)
    return Reel.open(folder)
