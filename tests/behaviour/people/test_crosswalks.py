"""Roadways of crosswalks, refuges, and who is at them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seahaven.behaviour.people.crosswalk_kernels import BODY, NOWHERE, list_people, stage_of
from seahaven.geometry.compiled import compiled
from seahaven.roads.walking import PassageTables

LENGTH = 20.0


@compiled
def stage(tables: PassageTables, toward: int, done: float) -> tuple[float, float]:
    return stage_of(tables, 0, toward, done)


def passage(*spans: tuple[float, float]) -> PassageTables:
    """One crosswalk from south to north, with these lanes on it."""
    low, high = (np.array(column, np.float64) for column in zip(*spans, strict=True))
    many = np.arange(len(spans), dtype=np.int64)
    return PassageTables(
        np.array([LENGTH]), np.array([0.0]), np.array([1.0]), np.array([0, len(spans)], np.int64), many, low, high,
        np.zeros(len(spans)), np.ones(len(spans)), many,
    )  # fmt: skip


ISLAND = passage((1.0, 4.0), (4.0, 7.0), (10.0, 13.0), (13.0, 16.0))


@pytest.mark.parametrize(
    ("toward", "done", "expected"),
    [
        (1, -2.0, (1.0, 7.0)),
        (1, 5.0, (1.0, 7.0)),
        (1, 8.0, (10.0, 16.0)),
        (1, 17.0, (NOWHERE, NOWHERE)),
        (-1, 0.0, (4.0, 10.0)),
        (-1, 12.0, (13.0, 19.0)),
    ],
)
def test_a_roadway_ends_at_a_refuge(toward: int, done: float, expected: tuple[float, float]) -> None:
    assert stage(ISLAND, toward, done) == expected


@settings(deadline=None)
@given(st.lists(st.floats(0.0, LENGTH), min_size=2, max_size=8), st.floats(-5.0, 25.0), st.sampled_from([1, -1]))
def test_the_roadway_ahead_is_not_behind(borders: list[float], done: float, toward: int) -> None:
    borders = sorted(borders[: len(borders) // 2 * 2])
    tables = passage(*zip(borders[::2], borders[1::2], strict=True))
    begin, end = stage(tables, toward, done)
    assert begin == NOWHERE or (begin <= end and end + BODY > done)


def test_people_are_listed_by_crosswalk_in_the_order_of_rows() -> None:
    first, order = list_people(np.array([1, -1, 0, 1, 1], np.int32), 2)
    assert first.tolist() == [0, 1, 4]
    assert order.tolist() == [2, 0, 3, 4]
