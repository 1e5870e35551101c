"""What a coach may have been told to see to, where it holds a station, and what both its speed and its lane go by."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

__all__ = ["GAIN", "GENTLY", "STILL", "Stance", "Task"]

GAIN: Final = 0.9
"""By how much of what its speed lacks it accelerates (1/s)."""
GENTLY: Final = 1.0
"""How much slower (m/s) than the subject it may always be, near by."""
STILL: Final = 0.25
"""Speed (m/s) at which it comes nearer to its station below which it does not get there."""


class Task(IntEnum):
    """What it may have been told."""

    FREE = 0
    HEADWAY = 1
    GAP = 2
    BESIDE = 3
    MEETING = 4
    PACING = 5
    STEADY = 6


class Stance(IntEnum):
    """Where it holds its station: in the subject's lane; on the one beside, unheeded; and coming over from there."""

    IN_LANE = 0
    ASIDE = 1
    SLIPPING = 2
