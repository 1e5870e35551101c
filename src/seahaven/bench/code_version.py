"""Which code figures were measured with, so that kept ones are not taken for those of other code."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

import seahaven
from seahaven.files import file_digest

__all__ = ["code_version"]


def code_version(rooms: Iterable[str], files: Iterable[Path] = ()) -> str:
    """A digest of the code of some rooms, and of some files of others."""
    root, digest = Path(seahaven.__file__).parent, hashlib.sha256()
    for file in (*sorted(path for room in rooms for path in (root / room).rglob("*.py")), *files):
        digest.update(f"{file.relative_to(root)} {file_digest(file)}\n".encode())
    return digest.hexdigest()[:12]
