"""What a trigger can wait for, each a question asked of everybody who might make it fire, at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from seahaven.direction.vicinity import Vicinity
from seahaven.geometry import Floats, Truths
from seahaven.measures import time_gap
from seahaven.world import LightState, Table

if TYPE_CHECKING:
    from seahaven.direction.triggers.collision import Prospect

__all__ = [
    "EARLY",
    "STANDING",
    "After",
    "ArrivesWithin",
    "AtTime",
    "CloserThan",
    "Condition",
    "HeadwayBelow",
    "LightAhead",
    "LightShows",
    "Scene",
    "SpeedAbove",
    "SpeedBelow",
    "Stopped",
]

Rows = NDArray[np.intp]
EARLY = 1e-6
"""Seconds by which a time may be short, since steps add up with rounding."""
STANDING = 0.1
"""The speed in m/s below which one stands."""
SLOWEST = 0.1
"""The least speed in m/s that times are reckoned with."""


class Scene(NamedTuple):
    """What conditions look at: vehicles, people on foot and lights, since when who stands, and when triggers fired.

    `cars` are those who are asked: vehicles, or of a trigger that heeds people on foot, these; `others` are the others.

    `now` is the time at which what is pressed in this step is heard.
    """

    now: float
    cars: Table
    others: Table
    lights: Table
    standing: Mapping[int, float]
    fired: Mapping[str, float]
    near: Callable[[int], Vicinity]
    prospect: Prospect
    """The same vehicles, for measures of where they are going."""

    def place(self, entity: int) -> tuple[float, float] | None:
        """Where a vehicle or somebody on foot is; None when it is gone."""
        for table in (self.cars, self.others):
            row = int(np.searchsorted(table.ids, entity))
            if row < len(table.ids) and table.ids[row] == entity:
                return float(table.x[row]), float(table.y[row])
        return None

    def row(self, entity: int) -> int | None:
        """The row of a vehicle; None when it is gone."""
        row = int(np.searchsorted(self.cars.ids, entity))
        return row if row < len(self.cars.ids) and self.cars.ids[row] == entity else None


class Condition(Protocol):
    """Something that holds or not, of each of some vehicles."""

    def holds(self, scene: Scene, rows: Rows) -> Truths:
        """Of each row of the vehicles, whether it holds."""
        ...

    def begins(self, scene: Scene) -> float:
        """The time before which it cannot hold."""
        ...


@dataclass(frozen=True, slots=True)
class _OfVehicles:
    """Something that may hold at any time."""

    def begins(self, scene: Scene) -> float:
        """At once."""
        return -inf


@dataclass(frozen=True, slots=True)
class Stopped(_OfVehicles):
    """It has stood for so many seconds."""

    lasting: float = 0.0

    def holds(self, scene: Scene, rows: Rows) -> Truths:
        """Of each row, whether it stands, and for long enough."""
        stands: Truths = scene.cars.speed[rows] < STANDING
        if self.lasting > 0.0:
            for k in np.flatnonzero(stands).tolist():
                since = scene.standing.get(int(scene.cars.ids[rows[k]]), scene.now)
                stands[k] = scene.now - since >= self.lasting - EARLY
        return stands


@dataclass(frozen=True, slots=True)
class CloserThan(_OfVehicles):
    """It is nearer than so many metres to another one, from centre to centre as the crow flies."""

    distance: float
    to: int

    def holds(self, scene: Scene, rows: Rows) -> Truths:
        """Of each row, whether it is that near; the other one itself does not count."""
        place = scene.place(self.to)
        if place is None:
            return np.zeros(len(rows), np.bool_)
        cars = scene.cars
        away = np.hypot(cars.x[rows] - place[0], cars.y[rows] - place[1])
        near: Truths = (away < self.distance) & (cars.ids[rows] != self.to)
        return near


@dataclass(frozen=True, slots=True)
class ArrivesWithin(_OfVehicles):
    """Its front reaches a place on its way, `s` metres along a lane, within so many seconds as it drives now."""

    time: float
    lane: int
    s: float

    def holds(self, scene: Scene, rows: Rows) -> Truths:
        """Of each row, whether it arrives in time and has not been there yet."""
        cars = scene.cars
        behind = scene.near(self.lane).offset[cars.lane[rows]] + cars.s[rows] - self.s
        ahead = -behind - 0.5 * cars.length[rows]
        soon: Truths = (ahead >= 0.0) & (ahead < self.time * np.maximum(cars.speed[rows], SLOWEST))
        return soon


@dataclass(frozen=True, slots=True)
class HeadwayBelow(_OfVehicles):
    """It is less than so many seconds, at its own speed, behind its leader, or behind a certain vehicle."""

    time: float
    to: int | None = None

    def holds(self, scene: Scene, rows: Rows) -> Truths:
        """Of each row, whether it is that close behind."""
        gap = self._gap(scene, rows)
        close: Truths = (gap >= 0.0) & (time_gap(gap, np.maximum(scene.cars.speed[rows], SLOWEST)) < self.time)
        return close

    def _gap(self, scene: Scene, rows: Rows) -> Floats:
        """From front to rear bumper; NaN where there is none."""
        cars = scene.cars
        if self.to is None:
            return np.where(cars.null("gap")[rows], np.nan, cars.gap[rows])
        other = scene.row(self.to)
        if other is None or cars.lane[other] < 0:
            return np.full(len(rows), np.nan)
        behind = scene.near(int(cars.lane[other])).offset[cars.lane[rows]] + cars.s[rows] - cars.s[other]
        return np.asarray(-behind - 0.5 * (cars.length[rows] + cars.length[other]))


@dataclass(frozen=True, slots=True)
class SpeedAbove(_OfVehicles):
    """It drives faster than so many m/s."""

    speed: float

    def holds(self, scene: Scene, rows: Rows) -> Truths:
        """Of each row, whether it does."""
        return np.asarray(scene.cars.speed[rows] > self.speed)


@dataclass(frozen=True, slots=True)
class SpeedBelow(_OfVehicles):
    """It drives slower than so many m/s."""

    speed: float

    def holds(self, scene: Scene, rows: Rows) -> Truths:
        """Of each row, whether it does."""
        return np.asarray(scene.cars.speed[rows] < self.speed)


@dataclass(frozen=True, slots=True)
class LightAhead(_OfVehicles):
    """The light that it comes up to shows one of some states."""

    states: tuple[LightState, ...]

    def holds(self, scene: Scene, rows: Rows) -> Truths:
        """Of each row, whether there is such a light within its view."""
        cars = scene.cars
        shown: Truths = np.isin(cars.light[rows], [int(state) for state in self.states]) & ~cars.null("junction")[rows]
        return shown


@dataclass(frozen=True, slots=True)
class LightShows(_OfVehicles):
    """A certain light, by its row in the plan of all lights, shows one of some states."""

    row: int
    states: tuple[LightState, ...]

    def holds(self, scene: Scene, rows: Rows) -> Truths:
        """The same for every row."""
        shows = self.row < len(scene.lights) and int(scene.lights.state[self.row]) in map(int, self.states)
        return np.full(len(rows), shows)


@dataclass(frozen=True, slots=True)
class After:
    """Another trigger fired, at least so many seconds ago."""

    trigger: str
    by: float = 0.0

    def holds(self, scene: Scene, rows: Rows) -> Truths:
        """The same for every row."""
        return np.full(len(rows), scene.now >= self.begins(scene) - EARLY)

    def begins(self, scene: Scene) -> float:
        """When it is so long ago."""
        return scene.fired.get(self.trigger, inf) + self.by


@dataclass(frozen=True, slots=True)
class AtTime:
    """It is so late, in seconds from the start."""

    time: float

    def holds(self, scene: Scene, rows: Rows) -> Truths:
        """The same for every row."""
        return np.full(len(rows), scene.now >= self.time - EARLY)

    def begins(self, scene: Scene) -> float:
        """At that time."""
        return self.time
