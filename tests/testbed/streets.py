"""Short drives along a street, with drivers that do one thing each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from seahaven.roads import RoadNetwork
from seahaven.roads.builder import Builder, kmh, town_street
from seahaven.seats import MotionControls, Reply, View

DRIVE = """
study: down the street
duration: 20 s
roads: tests.testbed.streets:street
subject:
  name: ego
  on: street
  at: 20 m
  lane: -1
  speed: 10 m/s
  driver: {python: "tests.testbed.streets:Steady", parameters: {speed: 10.0}}
mission:
  checkpoints: [{on: street, at: 60 m}, {on: street, at: 80 m, name: goal}]
  within: 10 s
must:
  - no_collision
  - checkpoints
  - in_time
  - speed: {at_most: 11 m/s}
experiment:
  conditions:
    usual: {}
    fast: {subject: {driver: {parameters: {speed: 14.0}}}}
"""
ALLOW = ("tests",)


def street() -> RoadNetwork:
    """150 m to the east with two lanes each way, and a way round at its end."""
    builder = Builder("street")
    builder.road("street", town_street(lanes=2, limit=kmh(50))).straight(150.0)
    return builder.build()


def write_drive(folder: Path, *, name: str = "street", **replaced: str) -> Path:
    """The drive as a file, with some of its lines replaced: of keys, or of requirements (`must_NAME`)."""
    lines = DRIVE.strip().splitlines()
    for key, text in replaced.items():
        word = key.replace("must_", "- ")
        lines = [text if line.strip().partition(":")[0] == word else line for line in lines]
    path = folder / f"{name}.study.yaml"
    path.write_text("\n".join(lines) + "\n")
    return path


class Steady:
    """Drives straight on with one speed."""

    def __init__(self, speed: float = 10.0) -> None:
        self.speed = speed

    def drive(self, view: View) -> MotionControls:
        return MotionControls(min(max(self.speed - view.ego.speed, -4.0), 3.0))


class Tells(Steady):
    """Says that it starts, then that it cruises."""

    def drive(self, view: View) -> Reply:  # type: ignore[override]  # a reply has the controls in it
        return Reply(super().drive(view), ("awake", "start" if view.time < 1.0 else "cruise"))


class Fails(Steady):
    """Raises after two seconds."""

    def drive(self, view: View) -> MotionControls:
        if view.time >= 2.0:
            raise ValueError("out of ideas")
        return super().drive(view)


class Refuses:
    """Cannot be made."""

    def __init__(self, **_: Any) -> None:
        raise OSError("no model")
