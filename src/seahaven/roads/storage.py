"""Arrays that take long to compute from roads, kept on disk between runs.

A file lies in the cache folder under a digest of everything that its arrays were computed from: the arrays and texts
that went in, the source of the code, and the versions of the libraries. It is sealed (`seahaven.disk`), so a file that
is damaged, or was made from anything else, counts as missing; it is then computed and written again. Where nothing can
be written, everything is computed each time, with the same result.
"""

from __future__ import annotations

import io
import os
import platform
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from seahaven.disk import cache_folder, read_sealed, write_sealed

__all__ = ["MOST_BYTES", "digest_of", "stored"]

Arrays: TypeAlias = tuple[NDArray[Any], ...]

MOST_BYTES: Final = 64 * 2**20
"""How large all files together may become; beyond that, those that were not used for longest are removed."""
_FOLDER: Final = "roads"
_VERSION: Final = "arrays 1"


def stored(
    name: str, make: Callable[[], Iterable[NDArray[Any]]], *, inputs: Iterable[NDArray[Any] | str], code: Sequence[Path]
) -> Arrays:
    """The arrays that a function makes of some inputs, from disk if they were made before.

    `inputs` are all that the function depends on, `code` the source files, or folders of such, that compute it.
    """
    key = digest_of((*map(_source, code), *_versions(), *inputs))
    path, made_from = cache_folder() / _FOLDER / f"{name}-{key[:32]}.arrays", f"{_VERSION} {name} {key}"
    content = read_sealed(path, made_from)
    if content is not None:
        _touch(path)
        return _unpacked(content)
    arrays = tuple(map(np.ascontiguousarray, make()))
    with suppress(OSError):  # on a full or read-only disk the next run computes them again
        write_sealed(path, _packed(arrays), made_from)
        _prune(path.parent)
    return arrays


def digest_of(values: Iterable[NDArray[Any] | str]) -> str:
    """A digest of arrays and texts: their types, shapes and bytes, in order."""
    digest = blake2b(digest_size=32)
    for value in values:
        array = np.ascontiguousarray(np.frombuffer(value.encode(), np.uint8) if isinstance(value, str) else value)
        digest.update(f"{type(value).__name__} {array.dtype.str} {array.shape}\n".encode())
        digest.update(array.data if array.size else b"")
    return digest.hexdigest()


@cache
def _source(path: Path) -> str:
    """A digest of a source file, or of all in a folder."""
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    digest = blake2b(digest_size=16)
    for file in files:
        content = file.read_bytes()
        digest.update(f"{file.name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


@cache
def _versions() -> tuple[str, ...]:
    """What else results may depend on in their last digits."""
    features = getattr(getattr(np, "_core", None), "_multiarray_umath", None)
    known = getattr(features, "__cpu_features__", {})
    return np.__version__, version("numba"), platform.machine(), " ".join(sorted(one for one in known if known[one]))


def _packed(arrays: Arrays) -> bytes:
    file = io.BytesIO()
    for array in arrays:
        np.save(file, array, allow_pickle=False)
    return file.getvalue()


def _unpacked(content: bytes) -> Arrays:
    file, arrays = io.BytesIO(content), list[NDArray[Any]]()
    while file.tell() < len(content):
        arrays.append(np.load(file, allow_pickle=False))
    return tuple(arrays)


def _touch(path: Path) -> None:
    """Note that a file was used."""
    with suppress(OSError):  # it may be another user's
        os.utime(path)


def _prune(folder: Path) -> None:
    """Remove the files that were not used for longest, until the others are small enough together."""
    used = sorted((file.stat().st_mtime_ns, file.stat().st_size, file) for file in folder.glob("*.arrays"))
    excess = sum(size for _, size, _ in used) - MOST_BYTES
    for _, size, file in used:
        if excess <= 0:
            return
        file.unlink(missing_ok=True)
        excess -= size
