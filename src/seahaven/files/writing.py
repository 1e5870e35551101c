"""Files written whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from seahaven.disk import replacing
from seahaven.errors import InputError, Position

__all__ = ["write_bytes_atomic", "write_text_atomic"]


def write_text_atomic(path: str | Path, text: str) -> None:
    """Write a text as UTF-8, whole or not at all; line ends are written as they are in the text."""
    write_bytes_atomic(path, text.encode("utf-8"))


def write_bytes_atomic(path: str | Path, content: bytes) -> None:
    """Write a file whole or not at all: a reader sees the old bytes or the new, even after a power cut.

    A symbolic link stays, and what it points to is replaced.
    """
    try:
        with replacing(Path(path)) as file:
            file.write(content)
    except OSError as error:
        raise InputError(f"cannot write: {_reason(error, Path(os.path.realpath(path)))}", Position(str(path))) from None


def _reason(error: OSError, target: Path) -> str:
    if target.is_dir():
        return "a folder has this name; choose another"
    match error.errno:
        case errno.ENOENT if target.parent.is_dir():  # as /proc says of whatever one would put there
            return f"the folder '{target.parent}' takes no new files; choose another"
        case errno.ENOENT | errno.ENOTDIR:
            return f"the folder '{target.parent}' does not exist; create it first"
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return f"the folder '{target.parent}' does not allow it; choose another or change its permissions"
        case errno.ENOSPC | errno.EDQUOT:
            return "the disk is full; free some space, what was there before is untouched"
    return error.strerror or str(error)
