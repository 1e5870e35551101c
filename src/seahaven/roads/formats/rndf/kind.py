"""RNDF as a row of the table of formats."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from seahaven.roads.formats.format import Format
from seahaven.roads.formats.rndf.network import read_rndf
from seahaven.roads.formats.rndf.statement import read_statements
from seahaven.roads.model import RoadNetwork

__all__ = ["FORMAT"]


def _read(path: Path, additional: Sequence[Path]) -> RoadNetwork:
    return read_rndf(path, missions=additional)


def _label(path: Path) -> str:
    versions = (line for line in read_statements(path) if line.keyword == "format_version")
    return " ".join(["RNDF", *next((line.words[1:2] for line in versions), ())])


def _has_title(_: Path) -> bool:
    return True


FORMAT: Final = Format(
    "an RNDF",
    (".rndf",),
    "RNDF_name",
    _read,
    _label,
    additional="speed limits, in Mission Data Files",
    has_title=_has_title,
    is_xml=False,
)
