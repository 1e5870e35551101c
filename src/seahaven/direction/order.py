"""Orders: what triggers, beacons and directors press, and of whom."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from seahaven.errors import WiringError, nearest
from seahaven.hcsm import Program

__all__ = ["CONTRARY", "NOBODY", "Call", "Order", "Party", "refuse_unknown"]

NOBODY = -1
"""Stands for the entity where nobody in particular made something happen."""
CONTRARY = (
    ("stop", "stop_on_shoulder", "go", "release"),
    ("adjust_speed", "follow", "lead", "beside", "release"),
    ("brake", "release"),
    ("stray", "release"),
)
"""Buttons of drivers of which one holds at a time: in each line, of two that are pressed in one step, the later one."""


class Party(Enum):
    """Whose panel an order is for."""

    VEHICLES = "vehicles"
    """The drivers of the vehicles of some ids."""
    FIRER = "firer"
    """The driver of the vehicle that made the trigger fire, or the person on foot who did."""
    PEOPLE = "people"
    """People on foot of some ids."""
    LIGHTS = "lights"
    """Controllers of lights, by their numbers in the plan of all lights."""
    AMBIENT = "ambient"
    """The traffic around the subjects."""
    WEATHER = "weather"
    NAMED = "named"
    """A trigger, beacon, stream or director of that name."""


@dataclass(frozen=True, slots=True)
class Order:
    """A button to be pressed, or a dial to be turned, and whose.

        Order(Party.VEHICLES, "go", ids=(7,))
        Order(Party.NAMED, "arm", name="second gate")

    Values are in SI.
    """

    party: Party
    item: str
    value: float = 1.0
    ids: tuple[int, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """A button pressed, or a dial turned, of what directs by its name; and who made it happen."""

    name: str
    item: str
    value: float = 1.0
    entity: int = NOBODY


def refuse_unknown(program: Program, call: Call, sender: str) -> None:
    """Refuse an item that the panel of a machine does not have: nobody would notice that nothing happens."""
    panel = [item.name for item in (*program.buttons, *program.dials)]
    if call.item not in panel:
        raise WiringError(f"'{sender}' pressed '{call.item}' of '{call.name}'{nearest(call.item, panel)}")
