"""Drives on the rear-end course: one situation with an ordinary subject who begins not far before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from seahaven.direction import Direction, Line
from seahaven.direction.log import (
    CastMember,
    Closed,
    Critical,
    DriveLaid,
    Forecast,
    Opened,
    Ordered,
    Planned,
    Postponed,
    Resited,
)
from seahaven.direction.survey import Feature, survey
from seahaven.kernel import SECOND, Controller, Hears, Module, State, Tick, port
from seahaven.roads import LaneMap
from seahaven.roads.builder import rear_end_course
from seahaven.roads.routing import Router, Tracks
from seahaven.takes import Take, load_take
from seahaven.traffic import CAR

MILE, MPH, G = 1609.344, 0.44704, 9.81
STEP = SECOND // 10
OTHERS = """
  ambient:
    radius: 1200 m
    keep: left
    density: [{density: 15/mi, roads: freeway*, lanes: [1, 2], side: left, of: 3, direction: forward}]"""
"""Those on the left two lanes of the freeway, as in the study."""
STUDY = """
study: One situation
seed: {seed}
duration: 15 min
record: 5 Hz
roads: seahaven.roads.builder:rear_end_course
weather: {{preset: clear, visibility: 1 km}}
subject: {{name: subject, on: '{lane}', at: {s:.1f} m, to: freeway.3, speed: {speed:.2f}, driver: {driver}}}
traffic:
  rate: 10 Hz{others}
spacing: {spacing}
situations:
{situations}
"""

Event = TypeVar("Event")


@cache
def lane_map() -> LaneMap:
    """The roads."""
    return LaneMap.of(rear_end_course())


@cache
def tracks() -> Tracks:
    """The way from the beginning of the highway to the end of the freeway, as route 0."""
    router = Router.of(lane_map(), CAR.user)
    start = next(lane for lane in range(len(lane_map())) if lane_map().name(lane) == "highway.1:0:-1")
    return Tracks(router.table([router.route((start, 10.0), "freeway.3")]))


@cache
def drive() -> Line:
    """How far along that way everybody is."""
    return Line(tracks(), 0)


@cache
def features() -> tuple[Feature, ...]:
    """What there is along it."""
    return survey(drive(), tracks())


class Ear(Module):
    """Remembers the log of direction, and when each line of it was told (s)."""

    planned: Hears[Planned]
    opened: Hears[Opened]
    cast: Hears[CastMember]
    ordered: Hears[Ordered]
    forecast: Hears[Forecast]
    critical: Hears[Critical]
    closed: Hears[Closed]
    laid: Hears[DriveLaid]
    resited: Hears[Resited]
    postponed: Hears[Postponed]
    told: State[list[tuple[float, Any]]] = port([])

    def step(self, tick: Tick) -> None:
        """Listen."""
        heard = (*self.opened, *self.cast, *self.ordered, *self.forecast, *self.critical, *self.closed)
        moved = (*self.laid, *self.resited, *self.postponed)
        for event in sorted((*self.planned, *heard, *moved)):
            self.told.append((round(event.date / SECOND, 3), event.value))


@dataclass
class Played:
    """What came of a drive: the log, and of each step when it was, and how everybody was who had a role."""

    take: Take
    log: list[tuple[float, Any]]
    rows: dict[str, list[dict[str, float]]] = field(default_factory=dict)

    def events(self, kind: type[Event]) -> list[tuple[float, Event]]:
        """The lines of a kind."""
        return [(time, event) for time, event in self.log if isinstance(event, kind)]

    def orders(self, item: str) -> list[tuple[float, Ordered]]:
        """When a button was pressed, and how."""
        return [(time, event) for time, event in self.events(Ordered) if event.item == item]

    @property
    def moment(self) -> tuple[float, Critical]:
        """When the critical moment was, and what was reached then."""
        ((time, critical),) = self.events(Critical)
        return time, critical

    def column(self, role: str, name: str, begin: float = 0.0, end: float = np.inf) -> Any:
        """What a column of somebody was, from one time to another."""
        return np.array([row[name] for row in self.rows[role] if begin <= row["time"] <= end])

    def at(self, role: str, time: float) -> Mapping[str, float]:
        """The row of somebody at a time."""
        return min(self.rows[role], key=lambda row: abs(row["time"] - time))


def write(folder: Path, situations: str, start: float, **told: Any) -> Path:
    """A study whose subject begins so many metres along the drive."""
    while not (lanes := [lane for lane in drive().lanes_at(start) if lane_map().junction[lane] < 0]):
        start -= 20.0
    spot = drive().spot(int(lanes[-1]), start)
    limit = float(lane_map().limit(*spot))
    known = {"seed": 7, "others": "", "spacing": "0 m", "driver": "{speed_factor: 1.0, headway: 1.4}", "speed": limit}
    path = folder / "one.study.yaml"
    path.write_text(STUDY.format(**{**known, **told}, lane=lane_map().name(spot.lane), s=spot.s, situations=situations))
    return path


def directed(take: Take) -> Direction:
    """The module that directs a take."""
    return next(module for module in take.root.walk() if isinstance(module, Direction))


def with_ear(take: Take) -> Take:
    """A take whose log of direction is listened to."""
    take.root.add(Ear("ear", rate=10))
    for name in ("opened", "cast", "ordered", "forecast", "critical", "closed", "laid", "resited", "postponed"):
        take.root.link(f"direction.{name}", f"ear.{name}")
    return take


def log_of(run: Controller) -> list[tuple[float, Any]]:
    """What the ear has heard."""
    return next(module for module in run.root.walk() if isinstance(module, Ear)).told


def play(
    path: Path, *, longest: float = 400.0, after: float = 0.0, watch: Callable[[Controller], None] | None = None
) -> Played:
    """Play until all situations are over and so many seconds on, and look at everybody in each step."""
    take = with_ear(load_take(path))
    director = directed(take)
    played = Played(take, [])
    left = after
    with take.controller() as run:
        while run.now < longest * SECOND and left >= 0.0:
            run.advance(STEP)
            played.log = list(log_of(run))
            _look(run, director, played)
            if watch is not None:
                watch(run)
            if director.live is not None and not director.live.left:
                left -= STEP / SECOND
    return played


def _look(run: Controller, director: Direction, played: Played) -> None:
    """Keep the rows of the subject and of everybody who has had a role."""
    cast = {event.role: event.entity for _, event in played.events(CastMember)}
    table = run.store.family("vehicle")
    for role, entity in {"subject": director.subject, **cast}.items():
        row = int(table.ids.searchsorted(entity))
        if row >= len(table.ids) or table.ids[row] != entity:
            continue
        names = ("speed", "acceleration", "brake_light", "offset", "length", "lane", "s", "gap", "turn_light")
        known = {name: float(getattr(table, name)[row]) for name in names}
        along = float(director.drive.at(table.lane[row], table.s[row]))
        played.rows.setdefault(role, []).append({"time": run.now / SECOND, "along": along, **known})
