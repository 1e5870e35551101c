"""Lights on a page: strokes where one waits for them, and what they show, told by changes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from seahaven.geometry import Floats
from seahaven.kernel import SECOND, Controller, Module
from seahaven.reels import Recorder, Reel
from seahaven.reels.page.lights import STEP, lights_of
from seahaven.reels.page.packing import Integers, Pack, unpacked
from seahaven.roads import LaneMap
from seahaven.roads.builder import lesson_town
from seahaven.roads.junctions import JunctionLogic, SignalPlan
from seahaven.traffic import LIGHTS, Signals
from seahaven.world import World
from tests.traffic.towns import grid


@cache
def town() -> LaneMap:
    return LaneMap.of(lesson_town())


@pytest.fixture(scope="module")
def reel(tmp_path_factory: pytest.TempPathFactory) -> Reel:
    path: Path = tmp_path_factory.mktemp("lights") / "lights.reel"
    plan = SignalPlan.of(JunctionLogic.of(town()))
    world = World(LIGHTS)
    recorder = Recorder("recorder", rate=2, families=world.families, folder=path, study="Lights", roads=town().network)
    with Controller(Module("root", Signals("signals", plan=plan), recorder), store=world) as run:
        run.run(60 * SECOND)
    return Reel.open(path)


def columns_of(reel: Reel, times: Floats) -> dict[str, Integers]:
    pack = Pack()
    told = lights_of(reel, town(), times, pack)
    assert told is not None
    return {name: unpacked(pack.content, told[name]) for name in told if isinstance(told[name], dict)}


def test_each_light_shows_what_was_recorded_in_every_frame(reel: Reel) -> None:
    told, times = columns_of(reel, reel.times), reel.times
    table = reel.table("signal", ["time", "id", "state"])
    ids = np.unique(table.column("id").to_numpy())
    shown = np.full((len(ids), len(times)), -1)
    for light, frame, state in zip(told["light"], told["frame"], told["state"], strict=True):
        shown[light, frame:] = state
    recorded = table.column("state").to_numpy().reshape(len(times), len(ids)).T
    assert np.array_equal(shown, recorded)
    assert len(told["state"]) < 0.2 * shown.size


def test_strokes_lie_across_the_lanes_at_which_one_waits(reel: Reel) -> None:
    told = columns_of(reel, reel.times)
    plan = SignalPlan.of(JunctionLogic.of(town()))
    assert sorted(set(told["row"].tolist())) == list(range(len(plan)))
    for_cars = told["is_for_people"] == 0
    x, y, end_x, end_y = (STEP * told[name][for_cars] for name in ("x", "y", "end_x", "end_y"))
    on = town().match(0.5 * (x + end_x), 0.5 * (y + end_y))
    assert (on.lane >= 0).all()
    assert (town().junction[on.lane] < 0).all()
    assert (np.hypot(end_x - x, end_y - y) < town().width(on.lane, on.s)).all()
    assert told["is_for_people"].sum() == 2 * (plan.crosswalk_row >= 0).sum()


def test_a_cut_tells_what_shows_at_its_beginning(reel: Reel) -> None:
    times = reel.times[40:60]
    told = columns_of(reel, times)
    assert (told["frame"] >= 0).all()
    assert (np.bincount(told["light"][told["frame"] == 0]) == 1).all()
    assert len(np.unique(told["light"][told["frame"] == 0])) == len(SignalPlan.of(JunctionLogic.of(town())))


def test_roads_that_have_other_lights_than_the_reel_show_none(reel: Reel) -> None:
    assert lights_of(reel, grid(), reel.times, Pack()) is None
