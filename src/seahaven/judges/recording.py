"""Recordings: what judges may look at, whether it lies in a reel or in the memory of a bench."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

import numpy as np

from seahaven.judges.episode import Told
from seahaven.judges.walk import Walk
from seahaven.measures import Crash, Lanes, Lights, SubjectFrames, crashes, lanes_of, read_frames
from seahaven.reels import Reel
from seahaven.roads.junctions import JunctionLogic

__all__ = ["CLEAR", "Recording", "ReelRecording"]

CLEAR = 10_000.0
"""How far one sees where no weather is recorded (m)."""


class Recording(Protocol):
    """A drive of one subject as it was recorded."""

    @property
    def subject(self) -> int:
        """The id of the subject; -1 if there is none."""

    @property
    def lanes(self) -> Lanes | None:
        """The lanes of the roads; None where none were recorded."""

    @property
    def told(self) -> Sequence[Told]:
        """The events, in order of time."""

    @property
    def lights(self) -> Lights | None:
        """What the traffic lights showed; None where there are none."""

    @property
    def crashes(self) -> Sequence[Crash]:
        """The collisions of the subject, in order of time."""

    @property
    def visibility(self) -> float:
        """How far one sees at the least during the drive (m)."""

    def frames(self, begin: float, end: float) -> SubjectFrames:
        """All vehicles around the subject from one time to another (s), with their heights."""

    def walk(self, person: int, begin: float, end: float) -> Walk | None:
        """Somebody on foot from one time to another (s); None if that one is not in the recording."""


class ReelRecording:
    """A drive that lies in a reel. Give the same dict as `known` for all drives on the same roads."""

    def __init__(self, reel: Reel, known: dict[str | None, Lanes] | None = None) -> None:
        self._reel = reel
        self._known = {} if known is None else known
        self.subject = reel.manifest.subjects[0] if reel.manifest.subjects else -1

    @cached_property
    def lanes(self) -> Lanes | None:
        """The lanes of the roads."""
        return lanes_of(self._reel, self._known)

    @cached_property
    def told(self) -> Sequence[Told]:
        """The events."""
        rows = self._reel.events().to_pylist()
        return [Told(float(row["time"]), str(row["kind"]), json.loads(row["value"])) for row in rows]

    @cached_property
    def lights(self) -> Lights | None:
        """What the traffic lights showed."""
        return None if self.lanes is None else Lights.read(self._reel, JunctionLogic.of(self.lanes.lane_map))

    @cached_property
    def crashes(self) -> Sequence[Crash]:
        """The collisions of the subject."""
        return crashes(self._reel, self.subject)

    @cached_property
    def visibility(self) -> float:
        """How far one sees at the least."""
        if "weather" not in self._reel.families:
            return CLEAR
        seen = self._reel.table("weather", ["visibility"]).column("visibility").to_numpy()
        return float(np.min(seen)) if len(seen) else CLEAR

    def frames(self, begin: float, end: float) -> SubjectFrames:
        """All vehicles around the subject."""
        return read_frames(self._reel, self.subject, begin, end, also=("height",))

    def walk(self, person: int, begin: float, end: float) -> Walk | None:
        """Somebody on foot."""
        if "person" not in self._reel.families:
            return None
        columns = ["time", "id", "x", "y", "speed", "phase"]
        table = self._reel.table("person", columns, time=(begin, end))
        rows = np.flatnonzero(table.column("id").to_numpy() == person)
        if not len(rows):
            return None
        own = table.take(rows)
        time, x, y, speed = (own.column(name).to_numpy().astype(np.float64) for name in ("time", "x", "y", "speed"))
        return Walk(time, x, y, speed, tuple(own.column("phase").to_pylist()))
