"""Vehicles that run into each other, and what is told of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, sin

from seahaven.geometry import Box, Floats, Pose
from seahaven.motion.hulls import Hulls

__all__ = ["Collision", "Crash", "Push", "collision_of"]


@dataclass(frozen=True, slots=True)
class Collision:
    """Two vehicles, or a vehicle and a person, begin to touch."""

    entities: tuple[int, int]
    """Their ids, the lower one first."""
    x: float
    """m, where: the middle of what they share"""
    y: float
    speed: float
    """m/s, of one against the other"""
    impulse: float = 0.0
    """N s, of the first on the second and back; 0 where nothing was pushed"""


@dataclass(frozen=True, slots=True)
class Crash:
    """A vehicle runs into a wall, a pole or another thing beside the road."""

    entity: int
    x: float
    """m, where"""
    y: float
    speed: float
    """m/s, at which it comes nearer to the thing"""
    impulse: float
    """N s"""


@dataclass(frozen=True, slots=True)
class Push:
    """A vehicle was struck: how it moves from then on."""

    entity: int
    velocity_x: float
    """m/s, of its centre of gravity, to the east"""
    velocity_y: float
    """m/s, of its centre of gravity, to the north"""
    yaw_rate: float
    """rad/s"""
    change: float
    """m/s, by how much its velocity changed"""

    @classmethod
    def of(cls, entity: int, hulls: Hulls, row: int, change: float) -> Push:
        """How a body moves that was struck, by its hull."""
        return cls(
            entity, float(hulls.velocity_x[row]), float(hulls.velocity_y[row]), float(hulls.yaw_rate[row]), change
        )  # fmt: skip


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
