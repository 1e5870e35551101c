"""One entity stepped by hand, and the machines that several tests step."""

from __future__ import annotations

from typing import Any

from seahaven.hcsm.interpreter import Instance, Interpreter, StepResult, Trace
from seahaven.hcsm.panel import Message
from seahaven.hcsm.program import Port, Program, Resolution
from tests.hcsm.programs import (
    arrow,
    floats,
    given,
    keep,
    leaf,
    local,
    op,
    put,
    sequential,
)

COUNT = Port("n", "float", default=0.0)
GO = Port("go", "bool")


class Run:
    """One entity, stepped by hand; each step gives what its top machine put out."""

    def __init__(self, program: Program, entity: int = 1, **options: Any) -> None:
        self.interpreter = Interpreter(program, **options)
        self.machine: Instance = self.interpreter.machine(entity)
        self.results: list[StepResult] = []

    def step(self, **inputs: Any) -> dict[str, Any]:
        self.results.append(self.interpreter.step(self.machine, inputs, step=len(self.results), trace=True))
        return self.results[-1].outputs

    @property
    def changes(self) -> tuple[str, ...]:
        return self.trace.steps[-1].changes

    @property
    def trace(self) -> Trace:
        return Trace(tuple(result.trace for result in self.results if result.trace is not None))

    def post(self, item: str, *values: float) -> None:
        for value in values:
            self.machine.post(Message(self.machine.entity, item, value))


def counting(name: str = "Count", **parts: Any) -> Program:
    """A leaf that counts its own steps since activation."""
    count = (keep("n", op(local("n"), "+", 1.0)), put("a", local("n")))
    return leaf(name, locals=(COUNT,), outputs=floats("a"), activity=count, **parts)


def switch(first: Program, second: Program, **parts: Any) -> Program:
    """Between two children, there and back, whenever `go` is true; `a` is passed through."""
    parts.setdefault("resolutions", {"a": Resolution("active", (first.name, second.name))})
    both = (arrow(first.name, second.name, given("go", "bool")), arrow(second.name, first.name, given("go", "bool")))
    return sequential("Switch", first, second, inputs=(GO,), outputs=floats("a"), transitions=both, **parts)
