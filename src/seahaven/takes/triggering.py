"""The triggers of a study, as values of the direction room; what cannot be is refused with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from seahaven.direction import Trigger
from seahaven.direction.triggers import (
    After,
    ArrivesWithin,
    AtTime,
    CloserThan,
    CollisionBelow,
    Condition,
    HeadwayBelow,
    LightAhead,
    LightShows,
    OnLanes,
    Place,
    Rectangle,
    Round,
    SpeedAbove,
    SpeedBelow,
    Stopped,
    lanes_along,
)
from seahaven.errors import InputError
from seahaven.files import KeyPath
from seahaven.geometry import Box, Pose
from seahaven.roads import LaneMap
from seahaven.roads.model import LaneKind
from seahaven.takes.at import At
from seahaven.takes.itinerary import refuse_unknown
from seahaven.takes.orders import DRIVERS, PEOPLE, Panels
from seahaven.takes.trigger_entries import (
    AfterEntry,
    AreaEntry,
    CollisionEntry,
    ConditionsEntry,
    HeadwayEntry,
    KindEntry,
    LightEntry,
    PlaceEntry,
    TriggerEntry,
)
from seahaven.world import LightState

__all__ = ["place_on", "stretches_on", "triggers"]

_DRIVING = tuple(LaneKind).index(LaneKind.DRIVING)
OF_VEHICLES = ("time_to_arrival", "headway", "time_to_collision", "light")
OF_PEOPLE = ("stopped", "speed_above", "speed_below", "closer_than")
"""Conditions of vehicles alone, and of people on foot as well."""
_STATES = {
    "green": (LightState.GREEN,),
    "yielding": (LightState.YIELDING,),
    "amber": (LightState.AMBER,),
    "red": (LightState.RED, LightState.RED_AMBER),
    "off": (LightState.OFF, LightState.BLINKING),
}


def triggers(entries: Mapping[str, TriggerEntry], panels: Panels, lane_map: LaneMap) -> tuple[Trigger, ...]:
    """All triggers that a study lists."""
    made = tuple(_Making(panels, lane_map, ("triggers", name)).trigger(name, entry) for name, entry in entries.items())
    _refuse_loops(made, panels)
    return made


class _Making(NamedTuple):
    """One trigger on its way from what the study says."""

    panels: Panels
    lane_map: LaneMap
    path: KeyPath

    def trigger(self, name: str, entry: TriggerEntry) -> Trigger:
        who = self._who(entry)
        is_on_foot = self._is_on_foot(entry)
        place = self._place(entry)
        if is_on_foot:
            self._refuse_for_vehicles(entry)
        if place is not None and who == ():
            message = "nobody can come to a place of a trigger that heeds nobody; leave out 'who', or the place"
            raise InputError(message, self.panels.reading.at(*self.path, "who"))
        return Trigger(
            name,
            orders=self.panels.orders(entry.orders, (*self.path, "orders"), firer=PEOPLE if is_on_foot else DRIVERS),
            place=place,
            who=who,
            kind=entry.who.kind if isinstance(entry.who, KindEntry) and not is_on_foot else None,
            is_on_foot=is_on_foot,
            conditions=tuple(self._conditions(entry.when, is_about_nobody=who == ())) if entry.when else (),
            is_any=entry.match == "any",
            repeats=entry.repeat,
            rest=entry.rest,
            delay=entry.delay,
            lasting=entry.for_,
            is_armed=entry.armed,
        )

    def _who(self, entry: TriggerEntry) -> tuple[int, ...] | None:
        """The ids of whom it heeds; None for everybody."""
        who, at = entry.who, (*self.path, "who")
        if isinstance(who, KindEntry) or who == "any":
            return None
        if who == "nobody":
            return ()
        if who == "subject" and "subject" not in self.panels.vehicles:
            if not self.panels.subjects:
                raise InputError("there is no subject; add 'subject'", self.panels.reading.at(*at))
            return tuple(self.panels.subjects)
        if isinstance(who, str):
            return (self.panels.mover(who, at),)
        return tuple(self.panels.mover(one, (*at, k)) for k, one in enumerate(who))

    def _is_on_foot(self, entry: TriggerEntry) -> bool:
        """Whether it heeds people on foot; vehicles and people at once are refused."""
        if isinstance(entry.who, KindEntry):
            return entry.who.kind == "person"
        names = [entry.who] if isinstance(entry.who, str) else entry.who
        afoot = [name for name in names if name in self.panels.people]
        if afoot and len(afoot) < len(names):
            other = next(name for name in names if name not in afoot)
            message = f"'{afoot[0]}' is on foot and '{other}' is not; write a trigger for each"
            raise InputError(message, self.panels.reading.at(*self.path, "who"))
        return bool(afoot)

    def _refuse_for_vehicles(self, entry: TriggerEntry) -> None:
        """Refuse what can only be said of vehicles, in a trigger that heeds people on foot."""
        if entry.on is not None:
            message = "people on foot are beside roads, not on them; give the trigger an 'area'"
            raise InputError(message, self.panels.reading.key_at(*self.path, "on"))
        when = entry.when
        for key in OF_VEHICLES if when else ():
            value = getattr(when, key)
            if value is not None and not isinstance(value, LightEntry):
                message = f"'{key}' is about vehicles; of people on foot there are {', '.join(OF_PEOPLE)}"
                raise InputError(message, self.panels.reading.key_at(*self.path, "when", key))

    def _place(self, entry: TriggerEntry) -> Place | None:
        if entry.area is not None:
            return _area(entry.area)
        if entry.on is None:
            return None
        begin = entry.at if entry.at is not None else entry.from_ or 0.0
        end = entry.at if entry.at is not None else entry.to
        with At(self.panels.reading.at(*self.path, "on")):
            refuse_unknown(self.lane_map, entry.on)
        key = "at" if entry.at is not None else "to" if entry.to is not None else "from"
        with At(self.panels.reading.at(*self.path, key)):
            return OnLanes(self.lane_map, stretches_on(self.lane_map, entry.on, begin, end, entry.lane))

    def _conditions(self, when: ConditionsEntry, *, is_about_nobody: bool) -> Iterator[Condition]:
        """What a trigger waits for, in the order in which the schema lists it."""
        own = self._of_vehicles(when)
        if is_about_nobody and own:
            message = f"'{next(iter(own))}' is about a vehicle; say which with 'who'"
            raise InputError(message, self.panels.reading.key_at(*self.path, "when", next(iter(own))))
        yield from own.values()
        if isinstance(when.light, LightEntry):
            yield self._light(when.light)
        if when.after is not None:
            yield self._after(when.after)
        if when.at is not None:
            yield AtTime(when.at)

    def _of_vehicles(self, when: ConditionsEntry) -> dict[str, Condition]:
        """What is about the vehicle that is to make it fire."""
        found: dict[str, Condition] = {}
        if when.stopped is not None and when.stopped is not False:
            found["stopped"] = Stopped(0.0 if when.stopped is True else when.stopped)
        if when.speed_above is not None:
            found["speed_above"] = SpeedAbove(when.speed_above)
        if when.speed_below is not None:
            found["speed_below"] = SpeedBelow(when.speed_below)
        if when.closer_than is not None:
            to = self.panels.mover(when.closer_than.to, (*self.path, "when", "closer_than", "to"))
            found["closer_than"] = CloserThan(when.closer_than.distance, to)
        if when.time_to_arrival is not None:
            lane, s = place_on(
                self.lane_map, when.time_to_arrival, self.panels, (*self.path, "when", "time_to_arrival")
            )
            found["time_to_arrival"] = ArrivesWithin(when.time_to_arrival.below, lane, s)
        if when.headway is not None:
            found["headway"] = self._headway(when.headway)
        if when.time_to_collision is not None:
            found["time_to_collision"] = self._collision(when.time_to_collision)
        if isinstance(when.light, str):
            found["light"] = LightAhead(_STATES[when.light])
        return found

    def _headway(self, entry: float | HeadwayEntry) -> HeadwayBelow:
        if not isinstance(entry, HeadwayEntry):
            return HeadwayBelow(entry)
        to = entry.to and self.panels.partner(entry.to, (*self.path, "when", "headway", "to"))
        return HeadwayBelow(entry.below, to or None)

    def _collision(self, entry: float | CollisionEntry) -> CollisionBelow:
        if not isinstance(entry, CollisionEntry):
            return CollisionBelow(entry)
        path = (*self.path, "when", "time_to_collision")
        with At(self.panels.reading.at(*path, "below")):
            if entry.to == "any" and entry.to not in self.panels.vehicles:
                return CollisionBelow(entry.below, to="any")
            if entry.to == "leader" and entry.to not in self.panels.vehicles:
                return CollisionBelow(entry.below)
            return CollisionBelow(entry.below, to=self.panels.partner(entry.to, (*path, "to")))

    def _light(self, entry: LightEntry) -> LightShows:
        """A light by its controller and its own name; of several letters, the first."""
        at, plan = (*self.path, "when", "light"), self.panels.lights
        number = self.panels.controller(entry.of, (*at, "of"))
        assert plan is not None
        controller = plan.controllers[number]
        names = {name: k for k, name in reversed(list(enumerate(controller.signals))) if name}
        short = {name.removeprefix(controller.id.removesuffix("lights")): k for name, k in names.items()}
        letter = self.panels.reading.named("light", {**short, **names}, entry.light, (*at, "light"))
        return LightShows(int(plan.row_first[number]) + letter, _STATES[entry.shows])

    def _after(self, entry: str | AfterEntry) -> After:
        is_short, at = isinstance(entry, str), (*self.path, "when", "after")
        said = AfterEntry(trigger=entry) if isinstance(entry, str) else entry
        known = self.panels.named["trigger"]
        self.panels.reading.named("trigger", known, said.trigger, at if is_short else (*at, "trigger"))
        return After(said.trigger, said.by)


def place_on(lane_map: LaneMap, entry: PlaceEntry, panels: Panels, path: KeyPath) -> tuple[int, float]:
    """One lane at a place, and the s on it: of a road, by default, one that runs as it was drawn, if there is any."""
    with At(panels.reading.at(*path, "on")):
        refuse_unknown(lane_map, entry.on)
    with At(panels.reading.at(*path, "at")):
        stretches = stretches_on(lane_map, entry.on, entry.at, entry.at, entry.lane)
    lane = min(stretches, key=lambda one: (lane_map.kind[one] != _DRIVING, not lane_map.along[one], one))
    return lane, stretches[lane][0]


def _area(entry: AreaEntry) -> Place:
    if entry.radius is not None:
        return Round(entry.x, entry.y, entry.radius)
    return Rectangle(Box(Pose(entry.x, entry.y, entry.heading), entry.length or 0.0, entry.width or 0.0))


def stretches_on(
    lane_map: LaneMap, on: str, begin: float, end: float | None, lane: int | None
) -> dict[int, tuple[float, float]]:
    """A stretch of a lane or of a road, to its end by default."""
    if any(road.id == on for road in lane_map.network.roads):
        return lanes_along(lane_map, on, begin, lane_map.network.road(on).length if end is None else end, lane)
    if lane is not None:
        raise InputError(f"'{on}' is a lane already; leave 'lane' out, or name a road")
    number = lane_map.index(on)
    last = float(lane_map.length[number]) if end is None else end
    for s in (begin, last):
        lane_map.place(number, s)
    return {number: (begin, last)}


def _refuse_loops(made: tuple[Trigger, ...], panels: Panels) -> None:
    """Refuse triggers that make each other fire in a circle in which no time passes."""
    by_name = {trigger.name: trigger for trigger in made}
    onward = {trigger.name: list(_at_once(trigger, by_name)) for trigger in made}
    for first in onward:
        chain, seen = [first], set[str]()
        while chain:
            name = chain.pop()
            if first in onward[name]:
                message = f"trigger '{first}' makes itself fire again with no time in between; give it a 'delay'"
                raise InputError(message, panels.reading.key_at("triggers", first))
            chain += [one for one in onward[name] if one not in seen]
            seen.update(onward[name])


def _at_once(trigger: Trigger, by_name: Mapping[str, Trigger]) -> Iterator[str]:
    """The triggers that fire as soon as this one does."""
    for order in trigger.orders:
        if order.item == "fire" and order.name in by_name and by_name[order.name].delay == 0.0:
            yield order.name
    for other in by_name.values():
        after = [one for one in other.conditions if isinstance(one, After) and one.trigger == trigger.name]
        if other.repeats and other.delay == 0.0 and any(one.by == 0.0 for one in after):
            yield other.name
