"""Bologna against SUMO: the same roads, lights and vehicles, with several seeds on either side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from statistics import fmean

from seahaven.bench.bench import Progress
from seahaven.bench.realism.safety import WARM_UP, Log
from seahaven.bench.realism.standing import Standing
from seahaven.bench.sumo.bologna import Bologna, Outcome
from seahaven.bench.sumo.edge_times import EdgeLog, EdgeTimes

__all__ = ["LEAST", "Morning", "Stroll", "compare", "drive_through"]

LEAST = 50
"""Vehicles that an edge has to have, in each run, for its times to count."""


@dataclass(frozen=True, slots=True)
class Stroll:
    """One run of ours: times on edges, how many had arrived at dates, who is stuck, who moved as nobody can."""

    edges: EdgeTimes
    arrived: tuple[int, ...]
    left_over: int
    """Vehicles that are still in when it ends."""
    stuck: int
    strayed: int
    leaps: int
    longest: float
    log: Log
    """Kilometres, collisions and hard braking."""
    told: tuple[str, ...]
    """Where those stand at the end who stand long."""


@dataclass(frozen=True, slots=True)
class Morning:
    """Our runs and SUMO's, up to the last of some dates."""

    dates: tuple[float, ...]
    ours: Sequence[Stroll]
    theirs: Sequence[Outcome]

    @property
    def errors(self) -> dict[str, float]:
        """By edge, how far our mean time lies from SUMO's, as a share of it."""
        return self._ours.errors(self._theirs, least=LEAST * len(self.theirs))

    @property
    def median_error(self) -> float:
        """The median of those."""
        return self._ours.median_error(self._theirs, least=LEAST * len(self.theirs))

    def arrivals(self, date: int) -> tuple[float, float]:
        """How many had arrived by one of the dates, on the average of the runs: ours, SUMO's."""
        return fmean(one.arrived[date] for one in self.ours), fmean(one.arrived[date] for one in self.theirs)

    def told(self) -> list[str]:
        """The times of each edge in words, those furthest from SUMO's first."""
        errors = self.errors
        return [
            f"edge {name}: {self._ours.mean(name):.1f} and {self._theirs.mean(name):.1f} s, "
            f"{self._theirs.vehicles[name] / len(self.theirs):.0f} vehicles"
            for name in sorted(errors, key=lambda name: -errors[name])
        ]

    @property
    def _ours(self) -> EdgeTimes:
        return EdgeTimes.together([one.edges for one in self.ours])

    @property
    def _theirs(self) -> EdgeTimes:
        return EdgeTimes.together([one.edges for one in self.theirs])


def compare(
    town: Bologna, *, seeds: int, step: float, seconds: float, folder: Path, progress: Progress
) -> Morning:  # fmt: skip
    """Drive through the morning on both sides with each seed; count arrivals when the demand ends, and at the end."""
    dates = tuple(sorted({min(60.0 * ceil(town.last_departure / 60.0), seconds), seconds}))
    ours, theirs = list[Stroll](), list[Outcome]()
    for seed in range(1, seeds + 1):
        progress(f"Bologna, seed {seed} of {seeds}")
        ours.append(drive_through(town, dates, step=step, seed=seed))
        progress(f"Bologna by SUMO, seed {seed} of {seeds}")
        theirs.append(town.outcome(dates, step=step, seed=seed, folder=folder))
    return Morning(dates, ours, theirs)


def drive_through(town: Bologna, dates: tuple[float, ...], *, step: float, seed: int) -> Stroll:
    """Drive our side up to the last of some dates."""
    drive, edges, standing = town.drive(step=step, seed=seed), EdgeLog(town.lane_map), Standing()
    arrived, log = list[int](), Log()
    for date in dates:
        while drive.seconds < date:
            drive.advance()
            edges.note(drive.vehicles, step=step)
            log.note(drive.vehicles, step=step, counts_braking=drive.seconds > WARM_UP)
            standing.note(drive.vehicles, now=drive.seconds, step=step, arrived=drive.ledger.arrived)
        arrived.append(drive.ledger.arrived)
    return Stroll(
        edges.times, tuple(arrived), len(drive.vehicles), standing.stuck(drive.seconds), drive.ledger.strayed,
        standing.leaps, standing.longest, log, standing.told(drive.vehicles, town.lane_map, now=drive.seconds),
    )  # fmt: skip
