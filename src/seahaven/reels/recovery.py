"""Making a reel whole after its run was killed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from seahaven.reels.compaction import pack_reel
from seahaven.reels.folder import writing
from seahaven.reels.lock import RecordingLock
from seahaven.reels.manifest import Manifest
from seahaven.reels.reel import Reel
from seahaven.reels.salvage import salvaged

__all__ = ["recover"]


def recover(path: Path | str) -> Reel:
    """Pack what is left of a killed run, up to its last complete frame; the reel's state is *recovered* from then on.

    A reel that was closed, or recovered before, is given back as it is; one that is still being recorded is refused.
    """
    reel = Reel.open(path)
    folder = reel.path
    if reel.manifest.state != "running":
        return reel
    with writing(folder), RecordingLock(folder):
        manifest = Manifest.read(folder)  # again: until now the run could have ended
        if manifest.state == "running":
            pack_reel(folder, replace(salvaged(folder, manifest), state="recovered"))
    return Reel.open(folder)
