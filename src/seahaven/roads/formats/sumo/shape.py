"""Rows of points, as SUMO writes the shapes of lanes."""

from __future__ import annotations

from math import dist, isfinite

from seahaven.files import Element
from seahaven.roads.formats.polyline import Point3, Shape

__all__ = ["read_shape"]

_SAME = 1e-9


def read_shape(element: Element, attribute: str = "shape") -> Shape:
    """The points of a shape, x,y or x,y,z each, without those that repeat the one before."""
    points: list[Point3] = []
    for text in element.word(attribute).split():
        point = _point(element, attribute, text)
        if not points or dist(points[-1][:2], point[:2]) > _SAME:
            points.append(point)
    if not points:
        element.refuse(f"<{element.tag}> has an empty {attribute}; expected points x,y or x,y,z")
    return tuple(points)


def _point(element: Element, attribute: str, text: str) -> Point3:
    try:
        x, y, z = (*(float(number) for number in text.split(",")), 0.0)[:3] if text.count(",") in (1, 2) else ()
    except ValueError:
        element.refuse(f"<{element.tag}> has '{text}' in its {attribute}; expected points x,y or x,y,z")
    if not isfinite(x + y + z):
        element.refuse(f"<{element.tag}> has '{text}' in its {attribute}; expected finite numbers")
    return x, y, z
