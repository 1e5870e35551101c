"""Files that are written whole or not at all, and that are on the disk once they are called written.

A rename can reach the disk before the bytes of the renamed file do, and a new name is lost with its folder. So the
file is synced before it gets its name, and the folder afterwards: then a power cut leaves the old bytes or the new.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

__all__ = ["make_folder", "replacing", "sync_file", "sync_folder"]

_CANNOT_SYNC: Final = (errno.EINVAL, errno.ENOTSUP, errno.EBADF)
"""What a file system answers that cannot sync a folder; it does not have to."""


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A new file to write to, which takes the place of `path` when the block ends; if it fails, nothing has changed.

    The new file lies in the same folder under a hidden name. A symbolic link stays, and what it points to is replaced.
    """
    target = Path(os.path.realpath(path))
    partial = target.with_name(f".{target.name}.{secrets.token_hex(4)}.partial")
    try:
        with open(partial, "xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    sync_folder(target.parent)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, as far as they are missing."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for path in reversed(missing):
        sync_folder(path.parent)


def sync_file(path: Path) -> None:
    """Wait until the bytes of a file are on the disk."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Wait until the names of the files in a folder are on the disk; Windows does so by itself."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise
    finally:
        os.close(descriptor)
