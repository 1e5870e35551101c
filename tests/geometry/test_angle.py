from math import cos, inf, isclose, nan, pi, sin

import numpy as np
import pytest
from hypothesis import given

from seahaven.errors import InputError
from seahaven.geometry import angle_between, wrap_angle
from tests.geometry.shapes import numbers


@pytest.mark.parametrize(
    ("angle", "wrapped"),
    [(0.0, 0.0), (pi, pi), (-pi, pi), (3 * pi, pi), (-1.0, -1.0), (2 * pi, 0.0), (7.0, 7.0 - 2 * pi)],
)
def test_wrapping_gives_hand_worked_angles(angle: float, wrapped: float) -> None:
    assert wrap_angle(angle) == wrapped


@given(numbers(-1e6, 1e6))
def test_wrapping_keeps_the_direction_and_the_range(angle: float) -> None:
    wrapped = wrap_angle(angle)
    assert -pi < wrapped <= pi
    # 2 pi is not a float; what it lacks adds up over many turns.
    assert isclose(cos(wrapped), cos(angle), abs_tol=1e-9)
    assert isclose(sin(wrapped), sin(angle), abs_tol=1e-9)


@given(numbers(-1e9, 1e9))
def test_an_array_wraps_to_the_same_bits(angle: float) -> None:
    assert wrap_angle(np.array([angle, 1.0]))[0].tobytes() == np.float64(wrap_angle(angle)).tobytes()


def test_the_turn_between_directions_takes_the_short_way() -> None:
    assert angle_between(3.0, -3.0) == pytest.approx(2 * pi - 6.0)
    assert angle_between(-3.0, 3.0) == pytest.approx(6.0 - 2 * pi)
    assert angle_between(0.0, np.array([1.0, 4.0])) == pytest.approx([1.0, 4.0 - 2 * pi])


@pytest.mark.parametrize("angle", [nan, inf, -inf])
def test_an_angle_that_is_not_finite_is_refused(angle: float) -> None:
    with pytest.raises(InputError, match=r"wrap_angle got angle .*expected a finite number of radians"):
        wrap_angle(angle)
    with pytest.raises(InputError, match=r"wrap_angle has angle\[1\]"):
        wrap_angle(np.array([0.0, angle]))
