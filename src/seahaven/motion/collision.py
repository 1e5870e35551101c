"""Vehicles that run into each other, and what is told of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, sin

from seahaven.geometry import Box, Floats, Pose

__all__ = ["Collision", "collision_of"]


@dataclass(frozen=True, slots=True)
class Collision:
    """Two vehicles begin to touch."""

    entities: tuple[int, int]
    """Their ids, the lower one first."""
    x: float
    """m, where: the middle of what they share"""
    y: float
    speed: float
    """m/s, of one against the other"""


def collision_of(entities: tuple[int, int], boxes: Floats, speeds: Floats) -> Collision:
    """What is told of two vehicles that meet, from their rows x, y, heading, length, width and from their speeds."""
    first, second = (Box(Pose(*row[:3]), row[3], row[4]) for row in boxes.tolist())
    shared = [corner for corner in first.corners if second.contains(*corner)]
    shared += [corner for corner in second.corners if first.contains(*corner)]
    points = shared or [first.pose.point, second.pose.point]
    (a, b), (v, w) = (first.pose.heading, second.pose.heading), speeds.tolist()
    return Collision(
        entities,
        sum(x for x, _ in points) / len(points),
        sum(y for _, y in points) / len(points),
        hypot(v * cos(a) - w * cos(b), v * sin(a) - w * sin(b)),
    )
