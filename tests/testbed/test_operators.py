"""The operators of temporal logic on margins, held to their definitions and to rtamt."""

from __future__ import annotations

import warnings
from math import inf
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.geometry import Floats
from seahaven.testbed import Cause, Margins
from seahaven.testbed.operators import after, always, both, either, eventually, opposite, until

PERIOD = 0.5
numbers = st.lists(st.integers(-9, 9), min_size=1, max_size=12)
pairs = st.integers(1, 10).flatmap(lambda n: st.tuples(*[st.lists(st.integers(-9, 9), min_size=n, max_size=n)] * 2))
windows = st.tuples(st.integers(0, 5), st.integers(0, 5)).map(lambda ends: (min(ends), max(ends)))


def margins(values: list[int], name: str = "a") -> Margins:
    return Margins.of(PERIOD * np.arange(len(values)), np.array(values, dtype=float), Cause(name))


def values_of(found: Margins) -> list[float]:
    return list(found.values.tolist())


@given(numbers, windows)
def test_windows_are_as_defined(values: list[int], window: tuple[int, int]) -> None:
    low, high = window
    begin, end = PERIOD * low, PERIOD * high
    parts = [values[k + low : k + high + 1] for k in range(len(values))]
    assert values_of(always(margins(values), begin, end)) == [min(part, default=inf) for part in parts]
    assert values_of(eventually(margins(values), begin, end)) == [max(part, default=-inf) for part in parts]


@given(pairs, windows)
def test_until_is_as_defined(values: tuple[list[int], list[int]], window: tuple[int, int]) -> None:
    hold, goal = values
    found = until(margins(hold), margins(goal, "b"), PERIOD * window[0], PERIOD * window[1])
    assert values_of(found) == [_until(hold, goal, k, *window) for k in range(len(hold))]


def _until(hold: list[int], goal: list[int], k: int, low: int, high: int) -> float:
    ends = range(k + low, min(k + high, len(hold) - 1) + 1)
    return max((min(goal[j], *hold[k:j], inf) for j in ends), default=-inf)


@given(pairs)
def test_each_margin_names_the_frame_and_the_cause_that_decided(values: tuple[list[int], list[int]]) -> None:
    parts = {"a": margins(values[0]), "b": margins(values[1], "b")}
    for found in (always(either(*parts.values())), both(*parts.values()), until(parts["a"], parts["b"])):
        for row in range(len(found)):
            number, frame, cause = found.decided(row)
            assert number == parts[cause.title].values[frame]


def test_after_asks_only_where_its_trigger_holds() -> None:
    trigger, then = margins([-1, 1, -1]), margins([-5, 2, -5], "b")
    assert values_of(after(trigger, then))[0] == 1.0
    assert values_of(after(trigger, opposite(then)))[0] == -1.0


@pytest.mark.parametrize("window", [(0, 0), (0, 3), (1, 4), (2, 7)])  # rtamt errs where one is longer than the trace
def test_rtamt_gives_the_same_robustness(window: tuple[int, int]) -> None:
    one, other = [3, -2, 5, 1, -7, 4, 0, 2, -1], [-4, 6, -1, -3, 8, -9, 5, 2, 1]
    a, b = margins(one), margins(other, "b")
    begin, end = PERIOD * window[0], PERIOD * window[1]
    bounds = f"[{window[0]}:{window[1]}]"
    for text, found in (
        (f"always{bounds}(a)", always(a, begin, end)),
        (f"eventually{bounds}(a)", eventually(a, begin, end)),
        (f"(a) until{bounds} (b)", until(a, b, begin, end)),
        ("(a) until (b)", until(a, b)),
        ("always(not(a) or b)", after(a, b)),
        ("not(a) and (eventually(b))", both(opposite(a), eventually(b))),
    ):
        assert values_of(found) == _robustness(text, one, other), text


def _robustness(text: str, a: list[int], b: list[int]) -> list[float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its parser imports typing.io
        rtamt: Any = pytest.importorskip("rtamt", reason="rtamt, the oracle of temporal logic, is not installed")
        spec = rtamt.StlDiscreteTimeSpecification()
        for name in "ab":
            spec.declare_var(name, "float")
        spec.declare_var("out", "float")
        spec.spec = f"out = {text}"
        spec.parse()
        rows = spec.evaluate({"time": list(range(len(a))), "a": a, "b": b})
    return [float(value) for _, value in rows]


def test_long_drives_take_linear_time() -> None:
    values: Floats = np.sin(np.arange(20_000) / 7.0)
    long = Margins.of(0.1 * np.arange(len(values)), values, Cause("wave"))
    assert eventually(long, 0.0, 500.0).values[:15_000].min() > 0.99
