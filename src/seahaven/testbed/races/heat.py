"""One heat of a race: what became of each racer, from the recording."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from seahaven.geometry import Floats
from seahaven.reels import Reel
from seahaven.testbed.evidence import Evidence
from seahaven.testbed.outcome import DriveOutcome
from seahaven.testbed.verdict import DriveVerdict

__all__ = ["Heat", "Run", "heat_of"]


@dataclass(frozen=True, slots=True)
class Run:
    """A racer in a heat: where it began (1 is the foremost), when it came by each checkpoint (s), and how it drove.

    `finish` is null of a racer that was not done. `ended` is why: `collision`, `fault`, `time`, or '' for one that
    finished. `trace` has times (s) and how far it had driven by then (m).
    """

    name: str
    start: int
    splits: tuple[float, ...]
    checkpoints: tuple[str, ...]
    finish: float | None
    ended: str
    distance: float
    top_speed: float
    verdict: DriveVerdict
    trace: tuple[tuple[float, float], ...] = ()

    @property
    def has_passed(self) -> bool:
        """Whether all held that the drive requires."""
        return self.verdict.has_passed()

    @property
    def rank(self) -> tuple[int, float, int]:
        """The lower, the better: who came by more checkpoints, and then who came by the last of them first."""
        return -len(self.splits), self.splits[-1] if self.splits else 0.0, self.start


@dataclass(frozen=True, slots=True)
class Heat:
    """A heat: its racers from the first at the finish to the last; none if it could not be played."""

    number: int
    outcome: DriveOutcome
    folder: Path
    runs: tuple[Run, ...] = ()

    @property
    def reel(self) -> Path | None:
        """Its recording, if it is there."""
        path = self.folder / self.outcome.reel
        return path if self.outcome.reel and path.exists() else None

    def place(self, name: str) -> int:
        """At which place a racer came in, from 1; 0 of one that was not there."""
        return next((k for k, run in enumerate(self.runs, start=1) if run.name == name), 0)

    def run(self, name: str) -> Run | None:
        """What became of a racer."""
        return next((run for run in self.runs if run.name == name), None)


def heat_of(number: int, outcome: DriveOutcome, folder: Path, known: dict[Any, Any]) -> Heat:
    """What became of a heat that was played and judged."""
    if outcome.verdict is None or not (folder / outcome.reel).exists():
        return Heat(number, outcome, folder)
    reel = Reel.open(folder / outcome.reel)
    runs = [_run(reel, name, k, outcome.verdict, known) for k, (name, _) in enumerate(outcome.variant.grid, start=1)]
    return Heat(number, outcome, folder, tuple(sorted(runs, key=lambda run: run.rank)))


def _run(reel: Reel, name: str, start: int, verdict: DriveVerdict, known: dict[Any, Any]) -> Run:
    evidence = Evidence.of(reel, subject=reel.manifest.names[name], known=known)
    goals = tuple(goal.name for goal in evidence.goals.points) if evidence.goals else ()
    splits = tuple(evidence.reached)
    is_done = bool(goals) and len(splits) == len(goals)
    has_fault = any(not fault.is_late for fault in evidence.faults)
    ended = "" if is_done else "collision" if evidence.crash else "fault" if has_fault else "time"
    return Run(
        name, start, splits, goals, splits[-1] if is_done else None, ended, float(evidence.travelled[-1]),
        float(evidence.mine("speed").max()), verdict.of(name), _trace(evidence.times, evidence.travelled),
    )  # fmt: skip


def _trace(times: Floats, travelled: Floats) -> tuple[tuple[float, float], ...]:
    """About two hundred moments of the way."""
    rows = np.unique(np.linspace(0, len(times) - 1, 200).round().astype(np.int64))
    return tuple(zip(times[rows].round(3).tolist(), travelled[rows].round(2).tolist(), strict=True))
