"""A ray test of its own, to judge by: whether one sees a vehicle along straight lines, in plain geometry.

It shares no code with `seahaven.world.Sight`. Roads are cut into small quadrilaterals below which there is solid
ground, except where they are bridges; things that one cannot look through are upright prisms. A line is clipped to
each of them. It is exact where the other is quick, and has no margins.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats
from seahaven.roads import LaneMap
from seahaven.roads.model import ObjectKind, Road, RoadObject

__all__ = ["RayTest"]

PIECE = 10.0
"""The longest quadrilateral, in metres."""
UPPER_LEVEL = 4.0
"""Surfaces so many metres above others close by are bridges."""
CLOSE = 4.0
"""Metres within which that counts."""
TOUCH = 0.02
"""So many metres below the surface a line is in the ground: lines along it are not."""


class RayTest:
    """Whether straight lines over the land of a lane map are free.

    RayTest(lane_map).sees((0.0, 0.0, 1.2), (150.0, 3.0, 0.0, 0.0, 4.6, 1.9, 1.5), 1000.0)
    """

    def __init__(self, lane_map: LaneMap) -> None:
        self._corners, self._heights = _ground(lane_map)
        self._low, self._high = self._corners.min(axis=1), self._corners.max(axis=1)
        prisms = [prism for road in lane_map.network.roads for thing in road.objects for prism in _prisms(road, thing)]
        self._prisms = [prism for prism in prisms if prism[2] > prism[1]]

    def sees(self, eye: tuple[float, float, float], box: tuple[float, ...] | Floats, reach: float) -> bool:
        """Whether an eye at x, y, z sees a corner of a box: x, y, z of the road, heading, length, width, height."""
        x, y, z, heading, length, width, height = (float(value) for value in box[:7])
        c, s = np.cos(heading), np.sin(heading)
        for share in (1.0, 0.5):
            for ahead, aside in ((0.5, 0.5), (0.5, -0.5), (-0.5, 0.5), (-0.5, -0.5)):
                u, v = ahead * length, aside * width
                point = np.array([x + c * u - s * v, y + s * u + c * v, z + share * height])
                if np.hypot(point[0] - eye[0], point[1] - eye[1]) <= reach and self.is_free(np.array(eye), point):
                    return True
        return False

    def is_free(self, eye: Floats, point: Floats) -> bool:
        """Whether nothing stands in the straight line between two points."""
        low, high = np.minimum(eye, point)[:2], np.maximum(eye, point)[:2]
        near = np.flatnonzero(((self._low <= high) & (self._high >= low)).all(axis=1))
        begin, end = _clip(self._corners[near], eye[:2], point[:2] - eye[:2])
        crossed = begin < end
        for share in (begin[crossed], end[crossed]):
            places = eye + share[:, np.newaxis] * (point - eye)
            ground = _height(self._corners[near[crossed]], self._heights[near[crossed]], places[:, :2])
            if (places[:, 2] < ground - TOUCH).any():
                return False
        return not any(_hits(prism, eye, point) for prism in self._prisms)


def _ground(lane_map: LaneMap) -> tuple[Floats, Floats]:
    """The corners of quadrilaterals of road in the plane, anticlockwise, and their heights; without bridges."""
    corners, heights = [], []
    for lane in range(len(lane_map)):
        for first in range(lane_map.first[lane], lane_map.first[lane + 1] - 1):
            count = max(int(np.ceil((lane_map.s[first + 1] - lane_map.s[first]) / PIECE)), 1)
            edge = np.linspace(0.0, 1.0, count + 1)[:, np.newaxis]
            both = [_border(lane_map, first, edge, side) for side in (0.5, -0.5)]
            ring = np.stack((both[1][:-1], both[1][1:], both[0][1:], both[0][:-1]), axis=1)
            on_road = lane_map.road_s[first] + edge[:, 0] * (lane_map.road_s[first + 1] - lane_map.road_s[first])
            solid = ~_on_bridge(lane_map.network.roads[lane_map.road[lane]], on_road)
            corners.append(ring[solid, :, :2])
            heights.append(ring[solid, :, 2])
    flat, tall = np.concatenate(corners), np.concatenate(heights)
    is_ground = ~_is_upper(flat.mean(axis=1), tall.mean(axis=1))
    return flat[is_ground], tall[is_ground]


def _border(lane_map: LaneMap, row: int, edge: Floats, side: float) -> Floats:
    """Points on one border of a lane between two of its vertices."""
    ends = []
    for k in (row, row + 1):
        centre = np.array([lane_map.x[k], lane_map.y[k], lane_map.z[k]])
        normal = np.array([lane_map.normal_x[k], lane_map.normal_y[k], lane_map.normal_z[k]])
        ends.append((centre, normal, lane_map.strips.width[k]))
    centre = ends[0][0] + edge * (ends[1][0] - ends[0][0])
    normal = ends[0][1] + edge * (ends[1][1] - ends[0][1])
    width = ends[0][2] + edge * (ends[1][2] - ends[0][2])
    return np.asarray(centre + side * width * normal)


def _on_bridge(road: Road, edges: Floats) -> NDArray[np.bool_]:
    """Of the pieces between some s of a road, whether they lie on a bridge, at least in part."""
    low, high = np.minimum(edges[:-1], edges[1:]), np.maximum(edges[:-1], edges[1:])
    above = np.zeros(len(low), bool)
    for thing in road.objects:
        if thing.kind is ObjectKind.BRIDGE:
            above |= (high > thing.s) & (low < thing.s + thing.span)
    return above


def _is_upper(centre: Floats, height: Floats) -> NDArray[np.bool_]:
    """Of each piece, whether another lies well below it close by."""
    cells = np.floor(centre / CLOSE).astype(np.int64)
    lowest: dict[tuple[int, int], float] = {}
    for (i, j), z in zip(cells.tolist(), height.tolist(), strict=True):
        lowest[i, j] = min(lowest.get((i, j), np.inf), z)
    around = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
    below = [min(lowest.get((i + a, j + b), np.inf) for a, b in around) for i, j in cells.tolist()]
    return np.asarray(height - np.array(below) > UPPER_LEVEL)


def _clip(rings: Floats, origin: Floats, way: Floats) -> tuple[Floats, Floats]:
    """From and to which share of a way it lies inside each ring of corners; to before from where it misses it."""
    begin, end = np.zeros(len(rings)), np.ones(len(rings))
    for k in range(rings.shape[1]):
        corner, side = rings[:, k], rings[:, (k + 1) % rings.shape[1]] - rings[:, k]
        start = side[:, 0] * (origin[1] - corner[:, 1]) - side[:, 1] * (origin[0] - corner[:, 0])
        pace = side[:, 0] * way[1] - side[:, 1] * way[0]
        with np.errstate(divide="ignore", invalid="ignore"):
            at = -start / pace
        begin = np.where(pace > 0.0, np.maximum(begin, at), begin)
        end = np.where(pace < 0.0, np.minimum(end, at), end)
        end = np.where((pace == 0.0) & (start < 0.0), -1.0, end)
    return begin, end


def _height(rings: Floats, heights: Floats, places: Floats) -> Floats:
    """The height of each quadrilateral's surface at a place: along it from its first side to the one opposite."""
    rear, front = rings[:, (0, 3)].mean(axis=1), rings[:, (1, 2)].mean(axis=1)
    along = front - rear
    share = ((places - rear) * along).sum(axis=1) / np.maximum((along**2).sum(axis=1), 1e-12)
    right = rings[:, 0] + share[:, np.newaxis] * (rings[:, 1] - rings[:, 0])
    left = rings[:, 3] + share[:, np.newaxis] * (rings[:, 2] - rings[:, 3])
    across = left - right
    aside = ((places - right) * across).sum(axis=1) / np.maximum((across**2).sum(axis=1), 1e-12)
    low = heights[:, 0] + share * (heights[:, 1] - heights[:, 0])
    high = heights[:, 3] + share * (heights[:, 2] - heights[:, 3])
    return np.asarray(low + aside * (high - low))


def _prisms(road: Road, thing: RoadObject) -> list[tuple[Floats, float, float]]:
    """The rings of corners, lower and upper heights of a thing that one cannot look through."""
    if not thing.kind.blocks_sight:
        return []
    x, y, heading = *road.line.offset_point(thing.s, thing.t), road.line.heading(thing.s) + thing.heading
    base = road.elevation.value(thing.s) + thing.height_above
    turn = np.array([[np.cos(heading), np.sin(heading)], [-np.sin(heading), np.cos(heading)]])
    if thing.outlines:
        rings = [np.array(one.corners) for one in thing.outlines if one.is_closed and not one.on_road]
        return [
            (ring[:, :2] @ turn + (x, y), base + ring[:, 2].max(), base + (ring[:, 2] + ring[:, 3]).min())
            for ring in rings
        ]
    if thing.length and thing.width and thing.height:
        ring = np.array([[0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5], [0.5, -0.5]]) * (thing.length, thing.width)
        return [(ring @ turn + (x, y), base, base + thing.height)]
    return []


def _hits(prism: tuple[Floats, float, float], eye: Floats, point: Floats) -> bool:
    """Whether a line runs into a side of an upright prism."""
    ring, bottom, top = prism
    way, side = (point - eye)[:2], np.roll(ring, -1, axis=0) - ring
    start = ring - eye[:2]
    across = way[0] * side[:, 1] - way[1] * side[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (start[:, 0] * side[:, 1] - start[:, 1] * side[:, 0]) / across
        u = (start[:, 0] * way[1] - start[:, 1] * way[0]) / across
    height = eye[2] + t * (point[2] - eye[2])
    return bool(((t > 0.0) & (t < 1.0) & (u >= 0.0) & (u <= 1.0) & (height > bottom) & (height < top)).any())
