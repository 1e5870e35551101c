from math import pi

import numpy as np
import pytest
from hypothesis import given

from seahaven.errors import InputError
from seahaven.geometry import Arc, Line, Path, Polyline, Pose
from tests.geometry.shapes import paths, shares

ORIGIN = Pose(0.0, 0.0, 0.0)
OVAL = Path(ORIGIN).line(100.0).arc(20.0 * pi, curvature=0.05).line(100.0).arc(20.0 * pi, curvature=0.05)


def test_each_piece_starts_where_the_last_one_ended() -> None:
    ramp = Path(ORIGIN).line(100.0).clothoid(40.0, to_curvature=1 / 60).arc(90.0)
    assert ramp.length == 230.0
    assert ramp.gaps() == ()
    assert [ramp.curvature(s) for s in (50.0, 120.0, 200.0)] == pytest.approx([0.0, 1 / 120, 1 / 60])
    assert ramp.end_curvature == 1 / 60
    assert ramp.heading(230.0) == pytest.approx(0.5 * 40 / 60 + 90 / 60)


@given(paths(), shares)
def test_a_path_passes_through_its_pieces(path: Path, share: float) -> None:
    before = 0.0
    for piece in path.pieces:
        s = share * piece.length
        assert path.point(before + s) == pytest.approx(piece.point(s), abs=1e-9)
        before += piece.length
    assert path.length == before
    assert path.gaps() == ()


def test_an_oval_closes_and_most_paths_do_not() -> None:
    assert OVAL.closes()
    assert not Path(ORIGIN).line(10.0).closes()
    assert not Path(ORIGIN).closes()
    assert not Path(ORIGIN).arc(10.0 * pi, curvature=0.1).arc(10.0 * pi + 0.1).closes()
    assert Path(ORIGIN).arc(10.0 * pi, curvature=0.1).arc(10.0 * pi + 0.1).closes(distance=0.2, turn=0.2)


def test_gaps_name_the_joints_that_do_not_meet() -> None:
    path = Path.through([Line(ORIGIN, 10.0), Line(Pose(10.0, 0.3, 0.0), 5.0), Line(Pose(15.0, 0.3, 0.2), 5.0)])
    assert [(joint.s, joint.gap, joint.turn) for joint in path.joints()] == [
        pytest.approx((10.0, 0.3, 0.0)),
        pytest.approx((15.0, 0.0, 0.2)),
    ]
    assert [joint.s for joint in path.gaps()] == [10.0, 15.0]
    assert [joint.s for joint in path.gaps(distance=0.5)] == [15.0]
    assert path.gaps(distance=0.5, turn=0.5) == ()
    assert path.start == ORIGIN


def test_at_a_joint_the_piece_that_begins_there_counts() -> None:
    path = Path(ORIGIN).line(10.0).arc(10.0, curvature=0.1)
    assert path.curvature(10.0) == 0.1
    assert path.curvature(np.array([9.999, 10.0, 20.0, 20.001])).tolist() == [0.0, 0.1, 0.1, 0.0]


def test_projection_finds_the_right_piece() -> None:
    assert OVAL.project(50.0, 1.0) == pytest.approx((50.0, 1.0))
    assert OVAL.project(50.0, 39.0) == pytest.approx((150.0 + 20.0 * pi, 1.0))
    assert OVAL.project(121.0, 20.0) == pytest.approx((100.0 + 10.0 * pi, -1.0))


def test_at_a_kink_the_offset_is_the_distance_with_its_side() -> None:
    corner = Path.through([Line(ORIGIN, 10.0), Line(Pose(10.0, 0.0, pi / 2), 10.0)])
    assert corner.project(13.0, -4.0) == pytest.approx((10.0, -5.0))


def test_any_curve_can_follow() -> None:
    tail = Polyline.through([(10.0, 0.0), (20.0, 0.0), (20.0, 5.0)])
    path = Path(ORIGIN).line(10.0).then(tail).line(5.0)
    assert path.end.point == pytest.approx((20.0, 10.0))
    assert path.project(19.0, 7.0) == pytest.approx((27.0, 1.0))


def test_building_leaves_the_shorter_path_as_it_was() -> None:
    stem = Path(ORIGIN).line(10.0)
    left, right = stem.arc(5.0, curvature=0.1), stem.arc(5.0, curvature=-0.1)
    assert stem.length == 10.0
    assert left.point(15.0)[1] == pytest.approx(-right.point(15.0)[1])
    assert left.pieces[1] == Arc(stem.end, 5.0, 0.1)


def test_sampling_a_path_keeps_its_joints() -> None:
    assert set(OVAL._starts) <= set(OVAL.stations(0.5).tolist())


def test_a_path_without_pieces_is_only_a_place_to_build_on() -> None:
    nothing = Path(ORIGIN)
    assert (nothing.end, nothing.length, nothing.end_curvature) == (ORIGIN, 0.0, 0.0)
    for use in (
        lambda: nothing.point(0.0),
        lambda: nothing.point(np.array([1.0])),
        lambda: nothing.curvature(0.0),
        lambda: Polyline.along(nothing, 1.0),
        lambda: nothing.project(1.0, 1.0),
    ):
        with pytest.raises(InputError, match=r"the path from Pose\(.*\) has no pieces yet; add a line"):
            use()
    with pytest.raises(InputError, match=r"Path.through got no curves; expected at least one"):
        Path.through([])
