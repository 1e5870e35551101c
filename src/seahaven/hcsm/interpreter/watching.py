"""Nodes that say what they do, for traces. Without a trace they do not run, so tracing costs nothing then."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from seahaven.hcsm.interpreter.execution import Arrow, Node, Sequential, Values
from seahaven.hcsm.interpreter.instance import Instance
from seahaven.hcsm.interpreter.slots import STEP, Slots
from seahaven.hcsm.interpreter.trace import Firing, MachineTrace, StepTrace
from seahaven.hcsm.interpreter.translation import sources
from seahaven.hcsm.panel import Message, Scalar
from seahaven.hcsm.program import Program

__all__ = ["Watch", "WatchedNode", "WatchedSequential", "choices"]


class WatchedNode(Node):
    """A node that notes when it is entered and left."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.changes: list[str] = []

    def activate(self, v: Values) -> None:
        """Note it before the entry functions further down."""
        self.changes.append(f"entry {self.path}")
        super().activate(v)

    def deactivate(self, v: Values, kept: bool = False) -> None:
        """Note it after the exit functions further down."""
        super().deactivate(v, kept)
        self.changes.append(f"exit {self.path}")


class WatchedSequential(WatchedNode, Sequential):
    """A sequential node that also notes its transitions."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.firings: list[Firing] = []

    def choose(self, v: Values, firings: int) -> Arrow | None:
        """Note what was enabled: conditions change nothing, so they may be asked twice."""
        enabled = tuple(arrow.label for arrow in self.arrows[v[self.active]] if arrow.condition(v))
        arrow = super().choose(v, firings)
        if arrow is not None:
            self.firings.append(Firing(enabled, arrow.label))
        return arrow


class Watch:
    """One watched step: begun before it, made into a trace after it."""

    def __init__(self, slots: Slots, nodes: Iterable[Node], instance: Instance) -> None:
        self._slots, self._nodes, self._instance = slots, list(nodes), instance
        self._changes: list[str] = []
        for node in self._nodes:
            if isinstance(node, WatchedNode):
                node.changes = self._changes
            if isinstance(node, WatchedSequential):
                node.firings = []
        self._before = list(instance.values)
        self._inbox = instance.pending()
        self._hearing = {node.path for node in self._nodes if instance.hears(node.path)}

    def trace(self, inputs: dict[str, Scalar | None], sent: tuple[Message, ...]) -> StepTrace:
        """What happened since."""
        machines = tuple(self._machine(node, sent) for node in self._nodes)
        step = self._instance.values[STEP]
        return StepTrace(step, self._instance.entity, inputs, machines, tuple(self._changes))

    def _machine(self, node: Node, sent: tuple[Message, ...]) -> MachineTrace:
        v, path = self._instance.values, node.path
        chooser = node if isinstance(node, WatchedSequential) else None
        arrived = [message for message in self._inbox if message.item.rpartition(".")[0] == path]
        received = tuple(m for m in arrived if path in self._hearing or self._instance.is_dial(m.item))
        return MachineTrace(
            path,
            self._instance.is_active(path),
            self._slots.child_names[path][v[chooser.active]] if chooser else "",
            tuple(chooser.firings) if chooser else (),
            self._instance.outputs(path),
            self._chosen(node),
            self._changed(node),
            received,
            tuple(m for m in arrived if m not in received),
            tuple(m for m in sent if m.sender_path == path),
        )

    def _changed(self, node: Node) -> dict[str, Scalar | None]:
        now = self._instance.locals(node.path)
        numbers = {name: self._slots.locals[node.path, name].number for name in now}
        return {name: value for name, value in now.items() if repr(value) != repr(self._before[numbers[name]])}

    def _chosen(self, node: Node) -> dict[str, tuple[str, ...]]:
        return _chosen_in(node.program, node.path, self._instance)


def choices(program: Program, instance: Instance) -> dict[str, dict[str, tuple[str, ...]]]:
    """Of each machine that resolves outputs, by its path, whose word each of them was in the last step."""
    resolving = ((path, machine) for path, machine in program.walk() if machine.resolutions)
    return {path: _chosen_in(machine, path, instance) for path, machine in resolving}


def _chosen_in(program: Program, path: str, instance: Instance) -> dict[str, tuple[str, ...]]:
    return {output: _choice(program, path, instance, output) for output in sorted(program.resolutions)}


def _choice(program: Program, path: str, instance: Instance, output: str) -> tuple[str, ...]:
    """Children's outputs stay as they are after the resolution has looked at them."""
    how = program.resolutions[output]
    said = {child: instance.outputs(f"{path}/{child}")[name] for child, name in sources(output, how)}
    speaking = {child: value for child, value in said.items() if value is not None}
    if how.method == "blend" or not speaking:
        return tuple(speaking)
    chosen = next(iter(speaking))
    for child, value in speaking.items():
        if how.method == "least" and (value < speaking[chosen] or speaking[chosen] != speaking[chosen]):
            chosen = child
    return (chosen,)
