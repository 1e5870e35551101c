from math import inf, pi, sqrt

import numpy as np
import pytest
from hypothesis import given
from scipy.special import fresnel

from seahaven.errors import InputError
from seahaven.geometry import Arc, Clothoid, Line, Pose
from tests.geometry.shapes import bends, numbers, poses

EAST = Pose(0.0, 0.0, 0.0)


def quadrature(curve: Clothoid, s: float) -> tuple[float, float]:
    """The place by summing 20,000 Gauss panels of three nodes: slow, simple and good to 1e-11 m."""
    nodes, weights = np.polynomial.legendre.leggauss(3)
    edges = np.linspace(0.0, s, 20_001)
    half = 0.5 * np.diff(edges)
    t = edges[:-1, None] + half[:, None] * (1.0 + nodes)
    rate = (curve.end_curvature - curve.start_curvature) / curve.length
    angle = curve.start.heading + curve.start_curvature * t + 0.5 * rate * t * t
    x = float((half * (np.cos(angle) @ weights)).sum())
    y = float((half * (np.sin(angle) @ weights)).sum())
    return curve.start.x + x, curve.start.y + y


@given(poses, numbers(1.0, 3000.0), bends, bends, numbers(0.0, 1.0))
def test_places_match_fine_quadrature_over_kilometres(
    start: Pose, length: float, first: float, last: float, share: float
) -> None:
    curve = Clothoid(start, length, first, last)
    expected = quadrature(curve, share * length)
    assert curve.point(share * length) == pytest.approx(expected, abs=1e-9)
    assert curve.point(np.array([share * length]))[0] == pytest.approx(expected, abs=1e-9)


@given(numbers(10.0, 2000.0), numbers(0.001, 0.05))
def test_places_match_fresnel_integrals_from_straight(length: float, last: float) -> None:
    curve = Clothoid(EAST, length, 0.0, last)
    scale = sqrt(pi * length / last)
    y, x = fresnel(length / scale)
    assert curve.point(length) == pytest.approx((scale * x, scale * y), abs=1e-9)


@given(poses, numbers(1.0, 2000.0), bends)
def test_equal_curvatures_give_an_arc(start: Pose, length: float, bend: float) -> None:
    s = np.linspace(0.0, length, 9)
    np.testing.assert_allclose(
        Clothoid(start, length, bend, bend).point(s), Arc(start, length, bend).point(s), atol=1e-9
    )


@pytest.mark.parametrize("rate", [1e-18, 1e-15, 1e-12, 1e-9, 1e-6, -1e-15])
@pytest.mark.parametrize("first", [0.0, 0.01, -0.01])
def test_tiny_rates_lose_no_accuracy(rate: float, first: float) -> None:
    curve = Clothoid(Pose(100.0, -50.0, 1.0), 1000.0, first, first + 1000.0 * rate)
    assert curve.point(1000.0) == pytest.approx(quadrature(curve, 1000.0), abs=1e-9)


def test_no_curvature_at_all_gives_a_line() -> None:
    start = Pose(1.0, 2.0, 0.3)
    assert Clothoid(start, 50.0, 0.0, 0.0).point(50.0) == pytest.approx(Line(start, 50.0).point(50.0), abs=1e-12)


def test_curvature_passes_through_straight_in_the_middle() -> None:
    curve = Clothoid(EAST, 100.0, -0.02, 0.02)
    assert curve.curvature(50.0) == 0.0
    assert curve.heading(100.0) == pytest.approx(0.0)
    assert curve.heading(50.0) == pytest.approx(-0.5)


@given(poses, numbers(1.0, 1000.0), bends, bends)
def test_driven_backwards_a_clothoid_leads_back_to_its_start(
    start: Pose, length: float, first: float, last: float
) -> None:
    end = Clothoid(start, length, first, last).end
    back = Clothoid(Pose(end.x, end.y, end.heading + pi), length, -last, -first).end
    assert back.point == pytest.approx(start.point, abs=1e-9)


def test_a_tight_spiral_of_many_turns_stays_exact() -> None:
    curve = Clothoid(EAST, 100.0, 0.0, 2.0)
    assert curve.point(100.0) == pytest.approx(quadrature(curve, 100.0), abs=1e-9)
    s = np.linspace(0.0, 100.0, 501)
    each = [curve.point(v) for v in s.tolist()]
    np.testing.assert_allclose(curve.point(s), each, atol=1e-12)


def test_a_curvature_that_is_not_finite_is_refused() -> None:
    with pytest.raises(InputError, match="Clothoid has end_curvature inf; expected a finite number"):
        Clothoid(EAST, 1.0, 0.0, inf)
