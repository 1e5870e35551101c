"""Authored key frames: a body that is where its author put it, and moves smoothly in between (G8, descriptive)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from itertools import pairwise
from math import cos, hypot, isfinite, sin
from typing import ClassVar

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Floats, Pose
from seahaven.motion.trajectory import TrajectoryPoint

__all__ = ["KeyFrame", "KeyFrames"]


@dataclass(frozen=True, slots=True)
class KeyFrame:
    """Where a body is at a time."""

    time: float
    """s"""
    pose: Pose


@dataclass(frozen=True, slots=True)
class KeyFrames:
    """A trajectory through key frames: straight and steady from one to the next, or, if `smooth`, without a jerk.

    Smooth movement is a cubic in time for x, y and heading, with the velocity at each frame that leads from the frame
    before to the frame after (Catmull and Rom), and none at both ends. Headings turn the short way from frame to frame.
    They are authored as well: a body may drift or slide sideways.
    """

    frames: Sequence[KeyFrame]
    _: KW_ONLY
    smooth: bool = True
    _times: tuple[float, ...] = field(init=False, repr=False, compare=False)
    _places: Floats = field(init=False, repr=False, compare=False)
    _rates: Floats = field(init=False, repr=False, compare=False)

    is_immutable: ClassVar[bool] = True
    motion: ClassVar[str] = "key frames"

    def __post_init__(self) -> None:
        times = [frame.time for frame in self.frames]
        if len(times) < 2:
            raise InputError(f"a body has {len(times)} key frames; expected 2 or more")
        for k, (earlier, later) in enumerate(pairwise(times)):
            if not (isfinite(earlier) and isfinite(later) and earlier < later):
                raise InputError(
                    f"key frames {k} and {k + 1} are at {earlier!r} and {later!r} s; expected rising times"
                )
        places = np.array([(frame.pose.x, frame.pose.y, frame.pose.heading) for frame in self.frames])
        places[:, 2] = np.unwrap(places[:, 2])
        object.__setattr__(self, "frames", tuple(self.frames))
        object.__setattr__(self, "_times", tuple(times))
        object.__setattr__(self, "_places", places)
        object.__setattr__(self, "_rates", _rates(np.array(times), places))

    @property
    def duration(self) -> float:
        """From the first frame to the last (s)."""
        return self._times[-1] - self._times[0]

    @property
    def end(self) -> float:
        """The time of the last frame (s)."""
        return self._times[-1]

    @property
    def paces(self) -> Floats:
        """The mean speed from each frame to the next (m/s)."""
        return np.asarray(np.hypot(*np.diff(self._places[:, :2], axis=0).T) / np.diff(self._times))

    def at(self, time: float) -> TrajectoryPoint:
        """Where the body is at a time (s), which counts as the frames' times do; it stands before and after them."""
        if not self._times[0] <= time <= self._times[-1]:
            x, y, heading = self._places[0 if time < self._times[0] else -1].tolist()
            return TrajectoryPoint(Pose(x, y, heading), 0.0, 0.0, 0.0)
        k = min(bisect_right(self._times, time), len(self._times) - 1) - 1
        span = self._times[k + 1] - self._times[k]
        place, rate, bend = self._between(k, span, (time - self._times[k]) / span)
        (x, y, heading), (vx, vy, yaw_rate), (ax, ay, _) = place.tolist(), rate.tolist(), bend.tolist()
        speed = hypot(vx, vy)
        along = (vx * ax + vy * ay) / speed if speed > 0.0 else hypot(ax, ay)
        ahead = vx * cos(heading) + vy * sin(heading)
        sign = -1.0 if ahead < 0.0 else 1.0
        return TrajectoryPoint(Pose(x, y, heading), sign * speed, sign * along, yaw_rate)

    def _between(self, k: int, span: float, f: float) -> tuple[Floats, Floats, Floats]:
        """Place, velocity and acceleration at a share of the way from frame k to the next."""
        first, second = self._places[k : k + 2]
        if not self.smooth:
            return first + f * (second - first), (second - first) / span, np.zeros(3)
        a, b = span * self._rates[k], span * self._rates[k + 1]
        square, cube = 3.0 * (second - first) - 2.0 * a - b, 2.0 * (first - second) + a + b
        place = first + f * (a + f * (square + f * cube))
        return place, (a + f * (2.0 * square + 3.0 * f * cube)) / span, (2.0 * square + 6.0 * f * cube) / span**2


def _rates(times: Floats, places: Floats) -> Floats:
    """The velocity at each frame."""
    rates = np.zeros_like(places)
    rates[1:-1] = (places[2:] - places[:-2]) / (times[2:] - times[:-2])[:, None]
    return rates
