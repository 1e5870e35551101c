"""The roads that a study or a command names: a file, or a function that builds them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from seahaven.errors import InputError, Position, SeahavenError
from seahaven.files import CodeReference, load_object
from seahaven.roads import RoadNetwork, read_roads

__all__ = ["load_network"]


def load_network(
    source: str, *, folder: Path = Path(), allow: Sequence[str] = (), at: Position | None = None
) -> RoadNetwork:
    """The network of a file in a folder, or the one that `package.module:function` gives.

    Code of packages other than our own runs only if `allow` names them; what it raises is told as its author's own.
    """
    if ":" not in source or (folder / source).exists():
        return read_roads(folder / source)
    found = load_object(CodeReference.parse(source, at=at), allowed=("seahaven", *allow), at=at)
    try:
        network = found() if callable(found) else found
    except (SeahavenError, OSError):
        raise
    except Exception as error:
        raise InputError(f"{source} failed: {type(error).__name__}: {error}", at) from error
    if not isinstance(network, RoadNetwork):
        raise InputError(f"{source} gave a {type(network).__name__}; expected a seahaven.roads.RoadNetwork", at)
    return network
