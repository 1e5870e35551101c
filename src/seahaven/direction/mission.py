"""The mission of a subject, as it is driven: which checkpoints it has come by, and when it is done."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, sin
from typing import Any, ClassVar

from seahaven.kernel import Emits, Module, Param, State, Tick
from seahaven.world import reads

__all__ = ["CHECKPOINT_REACH", "CheckpointReached", "Mission", "MissionIs", "MissionPoint", "distance_to_way"]

CHECKPOINT_REACH = 2.5
"""Metres from a checkpoint within which the front bumper has to come: a lane is 3.5 m wide, and a vehicle that stops at
its goal may stop a little before it."""


@dataclass(frozen=True, slots=True)
class MissionPoint:
    """A checkpoint: its name, and the places (x, y) of which any will do, one on each lane that counts."""

    is_immutable: ClassVar[bool] = True

    name: str
    spots: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class MissionIs:
    """Event: the mission of a subject: its checkpoints in driving order, and the time allowed (s), if any."""

    entity: int
    points: tuple[MissionPoint, ...]
    within: float | None = None


@dataclass(frozen=True, slots=True)
class CheckpointReached:
    """Event: the front of the subject has come by a checkpoint, the `number`-th of its mission from 1."""

    entity: int
    number: int
    name: str


class Mission(Module):
    """Follows the subject from checkpoint to checkpoint, and tells of each that is reached.

    It goes by the pose alone, which a recording has as well, so that whoever judges can find out the same.
    """

    points: Param[tuple[MissionPoint, ...]]
    subject: Param[int]
    within: Param[float | None] = None
    reached: State[int] = 0
    was: State[tuple[float, float] | None] = None
    """Where the front was at the date before."""
    laid: Emits[MissionIs]
    passed: Emits[CheckpointReached]

    seen = reads("vehicle", "x", "y", "heading", "length")

    @property
    def is_done(self) -> bool:
        """Whether all checkpoints have been reached."""
        return self.reached == len(self.points)

    def step(self, tick: Tick) -> None:
        """Look which checkpoints the way since the last date comes by."""
        if self.was is None:
            self.laid.append(MissionIs(self.subject, self.points, self.within))
        front = self._front()
        if front is None or self.is_done:
            return
        before = self.was or front
        while not self.is_done and distance_to_way(self.points[self.reached], before, front) <= CHECKPOINT_REACH:
            self.reached += 1
            self.passed.append(CheckpointReached(self.subject, self.reached, self.points[self.reached - 1].name))
        self.was = front

    def _front(self) -> tuple[float, float] | None:
        """Where the subject's front is; None where it is not there."""
        seen: Any = self.seen
        row = int(seen.ids.searchsorted(self.subject))
        if row == len(seen.ids) or seen.ids[row] != self.subject:
            return None
        ahead, heading = 0.5 * float(seen.length[row]), float(seen.heading[row])
        return float(seen.x[row]) + ahead * cos(heading), float(seen.y[row]) + ahead * sin(heading)


def distance_to_way(point: MissionPoint, start: tuple[float, float], end: tuple[float, float]) -> float:
    """How near a straight way comes to the nearest place of a checkpoint (m)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = max(dx * dx + dy * dy, 1e-12)
    best = float("inf")
    for x, y in point.spots:
        share = min(max(((x - start[0]) * dx + (y - start[1]) * dy) / square, 0.0), 1.0)
        best = min(best, hypot(x - start[0] - share * dx, y - start[1] - share * dy))
    return best
