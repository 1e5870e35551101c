"""Rows of points, and the roads and lanes that run along them: SUMO and RNDF give lanes so."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, dist, hypot, inf, sin, tan
from typing import TypeAlias

from seahaven.geometry import Arc, Curve, Line, Path, Pose, angle_between
from seahaven.roads.model import Profile

Point3: TypeAlias = tuple[float, float, float]
Shape: TypeAlias = tuple[Point3, ...]

SHORTEST = 0.01
"""How long a lane is made whose points all coincide: SUMO writes such inside junctions of roads that touch."""

KINK = 0.01
"""How far lanes beside a line may stray at its kinks before these are rounded."""

SHARP, EASE = 0.25, 7.0
"""Radians by which a road between junctions turns at one point to be sharp there, and metres before and behind it from
which on it is rounded then: nobody turns on the spot, and the ends of a bus that tried to would sweep over the other
side of the road."""

_FACET = 0.05
"""Radians by which a rounded shape turns from point to point, about."""

_ROOM = 0.45
_STRAIGHT = 2e-6


def heading_in(shape: Shape) -> float | None:
    """The direction in which a shape sets out; None where its points all coincide."""
    return _heading(shape[0], shape[1]) if len(shape) > 1 else None


def heading_out(shape: Shape) -> float | None:
    """The direction in which a shape arrives; None where its points all coincide."""
    return _heading(shape[-2], shape[-1]) if len(shape) > 1 else None


def _heading(start: Point3, end: Point3) -> float:
    return atan2(end[1] - start[1], end[0] - start[0])


def lengthened(shape: Shape, heading: float) -> Shape:
    """A shape that is a single point, drawn out in a direction just so far that it has one."""
    x, y, z = shape[0]
    return (x, y, z), (x + SHORTEST * cos(heading), y + SHORTEST * sin(heading), z)


def shape_length(shape: Shape) -> float:
    """How long the way from point to point is, in the plane."""
    return sum(dist(start[:2], end[:2]) for start, end in pairwise(shape))


def line_along(shape: Shape, reach: float = 0.0, ease: float = 0.0) -> Path:
    """The straight lines from point to point; lanes lie up to `reach` metres beside them.

    At a kink such lanes would have a gap on the outer side and overlap on the inner one. Where that is more than KINK,
    the corner is rounded by an arc whose radius is the reach, as far as the lines beside it are long enough; where it
    is sharp, from `ease` metres before it on. Headings run on without full turns. Points at which nothing turns make no
    piece of their own.
    """
    shape = _turning(shape)
    corners = [_corner(*points, reach, ease) for points in zip(shape, shape[1:], shape[2:], strict=False)]
    pieces: list[Curve] = []
    heading, before = _heading(shape[0], shape[1]), 0.0
    for (start, end), (turn, after) in zip(pairwise(shape), (*corners, (0.0, 0.0)), strict=True):
        x, y = start[0] + before * cos(heading), start[1] + before * sin(heading)
        line = Line(Pose(x, y, heading), dist(start[:2], end[:2]) - before - after)
        pieces.append(line)
        if after:
            bend = tan(0.5 * turn) / after
            pieces.append(Arc(line.end, turn / bend, bend))
        heading, before = heading + turn, after
    return Path.through(pieces)


def rounded(shape: Shape, ease: float, offset: float) -> Shape:
    """The points of a lane with arcs where it is sharp; it lies `offset` metres left of a line that is rounded so."""
    points = [shape[0]]
    for before, here, after in zip(shape, shape[1:], shape[2:], strict=False):
        turn, cut = _corner(before, here, after, 0.0, ease, offset)
        if not cut:
            points.append(here)
            continue
        into, out, bend = _between(here, before, cut), _between(here, after, cut), tan(0.5 * turn) / cut
        arc, facets = Arc(Pose(into[0], into[1], _heading(before, here)), turn / bend, bend), round(abs(turn) / _FACET)
        for share in (k / facets for k in range(facets + 1)):
            x, y = arc.point(share * arc.length)
            points.append((x, y, into[2] + share * (out[2] - into[2])))
    return *points, shape[-1]


def _between(start: Point3, end: Point3, way: float) -> Point3:
    """The point so many metres from one to another."""
    share = way / dist(start[:2], end[:2])
    x, y, z = (a + share * (b - a) for a, b in zip(start, end, strict=True))
    return x, y, z


def _turning(shape: Shape) -> Shape:
    """The points of a shape at which it turns, and its ends."""
    inner = (
        here
        for before, here, after in zip(shape, shape[1:], shape[2:], strict=False)
        if abs(angle_between(_heading(before, here), _heading(here, after))) > _STRAIGHT
    )
    return shape[0], *inner, shape[-1]


def _corner(
    before: Point3, here: Point3, after: Point3, reach: float, ease: float = 0.0, offset: float = 0.0
) -> tuple[float, float]:  # fmt: skip
    """By how much a shape turns at a point, and how much of the lines beside it an arc takes up there."""
    turn = angle_between(_heading(before, here), _heading(here, after))
    cut = reach * abs(tan(0.5 * turn))
    if abs(turn) > SHARP:
        cut = max(cut, ease - offset * tan(0.5 * turn))
    room = _ROOM * min(dist(before[:2], here[:2]), dist(here[:2], after[:2]))
    return turn, min(cut, room) if cut > KINK else 0.0


def elevation_along(shape: Shape, length: float) -> Profile:
    """The heights of the points, joined by straight slopes, along a line of that length."""
    if not any(z for _, _, z in shape):
        return Profile()
    stations = [0.0]
    for start, end in pairwise(shape):
        stations.append(stations[-1] + dist(start[:2], end[:2]))
    scale = length / stations[-1]
    return Profile.through((scale * s, z) for s, (_, _, z) in zip(stations, shape, strict=True))


def apart(left: Shape, right: Shape, spacing: float) -> float:
    """How far two shapes are from lying side by side: the most by which the distance between them strays from that.

    Infinity where the second does not lie to the right of the first.
    """
    rightmost = max(_stray(point, right, spacing, 1.0) for point in left)
    return max(rightmost, *(_stray(point, left, spacing, -1.0) for point in right))


def _stray(point: Point3, other: Shape, spacing: float, expected_side: float) -> float:
    distance, side = min((_beside(point, start, end) for start, end in pairwise(other)), key=lambda found: found[0])
    return abs(distance - spacing) if side * expected_side > 0.0 else inf


def _beside(point: Point3, start: Point3, end: Point3) -> tuple[float, float]:
    """The distance of a point from a segment, and on which side it lies: positive to the left."""
    along, across = end[0] - start[0], end[1] - start[1]
    x, y = point[0] - start[0], point[1] - start[1]
    share = min(max((x * along + y * across) / (along * along + across * across), 0.0), 1.0)
    return hypot(x - share * along, y - share * across), along * y - across * x


def widest_gap(shapes: Sequence[Shape], widths: Sequence[float]) -> float:
    """How far lanes, given from left to right, are from lying side by side."""
    pairs = zip(pairwise(shapes), pairwise(widths), strict=True)
    return max((apart(left, right, 0.5 * sum(both)) for (left, right), both in pairs), default=0.0)
