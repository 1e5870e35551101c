"""OpenDRIVE as a row of the table of formats."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from seahaven.roads.formats.format import Format
from seahaven.roads.formats.opendrive.reader import read_opendrive
from seahaven.roads.model import RoadNetwork

__all__ = ["FORMAT"]


def _read(path: Path, _: Sequence[Path]) -> RoadNetwork:
    return read_opendrive(path)


def _read_thoroughly(path: Path, _: Sequence[Path]) -> RoadNetwork:
    return read_opendrive(path, thorough=True)


FORMAT: Final = Format("an OpenDRIVE file", (".xodr",), "OpenDRIVE", _read, _read_thoroughly)
