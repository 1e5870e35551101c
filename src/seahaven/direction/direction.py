"""The module that directs: every situation of a drive, one after the other, around one subject (H14, H16, H17)."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from seahaven.direction.account import SituationAccount
from seahaven.direction.beacons import GapOpened
from seahaven.direction.casting import Casting, Entrance
from seahaven.direction.destination import Destination
from seahaven.direction.intervention import Intervention
from seahaven.direction.line import Line
from seahaven.direction.log import (
    CastMember,
    Closed,
    Critical,
    DriveLaid,
    Forecast,
    Opened,
    Ordered,
    Planned,
    Postponed,
    Resited,
)
from seahaven.direction.order import Call
from seahaven.direction.outlook import Outlook
from seahaven.direction.placement import Placement
from seahaven.direction.programme import Programme
from seahaven.direction.staging import Orders
from seahaven.direction.view import View
from seahaven.hcsm import Instance
from seahaven.kernel import Emits, Hears, Module, Out, Param, State, Tick, port
from seahaven.roads.routing import Tracks
from seahaven.traffic import CONTROLLER, Handover
from seahaven.world import Press, Sight, reads, spawns

__all__ = ["Direction"]

FREE = 4.0
"""Seconds behind another one from which on the subject drives as it likes."""
LAST = 2.5
"""Steps before the end of the study at which situations that are postponed are dropped: what is told later than a step
before the end is not recorded."""
CLEAR = 10_000.0
"""How far one sees where there is no weather (m)."""


class Direction(Module):
    """Stages the situations of a drive around its subject.

    It acts only through the panels of drivers (link `pressed` to `traffic/drivers.presses`) and by bringing in vehicles
    out of the subject's sight. Whoever takes part is taken over from ambient traffic, and handed over to it afterwards
    (link `handovers` to `ambient.handovers`). Streams of traffic that situations ask for are called by their names
    (link `called` to their `calls`, and their `opened` to `gaps`), and lights through the panel of their controllers
    (link `to_lights` to `signals/controllers.presses`). What happens is told as events: the log of direction.

    With a `destination`, the drive is laid anew if the subject leaves it, and situations that have not come to their
    moment get other places, at least `spacing` metres apart. After `seconds`, those that are postponed are dropped.
    A person may intervene (`interventions`).
    """

    tracks: Param[Tracks]
    sight: Param[Sight]
    subject: Param[int] = port(doc="the id of the subject")
    drive: Param[Line] = port(doc="its way, as planned")
    placements: Param[tuple[Placement, ...]]
    destination: Param[Destination | None] = port(None, doc="to where its drive is laid anew")
    spacing: Param[float] = port(0.0, unit="m")
    seconds: Param[float] = port(inf, unit="s", doc="how long the study lasts")

    saved: State[dict[str, Any]] = port({})
    left: Out[int] = port(-1, doc="how many situations are not over; -1 before the first step")
    brought: State[int] = port(0, doc="how many were brought in")
    gaps: Hears[GapOpened]
    interventions: Hears[Intervention]
    pressed: Emits[Press]
    called: Emits[Call]
    to_lights: Emits[Press]
    to_people: Emits[Press]
    handovers: Emits[Handover]
    planned: Emits[Planned]
    opened: Emits[Opened]
    cast: Emits[CastMember]
    ordered: Emits[Ordered]
    forecast: Emits[Forecast]
    critical: Emits[Critical]
    closed: Emits[Closed]
    laid: Emits[DriveLaid]
    resited: Emits[Resited]
    postponed: Emits[Postponed]

    seen = reads(
        "vehicle", "kind", "x", "y", "z", "heading", "speed", "acceleration", "length", "width", "height", "lane", "s",
        "offset", "contact", "entry", "turn_light", "gap", "power", "drag", "limit", "grade",
        "motion", "route",
    )  # fmt: skip
    weather = reads("weather", "visibility")
    controllers = reads(CONTROLLER, "phase")
    crowd = spawns("vehicle")

    def step(self, tick: Tick) -> None:
        """Look at the subject, and see to the situations that are open or about to open."""
        live = self._live(tick.seed)
        if tick.index == 0:
            self.planned.extend(placement.planned() for placement in self.placements)
        view = View(self.seen, live.drive, self.subject, live.outlook)
        if view.own >= 0:
            self._look(view.own, live.outlook, tick.dt, is_played_to=bool(live.taken()))
        orders = Orders(
            [], [], [], [], lambda role, entrance: self._bring(role, entrance, live, casting(), tick.seed), [], [], []
        )
        is_laid = live.follow(view, tick.dt, self.tracks, orders)
        if tick.seconds > self.seconds - LAST * tick.dt:
            live.drop("the time of the study is over", orders)
        for said in self.interventions:
            live.intervene(said.value, view, tick.dt, orders)
        casting = self._casting(view, live)
        opened = [event.value.beacon for event in self.gaps]
        for staging in live.open()[:1]:
            if is_laid or (live.is_astray and staging.is_waiting):
                break
            live.current = staging
            staging.switchboard.step(tick.dt, opened, self.controllers)
            staging.step(view, tick.dt, tick.index, orders, casting)
            if staging.is_closed:
                live.conclude(staging, view, orders)
        self._tell(orders)
        self.left = live.left

    def _look(self, row: int, outlook: Outlook, dt: float, *, is_played_to: bool) -> None:
        speed = float(self.seen.speed[row])
        is_free = bool(self.seen.null("gap")[row]) or float(self.seen.gap[row]) > FREE * max(speed, 5.0)
        outlook.look(speed, float(self.seen.acceleration[row]), dt, is_free=is_free, is_played_to=is_played_to)

    def _tell(self, orders: Orders) -> None:
        self.pressed.extend(orders.presses)
        self.called.extend(orders.calls)
        self.to_lights.extend(orders.to_lights)
        self.to_people.extend(orders.to_people)
        self.handovers.extend(Handover(entity, is_ambient=False) for entity in orders.engaged)
        self.handovers.extend(Handover(entity, is_ambient=True) for entity in orders.discharged)
        ports: dict[type, Any] = {
            Opened: self.opened, CastMember: self.cast, Ordered: self.ordered, Forecast: self.forecast,
            Critical: self.critical, Closed: self.closed, DriveLaid: self.laid, Resited: self.resited,
            Postponed: self.postponed,
        }  # fmt: skip
        for event in orders.log:
            ports[type(event)].append(event)

    def _casting(self, view: View, live: Programme) -> Callable[[], Casting]:
        """What gives the casting of this step, made when it is first asked for."""
        made: list[Casting] = []

        def casting() -> Casting:
            taken = frozenset(live.taken())
            if not made:
                visibility = float(self.weather.visibility[0]) if len(self.weather) else CLEAR
                made.append(Casting(view, self.tracks, self.sight, visibility, taken))
            made[0].taken = taken
            return made[0]

        return casting

    def _bring(self, role: str, entrance: Entrance, live: Programme, casting: Casting, seed: int) -> int:
        """Bring somebody in; gives the id."""
        assert live.current is not None
        wanted = live.current.placement.roles[role]
        columns = wanted.columns(casting, entrance, number=self.brought, seed=seed)
        self.brought += 1
        return int(self.crowd.add(1, **columns)[0])

    def account(self) -> tuple[SituationAccount, ...]:
        """How every situation stands, by its number; none before the first step. For whoever looks on from outside."""
        if self.live is None:
            return ()
        live: Programme = self.live
        return live.account(View(self.seen, live.drive, self.subject, live.outlook))

    def plays(self) -> dict[int, Instance]:
        """The machines of all situations, by their numbers, to be looked at only; none before the first step."""
        live: Programme | None = self.live
        return {} if live is None else {one.placement.number: one.machine for one in live.stagings}

    def freeze(self) -> None:
        """Keep the state as plain data."""
        if self.live is not None:
            self.saved = self.live.state()

    def _live(self, seed: int) -> Programme:
        if self.live is None:
            self.live = Programme(self.placements, self.drive, seed, self.destination, self.spacing)
            if self.saved:
                self.live.load(self.saved)
        live: Programme = self.live
        return live
