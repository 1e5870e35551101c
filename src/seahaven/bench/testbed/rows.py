"""The bench of the test-bed, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from seahaven.bench.bench import Progress
from seahaven.bench.row import Row

__all__ = ["VerdictBench"]

DRIVES_GOAL = 5000.0
"""An hour, on all cores."""
TOWN_GOAL = 60.0
"""Seconds simulated in a second on one core."""
OVERHEAD_GOAL, SENSORS_GOAL, VALIDATORS_GOAL = 50.0, 1.0, 100.0
"""Milliseconds a drive, milliseconds a step, and microseconds a step."""


@dataclass(frozen=True, slots=True)
class VerdictBench:
    """What it costs to play, judge and keep drives in a campaign, to sense, and to judge; in the sizes of its goals."""

    drives: int = 60
    seconds: float = 60.0
    others: int = 20
    objects: int = 200
    sensors: int = 50
    steps: int = 100
    jobs: int = 2
    mission: float = 600.0
    setting_out: float = 2800.0
    """In the town, how many vehicles an hour set out anywhere to anywhere; about a hundred are on their way then."""

    name = "testbed"
    about = "Test drives in a campaign, sensors, and validators"
    libraries = ("duckdb", "msgpack", "numba", "numpy", "pyarrow")

    def quick(self) -> VerdictBench:
        """The same at a size that takes less than five minutes."""
        return replace(self, drives=8, seconds=20.0, steps=30, mission=120.0)

    def rows(self, progress: Progress) -> Iterator[Row]:
        """Measure all of it, in about three minutes; by the wall clock, so leave the machine alone."""
        from seahaven.bench.testbed import figures
        from seahaven.bench.testbed.town import town_drive

        with TemporaryDirectory() as folder:
            study = figures.write_study(Path(folder), others=self.others, seconds=self.seconds)
            progress(f"{self.drives} drives in a campaign")
            wall, alone = figures.campaign_seconds(study, drives=self.drives, jobs=self.jobs)
            an_hour = 3600.0 * self.drives / wall
            name = f"drives of {self.seconds:g} s with {self.others} others, {self.jobs} at a time"
            yield Row.at_least(name, an_hour, "an hour", limit=DRIVES_GOAL)
            yield Row("one such drive alone, played and judged", 1e3 * alone, "ms wall")
            overhead = figures.overhead_seconds(study, drives=max(self.drives // 4, 3))
            yield Row.at_most("what a campaign adds to a drive", 1e3 * overhead, "ms wall", limit=OVERHEAD_GOAL)
            progress("a mission through a whole town")
            town = town_drive(Path(folder), seconds=self.mission, rate=self.setting_out)
            name = f"a mission through a town with {town.others:.0f} others, the driver in Python at 10 Hz, recorded"
            yield Row.at_least(name, town.times_real, "times real time, CPU", limit=TOWN_GOAL)
            progress(f"{self.sensors} sensors among {self.objects} objects")
            crowd = figures.write_study(Path(folder) / "crowd", others=self.objects, seconds=self.seconds)
            sensed, fused = figures.sensor_seconds(crowd, sensors=self.sensors, steps=self.steps)
            name = f"{self.sensors} sensors among {self.objects} objects, a step"
            yield Row.at_most(name, 1e3 * sensed, "ms CPU", limit=SENSORS_GOAL)
            yield Row("the same with fusion of all their reports", 1e3 * fused, "ms CPU")
            progress("validators")
            cost = 1e6 * figures.judging_seconds(crowd)
            name = f"validators for one vehicle among {self.objects}, a step"
            yield Row.at_most(name, cost, "µs CPU", limit=VALIDATORS_GOAL)
