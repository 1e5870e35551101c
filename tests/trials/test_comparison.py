"""Means, changes and their intervals, against values from tables of Student's distribution."""

from __future__ import annotations

import pytest

from seahaven.trials.comparison import change, estimate


def test_an_interval_is_that_of_students_distribution() -> None:
    mean = estimate([10.0, 12.0, 14.0, 16.0])
    assert mean is not None
    # s = 2.582, standard error 1.291, t(3) = 3.182
    assert (mean.mean, mean.low, mean.high, mean.count) == (
        13.0,
        pytest.approx(8.892, abs=0.002),
        pytest.approx(17.108, abs=0.002),
        4,
    )


def test_one_value_has_no_interval_and_none_has_no_mean() -> None:
    single = estimate([5.0])
    assert single is not None
    assert (single.mean, single.low, single.high) == (5.0, None, None)
    assert estimate([]) is None


def test_participants_who_drove_under_both_are_compared_with_themselves() -> None:
    first = {"ada": 20.0, "ben": 30.0, "cleo": 25.0, "dan": 99.0}
    second = {"ada": 18.0, "ben": 27.0, "cleo": 24.0}
    found = change(first, second)
    assert found is not None
    # differences -2, -3, -1: mean -2, standard error 1 / sqrt(3), t(2) = 4.303
    assert (found.mean, found.is_paired, found.count) == (-2.0, True, 3)
    assert (found.low, found.high) == (pytest.approx(-4.484, abs=0.001), pytest.approx(0.484, abs=0.001))
    assert found.share == pytest.approx(-2.0 / 25.0)
    assert not found.is_clear


def test_different_participants_are_compared_as_groups() -> None:
    found = change({"a": 10.0, "b": 12.0, "c": 14.0}, {"d": 20.0, "e": 21.0, "f": 22.0})
    assert found is not None
    # Welch: standard error sqrt(4/3 + 1/3) = 1.291, degrees of freedom 2.94, t = 3.218
    assert (found.mean, found.is_paired) == (9.0, False)
    assert (found.low, found.high) == (pytest.approx(4.845, abs=0.01), pytest.approx(13.155, abs=0.01))
    assert found.is_clear


def test_the_same_drives_under_both_conditions_show_no_change() -> None:
    same = {"ada": 20.0, "ben": 30.0, "cleo": 25.0}
    found = change(same, dict(same))
    assert found is not None
    assert (found.mean, found.low, found.high, found.is_clear) == (0.0, 0.0, 0.0, False)


def test_a_condition_that_nobody_drove_has_no_change() -> None:
    assert change({"ada": 20.0}, {}) is None
    single = change({"ada": 20.0}, {"ben": 10.0})
    assert single is not None
    assert (single.mean, single.low, single.is_clear) == (-10.0, None, False)
