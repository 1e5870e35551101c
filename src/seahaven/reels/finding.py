"""Which reel is meant where a folder or a file is named that is none, and what to say if that is not clear."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from seahaven.errors import nearest

__all__ = ["only_reel_in", "why_no_reel"]

_REELS, _STUDIES = "*.reel", "*.study.y*ml"
_MOST: Final = 5


def only_reel_in(folder: Path) -> Path | None:
    """The reel in the folder of a run; None if there is none, or more than one."""
    reels = _folders(folder, _REELS)
    return reels[0] if len(reels) == 1 else None


def why_no_reel(path: Path, lacking: str = "manifest.json") -> str:
    """Why a path is not a reel: what is there instead, and the next move; `lacking` is the file that makes it one."""
    if not path.exists():
        return f"there is no reel {path}{_similar(path)}"
    if not path.is_dir():
        study = f"is a study; play it first: seahaven play {path}"
        return (
            f"{path} is not a reel: it {study if path.match(_STUDIES) else 'is a file; a reel is a folder NAME.reel'}"
        )
    return f"{path} is not a reel: it {_content(path, lacking)}"


def _content(folder: Path, lacking: str) -> str:
    if only := only_reel_in(folder):
        return f"is the folder of a run; name the reel in it: {only}"
    if reels := _folders(folder, _REELS):
        return f"holds {len(reels)} reels; name one of them: {_listed(reels)}"
    if drives := _folders(folder, f"*/{_REELS}"):
        return f"holds {_counted(drives, 'drive')}; name the reel of one of them: {_listed(drives)}"
    if studies := sorted(folder.glob(_STUDIES)):
        return f"holds {_counted(studies, 'study', 'studies')}; play one first: seahaven play {studies[0]}"
    if folder.suffix == ".reel":
        return f"has no {lacking}; restore it from a backup, or record the run again"
    return f"has no {lacking}; name a folder that a run was recorded into, NAME.reel"


def _folders(folder: Path, pattern: str) -> list[Path]:
    return sorted(path for path in folder.glob(pattern) if path.is_dir())


def _similar(path: Path) -> str:
    """A hint from the reels in the same folder."""
    beside = [reel.name for reel in _folders(path.parent, _REELS)]
    return nearest(path.name, beside) if beside else "; check the name"


def _counted(paths: list[Path], thing: str, things: str = "") -> str:
    return f"1 {thing}" if len(paths) == 1 else f"{len(paths)} {things or thing + 's'}"


def _listed(paths: list[Path]) -> str:
    more = f", and {len(paths) - _MOST} more" if len(paths) > _MOST else ""
    return ", ".join(str(path) for path in paths[:_MOST]) + more
