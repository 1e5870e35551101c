"""The table of formats, a row for each kind of road file: reading one knows no other names of formats."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from seahaven.errors import InputError, Position
from seahaven.files import load_xml, read_source
from seahaven.roads.formats import opendrive, rndf, sumo
from seahaven.roads.formats.format import Format

__all__ = ["FORMATS", "format_of", "is_road_file"]

FORMATS: Final[tuple[Format, ...]] = (opendrive.FORMAT, sumo.FORMAT, sumo.CONFIGURATION, rndf.FORMAT)
_MARKUP: Final = (b"<", b"\x1f\x8b", b"\xff\xfe", b"\xfe\xff")
"""How XML begins: as it is, gzipped, or in two bytes a character."""


def is_road_file(source: str | Path) -> bool:
    """Whether a name ends as those of road files do, plain or gzipped; `.xml` may be one."""
    return _plain(source).endswith((*(suffix for known in FORMATS for suffix in known.suffixes), ".xml"))


def format_of(path: str | Path) -> Format:
    """The format of a file: by the end of its name, else by how the file begins."""
    name = _plain(path)
    for known in FORMATS:
        if name.endswith(known.suffixes):
            return known
    return _by_opening(Path(path))


def _plain(source: str | Path) -> str:
    return Path(source).name.lower().removesuffix(".gz")


def _by_opening(path: Path) -> Format:
    is_xml = _is_markup(path)
    opening, line = _opening(path, is_xml=is_xml)
    for known in FORMATS:
        if (known.is_xml, known.opening) == (is_xml, opening):
            return known
    *others, last = (f"{known.title} ({known.sign})" for known in FORMATS)
    wanted = f"{', '.join(others)} or {last}"
    if is_xml:
        raise InputError(f"the outermost element is <{opening}>; expected {wanted}", Position(str(path), line))
    raise InputError(f"the file begins with '{opening:.40}'; expected {wanted}", Position(str(path), line))


def _is_markup(path: Path) -> bool:
    """Whether a file is XML; one that cannot be opened counts as XML, whose reader tells what is wrong."""
    try:
        with path.open("rb") as file:
            head = file.read(64).removeprefix(b"\xef\xbb\xbf").lstrip()
    except OSError:
        return True
    return not head or head.startswith(_MARKUP)


def _opening(path: Path, *, is_xml: bool) -> tuple[str, int]:
    if is_xml:
        root = load_xml(path)
        return root.tag, root.line
    words = read_source(path).text.split(maxsplit=1)
    return (words[0] if words else ""), 1
