"""Machines at work, looked into: drivers, people on foot, lights, the weather, situations and triggers (H18).

A *thing* is what has a machine, by a word: "entity 12", "weather", "situation 0", "trigger gate". Of each that somebody
looks at, the last minute is kept: which machines were active, what each of them put out, and whose word was taken.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from seahaven.direction import Direction, Triggers
from seahaven.errors import SeahavenError
from seahaven.hcsm import Instance, Program, StepTrace, choices, draw_svg
from seahaven.takes import Run
from seahaven.world import Host, Machines

__all__ = ["Inspector", "Moment", "entities_in"]

DRIVERS: Final = "traffic/drivers"
KEPT: Final = 600
"""Moments of each thing that are kept: a minute at 10 Hz."""
DIGITS: Final = 4
"""Significant digits of the values that are told."""
Moment: TypeAlias = dict[str, Any]
"""`time` (s), `active` (paths), `values` (by path and output), and `chosen` (by path and output, the children)."""
Watched: TypeAlias = tuple[Program, Instance]


class Inspector:
    """Looks into the machines of a run."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._rings: dict[str, deque[Moment]] = {}

    def attend(self, things: tuple[str, ...]) -> None:
        """Look into these things from now on, and into no others."""
        self._rings = {thing: self._rings.get(thing) or deque(maxlen=KEPT) for thing in things}
        self.prepare()

    def forget(self) -> None:
        """Begin anew, as after going back in time."""
        self._rings = {thing: deque(maxlen=KEPT) for thing in self._rings}
        self.prepare()

    def prepare(self) -> None:
        """Have the steps of entities retraced that are about to be made."""
        wanted: dict[str, set[int]] = {}
        for thing in self._rings:
            entity = _entity(thing)
            module = self._module_of(entity) if entity else None
            if module is not None:
                wanted.setdefault(module.path, set()).add(entity)
        for module in self._machines():
            module.probe(wanted.get(module.path, ()))

    def look(self) -> None:
        """Take up what has happened since it was looked last."""
        for thing, ring in self._rings.items():
            entity = _entity(thing)
            if entity:
                module = self._module_of(entity)
                if module is not None:
                    ring.extend(_moment(seconds, trace) for seconds, trace in module.traced(entity))
                continue
            found = self._host(thing)
            if found is not None and (not ring or ring[-1]["time"] != self._run.time):
                ring.append(_host_moment(self._run.time, *found))

    def told(self, thing: str) -> Moment | None:
        """The newest moment of a thing; None where it has no machine, or has not made a step yet."""
        ring = self._rings.get(thing)
        if not ring:
            return self._first_moment(thing)
        return {**ring[-1], "kept": len(ring)}

    def ring(self, thing: str) -> list[Moment]:
        """All that is kept of a thing, the oldest first."""
        return list(self._rings.get(thing, ()))

    def kind(self, thing: str) -> dict[str, Any] | None:
        """The machine of a thing: its diagram, its tree and its panel; None where it has none."""
        entity = _entity(thing)
        if entity:
            module = self._module_of(entity)
            return None if module is None else _told_program(module.machine.program)
        found = self._host(thing)
        return None if found is None else _told_program(found[0])

    def told_once(self) -> dict[str, Any] | None:
        """The machine of drivers, which most of what is looked into has; None where nothing is driven by machines."""
        for module in self._machines():
            if module.path == DRIVERS:
                return _told_program(module.machine.program)
        return None

    # --- who has which machine ----------------------------------------------------------------------------------------

    def _machines(self) -> Iterator[Machines]:
        return (module for module in self._run.controller if isinstance(module, Machines))

    def _module_of(self, entity: int) -> Machines | None:
        """The module whose machines an entity's is one of; None where it has gone, or has none."""
        if entity not in self._run:
            return None
        family = self._run.world.entity(entity).family
        return next((module for module in self._machines() if module.family == family), None)

    def _host(self, thing: str) -> Watched | None:
        """The machine of what is no entity."""
        word, _, name = thing.partition(" ")
        for module in self._run.controller:
            if word == "weather" and isinstance(module, Host) and module.path == "weather":
                return _known(module.machine.program, module.instance)
            if word == "situation" and isinstance(module, Direction):
                return _known_play(module.plays().get(int(name))) if name.isdecimal() else None
            if word == "trigger" and isinstance(module, Triggers) and name in module.machines():
                return _known_play(module.machines()[name])
        return None

    def _first_moment(self, thing: str) -> Moment | None:
        """What is known of an entity before it is retraced: which machines are active, and its outputs."""
        entity = _entity(thing)
        module = self._module_of(entity) if entity else None
        if module is None:
            return None
        try:
            active = sorted(module.active(entity))
        except SeahavenError:
            return None
        row, program = self._run.world.entity(entity), module.machine.program
        values = {port.name: _short(getattr(row, port.name, None)) for port in program.outputs}
        return {"time": self._run.time, "active": active, "values": {program.name: values}, "chosen": {}, "kept": 0}


def entities_in(things: tuple[str, ...]) -> tuple[int, ...]:
    """The ids of those among some things that are entities."""
    return tuple(entity for thing in things if (entity := _entity(thing)))


def _entity(thing: str) -> int:
    """The id of an entity; 0 of what is none."""
    word, _, name = thing.partition(" ")
    return int(name) if word == "entity" and name.isdecimal() else 0


def _known(program: Program, instance: Instance | None) -> Watched | None:
    return None if instance is None else (program, instance)


def _known_play(instance: Instance | None) -> Watched | None:
    return None if instance is None else (instance.program, instance)


def _moment(seconds: float, trace: StepTrace) -> Moment:
    machines = [machine for machine in trace.machines if machine.active]
    return {
        "time": seconds,
        "active": [machine.path for machine in machines],
        "values": {machine.path: _shortened(machine.outputs) for machine in machines if machine.outputs},
        "chosen": {machine.path: _some(machine.chosen) for machine in machines if _some(machine.chosen)},
        "fired": {machine.path: machine.firings[-1].fired for machine in machines if machine.firings},
    }


def _host_moment(seconds: float, program: Program, instance: Instance) -> Moment:
    active = instance.active()
    taken = {path: _some(chosen) for path, chosen in choices(program, instance).items() if path in active}
    values = {path: _shortened(instance.outputs(path)) for path in active}
    return {
        "time": seconds, "active": list(active), "values": {path: said for path, said in values.items() if said},
        "chosen": {path: chosen for path, chosen in taken.items() if chosen}, "fired": {},
    }  # fmt: skip


def _some(chosen: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    return {output: list(children) for output, children in chosen.items() if children}


def _shortened(outputs: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _short(value) for name, value in outputs.items()}


def _short(value: Any) -> Any:
    """A value in few digits; text for what JSON has no number for."""
    if not isinstance(value, float):
        return value
    text = f"{value:.{DIGITS}g}"
    return text if text in ("nan", "inf", "-inf") else float(text)


def _told_program(program: Program) -> dict[str, Any]:
    buttons, dials = (
        [{"name": item.name, "unit": item.unit, "doc": item.doc} for item in items]
        for items in (program.buttons, program.dials)
    )
    tree = _tree(program, program.name)
    return {"name": program.name, "diagram": draw_svg(program), "tree": tree, "buttons": buttons, "dials": dials}


def _tree(program: Program, path: str) -> dict[str, Any]:
    """A machine with all that is inside it."""
    outputs = [{"name": port.name, "unit": port.unit} for port in program.outputs]
    children = [_tree(child, f"{path}/{child.name}") for child in program.children]
    return {
        "path": path, "name": program.name, "kind": program.kind, "doc": program.doc.strip().split("\n")[0],
        "outputs": outputs, "children": children,
    }  # fmt: skip
