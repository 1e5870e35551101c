from __future__ import annotations

import pytest

from seahaven.errors import InputError
from seahaven.geometry import Pose
from seahaven.kernel import SECOND, Controller, Module, Out, Param, Tick
from seahaven.motion import CarType, Controls, Mechanics
from seahaven.world import VEHICLE, World


class Feet(Module):
    """Presses the pedals as told."""

    throttle: Out[float] = 0.0
    brake: Out[float] = 0.0
    wheel: Out[float] = 0.0
    told: Param[tuple[float, float, float]] = (0.0, 0.0, 0.0)

    def step(self, tick: Tick) -> None:
        self.throttle, self.brake, self.wheel = self.told


def driven(told: tuple[float, float, float], *, speed: float = 0.0) -> tuple[Controller, World]:
    world = World([VEHICLE])
    car = world.add("vehicle", "car", x=0.0, y=0.0, speed=speed)
    root = Module("root", Feet("feet", rate=100, told=told), Mechanics("mechanics", rate=100))
    for port in ("throttle", "brake", "wheel"):
        root.link(f"feet.{port}", f"mechanics.{port}")
    world.grant("mechanics", "vehicle", ids=car)
    return Controller(root, store=world), world


def test_full_throttle_reaches_a_hundred_in_a_plausible_time() -> None:
    run, world = driven((1.0, 0.0, 0.0))
    while world["car"].speed < 100 / 3.6:
        run.advance(SECOND // 10)
    assert 7.0 < run.now / SECOND < 12.0


def test_full_brakes_stop_at_nine_metres_per_second_squared_and_never_push_back() -> None:
    run, world = driven((0.0, 1.0, 0.0), speed=27.0)
    run.advance(2 * SECOND)
    assert world["car"].speed == pytest.approx(27.0 - 2 * 9.0, abs=1.0)
    run.advance(3 * SECOND)
    assert world["car"].speed == 0.0
    here = world["car"].x
    run.advance(SECOND)
    assert world["car"].x == here


def test_the_wheel_turns_no_faster_than_it_can() -> None:
    run, world = driven((0.0, 0.0, 0.5), speed=5.0)
    run.advance(SECOND // 5)
    assert world["car"].steering == pytest.approx(0.2 * CarType().steering_rate)
    run.advance(2 * SECOND)
    assert world["car"].steering == 0.5


def test_ports_and_world_agree_at_every_moment() -> None:
    run, world = driven((0.4, 0.0, 0.1), speed=8.0)
    for _ in range(7):
        run.advance(333_333_333)
        body = world["car"]
        assert run.get("mechanics.pose") == Pose(body.x, body.y, body.heading)
        assert run.get("mechanics.speed") == body.speed


def test_a_car_of_no_mass_is_refused() -> None:
    with pytest.raises(InputError, match="a car's mass must be above 0, not 0"):
        CarType(mass=0)


class Chauffeur(Module):
    """Wishes one acceleration towards one target."""

    target: Out[Pose] = Pose(500.0, 0.0, 0.0)
    wish: Out[float] = 1.0

    def step(self, tick: Tick) -> None: ...


def test_controls_reach_the_wished_acceleration_even_in_a_heavier_car() -> None:
    world = World([VEHICLE])
    car = world.add("vehicle", "car", x=0.0, y=0.0, speed=10.0)
    root = Module(
        "root",
        Chauffeur("chauffeur", rate=10),
        Controls("controls", rate=100),
        Mechanics("mechanics", rate=100, car=CarType(mass=1800.0)),
    )
    for source, target in {
        "chauffeur.target": "controls.target", "chauffeur.wish": "controls.wish", "mechanics.pose": "controls.pose",
        "mechanics.speed": "controls.speed", "mechanics.acceleration": "controls.achieved",
        "controls.throttle": "mechanics.throttle", "controls.brake": "mechanics.brake",
        "controls.wheel": "mechanics.wheel",
    }.items():  # fmt: skip
        root.link(source, target)
    for path in ("controls", "mechanics"):
        world.grant(path, "vehicle", ids=car)
    with Controller(root, store=world) as run:
        run.advance(8 * SECOND)
        assert world["car"].acceleration == pytest.approx(1.0, abs=0.03)
        assert world["car"].y == pytest.approx(0.0, abs=1e-9)
        assert not world["car"].brake_light
