"""The string of pearls and authored key frames."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import InputError
from seahaven.geometry import Pose
from seahaven.motion import KeyFrame, KeyFrames, PearlGate, StringOfPearls, Trajectory, TrajectoryPoint

MIDDLES = [(0.0, 0.0), (20.0, 0.0), (40.0, 6.0), (55.0, 20.0), (60.0, 40.0), (60.0, 60.0)]


def gates(middles: list[tuple[float, float]], speed: float = 10.0, half: float = 2.0) -> list[PearlGate]:
    """Gates of two metres to either side, across the way to the next."""
    found = []
    for k, (x, y) in enumerate(middles):
        ax, ay = middles[max(k - 1, 0)]
        bx, by = middles[min(k + 1, len(middles) - 1)]
        away = hypot(bx - ax, by - ay)
        nx, ny = -half * (by - ay) / away, half * (bx - ax) / away
        found.append(PearlGate((x + nx, y + ny), (x - nx, y - ny), speed))
    return found


def equation_one(m: list[tuple[float, float]], i: int, t: float) -> tuple[float, float]:
    """The paper's equation 1, as it is printed."""
    x, y = (
        (1 - t) ** 3 * m[i][c] / 6
        + (3 * t**3 - 6 * t**2 + 4) / 6 * m[i + 1][c]
        + (-3 * t**3 + 3 * t**2 + 3 * t + 1) / 6 * m[i + 2][c]
        + m[i + 3][c] * t**3 / 6
        for c in (0, 1)
    )
    return x, y


@given(st.integers(0, 2), st.floats(0.0, 1.0))
def test_the_smooth_string_is_the_papers_equation_one(i: int, t: float) -> None:
    curve = StringOfPearls(gates(MIDDLES)).curve
    assert curve.project(*equation_one(MIDDLES, i, t))[1] == pytest.approx(0.0, abs=1e-6)


def test_the_linear_string_passes_the_middle_of_each_gate_and_heads_for_the_next() -> None:
    string = StringOfPearls(gates(MIDDLES), smooth=False)
    travelled = 0.0
    for (x, y), (to_x, to_y) in pairwise(MIDDLES):
        point = string.at(travelled / 10.0 + 1e-9)
        assert point.pose.point == pytest.approx((x, y), abs=1e-6)
        assert point.pose.heading == pytest.approx(np.arctan2(to_y - y, to_x - x))
        travelled += hypot(to_x - x, to_y - y)
    assert string.duration == pytest.approx(travelled / 10.0)


@pytest.mark.parametrize("smooth", [True, False])
def test_a_string_begins_at_the_first_gate_and_ends_at_the_last(smooth: bool) -> None:
    string = StringOfPearls(gates(MIDDLES), smooth=smooth)
    assert string.at(0.0).pose.point == pytest.approx(MIDDLES[0], abs=1e-9)
    assert string.at(string.duration).pose.point == pytest.approx(MIDDLES[-1], abs=1e-6)
    assert string.at(-1.0) == TrajectoryPoint(string.at(0.0).pose, 0.0, 0.0, 0.0)
    assert string.at(string.duration + 1.0).speed == 0.0


@given(st.lists(st.floats(0.5, 20.0), min_size=6, max_size=6), st.booleans())
def test_gates_are_passed_at_their_speeds_without_a_jump(speeds: list[float], smooth: bool) -> None:
    string = StringOfPearls(
        [PearlGate(g.left, g.right, speed) for g, speed in zip(gates(MIDDLES), speeds, strict=True)], smooth=smooth
    )
    times = np.linspace(0.0, string.duration, 400)
    points = [string.at(float(time)) for time in times]
    step = times[1]
    for a, b in pairwise(points):
        moved = hypot(b.pose.x - a.pose.x, b.pose.y - a.pose.y)
        faster = step * max(abs(a.acceleration), abs(b.acceleration))
        assert moved <= (max(a.speed, b.speed) + faster) * step + 1e-6
    assert points[0].speed == pytest.approx(speeds[0])
    assert points[-1].speed == pytest.approx(speeds[-1])


def test_yaw_rate_and_acceleration_are_those_of_the_movement() -> None:
    string = StringOfPearls([PearlGate(g.left, g.right, 4.0 + k) for k, g in enumerate(gates(MIDDLES))])
    time, step = 0.4 * string.duration, 1e-4
    before, now, after = (string.at(time + shift) for shift in (-step, 0.0, step))
    assert now.yaw_rate == pytest.approx((after.pose.heading - before.pose.heading) / (2 * step), rel=1e-3)
    assert now.acceleration == pytest.approx((after.speed - before.speed) / (2 * step), rel=1e-6)


def test_a_smooth_string_cuts_corners_and_says_how_much_room_is_left() -> None:
    corner = [(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (20.0, 40.0)]
    linear, smooth = (StringOfPearls(gates(corner, half=2.0), smooth=kind) for kind in (False, True))
    assert linear.clearances(1.8).max() <= 1.1 + 1e-9
    assert smooth.clearances(1.8)[0] == pytest.approx(1.1)
    assert smooth.clearances(1.8)[1] < 0.0  # it misses the middle of the corner by more than there is room


def test_strings_that_lead_nowhere_are_refused() -> None:
    with pytest.raises(InputError, match="a string of pearls has 1 gates; expected 2 or more"):
        StringOfPearls(gates(MIDDLES)[:1])
    with pytest.raises(InputError, match="does not get from gate 2 to gate 3: the speed is 0 at both"):
        StringOfPearls([PearlGate(g.left, g.right, 0.0 if k in (2, 3) else 5.0) for k, g in enumerate(gates(MIDDLES))])
    with pytest.raises(InputError, match="a gate has speed nan"):
        PearlGate((0.0, 0.0), (1.0, 0.0), float("nan"))
    with pytest.raises(InputError, match="points 0 and 1 both at"):
        StringOfPearls([PearlGate((0.0, 1.0), (0.0, -1.0), 1.0)] * 2)


FRAMES = [
    KeyFrame(1.0, Pose(0.0, 0.0, 0.0)), KeyFrame(3.0, Pose(10.0, 0.0, 0.5)), KeyFrame(4.0, Pose(14.0, 6.0, 3.0)),
    KeyFrame(7.0, Pose(2.0, 9.0, -3.0)),
]  # fmt: skip


@pytest.mark.parametrize("smooth", [True, False])
def test_key_frames_are_met_exactly(smooth: bool) -> None:
    keyed = KeyFrames(FRAMES, smooth=smooth)
    assert keyed.duration == 6.0
    for frame in FRAMES:
        pose = keyed.at(frame.time).pose
        assert pose.point == pytest.approx(frame.pose.point)
        assert (cos(pose.heading), sin(pose.heading)) == pytest.approx(
            (cos(frame.pose.heading), sin(frame.pose.heading))
        )


def test_headings_turn_the_short_way() -> None:
    """From 3 to -3 rad it is 0.28 rad through the back, not six the other way round."""
    half = KeyFrames(FRAMES, smooth=False).at(5.5)
    assert half.pose.heading == pytest.approx(pi, abs=1e-9)
    assert half.yaw_rate == pytest.approx((2 * pi - 6.0) / 3.0)


def test_smooth_key_frames_start_and_end_at_rest_without_a_jump_of_velocity() -> None:
    keyed = KeyFrames(FRAMES)
    assert keyed.at(1.0).speed == keyed.at(7.0).speed == 0.0
    for time in (3.0, 4.0):
        before, after = keyed.at(time - 1e-9), keyed.at(time)
        assert before.speed == pytest.approx(after.speed, abs=1e-6)
        assert before.yaw_rate == pytest.approx(after.yaw_rate, abs=1e-6)


def test_linear_key_frames_move_steadily() -> None:
    keyed = KeyFrames(FRAMES, smooth=False)
    assert keyed.at(2.0).speed == pytest.approx(5.0)
    assert keyed.at(2.0).pose.point == pytest.approx((5.0, 0.0))
    assert keyed.at(0.0) == TrajectoryPoint(FRAMES[0].pose, 0.0, 0.0, 0.0)
    assert keyed.at(9.0).pose.point == (2.0, 9.0)


def test_a_body_that_moves_backwards_has_a_negative_speed() -> None:
    keyed = KeyFrames([KeyFrame(0.0, Pose(0.0, 0.0, 0.0)), KeyFrame(2.0, Pose(-4.0, 0.0, 0.0))], smooth=False)
    assert keyed.at(1.0).speed == pytest.approx(-2.0)


def test_key_frames_out_of_order_are_refused() -> None:
    with pytest.raises(InputError, match=r"key frames 1 and 2 are at 4.0 and 3.0 s; expected rising times"):
        KeyFrames([FRAMES[0], FRAMES[2], FRAMES[1]])
    with pytest.raises(InputError, match="a body has 1 key frames; expected 2 or more"):
        KeyFrames(FRAMES[:1])


def test_both_are_trajectories() -> None:
    plans: list[Trajectory] = [StringOfPearls(gates(MIDDLES)), KeyFrames(FRAMES)]
    assert all(plan.duration > 0.0 for plan in plans)
