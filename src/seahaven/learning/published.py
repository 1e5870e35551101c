"""What the paper on alphaCS printed of its own run (Torki et al. 2005, Figures 10 and 11), to stand beside ours."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["BEHAVIOURS", "CLASSIFIERS", "SENSORS", "PublishedBehaviour", "PublishedRule"]

SENSORS: Final = ("N", "QF", "AP", "VN", "R")
"""Car ahead near, quite far, approaching, very near; on the rightmost lane."""


class PublishedRule(NamedTuple):
    """A classifier of a vehicle."""

    vehicle: int
    condition: str
    action: str
    """Go ahead, accelerate, brake, or shift lane."""
    strength: float


class PublishedBehaviour(NamedTuple):
    """What some vehicles do, in words."""

    vehicles: str
    conditions: tuple[str, ...]
    actions: tuple[str, ...]


CLASSIFIERS: Final = (
    PublishedRule(1, "#0#0#", "GA", 99.999985),
    PublishedRule(2, "00#0#", "AC", 97.334869),
    PublishedRule(2, "#010#", "SH", 45.854927),
    PublishedRule(3, "#0#0#", "AC", 99.999985),
    PublishedRule(4, "00#0#", "AC", 99.990540),
    PublishedRule(4, "#010#", "SH", 81.616341),
    PublishedRule(4, "#0#0#", "AC", 99.999184),
    PublishedRule(4, "00101", "SH", 99.999985),
    PublishedRule(5, "#0#0#", "AC", 99.999985),
    PublishedRule(5, "00#0#", "AC", 99.999985),
    PublishedRule(5, "#0101", "SH", 80.798553),
    PublishedRule(6, "00#0#", "AC", 99.654404),
    PublishedRule(6, "0#1##", "BR", 45.834044),
    PublishedRule(7, "#0#0#", "AC", 99.930191),
    PublishedRule(8, "#010#", "AC", 99.891861),
    PublishedRule(8, "##1##", "SH", 30.834044),
    PublishedRule(8, "00#0#", "AC", 93.321449),
    PublishedRule(8, "#0#0#", "SH", 79.918678),
    PublishedRule(9, "##1##", "SH", 25.097435),
    PublishedRule(9, "###0#", "AC", 99.654404),
    PublishedRule(9, "00#0#", "AC", 99.587669),
)
"""Figure 10, significant classifiers (strength above 30), line by line as our copy of the paper has them."""
BEHAVIOURS: Final = (
    PublishedBehaviour("1, 7", ("no vehicle ahead",), ("go ahead",)),
    PublishedBehaviour("2, 4, 8, 9", ("no vehicle ahead", "approaching"), ("accelerate", "shift lane")),
    PublishedBehaviour("3", ("no vehicle ahead",), ("accelerate",)),
    PublishedBehaviour("5", ("no vehicle ahead", "approaching and on rightmost lane"), ("accelerate", "shift lane")),
    PublishedBehaviour("6", ("no vehicle ahead", "vehicle not near and approaching"), ("accelerate", "brake")),
)
"""Figure 11, the behaviours in words."""
