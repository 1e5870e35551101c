from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import InputError
from seahaven.kernel import SECOND, Beat, in_seconds, nanoseconds

rates = st.fractions(min_value=Fraction(1, 1000), max_value=SECOND, max_denominator=2000).filter(bool)


@given(rates, st.integers(0, 10**9))
def test_property_a_date_is_never_more_than_half_a_nanosecond_off(rate: Fraction, k: int) -> None:
    assert abs(Beat(rate).date(k) - k * SECOND / rate) <= Fraction(1, 2)


@given(rates, st.integers(0, 10**6))
def test_property_dates_of_a_rate_are_distinct_and_ascending(rate: Fraction, k: int) -> None:
    assert Beat(rate).date(k) < Beat(rate).date(k + 1)


@given(rates, st.integers(0, 10**13))
def test_property_first_is_the_smallest_index_not_before_a_date(rate: Fraction, date: int) -> None:
    beat = Beat(rate)
    k = beat.first(date)
    assert beat.date(k) >= date
    assert k == 0 or beat.date(k - 1) < date


def test_rates_that_divide_each_other_meet_for_ever() -> None:
    assert Beat.of(30).date(3 * 10**9) == Beat.of(10).date(10**9) == 10**8 * SECOND


def test_a_float_rate_means_the_decimal_that_it_prints_as() -> None:
    assert Beat.of(59.94).rate == Fraction(5994, 100)
    assert Beat.of(0.1).rate == Fraction(1, 10)
    assert Beat.of("60000/1001").rate == Fraction(60000, 1001)


def test_numpy_rates_become_plain_so_that_dates_never_overflow() -> None:
    beat = Beat.of(np.int64(3))
    assert type(beat.rate.numerator) is int
    assert beat.date(10**12) == 10**12 * SECOND // 3
    assert Beat.of(np.float64(0.1)) == Beat.of(0.1)


@pytest.mark.parametrize("rate", [0, -1, 2 * SECOND, -0.5])
def test_rates_outside_the_range_are_refused(rate: float) -> None:
    with pytest.raises(InputError, match=f"above 0 and at most 1,000,000,000 Hz, not {rate}"):
        Beat.of(rate)


@pytest.mark.parametrize("rate", ["fast", "1/0", float("nan"), float("inf"), [10]])
def test_what_is_no_number_is_refused_as_a_rate(rate: object) -> None:
    with pytest.raises(InputError, match="a rate is a number of Hz such as"):
        Beat.of(rate)


@given(st.integers(-(10**15), 10**15))
def test_property_seconds_and_back(date: int) -> None:
    assert nanoseconds(in_seconds(date)) == date


@pytest.mark.parametrize("seconds", [float("nan"), float("inf")])
def test_a_time_is_finite(seconds: float) -> None:
    with pytest.raises(InputError, match="is not a time"):
        nanoseconds(seconds)
