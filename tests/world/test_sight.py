from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from seahaven.bench.ray_test import RayTest
from seahaven.errors import InputError
from seahaven.kernel import Stream
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, two_lane_highway
from seahaven.roads.model import ObjectKind, RoadNetwork, RoadObject
from seahaven.world import ROAD_VEHICLE, Sight, World

EYE = 1.2
CAR = {"length": 4.6, "width": 1.9, "height": 1.5}


def over_a_hill(height: float = 12.0) -> RoadNetwork:
    builder = Builder("hill")
    road = builder.road("main", two_lane_highway()).straight(300.0)
    road.hill(height, grade=0.05, top=40.0, over=60.0).straight(400.0)
    return builder.build()


def past_a_building() -> RoadNetwork:
    builder = Builder("corner")
    main = builder.road("main").straight(150.0)
    main.beside(ObjectKind.BUILDING, "left", distance=10.0, length=30.0, width=30.0, height=8.0)
    main.straight(50.0)
    side = builder.road("side", at=(200.0, 150.0), heading=-np.pi / 2).straight(150.0)
    main.straight(100.0)
    builder.junction("corner", main, side)
    return builder.build()


def with_thing(network: RoadNetwork, thing: RoadObject) -> RoadNetwork:
    from dataclasses import replace

    first, *others = network.roads
    return replace(network, roads=(replace(first, objects=(*first.objects, thing)), *others))


def eye_at(sight: Sight, lane: int, s: float, *, speed: float = 0.0) -> Any:
    box = sight.boxes_at(lane, [s], speed=speed)
    return np.column_stack((box[:, :3], [EYE], box[:, 7:]))


def test_on_a_level_road_all_within_range_are_seen_and_nobody_beyond() -> None:
    builder = Builder("level")
    builder.road("main").straight(3000.0)
    lane_map = LaneMap(builder.build())
    sight = Sight(lane_map)
    lane = lane_map.index("main:0:-1")
    boxes = sight.boxes_at(lane, [500.0, 1400.0, 1600.0, 2490.0, 2600.0], speed=0.0)
    eye = eye_at(sight, lane, 500.0)
    assert sight.seen(eye, boxes, visibility=2000.0).tolist() == [True, True, True, True, False]
    assert sight.seen(eye, boxes, visibility=1000.0).tolist() == [True, True, False, False, False]


def test_fog_shortens_sight_but_never_below_the_least_range() -> None:
    builder = Builder("level")
    builder.road("main").straight(3000.0)
    lane_map = LaneMap(builder.build())
    lane = lane_map.index("main:0:-1")
    for least, expected in ((1000.0, [True, True, False]), (0.0, [True, False, False])):
        sight = Sight(lane_map, least=least)
        boxes = sight.boxes_at(lane, [100.0, 700.0, 1300.0], speed=0.0)
        assert sight.seen(eye_at(sight, lane, 50.0), boxes, visibility=150.0).tolist() == expected


def test_the_range_follows_the_weather_between_its_bounds() -> None:
    sight = Sight(LaneMap(over_a_hill()), most=3000.0)
    assert [sight.range(visibility) for visibility in (150.0, 1800.0, 10_000.0)] == [1000.0, 1800.0, 3000.0]


def test_a_crest_hides_what_is_behind_it() -> None:
    lane_map = LaneMap(over_a_hill())
    sight, lane = Sight(lane_map, margin=0.0), lane_map.index("main:0:-1")
    s = np.arange(120.0, lane_map.length[lane] - 10.0, 10.0)
    seen = sight.seen(eye_at(sight, lane, 100.0), sight.boxes_at(lane, s, speed=0.0))
    top = s[np.argmax(lane_map.place(lane, s).z)]
    assert seen[s < top].all()
    assert not seen[(s > top + 60.0) & (s < top + 300.0)].any()


def test_a_tall_truck_is_seen_over_a_crest_before_a_car_is() -> None:
    lane_map = LaneMap(over_a_hill())
    sight, lane = Sight(lane_map, margin=0.0), lane_map.index("main:0:-1")
    s = np.arange(300.0, lane_map.length[lane] - 10.0, 2.0)
    eye = eye_at(sight, lane, 100.0)
    car = sight.seen(eye, sight.boxes_at(lane, s, speed=0.0))
    truck = sight.seen(eye, sight.boxes_at(lane, s, speed=0.0, length=12.0, width=2.5, height=4.0))
    assert (truck >= car).all()
    assert truck.sum() > car.sum() + 5


def test_whoever_is_about_to_come_over_a_crest_counts_as_seen() -> None:
    lane_map = LaneMap(over_a_hill())
    lane, other = lane_map.index("main:0:-1"), lane_map.index("main:0:1")
    sight = Sight(lane_map)
    s = np.arange(10.0, 900.0, 2.0)
    eye = eye_at(sight, lane, 150.0)
    standing = sight.seen(eye, sight.boxes_at(other, s, speed=0.0))
    coming = sight.seen(eye, sight.boxes_at(other, s, speed=25.0))
    assert (coming >= standing).all()
    assert 20 <= coming.sum() - standing.sum() <= 30


def test_whoever_comes_nearer_is_seen_from_two_seconds_further_away() -> None:
    builder = Builder("level")
    builder.road("main").straight(3000.0)
    lane_map = LaneMap(builder.build())
    sight, lane = Sight(lane_map), lane_map.index("main:0:-1")
    s = np.array([1070.0, 1095.0, 1110.0])
    seen = sight.seen(eye_at(sight, lane, 0.0, speed=50.0), sight.boxes_at(lane, s, speed=0.0), visibility=1000.0)
    assert seen.tolist() == [True, True, False]
    away = sight.seen(eye_at(sight, lane, 0.0, speed=20.0), sight.boxes_at(lane, s, speed=50.0), visibility=1000.0)
    assert not away.any()


def test_a_building_hides_a_side_road() -> None:
    lane_map = LaneMap(past_a_building())
    sight = Sight(lane_map)
    main = lane_map.index("main.1:0:-1")
    x, y = 200.0, 80.0
    car = np.array([[x, y, 0.0, np.pi / 2, 4.6, 1.9, 1.5, 0.0, 0.0, 0.0]])
    assert not sight.seen(eye_at(sight, main, 100.0), car)[0]
    assert sight.seen(eye_at(sight, main, 180.0), car)[0]
    tower = np.array([[x, y, 0.0, np.pi / 2, 4.6, 1.9, 40.0, 0.0, 0.0, 0.0]])
    assert sight.seen(eye_at(sight, main, 100.0), tower)[0]


def test_a_thing_that_hovers_hides_only_what_is_level_with_it() -> None:
    builder = Builder("level")
    builder.road("main").straight(400.0)
    network = builder.build()
    gantry = RoadObject("sign", ObjectKind.OBSTACLE, 200.0, 0.0, 1.3, length=1.0, width=60.0, height=4.0)
    lane_map = LaneMap(with_thing(network, gantry))
    lane, sight = lane_map.index("main:0:-1"), Sight(lane_map)
    eye = eye_at(sight, lane, 100.0)
    assert sight.seen(eye, sight.boxes_at(lane, [300.0], speed=0.0))[0]
    wall = RoadObject("wall", ObjectKind.BARRIER, 200.0, 0.0, 0.0, length=1.0, width=60.0, height=4.0)
    lane_map = LaneMap(with_thing(network, wall))
    assert not Sight(lane_map).seen(eye, sight.boxes_at(lane, [300.0], speed=0.0))[0]


@pytest.mark.parametrize("shape", ["round", "long", "outlined"])
def test_things_of_every_shape_hide(shape: str) -> None:
    from seahaven.roads.model import Outline

    builder = Builder("level")
    builder.road("main").straight(400.0)
    corners = tuple((u, v, 0.0, 5.0) for u, v in ((-5.0, -30.0), (5.0, -30.0), (5.0, 30.0), (-5.0, 30.0)))
    things = {
        "round": RoadObject("tank", ObjectKind.BUILDING, 200.0, radius=40.0, height=6.0),
        "long": RoadObject("noise wall", ObjectKind.BARRIER, 120.0, 0.0, span=150.0, height=4.0),
        "outlined": RoadObject("house", ObjectKind.BUILDING, 200.0, height=5.0, outlines=(Outline(corners),)),
    }
    lane_map = LaneMap(with_thing(builder.build(), things[shape]))
    sight = Sight(lane_map)
    eye = np.array([[100.0, -12.0, 0.0, EYE, 0.0, 0.0, 0.0]])
    car = np.array([[300.0, 12.0, 0.0, 0.0, 4.6, 1.9, 1.5, 0.0, 0.0, 0.0]])
    assert not sight.seen(eye, car)[0]


def test_one_sees_into_a_tunnel_through_its_ends_only() -> None:
    builder = Builder("tunnel")
    builder.road("main").straight(600.0)
    lane_map = LaneMap(with_thing(builder.build(), RoadObject("tunnel", ObjectKind.TUNNEL, 200.0, span=200.0)))
    sight, lane = Sight(lane_map), lane_map.index("main:0:-1")
    inside = sight.boxes_at(lane, [300.0], speed=0.0)
    assert sight.seen(eye_at(sight, lane, 100.0), inside)[0]
    beside = np.array([[300.0, -60.0, 0.0, EYE, 0.0, 0.0, 0.0]])
    assert not sight.seen(beside, inside)[0]


def test_one_sees_below_a_bridge() -> None:
    builder = Builder("bridge")
    builder.road("low").straight(800.0)
    high = builder.road("high", at=(400.0, -400.0), heading=np.pi / 2, height=7.0)
    high.straight(800.0)
    lane_map = LaneMap(builder.build())
    sight, lane = Sight(lane_map), lane_map.index("low:0:-1")
    assert sight.seen(eye_at(sight, lane, 100.0), sight.boxes_at(lane, [700.0], speed=0.0))[0]
    behind = np.array([[250.0, 300.0, 0.0, 0.0, 4.6, 1.9, 1.5, 0.0, 0.0, 0.0]])
    across = np.array([[550.0, 300.0, 0.0, EYE, 0.0, 0.0, 0.0]])
    assert not sight.seen(across, behind)[0], "the embankment of the upper road is ground"


def test_what_any_of_several_eyes_sees_is_seen() -> None:
    lane_map = LaneMap(over_a_hill())
    sight, lane = Sight(lane_map), lane_map.index("main:0:-1")
    boxes = sight.boxes_at(lane, np.arange(10.0, 1000.0, 25.0), speed=0.0)
    eyes = np.concatenate((eye_at(sight, lane, 100.0), eye_at(sight, lane, 900.0)))
    apart = [sight.seen(eyes[k : k + 1], boxes) for k in range(2)]
    assert (sight.seen(eyes, boxes) == (apart[0] | apart[1])).all()
    assert not sight.seen(eyes[:0], boxes).any()
    assert len(sight.seen(eyes, boxes[:0])) == 0


@cache
def _landscape(number: int) -> tuple[LaneMap, Sight, RayTest]:
    """Hills, bends and houses by chance."""
    draw = Stream.named(number, "landscape")
    share = [draw.uniform(entity=k) for k in range(200)]
    builder = Builder("random")
    for k in range(3):
        road = builder.road(f"r{k}", two_lane_highway(), at=(0.0, 400.0 * k), height=10.0 * k)
        for part in range(4):
            u = share[20 * k + 4 * part : 20 * k + 4 * part + 4]
            road.straight(60.0 + 100.0 * u[0])
            road.hill(3.0 + 9.0 * u[1], grade=0.04 + 0.02 * u[2], top=20.0, over=60.0)
            side: Any = "left" if u[3] < 0.5 else "right"
            road.beside(ObjectKind.BUILDING, side, distance=9.0 + 10.0 * u[0], height=3.0 + 8.0 * u[1])
            (road.left if k % 2 else road.right)(0.1 + 0.2 * u[2], radius=300.0 + 300.0 * u[3])
    lane_map = LaneMap(builder.build())
    return lane_map, Sight(lane_map, margin=0.0), RayTest(lane_map)


@pytest.mark.parametrize("number", range(3))
def test_nobody_whom_a_ray_test_sees_is_missed_and_hardly_anybody_else_is_seen(number: int) -> None:
    lane_map, sight, rays = _landscape(number)
    chance = Stream.named(number, "places").uniforms(np.arange(4 * 250)).reshape(4, -1)
    lanes = (chance[0] * len(lane_map)).astype(np.int64), (chance[1] * len(lane_map)).astype(np.int64)
    s = chance[2] * lane_map.length[lanes[0]], chance[3] * lane_map.length[lanes[1]]
    eyes = sight.boxes_at(lanes[0], s[0], speed=0.0)
    boxes = sight.boxes_at(lanes[1], s[1], speed=0.0)
    seen, truly = np.zeros(250, bool), np.zeros(250, bool)
    for k in range(250):
        eye = np.append(eyes[k, :3], [EYE, 0.0, 0.0, 0.0])[np.newaxis]
        seen[k] = sight.seen(eye, boxes[k : k + 1], visibility=1500.0)[0]
        truly[k] = rays.sees((eyes[k, 0], eyes[k, 1], eyes[k, 2] + EYE), boxes[k], 1500.0)
    assert not (truly & ~seen).any()
    assert (seen & ~truly).sum() <= 10
    assert 20 < truly.sum() < 230


def test_eyes_and_boxes_come_from_vehicles_a_little_later() -> None:
    lane_map = LaneMap(over_a_hill())
    sight, lane = Sight(lane_map), lane_map.index("main:0:-1")
    place = lane_map.place(lane, 350.0)
    world = World([ROAD_VEHICLE])
    row = {"x": place.x, "y": place.y, "z": place.z, "heading": place.heading, "lane": lane, "s": 350.0, "speed": 20.0}
    car = world.add("vehicle", **row)
    world.add("vehicle", x=0.0, y=0.0, speed=3.0)
    table = world.family("vehicle")
    later = lane_map.place(lane, 370.0)
    eye = sight.eyes(table, [car, 99], after=1.0)
    assert eye.shape == (1, 7)
    assert eye[0, :3] == pytest.approx([later.x, later.y, later.z], abs=0.3)
    assert eye[0, 3] == pytest.approx(1.2)
    assert eye[0, 6] == pytest.approx(20.0 * place.grade)
    assert sight.boxes(table)[1].tolist() == [0.0, 0.0, 0.0, 0.0, 4.6, 1.9, 1.5, 3.0, 0.0, 0.0]


def test_what_makes_no_sense_is_refused() -> None:
    lane_map = LaneMap(over_a_hill())
    with pytest.raises(InputError, match="least -1"):
        Sight(lane_map, least=-1.0)
    with pytest.raises(InputError, match="margin inf"):
        Sight(lane_map, margin=np.inf)
    with pytest.raises(InputError, match=r"most 500.0; expected at least as much as its least range, 1000 m"):
        Sight(lane_map, most=500.0)
    sight = Sight(lane_map)
    with pytest.raises(InputError, match=r"eyes of shape \(1, 3\); expected rows of 7"):
        sight.seen(np.zeros((1, 3)), np.zeros((1, 10)))
    with pytest.raises(InputError, match="boxes"):
        sight.seen(np.zeros((1, 7)), np.full((1, 10), np.nan))
    with pytest.raises(InputError, match="visibility"):
        sight.seen(np.zeros((1, 7)), np.zeros((1, 10)), visibility=-3.0)


def test_it_is_the_same_every_time() -> None:
    lane_map, sight, _ = _landscape(0)
    again = Sight(lane_map, margin=0.0)
    for own, other in zip(sight._land, again._land, strict=True):
        assert own.tobytes() == other.tobytes()
