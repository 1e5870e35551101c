"""The fourth step of assembly, and the only one that the seed has a say in: who turns out, and by which ways."""

from __future__ import annotations

from dataclasses import dataclass

from seahaven.errors import InputError
from seahaven.roads import Remark
from seahaven.roads.routing import Tracks
from seahaven.roads.walking import FootRoutes
from seahaven.seats import VirtualSubject
from seahaven.takes.actors import Actor
from seahaven.takes.location import Location
from seahaven.takes.screenplay import Screenplay
from seahaven.takes.setting import CastEntry
from seahaven.takes.street_life import walks
from seahaven.takes.trips import Trips
from seahaven.takes.virtual import person_of
from seahaven.traffic import Demand, RoutedDemand, route_demand

__all__ = ["Turnout"]


@dataclass(frozen=True, slots=True)
class Turnout:
    """The persons at the wheels, the population with its routes, and the walks of people, under one seed."""

    screenplay: Screenplay
    seed: int
    persons: tuple[VirtualSubject | None, ...]
    """For each actor, the virtual subject who drives it, if one does."""
    demand: RoutedDemand
    tracks: Tracks | None
    """What everybody drives along; None where nothing drives."""
    walks: FootRoutes | None

    @classmethod
    def of(cls, screenplay: Screenplay, *, seed: int, seconds: float, before: Turnout | None = None) -> Turnout:
        """What turns out under a seed, for a study that lasts so many seconds.

        What the seed makes no difference to is taken from what turned out before, under another one.
        """
        location = screenplay.actors.location
        persons = tuple(_person(actor, location, seed) for actor in screenplay.actors.members)
        trips = Trips.of(location, seed=seed, seconds=seconds)
        if before and not trips.is_drawn:
            demand, tracks = before.demand, before.tracks
        else:
            demand = _routed(location, trips)
            tracks = screenplay.tracks(demand.tables)
        if tracks:
            _refuse_idle_warm_up(location, demand.demand)
        on_foot = walks(location.people, location.lane_map, location.reading, seed=seed) if location.people else None
        return cls(screenplay, seed, persons, demand, tracks, on_foot)

    def is_like(self, other: Turnout) -> bool:
        """Whether the same tree and the same actors serve both."""
        is_same = self.demand is other.demand and self.tracks is other.tracks and self.walks is other.walks
        return is_same and self.persons == other.persons

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What is doubtful in the files that roads and traffic were read from."""
        return (*self.screenplay.actors.location.remarks, *self.demand.demand.remarks)


def _person(actor: Actor, location: Location, seed: int) -> VirtualSubject | None:
    if not isinstance(actor.entry, CastEntry):
        return None
    return person_of(actor.name, actor.entry, actor.path, location.reading, seed=seed)


def _routed(location: Location, trips: Trips) -> RoutedDemand:
    """All who are to drive, with routes; those from files may be left out, if the study says so."""
    own, read = trips.own(), trips.from_files()
    names = [trip.name for trip in read.trips] + [flow.name for flow in read.flows]
    try:
        return route_demand(own + read, location.lane_map, leave_out=frozenset(names if trips.is_lenient else ()))
    except InputError as error:
        if trips.is_lenient or error.at is None or error.at.file == location.reading.document.file:
            raise
        hint = "; demand: {files: [...], lenient: true} leaves out trips that cannot be made"
        raise InputError(f"{error.message}{hint}", error.at) from None


def _refuse_idle_warm_up(location: Location, demand: Demand) -> None:
    """Refuse a warm-up in which no vehicle drives."""
    sets_out = [*(flow.begin for flow in demand.flows), *(trip.departure for trip in demand.trips)]
    if location.traffic.warm_up and not any(time < 0.0 for time in sets_out):
        raise InputError(
            "no vehicle drives in the warm-up: it is for flows and random trips that begin at 0; add some, or "
            "leave it out (ambient traffic is there at time 0 anyway)",
            location.reading.key_at("traffic", "warm_up"),
        )
