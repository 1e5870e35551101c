"""Drives of virtual subjects, and what is characteristic of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from seahaven.kernel import SECOND
from seahaven.takes import load_take


@dataclass(frozen=True)
class Drive:
    """What the subject did, ten times a second."""

    speed: NDArray[np.float64]
    limit: NDArray[np.float64]
    gap: NDArray[np.float64]
    acceleration: NDArray[np.float64]
    offset: NDArray[np.float64]
    line: NDArray[np.float64]
    lane: NDArray[np.float64]
    contact: NDArray[np.float64]

    @property
    def ratio(self) -> float:
        """Mean share of the limit while it moves."""
        moves = self.speed > 0.5
        return float(np.mean(self.speed[moves] / self.limit[moves]))

    @property
    def headway(self) -> float:
        """Median time gap behind others, where it is below four seconds."""
        moves = self.speed > 3.0
        gaps = self.gap[moves] / self.speed[moves]
        return float(np.median(gaps[gaps < 4.0]))

    @property
    def harshness(self) -> float:
        """Standard deviation of its acceleration (m/s²)."""
        return float(np.std(self.acceleration))

    @property
    def stops(self) -> int:
        """How often it came to a stand."""
        stands = self.speed < 0.1
        return int(np.sum(stands[1:] & ~stands[:-1]))

    @property
    def changes(self) -> int:
        """How many borders of lanes it crossed."""
        return int(np.abs(np.diff(self.line)).sum())

    @property
    def longest_stand(self) -> float:
        """For how long it stood at most (s)."""
        longest = now = 0
        for stands in (self.speed < 0.1).tolist():
            now = now + 1 if stands else 0
            longest = max(longest, now)
        return 0.1 * longest


def drive(study: Path, seconds: int, *, entity: str = "ada") -> Drive:
    """Let a study run, and watch its subject."""
    take = load_take(study)
    names = ("speed", "limit", "gap", "acceleration", "offset", "line", "lane", "contact")
    rows = []
    with take.controller() as run:
        one = take.world.family("vehicle").at(take.world[entity].id)
        for step in range(1, 10 * seconds + 1):
            run.run(step * SECOND // 10)
            rows.append([np.nan if (value := getattr(one, name)) is None else float(value) for name in names])
    return Drive(*np.array(rows).T)
