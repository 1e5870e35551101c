"""What holds for every curve."""

from copy import deepcopy
from math import cos, hypot, inf, nan, sin

import numpy as np
import pytest
from hypothesis import assume, example, given

from seahaven.errors import InputError
from seahaven.geometry import Arc, BSpline, Clothoid, Cubic, Curve, Line, ParametricCubic, Path, Polyline, Pose
from tests.geometry.shapes import curves, numbers, poses, shares, smooth_curves

STEP = 1e-3
HERE = Pose(3.0, -2.0, 0.7)
EXAMPLES = [
    Line(HERE, 100.0),
    Arc(HERE, 100.0, -1 / 60),
    Clothoid(HERE, 100.0, 1 / 80, -1 / 60),
    Cubic(HERE, (0.0, 0.0, 0.01, -1e-4), 100.0),
    ParametricCubic(HERE, (0.0, 80.0, 5.0, -3.0), (0.0, 0.0, 40.0, -20.0)),
    BSpline([(0, 0), (50, 10), (80, 60), (120, 80), (200, 30)], clamped=True),
    BSpline([(0, 0), (50, 0), (50, 50), (0, 50)], closed=True),
    Path(HERE).line(60.0).clothoid(40.0, to_curvature=1 / 60).arc(90.0),
    Polyline.through([(0.0, 0.0), (10.0, 0.0), (20.0, 10.0), (20.0, 40.0)]),
]
every_kind = pytest.mark.parametrize("curve", EXAMPLES, ids=lambda curve: type(curve).__name__)


@given(smooth_curves, shares)
def test_the_heading_is_the_direction_in_which_the_point_moves_at_unit_speed(curve: Curve, share: float) -> None:
    s = STEP + share * (curve.length - 2 * STEP)
    (x0, y0), (x1, y1) = curve.point(s - STEP), curve.point(s + STEP)
    heading = curve.heading(s)
    dx, dy = (x1 - x0) / (2 * STEP), (y1 - y0) / (2 * STEP)
    # Across a joint the curvature may jump by a fifth, and the difference then strays by that times the step.
    slack = 0.1 * STEP if isinstance(curve, Path) else 0.0
    assert (dx, dy) == pytest.approx((cos(heading), sin(heading)), abs=1e-6 + slack)


@given(smooth_curves, shares)
def test_the_curvature_is_the_rate_at_which_the_heading_turns(curve: Curve, share: float) -> None:
    s = STEP + share * (curve.length - 2 * STEP)
    assume(not any(abs(s - joint.s) <= STEP for joint in (curve.joints() if isinstance(curve, Path) else ())))
    rate = (curve.heading(s + STEP) - curve.heading(s - STEP)) / (2 * STEP)
    assert rate == pytest.approx(curve.curvature(s), rel=1e-3, abs=1e-5)


@given(smooth_curves, shares)
def test_projecting_a_point_of_the_curve_gives_it_back(curve: Curve, share: float) -> None:
    point = curve.point(share * curve.length)
    s, offset = curve.project(*point)
    # A curve may cross itself, so another s may be as good; it must be the same place.
    assert curve.point(s) == pytest.approx(point, abs=2e-3)
    assert abs(offset) <= 2e-3
    s, offset = curve.project(*point, hint=share * curve.length)
    assert s == pytest.approx(share * curve.length, abs=1e-7)
    assert offset == pytest.approx(0.0, abs=1e-7)


@given(smooth_curves, shares, numbers(-3.0, 3.0), numbers(-0.5, 0.5))
def test_a_place_beside_the_curve_keeps_its_s_and_offset(
    curve: Curve, share: float, offset: float, slip: float
) -> None:
    s = share * curve.length
    assume(abs(curve.curvature(s)) < 0.15)
    x, y = curve.offset_point(s, offset)
    assert curve.project(x, y, hint=s + slip) == pytest.approx((s, offset), abs=1e-6)


@given(curves, numbers(-700.0, 700.0), numbers(-700.0, 700.0))
def test_no_sampled_place_is_nearer_than_the_projection(curve: Curve, x: float, y: float) -> None:
    s, offset = curve.project(x, y)
    inside = min(max(s, 0.0), curve.length)
    nearest = hypot(x - curve.point(inside)[0], y - curve.point(inside)[1])
    samples = curve.point(np.linspace(0.0, curve.length, 500))
    assert nearest <= np.hypot(*(samples - (x, y)).T).min() + 2e-3
    assert abs(offset) <= nearest + 1e-9


@given(smooth_curves, numbers(-700.0, 700.0), numbers(-700.0, 700.0))
def test_s_and_offset_lead_back_to_the_point(curve: Curve, x: float, y: float) -> None:
    s, offset = curve.project(x, y)
    assert curve.offset_point(s, offset) == pytest.approx((x, y), abs=1e-5)


@given(curves, numbers(0.0, 50.0))
def test_beyond_its_ends_a_curve_goes_on_straight(curve: Curve, beyond: float) -> None:
    start, end = curve.pose(0.0), curve.end
    assert curve.point(-beyond) == pytest.approx(start.to_world((-beyond, 0.0)), abs=1e-9)
    assert curve.point(curve.length + beyond) == pytest.approx(end.to_world((beyond, 0.0)), abs=1e-9)
    assert curve.heading(-beyond) == start.heading
    assert curve.heading(curve.length + beyond) == pytest.approx(end.heading, abs=1e-12)
    if beyond:
        assert curve.curvature(-beyond) == curve.curvature(curve.length + beyond + 1e-9) == 0.0


@given(smooth_curves, numbers(0.01, 1.0))
@example(Cubic(Pose(0.0, 2.0, 1.0625), (-2.0, 0.0, 0.0, 0.0), 1.0), 1.0)  # a knot lay a rounding before the end
def test_a_sample_stays_within_the_chord_error(curve: Curve, error: float) -> None:
    stations = curve.stations(error)
    assert stations[0] == 0.0
    assert stations[-1] == curve.length
    first, second = curve.point(stations[:-1]), curve.point(stations[1:])
    chord = (second - first) / np.hypot(*(second - first).T)[:, None]
    for share in (0.25, 0.5, 0.75):
        x, y = (curve.point(stations[:-1] + share * np.diff(stations)) - first).T
        assert np.abs(chord[:, 0] * y - chord[:, 1] * x).max() <= error * (1 + 1e-6)
    assert np.array_equal(Polyline.along(curve, error).points, curve.point(stations))


@given(smooth_curves, numbers(0.01, 1.0))
def test_a_sample_is_not_much_finer_than_it_must_be(curve: Curve, error: float) -> None:
    sharpest = np.abs(curve.curvature(np.linspace(0.0, curve.length, 2000))).max() * 1.2
    fewest = curve.length * max((sharpest / (8 * error)) ** 0.5, sharpest) + len(curve._breaks())
    pieces = len(curve.pieces) if isinstance(curve, Path) else 1
    assert len(curve.stations(error)) <= 2 * fewest + 2 * pieces


@every_kind
def test_an_array_gives_what_each_number_gives(curve: Curve) -> None:
    s = np.linspace(-10.0, curve.length + 10.0, 48).reshape(6, 8)
    each = s.ravel().tolist()
    np.testing.assert_allclose(curve.point(s).reshape(-1, 2), [curve.point(v) for v in each], atol=1e-11)
    np.testing.assert_allclose(curve.heading(s).ravel(), [curve.heading(v) for v in each], atol=1e-13)
    np.testing.assert_allclose(curve.curvature(s).ravel(), [curve.curvature(v) for v in each], atol=1e-13)
    np.testing.assert_allclose(curve.offset_point(s, 2.0).reshape(-1, 2), [curve.offset_point(v, 2.0) for v in each])
    poses_there = [curve.pose(v) for v in each]
    np.testing.assert_allclose(curve.pose(s).reshape(-1, 3), [(p.x, p.y, p.heading) for p in poses_there], atol=1e-11)


@every_kind
def test_an_array_of_points_projects_like_each_point(curve: Curve) -> None:
    s = np.linspace(-5.0, curve.length + 5.0, 30).reshape(5, 6)
    points = curve.offset_point(s, np.linspace(-4.0, 4.0, 30).reshape(5, 6))
    x, y = points[..., 0], points[..., 1]
    for hint in (None, s):
        got_s, got_offset = curve.project(x, y, hint=hint)
        assert got_s.shape == got_offset.shape == (5, 6)
        each = [
            curve.project(float(a), float(b), hint=None if hint is None else float(h))
            for a, b, h in zip(x.flat, y.flat, s.flat, strict=True)
        ]
        np.testing.assert_allclose(np.stack((got_s.ravel(), got_offset.ravel()), axis=1), each, atol=1e-9)


@every_kind
def test_what_is_asked_along_with_a_point_changes_no_bit_of_its_answer(curve: Curve) -> None:
    s = np.linspace(-5.0, curve.length + 5.0, 37)
    x, y = curve.offset_point(s, np.linspace(-30.0, 30.0, 37)).T
    for k in (0, 17, 36):
        here = slice(k, k + 1)
        assert curve.pose(s)[k].tobytes() == curve.pose(s[here])[0].tobytes()
        alone, together = curve.project(x[here], y[here]), curve.project(x, y)
        assert (alone[0][0], alone[1][0]) == (together[0][k], together[1][k])


@every_kind
def test_offsets_may_differ_along_one_place(curve: Curve) -> None:
    d = np.array([-1.0, 0.0, 1.0])
    across = curve.offset_point(10.0, d)
    np.testing.assert_allclose(across, [curve.offset_point(10.0, v) for v in d.tolist()])


@every_kind
def test_empty_arrays_give_empty_arrays(curve: Curve) -> None:
    nothing = np.empty(0)
    assert curve.point(nothing).shape == (0, 2)
    assert curve.curvature(nothing).shape == (0,)
    assert curve.project(nothing, nothing)[0].shape == (0,)


@every_kind
def test_a_copied_curve_is_equal_and_works(curve: Curve) -> None:
    curve.project(1.0, 2.0)
    copy = deepcopy(curve)
    assert copy == curve
    assert hash(copy) == hash(curve)
    assert copy.project(1.0, 2.0) == curve.project(1.0, 2.0)
    assert copy.pose(7.0) == curve.pose(7.0)


@every_kind
def test_numbers_that_are_not_finite_are_refused(curve: Curve) -> None:
    name = type(curve).__name__
    for bad in (nan, inf, -inf):
        with pytest.raises(InputError, match=rf"{name} of length .* has no s={bad}; expected a finite number"):
            curve.point(bad)
        with pytest.raises(InputError, match=rf"{name} of length .* has no s={bad}"):
            curve.curvature(bad)
        with pytest.raises(InputError, match=rf"{name} has s\[1\] {bad}; expected finite numbers"):
            curve.heading(np.array([0.0, bad]))
        with pytest.raises(InputError, match=rf"{name} got the point \({bad}, 0.0\) to project"):
            curve.project(bad, 0.0)
        with pytest.raises(InputError, match=rf"{name} has x\[0\] {bad}"):
            curve.project(np.array([bad]), np.array([0.0]))


@pytest.mark.parametrize("error", [0.0, -1.0, nan])
def test_a_chord_error_must_be_positive(error: float) -> None:
    with pytest.raises(InputError, match=r"Line has chord_error .*; expected a finite number greater than 0"):
        Polyline.along(EXAMPLES[0], error)


@pytest.mark.parametrize("length", [0.0, -5.0, nan, inf])
def test_a_length_must_be_positive(length: float) -> None:
    for make in (
        lambda: Line(HERE, length),
        lambda: Arc(HERE, length, 0.1),
        lambda: Clothoid(HERE, length, 0.0, 0.1),
        lambda: Cubic(HERE, (0.0, 0.0, 0.0, 0.0), length),
    ):
        with pytest.raises(InputError, match=r"has length .*; expected a finite number greater than 0"):
            make()


@given(poses, numbers(1.0, 100.0))
def test_a_full_circle_samples_into_distinct_points(start: Pose, radius: float) -> None:
    circle = Arc(start, 2 * np.pi * radius, 1 / radius)
    assert len(Polyline.along(circle, 100.0).points) >= 7


def test_a_short_curve_far_from_the_origin_can_be_projected_on() -> None:
    speck = Clothoid(Pose(5e6, 5e6, 0.3), 1e-9, 0.0, 1e-3)
    s, offset = speck.project(5e6 + 3.0, 5e6)
    assert hypot(s, offset) == pytest.approx(3.0, abs=1e-6)
    x, y = speck.project(np.array([5e6 + 3.0]), np.array([5e6]))
    assert (x[0], y[0]) == pytest.approx((s, offset), abs=1e-6)
