"""Two junctions so close that a long vehicle is in both of them at once."""

from __future__ import annotations

import pytest

from seahaven.bench.realism.towns.features import BEND
from seahaven.errors import InputError
from seahaven.roads import LaneMap
from seahaven.roads.formats.sumo import read_sumo
from tests.behaviour.junctions.crossings import RATES, Scene

COURSES = {"down": ("wa:0:-1", "bs:0:-1"), "up": ("sb:0:-1", "aw:0:-1")}


@pytest.fixture(scope="module")
def bend(tmp_path_factory: pytest.TempPathFactory) -> LaneMap:
    """A bend of 90 degrees over a road of 8 m between two junctions."""
    try:
        return LaneMap(read_sumo(BEND.town(tmp_path_factory.mktemp("bend"), seconds=1.0).roads))
    except InputError as reason:
        pytest.skip(reason.message)


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("before", [72.0, 80.0, 92.0])
def test_a_bus_and_cars_do_not_wait_for_each_other_in_two_junctions(bend: LaneMap, before: float, rate: float) -> None:
    scene = Scene(bend, rate=rate, courses=COURSES)
    scene.car("bus", "down", before, length=13.0, width=2.5, speed=8.0)
    scene.car("car", "up", 40.0, speed=8.0)
    scene.car("next", "up", 55.0, speed=8.0)
    story = scene.play(60.0)
    assert max(story.left(name) for name in ("bus", "car", "next")) < 55.0
