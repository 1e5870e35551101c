"""The roads of a study with everybody on them: where each begins, the routes of all, and the modules that move them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from seahaven.behaviour import TRAITS
from seahaven.files import KeyPath
from seahaven.kernel import Module
from seahaven.roads import LaneMap, RoadNetwork
from seahaven.roads.routing import RoadUser, Router, RouteTable, Tracks
from seahaven.takes.ambience import ambient
from seahaven.takes.at import At
from seahaven.takes.flows import flows
from seahaven.takes.forecast import Forecast, Outlook
from seahaven.takes.itinerary import Itinerary, itinerary, leads_round
from seahaven.takes.reading import Reading
from seahaven.takes.setting import TrafficEntry, VehicleEntry
from seahaven.takes.vehicle_types import VehicleTypes
from seahaven.traffic import (
    CAR,
    Demand,
    Distribution,
    Population,
    RoutedDemand,
    Traffic,
    VehicleType,
    Weather,
    placed,
    read_demand,
    route_demand,
    through_routes,
)
from seahaven.world import World

__all__ = ["Actor", "Stage"]

WEATHER_RATE = 2
"""In Hz, how often the weather changes a little while it changes."""


@dataclass(frozen=True, slots=True)
class Actor:
    """A vehicle that the study names: what it is, where it begins, and where it goes."""

    name: str
    kind: VehicleType
    itinerary: Itinerary
    entry: VehicleEntry
    columns: Mapping[str, Any]
    """What else the study says of it."""
    is_subject: bool
    path: KeyPath

    @property
    def traits(self) -> dict[str, float]:
        """What its driver is like: the typical one of its type."""
        return {name: _typical(self.kind.traits.get(name, column.default)) for name, column in TRAITS.items()}


@dataclass(slots=True)
class Stage:
    """Gathers who is on the roads first, since routes have to be known together; then fills the world and the tree."""

    network: RoadNetwork
    traffic: TrafficEntry
    reading: Reading
    lane_map: LaneMap = field(init=False)
    types: VehicleTypes = field(init=False)
    actors: list[Actor] = field(default_factory=list, init=False)
    _routers: dict[RoadUser, Router] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.lane_map = LaneMap(self.network)
        self.types = VehicleTypes(self.traffic.types, self.reading.document)

    def cast(
        self,
        name: str,
        entry: VehicleEntry,
        path: KeyPath,
        columns: Mapping[str, Any] | None = None,
        *,
        is_subject: bool = False,
    ) -> None:
        """Take in a vehicle that the study names."""
        kind = self.types.type(entry.type, (*path, "type"))
        kind = self.types.driven(kind, entry.driver, (*path, "driver"))
        found = itinerary(self._router(kind.user), entry, lambda key: At(self.reading.at(*path, key)))
        self.actors.append(Actor(name, kind, found, entry, columns or {}, is_subject, path))

    def fill(self, world: World, root: Module, weather: Sequence[Outlook], *, seed: int) -> None:
        """Put everybody into the world, and what moves them into the tree."""
        self._add_weather(world, root, weather)
        demand = self._demand()
        own, numbers = self._tables()
        tables = [*own, *demand.tables, *self._through()]
        if not tables:
            return
        tracks = Tracks(*tables, closed=self._is_ring())
        for actor, number in zip(self.actors, numbers, strict=True):
            self._place(world, tracks, actor, number)
        rate, is_parallel = self.traffic.rate, self.traffic.threads > 1
        root.add(Traffic("traffic", tracks=tracks, rate_hz=rate, parallel=is_parallel))
        if demand.tables:
            root.add(Population("population", demand=demand, tracks=tracks, rate_hz=rate))
        if self.traffic.ambient:
            around = ambient(self.traffic, self.types, tracks, world, self.reading)
            around.populate(world, seed=seed)
            root.add(around)

    def _demand(self) -> RoutedDemand:
        """The flows of the study, and the trips and flows of its route files."""
        wanted = Demand(flows=flows(self.traffic, self.types, self.lane_map, self.reading))
        trips = [self.traffic.trips] if isinstance(self.traffic.trips, str) else self.traffic.trips
        if trips:
            with At(self.reading.at("traffic", "trips")):
                wanted += read_demand(*map(self.reading.file, trips), lane_map=self.lane_map)
        return route_demand(wanted, self.lane_map)

    def _through(self) -> list[RouteTable]:
        """Routes for ambient traffic, which may be anywhere."""
        return [through_routes(self._router(CAR.user))] if self.traffic.ambient else []

    def _router(self, user: RoadUser) -> Router:
        if user not in self._routers:
            self._routers[user] = Router(self.lane_map, user)
        return self._routers[user]

    def _tables(self) -> tuple[list[RouteTable], list[int]]:
        """Tables of the actors' routes, one for each kind of road user, and the number of each actor's own."""
        users = list(dict.fromkeys(actor.kind.user for actor in self.actors))
        order = [k for user in users for k, actor in enumerate(self.actors) if actor.kind.user == user]
        routes = {user: [a.itinerary.route for a in self.actors if a.kind.user == user] for user in users}
        numbers = [order.index(k) for k in range(len(self.actors))]
        return [self._router(user).table(routes[user]) for user in users], numbers

    def _is_ring(self) -> bool:
        """Whether somebody who has nowhere to go comes round again."""
        free = (actor.itinerary.route for actor in self.actors if actor.entry.to is None)
        return any(leads_round(self.lane_map, route) for route in free)

    def _place(self, world: World, tracks: Tracks, actor: Actor, route: int) -> None:
        at = placed(tracks, actor.itinerary.lane, actor.itinerary.s, route)
        speed = self._speed(actor)
        state = {"speed": speed, "pilot": "active" if speed > 0.0 else "idle"}
        with At(self.reading.key_at(*actor.path)):
            columns = {**at, **actor.kind.body.columns, **actor.traits, **state, **actor.columns}
            entity = world.add("vehicle", actor.name, **columns)
        if actor.is_subject:
            world.subjects.append(entity)

    def _speed(self, actor: Actor) -> float:
        """The speed that an actor begins with: the one that its driver desires there, unless the study says another."""
        if actor.entry.speed is not None:
            return actor.entry.speed
        limit = self.lane_map.limit(actor.itinerary.lane, actor.itinerary.s)
        return float(min(actor.traits["speed_factor"] * limit, actor.traits["top_speed"]))

    def _add_weather(self, world: World, root: Module, weather: Sequence[Outlook]) -> None:
        if not weather:
            return
        first, *later = weather
        world.add("weather", None, **first.conditions.columns)
        root.add(Weather("weather", rate=WEATHER_RATE, conditions=first.conditions))
        if later:
            root.add(Forecast("forecast", rate=WEATHER_RATE, outlooks=tuple(later)))
            root.link("forecast.pressed", "weather.presses")


def _typical(trait: Distribution | float) -> float:
    return trait if isinstance(trait, float) else trait.mean
