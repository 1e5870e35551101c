"""A text and arrays in one `.npz` file, which NumPy can open and which tells whether it is whole.

The file's comment is a digest of all that is in it. It is looked at before anything in the file is interpreted, so that
a damaged file is refused in one line, and never half read. Nothing is compressed: no file unpacks into more than it is.
"""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

import numpy as np
from numpy.lib import format as npy

__all__ = ["DamagedArchive", "read_archive", "write_archive"]

_SEAL: Final = b"seahaven 2 "
_TEXT: Final = "text.npy"
_DAMAGE: Final = (
    *(zipfile.BadZipFile, ArithmeticError, AttributeError, EOFError, LookupError, MemoryError, NotImplementedError),
    *(OSError, RecursionError, RuntimeError, SyntaxError, TypeError, ValueError),
)
"""What the libraries for archives and arrays raise when bytes make no sense."""


class DamagedArchive(Exception):
    """Why a file cannot be read as an archive of ours, as half a sentence."""


def write_archive(file: BinaryIO, text: bytes, arrays: Sequence[np.ndarray]) -> None:
    """Write a text and arrays to an open file."""
    digest = blake2b(digest_size=32)
    members = {_TEXT: np.frombuffer(text, np.uint8), **{_name(i): array for i, array in enumerate(arrays)}}
    with zipfile.ZipFile(file, "w") as archive:
        for name, array in members.items():
            with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as member:
                npy.write_array(cast(Any, _Digesting(member, digest)), np.asanyarray(array), allow_pickle=False)
        archive.comment = _SEAL + digest.hexdigest().encode()


class _Digesting:
    """A file whose bytes are digested on the way."""

    def __init__(self, file: Any, digest: Any) -> None:
        self._file, self._digest = file, digest

    def write(self, content: bytes) -> int:
        self._digest.update(content)
        return int(self._file.write(content))


def read_archive(path: Path) -> tuple[bytes, list[np.ndarray]]:
    """The text and the arrays of a file; raises `DamagedArchive`, or `FileNotFoundError`."""
    try:
        with path.open("rb") as file:
            contents = _contents(file)
        arrays = [_array(content) for content in contents]
    except (FileNotFoundError, DamagedArchive):
        raise
    except _DAMAGE as error:
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise DamagedArchive(f"it cannot be read ({reason})") from None
    return arrays[0].tobytes(), arrays[1:]


def _contents(file: BinaryIO) -> list[bytes]:
    """The bytes of the members, in order, as they were written."""
    size = file.seek(0, io.SEEK_END)
    with zipfile.ZipFile(file) as archive:
        members = archive.infolist()
        if not archive.comment.startswith(_SEAL):
            raise DamagedArchive("it is none of this version")
        if [member.filename for member in members] != [_TEXT, *(_name(i) for i in range(len(members) - 1))]:
            raise DamagedArchive("it holds other parts")
        if any(member.compress_type for member in members) or sum(member.file_size for member in members) > size:
            raise DamagedArchive("its parts claim to be larger than it is")
        contents = [archive.read(member) for member in members]
        seal = archive.comment
    digest = blake2b(digest_size=32)
    for content in contents:
        digest.update(content)
    if seal != _SEAL + digest.hexdigest().encode():
        raise DamagedArchive("it was changed since it was written")
    return contents


def _array(content: bytes) -> np.ndarray:
    """An array out of the bytes of its file; as many values as there are bytes for."""
    file = io.BytesIO(content)
    version = npy.read_magic(file)
    read_header = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
    shape, is_fortran, kind = read_header(file)
    is_plain = not kind.hasobject and kind.itemsize > 0 and min(shape, default=0) >= 0
    if not is_plain or math.prod(shape) * kind.itemsize != len(content) - file.tell():
        raise DamagedArchive("an array in it has another size than it claims")
    values = np.frombuffer(content, kind, math.prod(shape), file.tell()).copy()
    return values.reshape(shape, order="F" if is_fortran else "C")


def _name(number: int) -> str:
    return f"a{number}.npy"
