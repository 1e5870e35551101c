"""What is watched of a directed drive: where everybody was, what was logged, and who came or went in sight."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from seahaven.bench.ray_test import RayTest
from seahaven.direction import CastMember, Closed, Critical, Line, Opened, Ordered
from seahaven.kernel import SECOND, Event, Module, Param, State, Tick, port
from seahaven.motion import Collision
from seahaven.world import Press, reads

__all__ = ["RELEASE", "Frame", "Notes", "Watch"]

EYE = 0.8
"""How high the subject's eyes are, as a share of its vehicle's height."""
LOGGED = (Opened, CastMember, Ordered, Critical, Closed, Collision)
SPEEDS = frozenset({"adjust_speed", "follow", "lead", "beside"})
"""Buttons that tell a driver how fast to drive;"""
RELEASE = "release"
"""and the one that lets it drive as it likes again."""
Boxes = dict[int, tuple[float, ...]]


class Frame(NamedTuple):
    """Everybody on the drive at one moment: ids, how far along (m), lanes from the left, and how they move."""

    time: float
    ids: Any
    along: Any
    rank: Any
    speed: Any
    acceleration: Any
    offset: Any
    length: Any
    on_road: int
    """The road on which the subject is; -1 off all."""


@dataclass(slots=True)
class Notes:
    """All that was seen of a drive; events with their time in seconds."""

    frames: list[Frame] = field(default_factory=list)
    events: list[tuple[float, Any]] = field(default_factory=list)
    came: int = 0
    went: int = 0
    in_sight: list[str] = field(default_factory=list)
    """Who came or went in sight, and when."""

    def of(self, kind: type, number: int | None = None) -> list[tuple[float, Any]]:
        """The events of a kind, of one situation if its number is given."""
        return [
            (time, what)
            for time, what in self.events
            if isinstance(what, kind) and (number is None or getattr(what, "number", None) == number)
        ]


class Watch(Module, edge=True):
    """Looks at every step; with rays, also whether those who come and go can be seen."""

    drive: Param[Line]
    subject: Param[int]
    rays: Param[RayTest | None] = None
    notes: Param[Notes]
    before: State[dict[int, tuple[float, ...]]] = port({})

    seen = reads(
        "vehicle", "x", "y", "z", "heading", "length", "width", "height", "speed", "acceleration", "lane", "s", "offset"
    )
    weather = reads("weather", "visibility")

    def step(self, tick: Tick) -> None:
        """Take a frame, and look who has come and gone."""
        self.notes.frames.append(self._frame(tick.seconds))
        if self.rays is not None:
            self._look(tick.seconds)

    def observe(self, events: list[Event[Any]]) -> None:
        """Keep what direction logs, collisions, and who was told how fast to drive."""
        self.notes.events.extend((event.date / SECOND, event.value) for event in events if _is_kept(event.value))

    def _frame(self, time: float) -> Frame:
        table, drive = self.seen, self.drive
        along = drive.at(table.lane, table.s)
        on = np.flatnonzero(~np.isnan(along))
        own = int(np.searchsorted(table.ids, self.subject))
        is_there = own < len(table.ids) and table.ids[own] == self.subject and table.lane[own] >= 0
        road = int(drive.lane_map.road[table.lane[own]]) if is_there else -1
        columns = (table.speed, table.acceleration, table.offset, table.length)
        speed, acceleration, offset, length = (np.asarray(column[on], np.float32) for column in columns)
        where = table.ids[on].copy(), along[on], drive.rank[table.lane[on]].copy()
        return Frame(time, *where, speed, acceleration, offset, length, road)

    def _look(self, time: float) -> None:
        """Who has come is looked at where it is now, who has gone where it was last; from where the subject was."""
        assert self.rays is not None
        now = _boxes(self.seen)
        before = self.before or now
        reach = float(self.weather.visibility[0]) if len(self.weather) else 1000.0
        for boxes, others, word in ((now, before, "came"), (before, now, "went")):
            changed = sorted(boxes.keys() - others.keys())
            setattr(self.notes, word, getattr(self.notes, word) + len(changed))
            if self.subject not in boxes or self.subject in changed:
                continue
            eye = _eye(boxes[self.subject])
            self.notes.in_sight += [
                f"{one} {word} in sight at {time:.1f} s" for one in changed if self.rays.sees(eye, boxes[one], reach)
            ]
        self.before = now


def _is_kept(value: Any) -> bool:
    return isinstance(value, LOGGED) or (isinstance(value, Press) and (value.item in SPEEDS or value.item == RELEASE))


def _boxes(table: Any) -> Boxes:
    names = ("x", "y", "z", "heading", "length", "width", "height")
    rows = np.stack([getattr(table, name) for name in names], axis=1).tolist()
    return {entity: tuple(row) for entity, row in zip(table.ids.tolist(), rows, strict=True)}


def _eye(box: tuple[float, ...]) -> tuple[float, float, float]:
    return box[0], box[1], box[2] + EYE * box[6]
