import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.errors import InputError
from seahaven.roads.model import Profile

NUMBER = st.floats(-100.0, 100.0)
PIECES = st.lists(st.tuples(st.floats(0.0, 100.0), NUMBER, NUMBER, NUMBER, NUMBER), max_size=4).map(
    lambda pieces: tuple(sorted(pieces))
)


def test_a_piece_counts_from_its_start_to_the_next() -> None:
    steps = Profile(((0.0, 1.0, 0.0, 0.0, 0.0), (10.0, 2.0, 0.5, 0.0, 0.0)))
    assert [steps.value(s) for s in (-5.0, 0.0, 9.9, 10.0, 12.0)] == [1.0, 1.0, 1.0, 2.0, 3.0]


def test_a_profile_without_pieces_is_zero() -> None:
    assert Profile().value(3.0) == 0.0
    assert Profile().slope(3.0) == 0.0
    assert Profile().is_zero
    assert np.array_equal(Profile().value(np.zeros(3)), np.zeros(3))


def test_a_cubic_piece_has_its_value_and_slope() -> None:
    piece = Profile(((2.0, 1.0, 2.0, 3.0, 4.0),))
    assert piece.value(4.0) == 1.0 + 4.0 + 12.0 + 32.0
    assert piece.slope(4.0) == 2.0 + 12.0 + 48.0


def test_a_profile_runs_straight_through_points_and_level_beyond() -> None:
    taper = Profile.through([(10.0, 0.0), (20.0, 3.0), (30.0, 3.0)])
    assert [taper.value(s) for s in (10.0, 15.0, 25.0, 40.0)] == [0.0, 1.5, 3.0, 3.0]


@given(PIECES, st.lists(st.floats(-10.0, 110.0), max_size=5))
def test_arrays_get_what_single_places_get(pieces: tuple[tuple[float, ...], ...], places: list[float]) -> None:
    profile = Profile(pieces)  # type: ignore[arg-type]  # the strategy gives five numbers each
    s = np.array(places, dtype=np.float64)
    assert profile.value(s).tolist() == [profile.value(place) for place in places]
    assert profile.slope(s).tolist() == [profile.slope(place) for place in places]


def test_pieces_out_of_order_are_refused() -> None:
    with pytest.raises(InputError, match="begin at s = 5, 2; expected them in rising order"):
        Profile(((5.0, 0.0, 0.0, 0.0, 0.0), (2.0, 0.0, 0.0, 0.0, 0.0)))


def test_pieces_that_are_not_finite_are_refused() -> None:
    with pytest.raises(InputError, match="expected finite numbers"):
        Profile.constant(float("nan"))
