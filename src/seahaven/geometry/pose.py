"""A place and a direction in the plane, and the frame they span."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, isfinite, sin
from typing import Self, overload

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry.angle import wrap_angle
from seahaven.geometry.measure import Floats, Point


@dataclass(frozen=True, slots=True)
class Pose:
    """A place in metres (x east, y north) and a heading in radians, counter-clockwise from east.

    The heading is kept as given, not wrapped, so that headings along a curve stay continuous.
    A pose is also a frame: its own x points ahead, its own y to the left.
    """

    x: float
    y: float
    heading: float

    def __post_init__(self) -> None:
        # One test for three numbers: a NaN or an infinity survives the sum.
        if not isfinite(self.x + self.y + self.heading):
            raise InputError(f"{self!r} is not a place and a direction; expected finite numbers")

    @property
    def point(self) -> Point:
        """The place without the direction."""
        return self.x, self.y

    @overload
    def to_world(self, points: Point) -> Point: ...
    @overload
    def to_world(self, points: Floats) -> Floats: ...
    def to_world(self, points: Point | Floats) -> Point | Floats:
        """The points, given in this pose's frame, in world coordinates.

        A pair gives a pair; an array keeps its shape and holds x, y along its last axis.
        """
        c, s = cos(self.heading), sin(self.heading)
        if isinstance(points, np.ndarray):
            ahead, left = points[..., 0], points[..., 1]
            return np.stack((self.x + (c * ahead - s * left), self.y + (s * ahead + c * left)), axis=-1)
        u, v = points
        return self.x + (c * u - s * v), self.y + (s * u + c * v)

    @overload
    def to_local(self, points: Point) -> Point: ...
    @overload
    def to_local(self, points: Floats) -> Floats: ...
    def to_local(self, points: Point | Floats) -> Point | Floats:
        """The points, given in world coordinates, in this pose's frame: ahead, to the left."""
        c, s = cos(self.heading), sin(self.heading)
        if isinstance(points, np.ndarray):
            east, north = points[..., 0] - self.x, points[..., 1] - self.y
            return np.stack((c * east + s * north, c * north - s * east), axis=-1)
        u, v = points[0] - self.x, points[1] - self.y
        return c * u + s * v, c * v - s * u

    def compose(self, local: Pose) -> Pose:
        """The world pose of a pose that is given in this one's frame."""
        c, s = cos(self.heading), sin(self.heading)
        x, y = self.x + (c * local.x - s * local.y), self.y + (s * local.x + c * local.y)
        return Pose(x, y, self.heading + local.heading)

    def inverse(self) -> Pose:
        """The pose that undoes this one: `pose.compose(pose.inverse())` is the origin."""
        c, s = cos(self.heading), sin(self.heading)
        return Pose(-(c * self.x + s * self.y), s * self.x - c * self.y, -self.heading)

    @classmethod
    def blend(cls, weights: Sequence[float], values: Sequence[Self]) -> Self:
        """The weighted sum of poses, headings taken the short way round from the last one.

        The weights of an interpolation sum to 1; those of an extrapolation do too, with some below 0.
        """
        if not values or len(weights) != len(values):
            raise InputError(
                f"blend got {len(weights)} weights for {len(values)} poses; expected one each, and at least one"
            )
        nearby = values[-1].heading
        x = y = heading = 0.0
        for weight, pose in zip(weights, values, strict=True):
            x += weight * pose.x
            y += weight * pose.y
            heading += weight * (nearby + wrap_angle(pose.heading - nearby))
        return cls(x, y, heading)
