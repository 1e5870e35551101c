"""Motion that is written down beforehand: a trajectory says where a body is at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from seahaven.geometry import Pose

__all__ = ["Trajectory", "TrajectoryPoint"]


@dataclass(frozen=True, slots=True)
class TrajectoryPoint:
    """Where a body is on a trajectory, and how it moves there."""

    pose: Pose
    speed: float
    """m/s, along the trajectory"""
    acceleration: float
    """m/s², along the trajectory"""
    yaw_rate: float
    """rad/s"""


class Trajectory(Protocol):
    """A motion behaviour that follows a plan, whatever is in the way (C5, G8)."""

    @property
    def duration(self) -> float:
        """How long it takes (s)."""
        ...

    @property
    def end(self) -> float:
        """The time at which it ends (s)."""
        ...

    def at(self, time: float) -> TrajectoryPoint:
        """Where the body is at a time (s); before the beginning and after the end it stands there."""
        ...
