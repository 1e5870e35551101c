"""Which ways make up one junction: those that leave one road, come onto one road, or cross."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from seahaven.geometry import Floats
from seahaven.roads.formats.rndf.course import Course
from seahaven.roads.formats.rndf.ways import Way

__all__ = ["crosses", "joined"]


def joined(ways: Sequence[Way]) -> list[list[Way]]:
    """The ways of each junction, in their order."""
    group = list(range(len(ways)))

    def root(k: int) -> int:
        while group[k] != k:
            group[k] = group[group[k]]
            k = group[k]
        return k

    for k, other in _meeting(ways):
        low, high = sorted((root(k), root(other)))
        group[high] = low
    found: dict[int, list[Way]] = {}
    for k, way in enumerate(ways):
        found.setdefault(root(k), []).append(way)
    return list(found.values())


def _meeting(ways: Sequence[Way]) -> Iterator[tuple[int, int]]:
    firsts: dict[tuple[str, bool], int] = {}
    for k, way in enumerate(ways):
        for end in ((way.source, True), (way.target, False)):
            yield k, firsts.setdefault(end, k)
    boxes = [_box(way) for way in ways]
    for k, other in combinations(range(len(ways)), 2):
        if _overlap(boxes[k], boxes[other]) and _cross(ways[k], ways[other]):
            yield k, other


def _box(way: Way) -> Floats:
    points = np.array([point for berth in way.berths for point in berth.course.points])
    return np.concatenate((points.min(axis=0), -points.max(axis=0)))


def _overlap(box: Floats, other: Floats) -> bool:
    return bool(np.all(np.maximum(box[:2], other[:2]) <= np.minimum(-box[2:], -other[2:])))


def _cross(way: Way, other: Way) -> bool:
    return any(crosses(a.course, b.course) for a in way.berths for b in other.berths)


def crosses(course: Course, other: Course) -> bool:
    """Whether two courses have a point in common."""
    a, b = np.array(course.points), np.array(other.points)
    p, r = a[:-1, None, :], (a[1:] - a[:-1])[:, None, :]
    q, s = b[None, :-1, :], (b[1:] - b[:-1])[None, :, :]
    turn = r[..., 0] * s[..., 1] - r[..., 1] * s[..., 0]
    gap = q - p
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (gap[..., 0] * s[..., 1] - gap[..., 1] * s[..., 0]) / turn
        u = (gap[..., 0] * r[..., 1] - gap[..., 1] * r[..., 0]) / turn
    return bool(np.any((turn != 0.0) & (t >= 0.0) & (t <= 1.0) & (u >= 0.0) & (u <= 1.0)))
