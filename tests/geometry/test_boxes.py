from itertools import combinations
from math import nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import InputError
from seahaven.geometry import (
    Box,
    Pose,
    box_rows,
    boxes_corners,
    boxes_distance,
    boxes_overlap,
    overlapping_pairs,
)
from tests.geometry.shapes import boxes, headings, numbers

crowds = st.lists(
    st.builds(Box, st.builds(Pose, numbers(-60, 60), numbers(-60, 60), headings), numbers(0.1, 20), numbers(0.1, 5)),
    max_size=40,
)


def all_pairs(crowd: list[Box]) -> list[list[int]]:
    return [[i, j] for (i, a), (j, b) in combinations(enumerate(crowd), 2) if a.overlaps(b)]


@given(st.lists(st.tuples(boxes, boxes), min_size=1, max_size=5))
def test_tables_give_the_same_bits_as_single_boxes(pairs: list[tuple[Box, Box]]) -> None:
    a, b = box_rows(p for p, _ in pairs), box_rows(q for _, q in pairs)
    assert boxes_distance(a, b).tolist() == [p.distance(q) for p, q in pairs]
    assert boxes_overlap(a, b).tolist() == [p.overlaps(q) for p, q in pairs]


@given(st.lists(boxes, min_size=1, max_size=4))
def test_corners_of_a_table_are_those_of_the_boxes(some: list[Box]) -> None:
    np.testing.assert_allclose(boxes_corners(box_rows(some)), [box.corners for box in some], atol=1e-12)


@given(crowds)
def test_all_overlapping_pairs_are_found_in_order(crowd: list[Box]) -> None:
    assert overlapping_pairs(box_rows(crowd)).tolist() == all_pairs(crowd)


@given(crowds, st.integers(1, 3))
def test_pairs_with_much_larger_boxes_are_found_too(crowd: list[Box], count: int) -> None:
    crowd = [*crowd, *(Box(Pose(10.0 * k, 0.0, 0.3 * k), 200.0, 40.0) for k in range(count))]
    assert overlapping_pairs(box_rows(crowd)).tolist() == all_pairs(crowd)


def test_a_row_of_touching_boxes_pairs_each_with_the_next() -> None:
    row = [Box(Pose(4.0 * k, 0.0, 0.0), 4.0, 2.0) for k in range(100)]
    assert overlapping_pairs(box_rows(row)).tolist() == [[k, k + 1] for k in range(99)]


def test_boxes_a_million_kilometres_apart_still_pair() -> None:
    crowd = [Box(Pose(x, 0.0, 0.0), 4.0, 2.0) for x in (0.0, 1e15, 3.0, 1e15 + 2.0)]
    assert overlapping_pairs(box_rows(crowd)).tolist() == [[0, 2], [1, 3]]


def test_tables_may_be_empty_read_only_or_of_whole_numbers() -> None:
    assert overlapping_pairs(box_rows([])).shape == (0, 2)
    assert boxes_overlap(box_rows([]), box_rows([])).shape == (0,)
    assert overlapping_pairs(np.array([[0, 0, 0, 4, 2], [3, 0, 0, 4, 2]])).tolist() == [[0, 1]]
    rows = box_rows([Box(Pose(0.0, 0.0, 0.0), 4.0, 2.0)])
    rows.flags.writeable = False
    assert boxes_distance(rows, rows).tolist() == [0.0]


def test_a_table_that_is_not_of_boxes_is_refused() -> None:
    good = box_rows([Box(Pose(0.0, 0.0, 0.0), 4.0, 2.0)] * 2)
    flat, hollow = good.copy(), good.copy()
    flat[1, 4], hollow[1, 2] = 0.0, nan
    with pytest.raises(
        InputError, match=r"overlapping_pairs got box 1 with width 0.0; expected a number greater than 0"
    ):
        overlapping_pairs(flat)
    with pytest.raises(InputError, match=r"boxes_overlap has boxes\[1, 2\] nan"):
        boxes_overlap(good, hollow)
    with pytest.raises(InputError, match="boxes_distance got 2 boxes and 1 boxes"):
        boxes_distance(good, good[:1])
    with pytest.raises(
        InputError, match=r"got boxes of shape \(2, 4\); expected n rows of x, y, heading, length, width"
    ):
        overlapping_pairs(good[:, :4])
