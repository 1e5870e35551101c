"""The roads that a command is given: a file, or a function of the user's that builds them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from seahaven.cli.compiling import announce_compiling
from seahaven.errors import InputError, SeahavenError

if TYPE_CHECKING:
    from seahaven.roads.lanemap import LaneMap
    from seahaven.roads.model import RoadNetwork

__all__ = ["built", "is_code", "load_lane_map", "load_network"]


def is_code(source: str) -> bool:
    """Whether a source names code, as `package.module:function`, rather than a file."""
    return ":" in source and not Path(source).exists()


def built(source: str, allow: Sequence[str]) -> object:
    """What a function gives, or what is there already under that name; what it raises is told as the user's own."""
    from seahaven.files import CodeReference, load_object

    found = load_object(CodeReference.parse(source), allowed=("seahaven", *allow))
    try:
        return found() if callable(found) else found
    except (SeahavenError, OSError):
        raise
    except Exception as error:
        raise InputError(f"{source} failed: {type(error).__name__}: {error}") from error


def load_network(source: str, allow: Sequence[str] | None) -> RoadNetwork:
    """The network of a file, or the one that a function gives."""
    from seahaven.roads.formats import read_roads
    from seahaven.roads.model import RoadNetwork

    if not is_code(source):
        return read_roads(source)
    network = built(source, allow or ())
    if not isinstance(network, RoadNetwork):
        raise InputError(f"{source} gave a {type(network).__name__}; expected a seahaven.roads.RoadNetwork")
    return network


def load_lane_map(source: str, allow: Sequence[str] | None) -> LaneMap:
    """The lane map of a network."""
    from seahaven.roads.lanemap import LaneMap

    announce_compiling()
    return LaneMap(load_network(source, allow))
