"""What a step costs that is recorded."""

from __future__ import annotations

from pathlib import Path
from statistics import median

from seahaven.bench.stopwatch import race
from seahaven.bench.sumo.course import Course, Drive
from seahaven.bench.sumo.fleet import Fleet
from seahaven.reels import Recorder
from seahaven.takes import USUAL_FLUSH

__all__ = ["recorded_step"]


def recorded_step(course: Course, fleet: Fleet, *, steps: int, repeats: int, folder: Path) -> float:
    """Give the CPU time of steps each of which is recorded, over that of the same steps without a recorder.

    Everything is recorded, and flushed as often as `seahaven play` does. Opening the reel and packing it are no steps.
    """
    plain, recorded = Drive.of_fleet(course, fleet), Drive.of_fleet(course, fleet)
    families, reel = recorded.world.families, folder / "recorded.reel"
    options = {"families": families, "folder": reel, "overwrite": True, "flush_every": USUAL_FLUSH}
    recorder = Recorder("recorder", rate=1.0 / recorded.step, **options)
    recorded.controller.add(recorder)
    rounds = race(lambda: plain.advance(steps), lambda: recorded.advance(steps), repeats=repeats)
    recorded.controller.end()
    return median(ours / without for without, ours in rounds)
