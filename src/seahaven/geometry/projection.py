"""The nearest place on a smooth curve: a coarse answer from a polyline beside it, then Newton steps to the bottom."""

from __future__ import annotations

from dataclasses import dataclass
from math import copysign, cos, hypot, sin
from typing import TYPE_CHECKING, Self

import numpy as np

from seahaven.geometry.chain import Chain
from seahaven.geometry.measure import Floats, Frame, Frames, Point

if TYPE_CHECKING:
    from seahaven.geometry.curve import Curve

GUIDE_ERROR = 1e-3
SETTLED = 1e-9
"""A Newton step shorter than this, in metres, is the last one: what is left after it is about its square."""
ROUNDING = 1e-15
"""What steps cannot get below, as a share of the coordinates."""
MOST_STEPS = 60


@dataclass(frozen=True, slots=True, eq=False)
class Guide:
    """A chain of points on a curve, with the curve's s at each, that says between which two s to look closely."""

    chain: Chain

    @classmethod
    def beside(cls, curve: Curve) -> Self:
        """The guide of a curve: within a millimetre of it, or a thousandth of its length if that is less."""
        stations = curve.stations(GUIDE_ERROR * min(1.0, curve.length))
        return cls(Chain(curve.point(stations), stations))

    def bracket(self, x: float, y: float, hint: float | None) -> tuple[float, float, float]:
        """The s near which the curve comes nearest to the point, between the lowest and highest s to consider."""
        i, t = self.chain.place(x, y, hint)
        s = self.chain.stations
        low, here, there = s.item(max(i - 1, 0)), s.item(i), s.item(i + 1)
        return low, here + t * (there - here), s.item(min(i + 2, len(s) - 1))

    def brackets(self, x: Floats, y: Floats, hint: Floats | None) -> tuple[Floats, Floats, Floats]:
        """The same for many points at once."""
        i, t = self.chain.places(x, y, hint)
        s = self.chain.stations
        here, there = s[i], s[i + 1]
        return s[np.maximum(i - 1, 0)], here + t * (there - here), s[np.minimum(i + 2, len(s) - 1)]


def refine(curve: Curve, x: float, y: float, low: float, s: float, high: float) -> Point:
    """The s in [low, high] at which the curve comes nearest to the point, and the offset from there.

    Newton's method on "the point is neither ahead nor behind", halving the interval where a step would leave it.
    """
    settled = SETTLED + ROUNDING * (abs(x) + abs(y))
    for _ in range(MOST_STEPS):
        ahead, left = _seen_from(curve._frame(s), x, y)
        low, high = (s, high) if ahead > 0.0 else (low, s)
        slope = 1.0 - curve._curvature(s) * left
        step = s + ahead / slope if slope > 0.0 else high + 1.0
        previous, s = s, step if low <= step <= high else 0.5 * (low + high)
        if abs(s - previous) <= settled:
            break
    ahead, left = _seen_from(curve._frame(s), x, y)
    if (s <= 0.0 and ahead < 0.0) or (s >= curve.length and ahead > 0.0):
        return s + ahead, left
    return s, copysign(hypot(ahead, left), left)


def refine_each(curve: Curve, x: Floats, y: Floats, low: Floats, s: Floats, high: Floats) -> tuple[Floats, Floats]:
    """The same for many points at once; none is affected by which others are asked for."""
    settled = SETTLED + ROUNDING * (np.abs(x) + np.abs(y))
    moving = np.ones(len(s), dtype=np.bool_)
    for _ in range(MOST_STEPS):
        ahead, left = _seen_from_each(curve._frames(s), x, y)
        low, high = np.where(ahead > 0.0, s, low), np.where(ahead > 0.0, high, s)
        slope = 1.0 - curve._curvatures(s) * left
        step = np.where(slope > 0.0, s + ahead / np.where(slope > 0.0, slope, 1.0), high + 1.0)
        step = np.where((low <= step) & (step <= high), step, 0.5 * (low + high))
        previous, s = s, np.where(moving, step, s)
        moving &= np.abs(s - previous) > settled
        if not moving.any():
            break
    ahead, left = _seen_from_each(curve._frames(s), x, y)
    beyond = ((s <= 0.0) & (ahead < 0.0)) | ((s >= curve.length) & (ahead > 0.0))
    offset = np.where(beyond, left, np.copysign(np.hypot(ahead, left), left))
    return np.where(beyond, s + ahead, s), offset


def _seen_from(frame: Frame, x: float, y: float) -> Point:
    px, py, heading = frame
    c, s = cos(heading), sin(heading)
    return (x - px) * c + (y - py) * s, (y - py) * c - (x - px) * s


def _seen_from_each(frames: Frames, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    px, py, heading = frames
    c, s = np.cos(heading), np.sin(heading)
    return (x - px) * c + (y - py) * s, (y - py) * c - (x - px) * s
