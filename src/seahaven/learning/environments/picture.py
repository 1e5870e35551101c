"""Pictures of a yard from above as arrays of pixels, drawn in a few milliseconds."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from seahaven.geometry import Floats, boxes_corners
from seahaven.learning.environments.yard import Yard
from seahaven.roads import LaneMap
from seahaven.roads.model import LaneKind
from seahaven.world import PERSON

__all__ = ["Picture"]

LAND, ROAD, VERGE, CAR, OWN, WALKER, EDGE = (
    np.array(colour, np.uint8)
    for colour in (
        (242, 241, 234), (101, 110, 117), (140, 149, 155), (255, 250, 240), (196, 68, 43), (40, 80, 160), (60, 58, 55),
    )
)  # fmt: skip
"""The colours of the replay page."""
SIZE: Final = (300, 600)
"""Pixels from top to bottom and from left to right."""
METRES: Final = 0.4
"""m per pixel."""


class Picture:
    """Draws what is around an agent, north at the top."""

    def __init__(self, lane_map: LaneMap) -> None:
        driving = np.array([kind.is_driving for kind in LaneKind])[lane_map.kind]
        rows = np.flatnonzero(lane_map.lane_of[:-1] == lane_map.lane_of[1:])
        self._quads = _strips(lane_map, rows)
        self._is_road = driving[lane_map.lane_of[rows]]

    def draw(self, yard: Yard, agent: int) -> NDArray[np.uint8]:
        """A picture around one agent, as rows of pixels from the top, each with red, green and blue."""
        vehicles, row = yard.vehicles, int(yard.rows[agent])
        first, last = (int(span[agent]) for span in yard.spans)
        canvas = _Canvas(float(vehicles.x[row]), float(vehicles.y[row]))
        for is_road, colour in ((False, VERGE), (True, ROAD)):
            canvas.fill(self._quads[self._is_road == is_road], colour)
        columns = ("x", "y", "heading", "length", "width")
        boxes = np.column_stack([getattr(vehicles, name)[first:last] for name in columns])
        canvas.fill(boxes_corners(np.delete(boxes, row - first, axis=0)), CAR, EDGE)
        if any(family.name == PERSON.name for family in yard.world.families):
            people = yard.world.family(PERSON.name)
            canvas.fill(boxes_corners(np.column_stack([getattr(people, name) for name in columns])), WALKER)
        canvas.fill(boxes_corners(boxes[row - first : row - first + 1]), OWN, EDGE)
        return canvas.pixels


class _Canvas:
    """Pixels around a place."""

    def __init__(self, x: float, y: float) -> None:
        self.pixels = np.empty((*SIZE, 3), np.uint8)
        self.pixels[:] = LAND
        self._left, self._top = x - 0.5 * SIZE[1] * METRES, y + 0.5 * SIZE[0] * METRES

    def fill(self, quads: Floats, inside: NDArray[np.uint8], edge: NDArray[np.uint8] | None = None) -> None:
        """Fill convex quadrilaterals, arrays of shape (n, 4, 2) in metres, corners in order."""
        places = np.stack(((quads[..., 0] - self._left) / METRES, (self._top - quads[..., 1]) / METRES), axis=-1)
        low, high = places.min(axis=1), places.max(axis=1)
        for k in np.flatnonzero((high >= 0.0).all(axis=1) & (low < SIZE[::-1]).all(axis=1)):
            self._fill(places[k], low[k], high[k], inside, edge)

    def _fill(
        self, corners: Floats, low: Floats, high: Floats, inside: NDArray[np.uint8], edge: NDArray[np.uint8] | None
    ) -> None:
        begin = np.maximum(np.floor(low).astype(int), 0)
        end = np.minimum(np.ceil(high).astype(int) + 1, SIZE[::-1])
        columns, rows = np.meshgrid(np.arange(begin[0], end[0]) + 0.5, np.arange(begin[1], end[1]) + 0.5)
        depth = np.full(columns.shape, np.inf)
        ahead = np.roll(corners, -1, axis=0) - corners
        turn = np.sign(ahead[0, 0] * ahead[1, 1] - ahead[0, 1] * ahead[1, 0]) or 1.0
        for (x, y), (dx, dy) in zip(corners, ahead, strict=True):
            length = max(float(np.hypot(dx, dy)), 1e-9)
            depth = np.minimum(depth, turn * (dx * (rows - y) - dy * (columns - x)) / length)
        window = self.pixels[begin[1] : end[1], begin[0] : end[0]]
        if edge is not None:
            window[depth >= -0.5] = edge
        window[depth >= (0.5 if edge is not None else -0.5)] = inside


def _strips(lane_map: LaneMap, rows: NDArray[np.intp]) -> Floats:
    """The quadrilaterals of lanes, from each of some vertices to the next."""
    half = 0.5 * lane_map.strips.width
    left = np.stack((lane_map.x + half * lane_map.normal_x, lane_map.y + half * lane_map.normal_y), axis=-1)
    right = np.stack((lane_map.x - half * lane_map.normal_x, lane_map.y - half * lane_map.normal_y), axis=-1)
    return np.stack((left[rows], left[rows + 1], right[rows + 1], right[rows]), axis=1)
