"""Whether a lane begins where the one before it ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats
from seahaven.roads.lanemap import LaneMap

__all__ = ["Link", "links"]


@dataclass(frozen=True, slots=True)
class Link:
    """A lane, one that it leads into, and the metres between the end of the one and the start of the other."""

    lane: str
    following: str
    gap: float


def links(lane_map: LaneMap) -> list[Link]:
    """Every link of a map."""
    source = np.repeat(np.arange(len(lane_map)), np.diff(lane_map.next_first))
    target = lane_map.next_lane
    ends, starts = _points(lane_map, lane_map.first[source + 1] - 1), _points(lane_map, lane_map.first[target])
    gaps = np.sqrt(((ends - starts) ** 2).sum(axis=1))
    return [
        Link(lane_map.name(a), lane_map.name(b), gap)
        for a, b, gap in zip(source.tolist(), target.tolist(), gaps.tolist(), strict=True)
    ]


def _points(lane_map: LaneMap, vertices: NDArray[np.int64]) -> Floats:
    return np.column_stack((lane_map.x[vertices], lane_map.y[vertices], lane_map.z[vertices]))
