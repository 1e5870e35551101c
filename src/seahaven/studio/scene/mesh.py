"""A mesh as it grows: corners with colours and normals, and triangles between them."""

from __future__ import annotations

import json
from enum import IntEnum
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats

__all__ = ["UP", "Material", "Mesh", "rgb"]

TILE: Final = 160.0
"""m. Triangles are sorted into squares of this size, so that a page draws only those that it sees."""
UP: Final = (0.0, 0.0, 1.0)

Colour = tuple[int, int, int]


class Material(IntEnum):
    """What a surface is made of; the page's programs shade it accordingly."""

    PLAIN = 0
    ROAD = 1
    GRASS = 2
    PAINT = 3
    WALL = 4
    LEAF = 5


def rgb(text: str) -> Colour:
    """A colour such as #c9d8b4 as three numbers."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


class Mesh:
    """Triangles of one world, in metres from an origin."""

    def __init__(self, origin: tuple[float, float]) -> None:
        self._origin = np.array([*origin, 0.0])
        self._places: list[Floats] = []
        self._paints: list[NDArray[np.uint8]] = []
        self._normals: list[NDArray[np.int8]] = []
        self._corners: list[NDArray[np.int64]] = []
        self._count = 0

    def add(
        self, places: Floats, corners: Any, colour: Any, material: Material, normals: Any = UP
    ) -> None:  # fmt: skip
        """Add corners (x, y, z in the world) and triangles of their indices; colour and normal of all or of each."""
        count = len(places)
        if not count:
            return
        self._places.append(np.asarray(places, np.float64) - self._origin)
        paint = np.empty((count, 4), np.uint8)
        paint[:, :3], paint[:, 3] = colour, material
        self._paints.append(paint)
        directions = np.zeros((count, 4), np.int8)
        directions[:, :3] = np.rint(np.asarray(normals, np.float64) * 127.0)
        self._normals.append(directions)
        self._corners.append(np.asarray(corners, np.int64).reshape(-1, 3) + self._count)
        self._count += count

    def strip(self, left: Floats, right: Floats, colour: Any, material: Material, normals: Any = UP) -> None:
        """Add a ribbon between two lines of as many points, seen from its left to its right along them."""
        count = len(left)
        if count < 2:
            return
        k = np.arange(count - 1)
        corners = np.concatenate(
            [np.column_stack((k, k + count, k + 1)), np.column_stack((k + count, k + count + 1, k + 1))]
        )
        self.add(np.concatenate([left, right]), corners, colour, material, normals)

    def box(
        self,
        x: float,
        y: float,
        z: float,
        heading: float,
        size: tuple[float, float, float],
        colour: Any,
        material: Material,
    ) -> None:
        """Add the sides and the top of a box that stands on z, with its length along the heading."""
        length, width, height = size
        ahead = np.array([np.cos(heading), np.sin(heading), 0.0])
        left = np.array([-ahead[1], ahead[0], 0.0])
        foot = np.array([x, y, z])
        base = [foot + a * length / 2 * ahead + b * width / 2 * left for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
        for k, out in enumerate((left, -ahead, -left, ahead)):
            one, other = base[k], base[(k + 1) % 4]
            tall = np.array([0.0, 0.0, height])
            self.add(np.array([one, other, other + tall, one + tall]), [0, 1, 2, 0, 2, 3], colour, material, out)
        self.add(np.array(base) + np.array([0.0, 0.0, height]), [0, 1, 2, 0, 2, 3], colour, material)

    def packed(self, **told: Any) -> bytes:
        """The mesh as a page reads it: a text in JSON behind its length, then places, paints, normals and corners."""
        empty = np.zeros((0, 3))
        places = np.concatenate([empty, *self._places]).astype("<f4")
        paints = np.concatenate([np.zeros((0, 4), np.uint8), *self._paints])
        normals = np.concatenate([np.zeros((0, 4), np.int8), *self._normals])
        corners, tiles = self._tiled(places)
        head = json.dumps(
            {"vertices": len(places), "corners": corners.size, "tiles": tiles, **told}, separators=(",", ":")
        ).encode()
        head += b" " * (-len(head) % 4)
        parts = (len(head).to_bytes(4, "little"), head, places.tobytes(), paints.tobytes(), normals.tobytes())
        return b"".join((*parts, corners.astype("<u4").tobytes()))

    def _tiled(self, places: NDArray[np.float32]) -> tuple[NDArray[np.int64], list[list[float]]]:
        """The triangles tile by tile, and of each tile its box, the first of its corners and how many it has."""
        corners = np.concatenate([np.zeros((0, 3), np.int64), *self._corners])
        middles = places[corners].mean(axis=1)
        cells = np.floor(middles[:, :2] / TILE).astype(np.int64)
        order = np.lexsort((cells[:, 1], cells[:, 0]))
        corners, cells = corners[order], cells[order]
        ends = np.flatnonzero(np.any(np.diff(cells, axis=0), axis=1)) + 1
        tiles = []
        for first, last in zip([0, *ends.tolist()], [*ends.tolist(), len(corners)], strict=True):
            if last > first:
                seen = places[corners[first:last].ravel()]
                low, high = seen.min(axis=0).tolist(), seen.max(axis=0).tolist()
                tiles.append([*(round(each, 1) for each in (*low, *high)), 3 * first, 3 * (last - first)])
        return corners, tiles
