"""The lights of the roads: a family of their own, which whoever runs the programs writes and drivers see (H19)."""

from __future__ import annotations

from enum import IntEnum

from seahaven.world.column import Column
from seahaven.world.family import FamilyType

__all__ = ["SIGNAL", "LightState"]


class LightState(IntEnum):
    """What a light shows; the letters are those of the programs."""

    OFF = 0
    """O: as if it were not there."""
    GREEN = 1
    """G: go first."""
    YIELDING = 2
    """g: go, but yield to those who go first."""
    AMBER = 3
    """y: stop, if that is possible in comfort."""
    RED = 4
    """r"""
    RED_AMBER = 5
    """u: still red, green soon."""
    BLINKING = 6
    """o: as if it were not there, with care."""
    ARROW = 7
    """s: stop, then go as if it were yielding."""

    @classmethod
    def of(cls, letter: str) -> LightState:
        """The state that a letter of a phase stands for."""
        return cls("OGgyruos".index(letter))


SIGNAL = FamilyType(
    "signal",
    {
        "controller": Column("int32", doc="the controller that switches it, by its place in the plan of all lights"),
        "letter": Column("int32", doc="which letter of that one's phases it shows"),
        "state": Column("int8", default=int(LightState.OFF), doc="what it shows: a LightState"),
        "since": Column(unit="s", default=0.0, doc="the time at which it began to show that"),
        "called": Column(
            unit="s", default=-1e9, is_passing=True, doc="the last time at which somebody came up to it or asked for it"
        ),
    },
    doc="a row for each letter of each controller of seahaven.roads.junctions.SignalPlan, in that order; "
    "without rows all lights are off",
)
