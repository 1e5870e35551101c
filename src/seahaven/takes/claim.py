"""The folder that a run plays into, which belongs to one run at a time."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from seahaven.errors import InputError
from seahaven.files import FileLock

__all__ = ["LOCK", "claimed"]

LOCK: Final = "playing.lock"


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Keep other runs out of a folder while inside; refuse one into which another run is playing.

    The folder is made if need be, and removed again if nothing was put into it. No process that this one starts holds
    the lock, and none keeps it when this one ends, even by `kill -9`.
    """
    made = _made(folder)
    note = f"process {os.getpid()} on {platform.node() or 'this computer'}"
    try:
        with FileLock(folder / LOCK, lambda holder: _refusal(folder, holder), note=note):
            yield
    finally:
        for path in made:
            with suppress(OSError):  # there is something in it
                path.rmdir()


def _made(folder: Path) -> list[Path]:
    """The folders that had to be made, the innermost first."""
    for path in (folder, *folder.parents):
        if path.exists() and not path.is_dir():
            raise InputError(
                f"{path} is a file, so nothing can be played into {folder}; choose another folder with --out"
            )
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing


def _refusal(folder: Path, holder: str) -> InputError:
    other = holder or "another run"
    stale = (
        f"the lock ends with its process, so it is stale only if {other} does not exist: then remove {folder / LOCK}"
    )
    return InputError(
        f"{other} is playing into {folder}; wait until it has ended, or choose another folder with --out ({stale})"
    )
