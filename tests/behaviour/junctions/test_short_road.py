"""Two junctions so close that a long vehicle is in both of them at once."""

from __future__ import annotations

import numpy as np
import pytest

from seahaven.behaviour.junctions.crossroads import (
    BEGIN,
    CONFLICTS,
    END,
    FOE,
    FOE_BEGIN,
    FOE_END,
    INCOMING,
    LENGTH,
    OUTGOING,
    SIZES,
)
from seahaven.behaviour.junctions.survey import survey
from seahaven.behaviour.junctions.sweep import ALONG, STEP
from seahaven.bench.realism.towns.features import BEND
from seahaven.errors import InputError
from seahaven.roads import LaneMap
from seahaven.roads.formats.sumo import read_sumo
from seahaven.roads.lanemap.berth import LONG
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


def test_long_vehicles_sweep_no_further_than_the_lanes_before_and_behind_a_junction(bend: LaneMap) -> None:
    """What lies beyond is for the next junction to say: two orders for one place may make two wait for each other."""
    roads, length = survey(Scene(bend, courses=COURSES).tracks), bend.length
    assert len(roads.conflicts)
    for way in range(len(roads.links) - 1):
        for row in range(roads.links[way, CONFLICTS], roads.links[way + 1, CONFLICTS]):
            for at, begin, end in ((way, BEGIN, END), (int(roads.conflicts[row, FOE]), FOE_BEGIN, FOE_END)):
                first = -length[roads.links[at, INCOMING]] - 0.5 * LONG - ALONG
                last = roads.ways[at, LENGTH] + length[roads.links[at, OUTGOING]] + 0.5 * LONG + ALONG
                spans = roads.spans[row].reshape(SIZES, 4)
                spans = spans[np.isfinite(spans[:, begin])]
                assert (spans[:, begin] >= first - STEP).all()
                assert (spans[:, end] <= last + STEP).all()


@pytest.mark.parametrize("rate", RATES)
def test_cars_wait_for_a_bus_that_still_turns_in_the_junction_before(bend: LaneMap, rate: float) -> None:
    """Its rear is on the way through one junction and swings out while its front is on that through the other."""
    for ahead in (0.0, 6.0, 12.0, 18.0):
        scene = Scene(bend, rate=rate, courses=COURSES)
        scene.car("bus", "down", 20.0 + ahead, length=12.0, width=2.5, speed=6.0)
        scene.car("car", "up", 25.0, speed=6.0)
        scene.play(60.0)
