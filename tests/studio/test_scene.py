from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from seahaven.geometry import Floats
from seahaven.reels.map import bars_of
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, lesson_town, motorway
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.roads.model import RoadNetwork
from seahaven.studio.scene import world_of
from seahaven.studio.scene.furniture import _beside, _hanging_lamp
from seahaven.studio.scene.mesh import UP, Material, Mesh
from seahaven.studio.scene.polygon import triangles
from tests.reels.pages import straight_road

SQUARE = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0], [0.0, 0.0]])


def read(content: bytes) -> tuple[dict[str, Any], Floats, Any]:
    """The text of a packed mesh, the places of its corners, and its triangles."""
    size = int.from_bytes(content[:4], "little")
    told = json.loads(content[4 : 4 + size])
    places = np.frombuffer(content, "<f4", 3 * told["vertices"], 4 + size).reshape(-1, 3)
    corners = np.frombuffer(content, "<u4", told["corners"], len(content) - 4 * told["corners"]).reshape(-1, 3)
    return told, places.astype(np.float64), corners


def area(points: Floats, corners: Any) -> float:
    a, b, c = (points[corners[:, k]] for k in range(3))
    return float(0.5 * ((b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]).sum())


def test_triangles_cover_what_they_are_cut_from() -> None:
    assert area(*triangles([SQUARE])) == pytest.approx(100.0)
    assert area(*triangles([SQUARE[::-1]])) == pytest.approx(100.0)
    bent = np.array([[0, 0], [10, 0], [10, 10], [5, 2], [0, 10], [0, 0]], np.float64)
    assert area(*triangles([bent])) == pytest.approx(60.0)


def test_a_hole_stays_open() -> None:
    points, corners = triangles([SQUARE, 4.0 + 0.2 * SQUARE])
    assert area(points, corners) == pytest.approx(96.0)
    middles = points[corners].mean(axis=1)
    assert not ((middles > 4.01) & (middles < 5.99)).all(axis=1).any()


def test_a_mesh_is_sorted_into_tiles_that_hold_all_of_it() -> None:
    mesh = Mesh((100.0, 0.0))
    for x in (0.0, 1000.0, 20.0):
        mesh.add(np.array([[x, 0, 0], [x + 1, 0, 0], [x, 1, 2.0]]), [0, 1, 2], (10, 20, 30), Material.ROAD, UP)
    told, places, corners = read(mesh.packed(signs=[]))
    assert len(corners) == 3
    assert places[:, 0].min() == -100.0
    assert [tile[6:] for tile in told["tiles"]] == [[0, 6], [6, 3]]
    for low_x, low_y, low_z, high_x, high_y, high_z, first, count in told["tiles"]:
        seen = places[corners.ravel()[first : first + count]]
        assert np.all(seen >= [low_x, low_y, low_z])
        assert np.all(seen <= [high_x, high_y, high_z])


def world(roads: RoadNetwork) -> bytes:
    run = SimpleNamespace(take=SimpleNamespace(roads=roads), world=SimpleNamespace(families=()))
    return world_of(cast(Any, run), (0.0, 0.0))


@pytest.fixture(scope="module")
def town() -> bytes:
    return world(lesson_town())


def test_lanes_lie_above_the_terrain_and_at_their_heights(town: bytes) -> None:
    _, places, _ = read(town)
    lane_map = LaneMap.of(lesson_town())
    places = places[np.abs(places[:, :2]).max(axis=1) < 200.0]
    match = lane_map.match(places[:, 0], places[:, 1])
    on = (match.lane >= 0) & (np.abs(places[:, 2]) < 0.05)
    assert on.sum() > 1000
    assert np.isfinite(places).all()


def test_the_same_roads_give_the_same_world() -> None:
    assert world(straight_road()) == world(straight_road())


def test_no_house_stands_on_a_lane(town: bytes) -> None:
    told, places, _ = read(town)
    size = int.from_bytes(town[:4], "little")
    paints = np.frombuffer(town, np.uint8, 4 * told["vertices"], 4 + size + 12 * told["vertices"]).reshape(-1, 4)
    walls = places[paints[:, 3] == Material.WALL]
    assert len(walls) > 100
    lane_map = LaneMap.of(lesson_town())
    match = lane_map.match(walls[:, 0], walls[:, 1], reach=0.0)
    assert (np.asarray(match.lane) < 0).all()


def test_lamps_over_a_road_hang_from_posts_beside_it() -> None:
    lane_map = LaneMap.of(lesson_town())
    plan = SignalPlan.of(JunctionLogic.of(lane_map))
    bars = [bar for bar in bars_of(plan) if not bar.is_for_people]
    assert len(bars) > 5
    for bar in bars:
        x, y, _, facing = _hanging_lamp(lane_map, bar)
        ends = np.array([_beside(lane_map, x, y, facing + turn) for turn in (0.5 * np.pi, -0.5 * np.pi)])
        assert (np.asarray(lane_map.match(ends[:, 0], ends[:, 1], reach=0.5).lane) < 0).all()
        assert 4.0 < float(np.hypot(*(ends[0] - ends[1]))) < 60.0


def test_land_lies_beside_a_straight_road_of_miles() -> None:
    builder = Builder("miles")
    builder.road("r", motorway(lanes=1)).straight(6000.0)
    told, places, _ = read(content := world(builder.build()))
    size = int.from_bytes(content[:4], "little")
    paints = np.frombuffer(content, np.uint8, 4 * told["vertices"], 4 + size + 12 * told["vertices"]).reshape(-1, 4)
    land = places[(paints[:, 3] == Material.GRASS) & (np.abs(places[:, 1] - 60.0) < 11.0)]
    along = np.sort(land[:, 0])
    assert along[0] < 0.0 < 6000.0 < along[-1]
    assert np.diff(along).max() < 25.0
