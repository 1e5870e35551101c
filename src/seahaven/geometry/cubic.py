"""Cubic polynomials as curves: one coordinate in terms of the other, or both in terms of a parameter."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, sin
from typing import TypeAlias

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry.measure import Floats, finite_array, positive
from seahaven.geometry.pose import Pose
from seahaven.geometry.spacing import Spacing
from seahaven.geometry.spline import Spline

Coefficients: TypeAlias = tuple[float, float, float, float]
"""a, b, c, d of a + b t + c t² + d t³."""


@dataclass(frozen=True, slots=True)
class Cubic(Spline):
    """The graph v(u) = a + b u + c u² + d u³ in a frame, from u = 0 on, up to the given arc length.

    u runs ahead of the frame and v to its left, as in OpenDRIVE's poly3. The curve starts on the frame's
    pose only when a and b are 0.
    """

    frame: Pose
    v: Coefficients
    length: float
    _spacing: Spacing = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        positive("Cubic", "length", self.length)
        pieces = _placed("Cubic", self.frame, (0.0, 1.0, 0.0, 0.0), self.v)
        # A graph is at least as long as it is wide, so this extent covers the length.
        object.__setattr__(self, "_spacing", Spacing.along("Cubic", pieces, self.length))


@dataclass(frozen=True, slots=True)
class ParametricCubic(Spline):
    """The curve u(p), v(p) in a frame, both cubic, for p from 0 to the extent, as in OpenDRIVE's paramPoly3.

    An extent of 1 is OpenDRIVE's range "normalized"; for "arcLength" give the length that the file states. Either
    way `length` is the true arc length, which may differ a little from what a file states.
    """

    frame: Pose
    u: Coefficients
    v: Coefficients
    extent: float = 1.0
    length: float = field(init=False, compare=False)
    _spacing: Spacing = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        positive("ParametricCubic", "extent", self.extent)
        pieces = _placed("ParametricCubic", self.frame, self.u, self.v)
        spacing = Spacing.along("ParametricCubic", pieces, self.extent)
        object.__setattr__(self, "_spacing", spacing)
        object.__setattr__(self, "length", spacing.length)


def _placed(owner: str, frame: Pose, u: Coefficients, v: Coefficients) -> Floats:
    """The polynomials turned and moved from the frame into the world, as one piece."""
    for name, coefficients in (("u", u), ("v", v)):
        if len(coefficients) != 4:
            raise InputError(f"{owner} got {len(coefficients)} coefficients of {name}; expected a, b, c, d")
    ahead, left = finite_array(owner, "u", u), finite_array(owner, "v", v)
    c, s = cos(frame.heading), sin(frame.heading)
    piece = np.stack((c * ahead - s * left, s * ahead + c * left))
    piece[:, 0] += frame.point
    return piece[np.newaxis]
