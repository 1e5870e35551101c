from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from examples import variable_speed_limits as study
from seahaven.kernel import SECOND, Controller, Module
from seahaven.roads import LaneMap
from seahaven.roads.builder import Builder, motorway
from seahaven.roads.routing import Router, Tracks
from seahaven.traffic import CAR, VEHICLES, placed
from seahaven.traffic.chainage import Chainage
from seahaven.world import WEATHER, World


def crowded() -> tuple[World, study.Gantries]:
    """A world with many cars where the lane ends, two below the gantries and one before them."""
    builder = Builder("straight")
    builder.road("A1", motorway(lanes=3, limit=study.LIMIT).one_way()).straight(study.BEFORE + study.AFTER)
    lane_map = LaneMap(builder.build())
    tracks = Tracks(Router(lane_map).routes(["A1"], ["A1"]))
    places = np.concatenate((np.arange(40) * 10.0 + study.WATCHED[0] + 5.0, [2000.0, 3000.0, 500.0]))
    world = World([VEHICLES, WEATHER])
    columns = {**CAR.columns(np.arange(len(places)), seed=1, who="test"), **placed(tracks, "A1:0:-1", places, 0)}
    world.add_many("vehicle", len(places), **columns)
    return world, study.Gantries("gantries", rate=1, posts=Chainage(lane_map, ["A1"]))


def test_a_limit_falls_where_too_many_are_and_binds_those_below_it() -> None:
    world, gantries = crowded()
    before = world.family("vehicle").top_speed.copy()
    with Controller(Module("root", gantries), seed=1, store=world) as run:
        run.advance(61 * SECOND)
        limits = run.get("gantries.limit")
        after, factor = world.family("vehicle").top_speed, world.family("vehicle").speed_factor
    assert study.LEAST <= limits < study.LIMIT
    shown = study.STEP * round(limits / study.STEP)
    assert after[40:42] == pytest.approx(factor[40:42] * shown)
    assert after[42] == before[42]
    assert (after[:40] == before[:40]).all()


def test_both_drives_are_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "MINUTES", 1)
    drives = [study.drive(is_controlled=is_controlled, minutes=1) for is_controlled in (False, True)]
    study.draw(*drives, tmp_path / "limits.svg")
    assert (tmp_path / "limits.svg").stat().st_size > 10_000
    assert "vehicles/h get through" in str(drives[0])
