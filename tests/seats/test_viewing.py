"""Views: who is seen and who is hidden, where lanes run, and what holds at the lines ahead."""

from __future__ import annotations

from dataclasses import replace
from math import inf, pi
from typing import Any

import numpy as np
import pytest

from seahaven.errors import InputError
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder
from seahaven.roads.model import ObjectKind, RoadObject
from seahaven.roads.routing import Router, Tracks
from seahaven.seats import Objects, View, Viewer, ViewOptions
from seahaven.seats.protocol import plain
from seahaven.world import LightState
from tests.seats.driving import Drive, add_other, coasting, crossroads, driven, street


def look(drive: Drive, **options: Any) -> View:
    viewer = Viewer(drive.tracks, ViewOptions(**options))
    return viewer.view(drive.watched, drive.ego, step=3, date=500_000_000, period=0.1)


def still(**options: Any) -> Drive:
    return driven(coasting, controls="lane", **options)


def test_an_object_is_told_in_both_frames() -> None:
    drive = still(tracks=crossroads(), lane="side.1:0:-1", s=20.0, route=1)
    world, tracks = drive.world, drive.tracks
    other = add_other(world, tracks, lane="main.1:0:-1", s=60.0, speed=7.0)
    view, row = look(drive), world.entity(other)
    seen = view.objects[0]
    assert (seen.id, seen.kind, seen.speed) == (other, "car", 7.0)
    assert (seen.x, seen.y, seen.heading) == (row.x, row.y, row.heading)
    assert view.in_world(seen.ahead, seen.left) == pytest.approx((row.x, row.y))
    assert view.in_ego(row.x, row.y) == pytest.approx((seen.ahead, seen.left))
    assert seen.turned == pytest.approx(-0.5 * pi)
    assert (view.step, view.date, view.time) == (3, 500_000_000, 0.5)


def test_the_nearest_come_first_and_those_out_of_range_are_left_out() -> None:
    others = tuple({"lane": "M1:0:-2", "s": s} for s in (400.0, 130.0, 60.0, 290.0))
    view = look(still(others=others), range=200.0)
    distances = np.hypot(view.objects.ahead, view.objects.left)
    assert len(view.objects) == 3
    assert (np.diff(distances) > 0.0).all()
    assert len(look(still(others=others), range=200.0, most=2).objects) == 2


def test_a_vehicle_hides_what_is_behind_it_unless_that_is_higher() -> None:
    ahead = {"lane": "M1:0:-4", "s": 120.0}
    hidden, higher = {"lane": "M1:0:-4", "s": 150.0}, {"lane": "M1:0:-4", "s": 170.0, "height": 3.8, "kind": "truck"}
    aside = {"lane": "M1:0:-2", "s": 150.0}
    view = look(still(others=(ahead, hidden, higher, aside)))
    assert sorted(view.objects.ahead.round().tolist()) == [20.0, 50.0, 70.0]
    assert view.objects[-1].kind == "truck"


def test_a_high_vehicle_hides_a_high_one() -> None:
    ahead = {"lane": "M1:0:-4", "s": 120.0, "height": 4.0, "width": 2.5, "length": 12.0}
    view = look(still(others=(ahead, {"lane": "M1:0:-4", "s": 160.0, "height": 3.8})))
    assert len(view.objects) == 1


def test_people_are_seen_and_hide_nobody() -> None:
    drive = still(others=({"lane": "M1:0:-4", "s": 160.0},))
    drive.world.add("person", x=130.0, y=-12.4, heading=0.5 * pi, speed=1.2)
    view = look(drive)
    assert [row.kind for row in view.objects] == ["person", "car"]
    person = view.objects[0]
    assert (person.lane, person.turn_light, person.brake_light, person.acceleration) == (-1, "off", False, 0.0)
    assert person.speed == 1.2


def test_a_wall_hides() -> None:
    def tracks(*objects: RoadObject) -> Tracks:
        builder = Builder("walled")
        road = builder.road("main", at=(-200.0, 0.0)).straight(400.0)
        side = builder.road("side", at=(0.0, -200.0), heading=0.5 * pi).straight(200.0)
        builder.junction("x", road, side, crosswalks=False)
        network = builder.build()
        roads = tuple(replace(part, objects=objects) if part.id == "side" else part for part in network.roads)
        return Tracks(Router(LaneMap(replace(network, roads=roads))).routes(["side"], ["main.2"]))

    wall = RoadObject("w", ObjectKind.BUILDING, s=160.0, t=20.0, length=30.0, width=30.0, height=8.0)
    for objects, seen in (((), 1), ((wall,), 0)):
        drive = still(tracks=tracks(*objects), lane="side:0:-1", s=120.0)
        add_other(drive.world, drive.tracks, lane="main.1:0:-1", s=140.0, route=-1)
        assert len(look(drive).objects) == seen


def test_the_way_and_the_lanes_beside_it_are_points_level_with_each_other() -> None:
    view = look(still(lane="M1:0:-3"), reach=100.0, spacing=5.0, sides=2)
    road = view.road
    own = road.shift == 0
    assert road.distance[own].tolist() == [5.0 * k for k in range(21)]
    assert road.ahead[own] == pytest.approx(road.distance[own])
    assert road.left[own] == pytest.approx(0.0)
    assert road.left[road.shift == 1] == pytest.approx(3.75)
    assert road.left[road.shift == -1] == pytest.approx(-3.75)
    assert not road.opposite[abs(road.shift) < 2].any()
    assert road.limit[0] == 30.0
    assert road.left_open[own].all()
    assert road.width[0] == pytest.approx(3.75)


def test_a_lane_that_comes_towards_the_ego_is_told_so() -> None:
    view = look(still(tracks=crossroads(), lane="main.1:0:-1", s=20.0), reach=60.0)
    beside = view.road.shift == 1
    assert view.road.opposite[beside].all()
    assert abs(view.road.turned[beside]) == pytest.approx(pi)
    assert view.road.left[beside] == pytest.approx(3.25, abs=0.3)


def test_the_way_leads_on_along_the_route_and_turns_are_told() -> None:
    tracks = Tracks(Router(crossroads().lane_map).routes(["side.1"], ["main.2"]))
    view = look(still(tracks=tracks, lane="side.1:0:-1", s=60.0))
    assert [turn.turn for turn in view.mission.turns] == ["right"]
    own = view.road.shift == 0
    assert view.road.turned[own][-1] == pytest.approx(-0.5 * pi, abs=0.05)
    assert view.road.curvature[own].min() < -0.02
    assert view.mission.remaining < 250.0
    assert view.mission.turns[0].distance < view.mission.remaining


@pytest.mark.parametrize(("control", "sign"), [("yield", "yield"), ("stop", "stop")])
def test_a_side_road_sees_its_sign_and_who_goes_first(control: str, sign: str) -> None:
    drive = still(tracks=crossroads(control), lane="side.1:0:-1", s=50.0, route=1)
    main = add_other(drive.world, drive.tracks, lane="main.1:0:-1", s=60.0)
    view = look(drive)
    assert [(stop.kind, stop.sign, stop.must_yield, stop.light) for stop in view.stops] == [
        ("junction", sign, True, "none")
    ]
    assert [row.goes_first for row in view.objects if row.id == main] == [True]


def test_the_main_road_yields_to_nobody() -> None:
    drive = still(tracks=crossroads("yield"), lane="main.1:0:-1", s=50.0, route=0)
    add_other(drive.world, drive.tracks, lane="side.1:0:-1", s=60.0, route=1)
    view = look(drive)
    assert not any(stop.must_yield for stop in view.stops)
    assert not view.objects.goes_first.any()


def test_a_light_is_told_with_its_state_and_age_and_line() -> None:
    drive = still(tracks=crossroads("lights"), lane="main.1:0:-1", s=50.0, route=0)
    assert [stop.light for stop in look(drive).stops] == ["off"]
    ids = drive.world.family("signal").ids.copy()
    drive.world.remove(ids)
    red = {"state": int(LightState.RED), "since": 0.2}
    drive.world.add_many("signal", len(ids), controller=0, letter=np.arange(len(ids)), **red)
    stop = look(drive).stops[0]
    assert stop.light == "red"
    assert stop.light_age == pytest.approx(0.3)
    assert 0.0 < stop.distance < 70.0


def test_weather_limits_the_range() -> None:
    drive = still(others=({"lane": "M1:0:-2", "s": 180.0},))
    assert len(look(drive).objects) == 1
    drive.world.add("weather", visibility=60.0, grip=0.6)
    view = look(drive)
    assert len(view.objects) == 0
    assert (view.weather.visibility, view.weather.grip) == (60.0, 0.6)


def test_a_vehicle_off_all_lanes_is_shown_the_nearest() -> None:
    drive = still()
    ego = drive.world.add("vehicle", speed=5.0, x=300.0, y=-40.0, heading=0.1, lane=-1, motion="dynamic")
    viewer = Viewer(drive.tracks, ViewOptions())
    view = viewer.view(drive.watched, ego, step=0, date=0, period=0.1)
    assert view.ego.lane == -1
    assert len(view.road) > 0
    assert view.road.left[0] > 10.0
    assert view.mission.remaining == inf


def test_a_view_of_nobody_is_refused() -> None:
    drive = still()
    with pytest.raises(InputError, match="there is no vehicle 99 to make a view for"):
        Viewer(street(), ViewOptions()).view(drive.watched, 99, step=0, date=0, period=0.1)


def test_views_are_values_that_nobody_changes() -> None:
    view = look(still(others=({"lane": "M1:0:-2", "s": 130.0},)))
    with pytest.raises(ValueError, match="read-only"):
        view.road.left[0] = 1.0


def test_a_table_comes_back_from_plain_lists() -> None:
    objects = look(still(others=({"lane": "M1:0:-2", "s": 130.0}, {"lane": "M1:0:-3", "s": 150.0}))).objects
    again = Objects.of(plain(objects))
    assert list(again) == list(objects)
    assert objects[1] == list(objects)[1]


def test_a_table_of_uneven_columns_is_refused() -> None:
    objects = plain(look(still()).objects)
    with pytest.raises(InputError, match=r"Objects\.ahead got 1 values; expected 0, as the"):
        Objects.of({**objects, "ahead": [1.0]})


def test_looking_changes_nothing_and_is_repeatable() -> None:
    drive = still(others=({"lane": "M1:0:-2", "s": 130.0},))
    before = drive.world.digest()
    assert plain(look(drive)) == plain(look(drive))
    assert drive.world.digest() == before
