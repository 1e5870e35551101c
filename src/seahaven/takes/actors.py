"""The second step of assembly: the vehicles that a study names, each with its way over the roads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seahaven.behaviour import TRAITS
from seahaven.errors import InputError
from seahaven.files import KeyPath
from seahaven.motion import COCKPIT, Move
from seahaven.roads.model import Remark
from seahaven.roads.routing import RouteTable
from seahaven.seats import VirtualSubject
from seahaven.takes.at import At
from seahaven.takes.grid import moved_on
from seahaven.takes.itinerary import Itinerary, Where, itinerary, leads_round
from seahaven.takes.location import Location
from seahaven.takes.missioning import PlannedMission, doubts, planned_mission
from seahaven.takes.motion_entries import ScriptEntry
from seahaven.takes.reading import Reading
from seahaven.takes.rows import RoadRow
from seahaven.takes.scripting import move_of
from seahaven.takes.seating import Seating, seating_of
from seahaven.takes.setting import CastEntry, VehicleEntry
from seahaven.takes.study import Study
from seahaven.takes.virtual import is_virtual
from seahaven.traffic import Distribution, VehicleType
from seahaven.world import FamilyType

__all__ = ["Actor", "Actors"]


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
    seating: Seating | None = None
    """Who drives it from outside: a program or an object in Python."""
    script: Move | None = None
    """The script that moves it, as its author wrote it."""

    def traits(self, person: VirtualSubject | None = None) -> dict[str, float]:
        """What its driver is like: the typical one of its type, or the virtual subject who drives it."""
        typical = {name: _typical(self.kind.traits.get(name, column.default)) for name, column in TRAITS.items()}
        return {**typical, **(person.traits if person else {})}


@dataclass(frozen=True, slots=True)
class Actors:
    """All actors of a study, the subjects first."""

    location: Location
    members: tuple[Actor, ...]
    mission: PlannedMission | None = None
    """That of all subjects."""
    remarks: tuple[Remark, ...] = ()
    """What is doubtful about it."""

    @classmethod
    def of(
        cls, location: Location, study: Study, vehicles: Sequence[RoadRow], allowed: Sequence[str] = ()
    ) -> Actors:  # fmt: skip
        """The subjects of a study, and the vehicles that it puts on the roads as rows of the world.

        `allowed` is what the user lets drive from outside: packages and programs.
        """
        named: dict[KeyPath, tuple[str, CastEntry]] = {}
        if study.subject:
            named["subject",] = (study.subject.name, study.subject)
        named.update({("subjects", name): (name, entry) for name, entry in study.subjects.items()})
        mission = None
        if study.mission:
            cast = {path: entry for path, (_, entry) in named.items()}
            mission = planned_mission(study.mission, cast, location.reading, location.lane_map)
        subjects = []
        for path, (name, entry) in named.items():
            seating = seating_of(entry.driver, (*path, "driver"), location.reading, allowed)
            subjects.append(_actor(location, name, entry, path, {}, is_subject=True, seating=seating, mission=mission))
        others = (_actor(location, *row, is_subject=False) for row in vehicles)
        remarks: tuple[Remark, ...] = ()
        if mission:
            remarks = tuple(doubts(mission, subjects[0].itinerary.route, study.duration, location.reading))
        return cls(location, (*subjects, *others), mission, remarks)

    @property
    def subject(self) -> Actor | None:
        """The first subject."""
        return next((actor for actor in self.members if actor.is_subject), None)

    @property
    def subjects(self) -> tuple[Actor, ...]:
        """All subjects."""
        return tuple(actor for actor in self.members if actor.is_subject)

    @property
    def seatings(self) -> dict[str, Seating]:
        """Who drives from outside, by the names of their vehicles."""
        return {actor.name: actor.seating for actor in self.members if actor.seating}

    @property
    def families(self) -> tuple[FamilyType, ...]:
        """The families of the world: those of the location, and the cockpits of vehicles that leave their lanes."""
        return (*self.location.families, COCKPIT)

    @property
    def is_on_ring(self) -> bool:
        """Whether an actor that has nowhere to go comes round again."""
        free = (actor.itinerary.route for actor in self.members if actor.itinerary.to is None)
        return any(leads_round(self.location.lane_map, route) for route in free)

    def tables(self) -> tuple[list[RouteTable], list[int]]:
        """Tables of the actors' routes, one for each kind of road user, and the number of each actor's own."""
        users = list(dict.fromkeys(actor.kind.user for actor in self.members))
        order = [k for user in users for k, actor in enumerate(self.members) if actor.kind.user == user]
        routes = {user: [a.itinerary.route for a in self.members if a.kind.user == user] for user in users}
        numbers = [order.index(k) for k in range(len(self.members))]
        return [self.location.router(user).table(routes[user]) for user in users], numbers


def _actor(
    location: Location,
    name: str,
    entry: VehicleEntry,
    path: KeyPath,
    columns: Mapping[str, Any],
    *,
    is_subject: bool,
    seating: Seating | None = None,
    mission: PlannedMission | None = None,
) -> Actor:
    types = location.types
    driver = {} if seating or (is_subject and is_virtual(entry.driver)) else entry.driver
    kind = types.driven(types.type(entry.type, (*path, "type")), driver, (*path, "driver"))
    where: Where = lambda key: At(location.reading.at(*path, key))  # noqa: E731
    if mission:
        where = mission.where(location.reading, path)
    way = itinerary(location.router(kind.user), entry, where, mission.goals if mission else ())
    if isinstance(entry, CastEntry) and entry.ahead:
        with where("ahead"):
            way = moved_on(location.router(kind.user), way, entry.ahead)
    seating = seating.fitted(kind) if seating else None
    columns = {**columns, **(seating.columns if seating else {})}
    script = None
    if entry.motion is not None:
        _refuse_moved_twice(entry, seating, location.reading, path)
        if isinstance(entry.motion, ScriptEntry):
            script = move_of(entry.motion, name, (*path, "motion"), location.reading)
        else:
            columns["motion"] = entry.motion
    return Actor(name, kind, way, entry, columns, is_subject, path, seating, script)


def _refuse_moved_twice(entry: VehicleEntry, seating: Seating | None, reading: Reading, path: KeyPath) -> None:
    """Refuse a motion beside what moves a vehicle in another way, or beside who would drive a scripted one."""
    motion, at = entry.motion, reading.at(*path, "motion")
    if seating and seating.is_free and motion is not None:
        raise InputError("its driver's pedals and wheel move it; leave 'motion' out, or take 'controls: lane'", at)
    if not isinstance(motion, ScriptEntry):
        return
    if seating or is_virtual(entry.driver):
        raise InputError("a script moves it, so nobody drives it; leave out 'motion', or its driver", at)
    if motion.begins_at_once and entry.speed is not None:
        message = "its script begins at once and says how fast it is; leave 'speed' out"
        raise InputError(message, reading.key_at(*path, "speed"))


def _typical(trait: Distribution | float) -> float:
    return trait if isinstance(trait, float) else trait.mean
