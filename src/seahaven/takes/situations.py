"""The situations of a study: which, where along the drive, and with which parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from seahaven.direction import (
    LASTS,
    LIBRARY,
    Bystander,
    Destination,
    Direction,
    JunctionLights,
    Line,
    PlacedDesk,
    Placement,
    Site,
    Situation,
    Switchboard,
    TrafficStream,
    bounds_of,
    fact_reader,
    find_site,
    joining_roles,
    notes_of,
    other_way,
    refuse_short_way,
    refuse_unheard,
    survey,
    title,
    ways_along,
)
from seahaven.errors import InputError, nearest
from seahaven.files import CodeReference, Field, KeyPath, Schema, load_object, model_validator
from seahaven.hcsm import MachineError
from seahaven.roads.routing import Route, Router, Tracks
from seahaven.takes.at import At
from seahaven.takes.bystanders import PlannedBystanders, planned_bystanders
from seahaven.takes.desks import PlannedStream, placed_desks, planned_streams, with_ids
from seahaven.takes.dimensions import Metres
from seahaven.takes.limits import limit_between
from seahaven.takes.object_entries import ObjectEntry
from seahaven.takes.reading import Reading
from seahaven.takes.rows import PersonRow
from seahaven.world import Sight

__all__ = ["PlannedSituations", "SituationEntry", "direction", "have_people", "plan_situations"]

SAME = 1.0
"""Metres within which two places are the same."""


class SituationEntry(Schema):
    """A situation along the drive."""

    use: str
    """Which: a name from the library, or `package.module:Name`."""
    name: str | None = None
    """What it is called in the log; by default, as what is used."""
    at: Metres | None = None
    """About how far along the drive, from where the subject begins."""
    after: Metres | None = None
    """Instead: how far behind the place of the one before."""
    movable: bool = False
    """Whether it may change places with others that are, in an experiment whose order is not fixed."""
    with_: Annotated[dict[str, Any], Field(alias="with", default_factory=dict)]
    """Its parameters."""

    @model_validator(mode="after")
    def _is_somewhere(self) -> SituationEntry:
        if (self.at is None) == (self.after is None):
            raise ValueError("say where: 'at' so far along the drive, or 'after' so far behind the one before")
        return self


@dataclass(frozen=True, slots=True)
class _Planned:
    """One situation: its name, the machine with its parameters, its site, the roles that come by another way, and what
    it presses besides."""

    name: str
    situation: Situation
    site: Site
    joining: tuple[str, ...]
    streams: tuple[PlannedStream, ...]
    desks: Mapping[str, PlacedDesk]
    bystanders: PlannedBystanders

    @property
    def lasts(self) -> float:
        """Metres behind its place up to which it may not be over."""
        return min(LASTS, notes_of(type(self.situation)).needs.after)


@dataclass(frozen=True, slots=True)
class PlannedSituations:
    """The situations of a drive, how far along its line it begins (m), and the routes of those who come by other ways,
    in the order of situations."""

    situations: tuple[_Planned, ...]
    start: float
    routes: tuple[Route, ...]

    @property
    def people(self) -> tuple[PersonRow, ...]:
        """People on foot whom situations put beside the road."""
        return tuple(row for one in self.situations for row in one.bystanders.people)

    @property
    def objects(self) -> dict[str, ObjectEntry]:
        """Vehicles that situations park there, by name."""
        return {name: entry for one in self.situations for name, entry in one.bystanders.objects.items()}


def have_people(entries: Sequence[SituationEntry], reading: Reading, allowed: Sequence[str]) -> bool:
    """Whether any of some situations puts somebody on foot beside the road."""
    kinds = (_kind(entry, reading, ("situations", k), allowed) for k, entry in enumerate(entries))
    return any(isinstance(desk, Bystander) for kind in kinds for desk in notes_of(kind).desks.known.values())


def plan_situations(
    entries: Sequence[SituationEntry],
    spacing: float,
    reading: Reading,
    router: Router,
    route: Route,
    start: tuple[int, float],
    allowed: Sequence[str],
    *,
    lights_work: bool = True,
) -> PlannedSituations:
    """Find the sites of all situations along a route, from a place on it on; whatever does not fit is refused."""
    tracks = Tracks(router.table([route]))
    line = Line(tracks, 0)
    features, begin = survey(line, tracks), float(line.at(*start))
    made, routes, previous = list[_Planned](), list[Route](), begin
    for k, entry in enumerate(entries):
        path: KeyPath = ("situations", k)
        kind = _kind(entry, reading, path, allowed)
        if not lights_work and any(isinstance(desk, JunctionLights) for desk in notes_of(kind).desks.known.values()):
            message = f"'{title(kind)}' needs lights, and 'lights: off' of 'traffic' switches them off"
            raise InputError(message, reading.at(*path, "use"))
        wanted = begin + entry.at if entry.at is not None else previous + (entry.after or 0.0)
        with At(reading.at(*path, "at" if entry.at is not None else "after")):
            site = find_site(kind, wanted, line, features, start=begin)
        name, machine = entry.name or title(kind), _machine(kind, entry, reading, path)
        with At(reading.at(*path, "at" if entry.at is not None else "after")):
            least = made[-1].site.at + max(made[-1].lasts, spacing) if made else begin
            site, bystanders = planned_bystanders(machine, name, path, site, line, (begin, least))
            if made:
                _refuse_crowded(made[-1], name, site, spacing)
        joining = joining_roles(kind)
        if joining and site.feature is not None:
            with At(reading.at(*path, "at" if entry.at is not None else "after")):
                routes.append(other_way(router, site.feature, route.lanes[-1]))
                refuse_short_way(kind, site.feature, routes[-1], router)
        _refuse_namesake(made, name, reading, path)
        with At(reading.at(*path, "use")):
            streams = planned_streams(machine, k, site, router)
            desks = placed_desks(machine, site, line, streams, bystanders.names)
            fact_reader(kind.program, notes_of(kind).cast.roles, notes_of(kind).facts | Switchboard(desks).facts)
            refuse_unheard(kind.program, notes_of(kind).cast.roles, desks)
        routes.extend(stream.route for stream in streams)
        made.append(_Planned(name, machine, site, joining, streams, desks, bystanders))
        previous = site.at
    return PlannedSituations(tuple(made), begin, tuple(routes))


def direction(
    made: PlannedSituations,
    tracks: Tracks,
    first: int,
    *,
    route: int,
    subject: int,
    rate: Any,
    sight: Sight,
    hands_over: bool,
    destination: Destination,
    spacing: float,
    seconds: float,
    bystanders: Mapping[str, int],
) -> tuple[Direction, list[TrafficStream]]:
    """The module that directs a plan, and its streams; `first` is the number of the first of its routes, and with
    `hands_over` there is ambient traffic that takes over who is seen at the end of a stream.

    `destination`, `spacing` (m) and how long the study lasts (s) are for a drive that has to be laid anew; `bystanders`
    are the ids of people on foot, by name.
    """
    drive, placements, number = Line(tracks, route), list[Placement](), first
    streams = list[TrafficStream]()
    for k, planned in enumerate(made.situations):
        ways: Mapping[str, tuple[Line, float]] = {}
        feature = planned.site.feature
        if planned.joining and feature is not None:
            line = Line(tracks, number, is_facing=feature.kind == "oncoming lane")
            ways = ways_along(line, feature, planned.joining)
            number += 1
        for stream in planned.streams:
            about = {"tracks": tracks, "sight": sight, "subjects": (subject,), "rate": rate, "hands_over": hands_over}
            streams.append(stream.module(number, **about))
            number += 1
        begin, end = (feature.begin, feature.end) if feature else (planned.site.at, planned.site.at)
        at, desks = planned.site.at, with_ids(planned.desks, bystanders)
        placements.append(Placement(planned.name, k, planned.situation, at, begin, end, ways, desks, made.start))
    directing = Direction(
        "direction", rate=rate, tracks=tracks, sight=sight, subject=subject, drive=drive, placements=tuple(placements),
        destination=destination, spacing=spacing, seconds=seconds,
    )  # fmt: skip
    return directing, streams


def _refuse_namesake(known: Sequence[_Planned], name: str, reading: Reading, path: KeyPath) -> None:
    """Refuse a second situation of one name: nobody could tell their rows apart."""
    if any(one.name == name for one in known):
        raise InputError(f"two situations are called '{name}'; give one of them another 'name'", reading.at(*path))


def _refuse_crowded(before: _Planned, name: str, site: Site, spacing: float) -> None:
    """Refuse a situation that is not far enough behind the one before."""
    apart = site.at - before.site.at
    if apart < 0.0:
        which = f"'{name}' is {-apart:.0f} m before '{before.name}', which is listed first"
        raise InputError(f"{which}; list them in the order of the drive")
    if apart < SAME:
        raise InputError(f"'{name}' is where '{before.name}' is; put it elsewhere, or leave one of them out")
    which = f"'{name}' is {apart:.0f} m behind '{before.name}'"
    if apart < spacing:
        raise InputError(f"{which}; 'spacing' asks for {spacing:g} m")
    if apart < before.lasts:
        raise InputError(f"{which}, which is not over there; leave {before.lasts:g} m at least")


def _kind(entry: SituationEntry, reading: Reading, path: KeyPath, allowed: Sequence[str]) -> type[Situation]:
    at = reading.at(*path, "use")
    if entry.use in LIBRARY:
        return LIBRARY[entry.use]
    if ":" not in entry.use:
        hint = nearest(entry.use, LIBRARY)
        raise InputError(f"there is no situation '{entry.use}' (nor is it package.module:Name){hint}", at)
    kind = load_object(CodeReference.parse(entry.use, at=at), allowed=allowed, at=at)
    if not (isinstance(kind, type) and issubclass(kind, Situation)):
        raise InputError(f"'{entry.use}' is no situation: a class made from seahaven.direction.Situation", at)
    with At(at):
        notes_of(kind)
    return kind


def _machine(kind: type[Situation], entry: SituationEntry, reading: Reading, path: KeyPath) -> Situation:
    """The situation with its dials as the study sets them."""
    dials = {dial.name: dial for dial in kind.program.dials}
    for name in entry.with_:
        if name not in dials:
            message = f"'{entry.use}' has no parameter '{name}'{nearest(name, dials)}"
            raise InputError(message, reading.key_at(*path, "with", name))
    values = dict[str, Any]()
    for name, value in entry.with_.items():
        unit, limit = dials[name].unit, limit_between(dials[name].unit, *bounds_of(kind, dials[name]))
        values[name] = reading.quantity(value, unit, (*path, "with", name), limit)
    try:
        return kind(**values)
    except MachineError as error:
        raise InputError(error.message, reading.at(*path, "with")) from None
