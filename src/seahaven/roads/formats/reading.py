"""A road network by what one calls it: a file of any kind, told by its name or by what it holds, or code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from seahaven.errors import InputError, Position
from seahaven.files import build_object, is_code, load_xml
from seahaven.roads.formats.opendrive import read_opendrive
from seahaven.roads.formats.sumo import read_sumo
from seahaven.roads.model import RoadNetwork

__all__ = ["load_network", "read_roads"]


def load_network(
    source: str, *, additional: Sequence[str] = (), folder: Path = Path(), allow: Sequence[str] = (),
    at: Position | None = None,
) -> RoadNetwork:  # fmt: skip
    """The network of a file in a folder, or the one that a function gives, if its package is ours or allowed.

    With a SUMO network go `additional` files of the folder that hold programs of its lights.
    """
    if not is_code(source, folder=folder):
        if additional and _is_opendrive(folder / source):
            raise InputError(f"{source} is an OpenDRIVE file, which has no additional files; expected one file", at)
        if additional:
            return read_sumo(folder / source, additional=[folder / name for name in additional])
        return read_roads(folder / source)
    if additional:
        raise InputError(f"{source} is code, which has no additional files; expected it alone", at)
    network = build_object(source, allow=allow, at=at)
    if not isinstance(network, RoadNetwork):
        raise InputError(f"{source} gave a {type(network).__name__}; expected a seahaven.roads.RoadNetwork", at)
    return network


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
