from math import hypot, inf, nan, pi, sqrt

import numpy as np
import pytest
from hypothesis import given

from seahaven.errors import InputError
from seahaven.geometry import Box, Pose
from tests.geometry.shapes import boxes, numbers, poses

NORTH = Box(Pose(10.0, 0.0, pi / 2), 4.0, 2.0)
CAR = Box(Pose(0.0, 0.0, 0.0), 4.0, 2.0)


def moved(box: Box, motion: Pose) -> Box:
    return Box(motion.compose(box.pose), box.length, box.width)


def test_corners_run_counter_clockwise_from_the_front_left() -> None:
    assert CAR.corners == ((2.0, 1.0), (-2.0, 1.0), (-2.0, -1.0), (2.0, -1.0))
    assert NORTH.corners[0] == pytest.approx((9.0, 2.0))


@given(boxes)
def test_bounds_and_circle_hold_all_corners_tightly(box: Box) -> None:
    x, y = zip(*box.corners, strict=True)
    assert box.bounds == pytest.approx((min(x), min(y), max(x), max(y)), abs=1e-9)
    for corner in box.corners:
        assert hypot(corner[0] - box.pose.x, corner[1] - box.pose.y) == pytest.approx(box.radius)


@given(boxes, numbers(-1.5, 1.5), numbers(-1.5, 1.5))
def test_a_box_contains_what_is_at_distance_zero(box: Box, ahead: float, left: float) -> None:
    point = box.pose.to_world((ahead * box.length / 2, left * box.width / 2))
    assert box.contains(*point) == (box.distance_to_point(*point) == 0.0)
    beyond = hypot(max(abs(ahead) - 1, 0) * box.length / 2, max(abs(left) - 1, 0) * box.width / 2)
    assert box.distance_to_point(*point) == pytest.approx(beyond, abs=1e-9)


@pytest.mark.parametrize(
    ("other", "distance"),
    [
        (Box(Pose(4.0, 0.0, 0.0), 4.0, 2.0), 0.0),  # bumper to bumper
        (Box(Pose(4.5, 0.0, 0.0), 4.0, 2.0), 0.5),
        (Box(Pose(0.0, 0.0, 1.0), 0.1, 0.1), 0.0),  # one inside the other
        (Box(Pose(7.0, 6.0, 0.0), 4.0, 2.0), 5.0),  # corner to corner: 3 across, 4 up
        (Box(Pose(5.0, 0.0, pi / 4), sqrt(2.0), sqrt(2.0)), 2.0),  # corner to side
        (Box(Pose(0.0, 0.0, pi / 2), 10.0, 0.5), 0.0),  # crossing, no corner inside either
        (NORTH, 7.0),
    ],
)
def test_distances_come_out_as_worked_by_hand(other: Box, distance: float) -> None:
    assert CAR.distance(other) == pytest.approx(distance, abs=1e-12)
    assert CAR.overlaps(other) == (distance == 0.0)


@given(boxes, boxes)
def test_boxes_overlap_exactly_when_their_distance_is_zero(a: Box, b: Box) -> None:
    assert a.overlaps(b) == (a.distance(b) == 0.0)


@given(boxes, boxes)
def test_swapping_two_boxes_changes_no_bit(a: Box, b: Box) -> None:
    assert a.distance(b) == b.distance(a)
    assert a.overlaps(b) == b.overlaps(a)


@given(boxes, boxes, poses)
def test_moving_both_boxes_together_keeps_their_distance(a: Box, b: Box, motion: Pose) -> None:
    assert moved(a, motion).distance(moved(b, motion)) == pytest.approx(a.distance(b), abs=1e-9)


@given(boxes, boxes)
def test_the_distance_is_that_of_the_nearest_points_of_the_rims(a: Box, b: Box) -> None:
    def rim(box: Box) -> list[tuple[float, float]]:
        share = np.linspace(0.0, 1.0, 41)
        corners = np.array(box.corners)
        sides = [c + share[:, None] * (d - c) for c, d in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
        return [(float(x), float(y)) for x, y in np.concatenate(sides)]

    nearest = min([a.distance_to_point(*p) for p in rim(b)] + [b.distance_to_point(*p) for p in rim(a)])
    spacing = max(a.length, b.length, a.width, b.width) / 40
    assert a.distance(b) <= nearest + 1e-9
    assert nearest <= a.distance(b) + spacing


def test_whole_numbers_make_the_same_box_as_floats() -> None:
    assert Box(Pose(0, 0, 0), 4, 2).distance(Box(Pose(9, 0, 0), 4, 2)) == 5.0


@pytest.mark.parametrize("size", [0.0, -1.0, nan, inf])
def test_a_box_without_size_is_refused(size: float) -> None:
    with pytest.raises(InputError, match=r"box has length .*; expected a finite number greater than 0"):
        Box(Pose(0.0, 0.0, 0.0), size, 1.0)
    with pytest.raises(InputError, match="box has width"):
        Box(Pose(0.0, 0.0, 0.0), 1.0, size)
