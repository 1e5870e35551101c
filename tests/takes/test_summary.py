from __future__ import annotations

from pathlib import Path

import pytest

from seahaven.kernel import SECOND, Module, Tick
from seahaven.roads.builder import Builder, motorway
from seahaven.takes import Take, summarise
from seahaven.traffic import VEHICLES
from seahaven.world import World, spawns, writes


class Rolling(Module):
    """Rolls everybody on, lets somebody in after a second, and the first one out after two."""

    body = writes("vehicle", "x")
    door = spawns("vehicle")

    def step(self, tick: Tick) -> None:
        self.body.x = self.body.x + 10.0 * tick.dt
        if tick.index == 10:
            self.door.add(1, x=0.0, y=0.0, speed=10.0)
        if tick.index == 20:
            self.door.remove(self.body.ids[:1])


@pytest.fixture
def take() -> Take:
    builder = Builder("straight")
    builder.road("M1", motorway()).straight(500)
    world = World([VEHICLES])
    for name in ("ada", None):
        world.add("vehicle", name, x=0.0, y=0.0, speed=10.0)
    return Take("Rolling", Module("root", Rolling("rolling", rate=10)), world, 4 * SECOND, roads=builder.build())


def test_traffic_on_roads_is_summed_up_and_those_with_names_one_by_one(take: Take, tmp_path: Path) -> None:
    summary = summarise(take.play(tmp_path), take.root)
    assert [journey.name for journey in summary.journeys] == ["ada"]
    traffic = summary.traffic
    assert traffic is not None
    assert (traffic.vehicles, traffic.entered, traffic.left) == (3, 1, 1)
    assert (traffic.queued, traffic.collisions) == (0, 0)
    assert traffic.mean_speed == pytest.approx(10.0)
    assert traffic.distance == pytest.approx(10.0 * (2.1 + 4.0 + 2.9), rel=0.05)


def test_a_drive_without_roads_has_no_traffic(take: Take, tmp_path: Path) -> None:
    take.roads = None
    summary = summarise(take.play(tmp_path))
    assert summary.traffic is None
    assert len(summary.journeys) == 3
