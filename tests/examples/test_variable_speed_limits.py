from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from examples import gantries, variable_speed_limits
from seahaven.kernel import SECOND, Controller, Module
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, motorway
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import CAR, VEHICLES, placed
from seahaven.traffic.chainage import Chainage
from seahaven.world import WEATHER, World


def crowded() -> tuple[World, gantries.Gantries]:
    """A world with many cars where the lane ends, two below the gantries and one before them."""
    builder = Builder("straight")
    builder.road("A1", motorway(lanes=3, limit=gantries.LIMIT).one_way()).straight(gantries.DROP + 1000.0)
    lane_map = LaneMap(builder.build())
    tracks = Tracks(Router(lane_map).routes(["A1"], ["A1"]))
    places = np.concatenate((np.arange(40) * 10.0 + gantries.WATCHED[0] + 5.0, [2000.0, 3000.0, 500.0]))
    world = World([VEHICLES, WEATHER])
    columns = {**CAR.columns(np.arange(len(places)), seed=1, who="test"), **placed(tracks, "A1:0:-1", places, 0)}
    world.add_many("vehicle", len(places), **columns)
    return world, gantries.Gantries("gantries", rate=1, roads=(Chainage(lane_map, ["A1"]),))


def test_a_limit_falls_where_too_many_are_and_binds_those_below_it() -> None:
    world, over = crowded()
    before = world.family("vehicle").top_speed.copy()
    with Controller(Module("root", over), seed=1, store=world) as run:
        run.advance(91 * SECOND)
        (limit,) = run.get("gantries.limits")
        after, factor = world.family("vehicle").top_speed, world.family("vehicle").speed_factor
    assert gantries.LEAST <= limit < gantries.LIMIT - gantries.STEP
    shown = gantries.STEP * round(limit / gantries.STEP)
    assert after[40:42] == pytest.approx(factor[40:42] * shown)
    assert after[42] == before[42]
    assert (after[:40] == before[:40]).all()


def test_both_sorts_of_roads_are_driven_told_and_drawn(tmp_path: Path) -> None:
    result = variable_speed_limits.drive(minutes=1, copies=2)
    assert sorted(set(result.road)) == [0, 1, 2, 3]
    assert 0.0 <= result.place.min() <= result.place.max() <= gantries.DROP + variable_speed_limits.AFTER
    assert variable_speed_limits.told(result, 2).endswith(": +0 ± 0")
    variable_speed_limits.draw(result, tmp_path / "limits.svg", 2)
    assert (tmp_path / "limits.svg").stat().st_size > 10_000
