"""What happened in each step, as data that prints as a tree and can be compared to its first difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from seahaven.hcsm.panel import Message, Scalar

__all__ = ["Firing", "MachineTrace", "StepTrace", "Trace", "first_difference"]


@dataclass(frozen=True, slots=True)
class Firing:
    """The labels of the transitions that were enabled, and of the one among them that fired."""

    enabled: tuple[str, ...]
    fired: str

    def __str__(self) -> str:
        return self.fired + (f" (of {len(self.enabled)})" if len(self.enabled) > 1 else "")


@dataclass(frozen=True, slots=True)
class MachineTrace:
    """One machine in one step.

    `active` is at the end of the step, and so is `child`, a sequential machine's active child. `chosen` has the
    children whose word became each resolved output: one, several where they were blended, none where all were silent.
    `locals` has those that the step changed. `received` were in the bags or turned dials; `dropped` are presses that
    came while it was inactive.
    """

    path: str
    active: bool
    child: str = ""
    firings: tuple[Firing, ...] = ()
    outputs: Mapping[str, Scalar | None] = field(default_factory=dict)
    chosen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    locals: Mapping[str, Scalar | None] = field(default_factory=dict)
    received: tuple[Message, ...] = ()
    dropped: tuple[Message, ...] = ()
    sent: tuple[Message, ...] = ()

    def __str__(self) -> str:
        return f"{self.path.rpartition('/')[2]}: {'; '.join(self._words()) or 'silent'}"

    def _words(self) -> Iterator[str]:
        if not self.active:
            yield "inactive"
        for firing in self.firings:
            yield f"fired {firing}"
        if self.child:
            yield f"in {self.child}"
        yield from (self._output(name, value) for name, value in self.outputs.items() if self.active)
        yield from (f"{name} := {_text(value)}" for name, value in self.locals.items())
        yield from (f"got {_letter(message)} from {_sender(message)}" for message in self.received)
        yield from (f"dropped {_letter(message)} from {_sender(message)}" for message in self.dropped)
        yield from (f"sent {_letter(message)} to {message.receiver}" for message in self.sent)

    def _output(self, name: str, value: Scalar | None) -> str:
        source = f" ({', '.join(self.chosen[name])})" if self.chosen.get(name) else ""
        return f"{name} {_text(value)}{source}"

    @property
    def is_eventful(self) -> bool:
        """Whether there is anything to say of it."""
        return self.active or bool(self.received or self.dropped or self.sent or self.locals)


@dataclass(frozen=True, slots=True)
class StepTrace:
    """One step of one entity: inputs, all machines in the order of names, and who was left and entered, in order."""

    step: int
    entity: int
    inputs: Mapping[str, Scalar | None]
    machines: tuple[MachineTrace, ...]
    changes: tuple[str, ...] = ()
    """`exit PATH` and `entry PATH`, one after the other."""

    def machine(self, path: str) -> MachineTrace:
        """What the machine at a path did."""
        return next(machine for machine in self.machines if machine.path == path)

    def __str__(self) -> str:
        inputs = ", ".join(f"{name} {_text(value)}" for name, value in self.inputs.items())
        lines = [f"step {self.step} of entity {self.entity}" + (f": {inputs}" if inputs else "")]
        for machine in self.machines:
            if machine.is_eventful:
                lines.append("  " * (machine.path.count("/") + 1) + str(machine))
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Trace:
    """Steps in the order in which they were made."""

    steps: tuple[StepTrace, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.steps))


def first_difference(a: Trace, b: Trace) -> str | None:
    """Where two traces part, in words; None if they are the same to the bit."""
    for one, other in zip(a.steps, b.steps, strict=False):
        if difference := _step_difference(one, other):
            return f"step {one.step} of entity {one.entity}, {difference}"
    if len(a.steps) != len(b.steps):
        return f"the first has {len(a.steps)} steps and the second {len(b.steps)}"
    return None


def _step_difference(a: StepTrace, b: StepTrace) -> str | None:
    for name in ("step", "entity", "inputs"):
        if difference := _difference(name, getattr(a, name), getattr(b, name)):
            return difference
    paths_a, paths_b = [m.path for m in a.machines], [m.path for m in b.machines]
    if paths_a != paths_b:
        return _difference("machines", paths_a, paths_b)
    for one, other in zip(a.machines, b.machines, strict=True):
        if difference := _machine_difference(one, other):
            return f"{one.path}: {difference}"
    return _difference("changes", a.changes, b.changes)


def _machine_difference(a: MachineTrace, b: MachineTrace) -> str | None:
    """Causes before effects: what arrived and fired, and then what came of it."""
    for name in ("received", "dropped", "firings", "child", "active", "locals", "outputs", "chosen", "sent"):
        if difference := _difference(name, getattr(a, name), getattr(b, name)):
            return difference
    return None


def _difference(what: str, a: Any, b: Any) -> str | None:
    """Values are told apart by how they print in full: -0.0 from 0.0, 1 from 1.0, but not NaN from NaN."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        names = [name for name in {**a, **b} if repr(a.get(name, "absent")) != repr(b.get(name, "absent"))]
        if not names:
            return None
        what, a, b = f"{what}[{names[0]!r}]", a.get(names[0], "absent"), b.get(names[0], "absent")
    return None if repr(a) == repr(b) else f"{what}: {a!r} in the first, {b!r} in the second"


def _text(value: Scalar | None) -> str:
    return "null" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


def _letter(message: Message) -> str:
    return f"{message.item.rpartition('/')[2]} = {_text(message.value)}"


def _sender(message: Message) -> str:
    return f"{message.sender_path} of {message.sender}" if message.sender_path else "outside"
