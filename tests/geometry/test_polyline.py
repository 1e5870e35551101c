from math import hypot, nan, pi, sqrt

import numpy as np
import pytest
from hypothesis import given

from seahaven.errors import InputError
from seahaven.geometry import Polyline
from tests.geometry.shapes import numbers, polylines, shares

HOOK = Polyline.through([(0.0, 0.0), (10.0, 0.0), (10.0, 5.0)])


def nearest_by_trying_all(line: Polyline, x: float, y: float) -> float:
    best = np.inf
    for (ax, ay), (bx, by) in zip(line.points.tolist()[:-1], line.points.tolist()[1:], strict=True):
        dx, dy = bx - ax, by - ay
        t = min(max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0.0), 1.0)
        best = min(best, hypot(x - ax - t * dx, y - ay - t * dy))
    return best


def test_a_hook_is_worked_by_hand() -> None:
    assert HOOK.length == 15.0
    assert HOOK.point(12.0) == (10.0, 2.0)
    assert HOOK.heading(3.0) == 0.0
    assert HOOK.heading(10.0) == HOOK.heading(15.0) == pi / 2
    assert HOOK.curvature(10.0) == 0.0
    assert HOOK.stations(1.0).tolist() == [0.0, 10.0, 15.0]


@pytest.mark.parametrize(
    ("point", "expected"),
    [
        ((4.0, 1.0), (4.0, 1.0)),
        ((4.0, -1.0), (4.0, -1.0)),
        ((9.0, 3.0), (13.0, 1.0)),
        ((13.0, -4.0), (10.0, -5.0)),  # the outer side of the vertex
        ((-2.0, 3.0), (-2.0, 3.0)),  # before the start
        ((12.0, 9.0), (19.0, -2.0)),  # beyond the end
        ((10.0, 0.0), (10.0, 0.0)),
    ],
)
def test_projections_on_a_hook_are_worked_by_hand(point: tuple[float, float], expected: tuple[float, float]) -> None:
    assert HOOK.project(*point) == expected


def test_a_hairpin_has_left_and_right_beside_its_turn() -> None:
    hairpin = Polyline.through([(0.0, 0.0), (10.0, 0.0), (0.0, 0.1)])
    assert hairpin.project(12.0, 0.0)[1] == pytest.approx(-2.0)
    assert hairpin.project(5.0, -1.0) == pytest.approx((5.0, -1.0))


@given(polylines, shares)
def test_places_lie_at_their_arc_length(line: Polyline, share: float) -> None:
    s = share * line.length
    x, y = line.point(s)
    k = int(np.searchsorted(line.stations(1.0), s, side="right")) - 1
    along = hypot(x - line.points[k, 0], y - line.points[k, 1])
    assert line.stations(1.0)[k] + along == pytest.approx(s, abs=1e-9)


@given(polylines, numbers(-700, 700), numbers(-700, 700))
def test_the_search_finds_what_trying_all_segments_finds(line: Polyline, x: float, y: float) -> None:
    s, _ = line.project(x, y)
    px, py = line.point(min(max(s, 0.0), line.length))
    assert hypot(x - px, y - py) == pytest.approx(nearest_by_trying_all(line, x, y), abs=1e-9)


def test_long_lines_of_every_size_are_searched_completely() -> None:
    for count in (2, 3, 4, 5, 8, 9, 10, 11, 50, 101):
        t = np.linspace(0.0, 6 * pi, count)
        line = Polyline(np.stack((t * np.cos(t) + 0.01 * t, t * np.sin(t)), axis=1))
        x, y = (a.ravel() for a in np.meshgrid(np.linspace(-20, 20, 9), np.linspace(-20, 20, 9)))
        s, _ = line.project(x, y)
        there = line.point(np.clip(s, 0.0, line.length))
        expected = [nearest_by_trying_all(line, a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True)]
        np.testing.assert_allclose(np.hypot(x - there[:, 0], y - there[:, 1]), expected, atol=1e-9)


@given(polylines, shares, numbers(-700, 700), numbers(-700, 700))
def test_all_at_once_gives_the_same_bits_as_one_by_one(line: Polyline, share: float, x: float, y: float) -> None:
    s = share * line.length
    assert line.pose(np.array([s]))[0].tolist() == [*line.point(s), line.heading(s)]
    for hint in (None, s):
        many = line.project(np.array([x]), np.array([y]), hint=hint)
        assert (many[0][0], many[1][0]) == line.project(x, y, hint=hint)


def test_of_places_equally_near_the_first_is_given() -> None:
    loop = Polyline.through([(1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)])
    assert loop.project(0.0, 0.0) == (1.0, 1.0)


def test_a_hint_keeps_to_its_own_branch() -> None:
    there_and_back = Polyline.through([(0.0, 0.0), (100.0, 0.0), (100.0, 4.0), (0.0, 4.0)])
    assert there_and_back.project(50.0, 1.0)[0] == 50.0
    assert there_and_back.project(50.0, 1.0, hint=150.0) == (154.0, 3.0)


def test_headings_run_on_past_half_a_turn() -> None:
    angles = np.linspace(0.0, 3 * pi, 40)
    line = Polyline(np.stack((np.cos(angles), np.sin(angles)), axis=1) * (1.0 + angles)[:, None])
    assert line.heading(line.length) - line.heading(0.0) > 2.5 * pi


def test_a_polyline_is_a_value() -> None:
    points = np.array([[0.0, 0.0], [1.0, sqrt(3.0)]])
    line = Polyline(points)
    points[0] = 7.0
    assert line.point(0.0) == (0.0, 0.0)
    assert line == Polyline.through([(0.0, 0.0), (1.0, sqrt(3.0))])
    assert line != HOOK
    with pytest.raises(ValueError, match="read-only"):
        line.points[0, 0] = 1.0


def test_points_that_make_no_line_are_refused() -> None:
    with pytest.raises(InputError, match="Polyline got 1 points; expected at least 2"):
        Polyline.through([(0.0, 0.0)])
    with pytest.raises(InputError, match=r"Polyline has points 1 and 2 both at \(1.0, 0.0\); leave one of them out"):
        Polyline.through([(0.0, 0.0), (1.0, 0.0), (1.0, 0.0)])
    with pytest.raises(InputError, match=r"Polyline has points\[1, 0\] nan"):
        Polyline.through([(0.0, 0.0), (nan, 0.0)])
    with pytest.raises(InputError, match=r"Polyline got points of shape \(2, 3\); expected n rows of x, y"):
        Polyline(np.zeros((2, 3)))
