"""The ground of a page: the road network as shapes, with the names of its lanes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from seahaven.roads.drawing import Window, map_shapes
from seahaven.roads.lanemap import LaneMap

__all__ = ["land_of"]

SCALE: Final = 10.0
"""Pixels to the metre; paths are exact to a hundredth of a pixel (1 mm) and stray by a tenth (1 cm)."""


def land_of(lane_map: LaneMap) -> dict[str, Any]:
    """What a page draws below the vehicles.

    Paths count pixels from the upper left corner, `left` and `top` in metres. A shape is a look and a path, and, where
    it is drawn with a pen, colour, width and dashes, too.
    """
    window = replace(Window.of_roads(lane_map), scale=SCALE)
    shapes = [
        [shape.look, shape.data, shape.colour, shape.width, list(shape.dashes)]
        if shape.width
        else [shape.look, shape.data]
        for shape in map_shapes(lane_map, window)
    ]
    return {
        "left": window.left,
        "top": window.top,
        "right": window.right,
        "bottom": window.bottom,
        "scale": SCALE,
        "shapes": shapes,
        "lanes": [lane_map.name(lane) for lane in range(len(lane_map))],
    }
