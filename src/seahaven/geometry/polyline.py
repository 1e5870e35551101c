"""Straight segments through given points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from seahaven.geometry.chain import Chain
from seahaven.geometry.curve import Curve
from seahaven.geometry.measure import Floats, Frame, Frames, Point, point_rows


@dataclass(frozen=True, slots=True, eq=False)
class Polyline(Curve):
    """The straight segments from each point to the next, measured along them.

    The heading is that of the segment; on a vertex, of the segment that begins there. The curvature is 0.
    The points are kept as a read-only array of shape (n, 2); n is at least 2 and no point repeats the one before.
    """

    points: Floats
    length: float = field(init=False)
    _headings: Floats = field(init=False, repr=False)
    _chain: Chain = field(init=False, repr=False)

    def __post_init__(self) -> None:
        points = point_rows("Polyline", self.points, least=2)
        dx, dy = np.diff(points, axis=0).T
        stations = np.concatenate(([0.0], np.cumsum(np.sqrt(dx * dx + dy * dy))))
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "length", float(stations[-1]))
        object.__setattr__(self, "_headings", np.unwrap(np.arctan2(dy, dx)))
        object.__setattr__(self, "_chain", Chain(points, stations))

    @classmethod
    def through(cls, points: Sequence[Point]) -> Polyline:
        """The polyline through points given as pairs."""
        return cls(np.array(points, dtype=np.float64))

    @classmethod
    def along(cls, curve: Curve, chord_error: float) -> Polyline:
        """A polyline through points of a curve that strays from it by at most chord_error metres."""
        return cls(curve.point(curve.stations(chord_error)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polyline) and np.array_equal(self.points, other.points)

    def __hash__(self) -> int:
        return hash(self.points.tobytes())

    def stations(self, chord_error: float) -> Floats:
        """The s of every point of the polyline, whatever the chord error."""
        return self._chain.stations.copy()

    def _frame(self, s: float) -> Frame:
        return self._chain.frame(self._headings, s)

    def _frames(self, s: Floats) -> Frames:
        return self._chain.frames(self._headings, s)

    def _curvature(self, s: float) -> float:
        return 0.0

    def _curvatures(self, s: Floats) -> Floats:
        return np.zeros(len(s))

    def _nearest(self, x: float, y: float, hint: float | None) -> Point:
        return self._chain.project(x, y, hint)

    def _nearest_each(self, x: Floats, y: Floats, hint: Floats | None) -> tuple[Floats, Floats]:
        return self._chain.project_each(x, y, hint)
