"""The part of the world that a map shows, and how large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, sqrt
from typing import Self

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError
from seahaven.geometry import Floats
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import RoadNetwork

AREA = 1100.0 * 900.0
"""How many pixels a map covers, unless it is long and thin."""
LONGEST = 2000.0
"""The longest side in pixels: what a screen shows when scrolled once."""
LARGEST_SCALE = 16.0
"""Pixels per metre at most: a lane of 56 pixels, which a short road would exceed."""
MARGIN = 4.0
"""Metres of land around the roads."""
LEAST = 160.0
"""The shortest side in pixels, so that a straight road still has land on both sides, and room for its signs."""


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of the world in metres, with `scale` pixels to the metre; y runs up in one and down in the other."""

    left: float
    bottom: float
    right: float
    top: float
    scale: float

    @classmethod
    def of(cls, x: Floats, y: Floats, *, longest: float | None = None) -> Self:
        """The window that holds all the points, with a little land around them.

        It covers about as many pixels whatever its shape, so that a long road is drawn larger than one picture of a
        town is wide. `longest` gives the length of the longer side in pixels instead.
        """
        if not len(x):
            return cls(-50.0, -50.0, 50.0, 50.0, 2.0)
        edges = float(x.min()) - MARGIN, float(y.min()) - MARGIN, float(x.max()) + MARGIN, float(y.max()) + MARGIN
        wide, tall = edges[2] - edges[0], edges[3] - edges[1]
        fitting = min(sqrt(AREA / (wide * tall)), LONGEST / max(wide, tall), LARGEST_SCALE)
        scale = longest / max(wide, tall) if longest else fitting
        more_x, more_y = (max(0.0, 0.5 * (LEAST / scale - side)) for side in (wide, tall))
        return cls(edges[0] - more_x, edges[1] - more_y, edges[2] + more_x, edges[3] + more_y, scale)

    @classmethod
    def around(cls, x: float, y: float, reach: float, *, longest: float | None = None) -> Self:
        """The square window that reaches so many metres from a place to each side."""
        if not (isfinite(x) and isfinite(y) and isfinite(reach) and reach > 0.0):
            raise InputError(
                f"no window reaches {reach!r} m around ({x!r}, {y!r}); expected finite numbers, and some metres"
            )
        scale = (longest or sqrt(AREA)) / (2.0 * reach)
        return cls(x - reach, y - reach, x + reach, y + reach, scale)

    @classmethod
    def of_roads(cls, lane_map: LaneMap, ids: Sequence[str] = (), *, longest: float | None = None) -> Self:
        """The window that holds the roads of the given ids, or all.

        A road that was built whole and parted by junctions goes by the name it was drawn with, too, for all its pieces.
        """
        indices = {road.id: index for index, road in enumerate(lane_map.network.roads)}
        wanted = [indices[piece] for id in ids for piece in _pieces(lane_map.network, id)]
        rows = np.isin(lane_map.road, wanted)[lane_map.lane_of] if ids else slice(None)
        half = 0.5 * lane_map.strips.width[rows]
        across = np.abs(lane_map.normal_x[rows]) * half, np.abs(lane_map.normal_y[rows]) * half
        x, y = lane_map.x[rows], lane_map.y[rows]
        both = (np.concatenate((line - out, line + out)) for line, out in zip((x, y), across, strict=True))
        return cls.of(*both, longest=longest)

    @property
    def width(self) -> float:
        """In pixels."""
        return (self.right - self.left) * self.scale

    @property
    def height(self) -> float:
        """In pixels."""
        return (self.top - self.bottom) * self.scale

    @property
    def is_strip(self) -> bool:
        """Whether it is as narrow as windows get, so that there is room beside the roads."""
        return min(self.width, self.height) < 1.01 * LEAST

    def meets(self, other: Window) -> bool:
        """Whether both show some of the same ground."""
        across = self.left < other.right and other.left < self.right
        return across and self.bottom < other.top and other.bottom < self.top

    def pixels(self, points: Floats) -> Floats:
        """Places in the picture; x, y lie along the last axis, here and there."""
        return np.stack((points[..., 0] - self.left, self.top - points[..., 1]), axis=-1) * self.scale

    def holds(self, points: Floats, margin: float = 0.0) -> NDArray[np.bool_]:
        """Which places lie inside, or no further outside than so many metres."""
        x, y = points[..., 0], points[..., 1]
        beyond = np.maximum(np.maximum(self.left - x, x - self.right), np.maximum(self.bottom - y, y - self.top))
        inside: NDArray[np.bool_] = beyond <= margin
        return inside


def _pieces(network: RoadNetwork, id: str) -> list[str]:
    """The road of an id; else those that are called so, or whose ids are it with a number behind a dot."""
    if not network.has_road(id):
        pieces = [road.id for road in network.roads if road.name == id or _is_piece(road.id, id)]
        if pieces:
            return pieces
    return [network.road(id).id]


def _is_piece(road: str, id: str) -> bool:
    stem, dot, number = road.rpartition(".")
    return bool(dot) and number.isdecimal() and stem == id
