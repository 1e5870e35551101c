"""What is measured of the test-bed: campaigns, sensors and validators."""

from __future__ import annotations

import json
import sys
from math import pi
from pathlib import Path
from statistics import median
from typing import Any

from seahaven.bench.stopwatch import cpu_seconds, wall_seconds
from seahaven.bench.traffic.runs import EXAMPLES
from seahaven.reels import Reel
from seahaven.seats import Seat
from seahaven.takes import open_run
from seahaven.testbed import (
    CampaignOptions,
    DriveJob,
    History,
    judge_reel,
    load_campaign,
    load_drive,
    play_and_judge,
    play_campaign,
)

__all__ = ["campaign_seconds", "judging_seconds", "overhead_seconds", "sensor_seconds", "write_study"]

PROGRAM = Path(__file__).with_name("cruising.py")
PYTHON = "seahaven.bench.testbed.cruising:Cruising"
MUST = (
    "no_collision", {"distance": "1 m"}, {"time_to_collision": "0.5 s"}, {"time_gap": "0.1 s"}, "speed_limit",
    "keep_lane", "keep_road", "right_direction", "red_light", "stop_sign", "right_of_way", "safe_distance", "no_fault",
    {"keep_moving": "1 min"}, {"acceleration": "9 m/s²"}, {"jerk": "1000 m/s³"}, {"post_encroachment": "0.1 s"},
)  # fmt: skip
"""What must hold: a validator of each kind that needs no mission."""
KINDS = ("radar", "lidar", "camera", "v2x")
EGO, APART = 4000.0, 25.0
"""Metres: where the driven vehicle begins, and how far the others are apart."""


def write_study(folder: Path, *, others: int, seconds: float, driver: dict[str, Any] | None = None) -> Path:
    """A drive on the motorway with so many other vehicles around it, in a folder with its campaign."""
    folder.mkdir(parents=True, exist_ok=True)
    lanes, each = ("right", "left"), (others + 1) // 2
    vehicles = {}
    for number in range(others):
        lane, place = lanes[number % 2], number // 2 - each // 2
        at = EGO + APART * (place if lane == "left" else place + (place >= 0))
        traits = {"top_speed": "27 m/s"}
        vehicles[f"car{number}"] = {"on": "A1.1", "at": f"{at} m", "lane": lane, "speed": 26.0, "driver": traits}
    said = driver or {"program": [sys.executable, str(PROGRAM)], "controls": "lane"}
    subject = {
        "name": "ego",
        "on": "A1.1",
        "at": f"{EGO} m",
        "lane": "right",
        "to": "A1.4",
        "speed": 26.0,
        "driver": said,
    }
    study = {
        "study": "Measured", "seed": 1, "duration": f"{seconds} s", "record": "10 Hz",
        "roads": str(EXAMPLES / "roads" / "motorway.xodr"), "subject": subject, "world": {"vehicle": vehicles},
        "must": list(MUST),
    }  # fmt: skip
    path = folder / "measured.study.yaml"
    path.write_text(json.dumps(study, ensure_ascii=False))
    return path


def _campaign(study: Path, drives: int, jobs: int, name: str) -> float:
    """How long a campaign of so many drives takes by the wall clock."""
    folder = study.parent
    file = folder / f"{name}.campaign.yaml"
    file.write_text(json.dumps({"campaign": name, "drive": study.name, "seeds": drives, "keep": "failures"}))
    options = CampaignOptions(jobs=jobs, allow=(sys.executable,))
    campaign = load_campaign(file, allow=options.allow)
    history = History(folder / "history")

    def play() -> None:
        play_campaign(campaign, folder / name, history, name=name, options=options, tell=lambda *_: None)

    return wall_seconds(play)


def _alone(study: Path) -> float:
    """How long one drive takes in this process, by the wall clock, once everything is warm."""
    job = DriveJob(str(study), study.parent / "alone", 1, allow=(sys.executable,))
    known: dict[Any, Any] = {}
    play_and_judge(job, known=known)
    return median(wall_seconds(lambda: play_and_judge(job, known=known)) for _ in range(3))


def campaign_seconds(study: Path, *, drives: int, jobs: int) -> tuple[float, float]:
    """Seconds by the wall clock of a campaign with the start of its processes, and of a single drive alone."""
    alone = _alone(study)
    return _campaign(study, drives, jobs, "night"), alone


def overhead_seconds(study: Path, *, drives: int) -> float:
    """What a drive takes longer in a campaign, in one process that is warm, than alone."""
    short, long = (_campaign(study, count, 1, f"one-by-one-{count}") for count in (2, drives + 2))
    return (long - short) / drives - _alone(study)


def sensor_seconds(study: Path, *, sensors: int, steps: int) -> tuple[float, float]:
    """CPU time of all sensors in a step, without fusion and with it; the middle of so many steps of a drive."""
    fitted = {
        f"s{k}": {"kind": KINDS[k % 4], "turned": 2.0 * pi * k / sensors - pi, "range": "300 m", "most": 300}
        for k in range(sensors)
    }
    return _sensing(study, fitted, "none", steps), _sensing(study, fitted, "fused", steps)


def _sensing(study: Path, fitted: dict[str, Any], objects: str, steps: int) -> float:
    data = json.loads(study.read_text())
    data["subject"]["driver"] = {"python": PYTHON, "controls": "lane", "sensors": fitted, "objects": objects}
    path = study.with_name(f"{objects}.study.yaml")
    path.write_text(json.dumps(data, ensure_ascii=False))
    spent: list[float] = []
    with open_run(path) as run:
        run.advance(1.0)
        (seat,) = [module for module in run.controller if isinstance(module, Seat)]
        suite = seat.live.suite
        view = suite.view

        def timed(*given: Any) -> Any:
            seen: list[Any] = []
            spent.append(cpu_seconds(lambda: seen.append(view(*given))))
            return seen[0]

        suite.view = timed
        run.advance(steps / 10.0)
    return median(spent)


def judging_seconds(study: Path) -> float:
    """CPU time of all validators for one step of a drive."""
    job = DriveJob(str(study), study.parent / "judged", 1, allow=(sys.executable,))
    outcome = play_and_judge(job)
    if outcome.error:
        raise RuntimeError(outcome.error)
    reel = Reel.open(job.folder / outcome.reel)
    requirements = load_drive(study).requirements
    known: dict[Any, Any] = {}
    judge_reel(reel, requirements, known=known)
    spent = median(cpu_seconds(lambda: judge_reel(reel, requirements, known=known)) for _ in range(3))
    return spent / len(reel.times)
