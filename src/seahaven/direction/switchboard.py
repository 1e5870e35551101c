"""The switchboard of a situation: passes on what it sends to streams, lights and those around the subject.

Facts of a stream are `opened`, the seconds since a gap last came to the place, null before; those of lights are
`green`, the number of the phase that is green for the subject and red for the road that crosses, and `phase`, the one
that shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from seahaven.direction.beacons.beacon import Beacon
from seahaven.direction.beacons.reach import in_reach
from seahaven.direction.desk import Broadcast, PlacedBystander, PlacedDesk, PlacedLights, PlacedStream
from seahaven.direction.facts import Scope, Value
from seahaven.direction.order import Call
from seahaven.direction.vicinity import Vicinities
from seahaven.world import Press, Table

__all__ = ["Lines", "Switchboard"]

FIRST = -100
"""What stands for the first desk, and one less for each further one: ids of vehicles are never negative."""
FURTHEST = 500.0
"""Metres that a broadcast reaches at most."""


class Lines(NamedTuple):
    """What comes of a step: calls of streams, and presses for lights, drivers and people on foot."""

    calls: list[Call]
    to_lights: list[Press]
    presses: list[Press]
    to_people: list[Press]


class Switchboard:
    """The desks of one situation; its state is plain data."""

    def __init__(self, desks: Mapping[str, PlacedDesk]) -> None:
        self._desks = desks
        self._names = {FIRST - k: name for k, name in enumerate(desks)}
        self._opened: dict[str, float] = {}
        self._told: list[int] = []
        self._controllers: Table | None = None
        self._vicinities: Vicinities | None = None

    def state(self) -> dict[str, Any]:
        """All that has to be known to go on from here."""
        return {"opened": dict(self._opened), "told": list(self._told)}

    def load(self, state: Mapping[str, Any]) -> None:
        """Go on from a state."""
        self._opened, self._told = dict(state["opened"]), list(state["told"])

    @property
    def facts(self) -> dict[str, Callable[[Scope], Value]]:
        """What a machine may know of the desks, by the names of inputs."""
        found: dict[str, Callable[[Scope], Value]] = {}
        for handle, name in self._names.items():
            desk = self._desks[name]
            found[name] = _always(handle)
            if isinstance(desk, PlacedStream):
                found[f"{name}_opened"] = self._since(desk.beacon)
            elif isinstance(desk, PlacedLights):
                found[f"{name}_green"] = _always(desk.green)
                found[f"{name}_phase"] = self._phase(desk.controller)
        return found

    def _since(self, beacon: str) -> Callable[[Scope], Value]:
        return lambda _: self._opened.get(beacon)

    def _phase(self, controller: int) -> Callable[[Scope], Value]:
        return lambda _: None if self._controllers is None else int(self._controllers.phase[controller])

    def step(self, dt: float, opened: list[str], controllers: Table) -> None:
        """Take in which streams have had a gap come to the place, and what lights show."""
        self._controllers = controllers
        self._opened = {beacon: since + dt for beacon, since in self._opened.items()}
        self._opened.update(dict.fromkeys(opened, 0.0))

    def open(self, lines: Lines) -> None:
        """Let the streams flow."""
        lines.calls.extend(Call(beacon, "flow", 1.0) for beacon in self._beacons())

    def close(self, scope: Scope, lines: Lines) -> None:
        """Let nobody new come, let lights run on, and release everybody who was told something."""
        for beacon in self._beacons():
            lines.calls.extend((Call(beacon, "flow", 0.0), Call(beacon, "disband")))
        for desk in self._desks.values():
            if isinstance(desk, PlacedLights):
                lines.to_lights.append(Press((self._controller(desk),), "release"))
        told = tuple(entity for entity in self._told if scope.view.row(entity) >= 0)
        if told:
            lines.presses.append(Press(told, "release"))
        self._told = []

    def name(self, handle: int) -> str | None:
        """The desk that a handle stands for."""
        return self._names.get(handle)

    def press(self, name: str, item: str, value: float, scope: Scope, lines: Lines) -> bool:
        """Pass on what was sent to a desk; whether anybody is there to hear it."""
        desk = self._desks[name]
        if isinstance(desk, PlacedStream):
            lines.calls.append(Call(desk.beacon, item, value))
        elif isinstance(desk, PlacedLights):
            lines.to_lights.append(Press((self._controller(desk),), item, value))
        elif isinstance(desk, PlacedBystander):
            lines.to_people.append(Press((desk.entity,), item, value))
        else:
            return self._tell(name, desk, item, value, scope, lines)
        return True

    def _beacons(self) -> list[str]:
        return [desk.beacon for desk in self._desks.values() if isinstance(desk, PlacedStream)]

    def _controller(self, desk: PlacedLights) -> int:
        assert self._controllers is not None
        return int(self._controllers.ids[desk.controller])

    def _tell(self, name: str, desk: Broadcast, item: str, value: float, scope: Scope, lines: Lines) -> bool:
        """Tell everybody in reach, as a beacon would that rides on the subject."""
        self._vicinities = self._vicinities or Vicinities(scope.view.drive.lane_map, FURTHEST)
        beacon = Beacon(name, (), rides=scope.view.subject, sides=desk.sides, lanes=desk.lanes)
        cast = {member.entity for member in scope.members.values()}
        reached = in_reach(beacon, min(desk.reach, FURTHEST), cast, scope.view.table, self._vicinities.around)
        if reached:
            lines.presses.append(Press(tuple(reached), item, value))
            self._told = sorted({*self._told, *reached})
        return bool(reached)


def _always(value: int) -> Callable[[Scope], Value]:
    return lambda _: value
