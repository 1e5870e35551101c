"""Interpreter and compiler agree bit for bit, on machines made at random (H10), in any order of anything (rule 15)."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seahaven.hcsm import Machine
from seahaven.hcsm.compiler import CompiledMachine, Crowd
from seahaven.hcsm.interpreter import Ensemble, Instance, Interpreter
from seahaven.hcsm.program import Port, Program
from tests.hcsm.drivers import Driver, PaperDriver
from tests.hcsm.random_programs import FLOATS, IDS, INTS, programs, shuffled

FUZZ = os.environ.get("HYPOTHESIS_PROFILE") == "fuzz"
STEPS = 200 if FUZZ else 40
INPUTS = {"float": FLOATS, "int": (*INTS, *IDS), "bool": (False, True)}


class Pair:
    """The same entities in both engines, stepped and compared."""

    def __init__(self, program: Program, chance: Any, seed: int, compiled: dict[str, Any], **variant: bool) -> None:
        self.program, self.chance = program, chance
        ids = list(IDS)
        self.ensemble = Ensemble(Interpreter(program, seed=seed, **variant), ids)
        chance.shuffle(ids)
        self.crowd: Crowd = CompiledMachine(shuffled(program, chance), seed=seed, **variant, **compiled).crowd(ids)

    def step(self, number: int) -> None:
        given = {entity: {p.name: self._value(p) for p in self.program.inputs} for entity in IDS}
        expected = self.ensemble.step(given, step=number)
        sent = self.crowd.step(*self._arrays(given), step=number)
        self.crowd.post(sent)
        assert _bits(message for result in expected.values() for message in result.sent) == _bits(sent.messages())
        for row, entity in enumerate(self.crowd.ids.tolist()):
            found = {name: _at(self.crowd.output(name), row) for name in expected[entity].outputs}
            assert _bits(found.items()) == _bits(expected[entity].outputs.items())
        if self.chance.random() < 0.1:
            self.crowd.take(self.chance.sample(range(len(IDS)), len(IDS)))

    def compare_states(self) -> None:
        """What is active, and the locals and dials of all that is."""
        for row, entity in enumerate(self.crowd.ids.tolist()):
            instance = self.ensemble[entity]
            assert _bits(_state(instance, self.program)) == _bits(_row_state(self.crowd, instance, row, self.program))

    def _value(self, port: Port) -> Any:
        return None if port.nullable and self.chance.random() < 0.3 else self.chance.choice(INPUTS[port.type])

    def _arrays(self, given: dict[int, dict[str, Any]]) -> tuple[dict[str, Any], dict[str, Any]]:
        ids = self.crowd.ids.tolist()
        values = {p.name: [given[entity][p.name] for entity in ids] for p in self.program.inputs}
        nulls = {p.name: np.array([v is None for v in values[p.name]]) for p in self.program.inputs if p.nullable}
        types = {"float": np.float64, "int": np.int64, "bool": np.bool_}
        plain = {
            p.name: np.array([0 if v is None else v for v in values[p.name]], dtype=types[p.type])
            for p in self.program.inputs
        }
        return plain, nulls


def _at(output: tuple[Any, Any], row: int) -> Any:
    values, nulls = output
    return None if nulls[row] else values[row].item()


def _bits(rows: Any) -> list[Any]:
    """Rows of values in a form in which only equal bits are equal; sorted."""
    return sorted(
        tuple(struct.pack("<d", x) if isinstance(x, float) else repr(x).encode() for x in row) for row in rows
    )


def _state(instance: Instance, program: Program) -> Iterator[tuple[Any, ...]]:
    for path in instance.active():
        yield from ((path, *item) for item in instance.locals(path).items())
    for path, _ in program.walk():
        yield from ((path, *item) for item in instance.dials(path).items())
    yield from ((path,) for path in instance.active())


def _row_state(crowd: Crowd, instance: Instance, row: int, program: Program) -> Iterator[tuple[Any, ...]]:
    for path in instance.active():
        yield from ((path, name, _at(crowd.value(f"{path}.{name}"), row)) for name in instance.locals(path))
    for path, _ in program.walk():
        yield from ((path, name, _at(crowd.value(f"{path}.{name}"), row)) for name in instance.dials(path))
    yield from ((path,) for path in _active(crowd, row, program, program.name))


def _active(crowd: Crowd, row: int, machine: Program, path: str) -> Iterator[str]:
    yield path
    children = sorted(machine.children, key=lambda child: child.name)
    if machine.kind == "sequential":
        children = [children[crowd.active(path)[row]]]
    for child in children:
        yield from _active(crowd, row, child, f"{path}/{child.name}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


variants = st.sampled_from([{}, {}, {"run_on": True}, {"settle": True}, {"run_on": True, "settle": True}])
chances = st.randoms(use_true_random=True)


@pytest.mark.parametrize("machine", [PaperDriver, Driver])
def test_generated_source_agrees_with_the_interpreter_on_drivers(machine: type[Machine]) -> None:
    @settings(max_examples=3)
    @given(chances)
    def agrees(chance: Any) -> None:
        pair = Pair(machine.program, chance, 7, {"python_mode": True})
        for number in range(50):
            pair.step(number)
        pair.compare_states()

    agrees()


@settings(max_examples=10_000 if FUZZ else 200)
@given(programs(), chances, variants, st.integers(0, 99))
def test_generated_source_agrees_with_the_interpreter(
    program: Program, chance: Any, variant: dict[str, bool], seed: int
) -> None:
    pair = Pair(program, chance, seed, {"python_mode": True, "block": 4}, **variant)
    for number in range(STEPS):
        pair.step(number)
    pair.compare_states()


@settings(max_examples=1_000 if FUZZ else 10)
@given(programs(most=20 if FUZZ else 5), chances, variants, st.integers(0, 99))
def test_native_code_agrees_with_the_interpreter_on_one_thread_and_two(
    folder: Path, program: Program, chance: Any, variant: dict[str, bool], seed: int
) -> None:
    pair = Pair(program, chance, seed, {"parallel": True, "block": 2, "cache": folder}, **variant)
    try:
        for number in range(200):
            numba.set_num_threads(min(1 + number % 2, numba.config.NUMBA_NUM_THREADS))
            pair.step(number)
    finally:
        numba.set_num_threads(numba.config.NUMBA_NUM_THREADS)
    pair.compare_states()


@settings(max_examples=10_000 if FUZZ else 60)
@given(programs(most=10), chances, variants)
def test_the_order_of_rows_and_whole_numbers_of_blocks_make_no_difference(
    program: Program, chance: Any, variant: dict[str, bool]
) -> None:
    one = CompiledMachine(program, python_mode=True, **variant).crowd(IDS)
    other = CompiledMachine(shuffled(program, chance), python_mode=True, block=1, **variant).crowd(IDS[::-1])
    for number in range(10):
        inputs = {p.name: np.array([chance.choice(INPUTS[p.type]) for _ in IDS]) for p in program.inputs}
        sent = one.step(inputs, step=number)
        also = other.step({name: values[::-1] for name, values in inputs.items()}, step=number)
        assert _bits(sent.messages()) == _bits(also.messages())
        one.post(sent)
        other.post(also)
        for name in (port.name for port in program.outputs):
            assert one.output(name)[0].tobytes() == other.output(name)[0][::-1].tobytes()
            assert one.output(name)[1].tobytes() == other.output(name)[1][::-1].tobytes()
