from math import asinh, hypot, nan, sqrt

import numpy as np
import pytest
from hypothesis import given

from seahaven.errors import InputError
from seahaven.geometry import Cubic, ParametricCubic, Pose
from tests.geometry.shapes import cubics, parametric_cubics, shares

EAST = Pose(0.0, 0.0, 0.0)
RISE = (0.0, 1.0, 0.0, 0.0)


def arc_length(u: tuple[float, ...], v: tuple[float, ...], end: float) -> float:
    p = np.linspace(0.0, end, 200_001)
    middle = 0.5 * (p[1:] + p[:-1])
    speed = np.hypot(*(c[1] + middle * (2 * c[2] + middle * 3 * c[3]) for c in (u, v)))
    return float((speed * np.diff(p)).sum())


def test_a_parabola_is_as_long_as_its_formula_says() -> None:
    u = 20.0
    length = 0.5 * u * sqrt(1 + (0.1 * u) ** 2) + asinh(0.1 * u) / 0.2
    parabola = Cubic(EAST, (0.0, 0.0, 0.05, 0.0), length)
    assert parabola.point(length) == pytest.approx((u, 0.05 * u * u), abs=1e-8)
    assert parabola.curvature(0.0) == pytest.approx(0.1)


@given(cubics, shares)
def test_a_cubic_lies_on_its_graph_at_the_right_arc_length(curve: Cubic, share: float) -> None:
    u, v = curve.frame.to_local(curve.point(share * curve.length))
    a, b, c, d = curve.v
    assert v == pytest.approx(a + u * (b + u * (c + u * d)), abs=1e-8)
    assert arc_length(RISE, curve.v, u) == pytest.approx(share * curve.length, abs=1e-6)


def test_a_straight_cubic_is_a_line() -> None:
    line = Cubic(Pose(1.0, 1.0, 0.0), (0.0, 0.75, 0.0, 0.0), 10.0)
    assert line.point(10.0) == pytest.approx((9.0, 7.0))
    assert line.curvature(5.0) == 0.0


@given(parametric_cubics)
def test_a_parametric_cubic_ends_where_its_parameter_does(curve: ParametricCubic) -> None:
    assert curve.frame.to_local(curve.point(0.0)) == pytest.approx((curve.u[0], curve.v[0]), abs=1e-9)
    assert curve.frame.to_local(curve.point(curve.length)) == pytest.approx((sum(curve.u), sum(curve.v)), abs=1e-8)
    assert curve.length == pytest.approx(arc_length(curve.u, curve.v, 1.0), abs=1e-6)


def test_normalised_and_arc_length_ranges_describe_the_same_curve() -> None:
    u, v = (0.0, 40.0, 0.0, -4.0), (0.0, 0.0, 12.0, 3.0)
    flat_u, flat_v = (0.0, 1.0, 0.0, -4.0 / 40.0**3), (0.0, 0.0, 12.0 / 40.0**2, 3.0 / 40.0**3)
    normalised, by_length = ParametricCubic(EAST, u, v), ParametricCubic(EAST, flat_u, flat_v, extent=40.0)
    assert by_length.length == pytest.approx(normalised.length, abs=1e-8)
    assert by_length.point(17.0) == pytest.approx(normalised.point(17.0), abs=1e-8)


def test_a_loop_keeps_its_heading_continuous() -> None:
    loop = ParametricCubic(EAST, (0.0, 50.0, -150.0, 100.0), (0.0, 60.0, -60.0, 0.0))
    headings = loop.heading(np.linspace(0.0, loop.length, 2000))
    assert np.abs(np.diff(headings)).max() < 0.2
    assert hypot(*loop.point(loop.length)) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("v", [(0.0, 0.0, 0.0, 0.0), (0.0, 1.0, -1.0, 0.0)])
def test_a_curve_that_turns_back_on_itself_is_refused(v: tuple[float, float, float, float]) -> None:
    with pytest.raises(InputError, match=r"ParametricCubic comes to a stop at parameter .* has no direction there"):
        ParametricCubic(EAST, (0.0, 1.0, -1.0, 0.0), v)


def test_coefficients_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match=r"Cubic has v\[2\] nan; expected finite numbers"):
        Cubic(EAST, (0.0, 0.0, nan, 0.0), 1.0)
    with pytest.raises(InputError, match="got 3 coefficients of u; expected a, b, c, d"):
        ParametricCubic(EAST, (0.0, 1.0, 0.0), RISE)  # type: ignore[arg-type]  # what a careless caller does
    with pytest.raises(InputError, match=r"ParametricCubic has extent 0\.0"):
        ParametricCubic(EAST, RISE, RISE, extent=0.0)
