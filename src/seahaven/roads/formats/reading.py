"""A road network by its name: a file of any format in the table, or code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from seahaven.errors import InputError, Position
from seahaven.files import build_object, file_digest, is_code
from seahaven.roads.formats.table import format_of, is_road_file
from seahaven.roads.model import RoadNetwork
from seahaven.roads.recent import Recent

__all__ = ["files_of", "load_network", "read_roads"]

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

    With it go `additional` files of the folder, where its format has such: programs of the lights of a SUMO network,
    the speed limits of an RNDF in an MDF. The same files, as long as their content stays the same, give the same
    network again, and so does code that gives an equal one: worlds on it share what is known of its lanes
    (`LaneMap.of`). The last `MOST_SHARED` networks are kept.
    """
    if not is_code(source, folder=folder):
        if additional and not (form := format_of(folder / source)).additional:
            raise InputError(f"{source} is {form.title}, which has no additional files; expected one file", at)
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
        return read_roads(path, additional=additional)

    try:
        key = tuple((str(file), file_digest(file)) for file in (*files_of(path), *additional))
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


def files_of(path: str | Path) -> tuple[Path, ...]:
    """A road file, and all files that it names."""
    return format_of(path).files(Path(path)) if is_road_file(path) else (Path(path),)


def read_roads(path: str | Path, *, thorough: bool = False, additional: Sequence[str | Path] = ()) -> RoadNetwork:
    """The road network of a file: OpenDRIVE (.xodr), SUMO (.net.xml), plain or gzipped, SUMO's .sumocfg, or an RNDF.

    The suffix decides; where it says nothing, the beginning of the file does. A thorough reading also holds the file
    against rules that do not keep it from being used, where its format has such.
    """
    form = format_of(path)
    read = form.thorough if thorough and form.thorough else form.read
    return read(Path(path), [Path(other) for other in additional])
