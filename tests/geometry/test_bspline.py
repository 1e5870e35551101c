from math import pi

import numpy as np
import pytest
from hypothesis import given

from seahaven.errors import InputError
from seahaven.geometry import BSpline, wrap_angle
from seahaven.geometry.bspline import BASIS
from tests.geometry.shapes import bsplines, numbers, shares, walks

SQUARE = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]


@given(shares)
def test_the_weights_of_the_control_points_are_a_partition_of_unity(t: float) -> None:
    weights = np.array([1.0, t, t * t, t**3]) @ BASIS
    assert weights.sum() == pytest.approx(1.0, abs=1e-15)
    assert (weights >= -1e-16).all()


@given(bsplines, numbers(0.0, 2 * pi))
def test_the_curve_stays_in_the_convex_hull_of_its_points(curve: BSpline, direction: float) -> None:
    towards = np.array([np.cos(direction), np.sin(direction)])
    reach = curve.point(np.linspace(0.0, curve.length, 200)) @ towards
    assert reach.max() <= (np.array(curve.points) @ towards).max() + 1e-9


@given(walks(2))
def test_a_clamped_curve_starts_and_ends_on_its_end_points_without_bend(points: list[tuple[float, float]]) -> None:
    curve = BSpline(points, clamped=True)
    assert curve.point(0.0) == pytest.approx(points[0], abs=1e-9)
    assert curve.point(curve.length) == pytest.approx(points[-1], abs=1e-8)
    assert curve.curvature(0.0) == pytest.approx(0.0, abs=1e-9)
    assert curve.curvature(curve.length) == pytest.approx(0.0, abs=1e-6)
    (x0, y0), (x1, y1) = points[:2]
    assert wrap_angle(curve.heading(0.0) - np.arctan2(y1 - y0, x1 - x0)) == pytest.approx(0.0, abs=1e-9)


def test_an_open_curve_starts_between_its_first_three_points() -> None:
    curve = BSpline(SQUARE)
    assert curve.point(0.0) == pytest.approx((50.0 / 6.0, 10.0 / 6.0))
    assert curve.pose(0.0).heading == pytest.approx(pi / 4)


def test_a_closed_curve_meets_itself_with_equal_heading_and_curvature() -> None:
    loop = BSpline(SQUARE, closed=True)
    assert loop.point(loop.length) == pytest.approx(loop.point(0.0), abs=1e-8)
    assert loop.heading(loop.length) == pytest.approx(loop.heading(0.0) + 2 * pi, abs=1e-8)
    assert loop.curvature(loop.length) == pytest.approx(loop.curvature(0.0), abs=1e-6)


def test_points_on_a_line_give_the_line() -> None:
    curve = BSpline([(0.0, 0.0), (30.0, 40.0), (60.0, 80.0)], clamped=True)
    assert curve.length == pytest.approx(100.0, abs=1e-9)
    assert curve.point(50.0) == pytest.approx((30.0, 40.0), abs=1e-8)


def test_moving_a_point_leaves_far_pieces_as_they_were() -> None:
    points = [(20.0 * k, 5.0 * (k % 3)) for k in range(10)]
    moved = [*points[:9], (points[9][0], 50.0)]
    s = np.linspace(0.0, 80.0, 50)
    assert np.array_equal(BSpline(points).point(s), BSpline(moved).point(s))


def test_points_may_come_as_an_array() -> None:
    assert BSpline(np.array(SQUARE), closed=True) == BSpline(SQUARE, closed=True)  # type: ignore[arg-type]  # rows do


@pytest.mark.parametrize(
    ("count", "options", "least"), [(3, {}, 4), (1, {"clamped": True}, 2), (2, {"closed": True}, 3)]
)
def test_too_few_points_are_refused(count: int, options: dict[str, bool], least: int) -> None:
    with pytest.raises(InputError, match=f"BSpline got {count} points; expected at least {least}"):
        BSpline(SQUARE[:count], **options)


def test_points_that_cannot_shape_a_curve_are_refused() -> None:
    with pytest.raises(InputError, match="cannot be both closed and clamped"):
        BSpline(SQUARE, closed=True, clamped=True)
    with pytest.raises(InputError, match=r"BSpline has points 1 and 2 both at \(10.0, 0.0\); leave one of them out"):
        BSpline([*SQUARE[:2], *SQUARE[1:]])
    with pytest.raises(InputError, match="BSpline comes to a stop"):
        BSpline([(0.0, 0.0), (10.0, 0.0), (0.0, 0.0), (10.0, 0.0), (0.0, 0.0)])
