"""The prompter: tells the subject what to do between situations, and marks moments for whoever looks at the data."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import ClassVar

from seahaven.direction.director import LOST_FOR
from seahaven.direction.line import Line
from seahaven.direction.log import Marker, Told
from seahaven.kernel import Emits, Module, Param, State, Tick
from seahaven.world import reads

__all__ = ["Prompt", "Prompter"]


@dataclass(frozen=True, slots=True)
class Prompt:
    """Something to be told, or marked, when the subject has come so far along its drive (m), or at a time (s)."""

    is_immutable: ClassVar[bool] = True

    at: float | None = None
    time: float | None = None
    say: str = ""
    task: str = ""
    mark: str = ""

    def is_due(self, along: float, seconds: float) -> bool:
        """Whether its place or its time has come."""
        return (self.at is not None and along >= self.at) or (self.time is not None and seconds >= self.time)


class Prompter(Module):
    """Tells each prompt once, as an event: `told` to the subject, `marked` in the data.

    A subject that has left the drive for `LOST_FOR` seconds goes on along it, as it were, by every metre that it
    drives elsewhere, so that it is told at the same distances; once it is back on the drive, its place there counts.
    """

    prompts: Param[tuple[Prompt, ...]]
    drive: Param[Line]
    subject: Param[int]
    done: State[tuple[int, ...]] = ()
    along: State[float | None] = None
    """How far along the drive the subject is, or would be; None before it was on it."""
    away: State[float] = 0.0
    """For how many seconds it has been off the drive."""
    told: Emits[Told]
    marked: Emits[Marker]

    seen = reads("vehicle", "lane", "s", "speed")

    def step(self, tick: Tick) -> None:
        """Tell those whose place or time has come; places count from the front of the drive on."""
        if len(self.done) == len(self.prompts):
            return
        row = int(self.seen.ids.searchsorted(self.subject))
        if row == len(self.seen.ids) or self.seen.ids[row] != self.subject:
            return
        along = self._follow(row, tick.dt)
        for number, prompt in enumerate(self.prompts):
            if number not in self.done and prompt.is_due(along, tick.seconds):
                self.done = (*self.done, number)
                if prompt.say:
                    self.told.append(Told(prompt.say, prompt.task))
                if prompt.mark:
                    self.marked.append(Marker(prompt.mark))

    def _follow(self, row: int, dt: float) -> float:
        """How far along the drive the subject is, or would be; NaN where it has left it only just now."""
        along = float(self.drive.at(self.seen.lane[row], self.seen.s[row]))
        if not isnan(along):
            self.along, self.away = along, 0.0
        elif self.along is not None:
            self.along, self.away = self.along + abs(float(self.seen.speed[row])) * dt, self.away + dt
        return along if self.along is None or self.away < LOST_FOR else self.along
