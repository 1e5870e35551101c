"""Outlines of things on roads, as corners in the plane."""

from __future__ import annotations

from math import cos, sin

import numpy as np

from seahaven.geometry import Floats, Pose
from seahaven.roads.model import Outline, Road, RoadObject

THIN = 0.1
"""How long or wide a thing is taken to be that has no size, in metres."""


def object_corners(road: Road, thing: RoadObject) -> list[Floats]:
    """The corners of a thing, one table of x and y for each of its outlines; its box where it has none."""
    if not thing.outlines:
        return [_box(road, thing)]
    return [_corners(road, thing, outline) for outline in thing.outlines if len(outline.corners) > 1]


def _corners(road: Road, thing: RoadObject, outline: Outline) -> Floats:
    if outline.on_road:
        return np.array([_on_road(road, s, t) for s, t, _, _ in outline.corners])
    frame = _frame(road, thing)
    return np.array([frame.to_world((ahead, left)) for ahead, left, _, _ in outline.corners])


def _box(road: Road, thing: RoadObject) -> Floats:
    size = (2.0 * thing.radius,) * 2 if thing.radius else (thing.length or THIN, thing.width or THIN)
    ahead, left = 0.5 * max(size[0], THIN), 0.5 * max(size[1], THIN)
    corners = ((ahead, left), (ahead, -left), (-ahead, -left), (-ahead, left))
    frame = _frame(road, thing)
    return np.array([frame.to_world(corner) for corner in corners])


def _frame(road: Road, thing: RoadObject) -> Pose:
    x, y = _on_road(road, thing.s, thing.t)
    return Pose(x, y, road.line.heading(_within(road, thing.s)) + thing.heading)


def _on_road(road: Road, s: float, t: float) -> tuple[float, float]:
    """The place at s along a road and t to the left of its line; beyond an end the line runs on straight."""
    near = _within(road, s)
    x, y = road.line.point(near)
    heading = road.line.heading(near)
    return x - t * sin(heading) + (s - near) * cos(heading), y + t * cos(heading) + (s - near) * sin(heading)


def _within(road: Road, s: float) -> float:
    return min(max(s, 0.0), road.line.length)
