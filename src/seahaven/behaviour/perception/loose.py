"""The map on which vehicles that do not keep to lanes are looked up, as compiled code takes it."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.roads.junctions import VEHICLES
from seahaven.roads.lanemap import LaneMap, bits_of

__all__ = ["map_of"]


def map_of(lane_map: LaneMap) -> tuple[Any, ...]:
    """The stretches, their courses and lanes, the grid over them, and which kinds of lanes count."""
    strips = lane_map.strips
    return (
        strips.plan, strips.course, strips.lane_of, strips.grid_frame, strips.grid_shape, strips.cell_first,
        strips.cell_row, strips.cell_kind, np.array([bits_of(VEHICLES)]),
    )  # fmt: skip
