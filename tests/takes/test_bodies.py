"""Ordinary vehicles that meet in a study: parted, recorded, forked, and never through each other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from seahaven.geometry import Box, Pose
from seahaven.motion import FLEET, KeyFrame, KeyFrames
from seahaven.takes import open_run
from tests.trials.script import ASLEEP


def study(folder: Path) -> Path:
    path = folder / "asleep.study.yaml"
    path.write_text(ASLEEP.replace("40 s", "20 s"))
    return path


def test_a_subject_that_runs_into_its_leader_pushes_it_on_and_both_are_recorded(tmp_path: Path) -> None:
    with open_run(study(tmp_path), allow=["tests"]) as run:
        run.record(tmp_path / "out")
        run.advance(18.0)
        reel = run.stop_recording()
        ada, lead = run["ada"].id, run["lead"].id
        assert run.world.owner(ada, "x") == run.world.owner(lead, "x") == "free"
    (event,) = [row for row in reel.table("events").to_pylist() if "impulse" in str(row["value"])]
    assert str(ada) in str(event["value"])
    rows = reel.table("vehicle").to_pandas()
    mine, other = (rows[rows.id == entity].sort_values("time") for entity in (ada, lead))
    columns = ["x", "y", "heading", "length", "width"]
    for a, b in zip(mine[columns].to_numpy(), other[columns].to_numpy(), strict=True):
        first, second = (Box(Pose(*row[:3]), row[3] - 0.02, row[4] - 0.02) for row in (a, b))
        assert not first.overlaps(second)
    speeds = np.column_stack((mine.speed, other.speed))
    hit = int(np.argmax(np.diff(speeds[:, 1]))) + 1
    mass = FLEET["sedan"].mass
    before, after = mass * speeds[hit - 1].sum(), mass * speeds[hit].sum()
    assert after == pytest.approx(before, rel=0.02)  # brakes and air take the rest
    assert speeds[-1].tolist() == [0.0, 0.0]


def test_a_crash_of_ordinary_vehicles_is_reset_and_forked_to_the_same_bytes(tmp_path: Path) -> None:
    with open_run(study(tmp_path), allow=["tests"]) as run:
        run.advance(14.0)
        first = run.world.digest()
        run.reset()
        run.advance(11.5)  # in the middle of it
        with run.fork() as twin:
            twin.advance(2.5)
            assert twin.world.digest() == first
        run.advance(2.5)
        assert run.world.digest() == first


def test_a_script_goes_on_through_a_crash_that_pushes_the_other_vehicle(tmp_path: Path) -> None:
    with open_run(study(tmp_path), allow=["tests"]) as run:
        x, y = float(run["lead"].x), float(run["lead"].y)
        frames = KeyFrame(0.0, Pose(x, y, 0.0)), KeyFrame(20.0, Pose(x + 20.0, y, 0.0))
        run.move("lead", KeyFrames(frames, smooth=False))
        while run.subject.contact is None:
            run.step()
        before = float(run["lead"].x)
        run.advance(1.0)
        assert run.world.owner(run["lead"].id, "x") == "traffic/motion"
        assert run["lead"].motion == "key frames"
        assert run["lead"].x - before == pytest.approx(1.0)
        assert run.world.owner(run.subject.id, "x") == "free"


def test_a_struck_vehicle_that_is_moved_otherwise_leaves_its_cockpit(tmp_path: Path) -> None:
    with open_run(study(tmp_path), allow=["tests"]) as run:
        run.advance(18.0)
        lead = run["lead"].id
        assert lead in run.world.family("cockpit").vehicle
        run.move("lead", "lane")
        run.advance(1.0)
        assert run.world.owner(lead, "x") == "traffic/motion"
        assert lead not in run.world.family("cockpit").vehicle
