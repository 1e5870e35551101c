"""Builds views from a running world: ground truth within a range, less what vehicles and terrain hide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from seahaven.errors import InputError
from seahaven.geometry import Integers
from seahaven.motion import opposite_lane
from seahaven.roads.routing import Tracks
from seahaven.seats.fields import Checked, count, quantity
from seahaven.seats.readings import NO_SENSORS
from seahaven.seats.sightings import Sightings
from seahaven.seats.view import Ego, Instruction, Mission, Objects, Road, Stop, View, Weather
from seahaven.seats.way_ahead import Line, WayAhead
from seahaven.world import TURN_LIGHTS, VEHICLE, land_of

__all__ = ["SEEN_OF_PEOPLE", "SEEN_OF_VEHICLES", "ViewOptions", "Viewer", "Watched"]

SEEN_OF_VEHICLES: Final = (
    "kind", "x", "y", "z", "heading", "speed", "acceleration", "length", "width", "height", "steering", "yaw_rate",
    "brake_light", "turn_light", "lane", "s", "offset", "route", "entry", "contact", "towed_by",
)  # fmt: skip
SEEN_OF_PEOPLE: Final = ("x", "y", "z", "heading", "speed", "length", "width", "height")
BEYOND: Final = 1.5
"""m. A waiting line that the front bumper has passed by more than this is no longer shown."""
SEARCH: Final = 50.0
"""m. Within this distance of a vehicle that is off all lanes the nearest lane is shown as its way."""
PERSON: Final = len(VEHICLE.columns["kind"].kinds)
"""The code of people among the kinds of objects, behind those of vehicles."""


@dataclass(frozen=True, slots=True)
class ViewOptions(Checked):
    """How far an occupant sees, and in which detail."""

    range: float = quantity("within which objects are tracked", unit="m", low=0.0, high=1000.0, default=200.0)
    reach: float = quantity("how far ahead lanes and stops are shown", unit="m", low=1.0, high=500.0, default=150.0)
    spacing: float = quantity("between points of lanes", unit="m", low=0.5, high=50.0, default=2.0)
    sides: int = count("lanes that are shown to the left and to the right of the way", low=0, high=5, default=2)
    most: int = count("objects that are shown, the nearest of them", low=0, high=500, default=100)


@dataclass(frozen=True, slots=True)
class Watched:
    """The tables that a view is made from; people, signals and weather may have no rows."""

    vehicles: Any
    people: Any
    signals: Any
    weather: Any


class Viewer:
    """Makes views of one world for vehicles on its tracks.

    viewer = Viewer(tracks, ViewOptions(range=150.0))
    view = viewer.view(watched, entity, step=0, date=0, period=0.1)
    """

    def __init__(self, tracks: Tracks, options: ViewOptions) -> None:
        self.tracks, self.options = tracks, options
        self._ahead = WayAhead.of(tracks)
        self.rivals = _NO_LANES
        """Lanes on which vehicles had the right of way in the last view, in ascending order."""
        points = (int(options.reach / options.spacing) + 1) * (1 + 2 * options.sides)
        self._sight = Sightings(tracks.lane_map.known(land_of), self._ahead.lanes, options.most, points)

    def view(
        self,
        watched: Watched,
        entity: int,
        *,
        step: int,
        date: int,
        period: float,
        instructions: tuple[Instruction, ...] = (),
    ) -> View:
        """What the driver of a vehicle sees at a date."""
        table = watched.vehicles
        row = int(table.ids.searchsorted(entity))
        if row == len(table.ids) or table.ids[row] != entity:
            raise InputError(f"there is no vehicle {entity} to make a view for")
        own, onward = table.lane.item(row), table.entry.item(row)
        back = self._way_back(table, row, own, onward)
        lane, s, entry = back or self._place(table, row, own, onward)
        front = s + 0.5 * table.length.item(row)
        numbers, objects, road = self._look(watched, row, entry, s, front)
        ego = _ego(table, row, numbers, own)
        stops = self._stops(watched, entry, front, date / 1e9) if entry >= 0 else ()
        mission = self._mission(back[2] if back else onward if lane == own else -1, entry, s)
        weather = _weather(watched.weather)
        return View.unchecked(step, date, period, ego, weather, objects, road, stops, mission, instructions, NO_SENSORS)

    def _place(self, table: Any, row: int, lane: int, entry: int) -> tuple[int, float, int]:
        """The lane of a vehicle, or the nearest; how far along; and its entry, -1 far from all lanes."""
        if lane >= 0:
            return lane, table.s.item(row), self._ahead.entry_of(entry, lane)
        pose = {"heading": table.heading.item(row), "z": table.z.item(row), "reach": SEARCH}
        near = self.tracks.lane_map.match(table.x.item(row), table.y.item(row), **pose)
        if near.lane < 0:
            return -1, 0.0, -1
        route = int(table.route[row])
        found = int(self.tracks.locate(route, near.lane)) if route >= 0 else -1
        return int(near.lane), float(near.s), self._ahead.entry_of(found, int(near.lane))

    def _way_back(self, table: Any, row: int, lane: int, entry: int) -> tuple[int, float, int] | None:
        """The place beside a vehicle on its route where that leads back in the other direction, so that it has to turn
        round: the lane, how far along, and the entry."""
        route = int(table.route[row])
        if lane < 0 or entry >= 0 or route < 0:
            return None
        near = opposite_lane(self.tracks.lane_map, table.x.item(row), table.y.item(row), table.heading.item(row))
        found = int(self.tracks.locate(route, near[0])) if near and near[0] != lane else -1
        return (*near, found) if near and found >= 0 else None

    # --- what is seen ---------------------------------------------------------------------------------------------

    def _look(
        self, watched: Watched, own: int, entry: int, s: float, front: float
    ) -> tuple[list[float], Objects, Road]:  # fmt: skip
        """The numbers of the vehicle, what is seen around it, and the points of the lanes ahead."""
        options, rivals = self.options, self._rivals(entry, front, watched)
        self.rivals = rivals
        reach = min(options.range, _visibility(watched.weather))
        numbers = reach, s, options.spacing, options.reach
        whole = own, len(rivals), entry, options.most, options.sides, PERSON
        return self._sight.look(watched, numbers, whole, rivals)

    def _rivals(self, entry: int, front: float, watched: Watched) -> Integers:
        """The lanes on which vehicles have the right of way at the next junction, in ascending order."""
        if entry < 0:
            return _NO_LANES
        for line in self._ahead.outlook(entry).lines:
            if line.way >= 0 and -BEYOND < line.far - front <= self.options.reach:
                light, _ = self._ahead.light(line, watched.signals.state)
                return self._ahead.rivals(line, light, watched.signals.state)
        return _NO_LANES

    def _stops(self, watched: Watched, entry: int, front: float, seconds: float) -> tuple[Stop, ...]:
        lines, furthest = self._ahead.outlook(entry).lines, front + self.options.reach
        return tuple(
            self._stop(line, watched, line.far - front, seconds)
            for line in lines
            if front - BEYOND < line.far <= furthest
        )

    def _stop(self, line: Line, watched: Watched, distance: float, seconds: float) -> Stop:
        light, row = self._ahead.light(line, watched.signals.state)
        age = max(seconds - float(watched.signals.since[row]), 0.0) if row >= 0 else 0.0
        must_yield = len(self._ahead.rivals(line, light, watched.signals.state)) > 0
        return Stop(line.kind, distance, light, age, line.sign, must_yield, line.turn, line.through)

    def _mission(self, entry: int, onward: int, s: float) -> Mission:
        turns = self._ahead.turns(onward, s) if onward >= 0 else ()
        if entry < 0:
            return Mission.unchecked(float("inf"), float("inf"), 0, turns)
        arrays = self.tracks.arrays
        remaining, follows = float(arrays.remaining[entry]) - s, float(arrays.drop[entry]) - s
        return Mission.unchecked(max(remaining, 0.0), max(follows, 0.0), int(arrays.shift[entry]), turns)


_NO_LANES: Integers = np.empty(0, np.int64)


def _ego(table: Any, row: int, numbers: list[float], lane: int) -> Ego:
    """The vehicle itself."""
    touches = not bool(table.null("contact")[row])
    light = TURN_LIGHTS[table.turn_light.item(row)]
    return Ego.unchecked(*numbers[:11], lane, *numbers[11:], light, touches)


def _weather(table: Any) -> Weather:
    if not len(table):
        return _CLEAR
    return Weather.unchecked(table.grip.item(0), table.visibility.item(0), table.rain.item(0), table.daylight.item(0))


_CLEAR: Final = Weather(1.0, 10_000.0, 0.0, 1.0)
"""A world without weather has a clear, dry day."""


def _visibility(table: Any) -> float:
    return float(table.visibility.item(0)) if len(table) else float("inf")
