"""What a mission asks for: places to come by in order, and the time for it."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

import numpy as np

from seahaven.direction import CHECKPOINT_REACH, MissionIs
from seahaven.geometry import Floats
from seahaven.reels import Reel

__all__ = ["Goal", "Goals", "goals_in"]


class Goal(NamedTuple):
    """A checkpoint: its name, its place, and the places on other lanes that will do as well."""

    name: str
    x: float
    y: float
    others: tuple[tuple[float, float], ...] = ()

    @property
    def spots(self) -> tuple[tuple[float, float], ...]:
        """All its places."""
        return ((self.x, self.y), *self.others)


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
            near = np.flatnonzero(way <= CHECKPOINT_REACH)
            if not len(near):
                break
            k += int(near[0])
            found.append(float(times[k]))
        return found

    def missing(self, x: float, y: float, count: int) -> float:
        """How far the next checkpoint is from a place (m), if that many were reached."""
        return min(hypot(there[0] - x, there[1] - y) for there in self.points[count].spots)


def goals_in(reel: Reel, subject: int) -> Goals | None:
    """The mission that a recording tells of; None where the subject had none."""
    for _, _, told in reel.happenings(MissionIs.__name__):
        if told["entity"] == subject:
            return Goals(tuple(_goal(one["name"], one["spots"]) for one in told["points"]), told["within"])
    return None


def _goal(name: str, spots: list[list[float]]) -> Goal:
    (x, y), *others = spots
    return Goal(name, x, y, tuple((east, north) for east, north in others))


def _distances(goal: Goal, x: Floats, y: Floats) -> Floats:
    """How near a moving point comes to a place up to each sample, since the one before."""
    a, b = np.concatenate((x[:1], x[:-1])), np.concatenate((y[:1], y[:-1]))
    dx, dy = x - a, y - b
    length = np.maximum(dx * dx + dy * dy, 1e-12)
    least = np.full(len(x), np.inf)
    for east, north in goal.spots:
        share = np.clip(((east - a) * dx + (north - b) * dy) / length, 0.0, 1.0)
        least = np.minimum(least, np.hypot(a + share * dx - east, b + share * dy - north))
    return least
