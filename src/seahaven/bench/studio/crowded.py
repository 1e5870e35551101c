"""A wide road full of vehicles, and a study in which they creep along it with one that a person can drive."""

from __future__ import annotations

import json
from pathlib import Path

from seahaven.roads import RoadNetwork
from seahaven.roads.builder import Builder, kmh, motorway

__all__ = ["crowded_road", "write_crowded"]

LANES = 8
LENGTH, SUBJECT_AT, APART = 4000.0, 1200.0, 11.0
"""Metres: of the road, where the subject begins, and from vehicle to vehicle in a lane."""
BEHIND = 5
"""One in so many vehicles is behind the subject, where its mirrors show it."""
CREEP = 3.0
"""m/s. Everybody's speed, so that who is in view stays in view."""


def crowded_road() -> RoadNetwork:
    """A straight motorway with eight lanes, one way."""
    builder = Builder("crowded")
    builder.road("A1", motorway(lanes=LANES, limit=kmh(120)).one_way()).straight(LENGTH)
    return builder.build()


def write_crowded(folder: Path, *, others: int) -> Path:
    """A study with so many vehicles around its subject, all within 900 m of it where there are 500."""
    vehicles, ahead, behind = {}, 0, 0
    for number in range(others):
        is_behind = number % BEHIND == 0
        place, ahead, behind = (behind, ahead, behind + 1) if is_behind else (ahead, ahead + 1, behind)
        row = place // LANES + 1
        at = SUBJECT_AT - APART * row if is_behind else SUBJECT_AT + APART * row
        lane = -1 - place % LANES
        traits = {"top_speed": f"{CREEP} m/s"}
        vehicles[f"v{number}"] = {"on": "A1", "at": at, "lane": lane, "speed": CREEP, "driver": traits}
    subject = {"name": "ada", "on": "A1", "at": SUBJECT_AT, "lane": -4, "to": "A1", "speed": CREEP}
    study = {
        "study": f"Crowded {others}", "duration": "10 min", "roads": f"{__name__}:crowded_road",
        "subject": subject, "traffic": {"rate": "10 Hz"},
        "world": {"vehicle": vehicles},
    }  # fmt: skip
    path = folder / f"crowded{others}.study.yaml"
    path.write_text(json.dumps(study), "utf-8")
    return path
