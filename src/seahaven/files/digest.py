"""What a file's bytes come to, for manifests."""

from __future__ import annotations

import hashlib
from pathlib import Path

from seahaven.errors import InputError, Position

__all__ = ["file_digest"]


def file_digest(path: str | Path) -> str:
    """Give the SHA-256 of a file's bytes in hexadecimal; equal files have equal digests, whatever their names."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", Position(str(path))) from None
