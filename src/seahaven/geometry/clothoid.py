"""The transition curve of roads: curvature that changes linearly with arc length."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, cos, sin

import numpy as np

from seahaven.geometry.curve import Curve
from seahaven.geometry.measure import Floats, Frame, Frames, Point, finite, positive
from seahaven.geometry.pose import Pose

_nodes, _weights = np.polynomial.legendre.leggauss(8)
GAUSS = tuple(zip((1.0 + _nodes).tolist(), _weights.tolist(), strict=True))
"""Nodes from 0 to 2 and weights of Gauss's rule, which is exact up to degree 15."""


@dataclass(frozen=True, slots=True)
class Clothoid(Curve):
    """A curve that leaves the start pose along its heading and bends from one curvature to another.

    Either curvature may be negative or 0, they may be equal, and the curve may pass through straight on its way.

    The curve is cut into panels that turn by a radian at most. Eight Gauss nodes give a panel to 1e-14 of its length,
    whatever the rate of change, where Fresnel integrals lose digits as the rate tends to 0: kilometres are good
    to 1e-10 m without a special case.
    """

    start: Pose
    length: float
    start_curvature: float
    end_curvature: float
    _knots: tuple[Point, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        positive("Clothoid", "length", self.length)
        finite("Clothoid", "start_curvature", self.start_curvature)
        finite("Clothoid", "end_curvature", self.end_curvature)
        sharpest = max(abs(self.start_curvature), abs(self.end_curvature))
        panels = max(1, ceil(sharpest * self.length))
        knots = [self.start.point]
        for k in range(1, panels):
            first, last = (k - 1) * self.length / panels, k * self.length / panels
            east, north = self._stride(first, last)
            knots.append((knots[-1][0] + east, knots[-1][1] + north))
        object.__setattr__(self, "_knots", tuple(knots))

    def _stride(self, first: float, last: float) -> Point:
        """How far east and north the curve leads from one s to another in the same panel."""
        half = 0.5 * (last - first)
        heading, curvature, rate = self.start.heading, self.start_curvature, self._half_rate()
        east = north = 0.0
        for node, weight in GAUSS:
            t = first + half * node
            angle = heading + t * (curvature + t * rate)
            east += weight * cos(angle)
            north += weight * sin(angle)
        return half * east, half * north

    def _half_rate(self) -> float:
        return 0.5 * (self.end_curvature - self.start_curvature) / self.length

    def _frame(self, s: float) -> Frame:
        panels = len(self._knots)
        k = min(int(s / self.length * panels), panels - 1)
        (x, y), (east, north) = self._knots[k], self._stride(k * self.length / panels, s)
        return x + east, y + north, self.start.heading + s * (self.start_curvature + s * self._half_rate())

    def _frames(self, s: Floats) -> Frames:
        panels = len(self._knots)
        k = np.minimum((s / self.length * panels).astype(np.int64), panels - 1)
        (x, y), (east, north) = np.array(self._knots)[k].T, self._strides(k * self.length / panels, s)
        return x + east, y + north, self._headings(s)

    def _strides(self, first: Floats, last: Floats) -> tuple[Floats, Floats]:
        # Summed node by node: a matrix product may round an element differently in other company.
        half = 0.5 * (last - first)
        east, north = np.zeros(len(last)), np.zeros(len(last))
        for node, weight in GAUSS:
            angle = self._headings(first + half * node)
            east += weight * np.cos(angle)
            north += weight * np.sin(angle)
        return half * east, half * north

    def _headings(self, s: Floats) -> Floats:
        return self.start.heading + s * (self.start_curvature + s * self._half_rate())

    def _curvature(self, s: float) -> float:
        return self.start_curvature + (self.end_curvature - self.start_curvature) * (s / self.length)

    def _curvatures(self, s: Floats) -> Floats:
        return self.start_curvature + (self.end_curvature - self.start_curvature) * (s / self.length)
