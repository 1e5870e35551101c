"""Curves made of cubic pieces, measured by arc length."""

from __future__ import annotations

from math import atan2, sqrt

import numpy as np

from seahaven.geometry.angle import wrap_angle
from seahaven.geometry.curve import Curve
from seahaven.geometry.measure import Floats, Frame, Frames
from seahaven.geometry.spacing import Spacing, evaluate

ROUNDING = 1e-9
"""A knot nearer to the end than this share of the length lies at the end."""


class Spline(Curve):
    """A smooth chain of cubic pieces; its kinds differ in where the pieces come from.

    Every place given lies on the curve to rounding; how far along it lies is right to ten nanometres.
    """

    __slots__ = ()

    _spacing: Spacing

    def _frame(self, s: float) -> Frame:
        first, length, c0, c1, c2, c3, c4, c5, ax, bx, cx, dx, ay, by, cy, dy, heading = self._spacing.row(s)
        r = (s - first) / length
        t = c0 + r * (c1 + r * (c2 + r * (c3 + r * (c4 + r * c5))))
        x, y = ax + t * (bx + t * (cx + t * dx)), ay + t * (by + t * (cy + t * dy))
        direction = atan2(by + t * (2.0 * cy + t * 3.0 * dy), bx + t * (2.0 * cx + t * 3.0 * dx))
        return x, y, heading + wrap_angle(direction - heading)

    def _frames(self, s: Floats) -> Frames:
        row, t = self._parameters(s)
        (bx, cx, dx), (by, cy, dy), heading = row[9:12], row[13:16], row[16]
        direction = np.arctan2(by + t * (2.0 * cy + t * 3.0 * dy), bx + t * (2.0 * cx + t * 3.0 * dx))
        return evaluate(row[8:12], t), evaluate(row[12:16], t), heading + wrap_angle(direction - heading)

    def _curvature(self, s: float) -> float:
        first, length, c0, c1, c2, c3, c4, c5, _, bx, cx, dx, _, by, cy, dy, _ = self._spacing.row(s)
        r = (s - first) / length
        t = c0 + r * (c1 + r * (c2 + r * (c3 + r * (c4 + r * c5))))
        vx, vy = bx + t * (2.0 * cx + t * 3.0 * dx), by + t * (2.0 * cy + t * 3.0 * dy)
        speed = sqrt(vx * vx + vy * vy)
        return (vx * (2.0 * cy + t * 6.0 * dy) - vy * (2.0 * cx + t * 6.0 * dx)) / (speed * speed * speed)

    def _curvatures(self, s: Floats) -> Floats:
        row, t = self._parameters(s)
        (bx, cx, dx), (by, cy, dy) = row[9:12], row[13:16]
        vx, vy = bx + t * (2.0 * cx + t * 3.0 * dx), by + t * (2.0 * cy + t * 3.0 * dy)
        speed = np.sqrt(vx * vx + vy * vy)
        bend: Floats = (vx * (2.0 * cy + t * 6.0 * dy) - vy * (2.0 * cx + t * 6.0 * dx)) / (speed * speed * speed)
        return bend

    def _parameters(self, s: Floats) -> tuple[Floats, Floats]:
        """For each s a column of the spacing's table and the parameter of the piece."""
        row = self._spacing.columns(s)
        return row, evaluate(row[2:8], (s - row[0]) / row[1])

    def _breaks(self) -> Floats:
        stations = np.array(self._spacing.stations)
        return np.append(stations[stations < self.length * (1.0 - ROUNDING)], self.length)
