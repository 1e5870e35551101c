"""Shapes of lanes as SUMO writes them: kinks that are rounded, and those that stay."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, hypot, sin, tan

import pytest

from seahaven.roads.formats.polyline import EASE, Shape, line_along, rounded


def bent(turn: float, offset: float = 0.0) -> Shape:
    """A road that turns at one point, or a lane so many metres to the left of it."""
    x, y = -offset * tan(0.5 * turn), offset
    return (
        (0.0, offset, 0.0),
        (50.0 + x, y, 1.0),
        (50.0 + 60.0 * cos(turn) - offset * sin(turn), 60.0 * sin(turn) + offset * cos(turn), 2.0),
    )


@pytest.mark.parametrize("turn", [0.8, -0.8, 0.3])
def test_where_a_road_is_sharp_it_turns_by_and_by(turn: float) -> None:
    shape = bent(turn)
    points = rounded(shape, EASE, 0.0)
    headings = [atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(points)]
    assert (points[0], points[-1]) == (shape[0], shape[-1])
    assert max(abs(b - a) for a, b in pairwise(headings)) < 0.06
    assert [point[2] for point in points] == sorted(point[2] for point in points)
    strays = [hypot(x - 50.0, y) for x, y, _ in points]
    assert min(strays) == pytest.approx(EASE * tan(0.25 * abs(turn)), rel=0.01)


@pytest.mark.parametrize("turn", [0.8, -0.8])
@pytest.mark.parametrize("offset", [3.2, -6.4])
def test_lanes_beside_each_other_stay_so(turn: float, offset: float) -> None:
    line = line_along(bent(turn), 0.0, EASE)
    for x, y, _ in rounded(bent(turn, offset), EASE, offset):
        assert line.project(x, y)[1] == pytest.approx(offset, abs=0.02)


def test_a_slight_kink_stays_as_it_is_drawn() -> None:
    assert rounded(bent(0.2), EASE, 0.0) == bent(0.2)
