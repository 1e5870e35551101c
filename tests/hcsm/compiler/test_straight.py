"""Straight lines in which no variable is set twice."""

from __future__ import annotations

from seahaven.hcsm.compiler.layout import Names
from seahaven.hcsm.compiler.straight import straightened


def straight(*lines: str) -> list[str]:
    return straightened(list(lines), Names(("x_2",)))


def test_each_value_of_a_variable_has_a_name_of_its_own() -> None:
    lines = ("x = peek(a, row, 1)", "x = choose(t, 1.0, x)", "y = (x + 1.0)", "x = (x * y)", "poke(b, row, x)")
    assert straight(*lines) == [
        "x = peek(a, row, 1)", "x_3 = choose(t, 1.0, x)", "y = (x_3 + 1.0)", "x_4 = (x_3 * y)", "poke(b, row, x_4)",
    ]  # fmt: skip


def test_numbers_and_copies_are_put_where_they_are_read() -> None:
    assert straight("x = 0.5", "y = x", "z = (y + 1e-06)", "w = z", "y = (w - y)  # less") == [
        "z = (0.5 + 1e-06)",
        "y = (z - 0.5)  # less",
    ]


def test_a_copy_keeps_the_value_that_was_copied() -> None:
    assert straight("x = f(a)", "was = x", "x = g(x)", "poke(was, x)") == ["x = f(a)", "x_3 = g(x)", "poke(x, x_3)"]


def test_remarks_and_sums_stay() -> None:
    lines = ["    # Top/x", "    x = (a == 0)  # on x", "    left += choose(x, 1, 0)"]
    assert straight(*lines) == lines
