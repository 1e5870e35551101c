"""A circular arc."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, cos, hypot, sin, tau

import numpy as np

from seahaven.geometry.curve import Curve
from seahaven.geometry.measure import Floats, Frame, Frames, Point, finite, positive
from seahaven.geometry.pose import Pose

FLATTEST = 1e-300
"""The least curvature for which a full turn is told apart from an endless line; the radius still fits a float."""


@dataclass(frozen=True, slots=True)
class Arc(Curve):
    """An arc that leaves the start pose along its heading; `bend` is its curvature, the same all along.

    A positive bend is to the left and 1 / bend is the radius. A bend of 0 gives a straight line, and a tiny one loses
    no accuracy. An arc may be longer than a full circle: without a hint, `project` gives the first of its turns.
    """

    start: Pose
    length: float
    bend: float

    def __post_init__(self) -> None:
        positive("Arc", "length", self.length)
        finite("Arc", "bend", self.bend)

    def _frame(self, s: float) -> Frame:
        half = 0.5 * self.bend * s
        # The chord leaves at half the turn; written with sin(half) / half it holds for every bend, 0 included.
        chord = s * (sin(half) / half if half else 1.0)
        heading = self.start.heading + half
        return self.start.x + chord * cos(heading), self.start.y + chord * sin(heading), heading + half

    def _frames(self, s: Floats) -> Frames:
        half = 0.5 * self.bend * s
        chord = s * np.sinc(half / np.pi)
        heading = self.start.heading + half
        return self.start.x + chord * np.cos(heading), self.start.y + chord * np.sin(heading), heading + half

    def _curvature(self, s: float) -> float:
        return self.bend

    def _curvatures(self, s: Floats) -> Floats:
        return np.full(len(s), self.bend)

    def _nearest(self, x: float, y: float, hint: float | None) -> Point:
        u, v = self.start.to_local((x, y))
        k, period = self.bend, tau / max(abs(self.bend), FLATTEST)
        s = atan2(k * u, 1.0 - k * v) / k if k else u
        if hint is None:
            s = s if s >= 0.0 else s + period
        else:
            s += period * round((hint - s) / period)
        if 0.0 <= s <= self.length:
            # (1 - distance to the centre / radius) / bend, rewritten so that nothing cancels when the bend is tiny.
            return s, (2.0 * v - k * (u * u + v * v)) / (1.0 + hypot(k * u, 1.0 - k * v))
        ahead, left = self.end.to_local((x, y))
        at_start = hypot(u, v) <= hypot(ahead, left) if hint is None else s < 0.0
        return (u, v) if at_start else (self.length + ahead, left)

    def _nearest_each(self, x: Floats, y: Floats, hint: Floats | None) -> tuple[Floats, Floats]:
        points = np.stack((x, y), axis=-1)
        u, v = self.start.to_local(points).T
        k, period = self.bend, tau / max(abs(self.bend), FLATTEST)
        s = np.arctan2(k * u, 1.0 - k * v) / k if k else u
        s = np.where(s >= 0.0, s, s + period) if hint is None else s + period * np.rint((hint - s) / period)
        offset = (2.0 * v - k * (u * u + v * v)) / (1.0 + np.hypot(k * u, 1.0 - k * v))
        ahead, left = self.end.to_local(points).T
        at_start = np.hypot(u, v) <= np.hypot(ahead, left) if hint is None else s < 0.0
        inside = (s >= 0.0) & (s <= self.length)
        beyond_s, beyond_offset = np.where(at_start, u, self.length + ahead), np.where(at_start, v, left)
        return np.where(inside, s, beyond_s), np.where(inside, offset, beyond_offset)
