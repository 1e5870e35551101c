"""Entries get by address what was handed over, as it lies in memory."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from seahaven.geometry.compiled import compiled
from seahaven.geometry.entry_kernels import call_entry, compiled_entry, enter, run_entry, taken


class Pair(NamedTuple):
    speeds: Any
    marks: Any


@compiled_entry
def add_up(hand: Any, index: int, now: int, due: int) -> int:
    """Put the sum of everything that was handed over into the first array, and give how many marks there are."""
    sums, (pair, whole), fraction, square = taken(hand)
    sums[0] = pair.speeds.sum() + whole + fraction + square[1, 2] + index + now + due
    sums[1] += 1.0
    return len(pair.marks)


@compiled
def call_often(code: int, hand: int, times: int) -> int:
    count = 0
    for k in range(times):
        count += call_entry(code, hand, k, 0, 0)
    return count


def values() -> tuple[Any, ...]:
    square = np.arange(12.0).reshape(4, 3)
    square.flags.writeable = False
    return np.zeros(2), (Pair(np.array([1.5, 2.5]), np.zeros(5, np.bool_)), 7), 0.25, square


def test_an_entry_sees_arrays_numbers_and_tuples_as_they_are():
    given = values()
    entry = enter(add_up, given)
    assert run_entry(entry.code, entry.hand, 100, 1000, 10_000) == 5
    assert given[0][0] == 4.0 + 7 + 0.25 + 5.0 + 100 + 1000 + 10_000


def test_an_entry_sees_what_arrays_hold_when_it_is_called():
    given = values()
    entry = enter(add_up, given)
    given[1][0].speeds[:] = 10.0
    run_entry(entry.code, entry.hand, 0, 0, 0)
    assert given[0][0] == 20.0 + 7 + 0.25 + 5.0


def test_compiled_code_calls_an_entry_by_its_address():
    given = values()
    entry = enter(add_up, given)
    assert call_often(entry.code, entry.hand, 1000) == 5000
    assert given[0][1] == 1000.0


@pytest.mark.parametrize("stranger", ["text", True, None, 1 + 2j])
def test_what_compiled_code_cannot_take_is_refused(stranger: object):
    with pytest.raises((TypeError, ValueError), match=r"an entry takes arrays|[Cc]annot"):
        enter(add_up, (np.zeros(2), stranger))
