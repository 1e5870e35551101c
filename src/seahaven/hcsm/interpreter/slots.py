"""Where in an instance's list of values everything of a machine stands.

One entity's whole tree lives in one flat list: quick to read and write by number, to blank by slice and to save. The
slots of what is null at the beginning of a step (explicit inputs, outputs) lie together, each subtree's in one piece.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from seahaven.hcsm.program import Port, Program, Type, Wire

__all__ = ["ALIVE", "ENTITY", "SENT", "STEP", "Slot", "Slots"]

ENTITY, STEP, SENT, ALIVE = range(4)
"""The slots at the head of every list: the entity's id, the number of the step, the messages sent in it, and whether
the top machine was activated yet."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A number in the list and the type of what is there."""

    number: int
    type: Type


class Slots:
    """The slots of a whole program, by machine path and name.

    `initial` is the list of a new instance; `below` what is null at the beginning of a step in the machines below one,
    and `volatile` in all machines; `lasting` what goes on from step to step.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.initial: list[Any] = [0, 0, None, False]
        self.inputs: dict[tuple[str, str], Slot] = {}
        self.outputs: dict[tuple[str, str], Slot] = {}
        self.locals: dict[tuple[str, str], Slot] = {}
        self.dials: dict[tuple[str, str], Slot] = {}
        self.bags: dict[tuple[str, str], Slot] = {}
        self.active: dict[str, int] = {}
        self.child_names: dict[str, list[str]] = {}
        self.own_locals: dict[str, slice] = {}
        self.below: dict[str, slice] = {}
        self._place_all()

    def _place_all(self) -> None:
        machines = list(self.program.walk())
        first = len(self.initial)
        self._place_volatile(self.program.name, self.program, {})
        self.volatile = slice(first, len(self.initial))
        top = self.program.name
        self.inputs |= {(top, port.name): self._place(port.type, None) for port in self.program.inputs}
        first = len(self.initial)
        for path, machine in machines:
            self._place_lasting(path, machine)
        self.lasting = slice(first, len(self.initial))
        first = len(self.initial)
        for path, machine in machines:
            for item in (*machine.buttons, *machine.dials):
                self.bags[path, item.name] = self._place(item.type, ())
        self.all_bags = slice(first, len(self.initial))

    def _place(self, type: Type, value: object) -> Slot:
        self.initial.append(value)
        return Slot(len(self.initial) - 1, type)

    def _place_volatile(self, path: str, machine: Program, wires: dict[str, Wire]) -> None:
        """Explicit inputs and outputs, depth first; implicit inputs get the slot of their source."""
        for port in machine.inputs if path != self.program.name else ():
            if wires.get(port.name, Wire("set")).source == "set":
                self.inputs[path, port.name] = self._place(port.type, None)
        for port in machine.outputs:
            self.outputs[path, port.name] = self._place(port.type, None)
        first = len(self.initial)
        for child in sorted(machine.children, key=lambda c: c.name):
            self._place_volatile(f"{path}/{child.name}", child, machine.wires.get(child.name, {}))
        self.below[path] = slice(first, len(self.initial))

    def _place_lasting(self, path: str, machine: Program) -> None:
        """Locals, dials and the number of the active child (in the order of names)."""
        first = len(self.initial)
        for port in machine.locals:
            self.locals[path, port.name] = self._place(port.type, _beginning(port))
        self.own_locals[path] = slice(first, len(self.initial))
        for port in machine.dials:
            self.dials[path, port.name] = self._place(port.type, _beginning(port))
        self.child_names[path] = sorted(child.name for child in machine.children)
        if machine.kind == "sequential":
            self.initial.append(self.child_names[path].index(machine.start))
            self.active[path] = len(self.initial) - 1
        for child in machine.children:
            self._link(path, child, machine.wires.get(child.name, {}))

    def _link(self, path: str, child: Program, wires: dict[str, Wire]) -> None:
        """Implicit wiring: the child's input is the parent's input or dial. Parents come before children."""
        for name, wire in wires.items():
            if wire.source != "set":
                source = self.inputs if wire.source == "input" else self.dials
                self.inputs[f"{path}/{child.name}", name] = source[path, wire.name or name]


def _beginning(port: Port) -> float | int | bool | None:
    """A local's initial value or a dial's first setting, in its type; none declared is null where allowed, else 0."""
    if port.default is None and port.nullable:
        return None
    value = 0 if port.default is None else port.default
    return float(value) if port.type == "float" else bool(value) if port.type == "bool" else int(value)
