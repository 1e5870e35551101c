"""What vehicles of a learned driver have done so far, by rule base."""

from __future__ import annotations

from typing import NamedTuple

from seahaven.geometry import Floats

__all__ = ["COUNTS", "Tally"]

COUNTS = ("decisions", "seconds", "metres", "collisions", "hits", "people", "rightmost", "changes")
"""The first columns of the tally as compiled code keeps it; what each goal has earned comes behind them."""


class Tally(NamedTuple):
    """Sums for each rule base, from the beginning of the run on.

    `collisions` are counted for both vehicles, `hits` for the one that ran into the other. `rightmost` is in seconds.
    """

    decisions: Floats
    seconds: Floats
    metres: Floats
    collisions: Floats
    hits: Floats
    people: Floats
    rightmost: Floats
    changes: Floats
    rewards: Floats
    """What each goal has earned: rule bases by goals."""
