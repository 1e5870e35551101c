"""The roads of a study with everybody on them: where each begins, the routes of all, and the modules that move them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from seahaven.behaviour import TRAITS, VirtualSubject
from seahaven.direction import Line
from seahaven.errors import InputError
from seahaven.files import KeyPath
from seahaven.geometry import Box, Pose
from seahaven.kernel import Module
from seahaven.roads import LaneMap, Remark, RoadNetwork
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.model import Turn
from seahaven.roads.routing import RoadUser, Router, RouteTable, Tracks
from seahaven.takes.ambience import ambient, is_town
from seahaven.takes.at import At
from seahaven.takes.beacon_entries import BeaconEntry
from seahaven.takes.beaconing import PlannedStreams
from seahaven.takes.directing import Directing
from seahaven.takes.forecast import Forecast, Outlook
from seahaven.takes.instructions import InstructionEntry, prompter
from seahaven.takes.itinerary import Itinerary, itinerary, leads_round
from seahaven.takes.reading import Reading
from seahaven.takes.setting import PeopleEntry, TrafficEntry, VehicleEntry
from seahaven.takes.situations import Plan, SituationEntry, direction, plan
from seahaven.takes.street_life import add_lights, add_people, signal_plan
from seahaven.takes.trips import Trips
from seahaven.takes.vehicle_types import VehicleTypes
from seahaven.takes.virtual import seat_for
from seahaven.takes.warm_up import WarmUp
from seahaven.traffic import (
    CAR,
    CLEAR,
    LIGHTS,
    PEOPLE,
    VEHICLES,
    Ambient,
    Conditions,
    Demand,
    Distribution,
    Patience,
    Population,
    Replanner,
    RoutedDemand,
    Traffic,
    VehicleType,
    Weather,
    lots,
    placed,
    route_demand,
    through_routes_of,
)
from seahaven.world import WEATHER, FamilyType, Sight, World

__all__ = ["Actor", "Stage"]

WEATHER_RATE = 2
"""In Hz, how often the weather changes a little while it changes."""
REPLANNING_RATE = 1
"""In Hz, how often it is looked whether somebody is stuck."""


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
    person: VirtualSubject | None = None

    @property
    def traits(self) -> dict[str, float]:
        """What its driver is like: the typical one of its type, or the virtual subject who drives it."""
        typical = {name: _typical(self.kind.traits.get(name, column.default)) for name, column in TRAITS.items()}
        return {**typical, **(self.person.traits if self.person else {})}


@dataclass(slots=True)
class Stage:
    """Gathers who is on the roads first, since routes have to be known together; then fills the world and the tree."""

    network: RoadNetwork
    traffic: TrafficEntry
    reading: Reading
    people: PeopleEntry | None = None
    lane_map: LaneMap = field(init=False)
    lights: SignalPlan | None = field(init=False)
    types: VehicleTypes = field(init=False)
    actors: list[Actor] = field(default_factory=list, init=False)
    remarks: tuple[Remark, ...] = field(default=(), init=False)
    """What was doubtful in the files that the traffic was read from."""
    tracks: Tracks | None = field(default=None, init=False)
    """What everybody drives along; there once it is filled."""
    _streams: PlannedStreams | None = field(default=None, init=False)
    _routers: dict[RoadUser, Router] = field(default_factory=dict, init=False)
    _plan: Plan | None = field(default=None, init=False)
    _populate: Callable[[World], object] | None = field(default=None, init=False)
    """Fills the world with ambient traffic at time 0, where the population has warmed up by then."""
    _begins_in: Conditions = field(default=CLEAR, init=False)
    """The weather at the start."""

    def __post_init__(self) -> None:
        self.lane_map = LaneMap.of(self.network)
        self.types = VehicleTypes(self.traffic.types, self.reading.document, is_town=is_town(self.lane_map))
        self.lights = signal_plan(self.lane_map, self.traffic)

    @property
    def families(self) -> tuple[FamilyType, ...]:
        """The families of the world: vehicles and weather, and lights and people where there are any."""
        return (VEHICLES, WEATHER, *(LIGHTS if self.lights else ()), *((PEOPLE,) if self.people else ()))

    def cast(
        self,
        name: str,
        entry: VehicleEntry,
        path: KeyPath,
        columns: Mapping[str, Any] | None = None,
        *,
        is_subject: bool = False,
        person: VirtualSubject | None = None,
    ) -> None:
        """Take in a vehicle that the study names; with a person, if a virtual subject drives it."""
        kind = self.types.type(entry.type, (*path, "type"))
        kind = self.types.driven(kind, entry.driver, (*path, "driver"))
        found = itinerary(self._router(kind.user), entry, lambda key: At(self.reading.at(*path, key)))
        self.actors.append(Actor(name, kind, found, entry, columns or {}, is_subject, path, person))

    def direct(self, entries: Sequence[SituationEntry], spacing: float, allowed: Sequence[str]) -> None:
        """Take in what is to happen to the subject along its way."""
        subject = next((actor for actor in self.actors if actor.is_subject), None)
        if subject is None:
            raise InputError("situations happen to a subject; add 'subject'", self.reading.key_at("situations"))
        found, router = subject.itinerary, self._router(subject.kind.user)
        start, lights_work = (found.lane, found.s), self.traffic.lights != "off"
        self._plan = plan(
            entries, spacing, self.reading, router, found.route, start, allowed, lights_work=lights_work
        )  # fmt: skip

    def fill(self, world: World, root: Module, weather: Sequence[Outlook], *, seed: int, seconds: float) -> None:
        """Put everybody into the world, and what moves them into the tree, for a study that lasts so many seconds."""
        self._add_weather(world, root, weather)
        demand = self._demand(Trips(self.traffic, self.types, self.lane_map, self.reading, seed, seconds))
        self.remarks = (*self._doubts(), *demand.demand.remarks)
        if self.lights:
            add_lights(root, self.lights, self.traffic)
        own, numbers = self._tables()
        others = [self._router(CAR.user).table(self._plan.routes)] if self._plan and self._plan.routes else []
        streams = [self._streams.table] if self._streams else []
        tables = [*own, *others, *streams, *demand.tables, *self._through()]
        if not tables:
            return
        tracks = self.tracks = self._tracks(tables)
        for actor, number in zip(self.actors, numbers, strict=True):
            self._place(world, tracks, actor, number)
        self._refuse_overlaps(world)
        self._add_traffic(root, tracks, demand)
        self._add_seats(world, root)
        if self.people:
            parallel = self.traffic.threads > 1
            add_people(root, self.people, tracks, self.reading, rate=self.traffic.rate, seed=seed, parallel=parallel)
        self._refuse_idle_warm_up(demand.demand)
        if self.traffic.ambient:
            around = ambient(self.traffic, self.types, tracks, world, self.reading)
            if self.traffic.warm_up:
                self._populate = partial(around.populate, seed=seed)
            else:
                around.populate(world, seed=seed)
            root.add(around)
            root.link("ambient.rerouted", "traffic/motion.rerouted")
            root.link("ambient.pressed", "traffic/drivers.presses")
        if self._plan:
            self._add_direction(world, root, tracks, self._plan)

    @property
    def warm_up(self) -> WarmUp | None:
        """What runs before the drive begins; None where nothing does."""
        duration = self.traffic.warm_up
        return WarmUp(duration, self.lane_map, self._populate) if duration else None

    def _refuse_idle_warm_up(self, demand: Demand) -> None:
        """Refuse a warm-up in which no vehicle drives."""
        sets_out = [*(flow.begin for flow in demand.flows), *(trip.departure for trip in demand.trips)]
        if self.traffic.warm_up and not any(time < 0.0 for time in sets_out):
            raise InputError(
                "no vehicle drives in the warm-up: it is for flows and random trips that begin at 0; add some, or "
                "leave it out (ambient traffic is there at time 0 anyway)",
                self.reading.key_at("traffic", "warm_up"),
            )

    def _add_direction(self, world: World, root: Module, tracks: Tracks, made: Plan) -> None:
        """Whoever directs, around the first subject."""
        subject = world.subjects[0]
        around = next((module for module in root.children if module.name == "ambient"), None)
        sight = around.sight if isinstance(around, Ambient) else Sight(self.lane_map)
        route = int(world.entity(subject).route)
        rate = self.traffic.rate
        first = len(self.actors)
        directing, streams = direction(
            made, tracks, first, route=route, subject=subject, rate=rate, sight=sight, hands_over=around is not None
        )
        root.add(directing, *streams)
        for stream in streams:
            root.link("direction.called", f"{stream.name}.calls")
            root.link(f"{stream.name}.opened", "direction.gaps")
        for module in (directing, *streams):
            root.link(f"{module.name}.pressed", "traffic/drivers.presses")
            if around:
                root.link(f"{module.name}.handovers", "ambient.handovers")
        if self.lights:
            root.link("direction.to_lights", "signals/controllers.presses")

    def instruct(self, world: World, root: Module, entries: Sequence[InstructionEntry], *, seconds: float) -> None:
        """Tell the subject things on its way, and mark moments of it."""
        if self.tracks is None or not world.subjects:
            raise InputError("instructions are for a subject; add 'subject'", self.reading.key_at("instructions"))
        subject = world.subjects[0]
        row = world.entity(subject)
        start = float(Line(self.tracks, int(row.route)).at(row.lane, row.s))
        told = {"route": int(row.route), "subject": subject}
        root.add(prompter(entries, self.tracks, self.reading, start=start, seconds=seconds, **told))

    def plan_streams(self, entries: Mapping[str, BeaconEntry]) -> None:
        """Take in the beacons that are streams of vehicles."""
        self._streams = PlannedStreams.of(entries, self._router(CAR.user), self.reading)

    def directing(self, world: World, root: Module) -> Directing:
        """What puts triggers and beacons among those who are there."""
        ambient = self.traffic.ambient
        areas = None if ambient is None else tuple(ambient.areas)
        return Directing(
            self.reading, world, root, self.lane_map, self.lights, areas, self.traffic.rate,
            self.types, self.tracks, self._streams,
        )  # fmt: skip

    def _doubts(self) -> tuple[Remark, ...]:
        """What is doubtful about the roads: in their file, of their lanes, junctions and lights."""
        logic = JunctionLogic.of(self.lane_map)
        lights = self.lights.remarks if self.lights else ()
        return (*self.network.remarks, *self.lane_map.remarks, *logic.remarks, *lights)

    def _add_traffic(self, root: Module, tracks: Tracks, demand: RoutedDemand) -> None:
        """What moves everybody, gives new routes to the stuck, and brings those of the demand."""
        rate = self.traffic.rate
        root.add(Traffic("traffic", tracks=tracks, rate_hz=rate, parallel=self.traffic.threads > 1))
        if tracks.trees and self.traffic.patience is not None:
            patience = Patience(patience=self.traffic.patience)
            root.add(Replanner("replanner", rate=REPLANNING_RATE, tracks=tracks, machine=patience))
            root.link("replanner.rerouted", "traffic/motion.rerouted")
        if demand.tables:
            population = Population("population", demand=demand, tracks=tracks, rate_hz=rate)
            root.add(population)
            if demand.has_halts:
                root.link("population/halts.pressed", "traffic/drivers.presses")

    def _add_seats(self, world: World, root: Module) -> None:
        """What the virtual subjects do at their wheels."""
        for place, actor in enumerate(self.actors):
            if actor.person:
                seat = seat_for(actor.person, place, Fraction(self.traffic.rate))
                root.add(seat)
                root.link(f"{seat.name}.pressed", "traffic/drivers.presses")
                world.grant(seat.path, "vehicle", ids=world[actor.name].id)

    def _tracks(self, tables: Sequence[RouteTable]) -> Tracks:
        """What everybody drives along; with other ways for those who get stuck, or are told to turn."""
        is_ring, has_junctions = self._is_ring(), bool((self.lane_map.junction >= 0).any())
        return Tracks.of(*tables, closed=is_ring, turns=has_junctions and not is_ring)

    def _demand(self, trips: Trips) -> RoutedDemand:
        """Everybody who is to drive, with routes; those from files may be left out, if the study says so."""
        own, read = trips.own(), trips.from_files()
        names = [trip.name for trip in read.trips] + [flow.name for flow in read.flows]
        try:
            return route_demand(own + read, self.lane_map, leave_out=frozenset(names if trips.is_lenient else ()))
        except InputError as error:
            if trips.is_lenient or error.at is None or error.at.file == self.reading.document.file:
                raise
            hint = "; demand: {files: [...], lenient: true} leaves out trips that cannot be made"
            raise InputError(f"{error.message}{hint}", error.at) from None

    def _through(self) -> list[RouteTable]:
        """Routes for ambient traffic, which may be anywhere; people look out along them, too."""
        return [self.lane_map.known(through_routes_of, CAR.user)] if self.traffic.ambient or self.people else []

    def _router(self, user: RoadUser) -> Router:
        if user not in self._routers:
            self._routers[user] = Router.of(self.lane_map, user)
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

    def _endless(self, tracks: Tracks, actor: Actor, route: int) -> int:
        """The route of an actor; one that goes on and on, if it has nowhere to go and the roads lead on for ever."""
        ends = not self.lane_map.successors(actor.itinerary.route.lanes[-1])
        if actor.entry.to or actor.entry.via or ends:
            return route
        onward = tracks.turning(route, Turn.STRAIGHT)
        return onward if onward >= 0 and tracks.locate(onward, actor.itinerary.lane) >= 0 else route

    def _place(self, world: World, tracks: Tracks, actor: Actor, route: int) -> None:
        at = placed(tracks, actor.itinerary.lane, actor.itinerary.s, self._endless(tracks, actor, route))
        speed = self._speed(actor)
        state = {"speed": speed, "pilot": "active" if speed > 0.0 else "idle", "lot": lots([0], who=actor.name)[0]}
        with At(self.reading.key_at(*actor.path)):
            columns = {**at, **actor.kind.body.columns, **actor.traits, **state, **actor.columns}
            entity = world.add("vehicle", actor.name, **columns)
        if actor.is_subject:
            world.subjects.append(entity)

    def _refuse_overlaps(self, world: World) -> None:
        """Refuse two vehicles at one place: neither could move."""
        boxes = list[tuple[Box, Actor]]()
        for actor in self.actors:
            row = world[actor.name]
            box = Box(Pose(row.x, row.y, row.heading), row.length, row.width)
            for other, first in boxes:
                if box.overlaps(other):
                    line = self.reading.key_at(*first.path).line
                    message = f"'{actor.name}' is where '{first.name}' (line {line}) is; put it further on, or back"
                    raise InputError(message, self.reading.key_at(*actor.path))
            boxes.append((box, actor))

    def _speed(self, actor: Actor) -> float:
        """The speed that an actor begins with: what its driver likes there and then, unless the study says another."""
        if actor.entry.speed is not None:
            return actor.entry.speed
        limit, traits = self.lane_map.limit(actor.itinerary.lane, actor.itinerary.s), actor.traits
        pace = self._begins_in.pace(traits["weather_caution"])
        return float(pace * min(traits["speed_factor"] * limit, traits["top_speed"]))

    def _add_weather(self, world: World, root: Module, weather: Sequence[Outlook]) -> None:
        if not weather:
            return
        first, *later = weather
        self._begins_in = first.conditions
        world.add("weather", None, **first.conditions.columns)
        root.add(Weather("weather", rate=WEATHER_RATE, conditions=first.conditions))
        if later:
            root.add(Forecast("forecast", rate=WEATHER_RATE, outlooks=tuple(later)))
            root.link("forecast.pressed", "weather.presses")


def _typical(trait: Distribution | float) -> float:
    return trait if isinstance(trait, float) else trait.mean
