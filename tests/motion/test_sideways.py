"""Vehicles bound to lanes, across them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seahaven.geometry import Path, Pose
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import End, Lane, LaneKind, Mark, MarkKind, Profile, Road, RoadLink, RoadNetwork, Section
from seahaven.roads.routing import Router, Tracks
from seahaven.world import Table
from tests.motion.moving import advance, moving, watch
from tests.motion.networks import along, lanes, ring, straight

ROAD = along(straight(3000.0))
SHOULDER = along(straight(3000.0, 2, shoulder=True))


def change(speed: float, *, rate: float = 10, seconds: float = 8.0, tracks: Tracks = ROAD) -> Any:
    """Where a car is across the road over time, and how fast across, that aims for the lane to the left until there."""
    run, world = moving(tracks, 2, 100.0, rate=rate, speed=speed, aim=1)
    table, dt, done = world.family("vehicle"), 1.0 / rate, False
    seen = [(table.y[0], table.drift[0], table.heading[0])]
    for _ in range(round(seconds * rate)):
        if table.line[0] == 1 and not done:
            state = {name: getattr(table, name) for name in ("offset", "drift", "speed", "heading")}
            run, world = moving(tracks, table.lane, table.s, rate=rate, **{k: v.copy() for k, v in state.items()})
            table, done = world.family("vehicle"), True
        advance(run, dt)
        seen.append((table.y[0], table.drift[0], table.heading[0]))
    return np.array(seen)


@pytest.mark.parametrize("speed", [10.0, 20.0, 35.0])
@pytest.mark.parametrize("rate", [10.0, 2.0])
def test_a_lane_change_takes_three_to_five_seconds_and_does_not_overshoot(speed: float, rate: float) -> None:
    y, drift, _ = change(speed, rate=rate).T
    way = (y - y[0]) / 3.5
    within = np.argmax(way > 1.0 - 0.25 / 3.5) / rate
    assert 3.0 <= within <= 5.0
    assert (np.diff(way) >= -1e-9).all()
    assert way.max() <= 1.0 + 1e-9
    assert way[-1] == pytest.approx(1.0, abs=1e-3)
    assert np.abs(drift).max() <= 1.31


def test_a_lane_change_is_smooth_and_nothing_jumps_at_the_border() -> None:
    y, drift, heading = change(30.0).T
    assert np.abs(np.diff(y)).max() <= 0.14
    assert np.abs(np.diff(drift)).max() <= 0.1 * 1.2 + 1e-9
    assert np.abs(np.diff(heading)).max() < 0.005
    assert heading == pytest.approx(np.arctan2(drift, 30.0), abs=1e-6)


@given(speed=st.floats(0.0, 3.0), lean=st.floats(-1.0, 1.0), wish=st.floats(-2.0, 1.0))
def test_nobody_slides_sideways_without_moving_on(speed: float, lean: float, wish: float) -> None:
    run, world = moving(ROAD, 1, 100.0, speed=speed, lean=lean, wish=wish)
    way = watch(run, world, 3.0, lambda t: (t.x[0], t.y[0], t.drift[0], t.speed[0]))
    on, aside = np.diff(way[:, 0]), np.abs(np.diff(way[:, 1]))
    assert (aside <= 0.25 * on + 1e-9).all()
    assert (np.abs(way[1:, 2]) <= 0.25 * way[1:, 3] + 1e-9).all()


def test_a_standing_car_stays_where_it_is() -> None:
    run, world = moving(ROAD, 1, 100.0, aim=1, lean=0.5)
    table = world.family("vehicle")
    before = table.x[0], table.y[0], table.heading[0]
    advance(run, 10.0)
    assert (table.x[0], table.y[0], table.heading[0]) == before


@pytest.mark.parametrize("rate", [10, 2])
def test_whoever_stops_askew_does_not_snap_straight(rate: int) -> None:
    seconds = 2.0
    lines = ((seconds, "wish", np.array([-3.0])), (seconds, "aim", np.array([0])))
    run, world = moving(ROAD, 2, 100.0, rate=rate, speed=1.5, aim=1, lines=lines)
    seen = watch(run, world, 8.0, lambda table: (table.speed[0], table.heading[0], table.y[0]), every=1.0 / rate)
    assert seen[round(seconds * rate), 1] > 0.2
    assert seen[-1, 0] == 0.0
    moved = 0.5 * (seen[1:, 0] + seen[:-1, 0]) / rate
    assert (np.abs(np.diff(seen[:, 1])) <= np.maximum(moved / 4.0, 0.3 / rate) + 1e-9).all()
    assert (np.diff(seen[:, 1])[moved == 0.0] == 0.0).all()


@pytest.mark.parametrize("rate", [10, 2])
def test_whoever_inches_over_turns_no_further_than_it_moves(rate: int) -> None:
    lines = tuple((0.5 * k, "wish", np.array([0.16 if k % 2 else -0.16])) for k in range(60))
    run, world = moving(ROAD, 2, 100.0, rate=rate, speed=0.0, offset=0.77, heading=0.3, aim=1, lines=lines)
    seen = watch(run, world, 30.0, lambda table: table.heading[0], every=1.0 / rate)
    assert np.abs(seen).max() < 0.45


def one_ends() -> LaneMap:
    """A road of two lanes, of which the left one leads on."""
    one, mark = Profile.constant(3.2), (Mark(MarkKind.BROKEN),)
    middle = Lane(0, LaneKind.NONE, marks=(Mark(MarkKind.SOLID),))
    before = (middle, Lane(-1, LaneKind.DRIVING, one, marks=mark, after=(-1,)), Lane(-2, LaneKind.DRIVING, one))
    after = (middle, Lane(-1, LaneKind.DRIVING, one, marks=mark, before=(-1,)))
    roads = (
        Road("two", Path(Pose(0.0, 0.0, 0.0)).line(100.0), (Section(0.0, before),), after=RoadLink("one", End.START)),
        Road("one", Path(Pose(100.0, 0.0, 0.0)).line(50.0), (Section(0.0, after),), before=RoadLink("two", End.END)),
    )
    return LaneMap(RoadNetwork(roads))


def test_whoever_is_in_two_lanes_where_its_own_ends_is_on_the_other_one() -> None:
    lane_map = one_ends()
    tracks, lane = along(lane_map), lane_map.index("two:0:-2")
    at_end, before = {"s": 96.5, "offset": 1.2}, {"s": 60.0, "offset": 1.2}
    for place, name in ((at_end, "two:0:-1"), (before, "two:0:-2")):
        run, world = moving(tracks, lane, place["s"], offset=place["offset"], length=4.6, width=1.8, speed=0.3, aim=1)
        y = float(world.family("vehicle").y[0])
        advance(run, 0.1)
        table = world.family("vehicle")
        assert lane_map.name(int(table.lane[0])) == name
        assert table.y[0] == pytest.approx(y, abs=0.02)


def test_it_does_not_come_back_to_the_one_that_ends() -> None:
    lane_map = one_ends()
    tracks, lane = along(lane_map), lane_map.index("two:0:-1")
    far = 1.9  # over the border
    for aim, name in ((0, "two:0:-1"), (-1, "two:0:-2")):
        run, world = moving(tracks, lane, 97.0, offset=-far, length=4.6, width=1.8, speed=0.0, aim=aim)
        advance(run, 0.1)
        assert lane_map.name(int(world.family("vehicle").lane[0])) == name


def test_lean_is_an_offset_from_the_centre() -> None:
    run, world = moving(ROAD, [0, 1, 2], 100.0, speed=20.0, lean=[0.4, -0.6, 0.0])
    advance(run, 6.0)
    assert world.family("vehicle").offset == pytest.approx([0.4, -0.6, 0.0], abs=1e-3)


def test_crossing_a_border_brings_the_lane_its_entry_and_the_count() -> None:
    run, world = moving(ROAD, [0, 2], 100.0, speed=20.0, aim=[-1, 1])
    table = world.family("vehicle")
    seen = watch(run, world, 2.6, lambda t: np.concatenate((t.lane, t.entry, t.line, t.y)))
    assert table.lane.tolist() == [1, 1]
    assert table.entry.tolist() == [1, 1]
    assert table.line.tolist() == [-1, 1]
    assert np.abs(np.diff(seen[:, 6:], axis=0)).max() <= 0.14


def test_aiming_where_there_is_no_lane_is_staying() -> None:
    run, world = moving(ROAD, [0, 2], 100.0, speed=20.0, aim=[1, -1])
    advance(run, 5.0)
    table = world.family("vehicle")
    assert table.lane.tolist() == [0, 2]
    assert table.offset.tolist() == [0.0, 0.0]


def both_ways() -> LaneMap:
    """One lane each way."""
    one, mark = Profile.constant(3.5), (Mark(MarkKind.BROKEN),)
    sides = (Lane(1, LaneKind.DRIVING, one, marks=mark), *lanes(1))
    return LaneMap(RoadNetwork((Road("main", Path(Pose(0.0, 0.0, 0.0)).line(1000.0), (Section(0.0, sides),)),)))


def test_nobody_moves_over_to_oncoming_traffic_by_aiming() -> None:
    lane_map = both_ways()
    tracks = Tracks(Router(lane_map).routes(["main:0:-1"], ["main:0:-1"]))
    lane = lane_map.index("main:0:-1")
    run, world = moving(tracks, lane, 100.0, speed=20.0, aim=1)
    advance(run, 4.0)
    assert world.family("vehicle").lane[0] == lane
    assert world.family("vehicle").offset[0] == 0.0


def test_a_shoulder_is_there_to_pull_over_onto() -> None:
    run, world = moving(SHOULDER, 1, 100.0, speed=15.0, lines=((0.0, "aim", np.int8(-1)), (2.5, "aim", np.int8(0))))
    advance(run, 8.0)
    table = world.family("vehicle")
    assert SHOULDER.lane_map.name(int(table.lane[0])) == "main:0:-3"
    assert SHOULDER.arrays.is_refuge[table.entry[0]]
    assert table.offset[0] == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize(("kind", "lane", "offset"), [(LaneKind.PARKING, 1, -2.5), (LaneKind.SHOULDER, 2, 1.0)])
def test_whoever_swerves_keeps_its_lane_where_its_route_has_none_beside(
    kind: LaneKind, lane: int, offset: float
) -> None:
    section = Section(0.0, (*lanes(2), Lane(-3, kind, Profile.constant(3.5))))
    tracks = along(LaneMap(RoadNetwork((Road("main", Path(Pose(0.0, 0.0, 0.0)).line(900.0), (section,)),))))
    lines = ((3.0, "lean", np.array([1.0])),)
    run, world = moving(tracks, 1, 100.0, speed=15.0, lean=-2.5, lines=lines if lane == 2 else ())
    advance(run, 7.0)
    table = world.family("vehicle")
    assert table.lane[0] == lane
    assert table.offset[0] == pytest.approx(offset, abs=0.05)
    assert table.entry[0] >= 0


def narrowing() -> LaneMap:
    """Three lanes, of which the middle one narrows from 4 m to 2.5 m."""
    made = list(lanes(3))
    made[2] = Lane(-2, LaneKind.DRIVING, Profile.through([(0.0, 4.0), (600.0, 2.5)]), marks=(Mark(MarkKind.BROKEN),))
    return LaneMap(RoadNetwork((Road("main", Path(Pose(0.0, 0.0, 0.0)).line(600.0), (Section(0.0, tuple(made)),)),)))


def test_lanes_of_changing_width_are_changed_without_a_jump() -> None:
    tracks = along(narrowing())
    run, world = moving(tracks, [0, 2], 50.0, speed=25.0, aim=[-1, 1])
    places = watch(run, world, 2.5, lambda t: (t.x, t.y))
    assert world.family("vehicle").lane.tolist() == [1, 1]
    assert np.abs(np.diff(places[:, 1], axis=0)).max() <= 0.15
    assert np.diff(places[:, 0], axis=0) == pytest.approx(2.5, abs=0.01)


def test_in_a_bend_the_place_beside_has_its_own_s() -> None:
    tracks = along(ring(600.0, 3, parts=4), closed=True)
    run, world = moving(tracks, [0, 2], 60.0, speed=12.0, aim=[-1, 1])

    def look(table: Table) -> Any:
        return table.x, table.y

    places = watch(run, world, 3.0, look)
    steps = np.hypot(*np.moveaxis(np.diff(places, axis=0), 1, 0))
    assert world.family("vehicle").line.tolist() == [-1, 1]
    assert steps.max() <= 1.22
    assert steps.min() >= 1.19


def test_whoever_leaves_the_route_sideways_and_comes_back_has_an_entry_again() -> None:
    lane_map = straight(3000.0)
    table = Router(lane_map).routes(["main"], ["main"])
    tracks = Tracks(table)
    run, world = moving(tracks, 1, 100.0, speed=20.0, aim=1, at={"entry": np.array([-1], np.int32)})
    advance(run, 3.0)
    assert world.family("vehicle").lane[0] == 0
    assert world.family("vehicle").entry[0] == tracks.locate(0, 0)


@pytest.mark.parametrize(("length", "speed"), [(16.5, 5.0), (16.5, 0.5), (9.5, 2.0), (4.5, 5.0)])
@pytest.mark.parametrize("rate", [10, 2])
def test_whoever_begins_to_go_left_does_not_swing_out_to_the_right(length: float, speed: float, rate: int) -> None:
    run, world = moving(ROAD, 1, 100.0, speed=speed, aim=1, length=length, width=2.5, rate=rate)
    truck = world.family("vehicle")
    for _ in range(10 * rate):
        advance(run, 1.0 / rate)
        if truck.lane[0] != 1:
            break
        slant = abs(truck.heading[0])
        right = truck.offset[0] - 0.5 * (length * np.sin(slant) + 2.5 * np.cos(slant))
        assert right > -0.5 * 2.5 - 0.46
    assert truck.offset[0] != 0.0
