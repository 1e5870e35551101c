"""All triggers of a study: who drives over them, what they wait for, and what they press (H12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seahaven.direction.order import NOBODY, Call, Order, Party, refuse_unknown
from seahaven.direction.triggers.collision import Prospect
from seahaven.direction.triggers.condition import EARLY, STANDING, Scene, Stopped
from seahaven.direction.triggers.trigger import Trigger
from seahaven.direction.triggers.tripwire import Tripwire
from seahaven.direction.triggers.watch import Watch
from seahaven.direction.vicinity import Vicinities
from seahaven.hcsm import Instance, Interpreter, Message
from seahaven.kernel import Emits, Hears, Module, Param, State, Tick, in_seconds, port
from seahaven.measures import Lanes
from seahaven.roads import LaneMap
from seahaven.traffic import CONTROLLER
from seahaven.world import PERSON, SIGNAL, Press, reads

__all__ = ["Fired", "Triggers"]

REACH = 1500.0
"""Metres along the roads from which on nobody is looked at for times of arrival and headways."""


@dataclass(frozen=True, slots=True)
class Fired:
    """A trigger has fired: its name, and the id of who made it fire; -1 for nobody in particular."""

    trigger: str
    entity: int


class Triggers(Module):
    """Runs the machines of triggers, each by the interpreter, and tells what they press.

        root.add(Triggers("triggers", rate=10, triggers=(trigger,), lane_map=lane_map))
        root.link("triggers.pressed", "traffic/drivers.presses")

    Run it at the rate of the traffic. Orders to drivers go out as `pressed`, those to people on foot as `to_people`, to
    lights as `to_lights`, to ambient traffic as `to_ambient`, to the weather as `to_weather`; whatever is for triggers,
    beacons or directors goes out as `called`, and triggers hear each other by themselves, one step later. A panel has
    the buttons `fire`, `arm` and `disarm`, and the dials of `Tripwire`. Times are those at which what it presses is
    heard, a step after it looked.
    A trigger that nobody is near to costs next to nothing.
    """

    triggers: Param[tuple[Trigger, ...]]
    lane_map: Param[LaneMap]
    calls: Hears[Call]
    pressed: Emits[Press]
    to_lights: Emits[Press]
    to_ambient: Emits[Press]
    to_weather: Emits[Press]
    to_people: Emits[Press]
    called: Emits[Call]
    fired: Emits[Fired]
    saved: State[dict[str, Any]] = port({})
    noticed: State[dict[str, int]] = port({}, doc="by trigger, who is about to make it fire")
    inside: State[dict[str, list[int]]] = port(
        {}, doc="by trigger that repeats, for whom it has fired and who is there"
    )
    fired_at: State[dict[str, float]] = port({}, doc="by trigger, when it fired last")
    standing: State[dict[int, float]] = port({}, doc="by vehicle or person, since when it stands")

    cars = reads(
        "vehicle", "kind", "x", "y", "z", "heading", "speed", "acceleration", "steering", "length", "width", "lane",
        "s", "offset", "drift", "brake_light", "turn_light", "gap", "light", "junction",
    )  # fmt: skip
    people = reads(PERSON, "x", "y", "speed")
    lights = reads(SIGNAL, "state")
    controllers = reads(CONTROLLER, "phase")

    def step(self, tick: Tick) -> None:
        """Hear who called, look who is there, and step the machines to which anything happens."""
        live = self._running(tick.seed)
        for event in self.calls:
            self._tell(live, event.value, event.sender)
        now = in_seconds(tick.next)
        prospect = Prospect(self.cars, live.lanes, now)
        scene = Scene(
            now, self.cars, self.people, self.lights, self.standing, self.fired_at, live.vicinities.around, prospect
        )  # fmt: skip
        if live.heeds_standing:
            self._note_standing(now)
        met = {
            index: self._met(index, rows, scene) for index, rows in live.watch.look(self.cars, tick.dt, live.looking)
        }
        if live.heeds_people:
            afoot = scene._replace(cars=self.people, others=self.cars)
            seen = live.lookout.look(self.people, tick.dt, live.looking)
            met |= {index: self._met(index, rows, afoot) for index, rows in seen}
        chained = [
            call
            for index in sorted({*live.busy, *(index for index, entities in met.items() if entities)})
            for call in self._step_one(live, index, met.get(index, []), tick)
        ]
        for call in chained:
            self._tell(live, call, self.path)

    def machines(self) -> dict[str, Instance]:
        """The machine of each trigger by name, to be looked at only; none before the first step."""
        live: _Live | None = self.live
        names = [trigger.name for trigger in self.triggers]
        return {} if live is None else dict(zip(names, live.instances, strict=True))

    def states(self) -> dict[str, str]:
        """The state of each trigger's machine, such as "Armed", by name; none before the first step."""
        return {
            name: next((path.rpartition("/")[2] for path in one.active() if "/" in path), "")
            for name, one in self.machines().items()
        }

    def freeze(self) -> None:
        """Keep the states of the machines as plain data."""
        if self.live is not None:
            names = (trigger.name for trigger in self.triggers)
            self.saved = {name: one.state() for name, one in zip(names, self.live.instances, strict=True)}

    def _tell(self, live: _Live, call: Call, sender: str) -> None:
        """Put a press of a trigger's panel on its way; what is for others is none of ours."""
        index = live.index.get(call.name)
        if index is None:
            return
        refuse_unknown(Tripwire.program, call, sender)
        instance = live.instances[index]
        if call.item == "fire" and _is_in(instance, "Armed", "Holding"):
            self.noticed[call.name] = call.entity
        instance.post(Message(instance.entity, f".{call.item}", call.value))
        live.busy.add(index)

    def _note_standing(self, now: float) -> None:
        """Note since when vehicles and people stand."""
        ids = [one for table in (self.cars, self.people) for one in table.ids[table.speed < STANDING].tolist()]
        self.standing = {entity: self.standing.get(entity, now) for entity in ids}

    def _met(self, index: int, rows: NDArray[np.intp], scene: Scene) -> list[int]:
        """Who is there with all that the trigger waits for; nobody in particular where it is about nobody."""
        trigger = self.triggers[index]
        is_about_nobody = trigger.is_about_nobody
        asked = np.zeros(1, np.intp) if is_about_nobody else rows
        if not len(asked) or trigger.begins(scene) > scene.now + EARLY:
            return []
        answers = [condition.holds(scene, asked) for condition in trigger.conditions]
        if answers:
            asked = asked[np.logical_or.reduce(answers) if trigger.is_any else np.logical_and.reduce(answers)]
        ids: list[int] = [NOBODY] * len(asked) if is_about_nobody else scene.cars.ids[asked].tolist()
        return ids

    def _step_one(self, live: _Live, index: int, met: list[int], tick: Tick) -> list[Call]:
        """Step the machine of one trigger, with those who are there; gives what it calls of other triggers."""
        trigger, instance = self.triggers[index], live.instances[index]
        newcomers = [entity for entity in met if entity not in self.inside.get(trigger.name, [])]
        is_met = _is_in(instance, "Holding") and self.noticed.get(trigger.name) in newcomers
        if _is_in(instance, "Armed") and newcomers and not any(m.item.endswith(".fire") for m in instance.inbox):
            self.noticed[trigger.name] = newcomers[0]
            is_met = True
        result = live.interpreter.step(instance, {"dt": tick.dt, "is_met": is_met}, step=tick.index)
        chained, firer = list[Call](), None
        if result.outputs["fires"]:
            firer = self.noticed.pop(trigger.name, NOBODY)
            chained = self._fire(live, trigger, firer, tick)
        if trigger.repeats:
            self._note_inside(trigger, met, firer, is_resting=_is_in(instance, "Resting"))
        live.follow(index, bool(self.inside.get(trigger.name)))
        return chained

    def _note_inside(self, trigger: Trigger, met: list[int], firer: int | None, *, is_resting: bool) -> None:
        """Note for whom a trigger does not fire again as long as they stay."""
        before = self.inside.get(trigger.name, [])
        self.inside[trigger.name] = [one for one in met if is_resting or one in before or one == firer]

    def _fire(self, live: _Live, trigger: Trigger, entity: int, tick: Tick) -> list[Call]:
        """Tell that a trigger has fired, and its orders; gives those to other triggers."""
        self.fired.append(Fired(trigger.name, entity))
        self.fired_at[trigger.name] = in_seconds(tick.next)
        calls = [
            Call(order.name, order.item, order.value, entity)
            for order in trigger.orders
            if not self._press(order, entity)
        ]
        self.called.extend(call for call in calls if call.name not in live.index)
        return [call for call in calls if call.name in live.index]

    def _press(self, order: Order, entity: int) -> bool:
        """Tell one order to whom it is for; false where that is somebody with a name."""
        if order.party is Party.LIGHTS:
            ids = tuple(int(self.controllers.ids[number]) for number in order.ids)
            self.to_lights.append(Press(ids, order.item, order.value))
        elif order.party is Party.AMBIENT:
            self.to_ambient.append(Press((), order.item, order.value))
        elif order.party is Party.WEATHER:
            self.to_weather.append(Press((), order.item, order.value))
        elif order.party is Party.VEHICLES:
            self.pressed.append(Press(order.ids, order.item, order.value))
        elif order.party is Party.PEOPLE:
            self.to_people.append(Press(order.ids, order.item, order.value))
        elif order.party is Party.FIRER and entity != NOBODY:
            heard = self.to_people if bool((self.people.ids == entity).any()) else self.pressed
            heard.append(Press((entity,), order.item, order.value))
        return order.party is not Party.NAMED

    def _running(self, seed: int) -> _Live:
        if self.live is None:
            self.live = _Live(self.triggers, self.lane_map, seed, self.saved)
            for index, trigger in enumerate(self.triggers):
                self.live.follow(index, bool(self.inside.get(trigger.name)))
        live: _Live = self.live
        return live


class _Live:
    """The machines at work, and which of them have to look, or to be stepped whether anybody is there or not."""

    def __init__(self, triggers: tuple[Trigger, ...], lane_map: LaneMap, seed: int, saved: dict[str, Any]) -> None:
        self.triggers = triggers
        self.interpreter = Interpreter(Tripwire, seed=seed)
        self.instances = [self._begun(trigger, number, saved) for number, trigger in enumerate(triggers)]
        self.index = {trigger.name: number for number, trigger in enumerate(triggers)}
        self.watch, self.lookout = Watch(triggers), Watch(triggers, on_foot=True)
        self.heeds_people = any(trigger.is_on_foot for trigger in triggers)
        self.looking: set[int] = set()
        self.busy: set[int] = set()
        conditions = [condition for trigger in triggers for condition in trigger.conditions]
        self.heeds_standing = any(isinstance(one, Stopped) and one.lasting > 0.0 for one in conditions)
        self.vicinities = Vicinities(lane_map, REACH)
        self.lanes = Lanes(lane_map)

    def follow(self, index: int, has_guests: bool) -> None:
        """Note what the state of a machine asks for: to look, to be stepped in any case, or nothing."""
        instance = self.instances[index]
        looks = self.triggers[index].looks and not _is_in(instance, "Asleep", "Spent")
        if looks != (index in self.looking):
            (self.looking.add if looks else self.looking.discard)(index)
            self.watch.is_stale = self.lookout.is_stale = True
        is_busy = has_guests or bool(instance.inbox) or _is_in(instance, "Holding", "Delaying", "Firing", "Resting")
        (self.busy.add if is_busy else self.busy.discard)(index)

    def _begun(self, trigger: Trigger, number: int, saved: dict[str, Any]) -> Instance:
        """A machine that has begun: only then it hears what is pressed."""
        instance = self.interpreter.machine(entity=number)
        if trigger.name in saved:
            instance.load(saved[trigger.name])
        else:
            for dial, value in trigger.dials.items():
                instance.set_dial(dial, value)
            self.interpreter.step(instance, {"dt": 0.0, "is_met": False}, step=0)
        return instance


def _is_in(instance: Instance, *states: str) -> bool:
    return any(instance.is_active(f"Tripwire/{state}") for state in states)
