from __future__ import annotations

from math import cos, isclose, pi, sin
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from seahaven.reels.moment import Moment, between, joined


def moment(ids: list[int], nulls: dict[str, list[bool]] | None = None, **values: Any) -> Moment:
    masks = {name: np.array(mask, np.bool_) for name, mask in (nulls or {}).items()}
    return Moment(np.array(ids, np.int64), {name: np.array(cells) for name, cells in values.items()}, masks)


def test_floats_move_on_a_line_and_everything_else_is_held() -> None:
    first = moment([1, 2], x=[0.0, 10.0], lane=[1, 2], on=[True, False])
    second = moment([1, 2], x=[4.0, 8.0], lane=[5, 6], on=[False, True])
    half = between(first, second, 0.25, angles=())
    assert half.values["x"].tolist() == [1.0, 9.5]
    assert half.values["lane"].tolist() == [1, 2]
    assert half.values["on"].tolist() == [True, False]


def test_who_goes_holds_still_and_who_comes_is_not_there_yet() -> None:
    half = between(moment([1, 3], x=[0.0, 5.0]), moment([2, 3], x=[9.0, 6.0]), 0.5, angles=())
    assert half.ids.tolist() == [1, 3]
    assert half.values["x"].tolist() == [0.0, 5.5]
    assert between(moment([1], x=[3.0]), moment([], x=[]), 0.5, angles=()).values["x"].tolist() == [3.0]


def test_a_null_at_either_end_is_not_interpolated() -> None:
    first = moment([1, 2, 3], {"gap": [True, False, False]}, gap=[0.0, 2.0, 2.0])
    second = moment([1, 2, 3], {"gap": [False, True, False]}, gap=[9.0, 0.0, 4.0])
    half = between(first, second, 0.5, angles=())
    assert half.values["gap"].tolist() == [0.0, 2.0, 3.0]
    assert half.nulls["gap"].tolist() == [True, False, False]


def test_narrow_floats_stay_narrow() -> None:
    first, second = (Moment(np.array([1]), {"w": np.array([w], np.float32)}, {}) for w in (1.0, 2.0))
    assert between(first, second, 0.5, angles=("w",)).values["w"].dtype == np.float32


@given(st.floats(-pi, pi), st.floats(-3.0, 3.0), st.floats(0.0, 1.0))
def test_angles_turn_the_short_way_round(start: float, turn: float, weight: float) -> None:
    end = (start + turn + pi) % (2 * pi) - pi
    half = between(moment([1], h=[start]), moment([1], h=[end]), weight, angles=("h",))
    angle = float(half.values["h"][0])
    assert -pi - 1e-12 <= angle <= pi + 1e-12
    assert isclose(cos(angle), cos(start + weight * turn), abs_tol=1e-9)
    assert isclose(sin(angle), sin(start + weight * turn), abs_tol=1e-9)


def test_parts_join_to_the_whole() -> None:
    whole = moment([1, 2, 3], {"x": [True, False, True]}, x=[1.0, 2.0, 3.0])
    again = joined([whole.part(slice(0, 1)), whole.part(slice(1, 3))])
    assert again.ids.tolist() == [1, 2, 3]
    assert again.cells("x") == [None, 2.0, None]
