"""What is read from an author's expression computes what Python would have computed."""

from __future__ import annotations

import math
from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from seahaven.hcsm import Machine, clip, either
from seahaven.hcsm.interpreter import Interpreter
from tests.hcsm.authored import authored

NUMBERS = st.sampled_from(["m.a", "m.b", "m.n", "2", "0.5", "-3.25", "m.gap_or_zero"])
OPERATORS = st.sampled_from(["+", "-", "*"])
COMPARISONS = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])


def _combined(numbers: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    tests = st.one_of(
        st.builds("({} {} {})".format, numbers, COMPARISONS, numbers),
        st.builds("({} < {} <= {})".format, numbers, numbers, numbers),
        st.builds("(m.flag and not {} < {})".format, numbers, numbers),
        st.builds("(m.flag or {} > {})".format, numbers, numbers),
    )
    return st.one_of(
        st.builds("({} {} {})".format, numbers, OPERATORS, numbers),
        st.builds("(-{})".format, numbers),
        st.builds("abs({})".format, numbers),
        st.builds("min({}, {}, {})".format, numbers, numbers, numbers),
        st.builds("clip({}, -5, 5.5)".format, numbers),
        st.builds("({} if {} else {})".format, numbers, tests, numbers),
        st.builds("({} if m.gap is not None else {})".format, numbers, numbers),
        st.builds("float({})".format, numbers),
    )


EXPRESSIONS = st.recursive(NUMBERS, _combined, max_leaves=8)
FINITE = st.floats(-1e3, 1e3)


def _machine(expression: str) -> type[Machine]:
    text = f"""
from seahaven.hcsm import In, Machine, Out, clip, either
class Computed(Machine):
    a: In[float]
    b: In[float]
    n: In[int]
    gap: In[float | None]
    flag: In[bool]
    out: Out[float]
    def activity(m):
        m.out = {expression.replace("m.gap_or_zero", "either(m.gap, 0.0)")}
"""
    machine: type[Machine] = authored(text)["Computed"]
    return machine


@given(EXPRESSIONS, FINITE, FINITE, st.integers(-50, 50), st.none() | FINITE, st.booleans())
def test_an_expression_computes_what_python_computes(
    expression: str, a: float, b: float, n: int, gap: float | None, flag: bool
) -> None:
    values = SimpleNamespace(a=a, b=b, n=n, gap=gap, flag=flag, gap_or_zero=either(gap, 0.0))
    expected = float(eval(expression, {"m": values, "clip": clip}))
    interpreter = Interpreter(_machine(expression).program)
    inputs = {"a": a, "b": b, "n": n, "gap": gap, "flag": flag}
    result = interpreter.step(interpreter.machine(), inputs, step=0).outputs["out"]
    assert result is not None
    assert result == expected
    assert math.copysign(1.0, result) == math.copysign(1.0, expected) or expected == 0.0
