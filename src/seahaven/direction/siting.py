"""Sites: where along a drive a situation happens, and which other ways it needs there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from seahaven.direction.courses import facing
from seahaven.direction.desk import Broadcast, Desks, StreamAlong
from seahaven.direction.line import Line
from seahaven.direction.situation import Cast, Criterion, Joining, Needs, Situation
from seahaven.direction.survey import Feature
from seahaven.errors import InputError, nearest

__all__ = ["Notes", "Site", "find_site", "notes_of"]

NEARBY = (-10.0, 0.0, 10.0)
"""Metres from a place at which its lanes are counted, since lanes may begin there."""
SNAP, STEP = 400.0, 20.0
"""Metres within which the road has to have what a situation needs, from where a study puts it, and from one look for
a lane of oncoming traffic to the next."""


@dataclass(frozen=True, slots=True)
class Site:
    """Where along the drive a situation happens (m), and what is there, if it needs anything."""

    at: float
    feature: Feature | None = None


@dataclass(frozen=True, slots=True)
class Notes:
    """What a situation says of itself besides its machine."""

    cast: Cast
    criterion: Criterion
    needs: Needs
    desks: Desks


@cache
def notes_of(situation: type[Situation]) -> Notes:
    """Who takes part in a situation, what it is to come to, and what it needs; one without a criterion is refused."""
    known = [value for kind in situation.__mro__ for value in vars(kind).values()]
    criterion = next((one for one in known if isinstance(one, Criterion)), None)
    cast = next((one for one in known if isinstance(one, Cast)), Cast())
    if criterion is None:
        raise InputError(f"{situation.__name__} says no criterion; add, say, criterion = Criterion('headway', ...)")
    dials = [dial.name for dial in situation.program.dials]
    if criterion.wanted not in dials:
        raise InputError(f"{situation.__name__} has no dial '{criterion.wanted}'{nearest(criterion.wanted, dials)}")
    if criterion.of not in cast.roles:
        raise InputError(f"{situation.__name__} has no role '{criterion.of}'{nearest(criterion.of, cast.roles)}")
    desks = next((one for one in known if isinstance(one, Desks)), Desks())
    streams = [desk for desk in desks.known.values() if isinstance(desk, StreamAlong)]
    for name in (dial for stream in streams for dial in (stream.headway, stream.speed)):
        if name not in dials:
            raise InputError(f"{situation.__name__} has no dial '{name}' for its stream{nearest(name, dials)}")
    return Notes(cast, criterion, next((one for one in known if isinstance(one, Needs)), Needs()), desks)


def find_site(situation: type[Situation], at: float, line: Line, features: tuple[Feature, ...]) -> Site:
    """Where a situation happens that is wanted about so far along; refused where the road lacks what it needs."""
    needs = notes_of(situation).needs
    wanted = needs.junction or ("hill" if needs.grade > 0.0 else "")
    site = Site(at)
    if wanted:
        fitting = [one for one in features if one.kind == wanted and one.grade >= needs.grade]
        best = min(fitting, key=lambda one: abs(one.at - at), default=None)
        if best is None:
            raise InputError(f"it needs a {wanted}; there is none along the drive")
        if abs(best.at - at) > SNAP:
            raise InputError(f"it needs a {wanted} here; the nearest is at {best.at / 1000.0:.2f} km along the drive")
        site = Site(best.at, best)
    elif needs.has_oncoming:
        site = _faced(line, at)
    _refuse_misfit(situation, site, line)
    return site


def _faced(line: Line, at: float) -> Site:
    """The nearest place at which others come towards the subject on the lane beside its own."""
    steps = range(int(SNAP / STEP) + 1)
    places = sorted({at + side * STEP * k for k in steps for side in (1, -1)}, key=lambda place: abs(place - at))
    found = next((way for place in places if (way := facing(line, place)) is not None), None)
    if found is None:
        raise InputError("it needs a lane for oncoming traffic to the left of the subject's; there is none here")
    return Site(found.at, found)


def _refuse_misfit(situation: type[Situation], site: Site, line: Line) -> None:
    """Refuse a site without enough road or lanes."""
    needs = notes_of(situation).needs
    if site.at < 0.0 or site.at + needs.after > line.length:
        raise InputError(
            f"it needs {needs.after:g} m of road behind its place at {site.at / 1000.0:.2f} km; "
            f"the drive ends at {line.length / 1000.0:.2f} km"
        )
    lanes = max(len(line.lanes_at(site.at + metres)) for metres in NEARBY)
    if lanes < needs.lanes:
        raise InputError(f"it needs {needs.lanes} lanes; there {'is' if lanes == 1 else 'are'} {lanes} at its place")
    notes = notes_of(situation)
    meets = any(isinstance(role, Joining) for role in notes.cast.roles.values()) or any(
        not isinstance(desk, Broadcast) for desk in notes.desks.known.values()
    )
    if meets and site.feature is None:
        raise InputError("it needs another way that meets the drive; say so in `needs`")
