"""Uniform B-splines of third order: smooth curves that a few points shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry.measure import Floats, Point, point_rows
from seahaven.geometry.spacing import Spacing
from seahaven.geometry.spline import Spline

BASIS = np.array([[1.0, 4.0, 1.0, 0.0], [-3.0, 0.0, 3.0, 0.0], [3.0, -6.0, 3.0, 0.0], [-1.0, 3.0, -3.0, 1.0]]) / 6.0
"""Row k: the coefficient of t^k in the weights of the four control points that shape a piece."""


@dataclass(frozen=True, slots=True)
class BSpline(Spline):
    """A curve that follows its control points with continuous curvature and stays in their convex hull.

    Moving a control point changes the four pieces around it only. Three kinds:

    - open (four points or more): runs from near the second point to near the last but one;
    - clamped (two or more): starts on the first point towards the second and ends on the last, with curvature 0 at
      both ends, so that it joins straight lines smoothly;
    - closed (three or more): a loop that meets itself with continuous curvature.
    """

    points: Sequence[Point]
    _: KW_ONLY
    closed: bool = False
    clamped: bool = False
    length: float = field(init=False, compare=False)
    _spacing: Spacing = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.closed and self.clamped:
            raise InputError("BSpline cannot be both closed and clamped: a loop has no ends; leave one of them out")
        rows = point_rows("BSpline", self.points, least=3 if self.closed else 2 if self.clamped else 4)
        controls = self._controls(rows)
        spacing = Spacing.along("BSpline", _pieces(controls), 1.0)
        object.__setattr__(self, "points", tuple((float(x), float(y)) for x, y in rows))
        object.__setattr__(self, "_spacing", spacing)
        object.__setattr__(self, "length", spacing.length)

    def _controls(self, rows: Floats) -> Floats:
        if self.closed:
            return np.concatenate((rows[-1:], rows, rows[:2]))
        if self.clamped:
            # A mirror image beyond each end puts the curve on the end point, without bend.
            return np.concatenate((2.0 * rows[:1] - rows[1:2], rows, 2.0 * rows[-1:] - rows[-2:-1]))
        return rows


def _pieces(controls: Floats) -> Floats:
    """The coefficients of x and y for every four neighbouring control points."""
    windows = np.lib.stride_tricks.sliding_window_view(controls, 4, axis=0)
    return windows @ BASIS.T
