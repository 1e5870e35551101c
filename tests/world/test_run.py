"""The world under the kernel's controller: the same contract, from the outside."""

import numpy as np
import pytest

from seahaven.errors import SeahavenError
from seahaven.kernel import SECOND, Controller, Module, Tick, fork, restore, take_snapshot
from seahaven.world import World, reads, spawns, writes
from tests.world.traffic import make_world


class Driver(Module):
    seen = reads("vehicle", "speed", "x")
    wish = writes("vehicle", "wish")

    def step(self, tick: Tick) -> None:
        self.wish.wish = 1.0 - 0.1 * self.seen.speed


class Engine(Module):
    seen = reads("vehicle", "wish")
    body = writes("vehicle", "x", "speed")

    def step(self, tick: Tick) -> None:
        self.body.x = self.body.x + self.body.speed * tick.dt
        self.body.speed = self.body.speed + self.seen.wish * tick.dt


class Source(Module):
    road = spawns("vehicle")
    seen = reads("vehicle", "x")

    def step(self, tick: Tick) -> None:
        self.road.add(x=0.0, speed=float(tick.index % 3))
        self.road.remove(self.seen.ids[self.seen.x > 40.0])


def study(*, reverse: bool = False) -> tuple[Controller, World]:
    world = make_world(2)
    parts = [Driver("driver", rate=10), Engine("engine", rate=100), Source("source", rate=3)]
    return Controller(Module("root", *(reversed(parts) if reverse else parts)), store=world), world


def test_the_order_of_modules_changes_nothing():
    digests = set()
    for reverse in (False, True):
        controller, world = study(reverse=reverse)
        controller.run(until=8 * SECOND)
        digests.add(world.digest())
        assert len(world.family("vehicle")) > 5
    assert len(digests) == 1


def test_snapshots_and_forks_run_on_to_the_same_bytes():
    controller, world = study()
    controller.run(until=3 * SECOND)
    saved, twin = take_snapshot(controller), fork(controller)
    controller.run(until=6 * SECOND)
    expected = world.digest()
    restore(controller, saved)
    controller.run(until=6 * SECOND)
    twin.run(until=6 * SECOND)
    assert isinstance(twin.store, World)
    assert (world.digest(), twin.store.digest()) == (expected, expected)


def test_a_bad_value_stops_the_run_and_names_the_module():
    class Broken(Module):
        body = writes("vehicle", "gap")

        def step(self, tick: Tick) -> None:
            self.body.gap = np.array([1.0, np.nan])

    controller = Controller(Module("root", Broken("radar", rate=10)), store=make_world(2))
    with pytest.raises(SeahavenError, match=r"module 'radar' proposed nan for vehicle.gap of entity no. 2 at 0 s"):
        controller.run(until=SECOND)
