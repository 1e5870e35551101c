from math import nan, pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import InputError
from seahaven.geometry import Box, Pose, box_rows, segment_hits_box, segments_blocked
from tests.geometry.shapes import boxes, numbers

HOUSE = Box(Pose(0.0, 0.0, 0.0), 10.0, 6.0)
spots = st.tuples(numbers(-20, 20), numbers(-20, 20))


@pytest.mark.parametrize(
    ("origin", "target", "hits"),
    [
        ((-20.0, 0.0), (20.0, 0.0), True),
        ((-20.0, 3.0), (20.0, 3.0), True),  # along the wall
        ((-20.0, 3.1), (20.0, 3.1), False),
        ((-20.0, 0.0), (-5.1, 0.0), False),  # ends before it
        ((-1.0, 1.0), (1.0, 0.0), True),  # all inside
        ((0.0, 8.0), (10.0, 0.0), False),  # passes the corner
        ((0.0, 7.0), (10.0, -1.0), True),  # cuts it off
        ((1.0, 1.0), (1.0, 1.0), True),  # no length, inside
        ((6.0, 1.0), (6.0, 1.0), False),  # no length, outside
    ],
)
def test_lines_of_sight_come_out_as_worked_by_hand(
    origin: tuple[float, float], target: tuple[float, float], hits: bool
) -> None:
    assert segment_hits_box(origin, target, HOUSE) is hits


@given(boxes, spots, spots)
def test_looking_back_gives_the_same_answer(box: Box, p: tuple[float, float], q: tuple[float, float]) -> None:
    assert segment_hits_box(p, q, box) == segment_hits_box(q, p, box)


@given(boxes, spots, spots)
def test_a_line_that_hits_comes_within_rounding_of_the_box(
    box: Box, p: tuple[float, float], q: tuple[float, float]
) -> None:
    share = np.linspace(0.0, 1.0, 201)
    nearest = min(box.distance_to_point(p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])) for t in share)
    if nearest == 0.0:
        assert segment_hits_box(p, q, box)
    if nearest > 0.3:  # more than half a step of the samples
        assert not segment_hits_box(p, q, box)


@given(st.lists(boxes, max_size=4), st.lists(st.tuples(spots, spots), max_size=4))
def test_a_line_is_blocked_when_any_box_stands_in_it(
    some: list[Box], lines: list[tuple[tuple[float, float], tuple[float, float]]]
) -> None:
    origins = np.array([p for p, _ in lines]).reshape(-1, 2)
    targets = np.array([q for _, q in lines]).reshape(-1, 2)
    expected = [any(segment_hits_box(p, q, box) for box in some) for p, q in lines]
    assert segments_blocked(origins, targets, box_rows(some)).tolist() == expected


def test_a_wall_hides_what_stands_behind_it_and_nothing_else() -> None:
    wall = box_rows([Box(Pose(10.0, 0.0, pi / 2), 8.0, 0.3)])
    targets = np.array([[20.0, 0.0], [20.0, 7.9], [20.0, 8.2], [9.0, 0.0]])
    assert segments_blocked(np.zeros((4, 2)), targets, wall).tolist() == [True, True, False, False]


def test_lines_without_ends_are_refused() -> None:
    with pytest.raises(InputError, match=r"the line from \(0.0, nan\) to"):
        segment_hits_box((0.0, nan), (1.0, 1.0), HOUSE)
    with pytest.raises(InputError, match=r"segments_blocked has targets\[0, 1\] nan"):
        segments_blocked(np.zeros((1, 2)), np.array([[0.0, nan]]), box_rows([]))
    with pytest.raises(InputError, match="got 1 origins and 2 targets"):
        segments_blocked(np.zeros((1, 2)), np.zeros((2, 2)), box_rows([]))
    with pytest.raises(InputError, match=r"got origins of shape \(3,\); expected n rows of x, y"):
        segments_blocked(np.zeros(3), np.zeros(3), box_rows([]))
