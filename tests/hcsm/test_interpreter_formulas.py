"""Expressions and statements, one by one: total arithmetic, types, null, temporaries."""

from __future__ import annotations

import math
from typing import Any

import pytest

from seahaven.hcsm.interpreter import Interpreter
from seahaven.hcsm.program import (
    And,
    Assign,
    Call,
    Compare,
    Const,
    Expression,
    IsNull,
    Not,
    Null,
    Or,
    Port,
    Read,
    Select,
    Temporary,
    Type,
    Unary,
)
from tests.hcsm.programs import call, floats, given, keep, leaf, lift, local, op, put, when

INPUTS = (
    *floats("x", "y"),
    Port("i", "int"),
    Port("j", "int"),
    Port("t", "bool"),
    Port("n", "float", nullable=True),
    Port("m", "int", nullable=True),
    Port("u", "bool", nullable=True),
)
X, Y, K, J, T = given("x"), given("y"), given("i", "int"), given("j", "int"), given("t", "bool")
N, M, U = given("n", nullable=True), given("m", "int", True), given("u", "bool", True)
LARGE = 2**63 - 1


def value(expression: Expression, type: Type | None = None, **inputs: Any) -> Any:
    type = type or expression.type
    program = leaf("T", inputs=INPUTS, outputs=(Port("a", type),), activity=(put("a", expression),))
    interpreter = Interpreter(program)
    defaults = {"x": 0.0, "y": 0.0, "i": 0, "j": 0, "t": False}
    return interpreter.step(interpreter.machine(), defaults | inputs, step=0).outputs["a"]


@pytest.mark.parametrize(
    ("expression", "inputs", "expected"),
    [
        (op(X, "/", Y), {"x": 1.0}, "inf"),
        (op(X, "/", Y), {"x": -1.0, "y": 4.0}, "-0.25"),
        (op(X, "/", 0.0), {"x": -1.0}, "-inf"),
        (op(X, "//", Y), {"x": -7.0, "y": 2.0}, "-4.0"),
        (op(X, "%", Y), {"x": -7.0, "y": 2.0}, "1.0"),
        (op(X, "%", Y), {"x": 1.0}, "nan"),
        (op(X, "-", X), {"x": math.inf}, "nan"),
        (op(K, "+", J), {"i": LARGE, "j": 1}, str(-(2**63))),
        (op(K, "-", J), {"i": -(2**63), "j": 1}, str(LARGE)),
        (op(K, "*", J), {"i": 2**62, "j": 4}, "0"),
        (op(K, "//", J), {"i": 7}, "0"),
        (op(K, "%", J), {"i": -7, "j": 3}, "2"),
        (op(K, "/", J), {"i": 7, "j": 2}, "3.5"),
        (op(K, "+", X), {"i": 7, "x": 0.5}, "7.5"),
        (Unary("-", K, "int", False), {"i": -(2**63)}, str(-(2**63))),
        (Unary("-", X, "float", False), {"x": 0.0}, "-0.0"),
        (call("abs", K, type="int"), {"i": -(2**63)}, str(-(2**63))),
        (call("abs", X), {"x": -2.0}, "2.0"),
        (call("min", X, Y, 1.0), {"x": 3.0, "y": 2.0}, "1.0"),
        (call("max", K, J, type="int"), {"i": 3, "j": 5}, "5"),
        (call("max", K, X), {"i": 3, "x": 2.5}, "3.0"),
        (call("clip", X, -1.0, 1.0), {"x": 7.0}, "1.0"),
        (call("pow", X, 2), {"x": -3.0}, repr(math.exp(2.0 * math.log(3.0)))),
        (call("sqrt", X), {"x": -3.0}, "nan"),
        (call("log", X), {}, "-inf"),
        (call("hypot", X, Y), {"x": 3.0, "y": 4.0}, "5.0"),
        (call("sign", K, type="int"), {"i": -3}, "-1"),
        (call("floor", X), {"x": -1.5}, "-2.0"),
        (call("floor", X, type="int"), {"x": -1.5}, "-2"),
        (call("int", X, type="int"), {"x": math.nan}, "0"),
        (call("int", X, type="int"), {"x": 1e300}, str(LARGE)),
        (call("int", T, type="int"), {"t": True}, "1"),
        (call("float", K), {"i": 3}, "3.0"),
        (call("float", T), {"t": True}, "1.0"),
        (Const(-2.5, "float"), {}, "-2.5"),
        (Const(math.nan, "float"), {}, "nan"),
        (Const(-math.inf, "float"), {}, "-inf"),
    ],
)
def test_arithmetic_is_total(expression: Expression, inputs: dict[str, Any], expected: str) -> None:
    assert repr(value(expression, **inputs)) == expected


def test_an_int_beside_a_float_is_compared_as_a_float() -> None:
    """2**53 + 1 has no float; as one, it is 2**53."""
    assert value(Compare("==", K, X), i=2**53 + 1, x=2.0**53) is True
    assert value(Compare("<", K, J), i=2**53, j=2**53 + 1) is True


def test_an_int_goes_into_a_float_as_that_float() -> None:
    assert repr(value(K, "float", i=3)) == "3.0"
    assert repr(value(lift(3), "float")) == "3.0"
    assert repr(value(M, "float", m=3)) == "3.0"
    assert value(M, "float", m=None) is None
    assert repr(value(Select(T, K, X, "float", False), t=True, i=2)) == "2.0"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (op(N, "+", X), None),
        (op(op(X, "+", 1.0), "*", op(N, "-", 1.0)), None),
        (op(op(N, "+", M), "/", 2.0), None),
        (Unary("-", N, "float", True), None),
        (call("sqrt", N), None),
        (call("min", X, N), None),
        (Null("float"), None),
        (op(N, "<", 1.0), False),
        (op(N, ">=", 1.0), False),
        (op(N, "!=", N), False),
        (Not(op(N, "<", 1.0)), True),
        (Not(U), True),
        (And((U, T)), False),
        (Or((U, T)), False),
        (Or((T, U)), False),
        (IsNull(op(N, "+", 1.0)), True),
        (Select(U, X, Y, "float", False), 2.0),
        (call("either", N, X), 1.0),
        (call("either", op(N, "+", 1.0), M), None),
        (Call("either", (N, M, X), "float", False), 1.0),
        (call("either", M, 4, type="int"), 4),
    ],
)
def test_null_spreads_and_counts_as_false(expression: Expression, expected: Any) -> None:
    result = value(expression, x=1.0, y=2.0, n=None, m=None, u=None)
    assert result is expected or result == expected


def test_temporaries_branches_and_locals() -> None:
    twice = Read("temporary", "twice", "float", False)
    activity = (
        Assign(Temporary("twice", "float", False), op(K, "*", 2)),
        when(op(twice, ">", 5.0), put("a", twice), otherwise=(keep("l", twice), put("a", op(local("l"), "+", 0.5)))),
        when(U, put("a", 0.0)),
    )
    program = leaf("T", inputs=INPUTS, outputs=floats("a"), locals=(Port("l", "float"),), activity=activity)
    interpreter = Interpreter(program)
    rest = {"x": 0.0, "y": 0.0, "j": 0, "t": False}
    seen = [interpreter.step(interpreter.machine(), rest | {"i": i}, step=0).outputs["a"] for i in (3, 2)]
    assert repr(seen) == "[6.0, 4.5]"


def test_two_results_of_one_function_do_not_share_their_nulls() -> None:
    both = op(call("either", op(N, "+", 1.0), 10.0), "+", call("either", op(M, "+", 1.0), 20.0))
    assert value(both, n=1.0, m=None) == 22.0
    assert value(both, n=None, m=1) == 12.0


def test_whether_something_never_null_is_null_is_plainly_false() -> None:
    assert value(IsNull(Const(1.0, "float")), "bool") is False
