"""What every curve offers: places, directions and bends by arc length, and the way back from a place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import cos, isfinite, sin
from typing import overload

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry.measure import Floats, Frame, Frames, Point, finite_array, positive
from seahaven.geometry.pose import Pose
from seahaven.geometry.projection import Guide, refine, refine_each

PROBES = np.linspace(0.0, 1.0, 5)
WIDEST_TURN = 1.0
"""The most that a curve may turn between two sampled points, in radians, however coarse the sampling."""


class Curve(ABC):
    """A curve in the plane, measured by arc length: s runs from 0 to `length`, in metres.

    Beyond its ends a curve goes on straight: s < 0 and s > length are places on the tangents at its ends, where the
    heading stays and the curvature is 0. NaN and infinity are refused.

    Every method takes one s or an array of any shape; an array of points has x, y along one more axis at the end.
    Headings are continuous along a curve and not wrapped. Curvature is positive where the curve bends to the left.
    """

    __slots__ = ("_guide",)

    length: float
    _guide: Guide

    @overload
    def point(self, s: float) -> Point: ...
    @overload
    def point(self, s: Floats) -> Floats: ...
    def point(self, s: float | Floats) -> Point | Floats:
        """The place at s."""
        if isinstance(s, np.ndarray):
            return np.stack(self._along(s)[:2], axis=-1)
        x, y, _ = self._at(s)
        return x, y

    @overload
    def heading(self, s: float) -> float: ...
    @overload
    def heading(self, s: Floats) -> Floats: ...
    def heading(self, s: float | Floats) -> float | Floats:
        """The direction of travel at s, in radians, not wrapped."""
        return self._along(s)[2] if isinstance(s, np.ndarray) else self._at(s)[2]

    @overload
    def pose(self, s: float) -> Pose: ...
    @overload
    def pose(self, s: Floats) -> Floats: ...
    def pose(self, s: float | Floats) -> Pose | Floats:
        """The place and direction at s; for an array, x, y, heading along one more axis."""
        if isinstance(s, np.ndarray):
            return np.stack(self._along(s), axis=-1)
        return Pose(*self._at(s))

    @overload
    def curvature(self, s: float) -> float: ...
    @overload
    def curvature(self, s: Floats) -> Floats: ...
    def curvature(self, s: float | Floats) -> float | Floats:
        """The change of heading per metre at s, in 1/m; 0 beyond the ends."""
        if isinstance(s, np.ndarray):
            s = finite_array(type(self).__name__, "s", s)
            inside = np.clip(s, 0.0, self.length)
            return np.where(s == inside, self._curvatures(inside.ravel()).reshape(s.shape), 0.0)
        return self._curvature(s) if self._inside(s) == s else 0.0

    @overload
    def offset_point(self, s: float, d: float) -> Point: ...
    @overload
    def offset_point(self, s: Floats, d: float | Floats) -> Floats: ...
    @overload
    def offset_point(self, s: float, d: Floats) -> Floats: ...
    def offset_point(self, s: float | Floats, d: float | Floats) -> Point | Floats:
        """The place d metres to the left of the curve at s; negative d is to the right."""
        if isinstance(s, np.ndarray) or isinstance(d, np.ndarray):
            xs, ys, headings = self._along(np.asarray(s, dtype=np.float64))
            return np.stack((xs - d * np.sin(headings), ys + d * np.cos(headings)), axis=-1)
        x, y, heading = self._at(s)
        return x - d * sin(heading), y + d * cos(heading)

    @property
    def end(self) -> Pose:
        """The pose at which the curve ends."""
        return self.pose(self.length)

    @overload
    def project(self, x: float, y: float, *, hint: float | None = None) -> Point: ...
    @overload
    def project(self, x: Floats, y: Floats, *, hint: float | Floats | None = None) -> tuple[Floats, Floats]: ...
    def project(
        self, x: float | Floats, y: float | Floats, *, hint: float | Floats | None = None
    ) -> Point | tuple[Floats, Floats]:
        """The s of the nearest place on the curve, and the offset of the point from it, positive to the left.

        When an end is nearest and the point lies beyond it, s goes on along the tangent there and leaves [0, length].
        Hence `offset_point(*project(x, y))` is (x, y) wherever the curve has no kink; at a kink the offset is
        the distance with the sign of the side.

        Without a hint the whole curve is searched; of places equally near to within a millimetre, any one may be
        given. With a hint, an s to start from, the search walks downhill from there: cheaper for something that moves
        along, and it stays on its own branch where the curve crosses or nears itself. Arrays of points may have
        any shape; a hint has that shape too.
        """
        if isinstance(x, np.ndarray) or isinstance(y, np.ndarray):
            return self._project_many(np.asarray(x), np.asarray(y), hint)
        if not isfinite(x + y):
            raise InputError(f"{type(self).__name__} got the point ({x}, {y}) to project; expected finite numbers")
        if hint is None:
            return self._nearest(float(x), float(y), None)
        return self._nearest(float(x), float(y), self._inside(float(hint)))

    def stations(self, chord_error: float) -> Floats:
        """The s of points, from 0 to length, whose chords stay within chord_error metres of the curve.

        A stretch of length h and curvature up to k strays from its chord by at most k h²/8; stretches are halved
        until that is small enough, and until each turns by less than a radian.
        """
        positive(type(self).__name__, "chord_error", chord_error)
        s = self._breaks()
        while True:
            h = np.diff(s)
            turn = h * np.abs(self.curvature(s[:-1, np.newaxis] + h[:, np.newaxis] * PROBES)).max(axis=1)
            bent = (turn * h > 8.0 * chord_error) | (turn > WIDEST_TURN)
            if not bent.any():
                return s
            s = np.sort(np.concatenate((s, (s[:-1] + 0.5 * h)[bent])))

    @abstractmethod
    def _frame(self, s: float) -> Frame:
        """Place and direction at an s in [0, length]."""

    @abstractmethod
    def _frames(self, s: Floats) -> Frames:
        """Places and directions at a flat array of s in [0, length]."""

    @abstractmethod
    def _curvature(self, s: float) -> float:
        """The curvature at an s in [0, length]."""

    @abstractmethod
    def _curvatures(self, s: Floats) -> Floats:
        """The curvature at a flat array of s in [0, length]."""

    def _breaks(self) -> Floats:
        """The s between which the curvature changes smoothly, both ends included."""
        return np.array([0.0, self.length])

    def _nearest(self, x: float, y: float, hint: float | None) -> Point:
        return refine(self, x, y, *self._guided().bracket(x, y, hint))

    def _nearest_each(self, x: Floats, y: Floats, hint: Floats | None) -> tuple[Floats, Floats]:
        return refine_each(self, x, y, *self._guided().brackets(x, y, hint))

    def _project_many(self, x: Floats, y: Floats, hint: float | Floats | None) -> tuple[Floats, Floats]:
        owner = type(self).__name__
        x, y = np.broadcast_arrays(finite_array(owner, "x", x), finite_array(owner, "y", y))
        start = None
        if hint is not None:
            clipped = np.clip(finite_array(owner, "hint", hint), 0.0, self.length)
            start = np.broadcast_to(clipped, x.shape).flatten()
        s, offset = self._nearest_each(x.flatten(), y.flatten(), start)
        return s.reshape(x.shape), offset.reshape(x.shape)

    def _guided(self) -> Guide:
        """The guide for projections, made on first use: many curves are never projected on."""
        try:
            return self._guide
        except AttributeError:
            object.__setattr__(self, "_guide", Guide.beside(self))
            return self._guide

    def _inside(self, s: float) -> float:
        """The s in [0, length] that is nearest to the given one."""
        if 0.0 <= s <= self.length:
            return s
        if not isfinite(s):
            raise InputError(f"{type(self).__name__} of length {self.length} has no s={s!r}; expected a finite number")
        return 0.0 if s < 0.0 else self.length

    def _at(self, s: float) -> Frame:
        if 0.0 <= s <= self.length:
            return self._frame(s)
        inside = self._inside(s)
        x, y, heading = self._frame(inside)
        return x + (s - inside) * cos(heading), y + (s - inside) * sin(heading), heading

    def _along(self, s: Floats) -> Frames:
        s = finite_array(type(self).__name__, "s", s)
        inside = np.clip(s, 0.0, self.length)
        x, y, heading = (column.reshape(s.shape) for column in self._frames(inside.ravel()))
        beyond = s - inside
        if beyond.any():
            x, y = x + beyond * np.cos(heading), y + beyond * np.sin(heading)
        return x, y, heading
