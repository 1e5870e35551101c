"""Sites: where along a drive a situation happens, and which other ways it needs there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from seahaven.direction.courses import facing
from seahaven.direction.desk import Broadcast, Bystander, Desks, JunctionLights, StreamAlong
from seahaven.direction.facts import Scope, Value, own_fact
from seahaven.direction.library import title
from seahaven.direction.lights import lights_at
from seahaven.direction.line import Line
from seahaven.direction.places_along import places_along
from seahaven.direction.quantities import QUANTITIES
from seahaven.direction.situation import UNKNOWN, Cast, Criterion, Needs, Situation, Stimulus
from seahaven.direction.survey import Feature
from seahaven.errors import InputError, nearest
from seahaven.measures import MOMENT, STIMULI
from seahaven.roads.places import Wanted, describe

__all__ = ["LASTS", "Notes", "Site", "find_site", "notes_of"]

LASTS = 300.0
"""Metres for which a situation lasts at the least behind its place."""

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
    stimulus: Stimulus

    @property
    def facts(self) -> dict[str, Callable[[Scope], Value]]:
        """What its machine may know of the quantity of its criterion, by the name of the input."""
        criterion = self.criterion
        return {f"{criterion.of}_{criterion.quantity}": own_fact(criterion.of, criterion.measured.read)}


@cache
def notes_of(situation: type[Situation]) -> Notes:
    """Who takes part in a situation, what it is to come to, and what it needs; one without a criterion is refused."""
    known = [value for kind in situation.__mro__ for value in vars(kind).values()]
    criterion = next((one for one in known if isinstance(one, Criterion)), None)
    cast = next((one for one in known if isinstance(one, Cast)), Cast())
    if criterion is None:
        raise InputError(f"{situation.__name__} says no criterion; add, say, criterion = Criterion('headway', ...)")
    if criterion.measured.meaning == UNKNOWN:
        message, known = f"{situation.__name__} knows no criterion '{criterion.quantity}'", list(QUANTITIES)
        raise InputError(message + (nearest(criterion.quantity, known) or f"; there are {', '.join(known)}"))
    dials = [dial.name for dial in situation.program.dials]
    if criterion.wanted not in dials:
        raise InputError(f"{situation.__name__} has no dial '{criterion.wanted}'{nearest(criterion.wanted, dials)}")
    desks = next((one for one in known if isinstance(one, Desks)), Desks())
    bystanders = {name: desk for name, desk in desks.known.items() if isinstance(desk, Bystander)}
    if criterion.of not in {**cast.roles, **bystanders}:
        raise InputError(f"{situation.__name__} has no role '{criterion.of}'{nearest(criterion.of, cast.roles)}")
    for name in (dial for one in bystanders.values() for dial in (one.kerb, one.height, one.hidden)):
        if name not in dials:
            raise InputError(f"{situation.__name__} has no dial '{name}' for its bystander{nearest(name, dials)}")
    streams = [desk for desk in desks.known.values() if isinstance(desk, StreamAlong)]
    for name in (dial for stream in streams for dial in (stream.headway, stream.speed)):
        if name not in dials:
            raise InputError(f"{situation.__name__} has no dial '{name}' for its stream{nearest(name, dials)}")
    needs = next((one for one in known if isinstance(one, Needs)), Needs())
    stimulus = next((one for one in known if isinstance(one, Stimulus)), Stimulus(MOMENT))
    _refuse_stimulus(situation.__name__, stimulus, cast)
    return Notes(cast, criterion, needs, desks, stimulus)


def _refuse_stimulus(name: str, stimulus: Stimulus, cast: Cast) -> None:
    """Refuse a stimulus that no measure knows, or that no role shows."""
    kinds = (*STIMULI, MOMENT)
    if stimulus.kind not in kinds:
        hint = nearest(stimulus.kind, kinds) or f"; there are {', '.join(kinds)}"
        raise InputError(f"{name} has the stimulus '{stimulus.kind}', which no measure knows{hint}")
    if stimulus.kind != MOMENT and stimulus.of not in cast.roles:
        hint = nearest(stimulus.of, cast.roles)
        raise InputError(f"{name} has a stimulus of the role '{stimulus.of}', which it does not cast{hint}")


def find_site(
    situation: type[Situation], at: float, line: Line, features: tuple[Feature, ...], *, start: float = 0.0
) -> Site:
    """Where a situation happens that is wanted about so far along; refused where the road lacks what it needs.

    `start` is how far along the line the drive begins, from where on messages count, as studies do.
    """
    return _Search(situation, at, line, features, start).site()


@dataclass(frozen=True, slots=True)
class _Search:
    """The search for a site; what is not found is refused with what there is instead."""

    situation: type[Situation]
    at: float
    line: Line
    features: tuple[Feature, ...]
    start: float

    @property
    def needs(self) -> Needs:
        return notes_of(self.situation).needs

    def site(self) -> Site:
        wanted = self.needs.junction or ("hill" if self.needs.grade > 0.0 else "")
        if self.needs.place is not None:
            site = self._at_place(self.needs.place)
        else:
            site = self._featured(wanted) if wanted else self._faced() if self.needs.has_oncoming else Site(self.at)
        self._refuse_misfit(site)
        return site

    def _lacks(self, what: str) -> InputError:
        return InputError(f"'{title(self.situation)}' needs {what}")

    def _told(self, along: float) -> str:
        return f"{(along - self.start) / 1000.0:.2f} km"

    def _featured(self, wanted: str) -> Site:
        """The nearest place that has what is wanted; with lights that can serve, if there is one in reach."""
        ahead = [one for one in self.features if self.start <= one.at <= self.line.length]
        fitting = [one for one in ahead if one.kind == wanted and one.grade >= self.needs.grade]
        fitting.sort(key=lambda one: abs(one.at - self.at))
        near = [one for one in fitting if abs(one.at - self.at) <= SNAP and self._is_lit(one)]
        best = next(iter(near or fitting), None)
        if best is None:
            raise self._lacks(f"a {wanted}; there is none along the drive")
        if abs(best.at - self.at) > SNAP:
            raise self._lacks(f"a {wanted} here; the nearest is at {self._told(best.at)} along the drive")
        return Site(best.at, best)

    def _at_place(self, wanted: Wanted) -> Site:
        """The nearest place of the roads that fits."""
        ahead = [one for one in places_along(self.line, wanted) if one.at >= self.start]
        best = min(ahead, key=lambda one: abs(one.at - self.at), default=None)
        if best is None:
            raise self._lacks(f"a {describe(wanted)}; there is none along the drive")
        if abs(best.at - self.at) > SNAP:
            raise self._lacks(f"a {describe(wanted)} here; the nearest is at {self._told(best.at)} along the drive")
        return Site(best.at, best)

    def _is_lit(self, feature: Feature) -> bool:
        """Whether a place has the lights that the situation presses, if it presses any."""
        desks = notes_of(self.situation).desks.known.values()
        if not any(isinstance(desk, JunctionLights) for desk in desks):
            return True
        try:
            lights_at(self.line, feature)
        except InputError:
            return False
        return True

    def _faced(self) -> Site:
        """The nearest place at which others come towards the subject on the lane beside its own."""
        steps = range(int(SNAP / STEP) + 1)
        places = sorted(
            {self.at + side * STEP * k for k in steps for side in (1, -1)}, key=lambda place: abs(place - self.at)
        )
        ahead = (place for place in places if self.start <= place <= self.line.length)
        found = next((way for place in ahead if (way := facing(self.line, place)) is not None), None)
        if found is None:
            lane = "a lane for oncoming traffic to the left of the subject's"
            raise self._lacks(f"{lane}; there is none {SNAP:g} m around {self._told(self.at)} along the drive")
        return Site(found.at, found)

    def _refuse_misfit(self, site: Site) -> None:
        """Refuse a site without enough road or lanes."""
        needs, last = self.needs, self.line.length - self.needs.after
        if site.at < self.start or site.at > last:
            ends = f"the drive ends at {self._told(self.line.length)}"
            way = f"put it at {self._told(last)} or before" if last > self.start else "give the subject a longer drive"
            raise self._lacks(f"{needs.after:g} m of road behind its place at {self._told(site.at)}; {ends}, so {way}")
        lanes = self._lanes(site.at)
        if lanes < needs.lanes:
            here = f"there {'is' if lanes == 1 else 'are'} {lanes} at {self._told(site.at)} along the drive"
            raise self._lacks(f"{needs.lanes} lanes; {here}{self._elsewhere(site.at)}")
        if self._has_other_ways and site.feature is None:
            raise self._lacks("another way that meets the drive; say so in `needs`")

    def _lanes(self, at: float) -> int:
        return max(len(self.line.lanes_at(at + metres)) for metres in NEARBY)

    def _elsewhere(self, at: float) -> str:
        """The nearest place at which there are lanes enough."""
        last = self.line.length - self.needs.after
        places = (self.start + STEP * k for k in range(int(max(0.0, last - self.start) / STEP) + 1))
        fitting = [place for place in places if self._lanes(place) >= self.needs.lanes]
        nearest_one = min(fitting, key=lambda place: abs(place - at), default=None)
        return "" if nearest_one is None else f", and enough of them at {self._told(nearest_one)}"

    @property
    def _has_other_ways(self) -> bool:
        """Whether somebody comes by another way."""
        notes = notes_of(self.situation)
        return any(role.on_other_way for role in notes.cast.roles.values()) or any(
            not isinstance(desk, Broadcast | Bystander) for desk in notes.desks.known.values()
        )
