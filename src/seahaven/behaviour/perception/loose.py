"""The map on which vehicles that do not keep to lanes are looked up, as compiled code takes it."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.roads.junctions import VEHICLES
from seahaven.roads.lanemap import LaneMap, bits_of
from seahaven.roads.model import LaneKind

__all__ = ["map_of"]

_ASIDE = frozenset({LaneKind.SHOULDER, LaneKind.STOP, LaneKind.PARKING})


def map_of(lane_map: LaneMap) -> tuple[Any, ...]:
    """The stretches, their courses and lanes, the grid over them, which kinds of lanes count, and on which lanes
    vehicles stand aside of traffic."""
    strips = lane_map.strips
    is_aside = np.array([kind in _ASIDE or kind not in VEHICLES for kind in LaneKind], np.int8)
    return (
        strips.plan, strips.course, strips.lane_of, strips.grid_frame, strips.grid_shape, strips.cell_first,
        strips.cell_row, strips.cell_kind, np.array([bits_of(VEHICLES)]), is_aside[lane_map.kind],
    )  # fmt: skip
