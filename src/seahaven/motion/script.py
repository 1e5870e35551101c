"""Scripts: vehicles that are moved as was written down beforehand, whatever is in their way (C5, G8)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, sin
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError, nearest
from seahaven.geometry import Pose, Truths
from seahaven.kernel import SECOND
from seahaven.motion.footage import Footage
from seahaven.motion.keyframes import KeyFrames
from seahaven.motion.pearls import StringOfPearls
from seahaven.motion.trajectory import TrajectoryPoint
from seahaven.world import MOTIONS, SCRIPTED

__all__ = ["STAND", "THEN", "UNSCRIPTED", "Move", "Plan", "Script", "is_scripted"]

Plan: TypeAlias = StringOfPearls | KeyFrames | Footage
"""What a script can be: gates, key frames, or a recording."""
UNSCRIPTED: Final = tuple(motion for motion in MOTIONS if motion not in SCRIPTED)
"""Behaviours that follow what the driver wishes."""
STAND: Final = "stand"
THEN: Final = (STAND, *UNSCRIPTED)
"""What a vehicle may do after its script: stand where it ends, or go on by another behaviour."""


@dataclass(frozen=True, slots=True)
class Script:
    """A plan with the date at which it begins (ns), and what comes after it.

    The coordinates of a `relative` plan are ahead of where the vehicle is when the script begins, and to its left; a
    recording then begins there, too. They mean something once the script has its `frame`.
    """

    plan: Plan
    begin: int = 0
    relative: bool = False
    then: str = STAND
    frame: Pose | None = None
    """Where the vehicle was when a relative script began"""

    def __post_init__(self) -> None:
        _refuse_other(self.then, THEN, "come after a script")

    @property
    def is_placed(self) -> bool:
        """Whether it is known where in the world the plan lies."""
        return not self.relative or self.frame is not None

    def placed(self, here: Pose, now: int) -> Script:
        """The script as it begins now, of a vehicle that is here; the same if it has a place in the world already."""
        if self.is_placed:
            return self
        plan = self.plan.from_its_start() if isinstance(self.plan, Footage) else self.plan
        return replace(self, plan=plan, begin=now, frame=here)

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

    @property
    def last_pose(self) -> Pose:
        """Where it ends."""
        return self.at(self.begin + round(self.plan.end * SECOND)).pose


@dataclass(frozen=True, slots=True)
class Move:
    """Event: a vehicle is to be moved by another behaviour from now on, one of `MOTIONS`; a plan begins now.

    A vehicle with the motion `kinematic` and then `lane` is bound to its lane as soon as it drives along that.
    """

    entity: int
    motion: str
    plan: Plan | None = None
    relative: bool = False
    then: str = STAND

    def __post_init__(self) -> None:
        _refuse_other(self.motion, MOTIONS, "move a vehicle")
        fits = self.motion not in SCRIPTED if self.plan is None else self.motion == self.plan.motion
        if not fits:
            raise InputError(f"motion '{self.motion}' does not fit the plan {self.plan!r:.60}")

    @property
    def returns(self) -> bool:
        """Whether it leads a vehicle back onto its lane."""
        return self.plan is None and self.motion == "kinematic" and self.then == "lane"

    def script(self, now: int, here: Pose) -> Script | None:
        """The script of a vehicle that is somewhere now; None where it follows its driver."""
        return Script(self.plan, now, self.relative, self.then).placed(here, now) if self.plan else None


def _refuse_other(word: str, known: tuple[str, ...], what: str) -> None:
    if word not in known:
        raise InputError(f"'{word}' cannot {what}; expected one of {', '.join(known)}{nearest(word, known)}")


def is_scripted(motions: NDArray[np.integer[Any]]) -> Truths:
    """Which vehicles a script moves, by the codes of their motions."""
    scripted: Truths = motions >= len(UNSCRIPTED)
    return scripted
