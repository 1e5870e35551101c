"""RNDF and MDF files as statements: a keyword and its words in one line, with the place of each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Final, NoReturn, TypeAlias

from seahaven.errors import InputError, Position
from seahaven.files import Source, read_source

__all__ = ["Id", "Statement", "read_statements"]

Id: TypeAlias = tuple[int, ...]
"""The numbers of a dotted id: (1, 2) is lane 1.2, (1, 2, 3) its third waypoint."""

_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_WORD: Final = re.compile(r"\S+")
_ID: Final = re.compile(r"\d{1,5}(\.\d{1,5}){1,2}")
_GREATEST: Final = 32768
"""The greatest integer that the format permits."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One line: its keyword, or the id that it begins with, and the words behind it."""

    source: Source
    words: tuple[str, ...]
    offsets: tuple[int, ...]

    @property
    def keyword(self) -> str:
        """The first word."""
        return self.words[0]

    @property
    def is_point(self) -> bool:
        """Whether it gives the coordinates of a waypoint: it then begins with an id of three numbers."""
        return bool(_ID.fullmatch(self.keyword)) and self.keyword.count(".") == 2

    def at(self, k: int = 0) -> Position:
        """The place of a word, or of the end of the line if it has fewer."""
        last = self.offsets[-1] + len(self.words[-1])
        return self.source.position(self.offsets[k] if k < len(self.offsets) else last)

    def refuse(self, message: str, k: int = 0) -> NoReturn:
        """Refuse the file because of a word."""
        raise InputError(message, self.at(k))

    def word(self, k: int, what: str) -> str:
        """A word of the line."""
        if k >= len(self.words):
            self.refuse(f"'{self.keyword}' is followed by {len(self.words) - 1} words; expected {what}", k)
        return self.words[k]

    def integer(self, k: int, what: str) -> int:
        """A word that is an integer of at least 0."""
        text = self.word(k, what)
        if not text.isascii() or not text.isdigit() or len(text) > 6 or int(text) > _GREATEST:
            self.refuse(f"'{text}' is no {what}; expected an integer from 0 to {_GREATEST}", k)
        return int(text)

    def number(self, k: int, what: str, low: float, high: float) -> float:
        """A word that is a number within bounds."""
        text = self.word(k, what)
        try:
            value = float(text)
        except ValueError:
            self.refuse(f"'{text}' is no {what}; expected a number", k)
        if not isfinite(value) or not low <= value <= high:
            self.refuse(f"{what} {text} is out of range; expected {low:g} to {high:g}", k)
        return value

    def id(self, k: int, what: str) -> Id:
        """A word that is a dotted id."""
        text = self.word(k, what)
        if not _ID.fullmatch(text):
            self.refuse(f"'{text}' is no {what}; expected numbers with dots between them, such as 1.2.3", k)
        return tuple(int(number) for number in text.split("."))


def read_statements(path: str | Path) -> Iterator[Statement]:
    """The statements of a file in order, without comments and blank lines."""
    source = read_source(path)
    text = _COMMENT.sub(lambda match: re.sub(r"[^\r\n]", " ", match[0]), source.text)
    for line in re.finditer(r"[^\r\n]+", text):
        found = [(word[0], line.start() + word.start()) for word in _WORD.finditer(line[0])]
        if found:
            words, offsets = zip(*found, strict=True)
            yield Statement(source, words, offsets)
