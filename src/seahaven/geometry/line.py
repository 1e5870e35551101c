"""A straight line."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, sin

import numpy as np

from seahaven.geometry.curve import Curve
from seahaven.geometry.measure import Floats, Frame, Frames, Point, positive
from seahaven.geometry.pose import Pose


@dataclass(frozen=True, slots=True)
class Line(Curve):
    """A straight line of the given length that leaves the start pose along its heading."""

    start: Pose
    length: float

    def __post_init__(self) -> None:
        positive("Line", "length", self.length)

    def _frame(self, s: float) -> Frame:
        heading = self.start.heading
        return self.start.x + s * cos(heading), self.start.y + s * sin(heading), heading

    def _frames(self, s: Floats) -> Frames:
        heading = self.start.heading
        x, y = self.start.x + s * cos(heading), self.start.y + s * sin(heading)
        return x, y, np.full(len(s), heading)

    def _curvature(self, s: float) -> float:
        return 0.0

    def _curvatures(self, s: Floats) -> Floats:
        return np.zeros(len(s))

    def _nearest(self, x: float, y: float, hint: float | None) -> Point:
        return self.start.to_local((x, y))

    def _nearest_each(self, x: Floats, y: Floats, hint: Floats | None) -> tuple[Floats, Floats]:
        local = self.start.to_local(np.stack((x, y), axis=-1))
        return local[:, 0], local[:, 1]
