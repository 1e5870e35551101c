"""Controllers of lights as a family: what each shows, and what its panel asks for."""

from __future__ import annotations

from enum import IntEnum

from seahaven.world import SIGNAL, Column, FamilyType

__all__ = ["CONTROLLER", "LIGHTS", "Change"]


class Change(IntEnum):
    """How far a controller has come in going to another phase than its program has next."""

    NONE = 0
    """It shows a phase of its program."""
    ENDING = 1
    """Amber for whoever has to stop."""
    CLEARING = 2
    """Red, until those who come next can go."""
    BLINKING = 3
    """Switched off: everybody goes by the signs."""


CONTROLLER = FamilyType(
    "controller",
    {
        "program": Column("int32", default=0, doc="the program that runs, by its number"),
        "phase": Column("int32", default=0, doc="the phase of that program that shows, or that was left last"),
        "goal_program": Column("int32", default=0, doc="while it changes over: the program to which"),
        "goal": Column("int32", default=-1, doc="while it changes over: the phase to which; -1 for none"),
        "change": Column("int8", default=int(Change.NONE), doc="how it changes over: a Change"),
        "is_changing": Column("bool", default=False, doc="whether it changes over, or is off"),
        "astray": Column("int32", default=0, doc="for how many phases it does not rely on the lengths of its program"),
        "began": Column(unit="s", default=0.0, doc="when what shows now was due to begin"),
        "ends": Column(unit="s", default=0.0, doc="when it is due to end"),
        "wished": Column("int32", nullable=True, immediate=True, doc="the phase that its panel asks for"),
        "wished_program": Column("int32", nullable=True, immediate=True, doc="the program that its panel asks for"),
        "is_held": Column("bool", default=False, immediate=True, doc="whether it is to stay in its phase"),
        "is_off": Column("bool", default=False, immediate=True, doc="whether it is to be off"),
        "called": Column("int32", nullable=True, immediate=True, doc="the letter of the light at which somebody waits"),
    },
    doc="a row for each controller of seahaven.roads.junctions.SignalPlan, in that order",
)

LIGHTS = (SIGNAL, CONTROLLER)
"""The families that a world with lights has: `World([VEHICLES, *LIGHTS])`."""
