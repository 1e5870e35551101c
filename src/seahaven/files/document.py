"""What a file says, as plain data, and where it says it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from seahaven.errors import InputError, Position

__all__ = ["Document", "KeyPath", "Plain", "check_depth", "check_integer", "missing_space", "show", "show_path"]

Plain: TypeAlias = bool | int | float | str | list["Plain"] | dict[str, "Plain"] | None
"""The data that a file can hold."""

KeyPath: TypeAlias = tuple[str | int, ...]
"""The way from the top of a document to a value: keys of mappings and indices of lists."""

# Far past any honest file, and well short of Python's stack.
_MAX_DEPTH = 100
_MAX_INTEGER_BITS = 128
_SHOWN_CHARACTERS = 60
_SQUEEZED = re.compile(r"([A-Za-z_][\w-]*):(?![/:])(\S.{0,80})")


@dataclass(frozen=True, slots=True)
class Document:
    """The data of one file with the position of every key and every value.

    `data` belongs to the document: read it, do not change it. Made from data that never was in a file,
    a document has no positions, and `at` and `key_at` name the file alone.

        cast:                   document.data == {"cast": [{"role": "star"}]}
          - role: star          document.at("cast", 0, "role")      line 2, column 11
                                document.key_at("cast", 0, "role")  line 2, column 5
    """

    file: str
    data: Plain
    keys: Mapping[KeyPath, Position] = field(default_factory=dict, repr=False)
    values: Mapping[KeyPath, Position] = field(default_factory=dict, repr=False)

    def at(self, *path: str | int) -> Position:
        """Give the position of the value at a path, or of the nearest value around it."""
        for length in range(len(path), -1, -1):
            if found := self.values.get(path[:length]):
                return found
        return Position(self.file)

    def below(self, path: KeyPath, data: Plain = None) -> Document:
        """Give what stands at a path as a document of its own, with its positions; `data` takes the place of it."""
        if data is None:
            data = self.data
            for step in path:
                data = data[step]  # type: ignore[index]  # paths lead through mappings and lists
        depth = len(path)
        keys, values = (
            {way[depth:]: at for way, at in known.items() if way[:depth] == path} for known in (self.keys, self.values)
        )
        return Document(self.file, data, keys, values)

    def key_at(self, *path: str | int) -> Position:
        """Give the position of the key at the end of a path; an item of a list has none, so its value's."""
        return self.keys.get(path) or self.at(*path)


def show(value: object) -> str:
    """Give a value as a message shows it: in the words of the file, and short.

    >>> show("fast"), show(True), show(None), show([1, 2])
    ("'fast'", 'true', 'null', 'a list')
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case dict():
            return "a mapping"
        case list() | tuple():
            return "a list"
        case str() if len(value) > _SHOWN_CHARACTERS:
            return f"'{value[:_SHOWN_CHARACTERS]}…'"
        case str():
            return f"'{value}'"
    return str(value)


def show_path(path: KeyPath) -> str:
    """Give a path as a reader would write it.

    >>> show_path(("cast", 0, "role")), show_path(("roads", "Main Street"))
    ('cast[0].role', "roads['Main Street']")
    """
    text = ""
    for step in path:
        if isinstance(step, str) and step.replace("-", "_").isidentifier():
            text += f".{step}" if text else step
        else:
            text += f"[{step!r}]"
    return text


def missing_space(text: str) -> str | None:
    """The advice for a text that looks like a key and a value with no space between them; None for any other text.

    >>> missing_space("seed:3")
    "a space is missing after the colon: write 'seed: 3'"
    """
    match = _SQUEEZED.fullmatch(text.strip())
    return f"a space is missing after the colon: write '{match[1]}: {match[2]}'" if match else None


def check_depth(depth: int, at: Position) -> None:
    """Refuse a value that lies too many levels deep."""
    if depth > _MAX_DEPTH:
        raise InputError(f"nested more than {_MAX_DEPTH} levels deep; make the file flatter", at)


def check_integer(value: int, at: Position) -> None:
    """Refuse a whole number that no field could hold; Python itself stumbles over the very long ones."""
    if value.bit_length() > _MAX_INTEGER_BITS:
        raise InputError(f"whole number of more than {_MAX_INTEGER_BITS} bits; write it as text", at)
