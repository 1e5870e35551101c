"""What people on foot perceive: the road before them, who comes along it, and who is in their way."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.behaviour.people.columns import AFOOT
from seahaven.behaviour.people.crossing_roads import CrossingRoads, lights_of, passages_of
from seahaven.behaviour.people.views import Folk, Traffic, Views
from seahaven.behaviour.weather import dark_reach
from seahaven.geometry import Indices, Integers
from seahaven.kernel import Module, Param, Part, Tick
from seahaven.roads.routing import Tracks
from seahaven.roads.walking import PassageTables
from seahaven.world import SIGNAL, Binding, make_step, part_of, reads, writes

__all__ = ["Lookout"]

OVER = 0.3
"""Metres over the border of its lane from which on a vehicle keeps to no lane."""
ALIGNED, BACKWARDS = 0.94, -0.5
"""Cosine of the angle to its lane, and speed (m/s), below which a vehicle does not drive along it."""

_PLACES = ("lane", "s", "offset", "entry", "headlamps", "motion")
"""What is read of vehicles besides."""


class Lookout(Module):
    """Fills in what everybody on foot knows.

        Lookout("lookout", rate=10, tracks=tracks)

    Vehicles count that come to the crosswalk along their routes; one that stands, or slows down enough to stop, is
    taken to let people go first, and where the light is green for people, everybody is who can. Time to spare is
    reckoned at the own pace, lane by lane, up to the next refuge. At night, vehicles without lights are seen late.

    Vehicles that keep to no lane, drive against its direction or backwards are foreseen by their boxes, as they move
    now: people wait before their way, and step or hurry out of it.
    """

    tracks: Param[Tracks]

    people = reads("person", *Folk._fields)
    traffic = reads("vehicle", *Traffic._fields, *_PLACES)
    weather = reads("weather", "daylight")
    lights = reads(SIGNAL, "state")
    known = writes("person", *AFOOT)

    def step(self, tick: Tick) -> None:
        """Look around once."""
        if not len(self.people):
            return
        live = self._live()
        live.list_free(self._free())
        if len(self.weather):
            daylight = self.weather.daylight.item(0)
            live.noted[:] = daylight, dark_reach(daylight)[1]
        else:
            live.noted[:] = np.nan, np.inf
        make_step(self._bound(live), tick)
        live.orders.fill(0)

    def part(self, tick: Tick) -> Part | None:
        """Looks around in compiled code, as long as no vehicle may keep to no lane, and the light is as it was."""
        return None if len(self.traffic.claimed("x")) else self._bound(self._live())

    def _bound(self, live: _Live) -> Part:
        """The compiled step."""
        return live.binding.bound(
            (self.people, self.traffic, self.weather, self.lights, self.known, live.free), lambda: self._bind(live)
        )

    def _bind(self, live: _Live) -> Part:
        import seahaven.behaviour.people.step_kernels as kernels

        people, cars, weather, lights = self.people, self.traffic, self.weather, self.lights
        folk = Folk(*map(people.spacious, Folk._fields))
        tallies = people.tally, cars.tally, weather.tally, lights.tally
        arrays: list[Any] = [array for cell in self.known.all_cells() for array in cell if array is not None]
        values = (
            tallies, (live.passages, live.roads, live.light_row), folk,
            Traffic(*map(cars.spacious, Traffic._fields)), tuple(map(cars.spacious, _PLACES)),
            lights.spacious("state"), weather.spacious("daylight"), (np.arange(len(folk.x)), Views(*arrays)),
            (live.orders, live.noted, live.free),
        )  # fmt: skip
        return part_of(kernels.look_out, values, is_steady=True)

    def _free(self) -> Integers:
        """The vehicles that keep to no lane: off all of them, reaching over the border, askew, or going backwards."""
        from seahaven.behaviour.people.step_kernels import OUTSIDE

        cars, lane_map = self.traffic, self.tracks.lane_map
        is_bound = (cars.motion == 0) & (cars.lane >= 0) & (np.abs(cars.offset) <= OUTSIDE)
        is_bound[cars.claimed("x")] = False
        rows = np.flatnonzero(~is_bound)
        keeps = cars.lane[rows] >= 0
        if not keeps.any():
            return rows
        on_lane = rows[keeps]
        lane, s = cars.lane[on_lane], cars.s[on_lane]
        askew = np.cos(cars.heading[on_lane] - lane_map.place(lane, s).heading)
        over = np.abs(cars.offset[on_lane]) + 0.5 * cars.width[on_lane] - 0.5 * lane_map.width(lane, s)
        keeps[keeps] = (askew > ALIGNED) & (over < OVER) & (cars.speed[on_lane] > BACKWARDS)
        free: Integers = rows[~keeps]
        return free

    def _live(self) -> _Live:
        if self.live is None:
            self.live = _Live(self.tracks)
        live: _Live = self.live
        return live


class _Live:
    """What is made anew after a snapshot: the roads, and what a visit says to the compiled step."""

    def __init__(self, tracks: Tracks) -> None:
        self.roads = tracks.known(CrossingRoads.of)
        self.passages: PassageTables = tracks.known(passages_of)
        self.light_row: Indices = tracks.known(lights_of)
        self.binding = Binding[Part]()
        self.orders: Integers = np.zeros(2, np.int64)
        self.noted = np.array([np.nan, np.inf])
        self.free: Integers = np.empty(16, np.int64)
        """Vehicles that keep to no lane, and room for more."""

    def list_free(self, free: Integers) -> None:
        """Say which vehicles keep to no lane."""
        if len(free) > len(self.free):
            self.free = np.empty(2 * len(free), np.int64)
        self.free[: len(free)] = free
        self.orders[:] = 1, len(free)
