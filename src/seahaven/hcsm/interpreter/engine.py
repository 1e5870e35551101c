"""The interpreter: the engine that says what a machine means.

It runs one entity's machine at a time, plainly and in the open; the compiled form is held to its results.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from seahaven.hcsm.interpreter.execution import Node, Variant, plant
from seahaven.hcsm.interpreter.instance import Instance
from seahaven.hcsm.interpreter.intake import Inputs, Intake
from seahaven.hcsm.interpreter.slots import ALIVE, SENT, STEP, Slots
from seahaven.hcsm.interpreter.trace import StepTrace, Trace
from seahaven.hcsm.interpreter.watching import Watch, WatchedNode, WatchedSequential
from seahaven.hcsm.panel import Message, Scalar, in_order
from seahaven.hcsm.runnable import Runnable, program_of

__all__ = ["Interpreter", "StepResult"]


class StepResult(NamedTuple):
    """What one step of one entity gave: outputs by name (None is null), all messages sent, in order, and the trace."""

    outputs: dict[str, Scalar | None]
    sent: tuple[Message, ...] = ()
    trace: StepTrace | None = None


class Interpreter:
    """Runs instances of one machine: a class, one with its dials preset, or the program of either.

    `run_on` and `settle` are the variants of section 3.3; `three_pass` runs figure 5 instead of figure 4.
    """

    def __init__(
        self, machine: Runnable, *, seed: int = 0, run_on: bool = False, settle: bool = False, three_pass: bool = False
    ) -> None:
        program = program_of(machine)
        self.program, self.seed, self.three_pass = program, seed, three_pass
        self._variant = Variant(run_on=run_on, settle=settle)
        self._slots = Slots(program)
        self._top = plant(program.name, program, self._slots, self._variant, seed)
        self._blank = self._slots.initial[self._slots.volatile]
        self._intake = Intake(self._slots)
        outputs = self._slots.outputs
        self._outputs = [(port.name, outputs[program.name, port.name].number) for port in program.outputs]

    def reseed(self, seed: int) -> None:
        """Choose under another seed from now on."""
        if seed != self.seed:
            self.seed = seed
            self.__dict__.pop("_watched_top", None)
            for node in self._top.walk():
                node.reseed(seed)

    def machine(self, entity: int = 0) -> Instance:
        """A new instance; it becomes active at the beginning of its first step."""
        return Instance(self._slots, entity)

    def step(self, instance: Instance, inputs: Inputs, *, step: int, trace: bool = False) -> StepResult:
        """Deliver what is under way, execute the top machine once, and put what it sent to itself under way.

        Messages to other entities are for the caller to `post`; an `Ensemble` does so. An input that may be null may be
        left out.
        """
        if trace:
            return self._watched_step(instance, inputs, step)
        self._execute(self._top, instance, inputs, step)
        return self._result(instance)

    def trace(self, instance: Instance, inputs: Iterable[Inputs], *, first_step: int = 0) -> Trace:
        """A step for each of the inputs, one after the other, and all that happened in them."""
        results = (self.step(instance, given, step=k, trace=True) for k, given in enumerate(inputs, first_step))
        return Trace(tuple(result.trace for result in results if result.trace is not None))

    def _watched_step(self, instance: Instance, inputs: Inputs, step: int) -> StepResult:
        top = self._watched_top
        watch = Watch(self._slots, top.walk(), instance)
        self._execute(top, instance, inputs, step)
        result = self._result(instance)
        return result._replace(trace=watch.trace(self._intake.taken(instance.values), result.sent))

    @cached_property
    def _watched_top(self) -> Node:
        kinds = (WatchedNode, WatchedSequential)
        return plant(self.program.name, self.program, self._slots, self._variant, self.seed, kinds)

    def _result(self, instance: Instance) -> StepResult:
        v = instance.values
        outputs = {name: v[number] for name, number in self._outputs}
        return StepResult(outputs, _sent(instance)) if v[SENT] else StepResult(outputs)

    def _execute(self, top: Node, instance: Instance, inputs: Inputs, step: int) -> None:
        v = instance.values
        v[STEP] = step
        v[self._slots.volatile] = self._blank
        self._intake.take(v, inputs)
        if instance.inbox or instance.has_bags:
            instance.deliver()
        fresh = not v[ALIVE]
        if fresh:
            v[ALIVE] = True
            top.activate(v)
        if self.three_pass:
            top.wire(v, True)
            top.change(v, fresh)
            top.act(v)
        else:
            top.execute(v, fresh)


def _sent(instance: Instance) -> tuple[Message, ...]:
    """What was sent in the step, in order; an entity's messages to itself are put under way."""
    messages = in_order(Message(*message) for message in instance.values[SENT])
    instance.values[SENT] = []
    for message in messages:
        if message.receiver == instance.entity:
            instance.post(message)
    return tuple(messages)
