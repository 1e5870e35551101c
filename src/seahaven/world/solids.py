"""What stands beside the roads and stops a vehicle: walls, buildings, barriers, poles and trees, as upright boxes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import atan2, hypot
from typing import Final, NamedTuple

import numpy as np

from seahaven.geometry import Floats
from seahaven.roads import LaneMap
from seahaven.roads.model import ObjectKind, Road, RoadObject
from seahaven.world.sight_walls import edges_of, pose_of, tunnel_walls, walls_around

__all__ = ["Solids", "solids_of"]

SOLID: Final = frozenset({ObjectKind.BARRIER, ObjectKind.BUILDING, ObjectKind.OBSTACLE})
"""Things that stop a vehicle with their edges. Bushes do not, and gantries have poles of their own."""
STEMS: Final = {ObjectKind.POLE: 0.1, ObjectKind.TREE: 0.25}
"""m, the largest radius of what stops a vehicle: the radius of a tree in a file is that of its crown."""
TALL: Final = 3.0
"""m, the height of a thing that does not say how high it is."""
THICKNESS: Final = 0.1
"""m, of a wall."""


class Solids(NamedTuple):
    """Boxes that never move, sorted by x, as compiled code looks them up."""

    boxes: Floats
    """A row x, y, heading, length, width, lower and upper height for each"""
    longest: float
    """m, half the longest diagonal: how far a box reaches beyond its middle at most"""


def solids_of(lane_map: LaneMap) -> Solids:
    """All that stands beside the roads of a map and stops a vehicle."""
    rows = [row for index, road in enumerate(lane_map.network.roads) for row in _of_road(lane_map, index, road)]
    boxes: Floats = np.array(rows, np.float64).reshape(-1, 7)
    boxes = boxes[np.lexsort((boxes[:, 1], boxes[:, 0]))]
    longest = 0.5 * float(np.hypot(boxes[:, 3], boxes[:, 4]).max(initial=0.0))
    return Solids(boxes, longest)


def _of_road(lane_map: LaneMap, index: int, road: Road) -> Iterator[tuple[float, ...]]:
    for thing in road.objects:
        if thing.kind is ObjectKind.TUNNEL and thing.span:
            yield from map(_box, tunnel_walls(lane_map, index, thing))
        elif thing.kind in STEMS:
            yield _stem(road, thing)
        elif thing.kind in SOLID:
            solid = replace(thing, height=thing.height or TALL)
            for corners, is_closed in edges_of(road, solid):
                yield from map(_box, walls_around(corners, is_closed))


def _stem(road: Road, thing: RoadObject) -> tuple[float, ...]:
    """A pole or a trunk, as a square around it."""
    pose, most = pose_of(road, thing), STEMS[thing.kind]
    across = 2.0 * min(thing.radius or 0.5 * (thing.width or 2.0 * most), most)
    bottom = road.elevation.value(thing.s) + thing.height_above
    return pose.x, pose.y, pose.heading, across, across, bottom, bottom + (thing.height or TALL)


def _box(wall: tuple[float, ...]) -> tuple[float, ...]:
    """A wall between two points, as a box."""
    x, y, to_x, to_y, bottom, top = wall
    dx, dy = to_x - x, to_y - y
    return 0.5 * (x + to_x), 0.5 * (y + to_y), atan2(dy, dx), hypot(dx, dy), THICKNESS, bottom, top
