"""The text of a file, and the places in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from pathlib import Path

from seahaven.errors import InputError, Position, nearest

__all__ = ["Source", "read_content", "read_source"]

_LINE_BREAK = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Source:
    """A text and the name it goes by in messages; turns an offset into a line and a column.

    Lines end at LF, CR LF or CR. Columns count characters from 1, not bytes.
    """

    file: str
    text: str
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = (0, *(match.end() for match in _LINE_BREAK.finditer(self.text)))
        object.__setattr__(self, "_starts", starts)

    @property
    def lines(self) -> list[str]:
        """The lines, without their ends."""
        return _LINE_BREAK.split(self.text)

    def position(self, offset: int) -> Position:
        """Give the line and column of the character at an offset; past the end, where the text ends."""
        offset = min(offset, len(self.text))
        line = bisect_right(self._starts, offset)
        return Position(self.file, line, offset - self._starts[line - 1] + 1)


def read_source(path: str | Path) -> Source:
    """Give the text of a UTF-8 file, without a byte order mark.

    A file that is missing, a folder, unreadable, not UTF-8 or of zero length is refused.
    """
    return Source(str(path), _decode(read_content(path), str(path)))


def read_content(path: str | Path, *, most_bytes: int | None = None) -> bytes:
    """Give the bytes of a file; one that is missing, a folder, unreadable, of zero length or too large is refused."""
    at = Position(str(path))
    try:
        if most_bytes is not None and (size := Path(path).stat().st_size) > most_bytes:
            raise InputError(f"the file has {size / 2**20:.0f} MiB; expected at most {most_bytes / 2**20:g} MiB", at)
        content = Path(path).read_bytes()
    except FileNotFoundError:
        raise InputError(f"file not found{_similar_file(Path(path))}", at) from None
    except IsADirectoryError:
        raise InputError("this is a folder; expected a file", at) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", at) from None
    if not content:
        raise InputError("the file is empty", at)
    return content


def _similar_file(path: Path) -> str:
    """Give a hint only where a name is close: a listing of the whole folder would bury the message."""
    if not path.parent.is_dir():
        return f"; the folder '{path.parent}' does not exist"
    hint = nearest(path.name, (entry.name for entry in path.parent.iterdir()))
    return hint if hint.startswith("; did you mean") else ""


def _decode(content: bytes, file: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The codec reports an offset behind the byte order mark that it has taken off.
        offset = error.start + (len(content) - len(error.object))
        before = Source(file, content[:offset].decode("utf-8-sig"))
        raise InputError(
            f"byte 0x{content[offset]:02x} at offset {offset} is not UTF-8; save the file as UTF-8",
            before.position(offset),
        ) from None
