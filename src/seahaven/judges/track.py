"""Tracks: one vehicle, frame by frame."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from seahaven.geometry import Floats, Integers, Truths
from seahaven.measures import SubjectFrames, crossing_time

__all__ = ["Track"]

MOMENT = 1e-6
"""Seconds by which the times of frames may be rounded."""


@dataclass(frozen=True)
class Track:
    """The columns of one vehicle in all frames, NaN (-1, False) in those in which it is not there."""

    entity: int
    times: Floats
    rows: Integers
    frames: SubjectFrames

    @property
    def is_there(self) -> Truths:
        """Whether it is there, frame by frame."""
        return np.asarray(self.rows >= 0)

    def floats(self, column: str) -> Floats:
        """A column of numbers."""
        values = np.asarray(self.frames.cells[column], dtype=np.float64)
        return np.where(self.rows >= 0, values[np.maximum(self.rows, 0)], np.nan)

    @property
    def speed(self) -> Floats:
        """m/s."""
        return self.floats("speed")

    @property
    def acceleration(self) -> Floats:
        """m/s²."""
        return self.floats("acceleration")

    @property
    def lane(self) -> Integers:
        """The lane on which its centre is; -1 off all lanes."""
        values = np.asarray(self.frames.cells["lane"]).astype(np.int64)
        return np.where(self.rows >= 0, values[np.maximum(self.rows, 0)], -1)

    @property
    def brakes(self) -> Truths:
        """Whether its brake lights are on."""
        values = np.asarray(self.frames.cells["brake_light"]).astype(bool)
        return np.asarray((self.rows >= 0) & values[np.maximum(self.rows, 0)])

    @property
    def length(self) -> float:
        """m."""
        there = self.rows[self.rows >= 0]
        return float(self.frames.cells["length"][there[0]]) if len(there) else 0.0

    @property
    def boxes(self) -> Floats:
        """Its outlines, in all frames in which it is there."""
        return self.frames.boxes(self.rows[self.rows >= 0].astype(np.intp))

    @property
    def travelled(self) -> Floats:
        """How far it had driven by each frame (m), from the first one on; NaN while it is not there."""
        x, y = self.floats("x"), self.floats("y")
        steps = np.nan_to_num(np.hypot(np.diff(x, prepend=x[:1]), np.diff(y, prepend=y[:1])))
        return np.where(self.is_there, np.cumsum(steps), np.nan)

    def at(self, column: str, time: float) -> float:
        """A column at a time, interpolated between frames; NaN where it is not there."""
        return self.value(self.floats(column), time)

    def value(self, values: Floats, time: float) -> float:
        """Values of all frames at a time, interpolated; NaN where it is not there."""
        there = self.is_there
        if not there.any():
            return float("nan")
        begin, end = self.times[there][[0, -1]]
        if not begin - MOMENT <= time <= end + MOMENT:
            return float("nan")
        return float(np.interp(time, self.times[there], values[there]))

    def reaches(self, values: Floats, level: float) -> float | None:
        """When values that grow first reach a level (s), interpolated."""
        there = self.is_there
        return crossing_time(self.times[there], values[there], level) if there.any() else None

    def during(self, begin: float, end: float) -> Truths:
        """The frames from one time to another, both included, in which it is there."""
        inside = (self.times >= begin - MOMENT) & (self.times <= end + MOMENT)
        return np.asarray(inside & self.is_there)
