from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import VEHICLES, placed
from seahaven.traffic.room import MANNERS, Crowd, Manners, Reach
from seahaven.world import World
from tests.traffic.networks import carriageway

ORDINARY = Manners(1.2, 2.0, 1.4, 2.0, 0.6)


@given(
    gap=st.floats(0.0, 500.0),
    leader=st.floats(0.0, 50.0),
    headway=st.floats(0.6, 3.0),
    reaction=st.floats(0.1, 1.2),
    dt=st.sampled_from([0.1, 0.5]),
)
def test_the_fitting_speed_is_the_one_for_which_the_gap_is_wanted(
    gap: float, leader: float, headway: float, reaction: float, dt: float
) -> None:
    driver = Manners(headway, 2.0, 1.4, 2.0, reaction)
    speed = driver.fitting_speed(gap, leader, dt)
    if speed >= 0.0:
        assert driver.wanted_gap(speed, leader, dt) == pytest.approx(gap, abs=1e-6)
    else:
        assert gap < 2.0


def test_late_drivers_and_long_steps_need_more_room_than_close_ones_like() -> None:
    close = Manners(0.6, 2.0, 1.4, 2.0, 0.5)
    assert close.wanted_gap(30.0, 30.0, 0.1) == pytest.approx(20.0)
    assert close.wanted_gap(30.0, 30.0, 0.5) == pytest.approx(31.0)
    assert close.wanted_gap(30.0, 29.0, 0.5) == pytest.approx(31.0 + 59.0 / 8.0)


def test_nobody_ahead_leaves_any_speed() -> None:
    assert ORDINARY.fitting_speed(inf, inf, 0.1) == inf


def test_slippery_roads_need_more_room() -> None:
    traits = dict(zip(MANNERS, ORDINARY, strict=False))
    dry, snow = (Manners.of(traits, grip) for grip in (1.0, 0.3))
    assert dry == ORDINARY
    assert snow.wanted_gap(20.0, 20.0, 0.1) == pytest.approx(2.0 + 20.0 * 1.2 * 1.84)
    assert snow.hard == pytest.approx(1.8)
    assert snow.fitting_speed(60.0, 10.0, 0.1) < dry.fitting_speed(60.0, 10.0, 0.1)


def crowd(*, aim: int = 0, offset: float = 0.0) -> Crowd:
    lane_map = carriageway()
    tracks = Tracks(Router(lane_map).routes(["main"], ["main"]))
    world = World([VEHICLES])
    columns = placed(tracks, ["main:0:-1", "main:0:-2"], [100.0, 60.0], 0, offset=offset)
    world.add_many("vehicle", 2, speed=[20.0, 10.0], acceleration=[-1.0, 0.0], aim=[aim, 0], length=4.0, **columns)
    return Crowd(lane_map, world.family("vehicle"), np.ones(len(lane_map), np.bool_), 0.5)


LEFT, RIGHT = (Reach.of({lane: 0.0}) for lane in (0, 1))


def test_gaps_are_those_of_the_next_date_and_run_from_bumper_to_bumper() -> None:
    gap, speed = crowd().ahead(50.0, LEFT, 6.0)
    assert (gap, speed) == (pytest.approx(100.0 + 19.75 * 0.5 - 50.0 - 5.0), 19.5)
    assert crowd().ahead(150.0, LEFT, 6.0) == (inf, inf)


def test_whoever_changes_lanes_or_reaches_over_the_border_is_on_both() -> None:
    assert crowd().ahead(70.0, RIGHT, 4.0) == (inf, inf)
    for both in (crowd(aim=-1), crowd(offset=-1.2)):
        assert both.ahead(70.0, RIGHT, 4.0)[1] == 19.5


def test_room_behind_is_what_the_one_behind_wants() -> None:
    wanted = Manners(1.2, 2.0, 1.5, 2.0, 0.6).wanted_gap(10.0, 10.0, 0.5)
    place = 65.0 + wanted + 4.0
    assert crowd().has_room_behind(place + 0.01, 10.0, RIGHT, 4.0)
    assert not crowd().has_room_behind(place - 0.01, 10.0, RIGHT, 4.0)
    assert not crowd().has_room_behind(place + 0.01, 5.0, RIGHT, 4.0)
    assert crowd().has_room_behind(30.0, 10.0, RIGHT, 4.0)


def test_newcomers_count_for_those_after_them() -> None:
    more = crowd()
    more.join(1, 200.0, {"speed": 7.0, "length": 4.0, **dict(zip(MANNERS, ORDINARY, strict=False))})
    assert more.ahead(150.0, RIGHT, 4.0) == (pytest.approx(46.0), 7.0)


def test_lanes_further_on_lie_behind_each_other() -> None:
    far = Reach.of({0: 1000.0, 1: 0.0})
    assert crowd().ahead(900.0, far, 4.0)[0] == pytest.approx(1109.875 - 900.0 - 4.0)
