"""Transitions that would cross a machine's boundary, and what to write instead (H2)."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from seahaven.errors import nearest
from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.program import Program, Where

__all__ = ["crossing", "no_child", "path_to"]

_RULE = "transitions never cross a machine's boundary (H2)"


def path_to(wanted: Any, parts: Mapping[str, Any]) -> tuple[str, ...]:
    """The names that lead to a machine class or part through the parts of some machine; none if it is not there."""
    for name, part in parts.items():
        if part is wanted:
            return (name,)
    for name, part in parts.items():
        below = part if isinstance(part, type) else type(part)
        if path := path_to(wanted, {n: v for n, v in vars(below).items() if hasattr(v, "_draft")}):
            return (name, *path)
    return ()


def crossing(machine: str, path: Sequence[str], *, is_source: bool, where: Where) -> MachineError:
    """The refusal of a transition of a machine from or to something inside one of its children."""
    child = path[0]
    leaving = f"write ({child} >> ...), and let {child} say with an output, kept in a local of {machine}, when"
    entering = f"write (... >> {child}); what is active inside is said by its own start and transitions"
    return MachineError(
        f"{_transition(machine, path[-1], is_source)}, which is inside '{'/'.join(path[:-1])}', but {_RULE}",
        where,
        leaving if is_source else entering,
    )


def no_child(
    machine: str, name: str, children: Mapping[str, Program], around: Container[str], *, is_source: bool, where: Where
) -> MachineError:
    """The refusal of a transition from or to a name that no child has; `around` are the children of what is around."""
    if path := _below(name, children):
        return crossing(machine, path, is_source=is_source, where=where)
    if name in around:
        return MachineError(
            f"{_transition(machine, name, is_source)}, which is outside {machine}, but {_RULE}", where,
            f"write it in the machine around {machine}, between {machine} and {name}",
        )  # fmt: skip
    return MachineError(
        f"'{name}' is not a child of {machine}{nearest(name, children)}", where,
        "a transition leads from one child to another",
    )  # fmt: skip


def _transition(machine: str, name: str, is_source: bool) -> str:
    return f"a transition of {machine} leads {'from' if is_source else 'to'} '{name}'"


def _below(name: str, children: Mapping[str, Program]) -> tuple[str, ...]:
    """The path to a machine of that name, or of that path, inside one of the children."""
    for child in children.values():
        for path, machine in child.walk():
            if path != child.name and name in (machine.name, path, path.replace("/", ".")):
                return tuple(path.split("/"))
    return ()
