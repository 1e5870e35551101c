"""Drivers choose among lanes that serve them equally well where their own lane opens."""

from __future__ import annotations

import numpy as np
import pytest

from seahaven.kernel import SECOND, Controller, Module
from seahaven.roads.lanemap import LaneMap
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import VEHICLES, Traffic, placed
from seahaven.world import WEATHER, World
from tests.roads.routing.networks import meshed
from tests.roads.routing.test_twins import OPENING

RATES = (10.0, 2.0)


@pytest.fixture(scope="module")
def roads() -> LaneMap:
    """One lane that opens into three, of which two lead to the left."""
    lengths = {"in": 200.0, "wide": 80.0, "left": 300.0, "right": 300.0}
    return meshed(lengths, {"in": 1, "wide": 3, "left": 2, "right": 1}, OPENING)


def driven(roads: LaneMap, *, standing: str, rate: float, seconds: float = 14.0) -> tuple[list[str], bytes]:
    """The roads and lanes that a car comes by while others stand on a lane, and the table at the end."""
    tracks = Tracks(Router(roads).routes(["in"], ["left"]))
    world = World([VEHICLES, WEATHER])
    for k in range(4):
        place = placed(tracks, standing, 30.0 + 8.0 * k, 0)
        world.add("vehicle", speed=0.0, top_speed=0.1, pilot="active", **place)
    car = world.add("vehicle", speed=13.0, pilot="active", **placed(tracks, "in:0:-1", 60.0, 0))
    root = Module("root", Traffic("traffic", tracks=tracks, rate_hz=rate))
    lanes = list[str]()
    with Controller(root, store=world, seed=1) as run:
        for _ in range(round(seconds)):
            run.advance(SECOND)
            lanes.append(roads.name(int(world.entity(car).lane)))
        table = world.family("vehicle")
        return lanes, b"".join(np.asarray(getattr(table, name)).tobytes() for name in ("x", "s", "speed", "entry"))


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize(("standing", "taken"), [("wide:0:-1", "wide:0:-2"), ("wide:0:-2", "wide:0:-1")])
def test_a_driver_takes_the_lane_on_which_nobody_stands(roads: LaneMap, standing: str, taken: str, rate: float) -> None:
    lanes, _ = driven(roads, standing=standing, rate=rate)
    assert taken in lanes
    assert standing not in lanes


def test_the_same_choice_gives_the_same_bytes(roads: LaneMap) -> None:
    assert driven(roads, standing="wide:0:-1", rate=10.0) == driven(roads, standing="wide:0:-1", rate=10.0)
