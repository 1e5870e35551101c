"""OpenDRIVE as a row of the table of formats."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from seahaven.files import load_xml
from seahaven.roads.formats.format import Format
from seahaven.roads.formats.opendrive.reader import read_opendrive
from seahaven.roads.formats.opendrive.user_data import VENDOR
from seahaven.roads.model import RoadNetwork

__all__ = ["FORMAT"]


def _read(path: Path, _: Sequence[Path]) -> RoadNetwork:
    return read_opendrive(path)


def _read_thoroughly(path: Path, _: Sequence[Path]) -> RoadNetwork:
    return read_opendrive(path, thorough=True)


def _label(path: Path) -> str:
    header = load_xml(path).first("header")
    version = ".".join(header.attributes.get(name, "?") for name in ("revMajor", "revMinor")) if header else ""
    return f"OpenDRIVE {version}".strip()


def _has_title(path: Path) -> bool:
    header = load_xml(path).first("header")
    return header is not None and header.attributes.get("vendor") == VENDOR


FORMAT: Final = Format(
    "an OpenDRIVE file",
    (".xodr",),
    "OpenDRIVE",
    _read,
    _label,
    thorough=_read_thoroughly,
    has_title=_has_title,
)
