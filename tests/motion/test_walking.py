"""People moved along their routes, and whom vehicles hit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from seahaven.errors import StepError
from seahaven.kernel import SECOND, Controller, Hears, Module, State, Tick
from seahaven.motion import Collision, Walking
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, town_street
from seahaven.roads.walking import FootRoutes, WalkingNetwork
from seahaven.world import PERSON, ROAD_VEHICLE, World, writes


def routes() -> FootRoutes:
    """One route along a street, and one over its crosswalk at 60 m."""
    builder = Builder("street")
    builder.road("main", town_street(), at=(0.0, 0.0)).straight(60.0).crosswalk().straight(60.0)
    network = WalkingNetwork(LaneMap(builder.build()))
    south = network.nearest(10.0, -6.0)
    goals = network.nearest(110.0, -6.0), network.nearest(70.0, 6.0)
    return FootRoutes(network, [network.route(south, goal) for goal in goals])


class Wishes(Module):
    """Wishes the same for everybody."""

    wish = writes("person", "stride", "lean", "strays")

    def step(self, tick: Tick) -> None:
        self.wish.stride, self.wish.lean, self.wish.strays = 1.5, 0.5, False


class Witness(Module):
    """Remembers who was hit."""

    collided: Hears[Collision]
    told: State[tuple[Collision, ...]] = ()

    def step(self, tick: Tick) -> None:
        self.told += tuple(event.value for event in self.collided)


def walking(world: World, *modules: Module, rate: float = 10.0) -> Controller:
    root = Module("root", Wishes("wishes", rate=rate), Walking("walking", rate=rate, routes=ROUTES), *modules)
    return Controller(root, store=world)


ROUTES = routes()


def test_people_walk_along_their_routes_as_fast_as_they_wish() -> None:
    world = World([PERSON])
    world.add("person", "it", path=0, progress=5.0, **ROUTES.place(0, 5.0))
    with walking(world) as run:
        run.advance(11 * SECOND)
        it = world["it"]
        assert it.speed == pytest.approx(1.5)
        assert it.progress == pytest.approx(5.0 + 1.5 * 11.0 - 0.825, abs=0.2)
        assert it.offset == pytest.approx(0.5)
        where = ROUTES.place(0, it.progress, it.offset)
        assert (it.x, it.y) == pytest.approx((where["x"], where["y"]))


def test_they_stop_at_the_end() -> None:
    world = World([PERSON])
    world.add("person", "it", path=0, progress=95.0, **ROUTES.place(0, 95.0))
    with walking(world) as run:
        run.advance(20 * SECOND)
        assert (world["it"].progress, world["it"].speed) == (pytest.approx(100.0), 0.0)


def test_they_know_which_crosswalk_they_come_to_and_where_along_it_they_are() -> None:
    world = World([PERSON])
    world.add("person", "it", path=1, progress=20.0, **ROUTES.place(1, 20.0))
    ((begin, end, crosswalk),) = ROUTES.legs(1)
    seen = []
    with walking(world) as run:
        for _ in range(360):
            run.advance(SECOND // 10)
            it = world["it"]
            assert (it.crosswalk == crosswalk) == (begin - 8.0 <= it.progress <= end + 0.5)
            if begin <= it.progress <= end:
                x, y = ROUTES.network.passages[crosswalk].at(it.across)
                seen.append(np.hypot(it.x - x, it.y - y))
    assert len(seen) > 30
    assert max(seen) < 1.3


def test_a_step_moves_nobody_without_a_route() -> None:
    world = World([PERSON])
    world.add("person", "it", x=3.0, y=4.0, heading=1.0)
    with walking(world) as run:
        run.advance(2 * SECOND)
        assert (world["it"].x, world["it"].y, world["it"].heading) == (3.0, 4.0, 1.0)


def test_a_route_that_there_is_not_is_refused() -> None:
    world = World([PERSON])
    world.add("person", "it", x=0.0, y=0.0, path=9)
    with walking(world) as run, pytest.raises(StepError, match=r"person no. 1 has path 9, but there are 2 routes"):
        run.advance(SECOND)


@pytest.mark.parametrize(
    ("columns", "is_hit"),
    [
        ({"x": 2.5, "y": 0.0}, True),
        ({"x": 2.5, "y": 1.3}, False),
        ({"x": 3.0, "y": 0.0}, False),
        ({"x": 0.0, "y": 0.0, "z": 5.0}, False),
        ({"x": 2.5, "y": 0.0, "path": 0, "phase": "walking"}, False),
    ],
)
def test_boxes_that_meet_on_the_road_are_told_of_once(columns: dict[str, Any], is_hit: bool) -> None:
    world = World([PERSON, ROAD_VEHICLE])
    world.add("person", "it", **columns)
    world.add("vehicle", "car", x=0.0, y=0.0, speed=5.0)
    witness = Witness("witness", rate=10)
    run = walking(world, witness)
    run.connect("walking.collided", "witness.collided")
    with run:
        run.advance(SECOND // 10)
        assert (world["it"].contact == world["car"].id) == is_hit
        run.advance(SECOND)
        assert (world["it"].struck == world["car"].id) == is_hit
    assert [one.speed for one in witness.told] == ([5.0] if is_hit else [])


@pytest.mark.parametrize("speed", [8.0, -4.0])
def test_somebody_who_is_hit_is_thrown_and_lies_where_it_slid_to(speed: float) -> None:
    world = World([PERSON, ROAD_VEHICLE])
    world.add("person", "it", x=50.0, y=0.0, path=-1)
    start = 50.0 - np.sign(speed) * 2.4
    world.add("vehicle", "car", x=start, y=0.1, speed=speed, motion="kinematic")
    with walking(world) as run:
        run.advance(SECOND // 10)
        mass = 1450.0
        assert world["it"].speed == pytest.approx(1.15 * abs(speed) * mass / (mass + 75.0), rel=1e-3)
        assert np.cos(world["it"].heading) == pytest.approx(np.sign(speed), abs=1e-2)
        run.advance(3 * SECOND)
        x = world["it"].x
        way = (1.09 * speed) ** 2 / (2 * 0.6 * 9.81) + 0.1 * abs(speed)  # it begins to slide in the step after
        assert (x - 50.0) * np.sign(speed) == pytest.approx(way, abs=0.4)
        assert world["it"].speed == 0.0
        run.advance(SECOND)
        assert world["it"].x == x


def test_long_vehicles_bound_to_lanes_reach_over_kerbs_but_others_hit_people_on_pavements() -> None:
    for motion, is_hit in (("lane", False), ("dynamic", True)):
        world = World([PERSON, ROAD_VEHICLE])
        world.add("person", "it", path=0, progress=5.0, **ROUTES.place(0, 5.0))
        place = ROUTES.place(0, 5.0)
        world.add("vehicle", "car", x=place["x"] - 2.0, y=place["y"], speed=5.0, motion=motion)
        with walking(world) as run:
            run.advance(SECOND // 10)
            assert (world["it"].struck is not None) == is_hit
