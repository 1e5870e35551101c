"""A probe in compiled machines: single entities retraced step by step, for those who look on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import numpy as np

from seahaven.hcsm import Crowd, Instance, Interpreter, Message, Program, StepTrace

__all__ = ["MOST_STEPS", "Probe"]

MOST_STEPS: Final = 700
"""Steps of an entity that are kept until somebody takes them: a minute at 10 Hz."""


class Probe:
    """Steps some entities by the interpreter, from the state that compiled code is about to step them from.

    Both do the same to the bit, so a trace tells what compiled code does in this step and leaves no record of: what
    every machine put out, and whose word was taken. Nothing of the crowd changes.
    """

    def __init__(self, program: Program, seed: int) -> None:
        self._interpreter = Interpreter(program, seed=seed)
        self._traces: dict[int, deque[tuple[float, StepTrace]]] = {}

    @property
    def entities(self) -> Iterable[int]:
        """Who is retraced."""
        return self._traces

    def turn_to(self, entities: Iterable[int]) -> None:
        """Retrace these entities from now on, and no others."""
        self._traces = {one: self._traces.get(one) or deque(maxlen=MOST_STEPS) for one in sorted(entities)}

    def taken(self, entity: int) -> list[tuple[float, StepTrace]]:
        """The steps since they were taken last, each with its date (s)."""
        traces = self._traces.get(entity)
        found = list(traces or ())
        if traces:
            traces.clear()
        return found

    def look(self, crowd: Crowd, inputs: Callable[[int], Mapping[str, Any]], step: int, seconds: float) -> None:
        """Retrace the step that the crowd is about to make."""
        for entity, traces in self._traces.items():
            found = np.flatnonzero(crowd.ids == entity)
            if not len(found):
                continue
            state, mail = crowd.plain_state(int(found[0]))
            instance = self._instance(entity, state, mail)
            trace = self._interpreter.step(instance, inputs(entity), step=step, trace=True).trace
            if trace is not None:
                traces.append((seconds, trace))

    def _instance(self, entity: int, state: Mapping[str, Any], mail: Iterable[Message]) -> Instance:
        instance = self._interpreter.machine(entity)
        instance.load(state)
        for message in mail:
            instance.post(message)
        return instance
