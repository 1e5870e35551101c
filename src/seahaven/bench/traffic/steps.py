"""What a step of a few vehicles costs: on a ring, in a town, and where another module owns some of their columns."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from statistics import median
from typing import Any, Protocol

from seahaven.behaviour import Driver
from seahaven.bench.stopwatch import race
from seahaven.bench.sumo.course import Course, Drive
from seahaven.bench.sumo.fleet import Fleet
from seahaven.bench.sumo.town_drive import TownDrive
from seahaven.kernel import Module, Param, Tick
from seahaven.roads import LaneMap
from seahaven.roads.builder import lesson_town
from seahaven.traffic import random_trips, route_demand
from seahaven.world import Writer, writes

__all__ = ["SHARES_OF_OWNERS", "Moved", "noted_values", "owned_drive", "owned_steps", "small_town", "step_cost"]

Columns = tuple[str, ...]
Values = tuple[tuple[Any, ...], ...]

SHARES_OF_OWNERS: dict[str, Columns] = {
    "wish": ("wish",),
    "all driver outputs": tuple(output.name for output in Driver.program.outputs),
    "pose": ("x", "y", "z", "heading", "speed"),
}
"""What another module owns of one vehicle, in words, and the columns that this means."""
OWNED = 1
"""The id of the vehicle that has another owner."""
TRIPS_PER_SECOND = 0.33
"""Trips that set out in the small town: about 28 vehicles are under way."""


class Moved(Protocol):
    """A world in which vehicles drive."""

    def advance(self, steps: int) -> None:
        """Make so many steps."""


def step_cost(drive: Moved, *, steps: int, repeats: int) -> float:
    """Give the CPU time of a step in microseconds, in the median round of so many steps."""
    rounds = race(lambda: drive.advance(steps), repeats=repeats)
    return 1e6 * median(seconds for (seconds,) in rounds) / steps


def small_town(*, until: float, seed: int = 1) -> TownDrive:
    """The small town with random trips that set out up to a date, in steps of 0.1 s."""
    lane_map = LaneMap.of(lesson_town())
    demand = route_demand(random_trips(lane_map, rate=TRIPS_PER_SECOND, end=until, seed=seed), lane_map)
    return TownDrive(demand, lane_map, step=0.1, seed=seed)


class Owner(Module):
    """Writes columns of one vehicle, with the values that were noted of it in a run without this module."""

    columns: Param[tuple[str, ...]]
    noted: Param[tuple[tuple[Any, ...], ...]]

    own: Writer

    def build(self) -> None:
        """Declare the columns."""
        self.open_port("own", writes("vehicle", *self.columns))

    def step(self, tick: Tick) -> None:
        """Write what the vehicle had at this step."""
        for name, value in zip(self.columns, self.noted[tick.index % len(self.noted)], strict=True):
            setattr(self.own, name, value)


def owned_steps(course: Course, fleet: Fleet, *, steps: int, repeats: int) -> dict[str, float]:
    """Give the CPU time of a step in which another module owns columns of one vehicle, over that of one without it.

    The owner writes what was noted in a run without it, so that the traffic around is the same. Its own step counts.
    """
    names = list(SHARES_OF_OWNERS)
    noted = noted_values(course, fleet, steps * (repeats + 1), SHARES_OF_OWNERS.values())
    drives = [Drive.of_fleet(course, fleet), *(owned_drive(course, fleet, *one) for one in noted.items())]
    rounds = race(*(partial(drive.advance, steps) for drive in drives), repeats=repeats)
    ratios = [[owned / plain for owned in rest] for plain, *rest in rounds]
    return dict(zip(names, map(median, zip(*ratios, strict=True)), strict=True))


def noted_values(course: Course, fleet: Fleet, steps: int, shares: Iterable[Columns]) -> dict[Columns, Values]:
    """Of each group of columns, what the vehicle has after every step of a run in which they have their usual owner."""
    drive = Drive.of_fleet(course, fleet)
    values: dict[Columns, list[tuple[Any, ...]]] = {columns: [] for columns in shares}
    for _ in range(steps):
        drive.advance(1)
        vehicle = drive.world.entity(OWNED)
        for columns, rows in values.items():
            rows.append(tuple(getattr(vehicle, name) for name in columns))
    return {columns: tuple(rows) for columns, rows in values.items()}


def owned_drive(course: Course, fleet: Fleet, columns: Columns, noted: Values) -> Drive:
    """The fleet with a vehicle of which another module owns some columns."""
    drive = Drive.of_fleet(course, fleet)
    drive.world.grant("owner", "vehicle", ids=[])
    drive.controller.add(Owner("owner", rate=1.0 / drive.step, columns=columns, noted=noted))
    drive.world.transfer(OWNED, columns, to="owner")
    return drive
