"""The folder of a reel: who may write into it, and what is said when that fails."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from seahaven.disk import make_folder
from seahaven.errors import ReelError
from seahaven.reels.arrow import pa
from seahaven.reels.lock import LOCK, RecordingLock, refuse_recording
from seahaven.reels.manifest import MANIFEST

__all__ = ["ROADS", "damage", "prepare_folder", "reading", "refuse_folder", "remove_streams", "writing"]

SUFFIX: Final = ".reel"
MOST_LETTERS: Final = 200
ROADS: Final = "roads.xodr"
"""The road network on which it all happened, where there was one."""


def damage(*more: type[Exception]) -> tuple[type[Exception], ...]:
    """What the table library raises when the bytes of a file make no sense, and more of that kind."""
    return pa.ArrowException, KeyError, OSError, ValueError, MemoryError, OverflowError, *more


@contextmanager
def writing(folder: Path, advice: str = "") -> Iterator[None]:
    """Turn a refusal of the operating system into one line that says where and why."""
    try:
        yield
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise ReelError(f"cannot write to {folder}: {reason}{advice}") from None


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn a file that is gone or damaged into one line that says which."""
    try:
        yield
    except damage() as error:
        reason = " ".join(str(error).split())[:MOST_LETTERS].rstrip(".") or type(error).__name__
        raise ReelError(f"{path} cannot be read: {reason}; restore it from a backup") from None


def refuse_folder(folder: Path, *, overwrite: bool) -> None:
    """Refuse a folder that must not be recorded into; changes nothing."""
    if folder.suffix != SUFFIX:
        raise ReelError(f"a reel's folder ends in {SUFFIX}: record into {folder.with_name(folder.name + SUFFIX)}")
    refuse_recording(folder)
    if not folder.exists() or (folder.is_dir() and not any(path.name != LOCK for path in folder.iterdir())):
        return
    if not (folder / MANIFEST).is_file():
        raise ReelError(f"{folder} exists and is not a reel, so it is left alone; record into another folder")
    if not overwrite:
        raise ReelError(
            f"the reel {folder} exists; record into another folder, or pass --force (in Python: overwrite=True)"
        )


def prepare_folder(folder: Path, *, overwrite: bool) -> RecordingLock:
    """Make the folder, and clear it of an earlier reel's files (and of nothing else) where that was asked for.

    Gives the lock on it, which is to be released when nothing more will be written.
    """
    refuse_folder(folder, overwrite=overwrite)
    with writing(folder):
        make_folder(folder)
        lock = RecordingLock(folder)
        (folder / MANIFEST).unlink(missing_ok=True)
        (folder / ROADS).unlink(missing_ok=True)
        for path in sorted(folder.glob("*.parquet")):
            path.unlink()
        remove_streams(folder)
    return lock


def remove_streams(folder: Path) -> None:
    """Take away the stream files, whose rows lie in Parquet files by now."""
    for path in sorted(folder.glob("*.arrows")):
        path.unlink()
