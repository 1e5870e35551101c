"""A mission through a whole town among a hundred other vehicles, with the example driver in the seat."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from seahaven.bench.stopwatch import cpu_seconds
from seahaven.bench.traffic.runs import EXAMPLES
from seahaven.direction import CheckpointReached
from seahaven.kernel import SECOND
from seahaven.reels import Reel
from seahaven.takes import load_take

__all__ = ["TownDrive", "town_drive"]

DRIVER = "examples.drivers.route_driver:RouteDriver"
CHECKPOINTS = (
    ("Station_Road.4", 40.0), ("East_Street.2", 80.0), ("High_Street.2", 60.0), ("West_Street.2", 80.0),
    ("School_Lane.3", 60.0), ("East_Street.3", 240.0), ("High_Street.4", 60.0), ("Market_Road", 110.0),
    ("Station_Road.6", 80.0),
)  # fmt: skip
"""Roads of the town and places on them (m), once through all of it."""


class TownDrive(NamedTuple):
    """How many seconds were simulated in one of CPU time, how many other vehicles there were, and how many checkpoints
    were reached."""

    times_real: float
    others: float
    reached: int


def town_drive(folder: Path, *, seconds: float, rate: float) -> TownDrive:
    """Drive through the town for so long at most, among those that set out at a rate (1/h), and record it.

    The making of the town, the warm-up and the first second are not counted. CPU time is that of one core, with the
    driver's and the recording's.
    """
    study = {
        "study": "Town", "seed": 1, "duration": f"{seconds} s", "record": "10 Hz",
        "roads": "seahaven.roads.builder:lesson_town",
        "subject": {"name": "ego", "on": "High_Street.1", "at": "60 m", "driver": {"python": DRIVER, "rate": "10 Hz"}},
        "mission": {"checkpoints": [{"on": road, "at": at} for road, at in CHECKPOINTS]},
        "traffic": {
            "warm_up": "5 min", "lights": "actuated", "random": {"rate": f"{rate}/h", "fringe": 3, "least": "250 m"},
            "flows": [{"from": "by-pass.1", "to": "by-pass.5", "rate": "900/h"}],
        },
    }  # fmt: skip
    path = folder / "town.study.yaml"
    path.write_text(json.dumps(study))
    with _importable(EXAMPLES.parent):
        begun, _ = _played(path, until=SECOND)
        whole, reel = _played(path, until=None)
    others = len(reel.table("vehicle", ["id"])) / len(reel.times) - 1.0
    reached = sum(1 for _ in reel.happenings(CheckpointReached.__name__))
    return TownDrive((reel.manifest.duration - 1.0) / (whole - begun), others, reached)


def _played(path: Path, *, until: int | None) -> tuple[float, Reel]:
    """The CPU time of a play up to a date (ns), with the warm-up, and its recording."""
    take = load_take(path, allow=("examples",))
    made: list[Reel] = []
    spent = cpu_seconds(lambda: made.append(take.play(path.parent / "town", overwrite=True, until=until)))
    return spent, made[0]


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """Let modules in a folder be imported meanwhile."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
