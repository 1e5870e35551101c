from copy import deepcopy
from math import inf, nan, pi

import numpy as np
import pytest
from hypothesis import given

from seahaven.errors import InputError
from seahaven.geometry import Pose, wrap_angle
from tests.geometry.shapes import places, poses, shares


def test_a_pose_facing_north_sees_west_on_its_left() -> None:
    pose = Pose(10.0, 20.0, pi / 2)
    assert pose.to_world((3.0, 1.0)) == pytest.approx((9.0, 23.0))
    assert pose.to_local((9.0, 23.0)) == pytest.approx((3.0, 1.0))
    assert pose.point == (10.0, 20.0)


@given(poses, places, places)
def test_going_to_the_world_and_back_changes_nothing(pose: Pose, x: float, y: float) -> None:
    assert pose.to_local(pose.to_world((x, y))) == pytest.approx((x, y), abs=1e-9)


@given(poses, places, places)
def test_an_array_of_points_gives_the_same_bits_as_pairs(pose: Pose, x: float, y: float) -> None:
    points = np.array([[[x, y], [y, x]]])
    assert pose.to_world(points).tolist() == [[list(pose.to_world((x, y))), list(pose.to_world((y, x)))]]
    assert pose.to_local(points).tolist() == [[list(pose.to_local((x, y))), list(pose.to_local((y, x)))]]


@given(poses, poses, places, places)
def test_composing_is_going_through_both_frames(outer: Pose, inner: Pose, x: float, y: float) -> None:
    through_both = outer.to_world(inner.to_world((x, y)))
    assert outer.compose(inner).to_world((x, y)) == pytest.approx(through_both, abs=1e-9)


@given(poses)
def test_the_inverse_undoes_a_pose(pose: Pose) -> None:
    for origin in (pose.compose(pose.inverse()), pose.inverse().compose(pose)):
        assert (origin.x, origin.y, origin.heading) == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)


@given(poses, poses, shares)
def test_a_blend_lies_between_and_turns_the_short_way(a: Pose, b: Pose, share: float) -> None:
    blend = Pose.blend((1.0 - share, share), (a, b))
    assert blend.x == pytest.approx(a.x + share * (b.x - a.x), abs=1e-9)
    turn = wrap_angle(a.heading - b.heading)
    assert blend.heading == pytest.approx(b.heading + (1.0 - share) * turn, abs=1e-9)


def test_a_blend_crosses_the_wrap_towards_the_last_heading() -> None:
    blend = Pose.blend((0.5, 0.5), (Pose(0.0, 0.0, 3.0), Pose(2.0, 4.0, -3.0)))
    assert (blend.x, blend.y, blend.heading) == pytest.approx((1.0, 2.0, -pi))


def test_a_blend_extrapolates_with_negative_weights() -> None:
    blend = Pose.blend((-1.0, 2.0), (Pose(0.0, 0.0, 0.1), Pose(1.0, 2.0, 0.2)))
    assert (blend.x, blend.y, blend.heading) == pytest.approx((2.0, 4.0, 0.3))


def test_a_blend_needs_a_weight_for_each_pose() -> None:
    with pytest.raises(InputError, match="blend got 1 weights for 2 poses"):
        Pose.blend((1.0,), (Pose(0.0, 0.0, 0.0), Pose(1.0, 0.0, 0.0)))
    with pytest.raises(InputError, match="blend got 0 weights for 0 poses"):
        Pose.blend((), ())


@pytest.mark.parametrize("numbers", [(nan, 0.0, 0.0), (0.0, inf, 0.0), (0.0, 0.0, -inf), (inf, -inf, 0.0)])
def test_a_pose_that_is_not_finite_is_refused(numbers: tuple[float, float, float]) -> None:
    with pytest.raises(InputError, match=r"Pose\(x=.* is not a place and a direction; expected finite numbers"):
        Pose(*numbers)


def test_a_pose_is_a_value() -> None:
    pose = Pose(1.0, 2.0, 3.0)
    assert deepcopy(pose) == pose
    assert hash(pose) == hash(Pose(1.0, 2.0, 3.0))
    with pytest.raises(AttributeError):
        pose.x = 4.0  # type: ignore[misc]  # that it is refused is the point
