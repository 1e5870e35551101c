"""Footage: the recorded movement of one body, played back (C5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats, Pose
from seahaven.motion.trajectory import TrajectoryPoint

__all__ = ["Footage"]


@dataclass(frozen=True, slots=True, eq=False)
class Footage:
    """A trajectory through recorded poses: from sample to sample the body moves on a straight line.

    Speeds and accelerations are the recorded ones.
    """

    times: Floats
    """s"""
    x: Floats
    """m"""
    y: Floats
    """m"""
    heading: Floats
    """rad"""
    speed: Floats
    """m/s"""
    acceleration: Floats
    """m/s²"""

    is_immutable: ClassVar[bool] = True
    motion: ClassVar[str] = "reel"

    def __post_init__(self) -> None:
        columns = {name: np.array(getattr(self, name), np.float64) for name in self.__slots__}
        times = columns["times"]
        for name, values in columns.items():
            if values.shape != times.shape or values.ndim != 1:
                raise InputError(f"footage has {values.size} values of {name} for {times.size} times; expected as many")
            if not np.isfinite(values).all():
                raise InputError(f"footage has {name} {values[~np.isfinite(values)][0]}; expected finite numbers")
        if len(times) < 2 or not (np.diff(times) > 0.0).all():
            raise InputError(f"footage has {len(times)} samples; expected 2 or more, with rising times")
        columns["heading"] = np.unwrap(columns["heading"])
        for name, values in columns.items():
            values.flags.writeable = False
            object.__setattr__(self, name, values)

    @property
    def duration(self) -> float:
        """From the first sample to the last (s)."""
        return float(self.times[-1] - self.times[0])

    @property
    def end(self) -> float:
        """The time of the last sample (s)."""
        return float(self.times[-1])

    @property
    def paces(self) -> Floats:
        """The mean speed from each sample to the next (m/s)."""
        return np.asarray(np.hypot(np.diff(self.x), np.diff(self.y)) / np.diff(self.times))

    def at(self, time: float) -> TrajectoryPoint:
        """Where the body is at a time (s), which counts as the samples' do; it stands before and after them."""
        k = int(np.clip(self.times.searchsorted(time, side="right") - 1, 0, len(self.times) - 2))
        span = float(self.times[k + 1] - self.times[k])
        f = min(max((time - float(self.times[k])) / span, 0.0), 1.0)
        x, y, heading, speed, acceleration = (
            float(column[k] + f * (column[k + 1] - column[k]))
            for column in (self.x, self.y, self.heading, self.speed, self.acceleration)
        )
        if not self.times[0] <= time <= self.times[-1]:
            return TrajectoryPoint(Pose(x, y, heading), 0.0, 0.0, 0.0)
        yaw_rate = float(self.heading[k + 1] - self.heading[k]) / span
        return TrajectoryPoint(Pose(x, y, heading), speed, acceleration, yaw_rate)

    def from_its_start(self) -> Footage:
        """The same movement as seen from the first pose: ahead of it and to its left."""
        first = Pose(float(self.x[0]), float(self.y[0]), float(self.heading[0]))
        points = first.to_local(np.stack((self.x, self.y), axis=1))
        return replace(self, x=points[:, 0], y=points[:, 1], heading=self.heading - first.heading)
