"""Virtual subjects cope as well: they do not drive into a vehicle across the road, and drive on when it is gone."""

from __future__ import annotations

from math import pi
from pathlib import Path

import numpy as np
import pytest

from seahaven.kernel import SECOND
from seahaven.roads import write_opendrive
from seahaven.roads.builder import Builder, country_lane, kmh
from seahaven.seats import KINDS
from seahaven.takes import load_take
from tests.behaviour.coping.hooligan import LENGTH, STEP, WIDTH, Hooligan
from tests.behaviour.coping.judge import meet
from tests.behaviour.coping.trial import OWNED

STUDY = """\
study: One road
seed: 3
duration: 2 min
roads: road.xodr
subject: {name: ada, on: road, at: 50 m, driver: {virtual: {kind: KIND}}}
"""
PLACE, STANDS, SECONDS = 450.0, 40.0, 90.0
"""Where the hooligan stands (m), for how long, and how long it is watched (s)."""


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_virtual_subject_waits_for_a_vehicle_across_the_road(kind: str, tmp_path: Path) -> None:
    builder = Builder("road")
    builder.road("road", country_lane(limit=kmh(60))).straight(1500)
    write_opendrive(builder.build(), tmp_path / "road.xodr")
    (tmp_path / "one.study.yaml").write_text(STUDY.replace("KIND", kind))
    take = load_take(tmp_path / "one.study.yaml")
    pose = np.array([PLACE, 0.0, 0.5 * pi])
    touched = False
    with take.controller() as run:
        ghost = take.world.add("vehicle", x=PLACE, y=0.0, heading=0.5 * pi, length=LENGTH, width=WIDTH)
        take.world.grant("hooligan", "vehicle", ids=[])
        poses = np.tile([*pose, 0.0], (round(STANDS / STEP), 1))
        run.add(Hooligan("hooligan", rate=1.0 / STEP, poses=poses, begin=0.0))
        take.world.transfer(ghost, OWNED, to="hooligan")
        ada = take.world["ada"]
        for step in range(1, round(SECONDS / STEP) + 1):
            run.run(round(step * STEP * SECOND))
            ada = take.world["ada"]
            here = np.array([ada.x, ada.y, ada.heading])
            touched |= step * STEP < STANDS and meet(here, (ada.length, ada.width), pose, (LENGTH, WIDTH))
    assert not touched
    assert ada.x > PLACE + 50.0
