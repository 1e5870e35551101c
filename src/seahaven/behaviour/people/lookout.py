"""What people on foot perceive: the road before them, who comes along it, and who is in their way."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.behaviour.people.columns import AFOOT
from seahaven.behaviour.people.crossing_roads import CrossingRoads, lights_of, passages_of
from seahaven.behaviour.people.views import Comers, Folk, Traffic, Views
from seahaven.behaviour.weather import dark_reach
from seahaven.geometry import Indices, Integers
from seahaven.kernel import Module, Param, Tick
from seahaven.roads.routing import Tracks
from seahaven.roads.walking import PassageTables
from seahaven.world import SIGNAL, reads, writes

__all__ = ["Lookout"]

LEAST, SECONDS, MOST = 15.0, 10.0, 200.0
"""How far people look for vehicles: so many metres and so many seconds, and no further than the last."""
OUTSIDE, OVER = 1.95, 0.3
"""Metres from the middle of its lane from which on a vehicle is outside, and over its border from which on one keeps to
no lane."""
ALIGNED, BACKWARDS = 0.94, -0.5
"""Cosine of the angle to its lane, and speed (m/s), below which a vehicle does not drive along it."""


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
    traffic = reads("vehicle", *Traffic._fields, "lane", "s", "offset", "entry", "headlamps", "motion")
    weather = reads("weather", "daylight")
    lights = reads(SIGNAL, "state")
    known = writes("person", *AFOOT)

    def step(self, tick: Tick) -> None:
        """Look around once."""
        import seahaven.behaviour.people.lookout_kernels as kernels
        import seahaven.behaviour.people.neighbour_kernels as neighbours

        if not len(self.people):
            return
        live, views = self._live(), self._views()
        folk = Folk(*[getattr(self.people, name) for name in Folk._fields])
        cars = Traffic(*[getattr(self.traffic, name) for name in Traffic._fields])
        concerned = kernels.look_at_roads(
            live.passages, live.roads, self._comers(live), cars, self.lights.state, live.light_row, folk, live.rows,
            views,
        )  # fmt: skip
        near = neighbours.vehicles_near(folk, concerned, cars)
        neighbours.look_for_vehicles(live.passages, folk, cars, concerned, near, live.rows, views)
        neighbours.look_for_people(folk, live.rows, views)
        free = self._free()
        if len(free) or not views.no_escape.all():
            from seahaven.behaviour.people.free_kernels import mind_free

            mind_free(live.passages, folk, cars, free, live.rows, views)

    def _free(self) -> Integers:
        """The vehicles that keep to no lane: off all of them, reaching over the border, askew, or going backwards."""
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
        ids = self.people.ids
        if live.ids is not ids:
            live.follow(ids)
        return live

    def _views(self) -> Views:
        """The columns to fill, and their nulls."""
        arrays: list[Any] = [array for cell in self.known.all_cells() for array in cell if array is not None]
        return Views(*arrays)

    def _comers(self, live: _Live) -> Comers:
        """The vehicles that come to crosswalks at which somebody is."""
        import seahaven.behaviour.people.crosswalk_kernels as kernels

        cars, roads = self.traffic, live.roads
        count = len(live.passages.length)
        wanted = np.zeros(count + 1, np.bool_)
        wanted[self.people.crosswalk] = True  # those who are at none mark the spare place at the end
        pairs, distance = kernels.list_comers(
            roads, wanted, cars.lane, cars.s, cars.speed, cars.length, cars.entry, LEAST, SECONDS, MOST
        )  # fmt: skip
        if len(self.weather):
            darkness = dark_reach(self.weather.daylight.item(0))[1]
            if darkness < inf:
                is_seen = (distance <= darkness) | (cars.headlamps[pairs[:, 1]] > 0)
                pairs, distance = pairs[is_seen], distance[is_seen]
        return Comers(pairs, distance, *kernels.by_row(pairs, len(roads.crossing_begin)))


class _Live:
    """What is made anew after a snapshot: the roads, and who is where among the people."""

    def __init__(self, tracks: Tracks) -> None:
        self.roads = tracks.known(CrossingRoads.of)
        self.passages: PassageTables = tracks.known(passages_of)
        self.light_row: Indices = tracks.known(lights_of)
        self.ids: NDArray[np.int64] | None = None

    rows: Integers
    """Of those whose columns are filled in: all."""

    def follow(self, ids: NDArray[np.int64]) -> None:
        """Make room for those who are there now."""
        self.ids, self.rows = ids, np.arange(len(ids))
