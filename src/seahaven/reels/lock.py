"""Who is recording into a folder: a lock that goes with its process, however that ends."""

from __future__ import annotations

import os
import weakref
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from seahaven.errors import ReelError

try:
    from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
except ImportError:  # an operating system without it goes without the lock
    _HAS_LOCKS = False
else:
    _HAS_LOCKS = True

__all__ = ["LOCK", "RecordingLock", "is_recording", "refuse_recording"]

LOCK: Final = "recording.lock"


class RecordingLock:
    """The right to write a reel, which one recorder has at a time; refused while somebody else has it.

    A killed process leaves the small file behind, but not the lock on it. Where a file system knows no locks,
    everybody gets one.
    """

    __slots__ = ("__weakref__", "_let_go", "_path")

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK
        self._let_go: weakref.finalize[..., RecordingLock] | None = None
        if _HAS_LOCKS:
            self._let_go = weakref.finalize(self, os.close, _locked(self._path))

    def release(self) -> None:
        """Take the file away and let the next one in; a second time does nothing."""
        if self._let_go is None or not self._let_go.alive:
            return
        try:
            self._path.unlink(missing_ok=True)
        finally:
            self._let_go()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def is_recording(folder: Path) -> bool:
    """Whether somebody has the lock now."""
    try:
        file = os.open(folder / LOCK, os.O_RDONLY)
    except OSError:
        return False
    try:
        return not _grab(file, shared=True)
    finally:
        os.close(file)


def refuse_recording(folder: Path) -> None:
    """Refuse a folder that is being recorded into."""
    if is_recording(folder):
        raise _refusal(folder)


def _refusal(folder: Path) -> ReelError:
    return ReelError(f"{folder} is being recorded; wait until the run has ended")


def _locked(path: Path) -> int:
    """The open file with the lock on it."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        if not _grab(file, shared=False):
            os.close(file)
            raise _refusal(path.parent)
        if _is_at(file, path):
            return file
        os.close(file)  # taken away between opening and locking by whoever had it before


def _is_at(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


def _grab(file: int, *, shared: bool) -> bool:
    """Lock an open file at once, unless somebody else has it."""
    if not _HAS_LOCKS:
        return True
    try:
        flock(file, (LOCK_SH if shared else LOCK_EX) | LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks
    return True
