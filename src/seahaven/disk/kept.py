"""Compiled code that is kept between runs: read only if it is whole, and done without where it cannot be written.

A file here is *sealed*: before its content stands a digest of the content and of what it was made from. Whatever has
happened to a file since it was written (a full disk, a crash, a bad sector, another version), it either has the very
bytes that were wanted or counts as missing, and is made and written again. Machine code has to be checked before it
is loaded: damaged, it ends the process without a word.
"""

from __future__ import annotations

import errno
import os
import sys
import warnings
from hashlib import blake2b
from pathlib import Path
from typing import Final

from seahaven.disk.writing import replacing
from seahaven.errors import CacheWarning

__all__ = ["cache_folder", "do_without", "read_sealed", "write_kept", "write_sealed"]

VARIABLE: Final = "SEAHAVEN_CACHE"
_TOLD: Final = "SEAHAVEN_CACHE_REFUSED"
"""The folders of which was told that they refuse; in the environment, so that processes started later know it too."""
_SEAL: Final = b"seahaven kept 1\n"
_DIGEST_BYTES: Final = 32


def cache_folder(chosen: str | Path | None = None) -> Path:
    """The cache folder: the one chosen, that of SEAHAVEN_CACHE, or the platform's place for such things."""
    if chosen is not None:
        return Path(chosen)
    if named := os.environ.get(VARIABLE):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "seahaven" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "seahaven"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "seahaven"


def read_sealed(path: Path, made_from: str) -> bytes | None:
    """The content of a sealed file; None unless it is whole and was made from this."""
    try:
        sealed = path.read_bytes()
    except OSError:
        return None
    start = len(_SEAL) + _DIGEST_BYTES
    content = memoryview(sealed)[start:]
    return bytes(content) if sealed[:start] == _SEAL + _digest(content, made_from) else None


def write_sealed(path: Path, content: bytes, made_from: str) -> None:
    """Write content under its seal, whole or not at all; raises `OSError` where that cannot be done."""
    write_kept(path, _SEAL + _digest(content, made_from) + content)


def write_kept(path: Path, content: bytes) -> None:
    """Write a file as it is, whole or not at all, in a folder that is made if need be; raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        file.write(content)


def _digest(content: bytes | memoryview, made_from: str) -> bytes:
    digest = blake2b(made_from.encode() + b"\0", digest_size=_DIGEST_BYTES)
    digest.update(content)
    return digest.digest()


def do_without(folder: Path, error: OSError, variable: str = VARIABLE) -> None:
    """Warn that compiled code cannot be kept in a folder, once for all processes of a run, and go on without."""
    told = os.environ.get(_TOLD, "").split(os.pathsep)
    if str(folder) in told:
        return
    os.environ[_TOLD] = os.pathsep.join([*filter(None, told), str(folder)])
    reason = os.strerror(error.errno) if error.errno else str(error)
    text = (
        f"compiled code cannot be kept in {folder}: {reason}; {_remedy(error)}, or name another folder in {variable} "
        "(until then every run compiles it again, which takes minutes)"
    )
    warnings.warn_explicit(text, CacheWarning, "seahaven", 1)  # which line of ours it was helps nobody


def _remedy(error: OSError) -> str:
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return "free some space there"
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return "allow writing to it"
    return "see to it that files can be written there"
