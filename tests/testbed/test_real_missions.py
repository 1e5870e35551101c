"""Missions of the Urban Challenge and of teams that practised for it, driven from checkpoint to checkpoint."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from seahaven.roads.formats.rndf import read_mdf, read_rndf
from seahaven.testbed import DriveJob, play_and_judge

FILES = Path(__file__).parents[3] / "shared" / "data" / "rndf" / "utexas"
MISSIONS = ("digcs", "outside_prc_gen", "prc_large", "prc_large_obstacle", "swri_site_visit", "utexas_explore")
MUST = ["no_collision", "checkpoints", {"keep_moving": "40 s"}, {"keep_road": "1.5 m"}, "stop_sign", "speed_limit"]


@pytest.mark.slow
@pytest.mark.skipif(not FILES.is_dir(), reason="these files are no part of the project")
@pytest.mark.parametrize("name", MISSIONS)
def test_the_reference_driver_drives_a_mission(name: str, tmp_path: Path) -> None:
    roads = [str(FILES / f"{name}.{suffix}") for suffix in ("rndf", "mdf")]
    first = str(read_mdf(roads[1]).checkpoints[0].number)
    mark = next(mark for mark in read_rndf(roads[0]).waymarks if mark.id == first)
    driver = {"python": "examples.drivers.route_driver:RouteDriver"}
    lane = f"{mark.road}:{mark.section}:{mark.lane}"
    subject = {"name": "ego", "on": lane, "at": max(mark.s - 30.0, 0.5), "speed": 0.0, "driver": driver}
    study = {
        "study": name, "seed": 1, "duration": "40 min", "record": "5 Hz", "roads": roads, "subject": subject,
        "mission": {"file": roads[1]}, "must": MUST,
    }  # fmt: skip
    path = tmp_path / f"{name}.study.yaml"
    path.write_text(json.dumps(study))
    outcome = play_and_judge(DriveJob(str(path), tmp_path / "out", allow=("examples",)))
    assert outcome.state == "passed", outcome
