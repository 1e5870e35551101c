"""A road network by what one calls it: a file of any kind, told by its name or by what it holds, or code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from seahaven.errors import InputError, Position
from seahaven.files import build_object, file_digest, is_code, load_xml
from seahaven.roads.formats.opendrive import read_opendrive
from seahaven.roads.formats.sumo import is_configuration, read_configuration, read_sumo
from seahaven.roads.model import RoadNetwork
from seahaven.roads.recent import Recent

__all__ = ["load_network", "read_roads"]

MOST_SHARED = 4
"""How many networks of files, and how many that code gave, `load_network` keeps for later worlds."""
_read: Recent[RoadNetwork] = Recent(MOST_SHARED)
"""The networks of files, by their paths and digests."""
_built: Recent[RoadNetwork] = Recent(MOST_SHARED)
"""The networks that code gave, by its name."""


def load_network(
    source: str, *, additional: Sequence[str] = (), folder: Path = Path(), allow: Sequence[str] = (),
    at: Position | None = None,
) -> RoadNetwork:  # fmt: skip
    """The network of a file in a folder, or the one that a function gives, if its package is ours or allowed.

    With a SUMO network go `additional` files of the folder that hold programs of its lights; a `.sumocfg` names both.
    The same files, as long as their content stays the same, give the same network again, and so does code that gives
    an equal one: worlds on it share what is known of its lanes (`LaneMap.of`). The last `MOST_SHARED` networks are
    kept.
    """
    if is_configuration(source):
        configuration = read_configuration(folder / source)
        return _read_files(configuration.network, [*configuration.additional, *(folder / name for name in additional)])
    if not is_code(source, folder=folder):
        if additional and _is_opendrive(folder / source):
            raise InputError(f"{source} is an OpenDRIVE file, which has no additional files; expected one file", at)
        return _read_files(folder / source, [folder / name for name in additional])
    if additional:
        raise InputError(f"{source} is code, which has no additional files; expected it alone", at)
    network = build_object(source, allow=allow, at=at)
    if not isinstance(network, RoadNetwork):
        raise InputError(f"{source} gave a {type(network).__name__}; expected a seahaven.roads.RoadNetwork", at)
    return _as_before(source, network)


def _read_files(path: Path, additional: Sequence[Path]) -> RoadNetwork:
    """The network of some files, read again only if one of them has changed."""

    def read() -> RoadNetwork:
        return read_sumo(path, additional=additional) if additional else read_roads(path)

    try:
        key = tuple((str(file), file_digest(file)) for file in (path, *additional))
    except InputError:
        return read()  # which says what is wrong with the file
    return _read.get(key, read)


def _as_before(source: str, network: RoadNetwork) -> RoadNetwork:
    """The network that code gave before, if it gives an equal one now."""
    before = _built.get(source, lambda: network)
    if before is network or (before == network and before.remarks == network.remarks):
        return before
    _built.forget(source)
    return _built.get(source, lambda: network)


def read_roads(path: str | Path, *, thorough: bool = False) -> RoadNetwork:
    """The road network of a file: OpenDRIVE (.xodr) or SUMO (.net.xml), plain or gzipped, or SUMO's .sumocfg.

    The suffix decides; where it says nothing, the outermost element does. A thorough reading also holds the file
    against rules that do not keep it from being used, where its format has such.
    """
    if is_configuration(path):
        configuration = read_configuration(path)
        return read_sumo(configuration.network, additional=configuration.additional)
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
