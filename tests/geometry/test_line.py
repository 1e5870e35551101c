from math import pi

import numpy as np
import pytest

from seahaven.geometry import Line, Pose


def test_a_line_north_is_worked_by_hand() -> None:
    line = Line(Pose(5.0, 1.0, pi / 2), 10.0)
    assert line.point(4.0) == pytest.approx((5.0, 5.0))
    assert line.end.point == pytest.approx((5.0, 11.0))
    assert line.end.heading == pi / 2
    assert line.curvature(4.0) == 0.0
    assert line.project(3.0, 5.0) == pytest.approx((4.0, 2.0))
    assert line.project(6.0, 14.0) == pytest.approx((13.0, -1.0))


def test_a_line_needs_two_samples_only() -> None:
    assert Line(Pose(0.0, 0.0, 1.0), 1000.0).stations(1e-6).tolist() == [0.0, 1000.0]


def test_a_line_gives_the_same_bits_one_by_one_and_all_at_once() -> None:
    line = Line(Pose(3.0, -7.0, 0.3), 100.0)
    s = np.linspace(0.0, 100.0, 17)
    assert line.point(s).tolist() == [list(line.point(v)) for v in s.tolist()]
