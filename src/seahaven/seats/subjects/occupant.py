"""A virtual subject in a seat: the module that turns its habits into presses, or into an acceleration and an offset."""

from __future__ import annotations

from math import sqrt
from typing import ClassVar

from seahaven.behaviour import TRAITS
from seahaven.kernel import Emits, Param, State, Tick
from seahaven.seats.controls import PressedItem
from seahaven.seats.occupancy import Occupancy
from seahaven.seats.subjects.person import SubjectIs, VirtualSubject
from seahaven.world import reads, writes

__all__ = ["VirtualOccupant", "wandered"]


class VirtualOccupant(Occupancy):
    """The occupant of kinds that differ by their traits alone; other kinds override `act`.

    It is seat and occupant in one: it is asked at each of its dates, but goes by what drivers perceive, and not by a
    view. Link `pressed` to the presses of the drivers.
    """

    person: Param[VirtualSubject]
    told: Emits[SubjectIs]
    has_told: State[bool] = False

    own = reads("vehicle", "speed", single=True)
    traits = writes("vehicle", *TRAITS, single=True)

    rate_hz: ClassVar[float | None] = 2.0
    """How often it acts; None is as often as drivers decide."""
    controls: ClassVar[str] = "panel"
    """The kind of its controls."""

    @property
    def label(self) -> str:
        """How messages call it."""
        return f"virtual subject '{self.person.kind}', number {self.person.number}"

    @property
    def kind_of_controls(self) -> str:
        """Which kind of controls it gives."""
        return self.controls

    def step(self, tick: Tick) -> None:
        """Emit once who drives, and act."""
        if not self.own.exists:
            return
        if not self.has_told:
            self.sit_down(self.own.id)
            self.told.append(SubjectIs(self.own.id, self.person.kind, self.person.number))
            self.write(self.traits, dict(self.person.traits))
            self.has_told = True
        self.act(tick)

    def act(self, tick: Tick) -> None:
        """Do nothing besides what the driver does."""

    def way(self, name: str) -> float:
        """The person's value of a habit."""
        return self.person.ways[name]

    def press(self, item: str, value: float = 1.0) -> None:
        """Press a button, or set a dial, of its own driver."""
        self.press_items(self.own.id, (PressedItem(item, value),))


def wandered(value: float, tick: Tick, *, memory: float) -> float:
    """The next value of a noise of unit variance with a correlation time of `memory` seconds."""
    keep = max(1.0 - tick.dt / memory, 0.0)
    return keep * value + sqrt(12.0 * (1.0 - keep * keep)) * (tick.random.uniform() - 0.5)
