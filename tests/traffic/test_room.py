from __future__ import annotations

from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import VEHICLES, placed
from seahaven.traffic.room import MANNERS, Crowd, Manners, Reach, SpotArrays
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


def spots(*rows: tuple[float, float, int]) -> SpotArrays:
    """Spots at s of lanes that are 400 m long, before lines so many metres on."""
    reaches = [reach for _, _, lane in rows for reach in (Reach.of({lane: 0.0}), Reach.of({lane: 0.0}))]
    return SpotArrays.of([(s, 400.0, 33.0, line, lane) for s, line, lane in rows], reaches)


TRAITS = np.array([4.0, *ORDINARY[:-1], 1.1, 50.0, 1.0])


def enter(crowd: Crowd, where: SpotArrays, *, given: float = -1.0, on_time: float = 0.0) -> tuple[int, float, float]:
    """Let an ordinary car in, if there is room."""
    return crowd.find_room(
        where, where.is_free, TRAITS, position=0.0, given=given, factor=1.1, kept=1.0, on_time=on_time
    )


def test_newcomers_count_for_those_after_them() -> None:
    more = crowd()
    assert enter(more, spots((198.0, inf, 1)), given=7.0) == (0, 200.0, 7.0)
    assert more.ahead(150.0, RIGHT, 4.0) == (pytest.approx(46.0), 7.0)


def test_a_newcomer_takes_the_lane_on_which_it_gets_on_best_and_the_first_of_equal_ones() -> None:
    assert enter(crowd(), spots((0.0, inf, 1), (0.0, inf, 0)))[0] == 1
    assert enter(crowd(), spots((300.0, inf, 0), (300.0, inf, 1)))[0] == 0
    assert enter(crowd(), spots((100.0, inf, 0)))[0] == -1


@given(
    place=st.floats(0.0, 350.0),
    line=st.sampled_from([20.0, 80.0, inf]),
    lane=st.sampled_from([0, 1]),
    on_time=st.sampled_from([0.0, 0.3]),
    given=st.sampled_from([-1.0, 0.0, 12.0]),
)
def test_compiled_code_finds_the_room_that_manners_ask_for(
    place: float, line: float, lane: int, on_time: float, given: float
) -> None:
    here, reach = crowd(aim=-1), Reach.of({lane: 0.0})
    late = 1.5 * ORDINARY.comfort
    stoppable = max(sqrt(late * late + 2.0 * ORDINARY.comfort * max(line - 0.0 - 4.0, 0.0)) - late, 3.0)
    wished = min(1.1 * 33.0, 50.0, stoppable) if given < 0.0 else given
    s = min(place + 0.0 + 2.0 + wished * on_time, 400.0, max(place + line - 2.0, 2.0))
    gap, leader = here.ahead(s, reach, 4.0)
    speed = min(wished, ORDINARY.fitting_speed(gap, leader, 0.5))
    least = min(wished, leader) if given < 0.0 else wished
    fits = speed >= least and speed >= 0.0 and here.has_room_behind(s, speed, reach, 4.0)
    found = enter(here, spots((place, line, lane)), given=given, on_time=on_time)
    assert found == ((0, s, speed) if fits else (-1, 0.0, -1.0))


def test_lanes_further_on_lie_behind_each_other() -> None:
    far = Reach.of({0: 1000.0, 1: 0.0})
    assert crowd().ahead(900.0, far, 4.0)[0] == pytest.approx(1109.875 - 900.0 - 4.0)
