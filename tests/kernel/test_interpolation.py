from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from seahaven.kernel import MILLISECOND, SECOND, Controller, In, Module, Order, Out, Param, State, Tick, port
from seahaven.kernel.interpolation import ORDERS, lagrange_weights, window

dates = st.lists(st.integers(0, 10**10), min_size=1, max_size=6, unique=True).map(sorted)


class Pose:
    """Blendable, and not a number."""

    def __init__(self, x: float) -> None:
        self.x = x

    @classmethod
    def blend(cls, weights: Sequence[float], values: Sequence[Pose]) -> Pose:
        return cls(sum(w * v.x for w, v in zip(weights, values, strict=True)))


def polynomial(degree: int, seconds: float) -> float:
    return sum((i + 1.0) * seconds**i for i in range(degree + 1))


class Curve(Module):
    """Puts out, for its next date, what the polynomial is there."""

    degree: Param[int] = 1
    wrap: Param[Callable[[float], object]] = float
    number: Out[float] = 1.0
    array: Out[NDArray[np.float64]] = np.array([1.0])
    pose: Out[Pose] = Pose(1.0)

    def step(self, tick: Tick) -> None:
        self.number = polynomial(self.degree, tick.next / SECOND)
        self.array = np.array([self.number])
        self.pose = Pose(self.number)


class Reader(Module):
    number: In[float] = 0.0
    array: In[NDArray[np.float64]] = np.zeros(1)
    pose: In[Pose] = Pose(0.0)
    seen: State[list[tuple[float, float, float, float]]] = port([])

    def step(self, tick: Tick) -> None:
        self.seen.append((tick.seconds, self.number, float(self.array[0]), self.pose.x))


@pytest.mark.parametrize("lag", [0, 150 * MILLISECOND])
@pytest.mark.parametrize("order", ["linear", "quadratic", "cubic"])
def test_each_order_is_exact_on_polynomials_of_its_degree(order: Order, lag: int) -> None:
    reader = Reader("reader", rate=70)
    root = Module("root", Curve("curve", rate=10, degree=ORDERS[order]), reader)
    for name in ("number", "array", "pose"):
        root.link(f"curve.{name}", f"reader.{name}", interpolate=order, lag=lag / SECOND)
    Controller(root).run(2 * SECOND)
    settled = [row for row in reader.seen if row[0] > 0.7]
    assert len(settled) > 80
    for seconds, *values in settled:
        assert values == pytest.approx([polynomial(ORDERS[order], seconds - lag / SECOND)] * 3, rel=1e-9)


def test_order_none_with_a_lag_holds_the_newest_value_dated_so_early() -> None:
    reader = Reader("reader", rate=10)
    root = Module("root", Curve("curve", rate=10, degree=1), reader)
    root.link("curve.number", "reader.number", lag=0.25)
    Controller(root).run(SECOND)
    assert [round(row[1], 9) for row in reader.seen] == [1.0, 1.0, 1.0, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.2]


def test_until_there_are_enough_samples_the_degree_is_lower() -> None:
    reader = Reader("reader", rate=20)
    root = Module("root", Curve("curve", rate=10, degree=1), reader)
    root.link("curve.number", "reader.number", interpolate="cubic")
    Controller(root).run(200 * MILLISECOND)
    assert [round(row[1], 9) for row in reader.seen] == [1.0, 1.0, 1.2, 1.3]


@given(dates, st.data())
def test_property_weights_are_exactly_one_and_zero_at_a_sample(samples: list[int], data: st.DataObject) -> None:
    own = data.draw(st.integers(0, len(samples) - 1))
    assert lagrange_weights(samples, samples[own]) == [float(i == own) for i in range(len(samples))]


@given(dates, st.integers(0, 10**10))
def test_property_weights_are_lagranges(samples: list[int], at: int) -> None:
    exact = []
    for own in samples:
        weight = Fraction(1)
        for other in samples:
            weight *= Fraction(at - other, own - other) if other != own else 1
        exact.append(float(weight))
    assert lagrange_weights(samples, at) == pytest.approx(exact, rel=1e-9, abs=1e-300)


@given(dates, st.integers(0, 10**10), st.integers(1, 3))
def test_property_a_window_has_degree_plus_one_samples_and_surrounds_the_date(
    samples: list[int], at: int, degree: int
) -> None:
    start, stop = window(samples, at, degree)
    assert stop - start == min(degree + 1, len(samples))
    later = [date for date in samples[start:stop] if date > at]
    assert len(later) == min((degree + 1) // 2, sum(date > at for date in samples)) or start == 0


class Spike(Module):
    """Infinite once; a sum with weight zero would turn that into NaN."""

    x: Out[float] = -0.0
    a: Out[NDArray[np.float64]] = np.zeros(0)

    def step(self, tick: Tick) -> None:
        self.x = inf if tick.index == 0 else -0.0
        self.a = np.zeros(tick.index)


class SpikeReader(Module):
    line: In[float] = port(interpolate="linear")
    cube: In[float] = port(interpolate="cubic")
    sizes: In[NDArray[np.float64]] = port(interpolate="linear")
    seen: State[list[str]] = port([])

    def step(self, tick: Tick) -> None:
        self.seen.append(f"{self.line} {self.cube} {self.sizes.size}")


def test_a_samples_own_date_gives_back_the_sample_itself() -> None:
    reader = SpikeReader("reader", rate=10)
    root = Module("root", Spike("spike", rate=10), reader)
    for name, source in {"line": "x", "cube": "x", "sizes": "a"}.items():
        root.link(f"spike.{source}", f"reader.{name}")
    Controller(root).run(400 * MILLISECOND)
    assert reader.seen == ["-0.0 -0.0 0", "inf inf 0", "-0.0 -0.0 1", "-0.0 -0.0 2"]


@dataclass(frozen=True)
class Wrapped:
    """An angle that wraps, as a pose's heading does."""

    angle: float

    @classmethod
    def blend(cls, weights: Sequence[float], values: Sequence[Wrapped]) -> Wrapped:
        near = [v.angle - 360.0 * round((v.angle - values[0].angle) / 360.0) for v in values]
        return cls(sum(w * a for w, a in zip(weights, near, strict=True)) % 360.0)


class Turning(Module):
    heading: Out[Wrapped] = Wrapped(350.0)

    def step(self, tick: Tick) -> None:
        self.heading = Wrapped((self.heading.angle + 20.0) % 360.0)


class Compass(Module):
    heading: In[Wrapped] = port(interpolate="linear", lag=0.1)
    seen: State[list[float]] = port([])

    def step(self, tick: Tick) -> None:
        self.seen.append(self.heading.angle)


def test_a_blendable_type_decides_itself_how_it_is_interpolated() -> None:
    compass = Compass("compass", rate=20)
    root = Module("root", Turning("turning", rate=10), compass)
    root.link("turning.heading", "compass.heading")
    Controller(root).run(300 * MILLISECOND)
    assert compass.seen == pytest.approx([350.0, 350.0, 350.0, 0.0, 10.0, 20.0])
