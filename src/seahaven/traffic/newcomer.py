"""Newcomers: who a trip or a flow brings, with its body, its driver, its route and where it may enter."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from seahaven.behaviour import own_pace
from seahaven.errors import InputError
from seahaven.kernel import Stream
from seahaven.roads.routing import RoadUser, Tracks
from seahaven.traffic.demand import AnySource, Halt, Journey, Start
from seahaven.traffic.doorway import Doorway, Spot, doorway, spot_arrays
from seahaven.traffic.muster import Drawn, Muster
from seahaven.traffic.room import NEWCOMER_TRAITS, Crowd, SpotArrays
from seahaven.traffic.routed import RoutedDemand

__all__ = ["Departure", "HaltPlaces", "Newcomer", "Newcomers"]

Departure: TypeAlias = tuple[float, int, int]
"""When a vehicle sets out (s), which source it is of, and which number it has there."""
SEEDS = 8
"""Of so many seeds departures are kept at most."""


@dataclass(frozen=True, slots=True, eq=False)
class Newcomer:
    """A vehicle that wants to enter: the number it has among those of its source, and all that will be in its row.

    `drawn` is where its columns were drawn, with those of others.
    """

    source: str
    number: int
    doorway: Doorway
    spots: tuple[Spot, ...]
    start: Start
    drawn: Drawn
    arrays: SpotArrays
    """The spots, as compiled code takes them."""

    def find_room(self, crowd: Crowd, taken: Set[int], on_time: float) -> tuple[int, float, float]:
        """Which of its spots, but for those on lanes that are taken, it enters at, where and how fast; -1 for none.

        Vehicles that are on time have been under way for a while at the next date.
        """
        is_free = self.arrays.is_free
        if taken:
            is_free = np.array([spot.lane not in taken for spot in self.spots])
        position, given, factor, kept = self.terms(crowd.pace)
        return crowd.find_room(
            self.arrays,
            is_free,
            self.drawn.traits,
            position=position,
            given=given,
            factor=factor,
            kept=kept,
            on_time=on_time,
        )

    def terms(self, pace: float) -> tuple[float, float, float, float]:
        """Position, speed and factor as `find_room` takes them, and the share of its speed that it keeps in weather in
        which the average driver keeps `pace`.
        """
        speed, traits, kept = self.start.speed, self.drawn.traits, 1.0
        factor = 1.0 if speed == "limit" else float(traits[_SPEED_FACTOR])
        if pace < 1.0:
            kept = float(own_pace(pace, float(traits[_CAUTION])))
        return float(self.start.position), -1.0 if isinstance(speed, str) else float(speed), factor, kept


_SPEED_FACTOR, _CAUTION = (NEWCOMER_TRAITS.index(name) for name in ("speed_factor", "weather_caution"))


class HaltPlaces(NamedTuple):
    """The halts of vehicles on a route: which route, the halts, and how many metres are left of it at each.

    `entries` are those of the halts' lanes on the route.
    """

    route: int
    halts: tuple[Halt, ...]
    remaining: tuple[float, ...]
    entries: tuple[int, ...]


class Newcomers:
    """Makes newcomers of a demand, the same one for the same number of the same source, whenever it is asked for."""

    is_immutable: ClassVar[bool] = True

    def __init__(self, demand: RoutedDemand, tracks: Tracks) -> None:
        self.sources = demand.demand.sources
        self._journeys = [source.journeys for source in self.sources]
        self._doorways: dict[tuple[RoadUser, Journey, Start], Doorway] = {}
        self._arrays: dict[tuple[Spot, ...], SpotArrays] = {}
        self._halts: dict[tuple[RoadUser, Journey], HaltPlaces] = {}
        self._muster = Muster(demand.demand.flows, demand.demand.trips, demand.demand.scatters)
        self._entrances: list[list[Doorway]] = []
        """Of each source its doorways: of the first type for each journey, then of the second, and so on."""
        self._starts: list[tuple[Start, ...]] = [source.starts for source in self.sources]
        self._numbers = {source.name: k for k, source in enumerate(self.sources)}
        for source in self.sources:
            self._entrances.append(self._open(source, demand, tracks))
        first, trips = len(demand.demand.flows), demand.demand.trips
        self._trips = [(trip.departure, first + k, 0) for k, trip in enumerate(trips)]
        self._scatters = list(enumerate(demand.demand.scatters, start=first + len(trips)))
        self._departures: dict[int, tuple[Departure, ...]] = {}
        self.lanes = {}
        for entrance in self._doorways.values():
            self.lanes.setdefault(entrance.gate, set()).update(spot.lane for spot in entrance.spots)
        self._map, self._near = tracks.lane_map, dict[str, NDArray[np.int64]]()

    sources: tuple[AnySource, ...]
    """All flows, then all trips, then all scattered trips."""
    lanes: dict[str, set[int]]
    """The lanes by which one enters at each gate."""

    @classmethod
    def of(cls, demand: RoutedDemand, tracks: Tracks) -> Newcomers:
        """Those of a demand, for all worlds on the same tracks."""
        known = tracks.known(_newcomers_by_demand)
        if demand not in known:
            known[demand] = cls(demand, tracks)
        return known[demand]

    def departures(self, seed: int) -> tuple[Departure, ...]:
        """When trips set out under a seed, in order."""
        departures = self._departures.get(seed)
        if departures is None:
            if len(self._departures) >= SEEDS:
                self._departures.clear()
            scattered = [(time, k, n) for k, one in self._scatters for n, time in enumerate(one.departures(seed))]
            self._departures[seed] = departures = tuple(sorted(self._trips + scattered))
        return departures

    def watched(self, gates: Iterable[str]) -> NDArray[np.bool_]:
        """Of each lane, whether those on it may count for somebody who enters at one of these gates."""
        watched = np.zeros(len(self._map), np.bool_)
        for gate in gates:
            if gate not in self._near:
                self._near[gate] = self._lanes_near(gate)
            watched[self._near[gate]] = True
        return watched

    def _lanes_near(self, gate: str) -> NDArray[np.int64]:
        """The lanes that lie before and behind the spots of a gate, and those beside them."""
        reaches = [
            reach.lanes
            for entrance in self._doorways.values()
            if entrance.gate == gate
            for spot in entrance.spots
            for reach in (spot.ahead, spot.behind)
        ]
        lanes = np.unique(np.concatenate(reaches))
        beside = [column[lanes] for column in (self._map.left, self._map.right)]
        return np.unique(np.concatenate([lanes, *(others[others >= 0] for others in beside)]))

    def _open(self, source: AnySource, demand: RoutedDemand, tracks: Tracks) -> list[Doorway]:
        """Find out where the vehicles of a source enter; refuse what cannot be."""
        entrances, journeys, starts = list[Doorway](), source.journeys.things, source.starts
        for kind in source.types.things:
            for journey, start in zip(journeys, starts, strict=True):
                key = kind.user, journey, start
                entrance = self._doorways.get(key)  # hashing a journey takes long
                if entrance is None:
                    entrance = self._doorways[key] = doorway(source, start, demand, tracks, kind.user, journey)
                if journey.halts and (kind.user, journey) not in self._halts:
                    self._halts[kind.user, journey] = _halt_places(source, tracks, entrance.route, journey)
                entrances.append(entrance)
        return entrances

    def speed(self, source: int) -> float:
        """The highest speed at which vehicles of a source may enter."""
        users = [kind.user for kind in self.sources[source].types.things]
        spots = (spot for entrance in self._entrances[source] for spot in entrance.spots)
        return min(max(spot.limit for spot in spots), max(user.top_speed for user in users))

    def index(self, source: str) -> int:
        """The number of a source, by its name."""
        return self._numbers[source]

    def journey(self, source: int, number: int, seed: int) -> Journey:
        """Where the vehicle with a number of a source goes."""
        return self._journeys[source].parts[self._way(source, number, seed)][0]

    def _way(self, source: int, number: int, seed: int) -> int:
        """Which of the journeys of its source that is."""
        journeys = self._journeys[source]
        if len(journeys.parts) == 1:
            return 0
        return journeys.number(Stream.named(seed, f"{self.sources[source].name}/way").uniform(entity=number))

    def halts(self, source: int, number: int, seed: int) -> HaltPlaces | None:
        """Where the vehicle with a number of a source stops on its way; None for one that does not."""
        journey = self.journey(source, number, seed)
        if not journey.halts:
            return None
        return self._halts[self._muster.draw(source, number, seed).type.user, journey]

    def make(self, source: int, number: int, seed: int) -> Newcomer:
        """The vehicle with a number of a source."""
        origin = self.sources[source]
        drawn = self._muster.draw(source, number, seed)
        starts, way = self._starts[source], self._way(source, number, seed)
        entrance = self._entrances[source][origin.types.things.index(drawn.type) * len(starts) + way]
        start, chance = starts[way], 0.0
        if start.lane == "random":
            chance = Stream.named(seed, f"{origin.name}/way").uniform(entity=number, draw=1)
        spots = entrance.choice(start, chance)
        if spots not in self._arrays:
            self._arrays[spots] = spot_arrays(spots)
        return Newcomer(origin.name, number, entrance, spots, start, drawn, self._arrays[spots])


def _newcomers_by_demand(_: Tracks) -> WeakKeyDictionary[RoutedDemand, Newcomers]:
    """The newcomers of demands, for `Tracks.known`: worlds on the same tracks share them."""
    return WeakKeyDictionary()


def _halt_places(source: AnySource, tracks: Tracks, route: int, journey: Journey) -> HaltPlaces:
    """Where along a route its halts are, one after the other; one that does not lie beside it is refused."""
    arrays, remaining, entries = tracks.arrays, list[float](), list[int]()
    own = np.flatnonzero(arrays.route == route)
    for halt in journey.halts:
        passes = own[arrays.lane[own] == tracks.lane_map.index(halt.lane)]
        left = arrays.remaining[passes] - halt.s
        ahead = np.flatnonzero(left < (remaining[-1] if remaining else np.inf))
        if not len(ahead):
            raise InputError(
                f"{source} stops at {halt} on lane '{halt.lane}', by which its route does not come in this order",
                source.at,
            )
        first = ahead[left[ahead].argmax()]
        remaining.append(float(left[first]))
        entries.append(int(passes[first]))
    return HaltPlaces(route, journey.halts, tuple(remaining), tuple(entries))
