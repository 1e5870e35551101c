"""The lock on a reel while it is recorded."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from seahaven.errors import ReelError
from seahaven.files import FileLock, is_locked

__all__ = ["LOCK", "RecordingLock", "is_recording", "refuse_recording"]

LOCK: Final = "recording.lock"


class RecordingLock(FileLock):
    """The right to write a reel, which one recorder has at a time; refused while another recorder has it."""

    __slots__ = ()

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / LOCK, lambda _: _refusal(folder))


def is_recording(folder: Path) -> bool:
    """Whether a recorder has the lock now."""
    return is_locked(folder / LOCK)


def refuse_recording(folder: Path) -> None:
    """Refuse a folder that is being recorded into."""
    if is_recording(folder):
        raise _refusal(folder)


def _refusal(folder: Path) -> ReelError:
    return ReelError(f"{folder} is being recorded; wait until the run has ended")
