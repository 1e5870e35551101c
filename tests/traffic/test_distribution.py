from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import InputError
from seahaven.kernel import Stream
from seahaven.traffic import Constant, Distribution, Exponential, Geometric, LogNormal, Normal, Scaled, Uniform
from seahaven.traffic.distribution import distribution, drawn

MANY = np.arange(20_000)
STREAM = Stream.named(3, "test")


@pytest.mark.parametrize(
    ("values", "mean", "deviation"),
    [
        (Constant(2.5), 2.5, 0.0),
        (Uniform(1.0, 3.0), 2.0, 0.577),
        (Normal(10.0, 2.0), 10.0, 2.0),
        (LogNormal(1.2, 0.3), 1.2, 0.3),
        (Exponential(3.0), 3.0, 3.0),
        (Exponential(3.0, least=1.0), 3.0, 2.0),
        (Geometric(0.25), 4.0, 3.464),
        (Scaled(Normal(10.0, 2.0), 0.5), 5.0, 1.0),
    ],
)
def test_draws_have_the_mean_and_the_deviation_that_were_asked_for(
    values: Distribution, mean: float, deviation: float
) -> None:
    found = drawn(values, STREAM, MANY)
    assert found.mean() == pytest.approx(mean, rel=0.02)
    assert found.std() == pytest.approx(deviation, rel=0.03, abs=1e-9)
    assert values.mean == pytest.approx(mean)


@given(
    mean=st.floats(0.5, 40.0),
    deviation=st.floats(0.0, 20.0),
    below=st.floats(0.0, 0.4),
    above=st.floats(0.0, 30.0),
    share=st.floats(0.0, 1.0, exclude_max=True),
)
def test_bounds_hold_for_any_share(mean: float, deviation: float, below: float, above: float, share: float) -> None:
    for kind in (Normal, LogNormal):
        value = kind(mean, deviation, mean - below, mean + above).quantile(np.array([share]))[0]
        assert mean - below - 1e-9 <= value <= (mean + above) * (1.0 + 1e-12)


def test_what_lies_beyond_the_bounds_is_spread_and_does_not_pile_up_on_them() -> None:
    found = drawn(Normal(0.0, 1.0, -0.5, 0.5), STREAM, MANY)
    assert np.unique(found).size == len(MANY)
    assert np.histogram(found, 4)[0].min() > 4_000


@pytest.mark.parametrize(
    "values", [Uniform(1.0, 3.0), Normal(10.0, 2.0, 5.0, 12.0), LogNormal(1.2, 0.3), Geometric(0.3)]
)
def test_larger_shares_give_larger_values(values: Distribution) -> None:
    assert (np.diff(values.quantile(np.linspace(0.0, 0.999, 200))) >= 0.0).all()


def test_a_number_gives_the_same_whoever_else_is_asked_for() -> None:
    whole = drawn(LogNormal(1.2, 0.3, 0.8, 2.0), STREAM, MANY)
    assert (drawn(LogNormal(1.2, 0.3, 0.8, 2.0), STREAM, [17, 4]) == whole[[17, 4]]).all()


def test_a_plain_number_is_the_same_for_all() -> None:
    assert distribution(2) == Constant(2.0)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: Uniform(3.0, 1.0), "low at most as large as high"),
        (lambda: Normal(1.0, -1.0), "a deviation of 0 or more"),
        (lambda: Normal(1.0, 0.1, 2.0, 3.0), "a mean within the bounds"),
        (lambda: LogNormal(-1.0, 0.1), "a mean above 0"),
        (lambda: Exponential(1.0, 2.0), "a least time from 0 up to the mean"),
        (lambda: Geometric(0.0), "a probability above 0"),
        (lambda: Constant(float("nan")), "finite numbers"),
        (lambda: Scaled(Constant(1.0), -1.0), "a factor above 0"),
    ],
)
def test_what_is_no_distribution_is_refused(make: object, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        make()  # type: ignore[operator]
