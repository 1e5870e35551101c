"""Scripts: vehicles that are moved as was written down beforehand, whatever is in their way (C5, G8)."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, sin
from typing import Final, TypeAlias

from seahaven.errors import InputError, nearest
from seahaven.geometry import Pose
from seahaven.kernel import SECOND
from seahaven.motion.footage import Footage
from seahaven.motion.keyframes import KeyFrames
from seahaven.motion.pearls import StringOfPearls
from seahaven.motion.trajectory import TrajectoryPoint
from seahaven.world import MOTIONS, SCRIPTED

__all__ = ["STAND", "THEN", "UNSCRIPTED", "Move", "Plan", "Script"]

Plan: TypeAlias = StringOfPearls | KeyFrames | Footage
"""What a script can be: gates, key frames, or a recording."""
UNSCRIPTED: Final = tuple(motion for motion in MOTIONS if motion not in SCRIPTED)
"""Behaviours that follow what the driver wishes."""
STAND: Final = "stand"
THEN: Final = (STAND, *UNSCRIPTED)
"""What a vehicle may do after its script: stand where it ends, or go on by another behaviour."""


@dataclass(frozen=True, slots=True)
class Script:
    """A plan with the date at which it begins (ns), the frame that it is written in, and what comes after it."""

    plan: Plan
    begin: int = 0
    frame: Pose | None = None
    """None for the coordinates of the world"""
    then: str = STAND

    def __post_init__(self) -> None:
        _refuse_other(self.then, THEN, "come after a script")

    def is_over(self, date: int) -> bool:
        """Whether the vehicle goes on by another behaviour from a date on."""
        return self.then != STAND and date >= self.begin + round(self.plan.end * SECOND)

    def at(self, date: int) -> TrajectoryPoint:
        """Where the vehicle is at a date; past the end of a script that it does not end by standing, it rolls on."""
        time = (date - self.begin) / SECOND
        rolls = self.then != STAND and time > self.plan.end
        point = self.plan.at(self.plan.end if rolls else time)
        pose = point.pose if self.frame is None else self.frame.compose(point.pose)
        if rolls:
            way = point.speed * (time - self.plan.end)
            pose = Pose(pose.x + way * cos(pose.heading), pose.y + way * sin(pose.heading), pose.heading)
        return TrajectoryPoint(pose, point.speed, point.acceleration, point.yaw_rate)


@dataclass(frozen=True, slots=True)
class Move:
    """Event: a vehicle is to be moved by another behaviour from now on, one of `MOTIONS`.

    A plan begins now. If it is `relative`, its coordinates are ahead of where the vehicle is now, and to its left; a
    recording then begins there, too.
    """

    entity: int
    motion: str
    plan: Plan | None = None
    relative: bool = False
    then: str = STAND

    def __post_init__(self) -> None:
        _refuse_other(self.motion, MOTIONS, "move a vehicle")
        if self.motion != (self.plan.motion if self.plan else self.motion) or (self.motion in SCRIPTED and not self.plan):
            raise InputError(f"motion '{self.motion}' does not fit the plan {self.plan!r:.60}")

    def script(self, now: int, here: Pose) -> Script | None:
        """The script of a vehicle that is somewhere now; None where it follows its driver."""
        if self.plan is None:
            return None
        plan = self.plan.from_its_start() if self.relative and isinstance(self.plan, Footage) else self.plan
        return Script(plan, now, here if self.relative else None, self.then)


def _refuse_other(word: str, known: tuple[str, ...], what: str) -> None:
    if word not in known:
        raise InputError(f"'{word}' cannot {what}; expected one of {', '.join(known)}{nearest(word, known)}")
