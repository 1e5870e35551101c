"""A lock that one process holds at a time, and that ends with its process, however that ends."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from seahaven.errors import SeahavenError

try:
    from fcntl import LOCK_EX, LOCK_NB, LOCK_SH, flock
except ImportError:  # an operating system without it goes without the lock
    _HAS_LOCKS = False
else:
    _HAS_LOCKS = True

__all__ = ["FileLock", "Refusal", "is_locked"]

Refusal = Callable[[str], SeahavenError]
"""Makes the error for a lock that is held already, from the note that its holder left in the file."""

_MOST_NOTE = 1000


class FileLock:
    """A lock on a file, which is made for it and removed when the lock is released.

    The file holds a note about the holder. The operating system ends the lock with the process: a killed one leaves
    the small file behind, but not the lock on it, and child processes do not inherit it. Where a file system has no
    locks, every process gets one.
    """

    __slots__ = ("__weakref__", "_let_go", "_path")

    def __init__(self, path: Path, refusal: Refusal, *, note: str = "") -> None:
        self._path = path
        self._let_go: weakref.finalize[..., FileLock] | None = None
        if _HAS_LOCKS:
            file = _locked(path, refusal)
            self._let_go = weakref.finalize(self, os.close, file)
            if note:
                os.truncate(file, 0)
                os.write(file, note.encode())

    def release(self) -> None:
        """Remove the file and end the lock; a second time does nothing."""
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


def is_locked(path: Path) -> bool:
    """Whether a process holds the lock on a file now."""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return False
    try:
        return not _grab(file, shared=True)
    finally:
        os.close(file)


def _locked(path: Path, refusal: Refusal) -> int:
    """The open file with the lock on it."""
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        if not _grab(file, shared=False):
            note = os.read(file, _MOST_NOTE).decode(errors="replace")
            os.close(file)
            raise refusal(note)
        if _is_at(file, path):
            return file
        os.close(file)  # its holder removed it between our opening and locking it


def _is_at(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


def _grab(file: int, *, shared: bool) -> bool:
    """Lock an open file at once, unless another process has it."""
    if not _HAS_LOCKS:
        return True
    try:
        flock(file, (LOCK_SH if shared else LOCK_EX) | LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks
    return True
