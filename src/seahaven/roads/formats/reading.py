"""A road file of any kind, told by its name or by what it holds."""

from __future__ import annotations

from pathlib import Path

from seahaven.errors import InputError, Position
from seahaven.files import load_xml
from seahaven.roads.formats.opendrive import read_opendrive
from seahaven.roads.formats.sumo import read_sumo
from seahaven.roads.model import RoadNetwork

__all__ = ["read_roads"]


def read_roads(path: str | Path, *, thorough: bool = False) -> RoadNetwork:
    """The road network of a file: OpenDRIVE (.xodr) or SUMO (.net.xml), plain or gzipped.

    The suffix decides; where it says nothing, the outermost element does. A thorough reading also holds the file
    against rules that do not keep it from being used, where its format has such.
    """
    return read_opendrive(path, thorough=thorough) if _is_opendrive(path) else read_sumo(path)


def _is_opendrive(path: str | Path) -> bool:
    name = Path(path).name.lower().removesuffix(".gz")
    if name.endswith((".xodr", ".net.xml")):
        return name.endswith(".xodr")
    root = load_xml(path)
    if root.tag not in ("OpenDRIVE", "net"):
        raise InputError(
            f"the outermost element is <{root.tag}>; expected <OpenDRIVE> or SUMO's <net>",
            Position(str(path), root.line),
        )
    return root.tag == "OpenDRIVE"
