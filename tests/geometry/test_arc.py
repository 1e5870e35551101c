from math import pi

import numpy as np
import pytest
from hypothesis import given

from seahaven.errors import InputError
from seahaven.geometry import Arc, Line, Pose
from tests.geometry.shapes import lengths, numbers, poses

EAST = Pose(0.0, 0.0, 0.0)


def test_a_quarter_turn_to_the_left_is_worked_by_hand() -> None:
    arc = Arc(EAST, 5.0 * pi, 0.1)
    assert (arc.end.x, arc.end.y, arc.end.heading) == pytest.approx((10.0, 10.0, pi / 2))
    assert arc.curvature(3.0) == 0.1


def test_a_quarter_turn_to_the_right_ends_below() -> None:
    end = Arc(EAST, 5.0 * pi, -0.1).end
    assert (end.x, end.y, end.heading) == pytest.approx((10.0, -10.0, -pi / 2))


@pytest.mark.parametrize(
    ("point", "expected"),
    [
        ((0.0, 0.0), (0.0, 0.0)),
        ((0.0, 3.0), (0.0, 3.0)),  # towards the centre is left
        ((0.0, -3.0), (0.0, -3.0)),
        ((12.0, 10.0), (5.0 * pi, -2.0)),
        ((9.0, 14.0), (5.0 * pi + 4.0, 1.0)),  # beyond the end, on its tangent
        ((-4.0, 1.0), (-4.0, 1.0)),  # before the start
        ((0.0, 10.0), (0.0, 10.0)),  # the centre: all places are equally near, the first is given
    ],
)
def test_projections_on_a_quarter_turn_are_worked_by_hand(
    point: tuple[float, float], expected: tuple[float, float]
) -> None:
    assert Arc(EAST, 5.0 * pi, 0.1).project(*point) == pytest.approx(expected, abs=1e-12)


def test_without_a_hint_the_first_of_several_turns_is_given() -> None:
    spiral_stair = Arc(EAST, 100.0 * pi, 0.1)
    quarter = 5.0 * pi
    assert spiral_stair.project(11.0, 10.0) == pytest.approx((quarter, -1.0))
    assert spiral_stair.project(11.0, 10.0, hint=50.0 * pi) == pytest.approx((quarter + 40.0 * pi, -1.0))
    hints = np.array([0.0, 50.0 * pi])
    s, _ = spiral_stair.project(np.full(2, 11.0), np.full(2, 10.0), hint=hints)
    assert s == pytest.approx([quarter, quarter + 40.0 * pi])


def test_with_a_hint_the_search_goes_downhill_from_there() -> None:
    three_quarters = Arc(EAST, 15.0 * pi, 0.1)
    before_the_start = (-6.0, 2.0)
    assert three_quarters.project(*before_the_start, hint=1.0) == pytest.approx(before_the_start)
    assert three_quarters.project(*before_the_start, hint=15.0 * pi)[0] > 15.0 * pi


@given(poses, lengths, numbers(-1e-9, 1e-9), numbers(-50.0, 50.0), numbers(-50.0, 50.0))
def test_an_almost_straight_arc_is_as_accurate_as_a_line(
    start: Pose, length: float, bend: float, x: float, y: float
) -> None:
    arc, line = Arc(start, length, bend), Line(start, length)
    slack = abs(bend) * 2000.0**2 + 1e-9
    assert arc.point(length) == pytest.approx(line.point(length), abs=slack)
    assert arc.project(x, y) == pytest.approx(line.project(x, y), abs=slack)


def test_an_arc_without_bend_is_a_line() -> None:
    s = np.array([-5.0, 3.0, 30.0])
    arc, line = Arc(Pose(1.0, 2.0, 0.5), 20.0, 0.0), Line(Pose(1.0, 2.0, 0.5), 20.0)
    assert np.array_equal(arc.point(s), line.point(s))
    assert arc.project(7.0, 8.0) == line.project(7.0, 8.0)


def test_a_bend_that_is_not_finite_is_refused() -> None:
    with pytest.raises(InputError, match="Arc has bend nan; expected a finite number"):
        Arc(EAST, 1.0, float("nan"))
