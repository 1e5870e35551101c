from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import ReelError
from seahaven.reels.page.packing import Pack, unpacked

COLUMN = st.lists(st.integers(-(2**28), 2**28), max_size=60)


@given(columns=st.lists(st.tuples(COLUMN, st.sets(st.integers(1, 59), max_size=5)), max_size=4))
def test_what_is_packed_comes_out_again(columns: list[tuple[list[int], set[int]]]) -> None:
    pack, kept = Pack(), []
    for numbers, begins in columns:
        values = np.array(numbers, np.int64)
        starts = np.array([0, *sorted(begin for begin in begins if begin < len(numbers))], np.int64)
        kept.append((values, starts, pack.add(values, starts)))
    for values, starts, told in kept:
        assert np.array_equal(unpacked(pack.content, told, starts), values)


def test_even_motion_is_told_by_second_differences_in_single_bytes() -> None:
    pack = Pack()
    told = pack.add(np.concatenate((5 + 3 * np.arange(9), 7 + 4 * np.arange(9))), np.array([0, 9]))
    assert told == {"at": 0, "count": 18, "order": 2, "planes": 1}
    assert pack.content[2:9] == bytes(7)


def test_small_codes_are_told_as_they_are() -> None:
    assert Pack().add(np.array([0, 1, 0, 0, 1]))["order"] == 0


def test_a_number_too_large_for_a_page_is_refused() -> None:
    with pytest.raises(ReelError, match=r"a page cannot tell a number of 17179869184 steps; leave its column out"):
        Pack().add(np.array([2**34]))
