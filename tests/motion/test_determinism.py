"""The same movement in any way of running it."""

from __future__ import annotations

from typing import Any

import numpy as np

from seahaven.kernel import Controller, Module, Param, Tick, fork
from seahaven.motion import Motion
from seahaven.world import ROAD_VEHICLE, WEATHER, World, writes
from tests.motion.moving import advance
from tests.motion.networks import along, placed, ring

RING = along(ring(9000.0, 4, parts=5), closed=True)


class Whims(Module):
    """Wishes anything, from random numbers of each vehicle's own."""

    switching: Param[bool] = True
    wish = writes("vehicle", "wish", "aim", "lean", "motion")

    def step(self, tick: Tick) -> None:
        ids = self.wish.ids
        turn = (ids * 7919 + tick.index * 104_729) % 1009
        self.wish.wish = (turn % 5 - 2.0) * 0.7
        self.wish.aim = ((turn // 5) % 3 - 1).astype(np.int8)
        self.wish.lean = 0.1 * (turn % 7 - 3.0)
        if self.switching:
            self.wish.motion = np.where(turn < 40, (turn % 3), 0).astype(np.int16)


def whimsical(count: int = 3000, *, parallel: bool = False, switching: bool = True) -> tuple[Controller, World]:
    """A ring of vehicles that wish anything."""
    world = World([ROAD_VEHICLE, WEATHER])
    world.grant("whims", "vehicle", ids=world.add_many("vehicle", count, **columns(count)))
    motion = Motion("motion", rate=10, tracks=RING, parallel=parallel)
    return Controller(Module("root", motion, Whims("whims", rate=10, switching=switching)), seed=3, store=world), world


def columns(count: int) -> dict[str, Any]:
    """Vehicles all round the ring."""
    rows = np.arange(count)
    lane, s = rows % len(RING.lane_map), 5.0 + (rows // len(RING.lane_map)) * 11.0 % 1700.0
    return placed(RING, lane, s) | {"speed": 10.0 + rows % 17, "wish": 0.1 * (rows % 5), "lean": 0.1 * (rows % 3)}


def test_one_thread_and_two_give_the_same_bytes() -> None:
    alone, one = whimsical()
    together, two = whimsical(parallel=True)
    for _ in range(4):
        advance(alone, 0.5)
        advance(together, 0.5)
        assert one.digest() == two.digest()


def test_a_fork_goes_on_as_the_original_does() -> None:
    run, world = whimsical(400)
    advance(run, 2.0)
    branch = fork(run)
    advance(run, 3.0)
    advance(branch, 3.0)
    assert branch.store.digest() == world.digest()


def test_running_on_is_running_in_pieces() -> None:
    whole, one = whimsical(400)
    pieces, two = whimsical(400)
    advance(whole, 3.0)
    for _ in range(30):
        advance(pieces, 0.1)
    assert one.digest() == two.digest()


def test_who_came_first_does_not_matter() -> None:
    count = 300
    given = {
        name: value if isinstance(value, np.ndarray) else np.full(count, value)
        for name, value in columns(count).items()
    }
    tables = []
    for order in (np.arange(count), np.arange(count)[::-1]):
        world = World([ROAD_VEHICLE, WEATHER])
        world.add_many("vehicle", count, **{name: value[order] for name, value in given.items()})
        run = Controller(Module("root", Motion("motion", rate=10, tracks=RING)), store=world)
        advance(run, 5.0)
        tables.append((order, world.family("vehicle")))
    (_, first), (order, second) = tables
    for name in ("x", "y", "z", "heading", "speed", "lane", "s", "offset", "entry", "yaw_rate"):
        assert (getattr(first, name)[order] == getattr(second, name)).all()


def test_guesses_of_where_rows_were_do_not_matter_when_vehicles_come_and_go() -> None:
    run, world = whimsical(40, switching=False)
    advance(run, 1.0)
    world.remove([1, 7, 20])
    again = fork(run)
    advance(run, 1.0)
    advance(again, 1.0)
    assert again.store.digest() == world.digest()
    assert len(world.family("vehicle")) == 37
