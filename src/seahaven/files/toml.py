"""TOML 1.0 as plain data with positions.

The standard library reads the data. It keeps no positions, so a second pass over the text, which by then
is known to be valid, notes where keys and values stand. Tests hold the two to the same paths.

Narrower than TOML 1.0: dates and times are refused, since nothing here has a use for them.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from seahaven.errors import InputError, Position
from seahaven.files.document import Document, KeyPath, Plain, check_depth, check_integer
from seahaven.files.source import Source, read_source

__all__ = ["load_toml", "parse_toml"]

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_KEY_TUPLE = re.compile(r"\('(.*?)',?\)")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'",
    re.DOTALL,
)
# A date and a time may be parted by a blank, so only a delimiter ends an unquoted value.
_UNQUOTED = re.compile(r"[^,\]}#\r\n]+")


def load_toml(path: str | Path) -> Document:
    """Give what a TOML file says; a file that cannot be used is refused with its place."""
    return _document(read_source(path))


def parse_toml(text: str, *, file: str = "<text>") -> Document:
    """Give what a TOML text says; `file` is its name in messages."""
    return _document(Source(file, text))


def _document(source: Source) -> Document:
    data = _data(source)
    if not data:
        raise InputError("the file is empty: it holds only blank lines and comments", Position(source.file))
    finder = _PositionFinder(source)
    finder.scan()
    document = Document(source.file, data, finder.keys, finder.values)
    _check_values(document, data, ())
    return document


def _data(source: Source) -> dict[str, Plain]:
    try:
        return tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(str(error), source) from None
    except RecursionError:
        raise InputError("nested too deep; make the file flatter", Position(source.file)) from None
    except ValueError as error:
        # The library hands on Python's refusal of a number of thousands of digits.
        raise InputError(f"not valid TOML: {error}", Position(source.file)) from None


def _syntax_error(text: str, source: Source) -> InputError:
    """Take the place that the library words into its message out of it."""
    match = _PLACE.search(text)
    reason = text[: match.start()] if match else text
    if match and match[1]:
        at = Position(source.file, int(match[1]), int(match[2]))
    else:
        at = source.position(len(source.text))
    reason = _KEY_TUPLE.sub(lambda key: "'" + key[1].replace("', '", ".") + "'", reason)
    return InputError(f"not valid TOML: {reason[:1].lower()}{reason[1:]}", at)


def _check_values(document: Document, value: object, path: KeyPath) -> None:
    if isinstance(value, dict):
        for key, item in value.items():
            _check_values(document, item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _check_values(document, item, (*path, index))
    elif isinstance(value, int):
        check_integer(value, document.at(*path))
    elif not isinstance(value, str | float):
        raise InputError(f"{value} is a date or time; expected text (in quotes) or a number", document.at(*path))


class _PositionFinder:
    """Notes where the keys and values of a valid TOML text stand.

    `here` is the path of the table that the current header opened, `tables` counts the tables of each
    array of tables. A table's value stands at its header, or at the first key that implies it.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.offset = 0
        self.here: KeyPath = ()
        self.tables: dict[KeyPath, int] = {}
        self.keys: dict[KeyPath, Position] = {}
        self.values: dict[KeyPath, Position] = {(): source.position(0)}

    def scan(self) -> None:
        self.skip(_BLANK)
        while self.offset < len(self.source.text):
            if self.sees("["):
                self.header()
            else:
                self.pair(self.here)
            self.skip(_BLANK)

    def sees(self, text: str) -> bool:
        return self.source.text.startswith(text, self.offset)

    def skip(self, pattern: re.Pattern[str]) -> str:
        """Move past what a pattern matches here, and give it."""
        match = pattern.match(self.source.text, self.offset)
        text = match[0] if match else ""
        self.offset += len(text)
        return text

    def header(self) -> None:
        start = self.source.position(self.offset)
        in_array = self.sees("[[")
        self.offset += 2 if in_array else 1
        path: KeyPath = ()
        for name, at in self.key():
            path = (*self.newest(path), name)
            self.note(path, at, start)
        if in_array:
            self.tables[path] = self.tables.get(path, 0) + 1
            path = self.newest(path)
        else:
            # A sub-table may have implied this one before; its own header is the better place.
            self.keys[path] = at
        self.values[path] = start
        self.here = path
        self.offset += 2 if in_array else 1

    def newest(self, path: KeyPath) -> KeyPath:
        """Give the path of the last table so far, where a path names an array of tables."""
        return (*path, self.tables[path] - 1) if path in self.tables else path

    def note(self, path: KeyPath, key: Position, value: Position) -> None:
        check_depth(len(path), key)
        self.keys.setdefault(path, key)
        self.values.setdefault(path, value)

    def key(self) -> list[tuple[str, Position]]:
        """Give the parts of a dotted key, each with its position."""
        parts = []
        while True:
            self.skip(_BLANK)
            at = self.source.position(self.offset)
            parts.append((self.skip(_BARE_KEY) or _unquote(self.skip(_STRING)), at))
            self.skip(_BLANK)
            if not self.sees("."):
                return parts
            self.offset += 1

    def pair(self, path: KeyPath) -> None:
        for name, at in self.key():
            path = (*path, name)
            self.note(path, at, at)
        self.offset += len("=")
        self.value(path)

    def value(self, path: KeyPath) -> None:
        self.skip(_BLANK)
        self.values[path] = at = self.source.position(self.offset)
        check_depth(len(path), at)
        if self.sees("["):
            self.array(path)
        elif self.sees("{"):
            self.inline_table(path)
        elif not self.skip(_STRING):
            self.skip(_UNQUOTED)

    def array(self, path: KeyPath) -> None:
        count = 0
        while not self.closes("]"):
            self.value((*path, count))
            count += 1

    def inline_table(self, path: KeyPath) -> None:
        while not self.closes("}"):
            self.pair(path)

    def closes(self, bracket: str) -> bool:
        """Move past an opening bracket, a comma or the closing bracket; say whether it closes."""
        self.skip(_BLANK)
        if not self.sees(bracket):
            self.offset += 1
            self.skip(_BLANK)
        if self.sees(bracket):
            self.offset += 1
            return True
        return False


def _unquote(text: str) -> str:
    return str(tomllib.loads(f"key = {text}")["key"])
