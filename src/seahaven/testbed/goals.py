"""What a mission asks for: places to come by in order, and the time for it."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

import numpy as np

from seahaven.geometry import Floats

__all__ = ["Goal", "Goals"]

REACH = 2.5
"""Metres from a checkpoint within which the front bumper has to come: a lane is 3.5 m wide, and a vehicle that stops at
its goal may stop a little before it."""


class Goal(NamedTuple):
    """A checkpoint: its name and its place."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Goals:
    """Checkpoints in driving order, and the time allowed (s), if any."""

    points: tuple[Goal, ...]
    within: float | None = None

    def reached(self, times: Floats, x: Floats, y: Floats) -> list[float]:
        """When each checkpoint was reached by a point that moves (s), in order, as far as they were reached."""
        found: list[float] = []
        k = 0
        for goal in self.points:
            way = _distances(goal, x[k:], y[k:])
            near = np.flatnonzero(way <= REACH)
            if not len(near):
                break
            k += int(near[0])
            found.append(float(times[k]))
        return found

    def missing(self, x: float, y: float, count: int) -> float:
        """How far the next checkpoint is from a place (m), if that many were reached."""
        goal = self.points[count]
        return hypot(goal.x - x, goal.y - y)


def _distances(goal: Goal, x: Floats, y: Floats) -> Floats:
    """How near a moving point comes to a place up to each sample, since the one before."""
    a, b = np.concatenate((x[:1], x[:-1])), np.concatenate((y[:1], y[:-1]))
    dx, dy = x - a, y - b
    length = np.maximum(dx * dx + dy * dy, 1e-12)
    share = np.clip(((goal.x - a) * dx + (goal.y - b) * dy) / length, 0.0, 1.0)
    return np.hypot(a + share * dx - goal.x, b + share * dy - goal.y)
