"""How the children's inputs are fed: by the parent's pre-activity, or by the parent's port of the same name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from seahaven.hcsm.definition.function import Reading
from seahaven.hcsm.definition.port import Declared, Role
from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.program import ChildInput, Port, Program, Read, Where, Wire

__all__ = ["early_inputs", "wired"]


def wired(
    parent: str, child: Program, feed: Callable[[str], Declared | None], reading: Reading, where: Where
) -> dict[str, Wire]:
    """How each input of a child gets its value; one that nothing feeds is refused, unless it may be null."""
    early = early_inputs(child)
    wires = {}
    for port in child.inputs:
        place = ChildInput(child.name, port.name)
        if place in reading.wired:
            _check_set(parent, place, port, place in reading.always, port.name in early, where)
            wires[port.name] = Wire("set")
        else:
            wires[port.name] = _implicit(parent, place, port, feed(port.name), where)
    return wires


def early_inputs(program: Program) -> frozenset[str]:
    """The inputs that entry and exit functions read, of the machine or of machines below it.

    These may run in a step before the parent's pre-activity has assigned anything (rule 7).
    """
    own = {read.name for read in _reads((program.entry, program.exit)) if read.place == "input"}
    below = {
        wire.name
        for child in program.children
        for name, wire in program.wires[child.name].items()
        if wire.source == "input" and name in early_inputs(child)
    }
    return frozenset(own | below)


def _reads(value: Any) -> Iterator[Read]:
    if isinstance(value, Read):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _reads(part)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _reads(getattr(value, field.name))


def _check_set(parent: str, place: ChildInput, port: Port, always: bool, early: bool, where: Where) -> None:
    if port.nullable:
        return
    name = f"{place.child}.{place.input}"
    if not always:
        raise MachineError(
            f"the pre-activity of {parent} does not assign input '{name}' in every branch", where,
            f"assign it in each, or declare it In[{port.type} | None]",
        )  # fmt: skip
    if early:
        raise MachineError(
            f"input '{name}' is read by an entry or exit function, when the pre-activity of {parent} may not have run",
            where,
            f"declare it In[{port.type} | None] there",
        )  # fmt: skip


def _implicit(parent: str, place: ChildInput, port: Port, source: Declared | None, where: Where) -> Wire:
    name = f"{place.child}.{place.input}"
    if source is None:
        if port.nullable:
            return Wire("set")
        raise MachineError(
            f"input '{name}' of {parent} is not wired", where,
            f"declare an input or dial '{port.name}' in {parent}, or assign m.{name} in its pre_activity",
        )  # fmt: skip
    if source.port.type != port.type:
        raise MachineError(
            f"{source} of {parent} is of type {source.port.type} and feeds '{name}', which is of type {port.type}",
            where,
            f"declare both alike, or assign m.{name} in pre_activity",
        )  # fmt: skip
    if source.port.nullable and not port.nullable:
        raise MachineError(
            f"{source} of {parent} may be None and feeds '{name}', which may not", where,
            f"declare that In[{port.type} | None], or assign m.{name} = either(...) in pre_activity",
        )  # fmt: skip
    if source.port.unit and port.unit and source.port.unit != port.unit:
        raise MachineError(
            f"{source} of {parent} is in {source.port.unit} and feeds '{name}', which is in {port.unit}", where,
            f"give both the same unit, or assign m.{name} in pre_activity",
        )  # fmt: skip
    return Wire("dial" if source.role is Role.DIAL else "input", port.name)
