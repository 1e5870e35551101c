"""The string of pearls: a trajectory through gates, each of a left and a right pearl (C5).

Christian Basarke, Christian Berger and Bernhard Rumpe, “Software & Systems Engineering Process and Tools for the
Development of Autonomous Driving Intelligence” (2007), figures 7 to 9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from math import isfinite
from typing import ClassVar

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import BSpline, Curve, Floats, Point, Polyline
from seahaven.motion.progress import Progress
from seahaven.motion.trajectory import TrajectoryPoint

__all__ = ["PearlGate", "StringOfPearls"]


@dataclass(frozen=True, slots=True)
class PearlGate:
    """A gate of a string of pearls: what the vehicle must pass between, and how fast, or when, it passes."""

    left: Point
    """m, x and y of the left pearl"""
    right: Point
    """m, x and y of the right pearl"""
    speed: float | None = None
    """m/s, in the middle"""
    time: float | None = None
    """s, instead of a speed: when it is passed"""

    def __post_init__(self) -> None:
        if not all(isfinite(value) for value in (*self.left, *self.right)):
            raise InputError(f"a gate has pearls {self.left!r} and {self.right!r}; expected finite numbers")
        if (self.speed is None) == (self.time is None):
            raise InputError(f"a gate has speed {self.speed!r} and time {self.time!r}; expected one of both")
        for name in ("speed", "time"):
            value = getattr(self, name)
            if value is not None and not (isfinite(value) and value >= 0.0):
                raise InputError(f"a gate has {name} {value!r}; expected a finite number of 0 or more")

    @property
    def middle(self) -> Point:
        """The middle between both pearls."""
        return 0.5 * (self.left[0] + self.right[0]), 0.5 * (self.left[1] + self.right[1])


@dataclass(frozen=True, slots=True)
class StringOfPearls:
    """A trajectory through the middles of gates, as straight lines or, if `smooth`, as a B-spline of third order.

    Gates have speeds or times, all of them the same. With speeds, the acceleration is constant from gate to gate; with
    times, the speed changes smoothly and is never below 0 (`Progress`). The B-spline is that of the paper's
    equation 1; beyond the first and the last gate it is continued by a mirror image, so that it begins and ends in
    their middles. It cuts corners between gates, where straight lines turn at once: `clearances` says how much room is
    left.
    """

    gates: Sequence[PearlGate]
    _: KW_ONLY
    smooth: bool = True
    curve: Curve = field(init=False, compare=False)
    _stations: Floats = field(init=False, repr=False, compare=False)
    _progress: Progress = field(init=False, repr=False, compare=False)

    is_immutable: ClassVar[bool] = True
    motion: ClassVar[str] = "trajectory"

    def __post_init__(self) -> None:
        if len(self.gates) < 2:
            raise InputError(f"a string of pearls has {len(self.gates)} gates; expected 2 or more")
        middles = [gate.middle for gate in self.gates]
        curve = BSpline(middles, clamped=True) if self.smooth else Polyline.through(middles)
        stations = _stations(np.array(middles), curve, smooth=self.smooth)
        object.__setattr__(self, "gates", tuple(self.gates))
        object.__setattr__(self, "curve", curve)
        object.__setattr__(self, "_stations", stations)
        object.__setattr__(self, "_progress", _progress(self.gates, stations))

    @property
    def duration(self) -> float:
        """From the first gate to the last (s)."""
        return self._progress.dates[-1] - self._progress.dates[0]

    @property
    def end(self) -> float:
        """When the last gate is passed (s)."""
        return self._progress.dates[-1]

    @property
    def paces(self) -> Floats:
        """The mean speed from each gate to the next (m/s)."""
        return self._progress.paces

    def at(self, time: float) -> TrajectoryPoint:
        """Where the vehicle is at a time (s), which counts as those of the gates do, or from the first gate on.

        It stands before the first gate, and after the last one.
        """
        dates = self._progress.dates
        within = min(max(time, dates[0]), dates[-1])
        s, speed, acceleration = self._progress.at(within)
        pose = self.curve.pose(s)
        if time != within:
            return TrajectoryPoint(pose, 0.0, 0.0, 0.0)
        return TrajectoryPoint(pose, speed, acceleration, speed * self.curve.curvature(s))

    def clearances(self, width: float) -> Floats:
        """How much room a vehicle of a width has to the nearer pearl of each gate (m); negative where it hits one."""
        poses = [self.curve.pose(float(s)) for s in self._stations]
        return np.array(
            [
                min(pose.to_local(gate.left)[1], -pose.to_local(gate.right)[1]) - 0.5 * width
                for pose, gate in zip(poses, self.gates, strict=True)
            ]
        )


def _stations(middles: Floats, curve: Curve, *, smooth: bool) -> Floats:
    """How far along the curve each gate is passed (m)."""
    reached = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(middles, axis=0).T))))
    if not smooth:
        return reached
    knots = middles.copy()
    knots[1:-1] = (middles[:-2] + 4.0 * middles[1:-1] + middles[2:]) / 6.0  # equation 1 at t = 0
    stations, _ = curve.project(knots[:, 0], knots[:, 1], hint=reached * curve.length / reached[-1])
    stations[0], stations[-1] = 0.0, curve.length
    return np.maximum.accumulate(stations)


def _progress(gates: Sequence[PearlGate], stations: Floats) -> Progress:
    """How the gates are passed."""
    speeds = tuple(gate.speed for gate in gates if gate.speed is not None)
    times = tuple(gate.time for gate in gates if gate.time is not None)
    if speeds and times:
        raise InputError(
            f"of {len(gates)} gates {len(speeds)} have a speed and {len(times)} a time; expected the same of all"
        )
    return Progress.by_speeds(stations, speeds) if speeds else Progress.by_times(stations, times)
