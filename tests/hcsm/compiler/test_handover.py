"""Arrays that are handed over once are followed when others take their place."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest

from seahaven.hcsm.compiler import CompiledMachine
from tests.hcsm.programs import floats, given, leaf, op, put


@pytest.mark.parametrize("native", [False, True])
def test_other_arrays_and_other_values_are_seen_at_once(native: bool, tmp_path: Path) -> None:
    top = leaf("Top", inputs=floats("x"), outputs=floats("y"), activity=(put("y", op(given("x"), "+", 1.0)),))
    machine = CompiledMachine(top, cache=tmp_path) if native else CompiledMachine(top, python_mode=True)
    crowd, first = machine.crowd(range(3)), np.array([1.0, 2.0, 3.0])
    wires = crowd.wire({"x": first})
    for step, values in enumerate(([1.0, 2.0, 3.0], [4.0, 5.0, 6.0])):
        first[:] = values
        crowd.step(wires, step=step)
        assert crowd.output("y")[0].tolist() == [value + 1.0 for value in values]
    crowd.step({"x": np.zeros(3)}, step=2)
    assert crowd.output("y")[0].tolist() == [1.0] * 3
    crowd.add([7])
    crowd.step({"x": np.ones(4)}, step=3)
    assert crowd.output("y")[0].tolist() == [2.0] * 4


def test_crowds_of_one_machine_do_not_get_in_each_others_way(tmp_path: Path) -> None:
    top = leaf("Top", inputs=floats("x"), outputs=floats("y"), activity=(put("y", op(given("x"), "+", 1.0)),))
    machine = CompiledMachine(top, cache=tmp_path)
    crowds, wires = [machine.crowd(range(2)) for _ in range(2)], []
    for number, crowd in enumerate(crowds):
        wires.append(crowd.wire({"x": np.full(2, float(number))}))
    for step in range(2):
        for crowd, wire in zip(crowds, wires, strict=True):
            crowd.step(wire, step=step)
    assert [crowd.output("y")[0].tolist() for crowd in crowds] == [[1.0, 1.0], [2.0, 2.0]]


def test_a_copy_of_a_crowd_has_a_memory_of_its_own(tmp_path: Path) -> None:
    top = leaf("Top", inputs=floats("x"), outputs=floats("y"), activity=(put("y", op(given("x"), "+", 1.0)),))
    crowd = CompiledMachine(top, cache=tmp_path).crowd(range(2))
    wires = crowd.wire({"x": np.zeros(2)})
    crowd.step(wires, step=0)
    other = deepcopy(crowd, {id(crowd.code): crowd.code})
    other.step({"x": np.full(2, 5.0)}, step=1)
    other.step(wires, step=2)
    crowd.step({"x": np.full(2, 7.0)}, step=1)
    assert [made.output("y")[0].tolist() for made in (crowd, other)] == [[8.0, 8.0], [1.0, 1.0]]


def test_an_input_that_lies_askew_in_memory_is_copied(tmp_path: Path) -> None:
    top = leaf("Top", inputs=floats("x"), outputs=floats("y"), activity=(put("y", op(given("x"), "+", 1.0)),))
    crowd = CompiledMachine(top, cache=tmp_path).crowd(range(3))
    askew = np.zeros(25, np.uint8)[1:].view(np.float64)
    askew[:] = 2.0
    crowd.step({"x": askew}, step=0)
    assert crowd.output("y")[0].tolist() == [3.0] * 3
