"""The module of the crew: scouts, chooses, casts and directs scenes around one student."""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

from seahaven.direction import Outlook
from seahaven.kernel import Emits, Module, Out, Param, State, Tick, port
from seahaven.motion import Rerouted
from seahaven.roads.junctions import JunctionLogic
from seahaven.roads.model import Turn
from seahaven.roads.places import Survey
from seahaven.roads.routing import Tracks
from seahaven.stage.actors import Orders, Stage, Student
from seahaven.stage.crew.assistant import AssistantDirector, Choice
from seahaven.stage.crew.directors import Directors
from seahaven.stage.crew.log import RoleCast, Said, SceneBegun, SceneEnded, ShotTaken
from seahaven.stage.crew.production import Production
from seahaven.stage.roles import ROLE_TYPES, RoleTypes
from seahaven.stage.scene import Scene
from seahaven.stage.scout import Prospect, Scout
from seahaven.traffic import CONTROLLER, Handover
from seahaven.world import Press, reads

__all__ = ["Crew"]

REACH = 700.0
"""Metres ahead of the student that the scout looks."""
TRIES = 2
"""So many scenes are tried to be cast at one look."""
FREE = 4.0
"""Seconds behind another one from which on the student drives as it likes."""
GONE = 60.0
"""Metres beyond the line from which on the student is gone from the place."""
NEAR_LINE = 20.0
"""Metres before the line within which the student is taken to have passed it when no way leads there any more."""


class Crew(Module):
    """Plays scenes from a pool around a student who goes where they like.

    It acts only through the panels of drivers (link `pressed` to `traffic/drivers.presses`) and of lights (`to_lights`
    to `signals/controllers.presses`), and by giving vehicles other routes (`rerouted` to `traffic/motion.rerouted`).
    Vehicles that take part are taken over from ambient traffic, and handed back (`handovers` to `ambient.handovers`).
    What happens, and all that the crew says to each other, is told as events.
    """

    tracks: Param[Tracks]
    subject: Param[int] = port(doc="the id of the student")
    pool: Param[tuple[Scene, ...]]
    hands_over: Param[bool] = port(True, doc="whether roles change hands")
    every: Param[float] = port(1.0, unit="s", doc="from one look for the next scene to the next")

    saved: State[dict[str, Any]] = port({})
    played: Out[int] = port(0, doc="how many scenes have been completed")
    pressed: Emits[Press]
    to_lights: Emits[Press]
    rerouted: Emits[Rerouted]
    handovers: Emits[Handover]
    begun: Emits[SceneBegun]
    cast: Emits[RoleCast]
    shots: Emits[ShotTaken]
    ended: Emits[SceneEnded]
    said: Emits[Said]

    seen = reads(
        "vehicle", "kind", "x", "y", "heading", "speed", "acceleration", "length", "lane", "s", "contact", "entry",
        "route", "turn_light", "gap", "motion",
    )  # fmt: skip
    controllers = reads(CONTROLLER, "phase", "program", "is_changing")

    def step(self, tick: Tick) -> None:
        """See to the scene that is in production, or look for the next one."""
        live = self._live()
        row = int(self.seen.ids.searchsorted(self.subject))
        if row >= len(self.seen.ids) or int(self.seen.ids[row]) != self.subject:
            return
        orders = Orders()
        self._look(row, live.outlook, tick.dt)
        if live.production is not None:
            self._go_on(live, row, tick, orders)
        elif tick.seconds >= live.next_look - 1e-9:
            live.next_look = tick.seconds + self.every
            self._choose(live, row, tick, orders)
        self._tell(live, orders)

    def _look(self, row: int, outlook: Outlook, dt: float) -> None:
        speed = float(self.seen.speed[row])
        is_free = bool(self.seen.null("gap")[row]) or float(self.seen.gap[row]) > FREE * max(speed, 5.0)
        outlook.look(speed, float(self.seen.acceleration[row]), dt, is_free=is_free)

    # --- the next scene -------------------------------------------------------------------------------------------

    def _choose(self, live: _Live, row: int, tick: Tick, orders: Orders) -> None:
        lane = int(self.seen.lane[row])
        if lane < 0:
            return
        prospects = live.scout.look(lane, float(self.seen.s[row]), live.outlook, self._leaning(row))
        speed = max(live.outlook.expected, live.outlook.speed)
        for choice in live.assistant.choices(tick.seconds, prospects, speed)[:TRIES]:
            production = Production(live.count, choice.scene, choice.prospect, live.directors)
            production.hands_over = self.hands_over
            way = choice.prospect.way - 0.5 * float(self.seen.length[row])
            stage = self._stage(live, choice.prospect, way, row, tick.dt)
            if production.cast(stage):
                live.assistant.refuse(choice.scene, tick.seconds)
                continue
            self._begin(live, production, choice, stage, tick, orders)
            return

    def _begin(
        self, live: _Live, production: Production, choice: Choice, stage: Stage, tick: Tick, orders: Orders
    ) -> None:
        live.assistant.begin(choice, tick.seconds)
        production.action(stage, orders)
        live.production, live.way, live.count = production, stage.student.way, live.count + 1
        live.place = choice.prospect.key

    def _leaning(self, row: int) -> Turn | None:
        shown = self.seen.type.columns["turn_light"].kinds[int(self.seen.turn_light[row])]
        return {"left": Turn.LEFT, "right": Turn.RIGHT}.get(shown)

    # --- the scene in production ----------------------------------------------------------------------------------

    def _go_on(self, live: _Live, row: int, tick: Tick, orders: Orders) -> None:
        production = live.production
        assert production is not None
        way = self._way(live, production, row)
        is_lost = way is None and not live.way < NEAR_LINE
        if way is None:
            way = min(live.way, 0.0) - live.outlook.speed * tick.dt if not is_lost else live.way
        live.way = way
        stage = self._stage(live, production.prospect, way, row, tick.dt)
        production.step(stage, self.controllers, orders, is_lost=is_lost or way < -GONE)
        if production.phase == "over":
            assert production.ending is not None
            is_completed = production.ending[0] == "completed"
            live.assistant.end(production.scene, tick.seconds, is_completed=is_completed)
            live.production = None
            self.played += is_completed

    def _way(self, live: _Live, production: Production, row: int) -> float | None:
        """How far the student's front is before the line; None where no way leads there any more."""
        lane, s = int(self.seen.lane[row]), float(self.seen.s[row])
        if lane < 0 or live.way < 0.0:
            return None
        found = live.scout.way(lane, s, production.scene.place, live.place)
        return None if found is None else found - 0.5 * float(self.seen.length[row])

    def _stage(self, live: _Live, prospect: Prospect, way: float, row: int, dt: float) -> Stage:
        taken = frozenset({self.subject, *(live.production.entities if live.production else ())})
        student = Student(self.subject, live.outlook, way)
        return Stage(prospect.place, live.logic, self.tracks, student, self.seen, self.controllers, taken, dt)

    # --- what is told ---------------------------------------------------------------------------------------------

    def _tell(self, live: _Live, orders: Orders) -> None:
        self.pressed.extend(orders.presses)
        self.to_lights.extend(orders.to_lights)
        self.rerouted.extend(orders.rerouted)
        self.handovers.extend(Handover(entity, is_ambient=False) for entity in orders.engaged)
        self.handovers.extend(Handover(entity, is_ambient=True) for entity in orders.discharged)
        ports: dict[type, Any] = {
            SceneBegun: self.begun, RoleCast: self.cast, ShotTaken: self.shots, SceneEnded: self.ended,
        }  # fmt: skip
        for event in orders.log:
            ports[type(event)].append(event)
        self.said.extend(live.directors.said)
        live.directors.said.clear()

    # --- state ----------------------------------------------------------------------------------------------------

    def freeze(self) -> None:
        """Keep the state as plain data."""
        if self.live is not None:
            self.saved = self.live.state()

    def _live(self) -> _Live:
        if self.live is None:
            self.live = _Live(self.tracks, self.pool)
            if self.saved:
                self.live.load(self.saved)
        live: _Live = self.live
        return live


class _Live:
    """The crew at work; its state is plain data."""

    def __init__(self, tracks: Tracks, pool: tuple[Scene, ...]) -> None:
        self.logic = JunctionLogic.of(tracks.lane_map)
        self.assistant = AssistantDirector(pool)
        self.scout = Scout(tracks.lane_map.known(_survey), self.assistant.wanted(), REACH)
        own = [role.type for scene in pool for role in scene.cast.values() if role.type.name not in ROLE_TYPES.known]
        self.directors = Directors(RoleTypes(ROLE_TYPES.known).with_(*dict.fromkeys(own)))
        self.outlook = Outlook()
        self.production: Production | None = None
        self.place = "", "", -1
        self.way, self.next_look, self.count = 0.0, 0.0, 0

    def state(self) -> dict[str, Any]:
        """All that has to be known to go on from here, as plain data."""
        return {
            "outlook": list(astuple(self.outlook)),
            "assistant": self.assistant.state(),
            "production": self.production.state() if self.production else None,
            "place": list(self.place),
            "numbers": [self.way, self.next_look, self.count],
        }

    def load(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        self.outlook = Outlook(*state["outlook"])
        self.assistant.load(state["assistant"])
        self.place = tuple(state["place"])
        self.way, self.next_look, self.count = state["numbers"]
        kept = state["production"]
        if kept is not None:
            scene = next(one for one in self.assistant.pool if one.name == kept["scene"])
            prospect = Prospect(self.scout.place(scene.place, self.place), 0.0, 0.0, 0.0, 0.0, 1.0)
            self.production = Production(kept["number"], scene, prospect, self.directors)
            self.production.load(kept)


def _survey(lane_map: Any) -> Survey:
    return Survey(JunctionLogic.of(lane_map))
