"""What part of the world a map shows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.roads.drawing import Window
from seahaven.roads.drawing.window import LONGEST
from tests.roads.drawing.networks import map_of, straight


def test_north_is_up() -> None:
    window = Window.around(0.0, 0.0, 10.0, longest=200.0)
    low, high = window.pixels(np.array([[0.0, -10.0], [0.0, 10.0]]))
    assert low.tolist() == [100.0, 200.0]
    assert high.tolist() == [100.0, 0.0]


def test_a_long_road_gets_a_long_picture_and_no_longer_than_a_screen_shows() -> None:
    window = Window.of(np.array([0.0, 30.0]), np.array([0.0, 1500.0]))
    assert window.height == pytest.approx(LONGEST)
    assert window.width < 0.1 * window.height


def test_a_single_road_has_land_on_both_sides() -> None:
    window = Window.of_roads(map_of(straight(length=1000.0)))
    assert window.bottom < -3.5 < 3.5 < window.top
    assert window.height >= 159.9


def test_a_window_of_some_roads_holds_just_those() -> None:
    lane_map = map_of(straight(), straight(id="far", y=5000.0))
    window = Window.of_roads(lane_map, ["far"])
    assert window.bottom > 4900.0
    assert Window.of_roads(lane_map).bottom < 0.0


def test_an_unknown_road_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(InputError, match="there is no road 'mian'; did you mean 'main'"):
        Window.of_roads(map_of(straight()), ["mian"])


def test_a_road_that_was_parted_goes_by_the_name_it_was_drawn_with() -> None:
    pieces = straight(id="High_Street.1"), straight(id="High_Street.2", y=500.0), straight(id="High_Street.x", y=900.0)
    whole = Window.of_roads(map_of(*pieces), ["High_Street"])
    assert whole.bottom < 0.0
    assert 500.0 < whole.top < 900.0
    assert Window.of_roads(map_of(replace(pieces[0], name="High Street"), pieces[2]), ["High Street"]).top < 900.0


def test_windows_meet_where_they_share_some_ground() -> None:
    here = Window.around(0.0, 0.0, 10.0)
    assert here.meets(Window.around(15.0, 15.0, 10.0))
    assert not here.meets(Window.around(15.0, 30.0, 10.0))


def test_a_window_without_extent_is_refused() -> None:
    with pytest.raises(InputError, match="expected finite numbers, and some metres"):
        Window.around(0.0, 0.0, 0.0)


def test_nothing_at_all_has_a_window_too() -> None:
    assert Window.of(np.empty(0), np.empty(0)).width > 0.0
