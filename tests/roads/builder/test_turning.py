"""Smooth ways between poses."""

from __future__ import annotations

from math import inf, pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.geometry import Path, Pose, wrap_angle
from seahaven.roads.builder.alignment import cut, turned_round
from seahaven.roads.builder.profiles import eased, fitted, total, window
from seahaven.roads.builder.turning import way
from seahaven.roads.model import Profile

places = st.floats(-500.0, 500.0)
headings = st.floats(-7.0, 7.0)
poses = st.builds(Pose, places, places, headings)


@given(poses, poses)
def test_a_way_leads_from_pose_to_pose_as_smoothly_as_it_says(start: Pose, end: Pose) -> None:
    found = way(start, end)
    if found.radius < 1.0:
        return
    line = found.line
    assert line.point(0.0) == pytest.approx(start.point)
    assert line.end.point == pytest.approx(end.point, abs=1e-6)
    assert abs(wrap_angle(line.end.heading - end.heading)) < 1e-9
    assert line.gaps() == ()
    sharpest = max(abs(piece.curvature(s)) for piece in line.pieces for s in (0.0, piece.length))
    assert sharpest <= 1.0 / found.radius + 1e-9


def test_a_way_straight_ahead_is_a_line() -> None:
    found = way(Pose(1.0, 2.0, 0.0), Pose(11.0, 2.0, 0.0))
    assert found.line.length == pytest.approx(10.0)
    assert found.radius == inf


def test_a_corner_is_filled_as_widely_as_it_can_be() -> None:
    found = way(Pose(0.0, 0.0, 0.0), Pose(30.0, 20.0, pi / 2.0))
    assert 14.0 < found.radius < 20.0
    assert found.line.curvature(found.line.length) == pytest.approx(0.0, abs=1e-9)


@given(st.floats(0.0, 1.0), st.floats(0.0, 1.0))
def test_cutting_and_turning_round_keep_every_place(a: float, b: float) -> None:
    line = (
        Path(Pose(3.0, 4.0, 0.5))
        .line(40.0)
        .clothoid(30.0, to_curvature=0.02)
        .arc(50.0)
        .clothoid(30.0, to_curvature=0.0)
    )
    begin, end = sorted((a * line.length, b * line.length))
    if end - begin < 1.0:
        return
    part = cut(line, begin, end)
    back = turned_round(part)
    s = np.linspace(0.0, end - begin, 20)
    assert part.point(s) == pytest.approx(line.point(begin + s), abs=1e-9)
    assert back.point(part.length - s) == pytest.approx(part.point(s), abs=1e-9)
    assert back.curvature(part.length - s[5:15]) == pytest.approx(-part.curvature(s[5:15]), abs=1e-9)


def test_profiles_are_level_where_they_are_held() -> None:
    profile = eased([(10.0, 0.0), (30.0, 2.0), (50.0, 1.0)])
    assert [profile.value(s) for s in (-5.0, 10.0, 20.0, 30.0, 50.0, 80.0)] == pytest.approx([0, 0, 1, 2, 1, 1])
    assert [profile.slope(s) for s in (10.0, 30.0, 50.0)] == pytest.approx([0, 0, 0])


@given(st.floats(-20.0, 70.0), st.floats(1.0, 60.0))
def test_a_window_shows_the_same_values(begin: float, length: float) -> None:
    profile = eased([(10.0, 0.0), (30.0, 2.0), (50.0, 1.0)])
    s = np.linspace(0.0, length, 30)
    assert window(profile, begin, begin + length).value(s) == pytest.approx(profile.value(begin + s), abs=1e-9)


def test_profiles_add_up() -> None:
    one, other = eased([(0.0, 1.0), (10.0, 3.0)]), Profile.through([(5.0, 0.0), (20.0, 6.0)])
    both = total(one, other)
    for s in (0.0, 3.0, 7.0, 15.0, 30.0):
        assert both.value(s) == pytest.approx(one.value(s) + other.value(s))


def test_a_fitted_profile_goes_through_its_anchors() -> None:
    profile = fitted([(10.0, 3.0, 0.02), (90.0, 5.0, -0.01)], fade=40.0)
    assert [profile.value(s) for s in (10.0, 90.0)] == pytest.approx([3.0, 5.0])
    assert [profile.slope(s) for s in (10.0, 90.0, -40.0, 140.0)] == pytest.approx([0.02, -0.01, 0.0, 0.0])
