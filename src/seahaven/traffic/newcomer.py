"""Newcomers: who a trip or a flow brings, with its body, its driver, its route and where it may enter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from seahaven.kernel import Stream
from seahaven.roads import LaneMap
from seahaven.roads.routing import RoadUser, Tracks
from seahaven.traffic.demand import Flow, Journey, Start, Trip
from seahaven.traffic.doorway import Doorway, Spot, doorway
from seahaven.traffic.routed import RoutedDemand

__all__ = ["Newcomer", "Newcomers"]


@dataclass(frozen=True, slots=True, eq=False)
class Newcomer:
    """A vehicle that wants to enter: the number it has among those of its source, and all that will be in its row."""

    source: str
    number: int
    doorway: Doorway
    spots: tuple[Spot, ...]
    start: Start
    columns: dict[str, Any]

    def speed(self, spot: Spot) -> float:
        """How fast it wants to be at a spot."""
        if not isinstance(self.start.speed, str):
            return float(self.start.speed)
        factor = 1.0 if self.start.speed == "limit" else self.columns["speed_factor"]
        return float(min(factor * spot.limit, self.columns["top_speed"]))


class Newcomers:
    """Makes newcomers of a demand, the same one for the same number of the same source, whenever it is asked for."""

    is_immutable: ClassVar[bool] = True

    def __init__(self, demand: RoutedDemand, tracks: Tracks) -> None:
        self.sources = (*demand.demand.flows, *demand.demand.trips)
        self.flows = len(demand.demand.flows)
        self._doorways: dict[tuple[RoadUser, Journey, Start], Doorway] = {}
        for source in self.sources:
            self._open(source, demand, tracks)
        departures = [(trip.departure, self.flows + k) for k, trip in enumerate(demand.demand.trips)]
        self.departures = tuple(sorted(departures))
        self.watched = self._watched(tracks.lane_map)
        self.lanes = {}
        for entrance in self._doorways.values():
            self.lanes.setdefault(entrance.gate, set()).update(spot.lane for spot in entrance.spots)

    sources: tuple[Flow | Trip, ...]
    """All flows, then all trips."""
    departures: tuple[tuple[float, int], ...]
    """When trips set out, in order, and which source each is."""
    lanes: dict[str, set[int]]
    """The lanes by which one enters at each gate."""
    watched: NDArray[np.bool_]
    """Of each lane, whether those on it may count for somebody who enters."""

    def _watched(self, lane_map: LaneMap) -> NDArray[np.bool_]:
        near = np.zeros(len(lane_map), np.bool_)
        for entrance in self._doorways.values():
            for spot in entrance.spots:
                near[spot.ahead.lanes] = near[spot.behind.lanes] = True
        lanes = np.flatnonzero(near)
        for beside in (lane_map.left, lane_map.right):
            near[beside[lanes][beside[lanes] >= 0]] = True
        return near

    def _open(self, source: Flow | Trip, demand: RoutedDemand, tracks: Tracks) -> None:
        """Find out where the vehicles of a source enter; refuse what cannot be."""
        for kind in source.types.things:
            for journey in source.journeys.things:
                key = kind.user, journey, source.start
                if key not in self._doorways:
                    self._doorways[key] = doorway(source, demand, tracks, kind.user, journey)

    def speed(self, source: int) -> float:
        """The highest speed at which vehicles of a source may enter."""
        journeys, users = self.sources[source].journeys.things, [k.user for k in self.sources[source].types.things]
        start = self.sources[source].start
        spots = (spot for user in users for one in journeys for spot in self._doorways[user, one, start].spots)
        return min(max(spot.limit for spot in spots), max(user.top_speed for user in users))

    def make(self, source: int, number: int, seed: int) -> Newcomer:
        """The vehicle with a number of a source."""
        origin = self.sources[source]
        way = Stream.named(seed, f"{origin.name}/way")
        kind = origin.types.type_of(number, seed=seed, who=origin.name)
        journey = origin.journeys.pick(way.uniform(entity=number))
        entrance = self._doorways[kind.user, journey, origin.start]
        spots = entrance.choice(origin.start, way.uniform(entity=number, draw=1))
        columns = kind.columns(np.array([number]), seed=seed, who=origin.name)
        row = {name: column[0].item() for name, column in columns.items()}
        return Newcomer(origin.name, number, entrance, spots, origin.start, row)
