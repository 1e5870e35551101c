"""YAML 1.2 as plain data with positions.

The parser's events are turned into data by the core schema of YAML 1.2.2 (clause 10.3.2) and by nothing
else: `on`, `yes`, `1:30`, `1_000` and `2020-01-01` are text, `0o17` is 15, `017` is 17.

Narrower than YAML 1.2, because files are data that people read:

- one document in a file, its keys are text, and no key comes twice;
- no tags: a tag could only ask for code, or say what quotes say better;
- aliases give a copy of what the anchor holds; an anchor's name is used once, and copies are bounded;
- merge keys (`<<`) are not in YAML 1.2 and are refused rather than read as a key of that name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)
from ruamel.yaml.reader import ReaderError

from seahaven.errors import InputError, Position
from seahaven.files.document import Document, KeyPath, Plain, check_depth, check_integer, missing_space
from seahaven.files.source import Source, read_source

__all__ = ["load_yaml", "parse_yaml"]

_Node: TypeAlias = ScalarEvent | MappingStartEvent | SequenceStartEvent

_MAX_COPIED = 250_000

_CONSTANTS: dict[str, Plain] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
    **{f"{sign}{word}": float(f"{sign}inf") for sign in ("", "+", "-") for word in (".inf", ".Inf", ".INF")},
}
_INTEGERS = (
    (re.compile(r"[-+]?[0-9]+"), 10),
    (re.compile(r"0o[0-7]+"), 8),
    (re.compile(r"0x[0-9a-fA-F]+"), 16),
)
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_INTEGER_CHARACTERS = 200

_INDENTATION = "check the indentation"
_PLAINER = {
    "found character '\\t' that cannot start any token": "a tab cannot stand here; use spaces",
    **{
        f"found character '{mark}' that cannot start any token": f"text cannot start with '{mark}'; quote it"
        for mark in "%@`"
    },
    "found unexpected end of stream": "the quotes that open here are never closed",
    "mapping values are not allowed here": f"a ':' does not belong here; {_INDENTATION}, or quote the text",
    "sequence entries are not allowed here": f"a list item does not belong here; {_INDENTATION}",
    "expected <block end>, but found '?'": f"a key does not belong here; {_INDENTATION}",
    "expected <block end>, but found '-'": f"a list item does not belong here; {_INDENTATION}",
    "expected <block end>, but found '<block sequence start>'": f"a list does not belong here; {_INDENTATION}",
    "expected <block end>, but found '<block mapping start>'": f"a mapping does not belong here; {_INDENTATION}",
}
_LOOK_BACK = 4
"""How many lines before the place of an error its cause is looked for."""
_NO_CHARACTER = re.compile(r"\\U(?!0010|000)[0-9a-fA-F]{8}")


def load_yaml(path: str | Path) -> Document:
    """Give what a YAML file says; a file that cannot be used is refused with its place."""
    return _document(read_source(path))


def parse_yaml(text: str, *, file: str = "<text>") -> Document:
    """Give what a YAML text says; `file` is its name in messages."""
    return _document(Source(file, text))


def _document(source: Source) -> Document:
    builder = _Builder(source, _events(source))
    return Document(source.file, builder.build(), builder.keys, builder.values)


def _events(source: Source) -> list[Event]:
    try:
        return list(_nested(YAML(typ="safe", pure=True).parse(source.text), source))
    except ReaderError as error:
        message = f"character {chr(error.character)!r} is not allowed in YAML; write it as an escape in quotes"
        raise InputError(message, source.position(error.position)) from None
    except MarkedYAMLError as error:
        raise _syntax_error(error, source) from None
    except (ValueError, OverflowError) as error:
        raise _escape_error(error, source) from None


def _nested(events: Iterator[Event], source: Source) -> Iterator[Event]:
    """Pass events on while they nest to a sane depth; past it the parser slows with the square of it."""
    depth = 0
    for event in events:
        yield event
        if isinstance(event, CollectionStartEvent):
            check_depth(depth, source.position(event.start_mark.index))
            depth += 1
        elif isinstance(event, CollectionEndEvent):
            depth -= 1


def _syntax_error(error: MarkedYAMLError, source: Source) -> InputError:
    # What is never closed is noticed at the end of the file, but mended where it opens.
    is_unclosed = error.problem == "found unexpected end of stream"
    mark = error.context_mark if is_unclosed else error.problem_mark
    at = source.position(mark.index) if mark else Position(source.file)
    if squeezed := _squeezed(source, at):
        return squeezed
    context = f"{error.context}: " if error.context else ""
    return InputError(_PLAINER.get(error.problem) or f"not valid YAML: {context}{error.problem}", at)


def _squeezed(source: Source, at: Position) -> InputError | None:
    """The error for a key without a space behind its colon, in the line of a syntax error or shortly before it.

    It is noticed further on only. A key is blamed if, with the space, the text is read beyond the place of the error.
    """
    lines = source.lines
    last = min(at.line or 1, len(lines))
    for number in range(last, max(0, last - _LOOK_BACK), -1):
        text = re.sub(r"^(\s*- +)+", lambda dashes: " " * len(dashes[0]), lines[number - 1])
        if advice := missing_space(text):
            column = text.index(":") + 2
            line = f"{lines[number - 1][: column - 1]} {lines[number - 1][column - 1 :]}"
            if _reads_beyond("\n".join((*lines[: number - 1], line, *lines[number:])), at):
                return InputError(advice, Position(source.file, number, column))
    return None


def _reads_beyond(text: str, at: Position) -> bool:
    """Whether a text is free of syntax errors up to the line of a place, that line included."""
    try:
        for _ in YAML(typ="safe", pure=True).parse(text):
            pass
    except MarkedYAMLError as error:
        return error.problem_mark is not None and error.problem_mark.line + 1 > (at.line or 0)
    except (ReaderError, ValueError, OverflowError):
        return False
    return True


def _escape_error(error: Exception, source: Source) -> InputError:
    """Name the escape that is no character; the scanner lets Python's own complaint about it through."""
    if escape := _NO_CHARACTER.search(source.text):
        return InputError(f"escape '{escape[0]}' is no character", source.position(escape.start()))
    return InputError(f"not valid YAML: {error}", Position(source.file))


class _Builder:
    """Builds data from events; an alias is read by going back to the events of its anchor."""

    def __init__(self, source: Source, events: list[Event]) -> None:
        self.source = source
        self.events = events
        self.keys: dict[KeyPath, Position] = {}
        self.values: dict[KeyPath, Position] = {}
        self.anchors: dict[str, int] = {}
        self.open: set[int] = set()
        self.size = 0

    def build(self) -> Plain:
        starts = [event for event in self.events if isinstance(event, DocumentStartEvent)]
        if not starts:
            raise InputError("the file is empty: it holds only blank lines and comments", Position(self.source.file))
        if len(starts) > 1:
            raise InputError("a second document starts here; expected one in a file", self.position(starts[1]))
        self.check_version(starts[0])
        return self.value(self.events.index(starts[0]) + 1, ())[0]

    def check_version(self, event: DocumentStartEvent) -> None:
        if event.version not in (None, (1, 2)):
            version = ".".join(str(number) for number in event.version)
            message = f"%YAML {version} is declared, but files are read as YAML 1.2; remove the line"
            raise InputError(message, self.position(event))

    def position(self, event: Event) -> Position:
        return self.source.position(event.start_mark.index)

    def value(self, index: int, path: KeyPath) -> tuple[Plain, int]:
        """Give the value whose events start at an index, and the index behind them."""
        event: Any = self.events[index]
        self.values[path] = at = self.position(event)
        check_depth(len(path), at)
        if isinstance(event, AliasEvent):
            return self.alias(event, path), index + 1
        self.check_tag(event)
        self.anchor(event, index)
        self.open.add(index)
        result = self.content(event, index, path)
        self.open.discard(index)
        return result

    def content(self, event: _Node, index: int, path: KeyPath) -> tuple[Plain, int]:
        if isinstance(event, MappingStartEvent):
            return self.mapping(index + 1, path)
        if isinstance(event, SequenceStartEvent):
            return self.sequence(index + 1, path)
        if event.start_mark.index == event.end_mark.index:
            # An empty value has no text of its own; its key is where a reader would look.
            self.values[path] = self.keys.get(path, self.values[path])
        return self.scalar(event), index + 1

    def mapping(self, index: int, path: KeyPath) -> tuple[dict[str, Plain], int]:
        result: dict[str, Plain] = {}
        while not isinstance(event := self.events[index], MappingEndEvent):
            key = self.key(event, index)
            if key in result:
                first = self.keys[*path, key]
                raise InputError(f"key '{key}' is already given in line {first.line}", self.position(event))
            self.keys[*path, key] = self.position(event)
            result[key], index = self.value(index + 1, (*path, key))
        return result, index + 1

    def sequence(self, index: int, path: KeyPath) -> tuple[list[Plain], int]:
        result: list[Plain] = []
        while not isinstance(self.events[index], SequenceEndEvent):
            item, index = self.value(index, (*path, len(result)))
            result.append(item)
        return result, index + 1

    def key(self, event: Event, index: int) -> str:
        at = self.position(event)
        if not isinstance(event, ScalarEvent):
            raise InputError("a key is plain text; expected no list, mapping or alias", at)
        self.check_tag(event)
        self.anchor(event, index)
        key = self.scalar(event)
        if not isinstance(key, str):
            raise InputError(f"key {event.value or 'null'} is not text; write it in quotes", at)
        if key == "<<" and event.style is None:
            raise InputError("merge keys (<<) are not part of YAML 1.2; write the keys out", at)
        return key

    def scalar(self, event: ScalarEvent) -> Plain:
        at = self.position(event)
        self.size += 1 + len(event.value)
        value = event.value if event.style is not None else _resolve(event.value, at)
        if isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value):
            raise InputError("half of a surrogate pair is no character; write the whole as \\U and 8 digits", at)
        return value

    def check_tag(self, event: _Node) -> None:
        if event.tag is not None:
            name = self.source.text[event.start_mark.index : event.end_mark.index].split()[0]
            message = f"tag '{name}' is refused: files are data, and text is marked by quotes; remove it"
            raise InputError(message, self.position(event))

    def anchor(self, event: _Node, index: int) -> None:
        if event.anchor is None or self.anchors.setdefault(event.anchor, index) == index:
            return
        first = self.position(self.events[self.anchors[event.anchor]])
        message = f"anchor '&{event.anchor}' is already used in line {first.line}; choose another name"
        raise InputError(message, self.position(event))

    def alias(self, event: AliasEvent, path: KeyPath) -> Plain:
        at = self.position(event)
        index = self.anchors.get(event.anchor)
        if index is None:
            raise InputError(f"alias '*{event.anchor}' has no anchor '&{event.anchor}' above it", at)
        if index in self.open:
            raise InputError(f"alias '*{event.anchor}' lies inside its own anchor", at)
        result, _ = self.value(index, path)
        if self.size > len(self.source.text) + _MAX_COPIED:
            raise InputError(f"aliases copy more than {_MAX_COPIED} characters; write a smaller file", at)
        self.values[path] = at
        return result


def _resolve(text: str, at: Position) -> Plain:
    """Give the value of an unquoted text by the core schema."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    for pattern, base in _INTEGERS:
        if pattern.fullmatch(text):
            return _integer(text, base, at)
    return float(text) if _FLOAT.fullmatch(text) else text


def _integer(text: str, base: int, at: Position) -> int:
    # Python itself refuses to read thousands of digits.
    value = int(text, base) if len(text) <= _INTEGER_CHARACTERS else 1 << _INTEGER_CHARACTERS
    check_integer(value, at)
    return value
