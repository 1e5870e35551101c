"""Resolution methods as values: how a machine's output comes from those of its children (H3).

    class Driver(Machine):
        keep, follow, turn = MaintainSpeed(), Follow(), Turning()
        acceleration: Out[float] = most_conservative(keep, follow, turn)
        heading: Out[float] = priority(turn, keep)

Children are given by reference or by name. Every method skips a child that says nothing (H8).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from seahaven.errors import nearest
from seahaven.hcsm.errors import MachineError
from seahaven.hcsm.program import Kind, Port, Program, Resolution, Where

__all__ = [
    "Method", "check_children", "disjoint_union", "most_conservative", "own", "pass_through", "priority", "settled",
    "weighted_blend",
]  # fmt: skip

_WAYS = "say how: most_conservative(...), priority(...), weighted_blend(...), own(...), or assign it in `activity`"


@dataclass(frozen=True, slots=True, eq=False)
class Method:
    """How an output is to be resolved, as the author said it; `children` are references or names."""

    name: Literal["most_conservative", "priority", "weighted_blend", "pass_through", "disjoint_union", "own"]
    children: tuple[Any, ...] = ()
    weights: tuple[float, ...] = ()
    function: Callable[..., Any] | None = None


def most_conservative(*children: Any) -> Any:
    """The least of what the children say; of all children that have the output, if none are named."""
    return Method("most_conservative", children)


def priority(*children: Any) -> Any:
    """What the first child says that says anything."""
    return Method("priority", children)


def weighted_blend(weights: Mapping[Any, float]) -> Any:
    """The weighted mean over the children that say anything."""
    return Method("weighted_blend", tuple(weights), tuple(weights.values()))


def pass_through() -> Any:
    """What the one active child says; only for sequential machines, where it is also the default."""
    return Method("pass_through")


def disjoint_union(*children: Any) -> Any:
    """What the one child says that has the output; also the default of concurrent machines."""
    return Method("disjoint_union", children)


def own(function: Callable[..., Any], *children: Any) -> Any:
    """Your own function of what the children say, one argument for each; it runs before the activity.

    acceleration: Out[float] = own(lambda keep, follow: 0.5 * (keep + follow), keep, follow)
    """
    return Method("own", children, function=function)


def settled(
    method: Method | None, machine: str, kind: Kind, output: Port, children: Mapping[str, Program], where: Where
) -> Resolution | None:
    """A method as the engines know it, or the default where there is none; None if no child has the output."""
    having = sorted(name for name, child in children.items() if _output(child, output.name))
    if method is None:
        return _default(machine, kind, output, having, children, where)
    if method.name == "pass_through" and kind != "sequential":
        raise MachineError(f"output '{output.name}' of {machine} passes through, but {machine} is {kind}", where, _WAYS)
    names = tuple(method.children) or tuple(having)
    if method.name == "priority" and not method.children:
        raise MachineError(
            f"output '{output.name}' of {machine}: priority() names no children", where, "name them in order"
        )
    check_children(machine, output, names, children, where)
    if method.name == "disjoint_union":
        names = tuple(_single(machine, output, list(names), where))
    if (output.type == "bool" and method.name == "most_conservative") or (output.type != "float" and method.weights):
        raise MachineError(
            f"output '{output.name}' of {machine} is of type {output.type}, which has no {method.name}", where
        )
    return _resolution(method, names, machine, output, where)


def check_children(
    machine: str, output: Port, names: Sequence[str], children: Mapping[str, Program], where: Where
) -> None:
    """Refuse children that do not have an output, have it of another type, or are named twice."""
    if not names:
        raise MachineError(f"no child of {machine} has an output '{output.name}' to resolve", where)
    for name in names:
        port = _output(children[name], output.name)
        if port is None:
            has = [port.name for port in children[name].outputs]
            raise MachineError(
                f"child '{name}' of {machine} has no output '{output.name}'{nearest(output.name, has)}", where
            )
        if port.type != output.type:
            raise MachineError(
                f"output '{output.name}' of {machine} is of type {output.type}, that of '{name}' of type {port.type}",
                where,
                "declare both alike, or convert it in `activity`",
            )  # fmt: skip
    if len(set(names)) < len(names):
        raise MachineError(f"output '{output.name}' of {machine} names a child twice", where)


def _resolution(method: Method, names: tuple[str, ...], machine: str, output: Port, where: Where) -> Resolution:
    if method.name == "weighted_blend":
        if not all(math.isfinite(weight) and weight > 0.0 for weight in method.weights):
            raise MachineError(f"output '{output.name}' of {machine} has a weight that is not positive", where)
        pairs = sorted(zip(names, map(float, method.weights), strict=True))
        return Resolution("blend", tuple(name for name, _ in pairs), tuple(weight for _, weight in pairs))
    if method.name == "most_conservative":
        return Resolution("least", tuple(sorted(names)))
    return Resolution("active", tuple(sorted(names))) if method.name == "pass_through" else Resolution("first", names)


def _default(
    machine: str, kind: Kind, output: Port, having: list[str], children: Mapping[str, Program], where: Where
) -> Resolution | None:
    if not having:
        return None
    check_children(machine, output, having, children, where)
    if kind == "sequential":
        return Resolution("active", tuple(having))
    return Resolution("first", tuple(_single(machine, output, having, where)))


def _single(machine: str, output: Port, names: list[str], where: Where) -> list[str]:
    if len(names) > 1:
        writers = " and ".join(f"'{name}'" for name in names)
        raise MachineError(
            f"two writers of one output: '{output.name}' of {machine} comes from {writers}", where, _WAYS
        )
    return names


def _output(child: Program, name: str) -> Port | None:
    return next((port for port in child.outputs if port.name == name), None)
