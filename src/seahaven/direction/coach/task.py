"""The tasks of a coach, the lanes in which it holds a station, and constants that speed and lane share."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

__all__ = ["GAIN", "GENTLY", "STILL", "Stance", "Task"]

GAIN: Final = 0.9
"""Share of the missing speed by which it accelerates (1/s)."""
GENTLY: Final = 1.0
"""How much slower (m/s) than the subject it may always be, near the subject."""
STILL: Final = 0.25
"""A vehicle that approaches its station more slowly than this (m/s) does not get there."""


class Task(IntEnum):
    """The task of a coach."""

    FREE = 0
    HEADWAY = 1
    GAP = 2
    BESIDE = 3
    MEETING = 4
    PACING = 5
    STEADY = 6


class Stance(IntEnum):
    """Where it holds its station: in the subject's lane; in the lane beside; or changing lanes from there."""

    IN_LANE = 0
    ASIDE = 1
    SLIPPING = 2
