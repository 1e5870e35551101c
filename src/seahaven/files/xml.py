"""XML as elements that know their place.

The parser is Expat: it builds nothing on its own, so that elements come out once, as we want them, with exact line
numbers; it opens no other file and no connection. A file is bounded in size and depth, and one that declares a document
type is refused, since entities that swell or reach outside come in by it.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Iterator, Mapping
from math import isfinite
from pathlib import Path
from typing import NoReturn, TypeVar, overload
from xml.parsers import expat

from seahaven.errors import InputError, Position, nearest
from seahaven.files.document import show
from seahaven.files.source import read_content
from seahaven.memory import undisturbed

__all__ = ["MOST_BYTES", "Element", "load_xml", "parse_xml"]

MOST_BYTES = 64 * 2**20
"""The largest file that is read by default, unpacked: well past a city at the level of lanes."""

_MOST_DEPTH = 100
_GZIP = b"\x1f\x8b"
_ENCODING = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_CUT_OFF = frozenset(
    expat.errors.codes[message]
    for message in (
        expat.errors.XML_ERROR_NO_ELEMENTS,
        expat.errors.XML_ERROR_UNCLOSED_TOKEN,
        expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
        expat.errors.XML_ERROR_PARTIAL_CHAR,
    )
)
_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")

T = TypeVar("T")
D = TypeVar("D")


class _Missing:
    """Stands for a default that is not given; None may be one."""


_MISSING = _Missing()


class Element:
    """One element: its name, its attributes as text, and the elements inside it, with file and line.

    Text between elements is kept only for the names that were asked for when reading. Names come without the prefix
    of their namespace.
    """

    __slots__ = ("attributes", "children", "file", "line", "parent", "tag", "text")

    def __init__(self, tag: str, attributes: dict[str, str], line: int, parent: Element | None, file: str) -> None:
        self.tag = tag
        self.attributes = attributes
        self.line = line
        self.parent = parent
        self.file = file
        self.children: list[Element] = []
        self.text = ""

    def __repr__(self) -> str:
        return f"<{self.tag}> in line {self.line}"

    def __iter__(self) -> Iterator[Element]:
        return iter(self.children)

    def __len__(self) -> int:
        return len(self.children)

    def __bool__(self) -> bool:
        return True

    @property
    def at(self) -> Position:
        """Where the element begins."""
        return Position(self.file, self.line)

    @property
    def path(self) -> str:
        """The way to the element from the top, by ids where there are some and by number among its like otherwise."""
        steps = []
        element: Element | None = self
        while element is not None and element.tag:
            steps.append(element._step())
            element = element.parent
        return "/".join(reversed(steps))

    def _step(self) -> str:
        if "id" in self.attributes:
            return f"{self.tag}[@id='{self.attributes['id']}']"
        alike = self.parent.all(self.tag) if self.parent else []
        if len(alike) < 2:
            return self.tag
        return f"{self.tag}[{1 + next(k for k, child in enumerate(alike) if child is self)}]"

    def first(self, tag: str) -> Element | None:
        """The first element of that name inside this one."""
        for child in self.children:
            if child.tag == tag:
                return child
        return None

    def all(self, tag: str) -> list[Element]:
        """The elements of that name inside this one."""
        return [child for child in self.children if child.tag == tag]

    def below(self, *tags: str) -> list[Element]:
        """The elements that are reached by a way of names: `road.below("planView", "geometry")`."""
        found = [self]
        for tag in tags:
            found = [child for element in found for child in element.children if child.tag == tag]
        return found

    def everything(self) -> Iterator[Element]:
        """This element and all below it, in the order of the file."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed(element.children))

    def refuse(self, message: str, *, rule: str = "") -> NoReturn:
        """Raise what is wrong with this element, with its place and path, and the rule that it breaks."""
        raise InputError(f"{message} ({self.path}){f' [{rule}]' if rule else ''}", self.at) from None

    @overload
    def word(self, name: str) -> str: ...
    @overload
    def word(self, name: str, default: D) -> str | D: ...
    def word(self, name: str, default: object = _MISSING) -> object:
        """An attribute as text."""
        value = self.attributes.get(name)
        if value is not None:
            return value
        return self._without(name, default)

    @overload
    def number(self, name: str, *, least: float | None = None) -> float: ...
    @overload
    def number(self, name: str, default: D, *, least: float | None = None) -> float | D: ...
    def number(self, name: str, default: object = _MISSING, *, least: float | None = None) -> object:
        """An attribute as a finite number, refused below the least."""
        text = self.attributes.get(name)
        if text is None:
            return self._without(name, default)
        value = self._finite(name, text)
        if least is not None and value < least:
            self.refuse(f"<{self.tag}> has {name} {show(text)}; expected at least {least:g}")
        return value

    @overload
    def whole(self, name: str) -> int: ...
    @overload
    def whole(self, name: str, default: D) -> int | D: ...
    def whole(self, name: str, default: object = _MISSING) -> object:
        """An attribute as a whole number."""
        text = self.attributes.get(name)
        if text is None:
            return self._without(name, default)
        try:
            # Longer ones are no numbers that anyone counts by, and Python itself stumbles over thousands of digits.
            return int(text) if len(text) < 20 and "_" not in text else self._misfit(name, text, "a whole number")
        except ValueError:
            self._misfit(name, text, "a whole number")

    @overload
    def choice(self, name: str, table: Mapping[str, T]) -> T: ...
    @overload
    def choice(self, name: str, table: Mapping[str, T], default: D) -> T | D: ...
    def choice(self, name: str, table: Mapping[str, T], default: object = _MISSING) -> object:
        """What an attribute's text stands for in a table; without a default, an unknown one is refused."""
        text = self.attributes.get(name)
        if text is None:
            return self._without(name, default)
        if text not in table:
            self.refuse(f"<{self.tag}> has {name} {show(text)}, which is unknown{nearest(text, table)}")
        return table[text]

    def numbers(self, *names: str) -> tuple[float, ...]:
        """Attributes as finite numbers, all of them needed; faster than one by one."""
        attributes = self.attributes
        try:
            values = tuple([float(attributes[name]) for name in names])
        except (KeyError, ValueError):
            return tuple(self.number(name) for name in names)
        if not isfinite(sum(values)):
            return tuple(self.number(name) for name in names)
        return values

    def _finite(self, name: str, text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            self._misfit(name, text, "a number")
        if not isfinite(value) or "_" in text:
            self._misfit(name, text, "a finite number")
        return value

    def _without(self, name: str, default: object) -> object:
        if isinstance(default, _Missing):
            stray = nearest(name, self.attributes)
            hint = stray.replace("did you mean", "is it meant by") if stray.startswith("; did you mean") else ""
            self.refuse(f"<{self.tag}> has no attribute '{name}'{hint}")
        return default

    def _misfit(self, name: str, text: str, expected: str) -> NoReturn:
        self.refuse(f"<{self.tag}> has {name} {show(text)}; expected {expected}")


def load_xml(
    path: str | Path,
    *,
    texts: Collection[str] = (),
    refused: Mapping[str, str] | None = None,
    most_bytes: int = MOST_BYTES,
) -> Element:
    """Give the outermost element of an XML file, plain or gzipped.

    `texts` names the elements whose text is kept; `refused` those for which the file is refused, and why.
    """
    file = str(path)
    content = read_content(path, most_bytes=most_bytes)
    if content.startswith(_GZIP):
        content = _unpacked(content, file, most_bytes)
    return parse_xml(content, file=file, texts=texts, refused=refused, most_bytes=most_bytes)


def parse_xml(
    content: bytes | str,
    *,
    file: str = "<text>",
    texts: Collection[str] = (),
    refused: Mapping[str, str] | None = None,
    most_bytes: int = MOST_BYTES,
) -> Element:
    """Give the outermost element of an XML text; `file` is its name in messages."""
    content = content.encode() if isinstance(content, str) else content
    if len(content) > most_bytes:
        raise _too_large(file, most_bytes)
    if not content.strip():
        raise InputError("the file is empty", Position(file))
    if b"\0" in content[:1000] and not content.startswith(_BYTE_ORDER_MARKS):
        raise InputError("the file is binary; expected XML", Position(file))
    with undisturbed():
        return _build(content, file, {**dict.fromkeys(texts, ""), **(refused or {})})


def _unpacked(content: bytes, file: str, most_bytes: int) -> bytes:
    """The content of a gzip file; of all its members, since some programs write a file as many."""
    unpacked, rest = bytearray(), content
    while rest:
        unpacker = zlib.decompressobj(wbits=31)
        try:
            unpacked += unpacker.decompress(rest, most_bytes + 1 - len(unpacked))
        except zlib.error:
            raise InputError("the file is packed by gzip but damaged; pack it anew", Position(file)) from None
        if len(unpacked) > most_bytes:
            raise _too_large(file, most_bytes)
        if not unpacker.eof:
            raise InputError("the file is packed by gzip but cut off; pack it anew", Position(file))
        rest = unpacker.unused_data.lstrip(b"\0")  # tapes and block devices pad files
    return bytes(unpacked)


def _too_large(file: str, most_bytes: int) -> InputError:
    return InputError(
        f"the file holds more than {most_bytes / 2**20:g} MiB of XML; expected less: cut it into parts", Position(file)
    )


def _build(content: bytes, file: str, special: Mapping[str, str]) -> Element:
    """Build elements from what the parser reports; closures, because this runs for every element of a large file.

    Special are the names of elements whose text is kept, with an empty text, and of those refused, with the reason.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    top = current = Element("", {}, 0, None, file)
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal current, depth
        if ":" in tag:
            tag = tag.rpartition(":")[2]
        element = Element(tag, attributes, parser.CurrentLineNumber, current, file)
        current.children.append(element)
        current = element
        depth += 1
        if depth > _MOST_DEPTH:
            raise InputError(
                f"elements are nested more than {_MOST_DEPTH} levels deep; make the file flatter", element.at
            )
        if tag in special:
            if special[tag]:
                raise InputError(f"<{tag}>: {special[tag]} ({element.path})", element.at)
            parser.CharacterDataHandler = characters

    def end(_: str) -> None:
        nonlocal current, depth
        if current.tag in special:
            parser.CharacterDataHandler = None
        current = current.parent  # type: ignore[assignment]  # only what was opened is closed
        depth -= 1

    def characters(text: str) -> None:
        current.text += text

    def document_type(*_: object) -> None:
        at = Position(file, parser.CurrentLineNumber)
        raise InputError("a document type (<!DOCTYPE …>) may declare entities and is refused; remove it", at)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler = document_type
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        raise _complaint(error, content, current) from None
    except (LookupError, ValueError):
        raise _undecodable(content, file) from None
    finally:
        # The handlers lead back to the parser; without them all of it is freed at once.
        parser.StartElementHandler = parser.EndElementHandler = None
        parser.StartDoctypeDeclHandler = parser.CharacterDataHandler = None
    root = top.children[0]
    root.parent = None
    return root


def _complaint(error: expat.ExpatError, content: bytes, inner: Element) -> InputError:
    at = Position(inner.file, error.lineno, error.offset + 1)
    if not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and not content.startswith(_BYTE_ORDER_MARKS):
        return InputError("the file does not begin with '<'; expected XML", at)
    if (wrong := _wrong_byte(content)) is not None:
        line = 1 + content.count(b"\n", 0, wrong)
        return InputError(
            f"byte 0x{content[wrong]:02x} at offset {wrong} is not UTF-8; save the file as UTF-8, or name its encoding "
            "in the first line",
            Position(inner.file, line),
        )
    if error.code in _CUT_OFF:
        where = f"<{inner.tag}> of line {inner.line}" if inner.tag else "its first element"
        return InputError(f"the file ends inside {where}; it seems to be cut off", at)
    return InputError(f"not well-formed XML: {expat.ErrorString(error.code) or 'it cannot be parsed'}", at)


def _undecodable(content: bytes, file: str) -> InputError:
    declared = _ENCODING.search(content[:300])
    name = declared[1].decode() if declared else "its encoding"
    return InputError(f"the file cannot be read as {name}; save it as UTF-8", Position(file, 1))


def _wrong_byte(content: bytes) -> int | None:
    """Where a file that says it is UTF-8, or says nothing, is not."""
    declared = _ENCODING.search(content[:300])
    if content.startswith(_BYTE_ORDER_MARKS) or (declared and declared[1].lower() not in (b"utf-8", b"utf8")):
        return None
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return None
