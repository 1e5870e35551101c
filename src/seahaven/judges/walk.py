"""Walks: somebody on foot, frame by frame."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from seahaven.geometry import Floats

__all__ = ["FALLEN", "Walk"]

FALLEN = "fallen"
MOVES = 0.05
"""m/s, above which somebody on foot walks."""


class Walk(NamedTuple):
    """Where one person was, in the frames in which it was there."""

    times: Floats
    x: Floats
    y: Floats
    speed: Floats
    phase: tuple[str, ...]

    def sets_out(self, after: float) -> int | None:
        """The last frame from a time on in which it still stands before it walks; None if it never walks."""
        moving = np.flatnonzero((self.speed > MOVES) & (self.times > after))
        return int(moving[0]) - 1 if len(moving) and moving[0] > 0 else None

    def stands_up_to(self, k: int) -> bool:
        """Whether it has not moved up to a frame."""
        return bool(np.hypot(self.x[: k + 1] - self.x[k], self.y[: k + 1] - self.y[k]).max() < MOVES)

    def fell(self) -> float:
        """When it was knocked down (s); infinite if it was not."""
        return next((float(t) for t, phase in zip(self.times, self.phase, strict=True) if phase == FALLEN), np.inf)
