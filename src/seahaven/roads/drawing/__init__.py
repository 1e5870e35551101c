"""Maps of road networks.

In comes a lane map, and what part of it is to be seen; out goes the text of an SVG picture with lanes, marks, signs and
whatever else was asked for. Nothing is written and nothing is measured here. The same map gives the same bytes.
"""

from seahaven.roads.drawing.meeting import paved_rings
from seahaven.roads.drawing.palette import LAND
from seahaven.roads.drawing.palette import surface as surface_of
from seahaven.roads.drawing.picture import draw_map
from seahaven.roads.drawing.shape import Shape, map_shapes
from seahaven.roads.drawing.window import Window
from seahaven.roads.drawing.words import speed_number, speed_text

__all__ = [
    "LAND", "Shape", "Window", "draw_map", "map_shapes", "paved_rings", "speed_number", "speed_text", "surface_of"
]  # fmt: skip
