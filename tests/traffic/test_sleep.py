"""A town whose modules sleep is, byte for byte, the town whose modules are all visited."""

from typing import cast

import pytest

from seahaven.bench.sumo.town_drive import TownDrive
from seahaven.kernel import SECOND, Controller, Visits, fork, restore, take_snapshot
from seahaven.roads import LaneMap
from seahaven.roads.builder import lesson_town
from seahaven.traffic import random_trips, route_demand
from seahaven.world import World


def test_a_town_that_is_forked_or_restored_goes_on_with_the_same_bytes():
    lane_map = LaneMap(lesson_town())
    demand = route_demand(random_trips(lane_map, rate=0.5, end=200.0, seed=3), lane_map)
    town = TownDrive(demand, lane_map, step=0.1, seed=3)
    town.advance(605)
    saved, twin = take_snapshot(town.controller), fork(town.controller)
    town.advance(300)
    expected = town.world.digest()
    twin.advance(30 * SECOND)
    assert cast(World, twin.store).digest() == expected
    restore(town.controller, saved)
    town.advance(300)
    assert town.world.digest() == expected


def test_a_town_is_the_same_whether_its_modules_sleep_or_not(monkeypatch: pytest.MonkeyPatch):
    lane_map = LaneMap(lesson_town())
    demand = route_demand(random_trips(lane_map, rate=0.5, end=200.0, seed=3), lane_map)
    told = []
    for visits in Visits:
        monkeypatch.setattr(Controller, "usual_visits", visits)
        town = TownDrive(demand, lane_map, step=0.1, seed=3)
        for _ in range(12):
            town.advance(100)
        told.append((town.world.digest(), town.ledger.came, town.ledger.arrived))
    assert told[0] == told[1] == told[2]
    assert told[0][1] > 40
    assert told[0][2] > 5
