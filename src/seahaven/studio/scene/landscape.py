"""What lies and stands beside the roads: terrain, houses along streets, and trees; the same for the same roads."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats
from seahaven.roads import LaneMap
from seahaven.roads.model import LaneKind
from seahaven.studio.scene.mesh import Material, Mesh

__all__ = ["Clearing", "add_landscape"]

CELL: Final = 20.0
"""m, of the terrain."""
REACH: Final = 18
"""Cells from the roads to where the terrain ends."""
SUNK: Final = 0.35
"""m by which the terrain lies below the roads, so that none of it shows through them."""
GRASS: Final = np.array([112.0, 140.0, 82.0])
FIELD: Final = np.array([138.0, 148.0, 92.0])
ROOM: Final = 3.0
"""m, of the cells by which it is found out what stands where."""
PLOT: Final = 17.0
"""m from house to house."""
WOODS: Final = 26.0
"""m from tree to tree, about, along roads outside of towns."""
WALLS: Final = ((214, 200, 178), (196, 178, 156), (222, 214, 200), (178, 150, 128), (205, 190, 160), (168, 172, 176))
ROOFS: Final = ((132, 74, 58), (112, 68, 56), (96, 92, 92), (140, 92, 66))
LEAVES: Final = ((74, 108, 56), (88, 120, 60), (64, 98, 58), (100, 122, 62))
BARK: Final = (96, 80, 64)
MOST_TREES: Final = 4000


def _mixed(*numbers: int) -> float:
    """A number from 0 to 1 that looks random and is always the same for the same whole numbers."""
    value = 0x9E3779B97F4A7C15
    for number in numbers:
        value = ((value ^ (number & 0xFFFFFFFF)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        value ^= value >> 29
    return (value >> 11) / 2**53


class Clearing:
    """Where something stands or somebody drives already, in cells."""

    def __init__(self, lane_map: LaneMap) -> None:
        self._taken = set[int]()
        for lane in range(len(lane_map)):
            self._taken.update(self._cells(*_carpet(lane_map, lane)))

    @staticmethod
    def _cells(x: Floats, y: Floats) -> list[int]:
        cells = np.floor(x / ROOM).astype(np.int64) * 2**32 + np.floor(y / ROOM).astype(np.int64)
        keys: list[int] = np.unique(cells).tolist()
        return keys

    def take(self, x: float, y: float, heading: float, length: float, width: float) -> bool:
        """Take a rectangle, unless some of it is taken already."""
        a, b = np.meshgrid(np.arange(-length / 2, length / 2 + 1, 1.5), np.arange(-width / 2, width / 2 + 1, 1.5))
        cos, sin = np.cos(heading), np.sin(heading)
        cells = self._cells((x + a * cos - b * sin).ravel(), (y + a * sin + b * cos).ravel())
        if any(cell in self._taken for cell in cells):
            return False
        self._taken.update(cells)
        return True


def _carpet(lane_map: LaneMap, lane: int) -> tuple[Floats, Floats]:
    """Points all over a lane and a little beside it, at least every two metres."""
    rows = slice(int(lane_map.first[lane]), int(lane_map.first[lane + 1]))
    s = lane_map.s[rows]
    stations = np.arange(0.0, float(s[-1]) + 2.0, 2.0)
    columns = lane_map.x, lane_map.y, lane_map.normal_x, lane_map.normal_y, lane_map.strips.width
    x, y, right, up, width = (np.interp(stations, s, column[rows])[:, None] for column in columns)
    across = np.arange(-1.0, 1.01, 0.25) * (0.5 * width + 1.5)
    return (x + across * right).ravel(), (y + across * up).ravel()


def add_landscape(mesh: Mesh, lane_map: LaneMap) -> None:
    """Add terrain, houses and trees."""
    _add_terrain(mesh, lane_map)
    clearing = Clearing(lane_map)
    trees = 0
    for x, y, z, heading, number, is_town in _places(lane_map):
        if is_town and _mixed(number, 1) < 0.72:
            _add_house(mesh, clearing, x, y, z, heading, number)
        elif trees < MOST_TREES:
            trees += _add_tree(mesh, clearing, x, y, z, number)


def _places(lane_map: LaneMap) -> list[tuple[float, float, float, float, int, bool]]:
    """Places beside roads, some metres off their outermost lanes: x, y, z, the road's heading, a number, in a town."""
    kinds = tuple(LaneKind)
    found = []
    for lane in range(len(lane_map)):
        is_edge = lane_map.right[lane] < 0
        if not is_edge or lane_map.junction[lane] >= 0:
            continue
        is_town = kinds[lane_map.kind[lane]] is LaneKind.SIDEWALK
        length = float(lane_map.length[lane])
        spacing = PLOT if is_town else WOODS
        for k, s in enumerate(np.arange(0.6 * spacing, length, spacing).tolist()):
            number = lane * 4096 + k
            back = (14.0 + 3.0 * _mixed(number, 2)) if is_town else 12.0 + 50.0 * _mixed(number, 3) ** 1.5
            place = lane_map.place(lane, s, -0.5 * float(lane_map.width(lane, s)) - back)
            at = lane_map.place(lane, s)
            found.append((place.x, place.y, at.z - SUNK, place.heading, number, is_town))
    return found


def _add_house(mesh: Mesh, clearing: Clearing, x: float, y: float, z: float, heading: float, number: int) -> None:
    length, width = 9.0 + 5.0 * _mixed(number, 4), 8.0 + 3.0 * _mixed(number, 5)
    if not clearing.take(x, y, heading, length, width):
        return
    floors = 1 + int(2.6 * _mixed(number, 6))
    height = 2.9 * floors + 0.6
    wall = WALLS[int(_mixed(number, 7) * len(WALLS))]
    mesh.box(x, y, z, heading, (length, width, height), wall, Material.WALL)
    _add_roof(mesh, (x, y, z + height), heading, length + 0.7, width + 0.7, ROOFS[int(_mixed(number, 8) * len(ROOFS))])


def _add_roof(
    mesh: Mesh, foot: tuple[float, float, float], heading: float, length: float, width: float, colour: Any
) -> None:
    """A gable roof along the heading."""
    ahead = np.array([np.cos(heading), np.sin(heading), 0.0]) * length / 2
    left = np.array([-np.sin(heading), np.cos(heading), 0.0]) * width / 2
    rise = np.array([0.0, 0.0, 0.42 * width])
    base = np.array(foot)
    ridge = base - ahead + rise, base + ahead + rise
    for side in (1.0, -1.0):
        eaves = base - ahead + side * left, base + ahead + side * left
        slope = side * left / np.linalg.norm(left) * 0.64 + np.array([0.0, 0.0, 0.77])
        mesh.add(np.array([*eaves, ridge[1], ridge[0]]), [0, 1, 2, 0, 2, 3], colour, Material.PLAIN, slope)
    for end, top in ((-1.0, ridge[0]), (1.0, ridge[1])):
        gable = np.array([base + end * ahead + left, base + end * ahead - left, top])
        mesh.add(gable, [0, 1, 2], (190, 176, 156), Material.PLAIN, end * ahead / np.linalg.norm(ahead))


def _add_tree(mesh: Mesh, clearing: Clearing, x: float, y: float, z: float, number: int) -> bool:
    if not clearing.take(x, y, 0.0, 3.0, 3.0):
        return False
    size = 0.75 + 0.7 * _mixed(number, 9)
    mesh.box(x, y, z, 0.0, (0.35 * size, 0.35 * size, 2.4 * size), BARK, Material.PLAIN)
    colour = np.array(LEAVES[int(_mixed(number, 10) * len(LEAVES))])
    is_fir = _mixed(number, 11) < 0.35
    rings = ((1.4, 1.9), (6.4, 0.05)) if is_fir else ((1.7, 0.9), (2.9, 2.3), (4.9, 2.0), (6.4, 0.5))
    angles = np.arange(7) * 2.0 * np.pi / 7.0 + _mixed(number, 12)
    out = np.column_stack((np.cos(angles), np.sin(angles), np.zeros(7)))
    levels = [np.array([x, y, z]) + size * (radius * out + np.array([0.0, 0.0, high])) for high, radius in rings]
    for k, (low, high) in enumerate(pairwise(levels)):
        ring = np.arange(7)
        after = (ring + 1) % 7
        corners = np.concatenate(
            [np.column_stack((ring, after, ring + 7)), np.column_stack((after, after + 7, ring + 7))]
        )
        lean = (0.35, -0.5, 0.25, 0.8)[min(k + 1, 3)] if not is_fir else 0.3
        normals = out + np.array([0.0, 0.0, lean])
        normals = np.tile(normals / np.linalg.norm(normals, axis=1)[:, None], (2, 1))
        shade = np.clip(colour * (0.82 + 0.14 * k), 0, 255)
        mesh.add(np.concatenate([low, high]), corners, shade, Material.LEAF, normals)
    return True


def _add_terrain(mesh: Mesh, lane_map: LaneMap) -> None:
    """A grid of land around the roads, as high as the nearest of them and smooth in between."""
    places = np.concatenate([_middle(lane_map, lane) for lane in range(len(lane_map))])
    cells = np.floor(places[:, :2] / CELL).astype(np.int64)
    low = cells.min(axis=0) - REACH
    shape = tuple((cells.max(axis=0) - low + REACH + 2).tolist())
    heights = np.full(shape, np.inf)
    for right in (0, 1):
        for up in (0, 1):
            np.minimum.at(heights, (cells[:, 0] - low[0] + right, cells[:, 1] - low[1] + up), places[:, 2] - SUNK)
    known, far = np.isfinite(heights), np.where(np.isfinite(heights), 0, REACH + 1)
    heights[~known] = 0.0
    for distance in range(1, REACH + 1):
        heights, known = _grown(heights, known, far, distance)
    _put_terrain(mesh, heights, known, far, low)


def _middle(lane_map: LaneMap, lane: int) -> Floats:
    """Points along the middle of a lane, at least every half cell, also where it is straight for miles."""
    rows = slice(int(lane_map.first[lane]), int(lane_map.first[lane + 1]))
    s = lane_map.s[rows]
    stations = np.union1d(s, np.arange(float(s[0]), float(s[-1]), 0.5 * CELL))
    columns = lane_map.x, lane_map.y, lane_map.z
    return np.column_stack([np.interp(stations, s, column[rows]) for column in columns])


def _grown(
    heights: Floats, known: NDArray[np.bool_], far: NDArray[np.int64], distance: int
) -> tuple[Floats, NDArray[np.bool_]]:
    """The terrain, further out by a cell: each new corner is as high as those around it that are known."""
    total, count = np.zeros_like(heights), np.zeros_like(heights)
    for shift, axis in ((1, 0), (-1, 0), (1, 1), (-1, 1)):
        total += np.roll(np.where(known, heights, 0.0), shift, axis)
        count += np.roll(known, shift, axis)
    new = ~known & (count > 0)
    far[new] = distance
    return np.where(new, total / np.maximum(count, 1), heights), known | new


def _put_terrain(
    mesh: Mesh, heights: Floats, known: NDArray[np.bool_], far: NDArray[np.int64], low: NDArray[np.int64]
) -> None:
    i, j = np.indices(heights.shape)
    roll = np.sin(0.31 * (i + low[0])) * np.cos(0.27 * (j + low[1])) + 0.5 * np.sin(0.11 * (i + j + low.sum()))
    rolling = heights + np.clip((far - 2) / 8.0, 0.0, 1.0) * (1.0 + roll) * 2.2
    x, y = (i + low[0]) * CELL, (j + low[1]) * CELL
    slope_x, slope_y = np.gradient(rolling, CELL)
    normals = np.stack((-slope_x, -slope_y, np.ones_like(slope_x)), axis=-1)
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    patch = 0.5 + 0.5 * np.sin(0.07 * (i + low[0]) + 0.9 * np.sin(0.05 * (j + low[1])))
    patch = np.where(far > 3, patch, 0.0)[..., None]
    number = np.full(heights.shape, -1, np.int64)
    number[known] = np.arange(int(known.sum()))
    quads = known[:-1, :-1] & known[1:, :-1] & known[:-1, 1:] & known[1:, 1:]
    a, b, c, d = (part[quads] for part in (number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]))
    corners = np.concatenate([np.column_stack((a, b, c)), np.column_stack((a, c, d))])
    colours = (GRASS * (1.0 - patch) + FIELD * patch)[known]
    mesh.add(np.column_stack((x[known], y[known], rolling[known])), corners, colours, Material.GRASS, normals[known])
