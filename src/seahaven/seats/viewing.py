"""Builds views from a running world: ground truth within a range, less what vehicles and terrain hide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from seahaven.errors import InputError
from seahaven.geometry import Integers
from seahaven.roads.routing import Tracks
from seahaven.seats.fields import Checked, count, quantity
from seahaven.seats.view import Ego, Instruction, Mission, Objects, Road, Stop, View, Weather
from seahaven.seats.view_arrays import Bodies, Drivers, Walkers
from seahaven.seats.way_ahead import Line, WayAhead
from seahaven.world import TURN_LIGHTS, land_of

__all__ = ["SEEN_OF_PEOPLE", "SEEN_OF_VEHICLES", "ViewOptions", "Viewer", "Watched"]

SEEN_OF_VEHICLES: Final = (
    "kind", "x", "y", "z", "heading", "speed", "acceleration", "length", "width", "height", "steering", "yaw_rate",
    "brake_light", "turn_light", "lane", "s", "offset", "route", "entry", "contact", "towed_by",
)  # fmt: skip
SEEN_OF_PEOPLE: Final = ("x", "y", "z", "heading", "speed", "length", "width", "height")
_BODY: Final = Bodies._fields
EYE: Final = 0.8
"""The height of the eye as a share of the vehicle's: 1.2 m in a car of 1.5 m."""
OUT_OF_REACH: Final = 1e9
"""m, east of the origin, where what a driver is not to see is put."""
BEYOND: Final = 1.5
"""m. A waiting line that the front bumper has passed by more than this is no longer shown."""
SEARCH: Final = 50.0
"""m. Within this distance of a vehicle that is off all lanes the nearest lane is shown as its way."""
PERSON: Final = 5
"""The code of people among the kinds of objects, behind those of vehicles."""
NUMBERS, WHOLE, TRUTHS = 7, 2, 3
"""How many columns of each type the points of a road have."""


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
        self._land = tracks.lane_map.known(land_of)
        self._capacity = (int(options.reach / options.spacing) + 1) * (1 + 2 * options.sides)

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
        ego = _ego(table, row)
        lane, s, entry = self._place(table, row, ego)
        stops = self._stops(watched, entry, s + 0.5 * ego.length, date / 1e9) if entry >= 0 else ()
        return View(
            step=step,
            date=date,
            period=period,
            ego=ego,
            weather=_weather(watched.weather),
            objects=self._objects(watched, row, ego, self._rivals(entry, s, ego, watched)),
            road=self._road(ego, entry, s),
            stops=stops,
            mission=self._mission(int(table.entry[row]) if lane == ego.lane else -1, entry, s),
            instructions=instructions,
        )

    def _place(self, table: Any, row: int, ego: Ego) -> tuple[int, float, int]:
        """The lane of a vehicle, or the nearest; how far along; and its entry, -1 far from all lanes."""
        if ego.lane >= 0:
            return ego.lane, ego.s, self._ahead.entry_of(int(table.entry[row]), ego.lane)
        near = self.tracks.lane_map.match(ego.x, ego.y, heading=ego.heading, z=ego.z, reach=SEARCH)
        if near.lane < 0:
            return -1, 0.0, -1
        route = int(table.route[row])
        found = int(self.tracks.locate(route, near.lane)) if route >= 0 else -1
        return int(near.lane), float(near.s), self._ahead.entry_of(found, int(near.lane))

    # --- objects --------------------------------------------------------------------------------------------------

    def _objects(self, watched: Watched, own: int, ego: Ego, rivals: Integers) -> Objects:
        import seahaven.seats.view_kernels as kernels

        vehicles, people = watched.vehicles, watched.people
        drivers = len(vehicles)
        at, far = np.empty(drivers + len(people), np.int64), np.empty(drivers + len(people))
        eye = np.array([ego.x, ego.y, ego.z + EYE * ego.height])
        bodies = _without_trailer(Bodies(*[getattr(vehicles, name) for name in _BODY]), vehicles, own)
        walkers = Bodies(*[getattr(people, name) for name in _BODY])
        reach = min(self.options.range, _visibility(watched.weather))
        seen = kernels.see(self._land, bodies, walkers, own, eye, reach, at, far)
        count = min(seen, self.options.most)
        numbers, whole, truths = np.empty((11, count)), np.empty((4, count), np.int64), np.empty((2, count), np.bool_)
        kernels.gather(
            bodies, Drivers(*[getattr(vehicles, name) for name in Drivers._fields]), walkers,
            Walkers(people.ids, people.speed), at[:count], np.array([ego.x, ego.y, ego.heading]), rivals, PERSON,
            numbers, whole, truths,
        )  # fmt: skip
        _freeze(numbers, whole, truths)
        columns: Any = (*whole[:2], *numbers, *whole[2:], *truths)
        return Objects(*columns)

    def _rivals(self, entry: int, s: float, ego: Ego, watched: Watched) -> Integers:
        """The lanes on which vehicles have the right of way at the next junction, in ascending order."""
        if entry < 0:
            return _NO_LANES
        front = s + 0.5 * ego.length
        for line in self._ahead.outlook(entry).lines:
            if line.way >= 0 and -BEYOND < line.far - front <= self.options.reach:
                light, _ = self._ahead.light(line, watched.signals.state)
                if light == "green":
                    return _NO_LANES
                return self._ahead.rivals(line.way, is_dark=light in ("off", "blinking"))
        return _NO_LANES

    # --- the road -------------------------------------------------------------------------------------------------

    def _road(self, ego: Ego, entry: int, s: float) -> Road:
        import seahaven.seats.view_kernels as kernels

        numbers = np.empty((NUMBERS, self._capacity))
        whole = np.empty((WHOLE, self._capacity), np.int64)
        truths = np.empty((TRUTHS, self._capacity), np.bool_)
        points, options = 0, self.options
        if entry >= 0:
            pose = np.array([ego.x, ego.y, ego.heading])
            points = kernels.lay_points(
                self._ahead.lanes, entry, s, options.spacing, options.reach, options.sides, pose, numbers, whole, truths
            )  # fmt: skip
        _freeze(numbers, whole, truths)
        return Road(*whole[:, :points], *numbers[:, :points], *truths[:, :points])

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
        must_yield = self._ahead.must_yield(line, light)
        return Stop(line.kind, distance, light, age, line.sign, must_yield, line.turn, line.through)

    def _mission(self, entry: int, onward: int, s: float) -> Mission:
        turns = self._ahead.turns(onward, s) if onward >= 0 else ()
        if entry < 0:
            return Mission(float("inf"), float("inf"), 0, turns)
        arrays = self.tracks.arrays
        remaining, follows = float(arrays.remaining[entry]) - s, float(arrays.drop[entry]) - s
        return Mission(max(remaining, 0.0), max(follows, 0.0), int(arrays.shift[entry]), turns)


def _without_trailer(bodies: Bodies, vehicles: Any, own: int) -> Bodies:
    """The bodies with the trailer of a vehicle out of reach: its driver neither sees nor looks through it."""
    rows = np.flatnonzero(~vehicles.null("towed_by") & (vehicles.towed_by == vehicles.ids[own]))
    if not len(rows):
        return bodies
    x = bodies.x.copy()
    x[rows] = OUT_OF_REACH
    _freeze(x)
    return bodies._replace(x=x)


_NO_LANES: Integers = np.empty(0, np.int64)


def _ego(table: Any, row: int) -> Ego:
    """The vehicle itself."""
    numbers = [
        float(getattr(table, name)[row])
        for name in (
            "x", "y", "z", "heading", "speed", "acceleration", "yaw_rate", "steering", "length", "width", "height",
        )
    ]  # fmt: skip
    touches = not bool(table.null("contact")[row])
    light = TURN_LIGHTS[int(table.turn_light[row])]
    lane, s, offset = int(table.lane[row]), float(table.s[row]), float(table.offset[row])
    x, y, z, heading, speed, acceleration, yaw_rate, steering, *size = numbers
    length, width, height = size
    return Ego(
        x, y, z, heading, speed, acceleration, yaw_rate, steering, length, width, height, lane, s, offset, light,
        touches,
    )  # fmt: skip


def _weather(table: Any) -> Weather:
    if not len(table):
        return _CLEAR
    return Weather(table.grip.item(0), table.visibility.item(0), table.rain.item(0), table.daylight.item(0))


_CLEAR: Final = Weather(1.0, 10_000.0, 0.0, 1.0)
"""A world without weather has a clear, dry day."""


def _visibility(table: Any) -> float:
    return float(table.visibility.item(0)) if len(table) else float("inf")


def _freeze(*arrays: NDArray[Any]) -> None:
    for array in arrays:
        array.flags.writeable = False
