"""The study of rear-end collisions, before anything is staged in it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seahaven.kernel import SECOND
from seahaven.takes import load_take, summarise
from seahaven.traffic import Ambient

STUDY = Path("examples/rear_end.study.yaml")


def test_others_come_the_other_way_and_the_own_lane_is_free(tmp_path: Path) -> None:
    take = load_take(STUDY)
    reel = take.play(tmp_path, until=6 * SECOND)
    summary = summarise(reel, take.root)
    assert [journey.name for journey in summary.journeys] == ["subject"]
    assert summary.traffic is not None
    assert 30 < summary.traffic.vehicles < 70
    table, (subject,) = take.world.family("vehicle"), take.world.subjects
    others = table.ids != subject
    assert (np.cos(table.heading[others] - table.heading[table.row(subject)]) < 0.0).all()


@pytest.mark.slow
def test_the_subject_drives_all_the_way_and_hits_nobody(tmp_path: Path) -> None:
    take = load_take(STUDY)
    reel = take.play(tmp_path, until=1680 * SECOND)
    summary = summarise(reel, take.root)
    assert summary.traffic is not None
    assert summary.traffic.collisions == 0
    (ambient,) = [module for module in take.root.walk() if isinstance(module, Ambient)]
    assert ambient.vehicles == pytest.approx(ambient.wanted, rel=0.15)
    lane_map, table, (subject,) = ambient.tracks.lane_map, take.world.family("vehicle"), take.world.subjects
    road = lane_map.network.roads[lane_map.road[table.lane[table.row(subject)]]]
    assert (road.id, float(table.speed[table.row(subject)])) == ("freeway.3", 0.0)
