"""The lane map of the roads that a command is given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from seahaven.cli.compiling import announce_compiling

if TYPE_CHECKING:
    from seahaven.roads.lanemap import LaneMap

__all__ = ["load_lane_map"]


def load_lane_map(source: str, allow: Sequence[str] | None) -> LaneMap:
    """The lane map of a file's network, or of the one that a function gives."""
    from seahaven.roads.formats import load_network
    from seahaven.roads.lanemap import LaneMap

    announce_compiling()
    return LaneMap(load_network(source, allow=allow or ()))
