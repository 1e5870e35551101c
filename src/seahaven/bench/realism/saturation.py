"""How a queue sets out at a light: how many pass in an hour of green, and what is lost when it turns green."""

from __future__ import annotations

from math import pi
from typing import Any, NamedTuple

import numpy as np

from seahaven.bench.sumo.carrying import carried
from seahaven.bench.sumo.town_drive import TownDrive
from seahaven.geometry import Floats, Integers
from seahaven.measures import PER_HOUR
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, town_street
from seahaven.roads.junctions import JunctionLogic, Way
from seahaven.roads.model import Turn
from seahaven.traffic import CAR, Demand, Flow, Journey, route_demand
from seahaven.world import LightState

__all__ = ["Discharge", "crossroads", "discharge"]

FIRST = 4
"""As many of a queue as set out more slowly; from the next one on headways are those of saturation."""
QUEUE = 7
"""Fewest vehicles in a green for it to count."""
PRESS = 0.6
"""Vehicles per second that want to pass: more than can."""
WARM_UP = 150.0
"""Seconds in which a queue builds up that no green can empty."""
GREEN = (LightState.GREEN, LightState.YIELDING)


class Discharge(NamedTuple):
    """Vehicles per hour of green and lane, seconds lost at the start of green, and how many greens were looked at."""

    flow: float
    lost: float
    greens: int


def crossroads() -> LaneMap:
    """Give two streets that cross at lights."""
    builder = Builder("crossroads")
    main = builder.road("main", town_street(), at=(-600.0, 0.0)).straight(1200.0)
    side = builder.road("side", town_street(), at=(0.0, -300.0), heading=0.5 * pi).straight(600.0)
    builder.junction("lights", main, side, control="lights")
    return LaneMap(builder.build())


def discharge(*, step: float, seconds: float, seed: int = 1) -> Discharge:
    """Let cars come to a light, more than can pass, and look for so many seconds at when their fronts pass its line.

    The headway of saturation is the mean of those behind the fourth of a queue. What is lost at the start is by how
    much the fourth passes later than four such headways after the light has turned green.
    """
    lane_map = crossroads()
    flow = Flow("main", Journey("main.1", "main.2"), rate=PRESS, mix=CAR)
    drive = TownDrive(route_demand(Demand(flows=(flow,)), lane_map), lane_map, step=step, seed=seed)
    line = _Line(drive)
    while drive.seconds < WARM_UP + seconds:
        drive.advance()
        line.note()
    return _discharge([times for green, times in line.greens if green > WARM_UP and len(times) >= QUEUE])


def _discharge(greens: list[list[float]]) -> Discharge:
    if not greens:
        return Discharge(np.nan, np.nan, 0)
    headway = float(np.concatenate([np.diff(times)[FIRST - 1 :] for times in greens]).mean())
    lost = float(np.mean([times[FIRST - 1] - FIRST * headway for times in greens]))
    return Discharge(PER_HOUR / headway, lost, len(greens))


class _Line:
    """Watches a stop line: when its light turns green, and when fronts pass after that."""

    def __init__(self, drive: TownDrive) -> None:
        logic = JunctionLogic.of(drive.lane_map)
        way = _straight_on(logic)
        self._drive, self._signals = drive, drive.world.family("signal")
        self._row = int(drive.plan.way_row[drive.plan.way_first[way.index]])
        end = float(drive.lane_map.length[way.incoming])
        self._x = float(drive.lane_map.place(way.incoming, end).x + logic.tables.way_stop[way.index])
        self._ids: Integers = np.zeros(0, np.int64)
        self._fronts: Floats = np.zeros(0)
        self._was_green = False
        self.greens: list[tuple[float, list[float]]] = []

    def note(self) -> None:
        """Take note of a step."""
        is_green = int(self._signals.state[self._row]) in GREEN
        if is_green and not self._was_green:
            self.greens.append((float(self._signals.since[self._row]), []))
        self._was_green = is_green
        passed = self._passed(self._drive.vehicles)
        if is_green:
            green, times = self.greens[-1]
            times += (passed - green).tolist()

    def _passed(self, vehicles: Any) -> Floats:
        """The dates at which fronts came past the line in this step, in order."""
        front = vehicles.x + 0.5 * vehicles.length
        before = carried(self._ids, self._fronts, vehicles.ids, np.inf)
        self._ids, self._fronts = vehicles.ids.copy(), front
        rows = np.flatnonzero((before < self._x) & (front >= self._x))
        back = (front[rows] - self._x) / (front[rows] - before[rows])
        return np.sort(self._drive.seconds - self._drive.step * back)


def _straight_on(logic: JunctionLogic) -> Way:
    """The way from the first part of the main street onto the second."""
    names = [(way, logic.lane_map.name(way.incoming)) for way in logic.ways if way.incoming >= 0]
    return next(way for way, name in names if name.startswith("main.1:") and way.turn is Turn.STRAIGHT)
