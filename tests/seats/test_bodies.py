"""Collisions in a running world: struck vehicles and people move as bodies do, and nothing drives through anything."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot, pi
from typing import Any

import numpy as np
import pytest

from seahaven.geometry import Box, Pose
from seahaven.kernel import SECOND, Controller, Module, Tick, Visits, fork, restore, take_snapshot
from seahaven.motion import (
    BODY_FRICTION,
    COCKPIT,
    FLEET,
    RESTITUTION,
    Chassis,
    Collision,
    FreeMotion,
    chassis_table,
    drive,
)
from seahaven.motion.free_columns import Cockpit, FreeState, Gear, Ground
from seahaven.seats import PedalControls, View
from seahaven.traffic import VEHICLES, Traffic, placed
from seahaven.world import WEATHER, World, writes
from tests.seats.driving import Drive, Told, driven, street

MASS = FLEET["sedan"].mass
LANE = "M1:0:-4"


def pedals(wheel: float = 0.0, throttle: float = 0.0, brake: float = 0.0, **more: Any) -> Callable[[View], Any]:
    return lambda view: PedalControls(wheel, throttle, brake, **more)


def drive_on(driver: Any, **options: Any) -> tuple[Drive, Told]:
    drive = driven(driver, controls="pedals", rate=100, **options)
    return drive, drive.hear(Collision)


def other(drive: Drive) -> Any:
    """The other vehicle."""
    return drive.world.entity(int(drive.world.family("vehicle").ids[1]))


def box(row: Any, less: float = 0.02) -> Box:
    return Box(Pose(row.x, row.y, row.heading), row.length - less, row.width - less)


def velocity(world: World, entity: int) -> np.ndarray:
    """Of the centre of gravity of a vehicle, to the east and to the north."""
    row, seats = world.entity(entity), world.family("cockpit")
    at = np.flatnonzero(seats.vehicle == entity)
    aside = float(seats.aside[at[0]]) if len(at) else 0.0
    c, s = np.cos(row.heading), np.sin(row.heading)
    return np.array([row.speed * c - aside * s, row.speed * s + aside * c])


def until_struck(drive: Drive) -> tuple[FreeState, np.ndarray]:
    """Go on to the step in which the ego strikes; gives its state before that step, and the other's velocity."""
    for _ in range(400):
        row, seat = drive.row, drive.world.family("cockpit")
        state = FreeState.of(1)
        state.kind[0] = seat.chassis[0]
        for name in ("x", "y", "heading", "speed", "yaw_rate", "steering", "acceleration"):
            getattr(state, name)[0] = getattr(row, name)
        for name in ("aside", "push", "pressure", "ratio", "shift", "engine"):
            getattr(state, name)[0] = getattr(seat, name)[0]
        before = velocity(drive.world, other(drive).id)
        drive.go(0.01)
        if len(drive.world.family("cockpit")) > 1:
            return state, before
    raise AssertionError("they never met")


def driven_on(state: FreeState) -> np.ndarray:
    """The velocity that the ego has at the end of a step in which nothing is in its way."""
    drive(chassis_table(*FLEET.values()), state, Cockpit.of(1, Gear.N), Ground.of(1), 0.01)
    c, s = np.cos(state.heading[0]), np.sin(state.heading[0])
    return np.array([state.speed[0] * c - state.aside[0] * s, state.speed[0] * s + state.aside[0] * c])


HELD = {"top_speed": 0.1, "traction": 0.0, "power": 0.0}
STANDING = {"lane": LANE, "s": 130.0, "speed": 0.0, **HELD}


def test_a_rear_end_collision_matches_the_closed_form_and_keeps_momentum() -> None:
    drive, told = drive_on(pedals(gear="neutral"), speed=12.0, others=(STANDING,))
    state, before = until_struck(drive)
    fast = driven_on(state)
    ego, struck = velocity(drive.world, drive.ego), velocity(drive.world, other(drive).id)
    assert MASS * (ego + struck) == pytest.approx(MASS * (fast + before), rel=1e-9, abs=1e-6)
    closing = fast[0] - before[0]
    assert struck[0] == pytest.approx(before[0] + 0.5 * (1.0 + RESTITUTION) * closing, rel=1e-9)
    assert ego[0] == pytest.approx(fast[0] - 0.5 * (1.0 + RESTITUTION) * closing, rel=1e-9)
    (collision,) = told.told
    assert collision.entities == (drive.ego, other(drive).id)
    assert collision.impulse == pytest.approx(MASS * (struck - before)[0], rel=1e-9)
    x = other(drive).x
    drive.go(4.0)
    assert other(drive).x > x + 2.0
    assert other(drive).speed == 0.0
    assert not box(drive.row).overlaps(box(other(drive)))


def test_a_head_on_collision_keeps_momentum() -> None:
    coming = {"lane": LANE, "s": 140.0, "speed": 0.0, **HELD, "kind": "truck", "length": 9.5, "width": 2.5}
    drive, _ = drive_on(pedals(gear="neutral"), speed=14.0, others=({**coming, "heading": pi, "motion": "kinematic"},))
    state, before = until_struck(drive)
    ego, struck = velocity(drive.world, drive.ego), velocity(drive.world, other(drive).id)
    mass, fast = FLEET["truck"].mass, driven_on(state)
    assert MASS * ego + mass * struck == pytest.approx(MASS * fast + mass * before, rel=1e-9, abs=1e-6)
    common = (MASS * fast[0] + mass * before[0]) / (MASS + mass)
    closing = fast[0] - before[0]
    assert ego[0] == pytest.approx(common - RESTITUTION * closing * mass / (MASS + mass), rel=1e-9)


class Rigid:
    """A rigid body in the plane: mass, inertia, centre of gravity, velocity and yaw rate."""

    def __init__(self, chassis: Chassis, x: float, y: float, heading: float, speed: float = 0.0) -> None:
        self.mass, self.inertia = chassis.mass, chassis.inertia
        ahead = np.array([np.cos(heading), np.sin(heading)])
        self.centre, self.velocity = np.array([x, y]) - chassis.ahead * ahead, speed * ahead
        self.yaw_rate = 0.0

    def velocity_at(self, point: np.ndarray) -> np.ndarray:
        x, y = point - self.centre
        return self.velocity + self.yaw_rate * np.array([-y, x])

    def gives_way(self, point: np.ndarray) -> np.ndarray:
        """By how much its velocity at a point changes for each newton second there, to the east and to the north."""
        x, y = point - self.centre
        return np.eye(2) / self.mass + np.array([[y * y, -x * y], [-x * y, x * x]]) / self.inertia

    def push(self, point: np.ndarray, impulse: np.ndarray) -> None:
        x, y = point - self.centre
        self.velocity = self.velocity + impulse / self.mass
        self.yaw_rate += (x * impulse[1] - y * impulse[0]) / self.inertia


def part(one: Rigid, other: Rigid, point: np.ndarray, restitution: float) -> np.ndarray:
    """The impulse of the planar impact (R. M. Brach, SAE 2005) to the north, at which the surfaces do not slip."""
    apart = other.velocity_at(point) - one.velocity_at(point)
    impulse = np.linalg.solve(one.gives_way(point) + other.gives_way(point), [0.0, -restitution * apart[1]] - apart)
    assert abs(impulse[0]) < BODY_FRICTION * impulse[1]
    one.push(point, -impulse)
    other.push(point, impulse)
    return impulse


@pytest.mark.parametrize(
    ("s", "corner"),
    [(130.15, None), (130.5, None), (131.0, -0.91)],
    ids=["centre to centre", "ahead of the centre of gravity", "so far ahead that a corner is hit as well"],
)
def test_a_t_bone_collision_matches_the_closed_form_and_keeps_momentum(s: float, corner: float | None) -> None:
    """Across the lanes into the side of a standing car.

    The fronts meet in the middle of what they share. If that makes the struck car turn towards a corner of the other
    one faster than the two part, they meet there again at once.
    """
    drive, told = drive_on(pedals(gear="neutral"), speed=8.0, s=s, others=(STANDING,), pose=(-6.0, 0.5 * pi))
    x, y = other(drive).x, other(drive).y
    state, before = until_struck(drive)
    fast = driven_on(state)
    ego, struck = velocity(drive.world, drive.ego), velocity(drive.world, other(drive).id)
    assert MASS * (ego + struck) == pytest.approx(MASS * (fast + before), rel=1e-9, abs=1e-6)
    chassis, side = FLEET["sedan"], y - 0.5 * other(drive).width
    one = Rigid(chassis, s, side - 0.5 * drive.row.length, 0.5 * pi, float(fast[1]))
    two = Rigid(chassis, x, y, 0.0)
    impulse = part(one, two, np.array([s, side]), RESTITUTION)
    if corner is not None:
        part(one, two, np.array([s + corner, side]), RESTITUTION)
    (collision,) = told.told
    assert collision.impulse == pytest.approx(hypot(*impulse), rel=1e-4)
    assert ego == pytest.approx(one.velocity, rel=1e-4, abs=1e-4)
    assert struck == pytest.approx(two.velocity, rel=1e-4, abs=1e-4)
    assert drive.row.yaw_rate == pytest.approx(one.yaw_rate, rel=1e-3, abs=1e-4)
    assert other(drive).yaw_rate == pytest.approx(two.yaw_rate, rel=1e-3, abs=1e-4)


def test_a_vehicle_hit_from_the_side_slides_and_turns() -> None:
    drive, _ = drive_on(pedals(gear="neutral"), speed=8.0, s=131.0, others=(STANDING,), pose=(-6.0, 0.5 * pi))
    until_struck(drive)
    row = other(drive)
    y, heading = row.y, row.heading
    drive.go(3.0)
    assert row.y > y + 0.3
    assert row.heading > heading + 0.1
    assert not box(drive.row).overlaps(box(row))


def test_a_lightly_touched_vehicle_drives_on_once_its_driver_is_over_it() -> None:
    tracks = street()
    world = World([VEHICLES, WEATHER, COCKPIT])
    front = world.add("vehicle", speed=0.0, top_speed=20.0, **placed(tracks, LANE, 140.0, route=0))
    back = world.add("vehicle", speed=9.0, top_speed=20.0, **placed(tracks, LANE, 132.0, route=0))
    run = crowd(world)
    run.run(8 * SECOND)
    seats = world.family("cockpit")
    assert sorted(seats.vehicle.tolist()) == [front, back]
    assert not seats.wrecked.any()
    assert not box(world.entity(front)).overlaps(box(world.entity(back)))
    x = world.entity(front).x
    run.run(170 * SECOND)
    assert world.entity(front).x == x
    run.run(240 * SECOND)
    assert len(seats) == 0
    assert world.entity(front).x > x + 200.0
    assert world.owner(front, "x") == "traffic/motion"


def test_a_vehicle_that_stands_askew_rolls_back_onto_its_lane_and_is_bound_to_it_again() -> None:
    tracks = street()
    world = World([VEHICLES, WEATHER, COCKPIT])
    world.add("weather", grip=0.3)
    place = placed(tracks, LANE, 140.0, route=0)
    front = world.add("vehicle", speed=0.0, top_speed=20.0, **{**place, "y": place["y"] + 1.0, "offset": 1.0})
    back = world.add("vehicle", speed=9.0, top_speed=20.0, **placed(tracks, LANE, 132.0, route=0))
    run = crowd(world)
    run.run(170 * SECOND)
    assert 0.3 < world.entity(front).heading < 1.0
    assert len(world.family("cockpit")) == 2
    motions, headings = [], [world.entity(front).heading]
    while run.now < 215 * SECOND:
        run.run(run.now + SECOND // 10)
        motions.append(world.entity(front).motion)
        headings.append(world.entity(front).heading)
    assert "kinematic" in motions
    assert motions[-1] == world.entity(back).motion == "lane"
    assert np.abs(np.diff(headings)).max() < 0.1  # it steers, and is not turned
    assert abs(world.entity(front).offset) < 0.6
    assert world.entity(front).speed > 5.0
    assert run["traffic/motion"].returning == ()


def crowd(world: World, rate: float = 10, **options: Any) -> Controller:
    """Ordinary vehicles alone."""
    tracks = street()
    world.grant("free", "vehicle", ids=[])
    root = Module("root", Traffic("traffic", tracks=tracks, pushes=True), FreeMotion("free", rate=rate, tracks=tracks))
    root.link("free.collided", "traffic/motion.struck")
    root.link("free.returned", "traffic/motion.moves")
    root.link("traffic/motion.pushed", "free.pushed")
    return Controller(root, seed=7, store=world, **options)


def test_two_ordinary_vehicles_that_meet_keep_momentum_and_never_overlap() -> None:
    tracks = street()
    world = World([VEHICLES, WEATHER, COCKPIT])
    front = world.add("vehicle", speed=0.0, top_speed=0.1, **placed(tracks, LANE, 140.0, route=0))
    back = world.add("vehicle", speed=25.0, **placed(tracks, LANE, 125.0, route=0))
    run, told = crowd(world), Told("told", kinds=(Collision,))
    run.add(told)
    speeds = []
    for step in range(1, 80):
        run.run(step * SECOND // 10)
        speeds.append((world.entity(front).speed, world.entity(back).speed))
        assert not box(world.entity(front)).overlaps(box(world.entity(back)))
    (collision,) = told.told
    assert collision.entities == (front, back)
    hit = next(k for k, (ahead, _) in enumerate(speeds) if ahead > 1.0)
    before, after = speeds[hit - 1], speeds[hit]
    assert after[0] - after[1] == pytest.approx(RESTITUTION * collision.impulse * 2.0 / MASS / (1 + RESTITUTION))
    assert MASS * (after[0] - before[0]) == pytest.approx(collision.impulse, rel=0.02)
    assert speeds[-1] == (0.0, 0.0)
    seats = world.family("cockpit")
    assert seats.wrecked.all()


def test_the_same_crash_of_ordinary_vehicles_gives_the_same_bytes() -> None:
    digests = []
    for visits in Visits:
        tracks = street()
        world = World([VEHICLES, WEATHER, COCKPIT])
        for s, speed in ((140.0, 0.0), (125.0, 25.0), (110.0, 25.0), (90.0, 28.0)):
            world.add("vehicle", speed=speed, **placed(tracks, LANE, s, route=0))
        run = crowd(world, visits=visits)
        run.run(2 * SECOND)
        kept = take_snapshot(run)
        with fork(run) as twin:
            twin.run(5 * SECOND)
            digests.append(twin.store.digest())
        run.run(5 * SECOND)
        digests.append(world.digest())
        restore(run, kept)
        run.run(5 * SECOND)
        digests.append(world.digest())
    assert len(set(digests)) == 1


def test_a_vehicle_that_another_module_moves_is_not_taken_over() -> None:
    drive, told = drive_on(pedals(), speed=12.0, others=(STANDING,))
    entity = other(drive).id
    drive.world.grant("puppet", "vehicle", ids=entity)
    drive.controller.add(Puppet("puppet", rate=10))
    drive.go(3.0)
    assert told.told
    assert drive.world.owner(entity, "x") == "puppet"
    assert other(drive).x == pytest.approx(130.0)


class Puppet(Module):
    """Moves nothing."""

    body = writes("vehicle", "x", "y")

    def step(self, tick: Tick) -> None:
        self.body.x = self.body.x


def person_at(drive: Drive, dx: float, dy: float, **columns: Any) -> int:
    return drive.world.add("person", x=float(drive.row.x) + dx, y=float(drive.row.y) + dy, **columns)


@pytest.mark.parametrize("speed", [-6.0, 14.0])
@pytest.mark.parametrize("phase", ["walking", "waiting", "standing"])
def test_a_person_anywhere_is_thrown_by_a_car_in_any_gear(speed: float, phase: str) -> None:
    gear = "neutral"
    drive, told = drive_on(pedals(gear=gear), speed=speed, s=300.0)
    way = np.sign(speed)
    person = drive.world.entity(person_at(drive, 8.0 * way, 0.2, phase=phase))
    x = person.x
    for _ in range(300):
        drive.go(0.01)
        if person.struck is not None:
            break
    assert person.struck == drive.ego
    assert person.speed == pytest.approx((1.0 + RESTITUTION) * abs(speed) * MASS / (MASS + 75.0), rel=0.03)
    assert person.contact == drive.ego
    slowed = abs(drive.row.speed)
    assert slowed == pytest.approx(abs(speed) * (1.0 - (1.0 + RESTITUTION) * 75.0 / (MASS + 75.0)), rel=0.03)
    drive.go(4.0)
    assert person.speed == 0.0
    assert person.contact is None
    assert (person.x - x) * way == pytest.approx((1.08 * speed) ** 2 / (2.0 * 0.6 * 9.81), rel=0.15)
    (collision,) = told.told
    assert collision.entities == tuple(sorted((drive.ego, person.id)))


def test_a_fallen_person_lies_where_it_came_to_rest() -> None:
    drive, _ = drive_on(pedals(gear="neutral"), speed=10.0)
    person = drive.world.entity(person_at(drive, 10.0, 0.0))
    drive.go(4.0)
    x, y = person.x, person.y
    drive.go(2.0)
    assert (person.x, person.y) == (x, y)
    assert hypot(person.x - drive.row.x, person.y - drive.row.y) > 0.0
