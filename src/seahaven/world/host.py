"""Host machines: one machine that watches the world and presses buttons (triggers, beacons, directors)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seahaven.hcsm import Instance, Interpreter, Machine, Message
from seahaven.kernel import Emits, Hears, Module, Param, State, Tick, port
from seahaven.world.machines import Press

__all__ = ["Host"]


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
        """Hear who pressed, sense, step the machine once, tell what it pressed, and act on what it puts out."""
        interpreter, instance = self._running(tick.seed)
        for event in self.presses:
            if not event.value.entities:
                event.value.refuse_unknown(self.machine.program, event.sender)
                instance.post(Message(instance.entity, f".{event.value.item}", event.value.value))
        result = interpreter.step(instance, self.sense(tick), step=tick.index)
        for message in result.sent:
            if message.receiver != instance.entity:
                self.pressed.append(Press((message.receiver,), message.item.rpartition(".")[2], message.value))
        self.act(tick, result.outputs)

    def freeze(self) -> None:
        """Keep the state of the machine as plain data."""
        if self.live is not None:
            self.saved = self.live[1].state()

    def _running(self, seed: int) -> tuple[Interpreter, Instance]:
        if self.live is None:
            interpreter = Interpreter(self.machine.program, seed=seed)
            instance = interpreter.machine()
            if self.saved:
                instance.load(self.saved)
            self.live = interpreter, instance
        running: tuple[Interpreter, Instance] = self.live
        return running
