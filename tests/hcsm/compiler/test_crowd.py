"""The inputs of a crowd: given anew in each step, or wired once."""

import numpy as np
import pytest

from seahaven.hcsm import CompiledMachine, In, Machine, MachineError, Out, either


class Sum(Machine):
    x: In[float | None]
    n: In[int]
    y: Out[float]

    def activity(m):
        m.y = either(m.x, 100.0) + m.n


def test_wires_show_in_each_step_what_the_arrays_hold_then() -> None:
    crowd = CompiledMachine(Sum, python_mode=True).crowd([1, 2])
    x, nulls, n = np.array([1.0, 2.0]), np.array([False, False]), np.array([10, 20], np.int8)
    wires = crowd.wire({"x": x, "n": n}, {"x": nulls})
    crowd.step(wires, step=0)
    assert crowd.output("y")[0].tolist() == [11.0, 22.0]
    x[0], n[1], nulls[1] = 5.0, 30, True
    crowd.step(wires, step=1)
    assert crowd.output("y")[0].tolist() == [15.0, 130.0]


def test_only_arrays_that_do_not_fit_are_copied() -> None:
    crowd = CompiledMachine(Sum, python_mode=True).crowd([1, 2])
    x, n = np.array([1.0, 2.0]), np.array([10, 20], np.int8)
    wires = crowd.wire({"x": x, "n": n})
    assert wires.arrays[0] is x
    assert [source is n for _, source in wires.copies] == [True]


def test_inputs_that_are_missing_unknown_or_of_another_kind_are_refused() -> None:
    crowd = CompiledMachine(Sum, python_mode=True).crowd([1, 2])
    x, n = np.zeros(2), np.zeros(2, np.int64)
    with pytest.raises(MachineError, match="input n of Sum is missing"):
        crowd.wire({"x": x})
    with pytest.raises(MachineError, match="there is no input 'z'"):
        crowd.wire({"x": x, "n": n, "z": x})
    with pytest.raises(MachineError, match="input n is an array of float64; it takes values of type int"):
        crowd.wire({"x": x, "n": x})
    with pytest.raises(MachineError, match=r"input x has shape \(3,\); there are 2 rows"):
        crowd.wire({"x": np.zeros(3), "n": n})
    with pytest.raises(MachineError, match="input n of Sum cannot be null"):
        crowd.wire({"x": x, "n": n}, {"n": np.zeros(2, np.bool_)})
