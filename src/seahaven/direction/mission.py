"""The mission of a subject, as it is driven: which checkpoints it has come by, and when it is done."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, sin
from typing import Any, ClassVar

from seahaven.kernel import Emits, Module, Param, State, Tick, port
from seahaven.world import Spawner, reads, spawns

__all__ = [
    "CHECKPOINT_REACH",
    "CheckpointReached",
    "Mission",
    "MissionDone",
    "MissionIs",
    "MissionPoint",
    "distance_to_way",
]

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
class MissionDone:
    """Event: a subject has come by all its checkpoints, and leaves the roads, so as to be in nobody's way."""

    entity: int


@dataclass(frozen=True, slots=True)
class CheckpointReached:
    """Event: the front of the subject has come by a checkpoint, the `number`-th of its mission from 1."""

    entity: int
    number: int
    name: str


class Mission(Module):
    """Follows the subject from checkpoint to checkpoint, and tells of each that is reached.

    It goes by the pose alone, which a recording has as well, so that whoever judges can find out the same. A subject
    that `leaves` is taken off the roads once it is done, so that those who come behind it can reach the same goal.
    """

    points: Param[tuple[MissionPoint, ...]]
    subject: Param[int]
    within: Param[float | None] = None
    leaves: Param[bool] = port(False, doc="whether the subject is taken off the roads once its mission is done")
    reached: State[int] = 0
    was: State[tuple[float, float] | None] = None
    """Where the front was at the date before."""
    laid: Emits[MissionIs]
    is_late: State[bool] = port(False, doc="whether one that leaves has had all its time, and is not done")
    passed: Emits[CheckpointReached]
    done: Emits[MissionDone]

    seen = reads("vehicle", "x", "y", "heading", "length", "towed_by")

    door: Spawner

    def build(self) -> None:
        """Be ready to take the subject off the roads, if it leaves."""
        if self.leaves:
            self.open_port("door", spawns("vehicle"))

    @property
    def is_done(self) -> bool:
        """Whether all checkpoints have been reached."""
        return self.reached == len(self.points)

    @property
    def is_over(self) -> bool:
        """Whether nobody waits for it: it is done; or the time is up, where others are on the same mission."""
        return self.is_done or self.is_late

    def step(self, tick: Tick) -> None:
        """Look which checkpoints the way since the last date comes by."""
        if self.was is None:
            self.laid.append(MissionIs(self.subject, self.points, self.within))
        self.is_late = self.leaves and self.within is not None and tick.seconds > self.within
        front = self._front()
        if front is None or self.is_done:
            return
        before = self.was or front
        while not self.is_done and distance_to_way(self.points[self.reached], before, front) <= CHECKPOINT_REACH:
            self.reached += 1
            self.passed.append(CheckpointReached(self.subject, self.reached, self.points[self.reached - 1].name))
        self.was = front
        if self.leaves and self.reached == len(self.points):
            self.door.remove([self.subject, *self._trailers()])
            self.done.append(MissionDone(self.subject))

    def _trailers(self) -> list[int]:
        """What the subject tows."""
        seen: Any = self.seen
        return [int(one) for one in seen.ids[~seen.null("towed_by") & (seen.towed_by == self.subject)]]

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
