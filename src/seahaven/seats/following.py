"""Following a trajectory: from poses with times to an acceleration and a curvature."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, sin
from typing import Final

from seahaven.kernel import SECOND
from seahaven.seats.controls import HARDEST, TIGHTEST, MotionControls, TrajectoryControls
from seahaven.seats.view import Ego

__all__ = ["Plan", "followed"]

PREVIEW: Final = 0.6
"""s. How far ahead on the trajectory the wheel is turned for. Less follows more closely, and begins to swing below
0.3 s; more cuts corners."""
PULL: Final = 1.0
"""1/s². Acceleration per metre that the vehicle is behind its trajectory."""
DAMPING: Final = 2.0
"""1/s. Acceleration per difference in speed; twice the root of `PULL` is critical damping."""
STOPPING: Final = 3.0
"""m/s². Braking behind the end of a trajectory."""
STANDS: Final = 0.2
"""m/s. Below this speed a vehicle whose trajectory stands is held by its brake."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A trajectory in the world's frame: dates in nanoseconds, and places of the vehicle's centre."""

    dates: tuple[int, ...]
    x: tuple[float, ...]
    y: tuple[float, ...]

    @classmethod
    def of(cls, controls: TrajectoryControls, ego: Ego, date: int) -> Plan:
        """The trajectory of an answer to the view of a date, in which the vehicle was as given."""
        c, s = cos(ego.heading), sin(ego.heading)
        poses = controls.poses
        return cls(
            tuple(date + round(pose.time * SECOND) for pose in poses),
            tuple(ego.x + pose.ahead * c - pose.left * s for pose in poses),
            tuple(ego.y + pose.ahead * s + pose.left * c for pose in poses),
        )

    def place(self, date: int) -> tuple[float, float]:
        """Where the vehicle is to be at a date; at the first or last place before and after."""
        k, share = self._leg(date)
        x, y = self.x, self.y
        return x[k] + share * (x[k + 1] - x[k]), y[k] + share * (y[k + 1] - y[k])

    def speed(self, date: int) -> float:
        """How fast it is to be at a date; 0 after the end."""
        if date >= self.dates[-1]:
            return 0.0
        k, _ = self._leg(date)
        seconds = (self.dates[k + 1] - self.dates[k]) / SECOND
        return hypot(self.x[k + 1] - self.x[k], self.y[k + 1] - self.y[k]) / seconds

    def _leg(self, date: int) -> tuple[int, float]:
        k = 0
        while k < len(self.dates) - 2 and self.dates[k + 1] <= date:
            k += 1
        share = (date - self.dates[k]) / (self.dates[k + 1] - self.dates[k])
        return k, min(max(share, 0.0), 1.0)


def followed(plan: Plan, ego: Ego, date: int, turn_light: str) -> MotionControls:
    """The acceleration and curvature that bring a vehicle along its trajectory, and to a stand at its end."""
    wanted, later = plan.speed(date), plan.speed(date + round(PREVIEW * SECOND))
    c, s = cos(ego.heading), sin(ego.heading)
    x, y = plan.place(date)
    behind = (x - ego.x) * c + (y - ego.y) * s
    acceleration = (later - wanted) / PREVIEW + PULL * behind + DAMPING * (wanted - ego.speed)
    if date >= plan.dates[-1] or (wanted < STANDS and later < STANDS):
        acceleration = -STOPPING
    x, y = plan.place(date + round(PREVIEW * SECOND))
    ahead, left = (x - ego.x) * c + (y - ego.y) * s, (y - ego.y) * c - (x - ego.x) * s
    square = ahead * ahead + left * left
    curvature = 2.0 * left / square if ahead > 0.5 else 0.0
    return MotionControls(_within(acceleration, HARDEST), _within(curvature, TIGHTEST), turn_light)


def _within(value: float, most: float) -> float:
    return min(max(value, -most), most)
