"""The gates of a network: who may enter now, who waits, and in which order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import nan
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from seahaven.kernel import ASLEEP, Emits, Many, Module, Out, Param, Part, State, Tick, nanoseconds, port
from seahaven.roads.routing import Tracks
from seahaven.traffic.doorway import Spot
from seahaven.traffic.muster import Block
from seahaven.traffic.newcomer import Newcomer, Newcomers
from seahaven.traffic.placing import placed
from seahaven.traffic.room import MANNERS, Crowd, Slate
from seahaven.traffic.source import Calls
from seahaven.traffic.waitlist import Waitlist
from seahaven.traffic.weather import SKY, pace_in
from seahaven.world import PERSON, Records, WalkPhase, join_records, reads, spawns

__all__ = ["Backlog", "Entered", "Gate"]

_ON_ROAD = np.isin(
    np.arange(len(WalkPhase)), [WalkPhase.CROSSING, WalkPhase.HESITATING, WalkPhase.STRAYING, WalkPhase.FALLEN]
)
"""Of each phase of people, whether they are on the road then."""
Waiting: TypeAlias = tuple[float, int, int]
"""Since when, of which source, which number: sorted, this is the order of a queue."""
_EARLY = 1000
"""Nanoseconds by which the gate wakes too early, rather than too late by rounding."""
_BLOCKS = 64
"""Of so many blocks of vehicles rows are kept at most."""


@dataclass(frozen=True, slots=True)
class Entered:
    """A vehicle has entered: its id, the trip or flow it is of and its number there, and for how long it waited (s)."""

    entity: int
    source: str
    number: int
    waited: float


@dataclass(frozen=True, slots=True)
class Backlog:
    """So many wait at a gate (a road, and where on it) whose lanes are full; the first of them is of `source`."""

    gate: str
    waiting: int
    source: str


class _Arrival(NamedTuple):
    """Somebody who has found room: where, how fast it enters, and for how long it waited (s)."""

    newcomer: Newcomer
    spot: Spot
    s: float
    speed: float
    waited: float


class _Live:
    """What is made anew after a snapshot: who waits, the rows of those who were drawn with them, and memory.

    `waitlist` is None until those who wait now are noted, False if they are too many; `spare` is for noting.
    """

    __slots__ = ("due", "made", "rows", "slate", "spare", "waitlist")

    def __init__(self) -> None:
        self.slate = Slate()
        self.due = nan, 0
        """When the next vehicle sets out, in seconds and in nanoseconds, which take long to work out."""
        self.waitlist: Waitlist | Literal[False] | None = None
        self.spare: Waitlist | None = None
        self.made: dict[Waiting, Newcomer] = {}
        self.rows: dict[Block, Records] = {}


class Gate(Module):
    """Lets newcomers in where there is room: nobody, themselves included, has to brake for it harder than it likes.

    Nor does anybody enter who could not stop in comfort for people that are on the road ahead, and nobody beyond a line
    at which it may have to wait.

    Whoever finds none waits, first come first served: at one gate nobody overtakes a vehicle that wants to enter by the
    same lane. Queues have no end, and nobody is turned away; `queued` counts who waits, and a queue that has become
    `long` is told once as `backed_up`, and again when it has been empty in between.

    A vehicle that is on time enters where it would be if it had come past the beginning of its route at that very
    moment, so that the times between vehicles do not depend on the step.
    """

    newcomers: Param[Newcomers]
    tracks: Param[Tracks]
    long: Param[int] = port(10, least=1, doc="how many have to wait at a gate for it to be told")
    calls: Many[Calls] = port(immediate=True)
    waiting: State[dict[str, list[Waiting]]] = port({})
    backed: State[list[str]] = port([])
    set_out: State[int] = 0
    queued: Out[int] = port(0, doc="how many wait")
    count: Out[int] = port(0, doc="how many have entered")
    entered: Emits[Entered]
    backed_up: Emits[Backlog]

    seen = reads(
        "vehicle", "lane", "s", "offset", "speed", "acceleration", "length", "width", "aim",
        *MANNERS,
    )  # fmt: skip
    people = reads(PERSON, "x", "y", "phase", "path")
    weather = reads("weather", *SKY)
    door = spawns("vehicle")

    def step(self, tick: Tick) -> None:
        """Line up who comes, let in who can, and tell who cannot."""
        self._live().waitlist = None
        closed = {calls.flow for calls in self.calls.values() if not calls.is_open}
        self._line_up(tick)
        if self.waiting:
            grip = float(self.weather.grip[0]) if len(self.weather) else 1.0
            watched = self.newcomers.watched(self.waiting)
            crowd = Crowd(self.tracks.lane_map, self.seen, watched, tick.dt, grip, self._live().slate)
            crowd.pace = pace_in(self.weather)
            self._heed_people(crowd)
            arrivals = list[_Arrival]()
            for gate in sorted(self.waiting):
                arrivals += self._admit(gate, crowd, closed, tick)
            self._bring(arrivals)
            self._tell(tick)
        self.queued = sum(map(len, self.waiting.values()))

    def part(self, tick: Tick) -> Part | None:
        """Sleeps while no vehicle waits, or those that wait find no room, until the next one sets out."""
        trips, until = self.newcomers.departures(tick.seed), None
        if self.set_out < len(trips):
            until = self._in_nanoseconds(trips[self.set_out][0]) - (tick.next - tick.now) - _EARLY
            if until <= tick.now:
                return None
        if self.waiting:
            return self._watcher(tick.seed, until)
        return ASLEEP if until is None else Part(is_asleep=True, until=until, is_steady=True)

    def _in_nanoseconds(self, departure: float) -> int:
        """The date of the next departure, which is asked for again and again."""
        live = self._live()
        if live.due[0] != departure:
            live.due = departure, nanoseconds(departure)
        return live.due[1]

    def _watcher(self, seed: int, until: int | None) -> Part | None:
        """Sleeps until any vehicle that waits finds room; None where it takes Python to see that."""
        live = self._live()
        if len(self.people) or live.waitlist is False:
            return None
        lane_map = self.tracks.lane_map
        if live.waitlist is None:
            live.spare = spare = live.spare or Waitlist(live.slate, len(lane_map))
            is_noted = spare.note(self._heads(seed), self.newcomers.watched(self.waiting), self.weather)
            live.waitlist = spare if is_noted else False
        return live.waitlist.part(lane_map, self.seen, self.weather, until) if live.waitlist else None

    def _heads(self, seed: int) -> Iterator[tuple[Newcomer, float, frozenset[int]]]:
        """Those who look for room, gate by gate, as long as none finds it: with their departures and lanes taken."""
        for gate in sorted(self.waiting):
            taken = frozenset[int]()
            for one in self.waiting[gate]:
                if taken >= self.newcomers.lanes[gate]:
                    break
                newcomer = self._newcomer(one, seed)
                yield newcomer, one[0], taken
                taken |= {spot.lane for spot in newcomer.spots}

    def _heed_people(self, crowd: Crowd) -> None:
        """Tell who is on the road on foot."""
        people = self.people
        if len(people):
            rows = np.flatnonzero(_ON_ROAD[people.phase] | (people.path < 0))
            if len(rows):
                crowd.heed(self.tracks.lane_map, people.x[rows], people.y[rows])

    def _line_up(self, tick: Tick) -> None:
        """Put whoever has come into the queues."""
        came = [
            (time, calls.flow, calls.first + k) for calls in self.calls.values() for k, time in enumerate(calls.times)
        ]
        trips, end = self.newcomers.departures(tick.seed), tick.seconds + tick.dt
        while self.set_out < len(trips) and trips[self.set_out][0] <= end:
            came.append(trips[self.set_out])
            self.set_out += 1
        for one in sorted(came):
            self.waiting.setdefault(self._newcomer(one, tick.seed).doorway.gate, []).append(one)

    def _newcomer(self, one: Waiting, seed: int) -> Newcomer:
        """Whoever that is; made once, and forgotten when it is in."""
        made = self._live().made
        if one not in made:
            made[one] = self.newcomers.make(one[1], one[2], seed)
        return made[one]

    def _admit(self, gate: str, crowd: Crowd, closed: set[int], tick: Tick) -> list[_Arrival]:
        """Whoever of a queue finds room; lanes by which somebody could not enter are taken for the rest."""
        taken: set[int] = set()
        staying, arrivals = list[Waiting](), list[_Arrival]()
        for k, one in enumerate(self.waiting[gate]):
            if taken >= self.newcomers.lanes[gate]:
                staying += self.waiting[gate][k:]
                break
            newcomer = self._newcomer(one, tick.seed)
            arrival = self._enter(one, newcomer, taken, crowd, tick) if one[1] not in closed else None
            if arrival:
                arrivals.append(arrival)
                del self._live().made[one]
            else:
                staying.append(one)
            if one[1] not in closed:
                taken |= {spot.lane for spot in newcomer.spots}
        if staying:
            self.waiting[gate] = staying
        else:
            del self.waiting[gate]
        return arrivals

    def _enter(
        self, one: Waiting, newcomer: Newcomer, taken: set[int], crowd: Crowd, tick: Tick
    ) -> _Arrival | None:  # fmt: skip
        """Find room for somebody on the lane on which it gets on best: of equal ones the one with fewer vehicles, and
        then that nearest to the kerb.
        """
        late = tick.seconds + tick.dt - one[0]
        is_on_time = one[0] >= tick.seconds
        spot, s, speed = newcomer.find_room(crowd, taken, late if is_on_time else 0.0)
        return None if spot < 0 else _Arrival(newcomer, newcomer.spots[spot], s, speed, 0.0 if is_on_time else late)

    def _bring(self, arrivals: list[_Arrival]) -> None:
        """Add those who have found room, all at once."""
        if not arrivals:
            return
        drawn = join_records([self._rows(*one.newcomer.drawn) for one in arrivals])
        speed = np.array([one.speed for one in arrivals], np.float64)
        lanes, entries = (np.array([getattr(one.spot, name) for one in arrivals]) for name in ("lane", "entry"))
        routes = np.array([one.newcomer.doorway.route for one in arrivals])
        s = np.array([one.s for one in arrivals])
        place = placed(self.tracks, lanes, s, routes, offset=np.zeros(len(s)), entry=entries)
        ids = self.door.add(len(arrivals), like=drawn, speed=speed, **place).tolist()
        for entity, one in zip(ids, arrivals, strict=True):
            self.entered.append(Entered(entity, one.newcomer.source, one.newcomer.number, one.waited))
        self.count += len(arrivals)

    def _rows(self, block: Block, at: int) -> Records:
        """What the row of somebody holds of its body and its driver; made at once for all who were drawn with it."""
        rows = self._live().rows
        if block not in rows:
            if len(rows) >= _BLOCKS:
                rows.clear()
            # Where they enter is told when they do.
            rows[block] = self.door.rows(len(block), x=0.0, y=0.0, pilot="active", leaves=True, **block.columns)
        return rows[block][at : at + 1]

    def _live(self) -> _Live:
        if self.live is None:
            self.live = _Live()
        live: _Live = self.live
        return live

    def _tell(self, tick: Tick) -> None:
        """Tell of queues that have become long, once."""
        for gate, queue in sorted(self.waiting.items()):
            if len(queue) >= self.long and gate not in self.backed:
                first = self._newcomer(queue[0], tick.seed).source
                self.backed_up.append(Backlog(gate, len(queue), first))
                self.backed.append(gate)
        if self.backed:
            self.backed = [gate for gate in self.backed if gate in self.waiting]
