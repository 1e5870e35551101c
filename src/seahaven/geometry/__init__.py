"""Shapes in the plane: poses, oriented boxes, and curves measured by arc length.

Numbers and arrays come in (metres and radians, x east, y north, headings counter-clockwise from east); poses, boxes,
curves, distances and answers about sight and overlap go out. It never touches time, vehicles, roads or files.
Loops over many boxes and points run as machine code that is loaded on first use.
"""

from seahaven.geometry.angle import angle_between, wrap_angle
from seahaven.geometry.arc import Arc
from seahaven.geometry.box import Box
from seahaven.geometry.boxes import box_rows, boxes_corners, boxes_distance, boxes_overlap, overlapping_pairs
from seahaven.geometry.bspline import BSpline
from seahaven.geometry.clothoid import Clothoid
from seahaven.geometry.cubic import Cubic, ParametricCubic
from seahaven.geometry.curve import Curve
from seahaven.geometry.line import Line
from seahaven.geometry.measure import Bytes, Floats, Indices, Integers, Point, Truths
from seahaven.geometry.path import Joint, Path
from seahaven.geometry.polyline import Polyline
from seahaven.geometry.pose import Pose
from seahaven.geometry.sight import segment_hits_box, segments_blocked

__all__ = [
    "Arc",
    "BSpline",
    "Box",
    "Bytes",
    "Clothoid",
    "Cubic",
    "Curve",
    "Floats",
    "Indices",
    "Integers",
    "Joint",
    "Line",
    "ParametricCubic",
    "Path",
    "Point",
    "Polyline",
    "Pose",
    "Truths",
    "angle_between",
    "box_rows",
    "boxes_corners",
    "boxes_distance",
    "boxes_overlap",
    "overlapping_pairs",
    "segment_hits_box",
    "segments_blocked",
    "wrap_angle",
]
