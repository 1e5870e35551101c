"""Lines as the text of paths."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from seahaven.geometry import Floats
from seahaven.roads.drawing.outline import number, path_data, simplified

COORDINATE = st.floats(-1e4, 1e4, allow_nan=False)
LINES = st.lists(st.tuples(COORDINATE, COORDINATE), min_size=2, max_size=30, unique=True).map(
    lambda rows: np.array(rows)
)


def points_of(data: str) -> Floats:
    """The points of a path of one line."""
    numbers = [float(text) for text in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", data)]
    return np.cumsum(np.array(numbers).reshape(-1, 2), axis=0)


@given(LINES)
def test_a_path_ends_where_its_line_ends_to_half_a_hundredth(points: Floats) -> None:
    data = path_data([points])
    if data:
        assert np.allclose(points_of(data)[-1], points[-1], atol=0.0051)


@given(LINES, st.floats(0.01, 100.0))
def test_no_point_lies_further_than_the_tolerance_from_the_simplified_line(points: Floats, tolerance: float) -> None:
    kept = simplified(points, tolerance)
    assert (kept[0] == points[0]).all()
    assert (kept[-1] == points[-1]).all()
    place = 0
    for start, end in pairwise(kept):
        along = (end - start) / np.hypot(*(end - start))
        while (points[place] != end).any():
            off = points[place] - start
            assert abs(off[0] * along[1] - off[1] * along[0]) <= tolerance + 1e-9
            place += 1


def test_points_on_a_straight_line_are_left_out() -> None:
    line = np.column_stack((np.linspace(0.0, 100.0, 50), np.linspace(0.0, 40.0, 50)))
    assert len(simplified(line)) == 2


def test_an_arc_keeps_a_few_points_within_the_tolerance() -> None:
    angle = np.linspace(0.0, np.pi, 500)
    arc = 100.0 * np.column_stack((np.cos(angle), np.sin(angle)))
    kept = simplified(arc, 0.1)
    middles = 0.5 * (kept[1:] + kept[:-1])
    assert len(kept) < 70
    assert (np.abs(np.hypot(*middles.T) - 100.0) < 0.11).all()


def test_a_ring_is_not_mistaken_for_a_point() -> None:
    ring = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0], [0.0, 0.0]])
    assert (simplified(ring) == ring).all()


def test_a_line_without_length_is_no_path() -> None:
    assert path_data([np.zeros((3, 2))]) == ""


def test_numbers_are_short() -> None:
    assert [number(value) for value in (0.5, -0.25, 3.0, 12.345, -0.001)] == [".5", "-.25", "3", "12.34", "0"]
