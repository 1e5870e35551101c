"""A long vehicle that turns sweeps over the line at which another one waits to turn back onto the same road."""

from __future__ import annotations

import numpy as np
import pytest

from seahaven.behaviour.junctions.crossroads import (
    BEGIN,
    CONFLICTS,
    CROSS,
    FOE,
    FOE_BEGIN,
    FOE_END,
    KIND,
    MERGE,
    SIZES,
    STOP,
)
from seahaven.behaviour.junctions.survey import survey
from seahaven.behaviour.junctions.sweep import ALONG, STEP
from seahaven.bench.realism.towns.sketch import Sketch, Street
from seahaven.errors import InputError
from seahaven.roads import LaneMap
from seahaven.roads.formats.sumo import read_sumo
from tests.behaviour.junctions.crossings import RATES, Scene

PLACES = {
    "w": (-90.0, 0.0, "dead_end"), "m": (0.0, 0.0, "priority"), "s": (0.0, -90.0, "dead_end"),
    "e": (90.0, 0.0, "dead_end"),
}  # fmt: skip
COURSES = {"turn": ("wm:0:-1", "ms:0:-1"), "back": ("sm:0:-1", "ms:0:-1")}


@pytest.fixture(scope="module")
def corner(tmp_path_factory: pytest.TempPathFactory) -> LaneMap:
    """A tight right turn, and a way back beside where it ends."""
    streets = tuple(Street(*pair) for pair in ("wm", "mw", "sm", "ms", "em", "me"))
    sketch = Sketch("corner", PLACES, streets, ())
    try:
        return LaneMap(read_sumo(sketch.town(tmp_path_factory.mktemp("corner"), seconds=1.0).roads))
    except InputError as reason:
        pytest.skip(reason.message)


def test_the_long_one_meets_the_line_of_the_other_and_only_the_long(corner: LaneMap) -> None:
    scene = Scene(corner, courses=COURSES)
    roads, (turn, back) = survey(scene.tracks), (scene.ways[name][0].index for name in COURSES)
    rows = range(roads.links[turn, CONFLICTS], roads.links[turn + 1, CONFLICTS])
    merge, line = sorted((row for row in rows if roads.conflicts[row, FOE] == back), key=lambda row: -int(
        roads.conflicts[row, KIND]
    ))  # fmt: skip
    assert [roads.conflicts[row, KIND] for row in (merge, line)] == [MERGE, CROSS]
    spans = roads.spans[line].reshape(SIZES, 4)
    assert np.isinf(spans[0, BEGIN])
    assert spans[1, FOE_BEGIN] < roads.ways[back, STOP]
    assert spans[1, FOE_END] <= roads.ways[back, STOP] + ALONG + STEP


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("before", [30.0, 45.0, 60.0])
def test_neither_touches_the_other_and_both_get_on(corner: LaneMap, before: float, rate: float) -> None:
    scene = Scene(corner, rate=rate, courses=COURSES)
    scene.car("bus", "turn", before, length=12.0, width=2.5, speed=8.0)
    scene.car("car", "back", 25.0, speed=8.0)
    story = scene.play(60.0)  # which sees to it that nobody touches anybody
    assert max(story.left(name) for name in ("bus", "car")) < 55.0
