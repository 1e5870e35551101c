"""Smooth ways from one pose to another, of straights and of bends that begin and end without a jolt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, cos, hypot, inf, sin

from seahaven.geometry import Path, Pose, wrap_angle

STRAIGHT = 1e-9
"""Turns smaller than this, in radians, count as straight."""
SHARPEST = 2.7
"""The most that one bend turns; a wider one would need tangents without end."""
SHARE = 0.4
"""The part of a bend's turn that its two transitions make."""
TRIES = 24
WIDE_ENOUGH = 6.0
"""One bend of this radius, in metres, is not given up for two that may be wider."""


@dataclass(frozen=True, slots=True)
class Way:
    """A line from one pose to another, and the smallest radius on it."""

    line: Path
    radius: float


def bend(path: Path, angle: float, radius: float, transition: float) -> Path:
    """The path with a bend added: transition, arc, transition; positive angles turn left."""
    if abs(angle) < STRAIGHT:
        return path
    curvature = (1.0 if angle > 0.0 else -1.0) / radius
    arc = abs(angle) * radius - transition
    if transition:
        path = path.clothoid(transition, from_curvature=0.0, to_curvature=curvature)
    if arc > 1e-9:
        path = path.arc(arc, curvature=curvature)
    return path.clothoid(transition, from_curvature=curvature, to_curvature=0.0) if transition else path


def way(start: Pose, end: Pose) -> Way:
    """The widest way from one pose to another: straight, with one bend, or with two.

    A bend fills as much of the corner as the straights on either side leave room for.
    """
    goal = _seen_from(start, end)
    if abs(goal.heading) < STRAIGHT and abs(goal.y) < 1e-7 and goal.x > 0.0:
        return Way(Path(start).line(goal.x), inf)
    single = _one_bend(goal)
    if single is not None and _radius(single) > WIDE_ENOUGH:
        return Way(_drawn(start, single), _radius(single))
    choices = [*_two_bends(goal), *([] if single is None else [single])]
    if not choices:
        return Way(Path(start).line(max(goal.x, 1e-3)), 0.0)
    widest = max(choices, key=_radius)
    return Way(_drawn(start, widest), _radius(widest))


@dataclass(frozen=True, slots=True)
class _Corner:
    """A straight, then a bend that takes `tangent` metres of the straights before and after its corner."""

    straight: float
    angle: float = 0.0
    tangent: float = 0.0

    @property
    def radius(self) -> float:
        return self.tangent / _unit_tangent(abs(self.angle)) if abs(self.angle) > STRAIGHT else inf


def _radius(corners: tuple[_Corner, ...]) -> float:
    return min(corner.radius for corner in corners)


def _drawn(start: Pose, corners: tuple[_Corner, ...]) -> Path:
    path = Path(start)
    for corner in corners:
        if corner.straight > 1e-6:
            path = path.line(corner.straight)
        if abs(corner.angle) > STRAIGHT:
            path = bend(path, corner.angle, corner.radius, SHARE * abs(corner.angle) * corner.radius)
        elif corner.tangent:
            path = path.line(2.0 * corner.tangent)
    return path


def _one_bend(goal: Pose) -> tuple[_Corner, ...] | None:
    if not 1e-4 < abs(goal.heading) < SHARPEST:
        return None
    after = goal.y / sin(goal.heading)
    before = goal.x - after * cos(goal.heading)
    tangent = min(before, after)
    if tangent < 0.2:
        return None
    return _Corner(before - tangent, goal.heading, tangent), _Corner(after - tangent)


def _two_bends(goal: Pose) -> Iterator[tuple[_Corner, ...]]:
    reach = hypot(goal.x, goal.y)
    for k in range(1, TRIES):
        tangent = reach * k / (2.0 * TRIES)
        east, north = goal.x - tangent * (1.0 + cos(goal.heading)), goal.y - tangent * sin(goal.heading)
        middle, first = hypot(east, north), atan2(north, east)
        second = wrap_angle(goal.heading - first)
        if middle > 2.0 * tangent and max(abs(first), abs(second)) < SHARPEST:
            yield _Corner(0.0, first, tangent), _Corner(middle - 2.0 * tangent, second, tangent)


@lru_cache(maxsize=4096)
def _unit_tangent(angle: float) -> float:
    """How far before its corner a bend of radius 1 begins."""
    end = bend(Path(Pose(0.0, 0.0, 0.0)), angle, 1.0, SHARE * angle).end
    return end.y / sin(angle)


def _seen_from(start: Pose, end: Pose) -> Pose:
    x, y = start.to_local(end.point)
    return Pose(x, y, wrap_angle(end.heading - start.heading))
