"""Whether children, transitions and the start make a machine (H1, H2)."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence

from seahaven.errors import nearest
from seahaven.hcsm.errors import MachineError, MachineWarning
from seahaven.hcsm.program import Kind, Transition, Where

__all__ = ["check_transitions", "kind_of", "warn_unreachable"]


def kind_of(name: str, children: Sequence[str], arrows: int, start: str, where: Where) -> Kind:
    """Leaf, sequential or concurrent, as it follows from what is there."""
    if arrows and not start:
        raise MachineError(f"{name} has transitions but no start", where, f"write `start = {_first(children)}`")
    if start and not arrows:
        raise MachineError(
            f"{name} has a start but no transitions", where, "without transitions all children are active"
        )
    if start and start not in children:
        raise MachineError(
            f"the start of {name}, '{start}', is not one of its children{nearest(start, children)}", where
        )
    return "sequential" if arrows else "concurrent" if children else "leaf"


def _first(children: Sequence[str]) -> str:
    return children[0] if children else "..."


def check_transitions(name: str, transitions: Iterable[Transition]) -> None:
    """Refuse two transitions that nothing tells apart."""
    seen: dict[tuple[str, str, str], Where] = {}
    for made in transitions:
        key = (made.source, made.target, made.label)
        if key in seen:
            label = f" named '{made.label}'" if made.label else ""
            raise MachineError(
                f"{name} has two transitions from '{made.source}' to '{made.target}'{label}, "
                f"the first on line {seen[key].line}",
                made.where,
                "join their conditions with `or`, or tell them apart with .named(...)",
            )
        seen[key] = made.where


def warn_unreachable(name: str, children: Mapping[str, Where], start: str, transitions: Sequence[Transition]) -> None:
    """Warn of children that no way of transitions leads to."""
    reached, found = {start}, True
    while found:
        more = {made.target for made in transitions if made.source in reached} - reached
        reached |= more
        found = bool(more)
    for child, where in children.items():
        if child not in reached:
            text = f"no transition of {name} leads to child '{child}'"
            warnings.warn_explicit(text, MachineWarning, where.file, where.line)
