"""Virtual subjects cope as well: they do not drive into a vehicle across the road, swerve for one
that comes, and drive on when it is gone."""

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
from tests.behaviour.coping.hooligan import LENGTH, STEP, WIDTH, Hooligan, Poses
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
TOWARDS = 10.0
"""How fast it comes towards the subject (m/s)."""


class Trial:
    """A virtual subject on a narrow country road, and a hooligan there."""

    def __init__(self, folder: Path, kind: str) -> None:
        builder = Builder("road")
        builder.road("road", country_lane(limit=kmh(60))).straight(1500)
        write_opendrive(builder.build(), folder / "road.xodr")
        (folder / "one.study.yaml").write_text(STUDY.replace("KIND", kind))
        self.take = load_take(folder / "one.study.yaml")

    def touched(self, poses: Poses, seconds: float) -> bool:
        """Whether the subject touches the hooligan while that is there; then it has driven on for some time."""
        world = self.take.world
        with self.take.controller() as run:
            x, y, heading, speed = poses[0].tolist()
            ghost = world.add("vehicle", x=x, y=y, heading=heading, speed=speed, length=LENGTH, width=WIDTH)
            world.grant("hooligan", "vehicle", ids=[])
            run.add(Hooligan("hooligan", rate=1.0 / STEP, poses=poses, begin=0.0))
            world.transfer(ghost, OWNED, to="hooligan")
            touched = False
            for step in range(1, round(seconds / STEP) + 1):
                run.run(round(step * STEP * SECOND))
                if step < len(poses):
                    ada = world["ada"]
                    here = np.array([ada.x, ada.y, ada.heading])
                    touched |= meet(here, (ada.length, ada.width), poses[step], (LENGTH, WIDTH))
        return touched


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_virtual_subject_waits_for_a_vehicle_across_the_road(kind: str, tmp_path: Path) -> None:
    trial = Trial(tmp_path, kind)
    poses = np.tile([PLACE, 0.0, 0.5 * pi, 0.0], (round(STANDS / STEP), 1))
    assert not trial.touched(poses, SECONDS)
    assert trial.take.world["ada"].x > PLACE + 50.0


@pytest.mark.parametrize("kind", ["drifting", "noisy pedals", "steady"])
def test_a_virtual_subject_swerves_onto_the_verge_for_a_vehicle_that_comes_in_its_lane(
    kind: str, tmp_path: Path
) -> None:  # fmt: skip
    trial = Trial(tmp_path, kind)
    middle = trial.take.world["ada"].y
    x = np.arange(900.0, 0.0, -TOWARDS * STEP)
    poses = np.column_stack((x, np.full(len(x), middle), np.full(len(x), pi), np.full(len(x), TOWARDS)))
    assert not trial.touched(poses, 60.0)
    ada = trial.take.world["ada"]
    assert ada.speed > 5.0
    assert abs(ada.y - middle) < 0.5
