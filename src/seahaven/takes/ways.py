"""The fourth step of assembly: the ways that the population and people on foot take, whatever the seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from seahaven.errors import InputError
from seahaven.roads import Remark
from seahaven.roads.routing import Tracks
from seahaven.roads.walking import FootRoutes
from seahaven.takes.location import Location
from seahaven.takes.on_foot import OnFoot, network_for
from seahaven.takes.rows import PersonRow
from seahaven.takes.screenplay import Screenplay
from seahaven.takes.street_life import walks
from seahaven.takes.trips import Trips
from seahaven.traffic import Demand, Flow, RoutedDemand, Scatter, route_demand

__all__ = ["Ways"]


@dataclass(frozen=True, slots=True)
class Ways:
    """The demand with its routes, the walks of people, and the tracks of all routes.

    Under any seed vehicles and people choose from the same ways, so that a run can begin again under another seed
    without a search for routes.
    """

    screenplay: Screenplay
    demand: RoutedDemand
    tracks: Tracks | None
    """What everybody drives along; None where nothing drives."""
    walks: FootRoutes | None
    """Those on which people set out: from door to door, and behind these the ways of those whom the study names."""
    doors: FootRoutes | None
    """Those from door to door, if people come out of doors."""
    on_foot: OnFoot | None
    """Those whom the study names; None where nobody is on foot."""

    @classmethod
    def of(cls, screenplay: Screenplay, people: Sequence[PersonRow] = (), *, seconds: float) -> Ways:
        """The ways of a study that lasts this many seconds; `people` are those on foot whom it names."""
        location = screenplay.actors.location
        demand = _routed(location, Trips.of(location, seconds=seconds))
        tracks = screenplay.tracks(demand.tables)
        if tracks:
            _refuse_idle_warm_up(location, demand.demand)
        doors = walks(location.people, location.lane_map, location.reading) if location.people else None
        if not location.has_people:
            return cls(screenplay, demand, tracks, None, None, None)
        on_edges = location.people is not None and location.people.beside_roads
        named = [*people, *(screenplay.situations.people if screenplay.situations else ())]
        network = network_for(location.lane_map, named, beside_roads=on_edges)
        on_foot = OnFoot.of(named, network, location.reading)
        routes = FootRoutes(
            network, [*(doors.routes if doors else ()), *(one.route for one in on_foot.members)]
        )  # fmt: skip
        return cls(screenplay, demand, tracks, routes, doors, on_foot)

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What is doubtful in the files that roads and traffic were read from."""
        actors = self.screenplay.actors
        return (*actors.location.remarks, *actors.remarks, *self.demand.demand.remarks)


def _routed(location: Location, trips: Trips) -> RoutedDemand:
    """All who are to drive, with routes; those from files may be left out, if the study says so."""
    own, read = trips.own(), trips.from_files()
    names = [source.name for source in read.sources]
    try:
        return route_demand(own + read, location.lane_map, leave_out=frozenset(names if trips.is_lenient else ()))
    except InputError as error:
        if trips.is_lenient or error.at is None or error.at.file == location.reading.document.file:
            raise
        hint = "; demand: {files: [...], lenient: true} leaves out trips that cannot be made"
        raise InputError(f"{error.message}{hint}", error.at) from None


def _refuse_idle_warm_up(location: Location, demand: Demand) -> None:
    """Refuse a warm-up in which no vehicle drives."""
    lasting: list[Flow | Scatter] = [*demand.flows, *demand.scatters]
    sets_out = [*(source.begin for source in lasting), *(trip.departure for trip in demand.trips)]
    if location.traffic.warm_up and not any(time < 0.0 for time in sets_out):
        raise InputError(
            "no vehicle drives in the warm-up: it is for flows and random trips that begin at 0; add some, or "
            "leave it out (ambient traffic is there at time 0 anyway)",
            location.reading.key_at("traffic", "warm_up"),
        )
