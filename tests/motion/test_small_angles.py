"""Small angles are worked out from a few terms of a series."""

from __future__ import annotations

from math import atan, ulp

from hypothesis import given
from hypothesis import strategies as st

from seahaven.motion.chord_kernels import SMALL, small_angle


@given(st.floats(-SMALL, SMALL))
def test_a_small_angle_is_the_librarys_within_two_units_in_the_last_place(tangent: float) -> None:
    plain = small_angle.py_func  # type: ignore[attr-defined]  # what the compiler was given
    assert abs(plain(tangent) - atan(tangent)) <= 2.0 * ulp(atan(tangent))
