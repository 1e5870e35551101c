"""The staging of one situation: its director, its machine, its cast and their coaches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from math import inf, isfinite
from typing import Any, NamedTuple

from seahaven.direction.casting import Casting, Entrance
from seahaven.direction.clearing import Clearing
from seahaven.direction.coaching import Coaching
from seahaven.direction.desk import PlacedBystander
from seahaven.direction.director import Director, Phase
from seahaven.direction.facts import Member, Player, Scope, Value, fact_reader
from seahaven.direction.feasibility import obstacle, off_station
from seahaven.direction.line import Line
from seahaven.direction.log import CastMember, Closed, Critical, Forecast, Ordered, Postponed
from seahaven.direction.nearness import Nearness
from seahaven.direction.order import NOBODY, Call
from seahaven.direction.placement import Placement
from seahaven.direction.role_orders import order_named
from seahaven.direction.switchboard import Lines, Switchboard
from seahaven.direction.view import View
from seahaven.hcsm import Instance, Interpreter, StepResult
from seahaven.world import Press, entity_label

__all__ = ["Orders", "Staging"]

WHY = {
    Phase.PLAYED: "",
    Phase.PASSED: "the subject came past the place before the moment had come",
    Phase.LOST: "the subject has left the drive",
    Phase.STUCK: "the subject stands and does not drive on",
}
MOST_ATTEMPTS = 3
"""How often a situation opens at most, if the subject leaves the drive each time before the moment has come."""
BY_HAND = "it was stopped by hand"
UNOPENED = "the subject was past the place before the situation before was over"
LOOK_EVERY = 10
"""Steps from one forecast to the next."""
TRY_EVERY = 5
"""Steps from one attempt to cast a role to the next."""
GIVE_UP = 3.0
"""Seconds after which a vehicle that cannot be directed is replaced."""
STALE = 10.0
"""Seconds after which a vehicle that comes no closer to its station is replaced."""
FAR_OFF, NEARER_BY = 300.0, 150.0
"""A vehicle with a role near the subject counts as far off at this distance (m), and is replaced by one within that."""
DIRECTED = {"adjust_acceleration": 1.5, "slow_side": 0.0, "keeps_lane": 1.0}
"""Dials of drivers that have a role: the acceleration (m/s²) with which they reach an ordered speed; they change lanes
only if they have to or are ordered to."""
USUAL = {
    "keeps_lane": 0.0,
    "closeness": 1.0,
    "brake_for": 0.0,
    "brake_lights": 1.0,
    "lights_up": 1.0,
    "is_reckless": 0.0,
    "stray_for": 0.0,
    "runs_lights": 0.0,
}
"""Dials of drivers that are released, or get a role: nothing is left of an earlier role."""


PLACED = frozenset({"role", "line", "mark"})
"""What a member has from its role and its place."""


class Orders(NamedTuple):
    """The results of a step: presses for drivers, events for the log, vehicles that get or lose a role, vehicles to be
    brought in, calls of streams, and presses for traffic lights and for people on foot."""

    presses: list[Press]
    log: list[Any]
    engaged: list[int]
    discharged: list[int]
    bring: Callable[[str, Entrance], int]
    calls: list[Call]
    to_lights: list[Press]
    to_people: list[Press]

    @property
    def lines(self) -> Lines:
        """The lists to which a switchboard adds."""
        return Lines(self.calls, self.to_lights, self.presses, self.to_people)


class Staging:
    """One situation, from waiting to its end; its state can be saved as plain data.

    `attempt` counts how often it opens. If `may_wait`, it is postponed if the subject leaves the drive, and fails only
    once it has opened as often as it may.
    """

    def __init__(self, placement: Placement, seed: int, *, attempt: int = 1, may_wait: bool = False) -> None:
        self.placement = placement
        self.attempt, self._may_wait = attempt, may_wait
        self.postponed = ""
        """Why it has no place for now; empty if it has one."""
        self.phase = Phase.WAITING
        self.members: dict[str, Member] = {}
        self.is_critical = self.is_cued = False
        """Whether its moment has come; and whether it was opened by hand, before its turn."""
        self.outcome = self.why_ended = ""
        """How it ended, and why if it failed or was dropped; empty as long as it has not."""
        self.found: float | None = None
        """The value of the criterion at the critical moment."""
        self.carried: frozenset[str] = frozenset()
        """Roles whose vehicles carry over to the next situation."""
        self._choices: dict[str, int] = {}
        self._rejected: list[int] = []
        self._time = self._moment = 0.0
        self._is_feasible: bool | None = None
        self._touching: frozenset[int] = frozenset()
        """Of the subject and the cast, those that touched a body in the last step."""
        self._hit = ""
        self._nearness = Nearness(placement.wanted)
        self.switchboard = Switchboard(placement.desks)
        self._read = fact_reader(placement.situation.program, placement.roles, placement.facts | self.switchboard.facts)
        self._director = _Running(Director, seed)
        self._play = _Running(placement.situation, seed)
        self.coaching = Coaching(placement, seed)
        self._clearing = Clearing()

    def move(self, at: float) -> None:
        """Put it at another place along the drive (m), as long as it has not opened."""
        self.placement = self.coaching.placement = replace(self.placement, at=at, begin=at, end=at)

    # --- state ----------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """The state, as plain data."""
        members = {role: _plain(member) for role, member in self.members.items()}
        return {
            "attempt": self.attempt,
            "postponed": self.postponed,
            "touching": sorted(self._touching),
            "phase": int(self.phase),
            "is_critical": self.is_critical,
            "told": [self.is_cued, self.outcome, self.why_ended, self.found],
            "choices": dict(self._choices),
            "rejected": list(self._rejected),
            "cleared": dict(self._clearing.told),
            "time": self._time,
            "moment": self._moment,
            "is_feasible": self._is_feasible,
            "nearness": [self._nearness.value, self._nearness.lacked],
            "members": members,
            "switchboard": self.switchboard.state(),
            "director": self._director.instance.state(),
            "play": self._play.instance.state(),
            "coaches": self.coaching.state(),
        }

    def load(self, state: Mapping[str, Any], drive: Line) -> None:
        """Continue from a saved state."""
        self.attempt, self.postponed = state["attempt"], state["postponed"]
        self._touching = frozenset(state["touching"])
        self.phase, self.is_critical = Phase(state["phase"]), state["is_critical"]
        self._choices, self._time = dict(state["choices"]), state["time"]
        self._moment = state["moment"]
        self.is_cued, self.outcome, self.why_ended, self.found = state["told"]
        self._clearing.told = dict(state["cleared"])
        self._is_feasible, self._rejected = state["is_feasible"], list(state["rejected"])
        self._nearness = Nearness(self._nearness.wanted, *state["nearness"])
        self.switchboard.load(state["switchboard"])
        self._director.instance.load(state["director"])
        self._play.instance.load(state["play"])
        for role, known in state["members"].items():
            place = self.placement.place(role, drive)
            self.members[role] = Member(role=role, line=place.line, mark=place.mark, **known)
        self.coaching.load(state["coaches"], self.members)

    # --- stepping -------------------------------------------------------------------------------------------------

    @property
    def unwanted(self) -> list[int]:
        """Vehicles that have lost a role, and are not cast again."""
        return self._rejected

    @property
    def machine(self) -> Instance:
        """The situation's machine."""
        return self._play.instance

    @property
    def is_closed(self) -> bool:
        """Whether it is over."""
        return self.phase >= Phase.PLAYED and not self.postponed

    @property
    def is_waiting(self) -> bool:
        """Whether it has not opened yet."""
        return self.phase is Phase.WAITING

    @property
    def is_resolving(self) -> bool:
        """Whether its critical moment has come, and it is not over."""
        return self.phase is Phase.RESOLVING

    def step(self, view: View, dt: float, step: int, orders: Orders, casting: Callable[[], Casting]) -> None:
        """One step: cast and coach the roles, run the situation's machine, forecast, and run the director."""
        place, is_open = self.placement, self.phase in (Phase.PLAYING, Phase.RESOLVING)
        self._time += dt if is_open else 0.0
        around = place.at - place.begin, place.end - place.at
        moment = self._time - self._moment if self.is_critical else None
        scope = Scope(view, place.at, dt, self._time, self.members, *around, moment)
        outputs: Mapping[str, Value] = {}
        self._feel(scope)
        if is_open and not self._hit:
            self._keep_up(scope, orders)
            if not self.is_critical:
                self._fill(scope, step, orders, casting)
            orders.presses.extend(self.coaching.steer(scope, step))
            if place.needs.clears and self.members.keys() == place.roles.keys():
                cast = frozenset(member.entity for member in self.members.values())
                orders.presses.extend(self._clearing.step(view, step, cast))
            self._note(scope)
            outputs = self._play_on(scope, step, orders)
            if not self.is_critical and step % LOOK_EVERY == 0:
                self._forecast(scope, orders)
        self._direct(scope, step, orders, bool(outputs.get("is_over")))

    def _direct(self, scope: Scope, step: int, orders: Orders, is_over: bool) -> None:
        view, needs, before = scope.view, self.placement.needs, self.phase
        way = None if view.is_lost else self.placement.at - view.front
        before_place = inf if self.members or self.is_cued else needs.before
        inputs = {
            "dt": scope.dt, "way": way, "before": before_place, "after": needs.after, "stood": view.outlook.stood,
            "is_critical": self.is_critical, "is_over": is_over, "is_hit": bool(self._hit),
        }  # fmt: skip
        self.phase = Phase(int(self._director.step(inputs, step).outputs["phase"] or 0))
        if before is Phase.WAITING and self.phase is Phase.PLAYING:
            orders.log.append(self.placement.opened())
            about = self.placement.name, self.placement.number
            orders.log.extend(
                CastMember(*about, name, desk.entity, "there", self.attempt)
                for name, desk in self.placement.desks.items()
                if isinstance(desk, PlacedBystander)
            )
            self.switchboard.open(orders.lines)
        if self.phase >= Phase.PLAYED > before:
            orders.presses.extend(self._clearing.end(view))
            self.switchboard.close(scope, orders.lines)
            self._close(orders)

    def leave(self, view: View, orders: Orders) -> None:
        """End this attempt, since the subject has left the drive; it is postponed if it may open again."""
        self.phase = Phase.LOST
        orders.presses.extend(self._clearing.end(view))
        scope = Scope(view, self.placement.at, 0.0, self._time, self.members)
        self.switchboard.close(scope, orders.lines)
        self._close(orders)

    def postpone(self, why: str, view: View, orders: Orders) -> None:
        """Keep it for later; vehicles that have a role in it already are released."""
        for role, member in list(self.members.items()):
            self.dismiss(role, orders, is_there=view.row(member.entity) >= 0)
        if why != self.postponed:
            about = self.placement.name, self.placement.number
            opened = self.attempt if self.phase > Phase.WAITING else self.attempt - 1
            orders.log.append(Postponed(*about, why, opened))
        self.postponed = why

    def drop(self, why: str, orders: Orders) -> None:
        """Give it up: it can no longer happen."""
        self._end("dropped", why, orders)
        self.phase, self.postponed = Phase.LOST, ""

    def _end(self, outcome: str, why: str, orders: Orders, nearest: float = inf, lacked: str = "") -> None:
        """Log how it ended."""
        self.outcome, self.why_ended = outcome, why
        orders.log.append(Closed(self.placement.name, self.placement.number, outcome, why, nearest, lacked))

    # --- by hand --------------------------------------------------------------------------------------------------

    def stop(self, view: View, orders: Orders) -> None:
        """End it at once, since a person asked for that; its cast is released."""
        if self.is_closed:
            return
        if self.is_waiting or self.postponed:
            for role, member in list(self.members.items()):
                self.dismiss(role, orders, is_there=view.row(member.entity) >= 0)
            self.drop(BY_HAND, orders)
            return
        orders.presses.extend(self._clearing.end(view))
        self.switchboard.close(Scope(view, self.placement.at, 0.0, self._time, self.members), orders.lines)
        if self.is_critical:
            self._end("played", BY_HAND, orders)
        else:
            self._end("failed", BY_HAND, orders, self._nearness.value)
        for role, member in list(self.members.items()):
            self.dismiss(role, orders, is_there=view.row(member.entity) >= 0)
        self.phase = Phase.PLAYED if self.is_critical else Phase.LOST

    def cast_by_hand(self, role: str, entity: int, view: View, dt: float, orders: Orders) -> None:
        """Give a role to a vehicle that a person chose, in the place of the one that has it.

        For a step nobody has the role, so that the situation's machine gives its orders anew.
        """
        is_open = self.phase in (Phase.WAITING, Phase.PLAYING) and not self.is_critical and not self.postponed
        if not is_open or role not in self.placement.roles or view.row(entity) < 0:
            return
        for other in [one for one, member in self.members.items() if one == role or member.entity == entity]:
            gone = self.members[other].entity
            self.dismiss(other, orders, is_there=view.row(gone) >= 0)
            if gone != entity:
                self._rejected.append(gone)
        self._rejected = [one for one in self._rejected if one != entity]
        self.engage(role, entity, "by hand", view.drive, orders)
        self.members[role].since = -dt

    def current(self, view: View) -> float | None:
        """The criterion as it is now; None unless the moment is being prepared, with that role cast."""
        member = self.members.get(self.placement.criterion.of)
        is_there = member is not None or self.placement.bystander is not None
        if self.phase is not Phase.PLAYING or self.is_critical or view.is_lost or not is_there:
            return None
        value = self._reached(Scope(view, self.placement.at, 0.0, self._time, self.members), member)
        return value if isfinite(value) else None

    def _feel(self, scope: Scope) -> None:
        """Note a collision of the subject or of the cast that has happened since the last step, before the moment."""
        view, table = scope.view, scope.view.table
        known = {view.subject: "the subject", **{member.entity: role for role, member in self.members.items()}}
        rows = {entity: row for entity in known if (row := view.row(entity)) >= 0}
        no_contact = table.null("contact")
        touching = frozenset(entity for entity, row in rows.items() if not no_contact[row])
        if self.phase is Phase.PLAYING and not self.is_critical:
            for entity in sorted(touching - self._touching):
                pair = entity, int(table.contact[rows[entity]])
                first, second = sorted(pair, key=lambda one: (one not in known, one != view.subject))
                self._hit = f"{known[first]} and {known.get(second) or entity_label(second)} collided"
        self._touching = touching

    def _close(self, orders: Orders) -> None:
        about = self.placement.name, self.placement.number
        if self.phase is Phase.LOST and self._may_wait and self.attempt < MOST_ATTEMPTS:
            self.postponed = WHY[Phase.LOST]
            orders.log.append(Postponed(*about, self.postponed, self.attempt))
        elif self.phase is Phase.PLAYED:
            self._end("played", self._why(), orders)
        else:
            lacked = self._nearness.lacked if self.phase is Phase.PASSED and not self._missing else ""
            self._end("failed", self._why(), orders, self._nearness.value, lacked)
        for role, member in self.members.items():
            if role not in self.carried or self.postponed:
                self._release(member.entity, orders)
        if self.postponed:
            self.members.clear()
        self.coaching.clear()

    def _why(self) -> str:
        if self.phase is Phase.PASSED and self._time == 0.0:
            return UNOPENED
        if self.phase is Phase.PASSED and self._missing:
            return f"nobody was found for {' and '.join(self._missing)}"
        if self.phase is Phase.HIT:
            return f"{self._hit} before the moment had come"
        if self.phase is Phase.LOST and self._may_wait:
            return f"{WHY[Phase.LOST]}, in each of {self.attempt} attempts"
        return WHY[self.phase]

    @property
    def _missing(self) -> list[str]:
        """The roles that are not cast."""
        return sorted(self.placement.roles.keys() - self.members.keys())

    # --- the cast -------------------------------------------------------------------------------------------------

    def _keep_up(self, scope: Scope, orders: Orders) -> None:
        """Dismiss vehicles that have gone or, before the critical moment, cannot be directed or come no closer.

        Once a vehicle is on its way to meet the subject, none is dismissed for being out of position: without it, the
        subject would drive differently.
        """
        view = scope.view
        is_under_way = any(member.meets and not member.is_parked for member in self.members.values())
        for role, member in list(self.members.items()):
            row = view.row(member.entity)
            table = view.table
            is_able = row >= 0 and bool(table.null("contact")[row]) and scope.way(member) is not None
            member.since += scope.dt
            member.lost = 0.0 if is_able else member.lost + scope.dt
            if row >= 0:
                member.stood = member.stood + scope.dt if table.speed[row] < 0.3 else 0.0
            is_hopeless = member.lost > GIVE_UP or (member.stale > STALE and not is_under_way)
            if row < 0 or (is_hopeless and not self.is_critical):
                self._rejected.append(member.entity)
                self.dismiss(role, orders, is_there=row >= 0)

    def dismiss(self, role: str, orders: Orders, *, is_there: bool) -> None:
        """Take a role away from its vehicle, and release the vehicle."""
        member = self.members.pop(role)
        self.coaching.dismiss(role)
        if is_there:
            self._release(member.entity, orders)

    def _release(self, entity: int, orders: Orders) -> None:
        """Release a vehicle: its driver forgets all orders."""
        orders.presses.append(Press((entity,), "release"))
        orders.presses.extend(Press((entity,), dial, value) for dial, value in USUAL.items())
        orders.discharged.append(entity)

    def _fill(self, scope: Scope, step: int, orders: Orders, casting: Callable[[], Casting]) -> None:
        """Cast the roles that have no vehicle, or one that is far off."""
        if scope.view.is_lost or step % TRY_EVERY:
            return
        for role, wanted in self.placement.roles.items():
            is_far = role in self.members and self._is_far(scope, self.members[role])
            if role in self.members and not is_far:
                continue
            place = self.placement.place(role, scope.view.drive)
            found = casting().conscript(wanted, place)
            if is_far and (found is None or abs(scope.view.ahead(scope.view.row(found)) or 0.0) > NEARER_BY):
                continue
            if is_far:
                self.dismiss(role, orders, is_there=True)
            if found is not None:
                self.engage(role, found, "conscripted", scope.view.drive, orders)
                continue
            entrance = casting().entrance(wanted, place)
            if entrance is not None:
                entity = orders.bring(role, entrance)
                self.engage(role, entity, "brought in", scope.view.drive, orders)
                self.members[role].is_parked = entrance.is_parked
                if entrance.is_parked or entrance.stands:
                    orders.presses.append(Press((entity,), "stop"))

    def _is_far(self, scope: Scope, member: Member) -> bool:
        """Whether a vehicle that is to be near the subject is still so far away that any closer one would do better."""
        ahead = scope.view.ahead(scope.view.row(member.entity))
        is_bound = member.is_parked or member.meets or member.lacks == inf
        return ahead is not None and not is_bound and abs(ahead) > FAR_OFF

    def engage(self, role: str, entity: int, how: str, drive: Line, orders: Orders) -> None:
        """Give a role to a vehicle."""
        place = self.placement.place(role, drive)
        self._choices[role] = self._choices.get(role, 0) + 1
        self.members[role] = Member(role, entity, place.line, place.mark)
        self.coaching.engage(role, entity)
        orders.engaged.append(entity)
        orders.presses.extend(Press((entity,), dial, value) for dial, value in (USUAL | DIRECTED).items())
        about = self.placement.name, self.placement.number
        orders.log.append(CastMember(*about, role, entity, how, self._choices[role]))

    # --- the play -------------------------------------------------------------------------------------------------

    def _play_on(self, scope: Scope, step: int, orders: Orders) -> Mapping[str, Value]:
        """Run the situation's machine, and pass on its orders."""
        result = self._play.step(self._read(scope), step)
        if result.outputs.get("is_critical") and not self.is_critical:
            self._culminate(scope, orders)
        roles = {member.entity: role for role, member in self.members.items()}
        for message in result.sent:
            item, role = message.item.rpartition(".")[2], roles.get(message.receiver)
            desk = self.switchboard.name(message.receiver)
            is_heard = desk and self.switchboard.press(desk, item, float(message.value), scope, orders.lines)
            if role is None and not is_heard:
                continue
            about = self.placement.name, self.placement.number
            entity = NOBODY if role is None else message.receiver
            orders.log.append(Ordered(*about, role or desk or "", entity, item, float(message.value)))
            if role is None:
                continue
            stage = _Stage(self, scope.view.drive, orders)
            order_named(item).give(stage, self.members[role], float(message.value))
        return result.outputs

    def exchange(self, role: str, entity: int, drive: Line, orders: Orders) -> None:
        """Let a vehicle exchange its role with that of another one, given by its id."""
        other = next((name for name, member in self.members.items() if member.entity == entity), None)
        if other is None or other == role:
            return
        entities = {one: self.members[one].entity for one in (role, other)}
        self.engage(role, entities[other], "exchanged", drive, orders)
        self.engage(other, entities[role], "exchanged", drive, orders)

    def _forecast(self, scope: Scope, orders: Orders) -> None:
        """Log whether the criterion can be met, when that changes."""
        why = obstacle(scope, self.members.values(), self._missing)
        feasible = not why
        if scope.view.front <= self.placement.at or not any(member.meets for member in self.members.values()):
            self._nearness.lacked = why or off_station(self.members.values())
        if feasible != self._is_feasible and not scope.view.is_lost:
            self._is_feasible = feasible
            way, outlook = self.placement.at - scope.view.front, scope.view.outlook
            times = outlook.earliest(way), outlook.likely(way), outlook.latest(way)
            orders.log.append(Forecast(self.placement.name, self.placement.number, feasible, *times, why))

    def _note(self, scope: Scope) -> None:
        """Keep the value nearest to the wanted one, once all roles are cast and the critical moment may come."""
        if scope.view.is_lost or self.is_critical or self._missing:
            return
        view, window, criterion = scope.view, self.placement.needs.window, self.placement.criterion
        member = self.members.get(criterion.of)
        is_aside = criterion.measured.is_in_lane and member is not None and view.side(scope.row(member))
        is_there = self.placement.bystander is not None or (scope.row(member) >= 0 and not is_aside)
        if is_there and (window == 0.0 or self.placement.at - view.front < window):
            self._nearness.look(self._reached(scope, member))

    def _culminate(self, scope: Scope, orders: Orders) -> None:
        """The critical moment: log what was reached, and let go of the cast."""
        self.is_critical, self._moment = True, self._time
        criterion, wanted = self.placement.criterion, self.placement.wanted
        member = self.members.get(criterion.of)
        reached, tolerance = self._reached(scope, member), criterion.tolerance(wanted)
        self.found = reached if isfinite(reached) else None
        orders.log.append(
            Critical(
                self.placement.name,
                self.placement.number,
                criterion.quantity,
                criterion.unit,
                wanted,
                reached,
                tolerance,
                abs(reached - wanted) <= tolerance,
                criterion.of,
                member.entity if member else bystander.entity if (bystander := self.placement.bystander) else 0,
                self.placement.stimulus.kind,
                shows.entity if (shows := self.members.get(self.placement.stimulus.of)) else 0,
            )
        )
        self.coaching.let_go()
        steered = {(member.entity,) for member in self.members.values()}
        orders.presses[:] = [
            press for press in orders.presses if press.item != "adjust_speed" or press.entities not in steered
        ]

    def _reached(self, scope: Scope, member: Member | None) -> float:
        row = scope.row(member)
        if self.placement.bystander is not None:
            # What is wanted of somebody on foot is told by where the subject is.
            member, row = Member(self.placement.criterion.of, NOBODY, scope.view.drive, scope.place), scope.view.own
        if member is None or row < 0:
            return inf
        value = self.placement.criterion.measured.read(Player(scope, member, row))
        return inf if value is None else float(value)


@dataclass(frozen=True, slots=True)
class _Stage:
    """What an order of a situation acts on."""

    staging: Staging
    drive: Line
    orders: Orders

    @property
    def is_critical(self) -> bool:
        """Whether the critical moment has come."""
        return self.staging.is_critical

    def press(self, entity: int, item: str, value: float) -> None:
        """Press a button or turn a dial of a vehicle's driver."""
        self.orders.presses.append(Press((entity,), item, value))

    def coach(self, member: Member, item: str, value: float) -> None:
        """Press a button of a vehicle's coach."""
        self.staging.coaching.tell(member, item, value)

    def exchange(self, member: Member, entity: int) -> None:
        """Let a vehicle exchange its role with another one."""
        self.staging.exchange(member.role, entity, self.drive, self.orders)


class _Running:
    """A running machine: the interpreter and its one instance."""

    __slots__ = ("instance", "interpreter")

    def __init__(self, machine: Any, seed: int) -> None:
        self.interpreter = Interpreter(machine, seed=seed)
        self.instance = self.interpreter.machine()

    def step(self, inputs: Mapping[str, Value], step: int) -> StepResult:
        """Run one step."""
        return self.interpreter.step(self.instance, inputs, step=step)


def _plain(member: Member) -> dict[str, Any]:
    """The state of a member as plain data: all but what follows from its role and its place."""
    return {one.name: getattr(member, one.name) for one in fields(member) if one.name not in PLACED}
