"""Host machines: one machine that watches the world and presses buttons (triggers, beacons, directors)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seahaven.hcsm import Instance, Interpreter, Machine, Message
from seahaven.kernel import Emits, Hears, Module, Param, State, Tick, port
from seahaven.world.machines import Press

__all__ = ["Host", "Running"]


class Host(Module):
    """Runs one machine by the interpreter; a subclass says what it senses, and what comes of its outputs.

        class Trigger(Host):
            cars = reads("vehicle", "x")

            def sense(self, tick: Tick) -> dict[str, float | None]:
                return {"distance": ...}

    What the machine sends to entities is told through `pressed`, to be linked to the `presses` of `Machines`. Its own
    panel is pressed through `presses`: a `Press` that names no entities is for the machine itself, and one that names
    some is for others. Sensing and acting may be any deterministic Python over read-only views.
    """

    keeps_spare = True
    machine: Param[type[Machine] | Machine]
    presses: Hears[Press]
    pressed: Emits[Press]
    saved: State[dict[str, Any]] = port({})

    def sense(self, tick: Tick) -> Mapping[str, float | int | bool | None]:
        """The inputs of the machine at this date."""
        return {}

    def act(self, tick: Tick, outputs: Mapping[str, float | int | bool | None]) -> None:
        """Do what the machine's outputs say; most machines only press, and have none."""

    def step(self, tick: Tick) -> None:
        """Hear who pressed, sense, step the machine once, tell what it pressed, and act on what it puts out.

        A machine at rest is not run: the same step again changes nothing, as long as it senses the same and nobody
        presses.
        """
        running = self._running(tick.seed)
        instance = running.instance
        for event in self.presses:
            if not event.value.entities:
                event.value.refuse_unknown(self.machine.program, event.sender)
                instance.post(Message(instance.entity, f".{event.value.item}", event.value.value))
        for message in running.step(self.sense(tick), tick.index):
            if message.receiver != instance.entity:
                self.pressed.append(Press((message.receiver,), message.item.rpartition(".")[2], message.value))
        self.act(tick, running.outputs)

    @property
    def instance(self) -> Instance | None:
        """The machine at work, to be looked at only; None before its first step."""
        running: Running | None = self.live
        return None if running is None else running.instance

    def freeze(self) -> None:
        """Keep the state of the machine as plain data."""
        if self.live is not None:
            self.saved = self.live.instance.state()

    def _running(self, seed: int) -> Running:
        if self.live is None:
            interpreter = self._interpreter(seed)
            instance = interpreter.machine()
            if self.saved:
                instance.load(self.saved)
            self.live = Running(interpreter, instance)
        running: Running = self.live
        return running

    def _interpreter(self, seed: int) -> Interpreter:
        """What runs the machine: the one from before the run went back, if there is any."""
        program, spare = self.machine.program, self.spare
        if isinstance(spare, Running) and spare.interpreter.program == program:
            spare.interpreter.reseed(seed)
            return spare.interpreter
        return Interpreter(program, seed=seed)


class Running:
    """A machine at work, which knows when it is at rest."""

    __slots__ = ("_can_rest", "_inputs", "_rest", "instance", "interpreter", "kept", "outputs")

    def __init__(self, interpreter: Interpreter, instance: Instance) -> None:
        self.interpreter, self.instance = interpreter, instance
        self.outputs: Mapping[str, Any] = {}
        """Of the last step."""
        self.kept: Any = None
        """What a subclass of `Host` can work out again after a snapshot."""
        self._inputs: Mapping[str, Any] = {}
        self._rest: list[Any] | None = None
        """The state in which the last step found the machine and left it."""
        self._can_rest = not any(
            transition.source == transition.target
            for _, program in interpreter.program.walk()
            for transition in program.transitions
        )
        """Without transitions from a child to itself, none was taken where the state is the same afterwards. So there
        was no choice between several, which would be another one at the next step."""

    def rests(self, inputs: Mapping[str, Any]) -> bool:
        """Whether a step with these inputs would change nothing."""
        instance = self.instance
        return instance.state_values() == self._rest and inputs == self._inputs and not instance.inbox

    def step(self, inputs: Mapping[str, Any], index: int) -> tuple[Message, ...]:
        """Step the machine, unless it is at rest, and give what it sent."""
        instance = self.instance
        if self.rests(inputs):
            return ()
        before = instance.state_values() if self._can_rest and not instance.inbox else None
        result = self.interpreter.step(instance, inputs, step=index)
        is_same = before is not None and not result.sent and instance.state_values() == before
        self._rest, self._inputs, self.outputs = before if is_same else None, inputs, result.outputs
        return result.sent
