"""The third step of assembly: what is to happen to the actors, as far as it is known before anybody drives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from seahaven.errors import InputError
from seahaven.roads.routing import RouteTable, Tracks
from seahaven.takes.actors import Actors
from seahaven.takes.beaconing import PlannedStreams
from seahaven.takes.detouring import PlannedDetours
from seahaven.takes.situations import PlannedSituations, plan_situations
from seahaven.takes.study import Study
from seahaven.traffic import CAR, through_routes_of

__all__ = ["Screenplay"]


@dataclass(frozen=True, slots=True)
class Screenplay:
    """Actors, the streams of vehicles that beacons open, and the situations along the drive."""

    actors: Actors
    streams: PlannedStreams | None
    situations: PlannedSituations | None
    detours: PlannedDetours | None = None
    """Ways for subjects that find theirs blocked."""

    @classmethod
    def of(cls, actors: Actors, study: Study, allowed: Sequence[str]) -> Screenplay:
        """What a study plans; `allowed` are the packages whose code it may use."""
        location = actors.location
        streams = PlannedStreams.of(study.beacons, location.router(CAR.user), location.reading)
        situations = _situations(actors, study, allowed) if study.situations else None
        return cls(actors, streams, situations, PlannedDetours.of(actors, study))

    @property
    def tables(self) -> list[RouteTable]:
        """Tables of the routes that are planned, behind those of the actors."""
        router, situations = self.actors.location.router(CAR.user), self.situations
        others = [router.table(situations.routes)] if situations and situations.routes else []
        return [*others, *([self.streams.table] if self.streams else [])]

    @property
    def through_tables(self) -> list[RouteTable]:
        """Routes for ambient traffic, which may be anywhere; people look out along them, too."""
        location = self.actors.location
        is_needed = location.traffic.ambient or location.has_people
        return [location.lane_map.known(through_routes_of, CAR.user)] if is_needed else []

    def tracks(self, demand: Sequence[RouteTable]) -> Tracks | None:
        """What everybody drives along, with other ways for those who get stuck, or are told to turn; None where nothing
        drives. `demand` are the tables of routes that the population takes.
        """
        own, _ = self.actors.tables()
        tables = [*own, *self.tables, *demand, *self.through_tables]
        tables += [self.detours.table] if self.detours else []
        if not tables:
            return None
        is_ring = self.actors.is_on_ring
        has_junctions = bool((self.actors.location.lane_map.junction >= 0).any())
        return Tracks.of(*tables, closed=is_ring, turns=has_junctions and not is_ring)


def _situations(actors: Actors, study: Study, allowed: Sequence[str]) -> PlannedSituations:
    """The situations of a study along the way of its first subject."""
    location, subject = actors.location, actors.subject
    if subject is None:
        raise InputError("situations happen to a subject; add 'subject'", location.reading.key_at("situations"))
    way, router = subject.itinerary, location.router(subject.kind.user)
    return plan_situations(
        study.situations, study.spacing, location.reading, router, way.route, (way.lane, way.s), allowed,
        lights_work=location.traffic.lights != "off",
    )  # fmt: skip
