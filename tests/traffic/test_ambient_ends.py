"""Ends of routes that part: each way has an end of its own."""

from __future__ import annotations

import numpy as np

from seahaven.traffic.ambient_ends import _last_of


def test_each_entry_leads_to_the_end_of_its_own_way() -> None:
    following = np.array([1, 2, -1, 4, -1, 4], np.int64)
    assert _last_of(following).tolist() == [2, 2, 2, 4, 4, 4]


def test_a_way_in_a_circle_leads_to_one_of_its_own() -> None:
    assert set(_last_of(np.array([1, 2, 0, -1], np.int64)).tolist()) <= {0, 1, 2, 3}
    assert _last_of(np.array([1, 2, 0, -1], np.int64))[3] == 3


def test_without_entries_there_are_no_ends() -> None:
    assert not len(_last_of(np.zeros(0, np.int64)))
