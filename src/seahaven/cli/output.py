"""Files that a command writes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from seahaven.errors import InputError, Position

__all__ = ["writing"]


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Say what a folder that exists has against a file, as /proc does: it reports itself missing."""
    try:
        yield
    except InputError as error:
        cause = error.__cause__
        if isinstance(cause, FileNotFoundError) and path.parent.is_dir():
            message = f"cannot write: the folder '{path.parent}' takes no new files; choose another"
            raise InputError(message, Position(str(path))) from cause
        raise
