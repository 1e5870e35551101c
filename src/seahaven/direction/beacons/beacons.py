"""All beacons of a study: whom they reach, and what they tell them (H13)."""

from __future__ import annotations

from typing import Any

from seahaven.direction.beacons.beacon import Beacon
from seahaven.direction.beacons.reach import in_reach, people_in_reach
from seahaven.direction.beacons.transmitter import Transmitter
from seahaven.direction.order import Call, refuse_unknown
from seahaven.direction.vicinity import Vicinities
from seahaven.hcsm import Instance, Interpreter, Message
from seahaven.kernel import Emits, Hears, Module, Param, State, Tick, in_seconds, port
from seahaven.roads import LaneMap
from seahaven.world import PERSON, Press, reads

__all__ = ["Beacons"]

EARLY = 1e-6
"""Seconds by which a time may be short, since steps add up with rounding."""
FURTHEST = 1500.0
"""Metres that a beacon reaches at most, however far its dial is turned."""


class Beacons(Module):
    """Runs the machines of beacons, each by the interpreter, and tells vehicles in reach what to do.

        root.add(Beacons("beacons", rate=10, beacons=(beacon,), lane_map=lane_map))
        root.link("beacons.pressed", "traffic/drivers.presses")

    Run it at the rate of the traffic. Panels are pressed through `calls`: buttons `on`, `off`, `exempt` and `include`
    with the id of a vehicle, and the dial `reach`.
    """

    beacons: Param[tuple[Beacon, ...]]
    lane_map: Param[LaneMap]
    calls: Hears[Call]
    pressed: Emits[Press]
    to_people: Emits[Press]
    saved: State[dict[str, Any]] = port({})
    exempt: State[dict[str, list[int]]] = port({}, doc="by beacon, whom it passes over")
    told: State[dict[str, dict[int, float]]] = port(
        {}, doc="by beacon, whom it has in reach, and when it last told them"
    )

    cars = reads("vehicle", "lane", "s", "length")
    people = reads(PERSON, "x", "y")

    def step(self, tick: Tick) -> None:
        """Hear who called, and tell whoever comes into reach; release those who leave it."""
        live = self._running(tick.seed)
        for event in self.calls:
            self._hear(live, event.value, event.sender)
        for index in range(len(self.beacons)):
            self._step_one(live, index, tick)

    def radii(self) -> dict[str, float | None]:
        """How far each beacon reaches now (m), by name; None while it is off, and none before the first step."""
        live: _Live | None = self.live
        if live is None:
            return {}
        radii = [one.outputs()["radius"] for one in live.instances]
        return {
            beacon.name: None if radius is None else float(radius)
            for beacon, radius in zip(self.beacons, radii, strict=True)
        }

    def freeze(self) -> None:
        """Keep the states of the machines as plain data."""
        if self.live is not None:
            names = (beacon.name for beacon in self.beacons)
            self.saved = {name: one.state() for name, one in zip(names, self.live.instances, strict=True)}

    def _hear(self, live: _Live, call: Call, sender: str) -> None:
        """Put a press of a beacon's panel on its way; what is for others is none of ours."""
        index = live.index.get(call.name)
        if index is None:
            return
        refuse_unknown(Transmitter.program, call, sender)
        if call.item in ("exempt", "include"):
            known = set(self.exempt.get(call.name, self.beacons[index].exempt))
            changed = known | {int(call.value)} if call.item == "exempt" else known - {int(call.value)}
            self.exempt[call.name] = sorted(changed)
        live.instances[index].post(Message(live.instances[index].entity, f".{call.item}", call.value))

    def _step_one(self, live: _Live, index: int, tick: Tick) -> None:
        beacon, now = self.beacons[index], in_seconds(tick.next)
        radius = live.interpreter.step(live.instances[index], {}, step=tick.index).outputs["radius"]
        reached = [] if radius is None else self._reached(live, beacon, float(radius))
        told = self.told.get(beacon.name, {})
        due = [one for one in reached if one not in told or _is_due(beacon, now - told[one])]
        for item, value in beacon.message if due else ():
            (self.to_people if beacon.is_for_people else self.pressed).append(Press(tuple(due), item, value))
        gone = tuple(entity for entity in told if entity not in reached)
        if gone and beacon.releases and not beacon.is_for_people:
            self.pressed.append(Press(gone, "release"))
        if due or gone:
            self.told[beacon.name] = {entity: now if entity in due else told[entity] for entity in reached}

    def _reached(self, live: _Live, beacon: Beacon, radius: float) -> list[int]:
        passed_over = set(self.exempt.get(beacon.name, beacon.exempt))
        if beacon.is_for_people:
            reach = min(radius, FURTHEST)
            return people_in_reach(beacon, reach, passed_over, self.people, self.cars, self.lane_map)
        return in_reach(beacon, min(radius, FURTHEST), passed_over, self.cars, live.vicinities.around)

    def _running(self, seed: int) -> _Live:
        if self.live is None:
            self.live = _Live(self.beacons, self.lane_map, seed, self.saved)
        live: _Live = self.live
        return live


class _Live:
    """The machines at work."""

    def __init__(self, beacons: tuple[Beacon, ...], lane_map: LaneMap, seed: int, saved: dict[str, Any]) -> None:
        self.interpreter = Interpreter(Transmitter, seed=seed)
        self.instances = [self._begun(beacon, number, saved) for number, beacon in enumerate(beacons)]
        self.index = {beacon.name: number for number, beacon in enumerate(beacons)}
        self.vicinities = Vicinities(lane_map, FURTHEST)

    def _begun(self, beacon: Beacon, number: int, saved: dict[str, Any]) -> Instance:
        """A machine that has begun: only then it hears what is pressed."""
        instance = self.interpreter.machine(entity=number)
        if beacon.name in saved:
            instance.load(saved[beacon.name])
        else:
            instance.set_dial(".reach", beacon.reach)
            instance.set_dial(".is_on", beacon.is_on)
            self.interpreter.step(instance, {}, step=0)
        return instance


def _is_due(beacon: Beacon, since: float) -> bool:
    return beacon.every is not None and since >= beacon.every - EARLY
