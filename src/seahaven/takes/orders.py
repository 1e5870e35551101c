"""Orders of a study, with everybody whom they name found, and what makes no sense refused with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from seahaven.behaviour import Driver, Walker
from seahaven.direction import CONTRARY, Order, Party
from seahaven.direction.beacons import Transmitter
from seahaven.errors import InputError, nearest
from seahaven.files import KeyPath, parse_quantity, show
from seahaven.hcsm import Program
from seahaven.roads.junctions import SignalPlan
from seahaven.roads.model import Program as SignalProgram
from seahaven.roads.walking import Stand, WalkingNetwork
from seahaven.takes.at import At
from seahaven.takes.dimensions import DIMENSIONS
from seahaven.takes.limits import order_limit
from seahaven.takes.on_foot import place_beside
from seahaven.takes.order_entries import Items, OrderEntry
from seahaven.takes.reading import Reading
from seahaven.traffic import Presence, Signalman, Sky

__all__ = [
    "DRIVERS",
    "PARTNERS",
    "PEOPLE",
    "Panels",
    "Walks",
    "checked_value",
    "controllers_by_name",
    "order_value",
    "phases_by_name",
    "refuse_item",
]

DRIVERS = Driver.program
"""The panel of every driver."""
PEOPLE = Walker.program
"""The panel of everybody on foot."""
PARTNERS = ("follow", "lead", "beside")
"""Buttons of drivers that take a vehicle."""
_SIDES: Mapping[str, tuple[float, ...]] = {
    "turn_next": (-1.0, 0.0, 1.0), "change_lane": (-1.0, 1.0), "signal": (-1.0, 0.0, 1.0),
}  # fmt: skip
"""Buttons of drivers that take a side."""
_CONTRARY = (
    *(frozenset(items) for items in CONTRARY),
    {"wait", "stop", "go"},
    {"wait", "stop", "walk_to"},
    {"wait", "stop", "step_out"},
    {"arm", "disarm"},
    {"fire", "disarm"},
    {"on", "off"},
    {"ask", "hold", "release"},
    {"suspend", "resume"},
)
"""Of each set, one panel can only be told one at a time."""


class _Receiver(NamedTuple):
    """Whose panel an entry is for, and what that is like."""

    party: Party
    program: Program
    ids: tuple[int, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Walks:
    """Where people walk, and where those whom the study names begin."""

    network: WalkingNetwork
    begins: Mapping[str, Stand]


@dataclass(frozen=True, slots=True)
class Panels:
    """Everything in a study that has a panel, by name."""

    reading: Reading
    vehicles: Mapping[str, int]
    people: Mapping[str, int]
    """Those on foot who have names."""
    ways: Walks | None
    """Where these walk; None where nobody is on foot."""
    subjects: Sequence[int]
    lights: SignalPlan | None
    named: Mapping[str, Mapping[str, Program]]
    """The panels of triggers, of beacons and of sensors, by name."""
    has_weather: bool
    areas: Sequence[str] | None
    """The areas of ambient traffic; None where there is no ambient traffic."""
    sides: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """Of vehicles whose way is known, to which sides there is ever a lane for them to change to: 1 left, -1 right."""

    def orders(
        self, entries: Sequence[OrderEntry], path: KeyPath, *, firer: Program = DRIVERS
    ) -> tuple[Order, ...]:  # fmt: skip
        """The orders of one firing; `firer` is the panel of whoever makes it fire."""
        found = list[tuple[Order, KeyPath]]()
        for k, entry in enumerate(entries):
            receiver = self._receiver(entry, (*path, k), firer)
            for item, value, at in self._pressed(receiver, entry.press, (*path, k, "press")):
                found.append((Order(receiver.party, item, value, receiver.ids, receiver.name), at))
        self._refuse_contrary(found)
        return tuple(order for order, _ in found)

    def items(self, program: Program, items: Items, path: KeyPath) -> tuple[tuple[str, float], ...]:
        """Buttons and dials of one panel, with their values."""
        receiver = _Receiver(Party.FIRER, program)
        found = [(Order(Party.FIRER, item, value), at) for item, value, at in self._pressed(receiver, items, path)]
        self._refuse_contrary(found)
        return tuple((order.item, order.value) for order, _ in found)

    def vehicle(self, name: str, path: KeyPath) -> int:
        """The id of a vehicle by its name."""
        return self.reading.named("vehicle", self.vehicles, name, path)

    def controller(self, name: str, path: KeyPath) -> int:
        """The number of a controller of lights, by its name or its junction's."""
        known = controllers_by_name(self.lights) if self.lights else {}
        return self.reading.named("controller of lights", known, name, path)

    def mover(self, name: str, path: KeyPath) -> int:
        """The id of a vehicle or of somebody on foot by the name."""
        if name in self.people:
            return self.people[name]
        known = {**self.vehicles, **self.people}
        if name == "subject" and name not in known and self.subjects:
            return self.subjects[0]
        return self.reading.named("vehicle or person" if self.people else "vehicle", known, name, path)

    def _receiver(self, entry: OrderEntry, path: KeyPath, firer: Program) -> _Receiver:
        """Whose panel an entry names."""
        given = [key for key in ("of", "lights", "trigger", "beacon", "sensor") if getattr(entry, key) is not None]
        if len(given) != 1:
            said = "says nothing of whose panel" if not given else f"has {' and '.join(map(repr, given))}"
            message = f"an order {said}; it is for exactly one of 'of', 'lights', 'trigger', 'beacon' and 'sensor'"
            raise InputError(message, self.reading.at(*path))
        key, at = given[0], (*path, given[0])
        if key == "of":
            return self._of(entry.of or "", at, firer)
        name = str(getattr(entry, key))
        if key == "lights":
            return _Receiver(Party.LIGHTS, Signalman.program, (self.controller(name, at),), name)
        program = self.reading.named(key, self.named.get(key, {}), name, at)
        return _Receiver(Party.NAMED, program, name=name)

    def _of(self, who: str | list[str], path: KeyPath, firer: Program) -> _Receiver:
        if who == "firer":
            return _Receiver(Party.FIRER, firer)
        if who == "subject" and "subject" not in self.vehicles:
            return _Receiver(Party.VEHICLES, DRIVERS, tuple(self.subjects))
        if who == "ambient":
            self._refuse_missing(self.areas is not None, "ambient traffic; add 'traffic: {ambient: ...}'", path)
            return _Receiver(Party.AMBIENT, Presence.program)
        if who == "weather":
            self._refuse_missing(self.has_weather, "weather to change; add 'weather: clear'", path)
            return _Receiver(Party.WEATHER, Sky.program)
        if isinstance(who, str):
            return self._named([who], [path])
        return self._named(who, [(*path, k) for k in range(len(who))])

    def _named(self, names: Sequence[str], paths: Sequence[KeyPath]) -> _Receiver:
        """The panel of vehicles, or of people on foot, by their names."""
        afoot = [name for name in names if name in self.people]
        if not afoot:
            ids = tuple(self._driver(name, at) for name, at in zip(names, paths, strict=True))
            return _Receiver(Party.VEHICLES, DRIVERS, ids)
        for name, at in zip(names, paths, strict=True):
            if name not in self.people:
                message = f"'{afoot[0]}' is on foot and '{name}' is not; give each kind an order of its own"
                raise InputError(message, self.reading.at(*at))
        return _Receiver(Party.PEOPLE, PEOPLE, tuple(self.people[name] for name in names))

    def _driver(self, name: str, path: KeyPath) -> int:
        """The id of a vehicle; where people have names, too, these are offered as well."""
        return self.mover(name, path) if self.people else self.vehicle(name, path)

    def _refuse_missing(self, is_there: bool, what: str, path: KeyPath) -> None:
        if not is_there:
            raise InputError(f"there is no {what}", self.reading.at(*path))

    def _pressed(self, receiver: _Receiver, items: Items, path: KeyPath) -> Iterator[tuple[str, float, KeyPath]]:
        """Each button and dial with its value in SI, and where that stands."""
        if isinstance(items, dict):
            for item, value in items.items():
                yield (
                    item,
                    self._value(receiver, item, value, (*path, item), self.reading.key_at(*path, item)),
                    (
                        *path,
                        item,
                    ),
                )
            return
        for at, item in (
            [(path, items)] if isinstance(items, str) else [((*path, k), one) for k, one in enumerate(items)]
        ):
            yield item, self._value(receiver, item, True, at, self.reading.at(*at)), at

    def _value(self, receiver: _Receiver, item: str, value: Any, path: KeyPath, at: Any) -> float:
        """What a button or dial is told."""
        with At(at):
            refuse_item(receiver.program, item)
        if receiver.program is PEOPLE and item == "walk_to" and not isinstance(value, int | float):
            return self._goal(receiver, value, path)
        if receiver.program is DRIVERS and item in PARTNERS and isinstance(value, str):
            return float(self.partner(value, path))
        if receiver.program is Transmitter.program and item in ("exempt", "include"):
            return float(self.partner(value, path))
        if receiver.party is Party.LIGHTS and item == "ask" and isinstance(value, str):
            return float(self._phase(receiver.ids[0], value, path))
        if receiver.party is Party.AMBIENT and item.endswith("_area"):
            return float(self._area(value, path))
        if receiver.program is DRIVERS and item == "change_lane":
            self._refuse_no_lane(receiver, value, path)
        return checked_value(receiver.program, item, value, self.reading, path)

    def _refuse_no_lane(self, receiver: _Receiver, side: Any, path: KeyPath) -> None:
        """Refuse a change of lanes by a vehicle that never comes by a lane to change to."""
        names = {entity: name for name, entity in self.vehicles.items()}
        for entity in receiver.ids:
            if side in (-1, 1) and side not in self.sides.get(entity, {side}):
                where = "left" if side == 1 else "right"
                message = (
                    f"on its whole way, '{names[entity]}' never has a lane to its {where} that runs the same way; "
                    "drivers do not pass by the lane of those who come towards them"
                )
                raise InputError(message, self.reading.at(*path))

    def _goal(self, receiver: _Receiver, value: Any, path: KeyPath) -> float:
        """The number of the place to which somebody is to walk; refused if no way leads there from where it begins."""
        if self.ways is None:
            raise InputError("nobody is on foot in this study, so there is nowhere to walk", self.reading.at(*path))
        goal = place_beside(value, self.ways.network, self.reading, path)
        names = {entity: name for name, entity in self.people.items()}
        for name in (names.get(entity, "") for entity in receiver.ids):
            begin = self.ways.begins.get(name)
            if begin is not None and self.ways.network.route(begin, goal) is None:
                message = f"no way on foot leads there from where '{name}' begins"
                raise InputError(message, self.reading.at(*path))
        return goal.number

    def partner(self, name: str, path: KeyPath) -> int:
        """The id of a vehicle by its name, or of the first subject."""
        if name == "subject" and name not in self.vehicles and self.subjects:
            return self.subjects[0]
        return self.vehicle(name, path)

    def _phase(self, controller: int, name: str, path: KeyPath) -> int:
        """The number of a phase by its name, of those that show no amber."""
        assert self.lights is not None
        shown = phases_by_name(self.lights.controllers[controller].programs[0])
        return self.reading.named("phase", shown, name, path)

    def _area(self, value: Any, path: KeyPath) -> int:
        areas = {name: k for k, name in enumerate(self.areas or ())}
        return self.reading.named("area of ambient traffic", areas, value, path)

    def _refuse_contrary(self, found: list[tuple[Order, KeyPath]]) -> None:
        """Refuse orders of one firing that one panel cannot follow together."""
        for k, (order, path) in enumerate(found):
            for other, first in found[:k]:
                if not _is_same_panel(order, other):
                    continue
                if order.item == other.item:
                    reason = "twice"
                elif any({order.item, other.item} <= contrary for contrary in _CONTRARY):
                    reason = f"together with '{other.item}'"
                else:
                    continue
                line = self.reading.at(*first).line
                message = f"'{order.item}' is pressed {reason} (line {line}) by one firing; leave out one of them"
                raise InputError(message, self.reading.at(*path))


def controllers_by_name(lights: SignalPlan) -> dict[str, int]:
    """The numbers of controllers of lights, by their names and by those of their junctions."""
    known = {controller.id: k for k, controller in enumerate(lights.controllers)}
    return {**{name.removesuffix("/lights"): k for name, k in known.items()}, **known}


def phases_by_name(program: SignalProgram) -> dict[str, int]:
    """The numbers of the phases of a program that show no amber, by name; the first, if several share one."""
    phases = reversed(list(enumerate(program.phases)))
    return {phase.name: k for k, phase in phases if not {"y", "u"} & set(phase.states)}


def refuse_item(program: Program, item: str) -> None:
    """Refuse a button or dial that a panel does not have."""
    known = [one.name for one in (*program.buttons, *program.dials)]
    if item not in known:
        raise InputError(f"there is no button or dial '{item}'{nearest(item, known)}")


def checked_value(program: Program, item: str, value: Any, reading: Reading, path: KeyPath) -> float:
    """What a button or dial of a panel is told, in SI; refused where it takes other values."""
    with At(reading.at(*path)):
        return order_value(program, item, value)


def order_value(program: Program, item: str, value: Any) -> float:
    """The value of a button or dial in SI, from a number or from text with a unit; refused beyond its bounds."""
    if isinstance(value, bool):
        return float(value)
    declared = next(one for one in (*program.buttons, *program.dials) if one.name == item)
    limit, number = order_limit(declared), value
    if declared.unit in DIMENSIONS and value is not None:
        number = parse_quantity(value, DIMENSIONS[declared.unit])
    elif isinstance(value, str) and not declared.unit:
        number = parse_quantity(value, "ratio")
    if not isinstance(number, int | float):
        raise InputError(f"{show(value)} is no value for '{item}'; expected a number")
    limit.refuse(item, value)
    sides = _SIDES.get(item) if program is DRIVERS else None
    if sides and number not in sides:
        takes = ", ".join(f"{side:g}" for side in sides)
        raise InputError(f"'{item}' takes one of {takes}, not {show(value)}: 1 is left, -1 right")
    return float(number)


def _is_same_panel(one: Order, other: Order) -> bool:
    if one.party is not other.party or one.name != other.name:
        return False
    return not one.ids or not other.ids or bool(set(one.ids) & set(other.ids))
