from math import hypot, pi, tan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.geometry import Pose
from seahaven.motion import rolled

angles = st.floats(-0.6, 0.6)
places = st.builds(Pose, st.floats(-100, 100), st.floats(-100, 100), st.floats(-pi, pi))


def test_straight_wheels_roll_straight_ahead() -> None:
    assert rolled(Pose(1.0, 2.0, pi / 2), 3.0, steering=0.0, wheelbase=2.7).point == pytest.approx((1.0, 5.0))


def test_a_full_circle_comes_back() -> None:
    steering, wheelbase = 0.3, 2.7
    radius = wheelbase * hypot(1 / tan(steering), 0.5)
    around = rolled(Pose(0.0, 0.0, 0.0), 2 * pi * radius, steering=steering, wheelbase=wheelbase)
    assert around.point == pytest.approx((0.0, 0.0), abs=1e-9)
    assert around.heading == pytest.approx(2 * pi)


@given(places, st.floats(0, 50), st.floats(0, 50), angles)
def test_rolling_twice_is_rolling_the_sum(start: Pose, a: float, b: float, steering: float) -> None:
    twice = rolled(rolled(start, a, steering=steering, wheelbase=2.7), b, steering=steering, wheelbase=2.7)
    once = rolled(start, a + b, steering=steering, wheelbase=2.7)
    assert (twice.x, twice.y, twice.heading) == pytest.approx((once.x, once.y, once.heading), abs=1e-6)


@given(places, angles)
def test_rolling_nowhere_changes_nothing(start: Pose, steering: float) -> None:
    assert rolled(start, 0.0, steering=steering, wheelbase=2.7) == start
