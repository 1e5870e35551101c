"""Vehicles that run into each other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seahaven.geometry import Path, Pose, boxes_overlap
from seahaven.kernel import SECOND, Controller, Module, Tick, Visits
from seahaven.motion import BODIES, Collision, Motion
from seahaven.motion.ways import ROADWAY
from seahaven.roads.builder import lesson_town, study_road
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.model import LaneKind, Profile, Road, RoadNetwork, Section
from seahaven.roads.routing import Router, Tracks
from seahaven.world import ROAD_VEHICLE, WEATHER, Table, World, writes
from tests.motion import moving as stage
from tests.motion.moving import advance, moving, watch
from tests.motion.networks import along, lanes, placed, ring, straight

ROAD = along(straight(3000.0))


def tracks_on(lane_map: LaneMap) -> Tracks:
    """Any tracks will do for vehicles without routes."""
    road = lane_map.network.roads[0].id
    return Tracks(Router(lane_map).routes([road], [road]))


NETWORKS = {
    "ring": along(ring(1500.0, 4, parts=5), closed=True),
    "small ring": along(ring(240.0, 3, parts=16), closed=True),
    "seams": along(ring(900.0, 4, parts=9, seam=0.6), closed=True),
    "road": along(straight(800.0, 3, shoulder=True)),
    "study road": tracks_on(LaneMap.of(study_road())),
    "town": tracks_on(LaneMap.of(lesson_town())),
}


def brute_force(table: Table) -> set[tuple[int, int]]:
    """All pairs of vehicles whose boxes meet, by testing every pair."""
    a, b = np.triu_indices(len(table), 1)
    boxes = np.column_stack((table.x, table.y, table.heading, table.length, table.width))
    top = table.z + table.height
    meet = boxes_overlap(boxes[a], boxes[b]) & (table.z[a] <= top[b]) & (table.z[b] <= top[a])
    return {(int(table.ids[i]), int(table.ids[j])) for i, j in zip(a[meet], b[meet], strict=True)}


def crowd(tracks: Tracks, count: int, seed: int, spread: float, kinds: tuple[str, ...]) -> tuple[Controller, World]:
    """Vehicles of all sizes anywhere on a map, some askew, some between lanes, some on each other."""
    lane_map, draw = tracks.lane_map, np.random.default_rng(seed)  # noqa: TID251 # any numbers will do
    usable = np.flatnonzero(np.array([kind in ROADWAY for kind in LaneKind])[lane_map.kind])
    lane = draw.choice(usable, count, p=lane_map.length[usable] / lane_map.length[usable].sum())
    s, offset = draw.random(count) * lane_map.length[lane], draw.normal(0.0, spread, count)
    place = lane_map.place(lane, s, offset)
    bodies = [list(BODIES.values())[k] for k in draw.integers(0, len(BODIES), count)]
    world = World([ROAD_VEHICLE, WEATHER])
    world.add_many(
        "vehicle", count, lane=lane.astype(np.int32), s=s, offset=offset, x=place.x, y=place.y, z=place.z,
        heading=place.heading + np.where(draw.random(count) < 0.3, draw.normal(0.0, 0.1, count), 0.0),
        speed=30.0 * draw.random(count), aim=draw.integers(-1, 2, count).astype(np.int8),
        motion=[kinds[k] for k in draw.integers(0, len(kinds), count)],
        **{name: [getattr(body, name) for body in bodies] for name in bodies[0].columns},
    )  # fmt: skip
    return Controller(Module("root", Motion("motion", rate=10, tracks=tracks)), store=world), world


@pytest.mark.parametrize("name", NETWORKS)
@settings(max_examples=8)
@given(
    count=st.sampled_from([3, 60, 250]),
    seed=st.integers(0, 10_000),
    spread=st.sampled_from([0.0, 0.4, 1.2]),
    kinds=st.sampled_from([("lane",), ("lane", "lane", "kinematic", "dynamic")]),
)
def test_whoever_touches_by_brute_force_touches(
    name: str, count: int, seed: int, spread: float, kinds: tuple[str, ...]
) -> None:
    run, world = crowd(NETWORKS[name], count, seed, spread, kinds)
    table = world.family("vehicle")
    for _ in range(3):
        advance(run, 0.1)
        pairs = brute_force(table)
        partners: dict[int, list[int]] = {}
        for a, b in pairs:
            partners.setdefault(a, []).append(b)
            partners.setdefault(b, []).append(a)
        contact, nulls = table.contact, table.null("contact")
        for row, entity in enumerate(table.ids.tolist()):
            assert bool(nulls[row]) == (entity not in partners)
            assert contact[row] == min(partners.get(entity, [0]))


def test_two_cars_touch_once_and_part_again() -> None:
    run, world = moving(ROAD, [1, 1], [100.0, 130.0], speed=[20.0, 10.0], rate=10)
    touches = watch(run, world, 10.0, lambda t: ~t.null("contact"))
    assert (touches[:, 0] == touches[:, 1]).all()
    first = int(np.argmax(touches[:, 0]))
    assert first == pytest.approx(25.4 / 10.0 / 0.1, abs=1)
    assert touches[first : first + 9].all()
    assert not touches[first + 11 :].any()
    assert len(stage.heard) == 1
    date, collision = stage.heard[0]
    assert date == first * SECOND // 10
    assert collision.entities == (1, 2)
    assert collision.speed == pytest.approx(10.0)
    table = world.family("vehicle")
    assert collision.y == pytest.approx(table.y[0])
    assert 100.0 + 2.5 * 20.0 < collision.x < 100.0 + 2.7 * 20.0 + 2.3


def test_the_partner_with_the_lowest_id_is_named() -> None:
    run, world = moving(ROAD, [1, 1, 1], [100.0, 103.0, 106.0])
    advance(run, 0.1)
    assert world.family("vehicle").contact.tolist() == [2, 1, 2]
    assert [collision.entities for _, collision in stage.heard] == [(1, 2), (2, 3)]


def test_vehicles_that_go_on_touching_keep_their_partners_without_a_visit(monkeypatch: pytest.MonkeyPatch) -> None:
    visits, step = list[int](), Motion.step
    monkeypatch.setattr(Motion, "step", lambda self, tick: (visits.append(tick.index), step(self, tick))[1])
    run, world = moving(ROAD, [1, 1, 1, 1], [100.0, 103.0, 106.0, 200.0], wish=[0.0, 0.0, 0.0, 0.5])
    table = world.family("vehicle")
    for _ in range(5):
        advance(run, 0.1)
        assert table.contact.tolist() == [2, 1, 2, 0]
        assert table.null("contact").tolist() == [False, False, False, True]
    assert visits == [0]
    world.remove([2])
    advance(run, 0.1)
    assert table.null("contact").all()
    assert visits == [0, 5]
    assert len(stage.heard) == 2


def test_side_by_side_is_no_collision_but_leaning_over_is() -> None:
    run, world = moving(ROAD, [0, 1], [100.0, 101.0], speed=20.0)
    advance(run, 5.0)
    assert world.family("vehicle").null("contact").all()
    run, world = moving(ROAD, [0, 1], [100.0, 101.0], speed=20.0, lean=[-0.9, 0.9])
    advance(run, 6.0)
    assert not world.family("vehicle").null("contact").any()
    assert stage.heard[0][1].speed < 1.5


def over_and_under(clearance: float) -> Tracks:
    """Two straight roads that cross in the plane, one so many metres above the other."""
    roads = (
        Road("low", Path(Pose(0.0, 0.0, 0.0)).line(200.0), (Section(0.0, lanes(2)),)),
        Road(
            "high",
            Path(Pose(100.0, -100.0, 0.5 * np.pi)).line(200.0),
            (Section(0.0, lanes(2)),),
            elevation=Profile.constant(clearance),
        ),
    )
    return tracks_on(LaneMap(RoadNetwork(roads)))


@pytest.mark.parametrize(("clearance", "meets"), [(0.0, True), (1.0, True), (5.0, False)])
def test_under_a_bridge_nobody_touches_who_is_on_it(clearance: float, meets: bool) -> None:
    tracks = over_and_under(clearance)
    high = tracks.lane_map.index("high:0:-1")
    columns: dict[str, Any] = placed(tracks, [0], [80.0])
    there = tracks.lane_map.place(np.array([high]), np.array([70.0]), 0.0)
    run, world = moving(tracks, [0, 0], 80.0, speed=15.0, at={
        "lane": np.array([0, high], np.int32), "s": [80.0, 78.0], "entry": -1, "route": -1,
        "x": [columns["x"][0], there.x[0]],
        "y": [columns["y"][0], there.y[0]], "z": [0.0, clearance], "heading": [0.0, 0.5 * np.pi],
    })  # fmt: skip
    touches = watch(run, world, 4.0, lambda t: ~t.null("contact"))
    assert touches.any() == meets


class Ghost(Module):
    """Another mover, of its own car: to the right across the road, at walking pace."""

    body = writes("vehicle", "x", "y", "heading", "speed", single=True)

    def step(self, tick: Tick) -> None:
        self.body.y = self.body.y - 0.1
        self.body.speed = 1.0


def haunted(y: float, visits: Visits | None = None) -> tuple[Controller, World, int]:
    """Two cars bound to lanes, and one that another module moves."""
    world = World([ROAD_VEHICLE, WEATHER])
    world.add_many("vehicle", 2, **placed(ROAD, [1, 0], [100.0, 100.0]), speed=20.0)
    still = world.add("vehicle", "still", x=150.0, y=y, heading=0.1)
    world.grant("ghost", "vehicle", ids=still)
    modules = Motion("motion", rate=10, tracks=ROAD), Ghost("ghost", rate=10)
    return Controller(Module("root", *modules), store=world, visits=visits), world, still


def test_cars_that_others_move_are_run_into_as_well() -> None:
    run, world, still = haunted(-4.0)
    advance(run, 2.4)
    table = world.family("vehicle")
    assert table.contact.tolist() == [still, 0, 1]
    assert (table.x[2], table.y[2]) == (150.0, pytest.approx(-6.4))


def test_cars_that_others_move_are_found_on_their_lanes() -> None:
    run, world, _ = haunted(2.0)
    lanes_seen = watch(run, world, 12.0, lambda t: t.lane[2])
    assert list(dict.fromkeys(lanes_seen.tolist())) == [-1, 0, 1, 2]
    table = world.family("vehicle")
    assert (table.s[2], table.line[2]) == (pytest.approx(150.0), -2)
    assert table.offset[2] == pytest.approx(-9.9 + 8.75)  # what it is found at is its place a step before


@pytest.mark.parametrize("y", [2.0, -4.0])
def test_cars_that_others_move_are_moved_alike_visited_or_not(y: float) -> None:
    results = []
    for visits in Visits:
        run, world, _ = haunted(y, visits)
        noted = []
        for _ in range(12):
            run.advance(SECOND)
            noted.append(world.digest())
        results.append(noted)
    assert results[0] == results[1] == results[2]


def test_a_collision_names_its_place() -> None:
    from seahaven.motion.collision import collision_of

    boxes = np.array([[0.0, 0.0, 0.0, 4.0, 2.0], [3.5, 0.5, 0.0, 4.0, 2.0]])
    told = collision_of((3, 8), boxes, np.array([10.0, 4.0]))
    assert told == Collision((3, 8), pytest.approx(1.75), pytest.approx(0.25), pytest.approx(6.0))
    across = collision_of((1, 2), np.array([[0.0, 0.0, 0.0, 6.0, 1.0], [0.0, 0.0, np.pi / 2, 6.0, 1.0]]), np.ones(2))
    assert (across.x, across.y) == (0.0, 0.0)
    assert across.speed == pytest.approx(2.0**0.5)
