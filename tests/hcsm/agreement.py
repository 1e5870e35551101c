"""Engines held to each other bit for bit (H10), on machines that are made from a number.

The interpreter says what is right. It runs again with everything in another order, in three passes where H7 says that
these do as well; and the generated source runs, as it stands or compiled, in yet another order (rule 15).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np

from seahaven.hcsm.compiler import CompiledMachine, Crowd, Mail
from seahaven.hcsm.interpreter import Ensemble, Instance, Interpreter
from seahaven.hcsm.panel import Message
from seahaven.hcsm.program import Port, Program
from tests.hcsm.chance import Chance
from tests.hcsm.compiler.calm import calm
from tests.hcsm.random_programs import FLOATS, IDS, INTS, random_program, shuffled

STEPS = 200
INPUTS = {"float": FLOATS, "int": (*INTS, *IDS), "bool": (False, True)}
ARRAYS = {"float": np.float64, "int": np.int64, "bool": np.bool_}
VARIANTS: tuple[dict[str, bool], ...] = ({}, {}, {"run_on": True}, {"settle": True}, {"run_on": True, "settle": True})


MANY = tuple(range(1, 42))
"""Enough entities for native code to do several rows at once, with some left over."""


def is_calm(number: int) -> bool:
    """Whether the machine of that number is one of those that run without branches."""
    return number % 3 == 0


def native_entities(number: int) -> tuple[int, ...]:
    """The entities that run the machine of that number when it is compiled."""
    return MANY if is_calm(number) else IDS


class Agreement:
    """The same entities in all engines, stepped together and compared."""

    def __init__(
        self,
        program: Program,
        chance: Chance,
        *,
        quiet: bool = False,
        cache: Path | None = None,
        entities: tuple[int, ...] = IDS,
        **variant: bool,
    ) -> None:
        self.program, self.chance, self.entities = program, chance, entities
        self.items = [
            f"{path}.{port.name}" for path, machine in program.walk() for port in (*machine.buttons, *machine.dials)
        ]
        seed = chance.randint(0, 99)
        self.parallel = cache is not None and chance.random() < 0.5
        form: dict[str, Any] = {"cache": cache, "parallel": self.parallel} if cache else {"python_mode": True}
        self.reference = Ensemble(Interpreter(program, seed=seed, **variant), entities)
        self.reordered = Ensemble(
            Interpreter(shuffled(program, chance), seed=seed, three_pass=quiet, **variant), entities
        )
        code = CompiledMachine(
            shuffled(program, chance), seed=seed, block=chance.choice((1, 2, 4, 1024)), **variant, **form
        )
        self.crowd: Crowd = code.crowd(chance.shuffled(entities))

    @classmethod
    def of(cls, number: int, cache: Path | None = None) -> Agreement:
        """A random machine, with how it is run; the same for the same number. With a cache it is compiled."""
        chance = Chance(number)
        variant = chance.choice([known for known in VARIANTS if not (is_calm(number) and "run_on" in known)])
        quiet = "run_on" not in variant and chance.random() < 0.25
        program = random_program(chance, quiet=quiet, onward="run_on" in variant)
        if is_calm(number):
            program = calm(program)
        entities = native_entities(number) if cache else IDS
        return cls(program, chance, quiet=quiet, cache=cache, entities=entities, **variant)

    def hold(self, steps: int = STEPS) -> None:
        """Run so many steps, compiled code on one thread and two in turn; any difference is an AssertionError."""
        most = numba.config.NUMBA_NUM_THREADS
        try:
            for number in range(steps):
                if self.parallel:
                    numba.set_num_threads(min(1 + number % 2, most))
                self.step(number)
                if number % 10 == 9:
                    self.compare_states()
        finally:
            if self.parallel:
                numba.set_num_threads(most)

    def step(self, number: int) -> None:
        """One step of all engines: the same outputs, and the same messages."""
        given = {entity: {p.name: self._value(p) for p in self.program.inputs} for entity in self.entities}
        self._post_from_outside()
        expected = self.reference.step(given, step=number)
        again = self.reordered.step(
            {entity: given[entity] for entity in self.chance.shuffled(self.entities)}, step=number
        )
        sent = self.crowd.step(*self._arrays(given), step=number)
        self.crowd.post(sent)
        right = _mail(message for result in expected.values() for message in result.sent)
        assert right == _mail(message for result in again.values() for message in result.sent), f"step {number}"
        assert right == _mail(sent.messages()), f"step {number}"
        ids = self.crowd.ids.tolist()
        for name in (port.name for port in self.program.outputs):
            column = [expected[entity].outputs[name] for entity in ids]
            assert _bits(column) == _bits([again[entity].outputs[name] for entity in ids]), f"step {number}, {name}"
            assert _bits(column) == _bits(_column(self.crowd.output(name))), f"step {number}, {name}"
        if self.chance.random() < 0.1:
            self.crowd.take(self.chance.shuffled(range(len(self.entities))))

    def _post_from_outside(self) -> None:
        """Now and then, and so also before the first step, press or turn something of any machine of the tree."""
        if not self.items or self.chance.random() < 0.8:
            return
        for _ in range(3):
            item, value = self.chance.choice(self.items), self.chance.choice(FLOATS)
            message = Message(self.chance.choice(self.entities), item, value)
            self.reference.post(message)
            self.reordered.post(message)
            self.crowd.post(Mail.of([message]))

    def compare_states(self) -> None:
        """What is active, and the locals and dials of all that is."""
        for row, entity in enumerate(self.crowd.ids.tolist()):
            instance = self.reference[entity]
            expected = _bits(_state(instance, self.program))
            assert expected == _bits(_state(self.reordered[entity], self.program)), f"entity {entity}"
            assert expected == _bits(_row_state(self.crowd, instance, row, self.program)), f"entity {entity}"

    def _value(self, port: Port) -> Any:
        return None if port.nullable and self.chance.random() < 0.3 else self.chance.choice(INPUTS[port.type])

    def _arrays(self, given: dict[int, dict[str, Any]]) -> tuple[dict[str, Any], dict[str, Any]]:
        ids = self.crowd.ids.tolist()
        columns = {p: [given[entity][p.name] for entity in ids] for p in self.program.inputs}
        nulls = {p.name: np.array([v is None for v in column]) for p, column in columns.items() if p.nullable}
        plain = {
            p.name: np.array([0 if v is None else v for v in column], dtype=ARRAYS[p.type])
            for p, column in columns.items()
        }
        return plain, nulls


def _mail(messages: Iterable[Message]) -> list[tuple[Any, ...]]:
    return sorted((to, item, _bit(value), sender, path) for to, item, value, sender, path in messages)


def _bits(values: Iterable[Any]) -> list[Any]:
    """Values, or rows of values, in a form in which only equal bits are equal."""
    return [[*map(_bit, value)] if isinstance(value, tuple) else _bit(value) for value in values]


def _bit(value: Any) -> Any:
    return struct.pack("<d", value) if isinstance(value, float) else repr(value)


def _column(output: tuple[Any, Any]) -> list[Any]:
    return [None if null else value for value, null in zip(output[0].tolist(), output[1].tolist(), strict=True)]


def _state(instance: Instance, program: Program) -> Iterator[tuple[Any, ...]]:
    active = sorted(instance.active())
    for path in active:
        yield from ((path, *item) for item in sorted(instance.locals(path).items()))
    for path, _ in program.walk():
        yield from ((path, *item) for item in sorted(instance.dials(path).items()))
    yield from ((path,) for path in active)


def _row_state(crowd: Crowd, instance: Instance, row: int, program: Program) -> Iterator[tuple[Any, ...]]:
    active = sorted(_active(crowd, row, program, program.name))
    for path in active:
        yield from ((path, name, _column(crowd.value(f"{path}.{name}"))[row]) for name in sorted(instance.locals(path)))
    for path, _ in program.walk():
        yield from ((path, name, _column(crowd.value(f"{path}.{name}"))[row]) for name in sorted(instance.dials(path)))
    yield from ((path,) for path in active)


def _active(crowd: Crowd, row: int, machine: Program, path: str) -> Iterator[str]:
    yield path
    children = sorted(machine.children, key=lambda child: child.name)
    if machine.kind == "sequential":
        children = [children[crowd.active(path)[row]]]
    for child in children:
        yield from _active(crowd, row, child, f"{path}/{child.name}")
