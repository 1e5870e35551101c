"""Halts: buses stop where their journeys say so, for as long as they say, and go on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from seahaven.kernel import ASLEEP, NEVER, Emits, Hears, Module, Out, Param, Part, State, Tick, port
from seahaven.roads.routing import Tracks
from seahaven.traffic.demand import Halt
from seahaven.traffic.gate import Entered
from seahaven.traffic.newcomer import HaltPlaces, Newcomers
from seahaven.world import Binding, Press, reads, watcher_of

if TYPE_CHECKING:
    from seahaven.traffic.halt_kernels import Way

__all__ = ["Halted", "Halts"]

Plan: TypeAlias = tuple[int, int, int, float]
"""Of which source a vehicle is and which number, which halt is its next, and since when it stands there; see below."""
_DRIVING, _BRAKING, _STOPPING = -3e12, -2e12, -1e12
"""Stand for the time since when a vehicle stands, as long as it does not: no run is that long, nor its warm-up."""


class _Manner(NamedTuple):
    """How vehicles come to a halt; compiled code takes it, too."""

    ease: float = 0.7
    """Share of the braking that a driver likes at which braking for a halt begins."""
    least: float = 0.3
    """The share down to which it goes on."""
    near: float = 1.0
    """Metres before its place at which a vehicle does what is left of its way by stopping."""
    soon: float = 120.0
    """Metres before its place from which on a vehicle sees to it that it is on the right lane."""
    past: float = 3.0
    """Metres behind its place from which on a vehicle has missed it."""
    standing: float = 0.1
    """Below this speed (m/s) a vehicle stands."""
    least_way: float = 0.1
    """Metres that are left to brake on at least, so that no braking is without bounds."""


_MANNER = _Manner()
_FEW = 100
"""So many vehicles that are gone may be remembered, besides as many as are here."""
_BRIEFLY = 1.5
"""For so many steps a press of the brake lasts: until the next, and no longer."""


class _Vehicle(NamedTuple):
    """What is known of one that halts."""

    entry: int
    s: float
    speed: float
    length: float
    comfort: float


class _Live:
    """What is made anew after a snapshot: places that were looked up, and all plans as compiled code takes them."""

    __slots__ = ("binding", "busy", "entities", "is_stale", "known", "noted", "plans")

    def __init__(self) -> None:
        self.known: dict[tuple[int, int], HaltPlaces] = {}
        self.make_room(_FEW)
        self.noted = np.array([NEVER, 0, 0])
        """A date, how many had to be seen to then, and how many plans there are."""
        self.is_stale = True
        self.binding = Binding[Part]()

    def make_room(self, count: int) -> None:
        """Have room for so many plans."""
        self.entities: NDArray[np.int64] = np.zeros(count, np.int64)
        self.plans: NDArray[np.float64] = np.zeros((count, 6))
        self.busy: NDArray[np.int64] = np.zeros(count, np.int64)
        """Who has to be seen to at the date noted."""


@dataclass(frozen=True, slots=True)
class Halted:
    """A vehicle has stopped at a halt: its id, the halt's name, and how far before its place (m) its front stands."""

    entity: int
    halt: str
    short: float


class Halts(Module):
    """Lets those whose journeys have halts stop there, by pressing the buttons of their drivers.

        root.link("population/halts.pressed", "traffic/drivers.presses")

    It brakes them so that they come to stand with the front bumper at the place, on the lane that they are on there,
    and lets them go when their time is up. Whoever was held up just before the place stops where it is; one that has
    been given another route, or was carried past, leaves a halt out. A `Population` whose journeys have halts has it
    as its part `halts`.
    """

    newcomers: Param[Newcomers]
    tracks: Param[Tracks]
    entered: Hears[Entered]
    plans: State[dict[int, Plan]] = port({})
    count: Out[int] = port(0, doc="how many halts were made")
    pressed: Emits[Press]
    halted: Emits[Halted]

    seen = reads("vehicle", *_Vehicle._fields)

    def hear(self, tick: Tick) -> None:
        """Plan the halts of vehicles that have entered."""
        for event in self.entered:
            entered = event.value
            source = self.newcomers.index(entered.source)
            if self.newcomers.halts(source, entered.number, tick.seed):
                self._plan(entered.entity, (source, entered.number, 0, _DRIVING))

    def step(self, tick: Tick) -> None:
        """See who comes to a halt, and who has stood there long enough."""
        live = self._live()
        if len(live.known) > 2 * len(self.plans) + _FEW:
            live.known.clear()
        if self.plans:
            for entity, vehicle in self._look(self._busy(tick)):
                if vehicle is None:
                    self._plan(entity, None)
                else:
                    self._attend(entity, vehicle, tick)

    def part(self, tick: Tick) -> Part | None:
        """Sleeps while there is nothing to do for any vehicle that halts."""
        if not self.plans:
            return ASLEEP
        live = self._live()
        if len(live.known) > 2 * len(self.plans) + _FEW:
            return None
        self._refresh(tick.seed)
        return live.binding.bound((self.seen, live.plans), self._watcher)

    def _watcher(self) -> Part:
        import seahaven.traffic.halt_kernels as kernels

        seen, live = self.seen, self._live()
        columns = tuple(map(seen.spacious, ("ids", "entry", "s", "speed", "length", "comfort")))
        noted = live.busy, live.noted
        values = seen.tally, columns, self._way(), live.entities, live.plans, _MANNER, noted
        return watcher_of(kernels.watch_halts, values)

    def _way(self) -> Way:
        """What compiled code reads of the tracks."""
        import seahaven.traffic.halt_kernels as kernels

        arrays = self.tracks.arrays
        return kernels.Way(arrays.route, arrays.remaining, arrays.left, arrays.right)

    def _look(self, entities: NDArray[np.int64]) -> Iterator[tuple[int, _Vehicle | None]]:
        """What is known of vehicles; nothing of those that are gone."""
        ids, columns = self.seen.ids, [getattr(self.seen, name) for name in _Vehicle._fields]
        for entity, row in zip(entities.tolist(), ids.searchsorted(entities).tolist(), strict=True):
            is_there = row < len(ids) and ids.item(row) == entity
            yield entity, _Vehicle(*[column.item(row) for column in columns]) if is_there else None

    def _busy(self, tick: Tick) -> NDArray[np.int64]:
        """Those who have to be seen to now, in ascending order of id."""
        import seahaven.traffic.halt_kernels as kernels

        seen, live = self.seen, self._live()
        self._refresh(tick.seed)
        if live.noted[0] != tick.now:
            count = live.noted[2]
            live.noted[:2] = tick.now, kernels.list_busy(
                seen.ids, seen.entry, seen.s, seen.speed, seen.length, seen.comfort, self._way(), live.entities[:count],
                live.plans[:count], _MANNER, tick.dt, tick.seconds + tick.dt, live.busy,
            )  # fmt: skip
        return live.busy[: live.noted[1]].copy()

    def _refresh(self, seed: int) -> None:
        """Have all plans as compiled code takes them."""
        live = self._live()
        if live.is_stale:
            own, live.is_stale = sorted(self.plans), False
            if len(own) > len(live.entities):
                live.make_room(2 * len(own))
            live.noted[0], live.noted[2] = NEVER, len(own)
            if own:
                live.entities[: len(own)] = own
                live.plans[: len(own)] = [self._told(*self.plans[entity], seed) for entity in own]

    def _told(self, source: int, number: int, following: int, since: float, seed: int) -> tuple[float, ...]:
        """A plan as compiled code takes it."""
        import seahaven.traffic.halt_kernels as kernels

        places = self._places(source, number, seed)
        if following == len(places.halts):
            return -1.0, inf, 0.0, kernels.DRIVING, 0.0, -1
        halt, lane = places.halts[following], places.entries[following]
        rest = max(since + halt.duration, halt.until) if since > _STOPPING else inf
        states = {_BRAKING: kernels.BRAKING, _STOPPING: kernels.STOPPING}
        ordered = lane if self._leads_on(lane) else -1
        return places.route, rest, places.remaining[following], states.get(since, kernels.DRIVING), halt.slack, ordered

    def _plan(self, entity: int, plan: Plan | None) -> None:
        """Keep another plan for somebody, or none."""
        if self.plans.get(entity) == plan:
            return
        self._live().is_stale = True
        if plan is None:
            del self.plans[entity]
        else:
            self.plans[entity] = plan

    def _attend(self, entity: int, one: _Vehicle, tick: Tick) -> None:
        """See to one vehicle."""
        source, number, following, since = self.plans[entity]
        places = self._places(source, number, tick.seed)
        entry = one.entry
        if since > _STOPPING:
            self._wait(entity, places.halts[following], tick)
        elif since == _STOPPING:
            if one.speed < _MANNER.standing:
                self._plan(entity, (source, number, following, tick.seconds))
        elif following == len(places.halts) or (entry >= 0 and self.tracks.arrays.route[entry] != places.route):
            self._plan(entity, None)
        elif entry >= 0:
            left = float(self.tracks.arrays.remaining[entry]) - one.s - places.remaining[following] - 0.5 * one.length
            self._approach(entity, one, left, places.halts[following], tick)
            self._draw_near(entity, entry, left, places.entries[following])

    def _places(self, source: int, number: int, seed: int) -> HaltPlaces:
        """The halts of a vehicle, looked up once."""
        known = self._live().known
        if (source, number) not in known:
            places = self.newcomers.halts(source, number, seed)
            known[source, number] = places or HaltPlaces(-1, (), (), ())
        return known[source, number]

    def _live(self) -> _Live:
        if self.live is None:
            self.live = _Live()
        live: _Live = self.live
        return live

    def _wait(self, entity: int, halt: Halt, tick: Tick) -> None:
        """Let one go whose time is up."""
        source, number, following, since = self.plans[entity]
        if tick.seconds + tick.dt >= max(since + halt.duration, halt.until):
            self._press(entity, "go")
            self._press(entity, "brake_for", 0.0)
            self._plan(entity, (source, number, following + 1, _DRIVING))

    def _approach(self, entity: int, one: _Vehicle, left: float, halt: Halt, tick: Tick) -> None:
        """Brake one that comes near, so many metres before its place, and stop it there."""
        source, number, following, since = self.plans[entity]
        speed = one.speed
        # A press is heard a step later, when the vehicle has come that much nearer.
        needed = speed * speed / (2.0 * max(left - speed * tick.dt, _MANNER.least_way))
        is_held_up = speed < _MANNER.standing and left <= halt.slack
        if left < -_MANNER.past:
            self._plan(entity, (source, number, following + 1, _DRIVING))
        elif is_held_up or left < max(_MANNER.near, speed * tick.dt):
            self._press(entity, "stop")
            self.halted.append(Halted(entity, halt.name or halt.lane, left))
            self.count += 1
            self._plan(entity, (source, number, following, _STOPPING))
        elif needed >= (_MANNER.ease if since == _DRIVING else _MANNER.least) * one.comfort:
            self._press(entity, "brake_for", _BRIEFLY * tick.dt)
            self._press(entity, "brake", needed)
            self._plan(entity, (source, number, following, _BRAKING))

    def _draw_near(self, entity: int, entry: int, left: float, place: int) -> None:
        """Order one that comes near to the lane of its halt, if that leads on: from a bay it would want to be gone."""
        if not (_MANNER.near < left < _MANNER.soon) or entry == place or not self._leads_on(place):
            return
        arrays = self.tracks.arrays
        for side, beside in ((1.0, arrays.left), (-1.0, arrays.right)):
            at = int(beside[entry])
            while at >= 0 and at != place:
                at = int(beside[at])
            if at == place:
                self._press(entity, "change_lane", side)

    def _leads_on(self, entry: int) -> bool:
        """Whether a lane leads on, or its end need not be left."""
        arrays = self.tracks.arrays
        return not (arrays.following[entry] < 0 and np.isfinite(arrays.drop[entry]))

    def _press(self, entity: int, item: str, value: float = 1.0) -> None:
        self.pressed.append(Press((entity,), item, value))
