"""What one may ask for: kinds of places as values, from the widest to the most particular."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from math import inf, isnan
from typing import Self, TypeVar

from seahaven.errors import InputError, nearest
from seahaven.roads.model import LaneKind, RoadKind

T = TypeVar("T")


class Shape(StrEnum):
    """How the arms of a junction lie."""

    T = "T-junction"
    Y = "Y-junction"
    CROSSING = "crossing"
    ROUNDABOUT = "roundabout"
    EXIT = "exit"
    ENTRY = "entry"
    JOINT = "joint"
    END = "turning circle"


class Control(StrEnum):
    """Who goes first: the rule that holds for whoever arrives on an arm."""

    LIGHTS = "lights"
    STOP = "stop"
    YIELD = "yield"
    PRIORITY = "priority"
    ALL_WAY_STOP = "all-way stop"
    RIGHT_FIRST = "right before left"
    LEFT_FIRST = "left before right"
    NONE = "unregulated"


class Arrival(StrEnum):
    """On which arm one arrives, by its rank or by the shape of the junction."""

    PRIORITY_ROAD = "priority road"
    SIDE_ROAD = "side road"
    STEM = "stem"
    THROUGH_ROAD = "through road"


class Bend(StrEnum):
    """To which side a curve turns."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A kind of place. Others that it has to have, or must not have, may be added to it.

    A place has another if the two share a piece of some lane.
    """

    others: tuple[Wanted, ...] = ()
    never: tuple[Wanted, ...] = ()

    def having(self, *others: Wanted) -> Self:
        """The same with such places on it."""
        return replace(self, others=(*self.others, *others))

    def lacking(self, *others: Wanted) -> Self:
        """The same with no such places on it."""
        return replace(self, never=(*self.never, *others))


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedJunction(Wanted):
    """Junctions of a shape, with all of some controls and none of others, with so many arms.

    Without a shape it is one that a driver would call a junction: T, Y, crossing or roundabout.
    """

    shape: Shape | None = None
    controls: tuple[Control, ...] = ()
    no_controls: tuple[Control, ...] = ()
    arms: int | None = None
    arriving: Arrival | Control | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedRoad(Wanted):
    """Stretches of road with lanes of some kinds and without others, of a kind, a limit in m/s, a number of lanes."""

    beside: tuple[LaneKind, ...] = ()
    not_beside: tuple[LaneKind, ...] = ()
    kind: RoadKind | None = None
    limit: float | None = None
    lanes: int | None = None
    least: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedStraight(Wanted):
    """Straights from `least` to `most` metres long."""

    least: float = 50.0
    most: float = inf


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedCurve(Wanted):
    """Curves to a side, with their tightest radius between two, in metres."""

    side: Bend | None = None
    least: float = 0.0
    most: float = inf


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedHill(Wanted):
    """Crests, or sags, over which the grade changes by at least so much (0.04 is four per cent)."""

    is_crest: bool = True
    change: float = 0.04


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedCrosswalk(Wanted):
    """Crosswalks, with or without lights, at a junction or away from any; None does not mind."""

    lights: bool | None = None
    at_junction: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedLaneDrop(Wanted):
    """Where a lane ends and the others go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedDeadEnd(Wanted):
    """Where a road ends, with or without a circle to turn round in."""


def junction(
    *,
    shape: str | None = None,
    control: str | Iterable[str] = (),
    no_control: str | Iterable[str] = (),
    arms: int | None = None,
    arriving: str | None = None,
) -> WantedJunction:
    """A junction: of a shape ("T", "Y", "crossing", "roundabout", "exit", "entry"), a control, a number of arms.

    `arriving` says on which arm one comes: "priority road" or "side road", "stem" or "through road" of a T-junction,
    or an arm with a control of its own, such as "stop".
    """
    if arms is not None and arms < 1:
        raise InputError(f"junction got arms={arms}; expected a number from 1 on")
    return WantedJunction(
        shape=None if shape is None else _shape(shape),
        controls=tuple(_control(one) for one in _each(control)),
        no_controls=tuple(_control(one) for one in _each(no_control)),
        arms=arms,
        arriving=None if arriving is None else arrival(arriving),
    )


def road(
    *,
    beside: str | Iterable[str] = (),
    not_beside: str | Iterable[str] = (),
    kind: str | None = None,
    limit: float | None = None,
    lanes: int | None = None,
    least: float = 0.0,
) -> WantedRoad:
    """A stretch of road: `beside` names kinds of lanes, such as "entry", "exit", "parking", "biking", "sidewalk".

    `kind` is that of the road, such as "motorway"; `limit` the speed limit in m/s; `lanes` how many lanes one has in
    one's direction; `least` how many metres of it there have to be.
    """
    return WantedRoad(
        beside=tuple(_lane_kind(one) for one in _each(beside)),
        not_beside=tuple(_lane_kind(one) for one in _each(not_beside)),
        kind=None if kind is None else _named("kind of road", kind, {one.value: one for one in RoadKind}),
        limit=None if limit is None else _amount("road", "limit", limit),
        lanes=lanes,
        least=_amount("road", "least", least),
    )


def straight(*, least: float = 50.0, most: float = inf) -> WantedStraight:
    """A straight of at least so many metres."""
    return WantedStraight(least=_amount("straight", "least", least), most=_amount("straight", "most", most))


def curve(side: str | None = None, *, least: float = 0.0, most: float = inf) -> WantedCurve:
    """A curve to the "left" or "right" whose tightest radius is at least, and at most, so many metres."""
    bend = None if side is None else _named("side", side, {one.value: one for one in Bend})
    return WantedCurve(side=bend, least=_amount("curve", "least", least), most=_amount("curve", "most", most))


def crest(*, change: float = 0.04) -> WantedHill:
    """A crest: the grade falls by at least so much, 0.04 being four per cent."""
    return WantedHill(is_crest=True, change=_amount("crest", "change", change))


def sag(*, change: float = 0.04) -> WantedHill:
    """A sag: the grade rises by at least so much."""
    return WantedHill(is_crest=False, change=_amount("sag", "change", change))


def crosswalk(*, lights: bool | None = None, at_junction: bool | None = None) -> WantedCrosswalk:
    """A crosswalk."""
    return WantedCrosswalk(lights=lights, at_junction=at_junction)


def lane_drop() -> WantedLaneDrop:
    """A place where a lane ends and the others go on."""
    return WantedLaneDrop()


def dead_end() -> WantedDeadEnd:
    """A place where a road ends."""
    return WantedDeadEnd()


def arrival(text: str) -> Arrival | Control:
    """The arm that is meant, by its rank, by the junction's shape, or by its control."""
    known: dict[str, Arrival | Control] = {one.value: one for one in Control}
    return _named("arm", text, known | {one.value: one for one in Arrival})


def _shape(text: str) -> Shape:
    return _named("shape of a junction", text, {one.value.removesuffix("-junction"): one for one in Shape})


def _control(text: str) -> Control:
    return _named("control of a junction", text, {one.value: one for one in Control})


def _lane_kind(text: str) -> LaneKind:
    return _named("kind of lane", text, {one.value: one for one in LaneKind})


def _each(names: str | Iterable[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


def _named(what: str, text: str, known: Mapping[str, T]) -> T:
    if text not in known:
        raise InputError(f"no {what} is called '{text}'{nearest(text, known)}")
    return known[text]


def _amount(place: str, name: str, value: float) -> float:
    if isnan(value) or value < 0.0:
        raise InputError(f"{place} got {name}={value!r}; expected a number from 0 on")
    return float(value)
