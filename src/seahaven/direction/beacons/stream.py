"""A stream of vehicles that comes from out of sight, goes out of sight, and opens gaps on request (H13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.direction.beacons.approach import HARDEST, Approach, freed_speed, told_speed
from seahaven.direction.beacons.stream_panel import StreamPanel
from seahaven.direction.beacons.way import Way
from seahaven.direction.order import Call, refuse_unknown
from seahaven.geometry import Floats
from seahaven.hcsm import Message
from seahaven.kernel import Emits, Hears, Param, State, Stream, Tick, in_seconds, port
from seahaven.roads.routing import Tracks
from seahaven.traffic import Handover, Mix, placed
from seahaven.world import Host, Press, Sight, reads, spawns

__all__ = ["GapOpened", "TrafficStream"]

OFTEN = 0.5
"""Seconds from one look whether somebody should come or go to the next."""
CLOSEST = 12.0
"""Metres that newcomers keep from others who happen to be there, besides what they drive in a second."""
CLEAR = 100.0
"""Metres before the place up to which others are taken over."""
SLOWING, STOPS = 1.4, 15.0
"""How hard (m/s²) somebody brakes who has to stop before the end of its road, and how many metres before that."""
SOON = 0.5
"""Seconds before it is due at which somebody is not steered any more."""
CLOSE = 0.1
"""By how little (m/s, m/s²) somebody's speed differs from the usual when it is not told any more."""
EARLY = 0.3
"""Seconds by which somebody may have to be earlier at the place than as usual, to be the last before a gap."""
HALF = 0.5
"""The share of a headway before a gap in which nobody else is to come."""
LATE = 0.05
"""Seconds by which somebody has to be too early to be held back."""
LEAST_HEADWAY, LEAST_SPEED = 0.5, 3.0
"""Seconds from one to the next, and m/s, at the least."""
CARS = Mix.named({"car": 1.0})


@dataclass(frozen=True, slots=True)
class GapOpened:
    """A gap of a stream has come to the place: how long it lasts (s), and the ids of those ahead of it and behind."""

    beacon: str
    size: float
    ahead: int
    behind: int


class TrafficStream(Host):
    """Brings vehicles that drive along a way at a headway and a speed, and opens gaps between them at a place.

        stream = TrafficStream("oncoming", rate=10, way=way, route=0, tracks=tracks, sight=sight, subjects=(car,),
                               headway=3.0, speed=14.0, place=way.at(lane, 400.0))
        root.link("oncoming.pressed", "traffic/drivers.presses")

    Newcomers come only where no subject sees it: at first all along the way, then at its upstream end. Those who have
    come to the end of the way are taken out as soon as nobody sees them; until then they drive on along their route,
    and stop before the end of that. With `hands_over` they go over to ambient traffic instead (link `handovers` to
    `ambient.handovers`). Run it at the rate of the traffic.

    Its panel, pressed through `presses`, or by its name through `calls`: the button `flow` (1 or 0), the button `gap`
    with the seconds between two at the place, and the dial `gap_at` for when that is to begin there. Of all pairs that
    can be parted without anybody braking harder than 2 m/s², the first one to arrive is; the one behind, and those
    after it, fall back in closed loop. `opened` tells when the gap is there. Asked again, it opens that one instead:
    so a date can be corrected as long as the gap is not there. With the dial `gap_in` the date is so many seconds away.
    The button `disband` lets go of everybody for good.
    """

    machine = StreamPanel
    way: Param[Way]
    route: Param[int] = port(doc="the way's number among the routes of the tracks")
    tracks: Param[Tracks]
    sight: Param[Sight]
    subjects: Param[tuple[int, ...]] = ()
    headway: Param[float] = port(3.0, unit="s", least=LEAST_HEADWAY, doc="from the front of one to that of the next")
    speed: Param[float] = port(14.0, unit="m/s", least=LEAST_SPEED)
    place: Param[float | None] = port(None, unit="m", doc="where along the way gaps are opened")
    mix: Param[Mix | None] = port(None, doc="who comes; cars by default")
    until: Param[float | None] = port(None, unit="m", doc="how far along its way it reaches; by default, to its end")
    adopts: Param[bool] = port(False, doc="whether others who drive along its way to the place become part of it")
    hands_over: Param[bool] = port(False, doc="whether ambient traffic takes over whoever is at its end and seen")
    flowing: Param[bool] = port(True, doc="whether it flows from the start")
    beacon: Param[str] = port("", doc="what it is called by; by default, as the module")
    calls: Hears[Call]
    opened: Emits[GapOpened]
    handovers: Emits[Handover]

    members: State[list[int]] = port([])
    halted: State[list[int]] = port([], doc="members who were told to stop, since they are seen where their road ends")
    drawn: State[int] = 0
    wanted: State[tuple[float, float]] = port((0.0, 0.0), doc="the gap that was asked for, and when; 0: none, any time")
    every: State[float] = port(0.0, unit="s", doc="from that gap to the next; 0: there is only one")
    pair: State[tuple[int, int]] = port((-1, -1), doc="the ids of those between whom it opens")
    is_open: State[bool] = False
    begun: State[float] = port(0.0, unit="s", doc="when the last gap has come to the place")
    steered: State[dict[int, float]] = port({}, doc="who is held back, and with which acceleration (m/s²)")

    seen = reads("vehicle", "x", "y", "z", "heading", "speed", "length", "width", "height", "lane", "s", "entry")
    weather = reads("weather", "visibility")
    crowd = spawns("vehicle")

    def build(self) -> None:
        """Set whether it flows from the start, and what it is called by."""
        self.give("beacon", self.beacon or self.name)
        self.give("machine", StreamPanel(is_flowing=self.flowing))

    def step(self, tick: Tick) -> None:
        """Hear who called it by its name, and go on."""
        instance = self._running(tick.seed).instance
        for event in self.calls:
            if event.value.name == self.beacon:
                refuse_unknown(StreamPanel.program, event.value, event.sender)
                instance.post(Message(instance.entity, f".{event.value.item}", event.value.value))
        super().step(tick)

    def act(self, tick: Tick, outputs: Mapping[str, Any]) -> None:
        """Let some come and others go, and open a gap that was asked for."""
        self._forget_gone()
        if outputs["disbands"]:
            self._disband()
        if outputs["asked"] is not None:
            at = in_seconds(tick.now) + outputs["asked_in"] if outputs["asked_in"] else outputs["asked_at"] or 0.0
            self.pair = (-1, -1) if self.is_open else self.pair
            self.wanted, self.is_open, self.every = (outputs["asked"], at), False, outputs["asked_every"] or 0.0
        is_due = tick.index % max(1, round(OFTEN / tick.dt)) == 0 and bool(self.members or outputs["flows"])
        is_parting = self.place is not None and (self.wanted[0] > 0.0 or bool(self.steered))
        if not (is_due or is_parting):
            return
        along: Floats = self.way.along(self.seen.lane, self.seen.s)
        if is_due:
            self._let_go(along, tick)
            if outputs["flows"] and self.adopts:
                self._adopt(along)
            if outputs["flows"]:
                self._let_in(along, tick)
        if is_parting:
            platoon = _Platoon(self, along, in_seconds(tick.now))
            self._steer(platoon, self._parted(platoon), tick)

    @property
    def last(self) -> float:
        """How far along its way somebody is part of it at most."""
        return self.way.end if self.until is None else min(self.until, self.way.end)

    # --- coming and going -----------------------------------------------------------------------------------------

    def _forget_gone(self) -> None:
        """Count only those as members who are still there."""
        if not self.members:
            return
        ids = self.seen.ids
        rows = np.searchsorted(ids, self.members)
        is_here = [row < len(ids) and ids[row] == one for row, one in zip(rows.tolist(), self.members, strict=True)]
        self.members = [one for one, here in zip(self.members, is_here, strict=True) if here]

    def _is_seen(self, boxes: Floats, tick: Tick) -> NDArray[np.bool_]:
        """Of each box, whether a subject sees it now or at the next date."""
        visibility = float(self.weather.visibility[0]) if len(self.weather) else 10_000.0
        found = np.zeros(len(boxes), np.bool_)
        for after in (0.0, tick.dt):
            eyes = self.sight.eyes(self.seen, self.subjects, after=after)
            if len(eyes):
                found |= self.sight.seen(eyes, boxes, visibility=visibility)
        return found

    def _let_go(self, along: Floats, tick: Tick) -> None:
        """Take out members who are past the end, or off the way, where nobody sees them; see to the others there."""
        rows = np.flatnonzero(np.isin(self.seen.ids, self.members))
        goes_by = along[rows] < (self.place or 0.0)
        is_past = ~(along[rows] < self.last) | (self._nears_end(rows) & ~goes_by)
        if is_past.any():
            ids = self.seen.ids[rows[is_past]]
            is_seen = self._is_seen(self.sight.boxes(self.seen, ids), tick)
            self.crowd.remove(ids[~is_seen])
            self.members = [one for one in self.members if one not in ids[~is_seen]]
            if is_seen.any():
                self._keep_in_sight(rows[is_past][is_seen])

    def _nears_end(self, rows: NDArray[Any]) -> NDArray[np.bool_]:
        """Of some rows, whether they have to stop now lest they drive off the end of their route."""
        entry, speed = self.seen.entry[rows], self.seen.speed[rows]
        left = self.tracks.arrays.remaining[entry] - self.seen.s[rows]
        nears: NDArray[np.bool_] = (entry >= 0) & (left < speed * speed / (2.0 * SLOWING) + speed + STOPS)
        return nears

    def _keep_in_sight(self, rows: NDArray[Any]) -> None:
        """Let those who are at the end and seen drive on: handed over, or else to where their route ends."""
        if self.hands_over:
            self._hand_over(self.seen.ids[rows].tolist())
            return
        ending = [one for one in self.seen.ids[rows[self._nears_end(rows)]].tolist() if one not in self.halted]
        self.halted = sorted({*(one for one in self.halted if one in self.members), *ending})
        if ending:
            self.pressed.append(Press(tuple(ending), "stop"))

    def _let_in(self, along: Floats, tick: Tick) -> None:
        """Bring newcomers, a headway behind each other, to where there is room and nobody sees them."""
        places = self._free_places(along, tick.seed)
        if not len(places):
            return
        numbers = np.arange(self.drawn, self.drawn + len(places))
        who = (self.mix or CARS).columns(numbers, seed=tick.seed, who=self.path)
        lanes, s = self.way.place(places)
        size = {name: who[name].astype(float) for name in ("length", "width", "height")}
        hidden = ~self._is_seen(self.sight.boxes_at(lanes, s, speed=self.speed, **size), tick)
        if hidden.any():
            self._bring({name: column[hidden] for name, column in who.items()}, lanes[hidden], s[hidden])
            self.drawn += len(places)

    def _free_places(self, along: Floats, seed: int) -> Floats:
        """Places that newcomers would have: behind the last of them, or all along the way, from its end upstream."""
        apart = self.headway * self.speed
        rows = np.flatnonzero(np.isin(self.seen.ids, self.members))
        last = float(np.nanmin(along[rows], initial=np.inf)) if len(rows) else np.inf
        if not last < np.inf:
            last = self.last + apart * Stream.named(seed, self.path).uniform(entity=self.drawn)
        count = int((min(last, self.last) - self.way.begin) / apart)
        places = last - apart * np.arange(1, count + 1)
        others = along[~np.isnan(along)]
        away = np.abs(places[:, np.newaxis] - others).min(axis=1, initial=np.inf)
        free: Floats = places[(away > min(CLOSEST + self.speed, apart - 1e-6)) & (places < self.last)]
        return free

    def _bring(self, who: Mapping[str, NDArray[Any]], lanes: NDArray[Any], s: Floats) -> None:
        place = placed(self.tracks, lanes, s, np.full(len(s), self.route), offset=np.zeros(len(s)))
        kinds: dict[str, Any] = {**who, "kind": who["kind"].astype(np.str_)}
        added = self.crowd.add(len(s), **kinds, **place, speed=self.speed, pilot="active", leaves=True)
        ids = tuple(added.tolist())
        self.members = sorted([*self.members, *ids])
        self._tell_speed(ids)

    def _tell_speed(self, ids: tuple[int, ...]) -> None:
        self.pressed.append(Press(ids, "adjust_acceleration", 2.0))
        self.pressed.append(Press(ids, "slow_side", 0.0))
        self.pressed.append(Press(ids, "adjust_speed", self.speed))

    def _adopt(self, along: Floats) -> None:
        """Take over whoever else drives along the way towards the place."""
        before = self.last if self.place is None else self.place - CLEAR
        with np.errstate(invalid="ignore"):
            is_near = (along > self.way.begin) & (along < before) & (self.seen.speed > 0.5 * self.speed)
        is_near &= ~self._nears_end(np.arange(len(self.seen.ids)))
        ids = self.seen.ids[is_near & ~np.isin(self.seen.ids, (*self.members, *self.subjects))].tolist()
        if ids:
            self.members = sorted([*self.members, *ids])
            self.handovers.extend(Handover(one, is_ambient=False) for one in ids)
            self._tell_speed(tuple(ids))

    def _disband(self) -> None:
        """Let go of everybody, and hand them over to whoever looks after ambient traffic."""
        if self.members:
            self._hand_over(self.members)
        self.steered = {}
        self.wanted, self.pair, self.is_open = (0.0, 0.0), (-1, -1), False

    def _hand_over(self, ids: list[int]) -> None:
        self.pressed.append(Press(tuple(ids), "release"))
        self.handovers.extend(Handover(one, is_ambient=True) for one in ids)
        self.members = [one for one in self.members if one not in ids]

    # --- gaps -----------------------------------------------------------------------------------------------------

    def _parted(self, platoon: _Platoon) -> dict[int, float]:
        """When whoever is held back is to be at the place, by rows of the platoon, until the gap has passed."""
        if self.wanted[1] > 0.0 and not self.is_open and self.wanted[1] < platoon.now:
            self.wanted = (self.wanted[0], 0.0)
        if self.wanted[0] > 0.0 and not self.is_open and not platoon.suits(self.pair, self.wanted[1]):
            found = platoon.best_pair(*self.wanted)
            self.pair = found if found != (-1, -1) else self.pair
        if self.pair == (-1, -1):
            return {}
        ahead, behind = (platoon.order.index(one) if one in platoon.order else -1 for one in self.pair)
        if behind < 0 or platoon.front[behind] >= platoon.place:
            again = self.wanted[0] if self.every > 0.0 and self.is_open else 0.0
            self.wanted, self.pair, self.is_open = (again, 0.0), (-1, -1), False
            return {}
        if not self.is_open and (ahead < 0 or platoon.rear[ahead] >= platoon.place):
            self.opened.append(GapOpened(self.beacon, round(platoon.lasts(behind, self.wanted[0]), 3), *self.pair))
            self.is_open, self.begun = True, platoon.now
        return platoon.dues(ahead, behind, *self.wanted, every=self.every, begun=self.begun if self.is_open else None)

    def _steer(self, platoon: _Platoon, dues: dict[int, float], tick: Tick) -> None:
        """Tell those who are due at the place how fast to drive now, and let others go back to their usual speed."""
        steered = dict[int, float]()
        for row, entity in enumerate(platoon.order):
            left, before = dues.get(row, -1.0) - platoon.now, self.steered.get(entity, 0.0)
            if row in dues and left > SOON:
                approach = Approach.held(platoon.place - platoon.front[row], platoon.speed[row], left, self.speed)
                speed, steered[entity] = told_speed(approach, before, tick.dt)
            elif entity in self.steered:
                speed, eased = freed_speed(platoon.speed[row], self.speed, before, tick.dt)
                if abs(self.speed - platoon.speed[row]) < CLOSE and abs(eased) < CLOSE:
                    speed = self.speed
                else:
                    steered[entity] = eased
            else:
                continue
            self.pressed.append(Press((entity,), "adjust_speed", speed))
        self.steered = steered


class _Platoon:
    """The members of a stream in the order in which they come to the place, the first one first."""

    def __init__(self, stream: TrafficStream, along: Floats, now: float) -> None:
        rows = np.flatnonzero(np.isin(stream.seen.ids, stream.members) & ~np.isnan(along))
        rows = rows[np.argsort(-along[rows], kind="stable")]
        half = 0.5 * stream.seen.length[rows]
        self.order: list[int] = stream.seen.ids[rows].tolist()
        self.front: list[float] = (along[rows] + half).tolist()
        self.rear: list[float] = (along[rows] - half).tolist()
        self.speed: list[float] = stream.seen.speed[rows].tolist()
        self.place: float = stream.place or 0.0
        self.now = now
        self._usual, self._headway = stream.speed, stream.headway

    def best_pair(self, size: float, at: float) -> tuple[int, int]:
        """The pair that can be parted by so many seconds soonest, or around a time; -1 twice where none can be yet."""
        found = [
            k
            for k in range(len(self.order) - 1)
            if self.front[k] < self.place
            and self._can_part(k, size, at)
            and (at <= 0.0 or self._clears(k) <= at + EARLY)
        ]
        if not found:
            return -1, -1
        k = found[-1] if at > 0.0 else found[0]
        return self.order[k], self.order[k + 1]

    def suits(self, pair: tuple[int, int], at: float) -> bool:
        """Whether a pair that was chosen still does for a gap at a time: about then its first passes the place."""
        if pair == (-1, -1) or at <= 0.0 or pair[0] not in self.order:
            return pair != (-1, -1)
        ahead = self.order.index(pair[0])
        early = at - self._clears(ahead)
        return self.rear[ahead] >= self.place or -2.0 * EARLY < early < self._headway + 2.0 * EARLY

    def lasts(self, behind: int, size: float) -> float:
        """How long a gap lasts that is there now: as long as it was wanted, if that can still be kept."""
        plan = Approach.held(self.place - self.front[behind], self.speed[behind], size, self._usual)
        return size if abs(plan.acceleration) <= HARDEST else plan.distance / max(plan.speed, 1.0)

    def dues(
        self, ahead: int, behind: int, size: float, at: float, *, every: float, begun: float | None
    ) -> dict[int, float]:
        """When whoever is held back is to be at the place, by rows; `begun`: when the gap came there, if it has."""
        dues: dict[int, float] = {}
        if at > 0.0 and ahead >= 0 and begun is None:
            dues[ahead] = at - (self.front[ahead] - self.rear[ahead]) / self._usual
        begins = begun or (at if at > 0.0 else self._passes(ahead) if ahead >= 0 else self.now)
        due = begins + size
        dues[behind] = due
        for row in range(behind + 1, len(self.order)):
            due += self._headway
            if every > 0.0 and due > begins + every - self._headway * HALF:
                begins += every
                due = begins + size
            if due > self._arrives(row) + LATE:
                dues[row] = due
            due = max(due, self._arrives(row))
        return dues

    def _can_part(self, k: int, size: float, at: float) -> bool:
        """Whether those behind a member can come so much later, and it itself at a time, without hard braking."""
        begins = at if at > 0.0 else self._passes(k)
        left = begins + size - self.now
        follower = Approach.held(self.place - self.front[k + 1], self.speed[k + 1], left, self._usual)
        if at <= 0.0:
            return follower.is_natural
        due = at - (self.front[k] - self.rear[k]) / self._usual
        leader = Approach.held(self.place - self.front[k], self.speed[k], max(due - self.now, 0.1), self._usual)
        return follower.is_natural and leader.is_natural

    def _passes(self, k: int) -> float:
        """When the rear of a member passes the place, as it drives now."""
        return self.now + (self.place - self.rear[k]) / max(self.speed[k], 1.0)

    def _clears(self, k: int) -> float:
        """When the rear of a member would pass the place as usual."""
        return self.now + (self.place - self.rear[k]) / self._usual

    def _arrives(self, k: int) -> float:
        """When the front of a member would be at the place as usual."""
        return self.now + (self.place - self.front[k]) / self._usual
