"""The string of pearls: a trajectory through gates, each of a left and a right pearl (C5).

Christian Basarke, Christian Berger and Bernhard Rumpe, “Software & Systems Engineering Process and Tools for the
Development of Autonomous Driving Intelligence” (2007), figures 7 to 9.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from itertools import pairwise
from math import isfinite

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import BSpline, Curve, Floats, Point, Polyline
from seahaven.motion.trajectory import TrajectoryPoint

__all__ = ["PearlGate", "StringOfPearls"]


@dataclass(frozen=True, slots=True)
class PearlGate:
    """A gate of a string of pearls: what the vehicle must pass between, and how fast it passes."""

    left: Point
    """m, x and y of the left pearl"""
    right: Point
    """m, x and y of the right pearl"""
    speed: float
    """m/s, in the middle"""

    def __post_init__(self) -> None:
        if not all(isfinite(value) for value in (*self.left, *self.right)):
            raise InputError(f"a gate has pearls {self.left!r} and {self.right!r}; expected finite numbers")
        if not (isfinite(self.speed) and self.speed >= 0.0):
            raise InputError(f"a gate has speed {self.speed!r}; expected a finite number of 0 or more")

    @property
    def middle(self) -> Point:
        """The middle between both pearls."""
        return 0.5 * (self.left[0] + self.right[0]), 0.5 * (self.left[1] + self.right[1])


@dataclass(frozen=True, slots=True)
class StringOfPearls:
    """A trajectory through the middles of gates, as straight lines or, if `smooth`, as a B-spline of third order.

    From gate to gate the acceleration is constant. The B-spline is that of the paper's equation 1; beyond the first
    and the last gate it is continued by a mirror image, so that it begins and ends in their middles. It cuts corners
    between gates, where straight lines turn at once: `clearances` says how much room is left.
    """

    gates: Sequence[PearlGate]
    _: KW_ONLY
    smooth: bool = True
    curve: Curve = field(init=False, compare=False)
    _stations: Floats = field(init=False, repr=False, compare=False)
    _times: tuple[float, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.gates) < 2:
            raise InputError(f"a string of pearls has {len(self.gates)} gates; expected 2 or more")
        middles = [gate.middle for gate in self.gates]
        curve = BSpline(middles, clamped=True) if self.smooth else Polyline.through(middles)
        stations = _stations(np.array(middles), curve, smooth=self.smooth)
        object.__setattr__(self, "gates", tuple(self.gates))
        object.__setattr__(self, "curve", curve)
        object.__setattr__(self, "_stations", stations)
        object.__setattr__(self, "_times", _dates(self.gates, stations))

    @property
    def duration(self) -> float:
        """From the first gate to the last (s)."""
        return self._times[-1]

    def at(self, time: float) -> TrajectoryPoint:
        """Where the vehicle is so many seconds after the first gate; it stands before it, and after the last one."""
        within = min(max(time, 0.0), self.duration)
        k = min(bisect_right(self._times, within), len(self._times) - 1) - 1
        begin, end = self._times[k : k + 2]
        first, second = self.gates[k].speed, self.gates[k + 1].speed
        acceleration, passed = (second - first) / (end - begin), within - begin
        s = min(self._stations[k] + passed * (first + 0.5 * acceleration * passed), self._stations[k + 1])
        pose = self.curve.pose(float(s))
        if time != within:
            return TrajectoryPoint(pose, 0.0, 0.0, 0.0)
        speed = first + acceleration * passed
        return TrajectoryPoint(pose, speed, acceleration, speed * self.curve.curvature(float(s)))

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


def _dates(gates: Sequence[PearlGate], stations: Floats) -> tuple[float, ...]:
    """When each gate is passed (s)."""
    dates = [0.0]
    for k, (gate, following) in enumerate(pairwise(gates)):
        pace = 0.5 * (gate.speed + following.speed)
        if pace <= 0.0:
            raise InputError(
                f"a string of pearls does not get from gate {k} to gate {k + 1}: the speed is 0 at both; "
                "expected more at one of them"
            )
        dates.append(dates[-1] + float(stations[k + 1] - stations[k]) / pace)
    return tuple(dates)
